"""The words of the protocol: limits that are sent, and lines that are read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from .score import Cp, Mate, Player, Score, Wdl


@dataclass(frozen=True)
class Limit:
    """What ends a search. Times are in seconds. With several limits the first to bind counts.

    >>> Limit(time=0.5, depth=8).words()
    'depth 8 movetime 500'
    >>> Limit(p1_clock=60, p2_clock=55.5, p1_inc=1, p2_inc=1).words()
    'p1time 60000 p2time 55500 p1inc 1000 p2inc 1000'
    """

    time: float | None = None
    """Seconds for this move."""
    nodes: int | None = None
    """Positions to search."""
    depth: int | None = None
    """Plies to look ahead."""
    mate: int | None = None
    """Look for a win in so many moves."""
    p1_clock: float | None = None
    """Seconds left to the first player."""
    p2_clock: float | None = None
    """Seconds left to the second player."""
    p1_inc: float | None = None
    """Seconds that the first player gets for every move."""
    p2_inc: float | None = None
    """Seconds that the second player gets for every move."""
    moves_to_go: int | None = None
    """Moves until the clocks are refilled."""

    def __post_init__(self) -> None:
        for name in ("nodes", "depth", "mate", "moves_to_go"):
            count = getattr(self, name)
            if count is not None and (not isinstance(count, int) or count < 1):
                raise ValueError(f"{name} must be a whole number from 1 on, not {count!r}")
        for name in ("time", "p1_clock", "p2_clock", "p1_inc", "p2_inc"):
            seconds = getattr(self, name)
            if seconds is not None and not math.isfinite(seconds):
                raise ValueError(f"{name} must be a number of seconds, not {seconds!r}")
        if self.time is not None and self.time < 0:
            raise ValueError(f"time must not be negative, and it is {self.time!r}")

    def words(self) -> str:
        """What follows `go`."""
        return " ".join(
            f"{word} {value if isinstance(value, int) and not is_time else _milliseconds(value)}"
            for word, name, is_time in _GO_WORDS
            if (value := getattr(self, name)) is not None
        )

    @property
    def thinking_time(self) -> float | None:
        """The longest that an engine can think under this limit, in seconds; `None` if it does not speak of time."""
        clocks = [seconds for seconds in (self.p1_clock, self.p2_clock) if seconds is not None]
        increments = [seconds for seconds in (self.p1_inc, self.p2_inc) if seconds is not None]
        if not clocks and not increments:
            return self.time
        by_clock = max(max(clocks, default=0), 0) + max(max(increments, default=0), 0)
        return by_clock if self.time is None else min(by_clock, self.time)

    def __bool__(self) -> bool:
        """Whether there is any limit at all.

        >>> bool(Limit()), bool(Limit(depth=3))
        (False, True)
        """
        return any(getattr(self, each.name) is not None for each in fields(self) if each.name != "moves_to_go")


_GO_WORDS: Final = (
    ("depth", "depth", False),
    ("nodes", "nodes", False),
    ("mate", "mate", False),
    ("movetime", "time", True),
    ("p1time", "p1_clock", True),
    ("p2time", "p2_clock", True),
    ("p1inc", "p1_inc", True),
    ("p2inc", "p2_inc", True),
    ("movestogo", "moves_to_go", False),
)


def _milliseconds(seconds: float) -> int:
    # Somebody who allows a little time means more than none.
    return max(round(seconds * 1000), 1) if seconds > 0 else round(seconds * 1000)


@dataclass(frozen=True)
class Info:
    """What an engine tells about its search: the newest `info` line for one of the best moves.

    What the engine did not say is `None`.
    """

    depth: int | None = None
    """How many plies it looked ahead."""
    seldepth: int | None = None
    """How far it looked where that was worth it."""
    multipv: int = 1
    """1 for the best move, 2 for the second best, and so on."""
    score: Score | None = None
    """How good the position is for the player to move."""
    wdl: Wdl | None = None
    """How such games end, if option `ShowWDL` is on."""
    nodes: int | None = None
    """Positions searched."""
    nps: int | None = None
    """Positions searched in a second."""
    hashfull: int | None = None
    """How full the transposition table is, in thousandths."""
    time: float | None = None
    """Seconds since the search began."""
    pv: tuple[str, ...] = ()
    """The moves that the engine expects."""


@dataclass(frozen=True)
class PlayResult:
    """What a search came to."""

    move: str | None
    """The best move; `None` if the game is over."""
    ponder: str | None
    """The answer that the engine expects, if option `Ponder` is on."""
    info: Info
    """What the engine said last about that move."""


@dataclass(frozen=True)
class Option:
    """An option of an engine.

    >>> Option.parse("option name Level type combo default search var random var search")
    Option(name='Level', type='combo', default='search', min=None, max=None, choices=('random', 'search'))
    """

    name: str
    type: str
    """`spin`, `check`, `combo`, `button` or `string`."""
    default: str | None = None
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()

    @staticmethod
    def parse(line: str) -> Option | None:
        """Reads an `option` line; `None` if it is not one."""
        found: dict[str, list[str]] = {}
        choices: list[str] = []
        key = ""
        for word in line.split()[1:]:
            if word in ("name", "type", "default", "min", "max", "var") and not (key == "name" and word == "name"):
                key = word
                if key == "var":
                    choices.append("")
                else:
                    found[key] = []
            elif key == "var":
                choices[-1] = f"{choices[-1]} {word}".strip()
            elif key:
                found[key].append(word)
        text = {key: " ".join(words) for key, words in found.items()}
        if not text.get("name") or not text.get("type"):
            return None
        least, most = whole_number(text.get("min", "")), whole_number(text.get("max", ""))
        return Option(text["name"], text["type"], text.get("default"), least, most, tuple(choices))


def whole_number(word: str) -> int | None:
    """The number that is written there, if there is one."""
    # Nothing that is counted here has more digits; longer ones take long to read.
    if len(word) > 20:
        return None
    try:
        return int(word)
    except ValueError:
        return None


def parse_info(line: str, turn: Player | None = None, game: str | None = None) -> Info | None:
    """Reads an `info` line about a search for this player; `None` if there is neither a score nor a line of moves in it.

    >>> parse_info("info depth 3 score cp 12 wdl 400 300 300 time 5 pv c3 d4", "p1")
    Info(depth=3, seldepth=None, multipv=1, score=Cp(12, turn='p1'), wdl=Wdl(wins=400, draws=300, losses=300), nodes=None, \
nps=None, hashfull=None, time=0.005, pv=('c3', 'd4'))
    >>> parse_info("info depth 3 currmove c3 currmovenumber 1")
    """
    words = iter(line.split()[1:])
    numbers: dict[str, int | None] = {}
    score, wdl = None, None
    pv: tuple[str, ...] = ()
    for word in words:
        if word in _INFO_NUMBERS:
            numbers[word] = whole_number(next(words, ""))
        elif word == "score":
            score = _parse_score(words)
        elif word == "wdl":
            wdl = _parse_wdl(words)
        elif word == "pv":
            pv = tuple(words)
        elif word == "string":
            break
    if score is None and not pv:
        return None
    if score is not None:
        score = replace(score, turn=turn, game=game, wdl=wdl)
    time, multipv = numbers.pop("time", None), numbers.pop("multipv", None)
    seconds = None if time is None else time / 1000
    return Info(**numbers, multipv=multipv or 1, score=score, wdl=wdl, time=seconds, pv=pv)


_INFO_NUMBERS: Final = frozenset({"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"})


def _parse_score(words: Iterator[str]) -> Score | None:
    kind, value = next(words, ""), whole_number(next(words, ""))
    if value is None:
        return None
    return Cp(value) if kind == "cp" else Mate(value) if kind == "mate" else None


def _parse_wdl(words: Iterator[str]) -> Wdl | None:
    wins, draws, losses = (whole_number(next(words, "")) for _ in range(3))
    if wins is None or draws is None or losses is None or min(wins, draws, losses) < 0:
        return None
    return Wdl(wins, draws, losses)


def option_lines(options: Mapping[str, str | int | float | bool | None]) -> list[str]:
    """The lines that set options.

    >>> option_lines({"Hash": 128, "Ponder": True, "Clear Hash": None})
    ['setoption name Hash value 128', 'setoption name Ponder value true', 'setoption name Clear Hash']
    """
    return [f"setoption name {name}{option_value(value)}" for name, value in options.items()]


def option_value(value: str | float | bool | None) -> str:
    """What follows the name of an option."""
    if value is None:
        return ""
    return f" value {str(value).lower() if isinstance(value, bool) else value}"
