"""One question at a time: what is said to an engine, and which lines answer it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from .errors import EngineError, EngineTerminatedError, EngineTimeoutError
from .process import Process
from .protocol import Info, Option, PlayResult, parse_info
from .score import Mate, Player

T = TypeVar("T")

MOST_OPTIONS: Final = 1000
"""No engine has more; one that goes on is not believed."""

MOST_LINES: Final = 256
"""How many best moves are kept apart: the largest `MultiPV`."""


class Exchange(Generic[T]):
    """Something said to an engine that waits for its answer."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # An answer that nobody waits for any more is no reason to complain.
        self.answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())

    def hear(self, line: str) -> None:
        """Makes something of a line."""
        raise NotImplementedError

    def succeed(self, result: T) -> None:
        """This is the answer."""
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: EngineError) -> None:
        """There is no answer."""
        if not self.answer.done():
            self.answer.set_exception(error)


class Introduction(Exchange[None]):
    """`ugi`: who the engine is, and what can be set."""

    def __init__(self) -> None:
        super().__init__()
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}

    def hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "ugiok":
            self.succeed(None)
        elif word == "id":
            key, _, value = rest.strip().partition(" ")
            if key in ("name", "author"):
                self.id[key] = value.strip()
        elif word == "option" and len(self.options) < MOST_OPTIONS:
            option = Option.parse(line)
            if option is not None:
                self.options[option.name] = option


class Answers(Exchange[list[str]]):
    """Commands that are silent if all is well, `isready`, and then so many questions with one `response` each."""

    def __init__(self, questions: int = 0) -> None:
        super().__init__()
        self._missing = questions
        self._responses: list[str] = []
        self._ready = False
        self._error: EngineError | None = None

    def hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "error":
            self._error = self._error or EngineError(rest.strip())
        if word == "readyok":
            self._ready = True
        elif self._ready and word in ("response", "error"):
            self._responses.append(rest.strip())
        if self._ready and len(self._responses) >= self._missing:
            if self._error is not None:
                self.fail(self._error)
            else:
                self.succeed(self._responses)


class Search(Exchange[PlayResult]):
    """`position …`, `isready`, `go …`: everything until `bestmove`.

    The `readyok` in between tells errors of the position, after which there is a search all the same, from errors of `go`,
    after which there is none; and no `bestmove` of an earlier search can be mistaken for ours.
    """

    def __init__(self, game: str, turn: Player, won: bool, told: Callable[[Info], None] | None = None) -> None:
        super().__init__()
        self.infos: dict[int, Info] = {}
        self.stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.unanswered = 1
        """How many `isready` wait for their `readyok`."""
        self._ready = False
        self._error: EngineError | None = None
        self._game, self._turn, self._won, self._told = game, turn, won, told

    def stop(self) -> None:
        """Ends the search: its answer will follow."""
        if not self.stopping.done():
            self.stopping.set_result(None)

    def hear(self, line: str) -> None:
        word = line.partition(" ")[0]
        if word == "info" and self._ready:
            self._hear_info(line)
        elif word == "bestmove" and self._ready:
            self._hear_best_move(line.split()[1:])
        elif word == "readyok":
            self._ready = True
            self.unanswered = 0
            if self._error is not None:
                self.stop()
        elif word == "error":
            self._error = self._error or EngineError(line.partition(" ")[2].strip())
            if self._ready:
                self.fail(self._error)

    def _hear_info(self, line: str) -> None:
        info = parse_info(line, self._turn, self._game)
        if info is None or not 1 <= info.multipv <= MOST_LINES:
            return
        if isinstance(info.score, Mate) and info.score.value == 0:
            # The game is over. The line does not tell for whom, the rules do.
            info = replace(info, score=replace(info.score, winning=self._won))
        self.infos[info.multipv] = info
        if self._told is not None:
            self._told(info)

    def _hear_best_move(self, words: list[str]) -> None:
        if self._error is not None:
            self.fail(self._error)
        elif not words:
            self.fail(EngineError("'bestmove' without a move"))
        else:
            move = None if words[0] == "(none)" else words[0]
            ponder = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else None
            self.succeed(PlayResult(move, ponder, self.best_info(move)))

    def best_info(self, move: str | None) -> Info:
        """What was said last about this move, or else about the best one."""
        about_it = (info for info in self.infos.values() if info.pv and info.pv[0] == move)
        return next(about_it, self.infos.get(1, Info()))

    def ranking(self) -> list[Info]:
        """What was said last about the best moves, best first."""
        return [self.infos[rank] for rank in sorted(self.infos)]


