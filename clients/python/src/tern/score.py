"""What an engine thinks of a position."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from typing_extensions import Self

Player: TypeAlias = Literal["p1", "p2"]
"""The first player is `"p1"`, the second `"p2"`."""

CP_SCALES: Final = {"wali": 36.0, "wali-total": 31.0, "differo": 126.0, "waldmeister": 133.0}
"""A side that is ahead by this many hundredths can expect 1 / (1 + 1/e), 73 %, of the points."""

USUAL_CP_SCALE: Final = 100.0

AnyScore = TypeVar("AnyScore", bound="Score")


def opponent(player: Player) -> Player:
    """The other one.

    >>> opponent("p1")
    'p2'
    """
    return "p2" if player == "p1" else "p1"


class Wdl(NamedTuple):
    """How many in a thousand such games are won, drawn and lost.

    >>> Wdl(700, 200, 100).expectation
    0.8
    >>> -Wdl(700, 200, 100)
    Wdl(wins=100, draws=200, losses=700)
    """

    wins: int
    draws: int
    losses: int

    @property
    def expectation(self) -> float:
        """The share of the points to be expected: a win counts one, a draw half."""
        return (self.wins + self.draws / 2) / max(sum(self), 1)

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@dataclass(frozen=True, eq=False, repr=False)
class Score(ABC):
    """A score, `Cp` or `Mate`, for the player to move. Scores are ordered from lost to won.

    >>> Mate(-1) < Mate(-4) < Cp(-30) < Cp(0) < Cp(20) < Mate(5) < Mate(2)
    True
    """

    value: int
    """Hundredths of about a stone or point (`Cp`), or moves to the end (`Mate`)."""
    turn: Player | None = field(default=None, kw_only=True)
    """Whose score it is, if that is known."""
    game: str | None = field(default=None, kw_only=True)
    """The game it is about, if that is known."""
    wdl: Wdl | None = field(default=None, kw_only=True)
    """How such games end, if the engine said so (option `ShowWDL`)."""

    @property
    @abstractmethod
    def _rank(self) -> tuple[int, int]:
        """Sorts scores."""

    @abstractmethod
    def win_probability(self) -> float:
        """The share of the points that the side can expect, from 0 to 1; a draw counts half."""

    def __neg__(self) -> Self:
        """The same seen by the opponent."""
        turn = opponent(self.turn) if self.turn else None
        return replace(self, value=-self.value, turn=turn, wdl=-self.wdl if self.wdl else None)

    def for_player(self, player: Player) -> Self:
        """The score as this player sees it.

        >>> Cp(30, turn="p2").for_player("p1")
        Cp(-30, turn='p1')
        """
        if player not in ("p1", "p2"):
            raise ValueError(f"a player is 'p1' or 'p2', not {player!r}")
        if self.turn is None:
            raise ValueError(f"nobody knows whose score {self!r} is")
        return self if self.turn == player else -self

    def _rank_of(self, other: Score) -> tuple[int, int]:
        if self.turn and other.turn and self.turn != other.turn:
            raise ValueError(f"{self!r} and {other!r} are scores of different players: use for_player first")
        return other._rank

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        same_side = not self.turn or not other.turn or self.turn == other.turn
        return same_side and self._rank == other._rank

    def __hash__(self) -> int:
        return hash(self._rank)

    def __lt__(self, other: Score) -> bool:
        return self._rank < self._rank_of(other)

    def __le__(self, other: Score) -> bool:
        return self._rank <= self._rank_of(other)

    def __gt__(self, other: Score) -> bool:
        return self._rank > self._rank_of(other)

    def __ge__(self, other: Score) -> bool:
        return self._rank >= self._rank_of(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value}{f', turn={self.turn!r}' if self.turn else ''})"


@dataclass(frozen=True, eq=False, repr=False)
class Cp(Score):
    """A score in hundredths of about one stone or point.

    >>> Cp(25).value, -Cp(25), str(Cp(25))
    (25, Cp(-25), '+0.25')
    """

    @property
    def _rank(self) -> tuple[int, int]:
        return (1, self.value)

    def win_probability(self) -> float:
        """The share of the points that the side can expect, from 0 to 1; a draw counts half.

        From the engine's `wdl` if it sent one. Otherwise from a logistic curve with one scale for each game, fitted to
        400 games of tern against itself: an approximation, up to ten points in a hundred off, and more for other engines.

        >>> Cp(0).win_probability()
        0.5
        >>> round(Cp(20, wdl=Wdl(600, 100, 300)).win_probability(), 2)
        0.65
        """
        if self.wdl is not None:
            return self.wdl.expectation
        scale = CP_SCALES.get(self.game or "", USUAL_CP_SCALE)
        return 0.5 + 0.5 * math.tanh(self.value / (2 * scale))

    def __str__(self) -> str:
        return f"{self.value / 100:+.2f}"


@dataclass(frozen=True, eq=False, repr=False)
class Mate(Score):
    """A proven win in so many own moves; a proven loss if negative.

    `Mate(0)` is the end of the game: lost, unless it is `Mate(0, winning=True)`.

    >>> Mate(3).win_probability(), Mate(-3).win_probability(), str(Mate(-3))
    (1.0, 0.0, '#-3')
    """

    winning: bool = field(default=False, kw_only=True)
    """Whether it is a win."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "winning", self.value > 0 or (self.value == 0 and self.winning))

    def __neg__(self) -> Mate:
        return replace(super().__neg__(), winning=not self.winning)

    @property
    def _rank(self) -> tuple[int, int]:
        return (2 if self.winning else 0, -self.value)

    def win_probability(self) -> float:
        """1 for a win, 0 for a loss."""
        return float(self.winning)

    def __str__(self) -> str:
        return f"#{self.value}"
