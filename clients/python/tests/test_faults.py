"""Engines that die, hang, flood and talk nonsense."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time

import pytest
from conftest import FAULTY, is_running, wait_until_gone

import tern

BOARD = tern.Board("wali")
SHORT = 1.0  # seconds


def test_dies_before_ugiok(faulty):
    with pytest.raises(tern.EngineTerminatedError) as caught:
        tern.Engine.popen(faulty("dies before ugiok"))
    assert caught.value.exit_code == 3
    assert caught.value.stderr == ("first words", "last words")
    assert "ended with exit code 3\n  first words\n  last words" in str(caught.value)


def test_dies_in_a_search(faulty):
    with tern.Engine.popen(faulty("dies in a search")) as engine:
        for _ in range(2):
            with pytest.raises(tern.EngineTerminatedError, match="out of memory") as caught:
                engine.play(BOARD, tern.Limit(depth=1))
            assert caught.value.exit_code == 7


def test_killed_in_a_search(faulty):
    with tern.Engine.popen(faulty("killed in a search")) as engine:
        with pytest.raises(tern.EngineTerminatedError, match="signal 9") as caught:
            engine.analyse(BOARD, tern.Limit(depth=1))
        assert caught.value.exit_code == -signal.SIGKILL


@pytest.mark.parametrize("fault", ["never answers", "floods at once", "one endless line"])
def test_no_ugiok(faulty, fault):
    with pytest.raises(tern.EngineTimeoutError, match="did not answer 'ugi'"):
        tern.Engine.popen(faulty(fault), timeout=SHORT)


@pytest.mark.parametrize("limit", [tern.Limit(time=0.1), tern.Limit(nodes=1), tern.Limit(p1_clock=0.1, p1_inc=0.1)])
@pytest.mark.parametrize("fault", ["hangs in a search", "floods in a search"])
def test_no_bestmove(faulty, fault, limit):
    with tern.Engine.popen(faulty(fault), timeout=SHORT) as engine:
        begun = time.monotonic()
        with pytest.raises(tern.EngineTimeoutError):
            engine.play(BOARD, limit)
        assert time.monotonic() - begun < 60
        with pytest.raises(tern.EngineTerminatedError, match="was ended because it did not"):
            engine.ping()


def test_a_flood_does_not_fill_the_memory(faulty):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for fault in ("one endless line", "floods at once"):
        with pytest.raises(tern.EngineTimeoutError):
            tern.Engine.popen(faulty(fault), timeout=2 * SHORT)
    with tern.Engine.popen(faulty("floods in a search"), timeout=2 * SHORT) as engine:
        with pytest.raises(tern.EngineTimeoutError), engine.analysis(BOARD) as analysis:
            analysis.wait()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000 * (1024 if sys.platform == "darwin" else 1)


def test_alive_but_never_finds_a_move(faulty, monkeypatch):
    monkeypatch.setattr("tern.engine.LONGEST_SEARCH", 3 * SHORT)
    with tern.Engine.popen(faulty("never finds a move"), timeout=SHORT) as engine:
        with pytest.raises(tern.EngineTimeoutError, match="did not stop"):
            engine.play(BOARD, tern.Limit(depth=30))


@pytest.mark.parametrize(("fault", "message"), [("illegal move", "'bestmove z9' is not a legal"), ("no move", "without a move")])
def test_moves_that_are_none(faulty, fault, message):
    with tern.Engine.popen(faulty(fault)) as engine:
        with pytest.raises(tern.EngineError, match=message):
            engine.play(BOARD, tern.Limit(depth=1))
        engine.ping()


def test_closes_its_output(faulty):
    with tern.Engine.popen(faulty("closes its output")) as engine, pytest.raises(tern.EngineTerminatedError):
        engine.play(BOARD, tern.Limit(depth=1))


def test_nonsense_is_passed_over(faulty):
    with tern.Engine.popen(faulty("talks nonsense")) as engine:
        assert engine.id == {"name": "faulty", "author": "nobody"}
        assert engine.options == {}
        result = engine.play(BOARD, tern.Limit(depth=1))
        assert (result.move, result.ponder, result.info.depth, result.info.score) == ("c3", None, 2, tern.Cp(5))
        assert len(engine.analyse(BOARD, tern.Limit(depth=1))) == 1


def test_no_multipv(faulty):
    with tern.Engine.popen(faulty("none")) as engine, pytest.raises(tern.EngineError, match="faulty has no option MultiPV"):
        engine.analyse(BOARD, tern.Limit(depth=1), multipv=2)


def test_stays_after_quit(faulty):
    with tern.Engine.popen(faulty("stays")) as engine:
        pid = engine.pid
    assert not is_running(pid)


def test_children_end_with_the_engine(faulty, tmp_path):
    with tern.Engine.popen(faulty("has children")):
        pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
        assert len(pids) == 3
        assert all(map(is_running, pids))
    wait_until_gone(pids)


def test_a_lost_engine_ends(faulty):
    engine = tern.Engine.popen(faulty("none"))
    pid = engine.pid
    del engine
    wait_until_gone([pid])


def test_a_lost_async_engine_ends(faulty):
    async def main():
        engine = await tern.AsyncEngine.popen(faulty("never finds a move"))
        await engine.analysis(BOARD).__aenter__()
        return engine.pid

    wait_until_gone([asyncio.run(main())])


def test_an_exception_ends_the_engine(faulty):
    with pytest.raises(ZeroDivisionError), tern.Engine.popen(faulty("hangs in a search")) as engine:
        pid = engine.pid
        raise ZeroDivisionError
    assert not is_running(pid)


@pytest.mark.parametrize("way", ["pass", "raise SystemExit(3)", "1 / 0", "os.kill(os.getpid(), 15)", "os.kill(os.getpid(), 9)"])
@pytest.mark.parametrize("command", ["None", f"[sys.executable, {str(FAULTY)!r}, 'none']"])
def test_the_interpreter_takes_its_engines_along(way, command):
    program = f"""
