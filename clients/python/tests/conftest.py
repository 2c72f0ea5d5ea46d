import os
import sys
import time
from pathlib import Path

import pytest

import tern

collect_ignore = ["faulty_engine.py", "slurm.py"]

FAULTY = Path(__file__).with_name("faulty_engine.py")


@pytest.fixture(scope="session")
def engine():
    with tern.Engine.popen() as engine:
        engine.configure({"Hash": 4})
        yield engine


@pytest.fixture
def faulty(tmp_path):
    """Commands for engines with faults; in the end none of their processes may be left."""
    pids = tmp_path / "pids"
    yield lambda fault: [sys.executable, str(FAULTY), fault, str(pids)]
    if pids.exists():
        wait_until_gone([int(pid) for pid in pids.read_text().split()])


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A child of a child that ended waits for init to notice.
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return Path("/proc").exists() is False


def wait_until_gone(pids):
    """Ended processes may take a moment to go."""
    until = time.monotonic() + 20
    while left := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < until, f"processes {left} are still there"
        time.sleep(0.01)
