"""The recipes of docs/cluster.md as they stand there, scaled down, on real schedulers where the machine has them."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import slurm

import tern

pytest.importorskip("distributed")
pytest.importorskip("yaml")

import yaml

from tern.cluster.__main__ import main

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "cluster.md"
SMALLER = {"4000": "8", "5000": "40", "64": "4"}
MATCH = ["match", "-e", "name=new", "-e", "name=old cmd=./tern-old", "--games", "8", "--nodes", "40"]


def recipe(heading, language, smaller=SMALLER):
    """The first block of a language below a heading, with smaller numbers."""
    section = DOCUMENT.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    block = re.search(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert block, f"there is no recipe for {heading} in {language}"
    text = block[1]
    for number, small in smaller.items():
        text, count = re.subn(rf"\b{number}\b", small, text)
        assert count, f"{number} is not in the recipe for {heading}"
    return text


def shell(command):
    """What a command of the shell prints."""
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def need(*programs, path=None):
    missing = [program for program in programs if shutil.which(program, path=path) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """What the recipes take for granted: `tern` in the path, and an engine to play against."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "tern").symlink_to(tern.binary())
    (folder / "tern-old").symlink_to(tern.binary())
    return folder


@pytest.fixture(scope="module")
def whole(programs):
    """What the match in one piece prints."""
    return subprocess.run([tern.binary(), *MATCH], cwd=programs, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def workplace(programs, tmp_path, monkeypatch):
    (tmp_path / "tern-old").symlink_to(programs / "tern-old")
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)


def parts():
    """When the parts of a match were written."""
    return {path.name: path.stat().st_mtime_ns for path in Path().glob("part-*.txt")}


def test_gnu_parallel(workplace, whole):
    need("parallel")
    text = recipe("GNU parallel", "sh")
    assert shell(text).endswith(whole)
    played = parts()
    assert len(played) == 4
    Path("part-3.txt").unlink()
    Path("jobs.log").unlink()
    assert shell(text).endswith(whole)
    assert [name for name, time in parts().items() if played[name] != time] == ["part-3.txt"], "the others were there"


def test_kubernetes(workplace, whole, tmp_path):
    """There is no cluster here: the file is read, and the command of every pod is run as the Job would."""
    job = yaml.safe_load(recipe("Kubernetes", "yaml", SMALLER | {"32": "2"}))
    assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job")
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    assert (spec["completionMode"], spec["completions"]) == ("Indexed", 4)
    assert pod["restartPolicy"] == "Never", "what an indexed Job with a limit of failures asks for"
    [container] = pod["containers"]
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    script = container["args"][0].replace("/parts/", f"{tmp_path}/").replace("/opt/", "./")
    for index in range(spec["completions"]):
        command = [*container["command"], script]
        environment = os.environ | {"JOB_COMPLETION_INDEX": str(index)}
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    assert len(parts()) == 4
    assert shell("tern merge part-*.txt") == whole


@pytest.fixture(scope="module")
def slurm_environment():
    need(*slurm.PROGRAMS, path=slurm.PATH)
    with slurm.cluster() as environment:
        yield environment


@pytest.fixture
def on_slurm(slurm_environment, monkeypatch, workplace):
    for name, value in slurm_environment.items():
        monkeypatch.setenv(name, value if name != "PATH" else f"{os.environ['PATH']}:{value}")


def test_slurm_array(on_slurm, whole):
    Path("match.sh").write_text(recipe("Slurm", "sh"))
    submit = re.search(r"^`(sbatch .*?)`", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert shell(submit).endswith(whole)
    assert len(parts()) == 4
    assert len(list(Path().glob("slurm-*.out"))) == 4


def wait_until(done):
    until = time.monotonic() + 300
    while not done():
        assert time.monotonic() < until, shell("squeue; tail -n 20 slurm-*.out part-*.txt")
        time.sleep(0.1)


# Of ten times Slurm has not started the task again twice, for reasons of its own: run it by hand, not for every change.
@pytest.mark.skipif(not os.environ.get("TERN_REQUEUE"), reason="set TERN_REQUEUE to have Slurm requeue a task")
def test_a_task_that_is_requeued_goes_on_and_nobody_loses_by_it(on_slurm):
    script = recipe("Slurm", "sh", {"4000": "6", "5000": "8000", "64": "1"})
    Path("match.sh").write_text(script)
    job = shell("sbatch --parsable match.sh").strip() + "_1"
    record = Path("part-1.txt")
    wait_until(lambda: record.exists() and '[Number "2"]' in record.read_text())
    shell(f"scontrol requeue {job}")
    begun = record.read_text()
    wait_until(lambda: shell("squeue --noheader --format=%T").strip() == "PENDING")
    # Slurm waits two minutes before it starts what it has ended.
    shell(f"scontrol update JobId={job} StartTime=now")
    wait_until(lambda: not shell("squeue --noheader"))
    games = record.read_text()
    assert games.startswith(begun.rpartition("\n\n[Number")[0]), "what was played is still there"
    assert "crash" not in games, games
    assert shell("tern merge part-1.txt").startswith("wali: 6 of 6 games")


def test_dask_on_slurm(on_slurm, whole, monkeypatch, capsys):
    pytest.importorskip("dask_jobqueue")
    # All of it is on this machine.
    monkeypatch.setenv("DASK_JOBQUEUE__SLURM__INTERFACE", "lo")
    program = recipe("Dask", "python", {"8": "1", "8GB": "500MB", "16": "2"})
    cluster = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with cluster:
        address = cluster.stdout.readline().strip()
        assert main([*MATCH, "--parts", "4", "--scheduler", address]) == 0
        assert capsys.readouterr().out == whole
        assert "dask" in shell("squeue --noheader --format=%j")
        cluster.communicate("\n", timeout=60)
    assert cluster.returncode == 0