class Conversation:
    """Sees to it that one question is answered before the next is put, and that every answer comes in time."""

    def __init__(self, process: Process, timeout: float) -> None:
        self.process = process
        self.timeout = timeout
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._analyses: list[Search] = []
        """Searches to be watched, which give way to every other question."""

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begins work that goes on when whoever waits for it does not: what was asked must be heard."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def give_way(self, search: Search, task: asyncio.Task[PlayResult]) -> None:
        """From now on this search ends when something else is asked."""
        self._analyses.append(search)
        task.add_done_callback(lambda _: self._analyses.remove(search))

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    @contextlib.asynccontextmanager
    async def turn(self, exchange: Exchange[T]) -> AsyncIterator[None]:
        """The time in which all lines belong to this exchange."""
        for analysis in self._analyses:
            if analysis is not exchange:
                analysis.stop()
        async with self._lock:
            if self.process.end is not None:
                raise EngineTerminatedError(*self.process.end.args)
            self.process.listener, self.process.on_end = exchange.hear, exchange.fail
            try:
                yield
            finally:
                self.process.listener = self.process.on_end = None

    async def ask(self, exchange: Exchange[T], lines: Callable[[], list[str]]) -> T:
        """Says lines and waits for the answer. Cancelled, it leaves an engine that can be asked again."""
        return await asyncio.shield(self.start(self._ask(exchange, lines)))

    async def _ask(self, exchange: Exchange[T], lines: Callable[[], list[str]]) -> T:
        async with self.turn(exchange):
            said = lines()
            self.process.say(*said)
            await asyncio.wait({exchange.answer}, timeout=self.timeout)
            if not exchange.answer.done():
                raise await self._give_up(f"did not answer {said[-1]!r} within {self.timeout} s")
            return exchange.answer.result()

    async def search(self, search: Search, lines: Callable[[], list[str]], thinking: float) -> PlayResult:
        """Searches. If the search is overdue it is stopped; an engine that does not answer is ended."""
        async with self.turn(search):
            if search.stopping.done():
                raise asyncio.CancelledError
            self.process.say(*lines())
            await self._watch(search, thinking)
            return search.answer.result()

    async def _watch(self, search: Search, thinking: float) -> None:
        """Waits for the best move. From time to time the engine has to show that it is alive."""
        now = asyncio.get_running_loop().time
        stop_at = now() + thinking + self.timeout / 2
        check_at = now() + self.timeout
        end_at: float | None = None
        while not search.answer.done():
            if end_at is not None and now() >= end_at:
                raise await self._give_up(f"did not stop within {self.timeout / 2} s")
            if end_at is None and (search.stopping.done() or now() >= stop_at):
                self.process.say("stop")
                end_at = now() + self.timeout / 2
            if end_at is None and now() >= check_at:
                if search.unanswered:
                    raise await self._give_up(f"did not answer 'isready' within {self.timeout} s")
                search.unanswered += 1
                self.process.say("isready")
                check_at = now() + self.timeout
            until = min(stop_at, check_at) if end_at is None else end_at
            waited_for: set[asyncio.Future[Any]] = {search.answer}
            if end_at is None:
                waited_for.add(search.stopping)
            await asyncio.wait(waited_for, timeout=until - now(), return_when=asyncio.FIRST_COMPLETED)
        if not search.stopping.done() and end_at is not None:
            search.answer.result()
            raise EngineTimeoutError(f"{self.process.name} had to be stopped after {thinking + self.timeout / 2} s")

    async def _give_up(self, reason: str) -> EngineTimeoutError:
        """Nobody knows what an engine will say that missed its turn: it is ended."""
        await self.process.kill(f"was ended because it {reason}")
        return EngineTimeoutError(f"{self.process.name} {reason}")
