"""Who knows the rules: one tern process for all boards of this program, started when it is needed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from . import background
from .engine import AsyncEngine
from .errors import EngineTerminatedError
from .protocol import option_lines
from .score import Player

T = TypeVar("T")

REMEMBERED: Final = 4096
"""Positions of which the answers are remembered."""

TIMEOUT: Final = 60.0
"""Seconds. Nothing that is asked here takes long, but a busy machine may."""


class Setup(NamedTuple):
    """A position as it is sent: how it began, and the moves since."""

    game: str
    start: str | None
    """The text of the position at the start; `None` for that of the game."""
    moves: tuple[str, ...]

    @property
    def line(self) -> str:
        """The command."""
        start = "startpos" if self.start is None else f"fen {self.start}"
        return f"position {start} moves {' '.join(self.moves)}" if self.moves else f"position {start}"


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: Player | None
    """Nobody if it was drawn."""
    reason: str
    """`goal`, `stones`, `blocked`, `points`, `repetition`, `idle` or `material`."""

    @property
    def result(self) -> str:
        """The points of both players.

        >>> Outcome("p1", "stones").result, Outcome(None, "repetition").result
        ('1-0', '1/2-1/2')
        """
        return {"p1": "1-0", "p2": "0-1", None: "1/2-1/2"}[self.winner]


class State(NamedTuple):
    """What a board is asked most often."""

    game: str
    fen: str
    turn: Player
    outcome: Outcome | None


class Rules:
    """The process, and what it said before."""

    def __init__(self) -> None:
        self._engine: AsyncEngine | None = None
        self._known: OrderedDict[Setup, State] = OrderedDict()
        self._game = ""
        self._lock = asyncio.Lock()

    async def state(self, setup: Setup) -> State:
        """The position; `EngineError` if there is no such one."""
        state = self._known.get(setup)
        if state is None:
            game, fen, p1turn, result, reason = await self.ask(setup, "game", "fen", "p1turn", "result", "reason")
            winner: Player | None = "p1" if result == "p1win" else "p2" if result == "p2win" else None
            outcome = None if result == "none" else Outcome(winner, reason)
            state = self._known[setup] = State(game, fen, "p1" if p1turn == "true" else "p2", outcome)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return state

    async def ask(self, setup: Setup, *questions: str) -> list[str]:
        """Answers to questions about a position."""
        async with self._lock:
            try:
                return await self._ask(setup, questions)
            except EngineTerminatedError:
                # Somebody ended the process: start another one, once.
                await self._leave()
                return await self._ask(setup, questions)

    async def _ask(self, setup: Setup, questions: tuple[str, ...]) -> list[str]:
        engine = await self._start()
        before = [] if setup.game == self._game else [f"setoption name Game value {setup.game}"]
        # If something goes wrong, nobody knows which game is set.
        self._game = ""
        responses = await engine._responses([*before, setup.line], questions)
        self._game = setup.game
        return responses

    async def start_of_size(self, game: str, size: int) -> str:
        """The start position on a board of another size; `ValueError` if the game has no other."""
        async with self._lock:
            engine = await self._start()
            option = engine.options["BoardSize"]
            self._game = ""
            start, *ends = [
                await engine._responses([*_board(game, side), "position startpos"], ["fen"])
                for side in (size, option.min, option.max)
            ]
            await engine._responses(_board(game, option.default), [])
        if ends[0] == ends[1]:
            raise ValueError(f"{game} is played on one board only, which has no size")
        return start[0]

    async def _start(self) -> AsyncEngine:
        if self._engine is None:
            self._engine = await AsyncEngine.popen(timeout=TIMEOUT)
            await self._engine.configure({"Hash": 1})
            self._game = ""
        return self._engine

    async def _leave(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()


def _board(game: str, side: int | str | None) -> list[str]:
    return option_lines({"Game": game, "BoardSize": side})


_rules: tuple[asyncio.AbstractEventLoop, Rules] | None = None


def _shared() -> Rules:
    """The rules of this process: a fork needs its own."""
    global _rules
    loop = background.loop()
    if _rules is None or _rules[0] is not loop:
        _rules = (loop, Rules())
    return _rules[1]


def consult(question: Callable[[Rules], Coroutine[Any, Any, T]]) -> T:
    """Asks the rules, and waits."""
    return background.run(question(_shared()))


async def consult_async(question: Callable[[Rules], Coroutine[Any, Any, T]]) -> T:
    """Asks the rules from any event loop."""
    return await background.run_async(question(_shared()))