import os, sys, tern
engine = tern.Engine.popen({command})
board = tern.Board("wali")
analysis = engine.analysis(board)
print(engine.pid, flush=True)
{way}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    wait_until_gone([int(done.stdout)])
    assert "never retrieved" not in done.stderr


def test_ctrl_c_stops_the_search():
    program = """
import tern, time
with tern.Engine.popen() as engine:
    board = tern.Board("wali")
    print(engine.pid, flush=True)
    try:
        engine.play(board, tern.Limit(depth=200, time=500))
    except KeyboardInterrupt:
        print(engine.play(board, tern.Limit(nodes=10)).move is not None, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        pid = int(process.stdout.readline())
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "True\n"
        assert process.wait(30) == 0
    wait_until_gone([pid])


def test_a_fork_leaves_the_engines_of_its_parent_alone():
    program = """
import os, sys, tern
engine = tern.Engine.popen()
board = tern.Board("wali")
child = os.fork()
if child == 0:
    fresh = tern.Engine.popen()
    board.push("c3")
    assert fresh.play(board, tern.Limit(nodes=10)).move
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert engine.play(board, tern.Limit(nodes=10)).move
print("fine")
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "fine\n", done.stderr


def test_a_thousand_engines_leave_nothing():
    open_files = set(os.listdir("/dev/fd"))
    pids = []
    for _ in range(1000):
        with tern.Engine.popen() as engine:
            pids.append(engine.pid)
    wait_until_gone(pids)
    assert len(set(os.listdir("/dev/fd")) - open_files) <= 2
    with pytest.raises(ChildProcessError):
        while True:
            assert os.waitpid(-1, os.WNOHANG) == (0, 0), "an engine that nobody waited for"
            raise ChildProcessError


def test_no_such_program():
    with pytest.raises(FileNotFoundError):
        tern.Engine.popen("/no/such/engine")
    with pytest.raises(ValueError, match="command"):
        tern.Engine.popen([])
