"""An engine as a process: lines in, lines out, and an end to it whatever happens."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from .errors import EngineTerminatedError

LOGGER: Final = logging.getLogger("tern.engine")

LONGEST_LINE: Final = 16 * 1024 * 1024
"""Bytes. Longer lines are left out, so that no engine can fill the memory."""

LAST_WORDS: Final = 20
"""How many lines of standard error are remembered."""

LONGEST_LAST_WORD: Final = 4096
"""How many bytes of each."""

EXIT_GRACE: Final = 0.5
"""Seconds that an engine has for its exit once its output has ended."""


class Child:
    """A process that leads a group of its own: Ctrl-C does not reach it, and what it starts ends with it."""

    def __init__(self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None) -> None:
        self._owner = os.getpid()
        self._lock = threading.RLock()  # a finalizer may come in between
        pipe = subprocess.PIPE
        self.popen = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, cwd=cwd, env=env, start_new_session=True
        )
        _living.add(self)

    def has_exited(self) -> bool:
        """Whether it is no more, without waiting for it: until then nobody else can get its number."""
        if self.popen.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return False
        try:
            return os.waitid(os.P_PID, self.popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def kill(self) -> None:
        """Ends everything in its group."""
        with self._lock:
            # A fork of this process has a copy of this object, but the engine is not its child.
            if self.popen.returncode is None and self._owner == os.getpid():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.popen.pid, signal.SIGKILL)

    def reap(self) -> int | None:
        """The exit code of a process that was killed; `None` if it takes its time."""
        with self._lock:
            code = self.popen.poll() if self._owner == os.getpid() else None
        if code is not None:
            _living.discard(self)
        return code

    def end(self, patience: float = 1.0) -> None:
        """Ends the group and waits for it, from any thread, with or without an event loop."""
        self.kill()
        until = time.monotonic() + patience
        while self._owner == os.getpid() and self.reap() is None and time.monotonic() < until:
            time.sleep(0.0005)


_living: set[Child] = set()


@atexit.register
def _end_all() -> None:
    """Nothing outlives the interpreter."""
    for child in list(_living):
        child.kill()
    for child in list(_living):
        child.end()


class Lines:
    """Cuts what a pipe brings into lines, none longer than a bound."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that are complete now."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._add(end)
            if self._length <= self._longest:
                yield b"".join(self._parts).decode("utf-8", "replace").strip()
            else:
                LOGGER.warning("a line of %d bytes was left out", self._length)
            self._parts, self._length = [], 0
        self._add(rest)

    def rest(self) -> str:
        """What there is of a line that was not completed."""
        return b"".join(self._parts).decode("utf-8", "replace").strip()

    def _add(self, part: bytes) -> None:
        self._length += len(part)
        if part and self._length <= self._longest:
            self._parts.append(part)


class _Reader(asyncio.Protocol):
    """The far end of a pipe."""

    def __init__(self, longest: int, heard: Callable[[str], None], ended: Callable[[], None]) -> None:
        self._lines = Lines(longest)
        self._heard = heard
        self._ended = ended

    def data_received(self, data: bytes) -> None:
        for line in self._lines.feed(data):
            self._heard(line)

    def connection_lost(self, error: Exception | None) -> None:
        rest = self._lines.rest()
        if rest:
            self._heard(rest)
        self._ended()


class _Writer(asyncio.BaseProtocol):
    """The near end of a pipe: if nobody reads it any more, the end of the output tells us."""

    open = True

    def connection_lost(self, error: Exception | None) -> None:
        self.open = False


