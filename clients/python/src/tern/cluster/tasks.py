"""What runs on the workers: one part of a match after the other."""

from __future__ import annotations

import contextlib
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..binary import binary
from . import keeper

USAGE: Final = 2
"""The exit code of tern for arguments that make no sense: they will not on another machine."""

POLL: Final = 10.0
"""Seconds between two questions whether the part is still wanted."""

LAST_WORDS: Final = 2000
"""How many characters of standard error are kept."""


class PartFailedError(Exception):
    """A part could not be played here; elsewhere it may."""


class PartRefusedError(Exception):
    """A part that can be played nowhere."""


@dataclass(frozen=True)
class Job:
    """What all parts have in common."""

    arguments: tuple[str, ...]
    """Those of tern: a subcommand, and what belongs to it."""
    output: str
    """The option that names the file to be written."""
    of: int
    """How many parts there are."""
    program: str | None = None
    """Another tern than the one that is installed with this package on the worker."""

    def command(self, number: int, path: Path) -> list[str]:
        """What plays a part and writes it to a file."""
        return [self.program or binary(), *self.arguments, "--shard", f"{number}/{self.of}", self.output, str(path)]


@dataclass(frozen=True)
class Part:
    """A part that was played."""

    number: int
    content: bytes
    machine: str
    seconds: float


def play(job: Job, number: int, is_wanted: Callable[[], bool] = lambda: True) -> Part | None:
    """Plays a part in a folder of its own; nothing else is touched, so it may be played any number of times.

    `None` if it was not wanted any more before it was done.
    """
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tern-part-") as folder:
        path, errors = Path(folder, "part"), Path(folder, "stderr")
        with open(errors, "wb") as stderr:
            command = [sys.executable, "-I", keeper.__file__, *job.command(number, path)]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stderr)
            try:
                code = _wait(process, is_wanted)
            finally:
                if process.stdin:
                    process.stdin.close()
                process.wait()
        if code is None:
            return None
        if code:
            said = errors.read_text(encoding="utf-8", errors="replace")[-LAST_WORDS:].strip()
            error = PartRefusedError if code == USAGE else PartFailedError
            raise error(f"part {number} on {platform.node()} ended with code {code}: {said}")
        return Part(number, path.read_bytes(), platform.node(), time.monotonic() - begin)


def _wait(process: subprocess.Popen[bytes], is_wanted: Callable[[], bool]) -> int | None:
    """The exit code; `None` if the part is not wanted any more."""
    while is_wanted():
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(POLL)
    return None


def play_on_worker(job: Job, number: int, stop: str) -> Part | None:
    """The same as a task of Dask: it ends early once the event of this name is set."""
    from distributed import Event

    event = Event(stop)
    return play(job, number, lambda: not event.is_set())
