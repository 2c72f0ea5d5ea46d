"""Engines, asynchronously. `tern.Engine` is the same for programs that wait."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections import deque
from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from .binary import binary
from .conversation import Answers, Conversation, Introduction, Search
from .errors import EngineError
from .process import Process
from .protocol import Info, Limit, Option, PlayResult, option_lines

if TYPE_CHECKING:
    from .board import Board
    from .rules import Setup

DEFAULT_TIMEOUT: Final = 10.0
"""Seconds that an engine may take over an answer, beyond what it was given for thinking."""

LONGEST_SEARCH: Final = 3600.0
"""Seconds for a search whose limit says nothing about time."""

LONGEST_FAREWELL: Final = 1.0
"""Seconds between `quit` and the end of an engine that does not mind."""

MOST_NEWS: Final = 1000
"""So many reports wait for a slow reader; the oldest are left out."""

Value = str | int | float | bool | None
Command = str | os.PathLike[str] | Sequence[str] | None


class AsyncEngine:
    """An engine for asyncio: `async with tern.AsyncEngine.popen() as engine`, or `engine = await tern.AsyncEngine.popen()`.

    Calls from several tasks are served one after the other. Cancelling a task stops its search. Lines in both directions are
    logged by the logger `tern.engine` at level `DEBUG`.

    >>> import asyncio, tern
    >>> async def main():
    ...     async with tern.AsyncEngine.popen() as white, tern.AsyncEngine.popen() as black:
    ...         board, limit = tern.Board("differo"), tern.Limit(nodes=500)
    ...         return await asyncio.gather(white.play(board, limit), black.play(board, limit))
    >>> [result.move is not None for result in asyncio.run(main())]
    [True, True]
    """

    def __init__(
        self,
        command: Command = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """See `popen`."""
        if timeout <= 0:
            raise ValueError(f"timeout must be more than 0 s, not {timeout!r}")
        self._command = _arguments(command)
        self._timeout = timeout
        self._cwd = None if cwd is None else os.fspath(cwd)
        self._env = env
        self._introduction: Introduction | None = None
        self._talk: Conversation | None = None
        # What was set last, as far as it matters here: Game and MultiPV come and go with every search.
        self._settings: dict[str, str] = {}
        self._multipv = 1

    @classmethod
    def popen(
        cls,
        command: Command = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> AsyncEngine:
        """An engine that is started by `async with` or `await`.

        `command` is a program, or a program with its arguments; without it, the tern that came with this package.
        `timeout` is how many seconds the engine may take over an answer, beyond what it was given for thinking.
        """
        return cls(command, timeout=timeout, cwd=cwd, env=env)

    def __await__(self) -> Generator[Any, None, AsyncEngine]:
        return self.__aenter__().__await__()

    async def __aenter__(self) -> AsyncEngine:
        if self._talk is not None:
            return self
        process = await Process.start(self._command, self._cwd, self._env)
        # Whoever loses the engine loses the process.
        weakref.finalize(self, process.child.end)
        self._talk = Conversation(process, self._timeout)
        try:
            introduction = Introduction()
            await self._talk.ask(introduction, lambda: ["ugi"])
            self._introduction = introduction
        except BaseException:
            await self._talk.process.kill("was closed")
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    @property
    def _conversation(self) -> Conversation:
        if self._talk is None:
            raise RuntimeError("this engine has not been started: use async with, or await")
        return self._talk

    @property
    def id(self) -> dict[str, str]:
        """What the engine says of itself: its `name` and its `author`."""
        return dict(self._introduction.id) if self._introduction else {}

    @property
    def options(self) -> dict[str, Option]:
        """What can be set with `configure`."""
        return dict(self._introduction.options) if self._introduction else {}

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._conversation.process.child.popen.pid

    async def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options; `None` presses a button. The engine decides what it accepts, `EngineError` says what not.

        The options `Game` and `BoardSize` follow the board of every search by themselves.
        """
        await self._conversation.ask(Answers(), lambda: [*option_lines(options), "isready"])
        for name, value in options.items():
            self._settings.pop(name.lower(), None)
            if name.lower() == "multipv" and isinstance(value, (int, str)):
                self._multipv = int(value)

    async def new_game(self) -> None:
        """Lets the engine forget what it found in earlier searches."""
        await self._conversation.ask(Answers(), lambda: ["uginewgame", "isready"])

    async def ping(self) -> None:
        """Waits until the engine is ready."""
        await self._conversation.ask(Answers(), lambda: ["isready"])

    async def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move that the engine would play. Its legality has been checked."""
        board = board.copy()
        search = await self._search(board, limit, None)
        result = search.answer.result()
        if result.move is not None and not await board._allows(result.move):
            raise EngineError(f"'bestmove {result.move}' is not a legal move after {board._setup.line!r}")
        return result

    async def analyse(self, board: Board, limit: Limit, *, multipv: int | None = None) -> list[Info]:
        """What the engine thinks of the best moves, best first: one, or as many as `multipv` says."""
        search = await self._search(board.copy(), limit, multipv)
        return search.ranking()

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int | None = None) -> AsyncAnalysis:
        """A search to be watched: `async with engine.analysis(board) as analysis: async for info in analysis: …`.

        Without a limit it goes on until it is stopped, by `analysis.stop()`, by the end of the `async with`, by the next call
        of any kind on the same engine, or after an hour.
        """
        return AsyncAnalysis(self, board, limit or Limit(), multipv)

    async def close(self) -> None:
        """Ends the engine: politely at first, by force if it does not go. Can be repeated."""
        if self._talk is not None:
            await self._talk.process.quit(min(self._timeout, LONGEST_FAREWELL))

    async def _search(self, board: Board, limit: Limit, multipv: int | None) -> Search:
        if not limit:
            raise ValueError("a search needs a limit, or it would never end; use analysis() to watch one without")
        search = await board._new_search()
        task = self._begin(search, board._setup, limit, multipv)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            search.stop()
            raise
        return search

    def _begin(self, search: Search, setup: Setup, limit: Limit, multipv: int | None) -> asyncio.Task[PlayResult]:
        thinking = limit.thinking_time
        settings = self._settings
        wanted = self._wanted(setup, multipv)

        def lines() -> list[str]:
            changed = {name: value for name, value in wanted.items() if settings.get(name.lower()) != value}
            settings.update((name.lower(), value) for name, value in changed.items())
            return [*option_lines(changed), setup.line, "isready", f"go {limit.words() or 'infinite'}"]

        def check(task: asyncio.Task[PlayResult]) -> None:
            # After an error nobody knows which options were taken.
            if task.cancelled() or task.exception() is not None:
                settings.clear()

        work = self._conversation.search(search, lines, LONGEST_SEARCH if thinking is None else thinking)
        task = self._conversation.start(work)
        task.add_done_callback(check)
        return task

    def _wanted(self, setup: Setup, multipv: int | None) -> dict[str, str]:
        """The options that a search needs, as far as the engine has them."""
        wanted = {"Game": setup.game, "MultiPV": str(multipv or self._multipv)}
        if multipv is not None and multipv < 1:
            raise ValueError(f"multipv must be at least 1, not {multipv}")
        has = {name.lower() for name in self.options}
        if wanted["MultiPV"] != "1" and "multipv" not in has:
            raise EngineError(f"{self.id.get('name', 'this engine')} has no option MultiPV")
        return {name: value for name, value in wanted.items() if name.lower() in has}

    async def _responses(self, before: Sequence[str], questions: Sequence[str]) -> list[str]:
        """Sends commands, and gives the answers to questions."""
        lines = [*before, "isready", *(f"query {question}" for question in questions)]
        return await self._conversation.ask(Answers(len(questions)), lambda: lines)


class _News:
    """Reports on their way to the reader. Knows neither the search nor the engine, so that both can be lost."""

    def __init__(self) -> None:
        self._infos: deque[Info] = deque(maxlen=MOST_NEWS)
        self._changed = asyncio.Event()

    def add(self, info: Info) -> None:
        self._infos.append(info)
        self._changed.set()

    def end(self, _: asyncio.Task[PlayResult]) -> None:
        self._changed.set()

    async def next(self, task: asyncio.Task[PlayResult]) -> Info | None:
        """The next report; `None` if the task has ended and all have been read."""
        while not self._infos:
            if task.done():
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._infos.popleft()


class AsyncAnalysis:
    """A search that is under way: an asynchronous iterator over its reports."""

    def __init__(self, engine: AsyncEngine, board: Board, limit: Limit, multipv: int | None) -> None:
        """See `AsyncEngine.analysis`."""
        self._engine = engine
        self._board = board.copy()
        self._limit = limit
        self._multipv = multipv
        self._news = _News()
        self._search: Search | None = None
        self._task: asyncio.Task[PlayResult] | None = None

    async def _begin(self) -> asyncio.Task[PlayResult]:
        if self._task is None:
            search = await self._board._new_search(self._news.add)
        # Somebody else may have begun it in the meantime.
        if self._task is None:
            self._search = search
            self._task = self._engine._begin(search, self._board._setup, self._limit, self._multipv)
            self._engine._conversation.give_way(search, self._task)
            self._task.add_done_callback(self._news.end)
        return self._task

    async def __aenter__(self) -> AsyncAnalysis:
        await self._begin()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        try:
            await self.wait()
        except EngineError:
            # What goes wrong on the way out must not hide what went wrong before.
            if error is None:
                raise

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        info = await self._next()
        if info is None:
            raise StopAsyncIteration
        return info

    async def _next(self) -> Info | None:
        """The next report; `None` if there will be none."""
        task = await self._begin()
        info = await self._news.next(task)
        if info is None:
            await self.wait()
        return info

    def stop(self) -> None:
        """Ends the search. What it has found until then can still be read."""
        if self._search is not None:
            self._search.stop()

    async def wait(self) -> PlayResult:
        """Waits for the end of the search, and gives its result."""
        return await asyncio.shield(await self._begin())

    @property
    def best(self) -> PlayResult | None:
        """The best move: that of the search if it is over, the best so far if it is not, `None` if there is none yet."""
        if self._search is None:
            return None
        answer = self._search.answer
        if answer.done() and not answer.cancelled() and answer.exception() is None:
            return answer.result()
        info = self._search.infos.get(1)
        if info is None or not info.pv:
            return None
        return PlayResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)

    @property
    def infos(self) -> list[Info]:
        """What was said last about the best moves, best first."""
        return self._search.ranking() if self._search else []


def _arguments(command: Command) -> list[str]:
    if command is None:
        return [binary()]
    if isinstance(command, (str, os.PathLike)):
        return [os.fspath(command)]
    if not command:
        raise ValueError("an engine needs a command")
    return [os.fspath(word) for word in command]