class Process:
    """A running engine, seen from an event loop."""

    def __init__(self, child: Child, name: str) -> None:
        self.child = child
        self.name = name
        self.listener: Callable[[str], None] | None = None
        """Told every line."""
        self.on_end: Callable[[EngineTerminatedError], None] | None = None
        """Told when there will be no more."""
        self.end: EngineTerminatedError | None = None
        """Why there are no more lines, if that is so."""
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._stdin: asyncio.WriteTransport
        self._writer = _Writer()
        self._outputs: list[asyncio.BaseTransport] = []
        self._stderr_ended = asyncio.Event()
        self._gone = asyncio.Event()
        self._reason: str | None = None
        self._burial: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: Sequence[str], cwd: str | None = None, env: Mapping[str, str] | None = None) -> Process:
        """Starts a process; fails as `subprocess.Popen` does."""
        child = Child(command, cwd, env)
        process = cls(child, f"{os.path.basename(command[0])}[{child.popen.pid}]")
        try:
            await process._connect()
        except BaseException:
            child.end()
            raise
        return process

    async def _connect(self) -> None:
        loop, popen = asyncio.get_running_loop(), self.child.popen
        self._stdin, _ = await loop.connect_write_pipe(lambda: self._writer, popen.stdin)
        for pipe, longest, heard, ended in (
            (popen.stderr, LONGEST_LAST_WORD, self._last_words.append, self._stderr_ended.set),
            (popen.stdout, LONGEST_LINE, self._hear, self._output_ended),
        ):
            reader = _Reader(longest, heard, ended)
            transport, _ = await loop.connect_read_pipe(lambda reader=reader: reader, pipe)  # type: ignore[misc]
            self._outputs.append(transport)

    def say(self, *lines: str) -> None:
        """Sends lines, in one piece."""
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"{line!r} is more than one line")
        if LOGGER.isEnabledFor(logging.DEBUG):
            for line in lines:
                LOGGER.debug("%s << %s", self.name, line)
        if not self._stdin.is_closing():
            self._stdin.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))

    def _hear(self, line: str) -> None:
        if LOGGER.isEnabledFor(logging.DEBUG):
            LOGGER.debug("%s >> %s", self.name, line)
        if self.listener is not None and line:
            self.listener(line)

    def _output_ended(self) -> None:
        if self._burial is None:
            self._burial = asyncio.get_running_loop().create_task(self._bury())

    async def _bury(self) -> None:
        """The end of its output is the end of an engine: ends what is left of it, and tells how it ended."""
        for pause in _pauses(EXIT_GRACE):
            if self.child.has_exited():
                break
            await asyncio.sleep(pause)
        self.child.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._stderr_ended.wait(), EXIT_GRACE)
        code = self.child.reap()
        for pause in _pauses(EXIT_GRACE):
            if code is not None:
                break
            await asyncio.sleep(pause)
            code = self.child.reap()
        if self._writer.open:
            self._stdin.abort()
        for output in self._outputs:
            output.close()
        self.end = EngineTerminatedError(self._obituary(code), code, tuple(self._last_words))
        self._gone.set()
        if self.on_end is not None:
            self.on_end(self.end)

    def _obituary(self, code: int | None) -> str:
        if self._reason is not None:
            return f"{self.name} {self._reason}"
        if code is None:
            return f"{self.name} closed its output"
        return f"{self.name} ended with {f'signal {-code}' if code < 0 else f'exit code {code}'}"

    async def quit(self, patience: float) -> None:
        """Asks the engine to leave, and makes it leave if it does not."""
        self._reason = self._reason or "was closed"
        try:
            self.say("quit")
            self._stdin.close()
            await self._wait(patience)
        finally:
            self.child.kill()
        await self.kill("was closed")

    async def kill(self, reason: str) -> None:
        """Ends the engine now, and waits until it is gone and its pipes are closed."""
        self._reason = self._reason or reason
        self.child.kill()
        if not await self._wait(EXIT_GRACE):
            # Its output is open still, in a process that left the group.
            self._output_ended()
            await self._wait(4 * EXIT_GRACE)

    async def _wait(self, patience: float) -> bool:
        """Waits for the end; tells whether it has come."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._gone.wait(), patience)
        return self._gone.is_set()


def _pauses(total: float) -> Iterator[float]:
    """Pauses that begin short and add up to about so many seconds."""
    pause = 0.0005
    while total > 0:
        yield pause
        total -= pause
        pause = min(2 * pause, 0.05)
