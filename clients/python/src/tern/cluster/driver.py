"""Hands the parts of a job to workers until all are there, or nobody needs more of them."""

from __future__ import annotations

import json
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .tasks import Job, Part, PartRefusedError, play_on_worker

if TYPE_CHECKING:
    from distributed import Client, Future

LEAST_AHEAD: Final = 4
"""So many parts are with the workers at least, whatever they say of their size."""


class ClusterError(Exception):
    """The parts could not be played."""


@dataclass
class Folder:
    """Where parts are kept. A part is there as a whole or not at all, so work that was interrupted goes on."""

    path: Path
    of: int

    def file(self, number: int) -> Path:
        """Where a part is, or will be."""
        return self.path / f"part-{number:06}-of-{self.of:06}.txt"

    def numbers(self) -> list[int]:
        """The parts that are there."""
        return [number for number in range(1, self.of + 1) if self.file(number).exists()]

    def files(self) -> list[Path]:
        """Their files."""
        return [self.file(number) for number in self.numbers()]

    def claim(self, job: Job) -> None:
        """Keeps what the parts belong to, and refuses parts of something else."""
        file = self.path / "job.json"
        wanted = {"arguments": list(job.arguments), "parts": job.of}
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            file.write_text(json.dumps(wanted), encoding="utf-8")
        except ValueError as error:
            raise ClusterError(f"{file} cannot be read: {error}") from None
        else:
            if found != wanted:
                raise ClusterError(f"{self.path} holds parts of something else: {found}, and here it would be {wanted}")

    def add(self, part: Part) -> bool:
        """Keeps a part; false if it is there already."""
        file = self.file(part.number)
        if file.exists():
            return False
        aside = file.with_suffix(f".{uuid.uuid4().hex}.aside")
        aside.write_bytes(part.content)
        aside.replace(file)
        return True


@dataclass
class Progress:
    """How far it has come, on standard error."""

    total: int
    done: int
    began: float = field(default_factory=time.monotonic)
    here: int = 0

    def show(self, message: str = "") -> None:
        """One more is done."""
        self.here += 1
        self.done += 1
        seconds = (time.monotonic() - self.began) / self.here * (self.total - self.done)
        text = f"{self.done}/{self.total} parts, {duration(seconds)} to go{'  ' if message else ''}{message}"
        terminal = sys.stderr.isatty()
        sys.stderr.write(f"\r\x1b[K{text}" if terminal else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Leaves the line."""
        if sys.stderr.isatty():
            sys.stderr.write("\n")


def duration(seconds: float) -> str:
    """As people say it.

    >>> duration(12.3), duration(59.6), duration(3599), duration(7300)
    ('12 s', '1 min', '60 min', '2.0 h')
    """
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"


@dataclass
class Driver:
    """Plays the parts of a job on the workers of a client."""

    client: Client
    job: Job
    folder: Folder
    arrived: Callable[[int], tuple[bool, str]] = lambda _: (False, "")
    """Is told which part has arrived, and says whether it is enough and how it stands."""
    retries: int = 3
    """How often a part is tried again that failed; if only its worker died, Dask tries a few times before that counts."""
    name: str = field(default_factory=lambda: f"tern-{uuid.uuid4().hex}")
    """Tells tasks of this run from those of others, and is the event that ends them."""
    _attempts: dict[int, int] = field(default_factory=dict)
    _under_way: dict[Future[Part | None], int] = field(default_factory=dict)

    def run(self) -> None:
        """Returns when all parts are in the folder, or enough of them."""
        from distributed import Event, wait

        there = set(self.folder.numbers())
        wanted = (number for number in range(1, self.job.of + 1) if number not in there)
        progress = Progress(self.job.of, len(there))
        try:
            self._fill(wanted)
            while self._under_way:
                for future in wait(list(self._under_way), return_when="FIRST_COMPLETED").done:
                    number = self._under_way.pop(future)
                    part = self._result(future, number)
                    if part is None:
                        self._submit(number)
                    elif self.folder.add(part):
                        enough, message = self.arrived(number)
                        progress.show(message)
                        if enough:
                            return
                self._fill(wanted)
        finally:
            progress.end()
            # Those that wait are forgotten, those that play are told.
            Event(self.name, client=self.client).set()
            self.client.cancel(list(self._under_way))

    def _fill(self, wanted: Iterator[int]) -> None:
        """Keeps the workers busy, and not much more: parts that come first are needed first."""
        ahead = max(LEAST_AHEAD, 2 * sum(self.client.ncores().values()))
        while len(self._under_way) < ahead and (number := next(wanted, None)) is not None:
            self._submit(number)

    def _submit(self, number: int) -> None:
        key = f"{self.name}-part-{number}-{self._attempts.setdefault(number, 0)}"
        future = self.client.submit(play_on_worker, self.job, number, self.name, key=key, pure=False, priority=-number)
        self._under_way[future] = number

    def _result(self, future: Future[Part | None], number: int) -> Part | None:
        """The part; `None` if it has to be played again."""
        problem: object = "it was told to stop"
        try:
            part: Part | None = future.result()
        except PartRefusedError as error:
            raise ClusterError(str(error)) from None
        except Exception as error:  # whatever kills a worker or its connection has a name of its own
            part, problem = None, error
        if part is None:
            self._attempts[number] += 1
            if self._attempts[number] > self.retries:
                raise ClusterError(f"part {number} failed {self._attempts[number]} times, the last time so: {problem}")
        return part
