"""Matches over workers: nothing is lost, nothing counts twice, and the result is that of the match in one piece."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import is_running, wait_until_gone

import tern

pytest.importorskip("distributed")

from distributed import Client, LocalCluster

from tern.cluster import ClusterError, Driver, Folder, Job, PartFailedError, PartRefusedError, keeper, play
from tern.cluster.__main__ import main
from tern.cluster.merging import Standing, merge

ANY = ["-e", "name=any option.Level=random option.Hash=1"]
OTHER = ["-e", "name=other option.Level=random option.Hash=1"]
GREEDY = ["-e", "name=greedy option.Level=greedy option.Hash=1"]


def match(games, *more, engines=(*ANY, *OTHER)):
    return ["match", "--game", "differo", *engines, "--nodes", "10", "--games", str(games), "--seed", "5", *more]


def whole(arguments):
    """What the match in one piece prints."""
    done = subprocess.run([tern.binary(), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def test_a_part_may_be_played_any_number_of_times():
    job = Job(tuple(match(12)), "--record", 3)
    first, again = play(job, 2), play(job, 2)
    assert first.number == 2
    without_times = [[line for line in part.content.splitlines() if line.startswith(b"[")] for part in (first, again)]
    assert without_times[0] == without_times[1]
    assert b'[Number "5"]' in first.content
    assert b'[Number "4"]' not in first.content


def test_what_fails_everywhere_is_told_from_what_fails_here():
    with pytest.raises(PartRefusedError, match="'9/3' must be a part"):
        play(Job(tuple(match(12)), "--record", 3), 9)
    with pytest.raises(PartFailedError, match="ended with code 3"):
        play(Job(("-c", "exit(3)"), "--record", 3, program=sys.executable), 1)


def test_a_part_that_is_not_wanted_any_more_ends():
    assert play(Job(tuple(match(100_000)), "--record", 1), 1, lambda: False) is None


def test_nothing_outlives_a_worker_that_was_killed(tmp_path):
    pid = tmp_path / "pid"
    program = f"import os, pathlib, time; pathlib.Path({str(pid)!r}).write_text(str(os.getpid())); time.sleep(1000)"
    worker = f"import subprocess, sys, time; subprocess.Popen([sys.executable, {keeper.__file__!r}, sys.executable, '-c', {program!r}], stdin=subprocess.PIPE); time.sleep(1000)"
    process = subprocess.Popen([sys.executable, "-c", worker])
    until = time.monotonic() + 60
    while not (pid.exists() and pid.read_text()):
        assert time.monotonic() < until
        time.sleep(0.02)
    number = int(pid.read_text())
    assert is_running(number)
    process.kill()
    process.wait()
    wait_until_gone([number])


def test_a_match_survives_a_worker_killed_in_the_middle(client, tmp_path):
    arguments = match(400)
    job, folder = Job(tuple(arguments), "--record", 20), Folder(tmp_path, 20)
    arrived, killed = [], []

    def note(number):
        arrived.append(number)
        if len(arrived) == 6:
            victim = next(iter(client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
        return False, ""

    Driver(client, job, folder, note).run()
    assert killed
    assert sorted(arrived) == list(range(1, 21)), "every part has arrived once"
    assert sorted(os.listdir(tmp_path)) == sorted(file.name for file in folder.files())
    done = merge(folder.files())
    assert done.returncode == 0, done.stderr
    assert "appeared more than once" not in done.stderr
    assert done.stdout == whole(arguments)
    assert done.stdout.startswith("differo: 400 of 400 games")


def test_a_sequential_test_stops_the_rest(client, tmp_path):
    arguments = match(4000, "--sprt", "-50,50", engines=(*ANY, *GREEDY))
    folder = Folder(tmp_path, 200)
    Driver(client, Job(tuple(arguments), "--record", 200), folder, Standing(folder, None, True)).run()
    assert len(folder.numbers()) < 60, "the test was decided long before"
    assert merge(folder.files()).stdout == whole(arguments)


def test_what_was_played_is_not_played_again(client, tmp_path):
    job, folder = Job(tuple(match(24)), "--record", 4), Folder(tmp_path, 4)
    folder.add(play(job, 2))
    arrived = []
    Driver(client, job, folder, lambda number: (bool(arrived.append(number)), "")).run()
    assert sorted(arrived) == [1, 3, 4]
    assert not folder.add(play(job, 2)), "a part that comes twice is kept once"


def test_what_cannot_be_played_is_told(client, tmp_path):
    with pytest.raises(ClusterError, match="there is no engine 'nobody'"):
        Driver(client, Job(tuple(match(24, "--anchor", "nobody=0")), "--record", 4), Folder(tmp_path, 4)).run()
    job = Job(("-c", "exit(3)"), "--record", 4, program=sys.executable)
    with pytest.raises(ClusterError, match="failed 2 times, the last time so: part"):
        Driver(client, job, Folder(tmp_path, 4), retries=1).run()


def test_the_command_line(cluster, tmp_path, capsys):
    record = tmp_path / "all.txt"
    arguments = match(48)
    code = main(["match", *arguments[1:], "--scheduler", cluster.scheduler_address, "--record", str(record)])
    shown = capsys.readouterr()
    assert code == 0, shown.err
    assert shown.out == whole(arguments)
    assert "\n3/3 parts, 0 s to go  " in shown.err
    assert len(list(tern.records.read(record))) == 48
    assert tern.records.manifest(record)["shard"] == {"number": 1, "of": 1}
    assert main(["match", *arguments[1:], "--record", str(record)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["match", "--resume"]) == 1
    assert "--resume is not for a match that is spread over workers" in capsys.readouterr().err
    for joined in ("--shard=1/2", "-c4", "--concurrency=2"):
        assert main(["match", joined]) == 1
        assert "is not for a match that is spread over workers" in capsys.readouterr().err


def test_a_folder_of_another_match_is_refused(cluster, tmp_path, capsys):
    def run(seed):
        more = ["--seed", seed, "--parts", "2", "--scheduler", cluster.scheduler_address, "--folder", str(tmp_path)]
        return main(["match", *ANY, *OTHER, "--nodes", "10", "--games", "8", *more])

    assert run("5") == 0
    shown = capsys.readouterr().out
    assert run("6") == 1
    refused = capsys.readouterr()
    assert refused.out == ""
    assert "holds parts of something else" in refused.err
    assert run("5") == 0
    assert capsys.readouterr().out == shown, "all of it was there"


def test_games_to_learn_from_are_played_by_workers(cluster, tmp_path, capfd):
    arguments = ["tune", "--game", "wali", "--games", "6", "--nodes", "20"]
    assert main([*arguments, "--parts", "3", "--scheduler", cluster.scheduler_address, "--folder", str(tmp_path)]) == 0
    assert capfd.readouterr().out == whole(arguments)
    assert len(list(tmp_path.glob("part-*"))) == 3
