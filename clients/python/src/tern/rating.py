"""How strong engines are, from the records of their games.

The unit is the pair: one opening played twice with sides swapped. The games of a pair depend on each other, pairs do not.
These are the formulas of `tern match`, and they give the same numbers.

>>> pairs = Pentanomial((12, 180, 430, 220, 18))
>>> strength = pairs.strength()
>>> round(strength.elo, 2), round(strength.error, 2), round(strength.los, 3)
(10.51, 9.02, 0.989)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

from .records import Record

NORMAL_95: Final = NormalDist().inv_cdf(0.975)
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

RARE: Final = 0.05
"""How rare a clean sweep must be to rule a mean out."""

UNSEEN: Final = 1e-3
"""In an SPRT, kinds of pair that have not come up count as this many."""

LEAST_PAIRS: Final = 50
"""With fewer pairs an SPRT decides nothing: it would be wrong more often than it promises."""


def elo(score: float) -> float:
    """The Elo difference that explains a score from 0 to 1.

    >>> round(elo(0.75))
    191
    """
    if math.isnan(score):
        return math.nan
    return -math.inf if score <= 0 else math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def expected_score(elo: float) -> float:
    """The score from 0 to 1 that an Elo difference lets expect.

    >>> expected_score(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Strength(NamedTuple):
    """A difference in strength. What the games do not tell is not finite."""

    elo: float
    error: float
    """Half the width of its 95 % interval."""
    low: float
    """The lower end of that interval."""
    high: float
    """The upper end."""
    los: float
    """The likelihood of superiority."""


@dataclass(frozen=True)
class Pentanomial:
    """Pairs of games by the points won: 0, ½, 1, 1½ and 2 of 2."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def with_pair(self, half_points: int) -> Pentanomial:
        """One more pair, in which so many half points were won.

        >>> Pentanomial().with_pair(3)
        Pentanomial(counts=(0, 0, 0, 1, 0))
        """
        a, b, c, d, e = (count + (i == half_points) for i, count in enumerate(self.counts))
        return Pentanomial((a, b, c, d, e))

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points that was won; not a number if there are no pairs."""
        return sum(count * i / 4 for i, count in enumerate(self.counts)) / self.pairs if self.pairs else math.nan

    def strength(self) -> Strength:
        """The difference in strength that the pairs show."""
        if not self.pairs:
            return Strength(math.nan, math.nan, -math.inf, math.inf, math.nan)
        mean = self.score
        # After a clean sweep there is a bound on one side only.
        most = NORMAL_95**2 / 2 if 0 < mean < 1 else -math.log(RARE)
        low, high = (elo(bound) for bound in _interval(self.counts, mean, most))
        doubt = math.sqrt(2 * _deficit(self.counts, 0.5))
        return Strength(elo(mean), (high - low) / 2, low, high, NormalDist().cdf(-doubt if mean < 0.5 else doubt))


def _deficit(counts: Iterable[float], mean: float) -> float:
    """By how much the most likely distribution of pairs with this mean explains the counts worse than the best one with any.

    The empirical likelihood (Owen, 2001): the maximum over λ of Σ n(x)·ln(1 + λ·(x − m)), as logarithm. The range of λ is that
    of all kinds of pair, seen or not, so that even a single pair leaves room for doubt.
    """
    terms = [(count, i / 4 - mean) for i, count in enumerate(counts) if count]

    def rises(scale: float) -> bool:
        return sum(count * d / (1 + scale * d) for count, d in terms) > 0

    low, high = _root(-1 / (1 - mean), 1 / mean, rises)
    # Rounded towards the inside, where every logarithm exists.
    scale = max(low, 0.0) if high > 0 else high
    return max(sum(count * math.log1p(scale * d) for count, d in terms), 0.0)


def _interval(counts: tuple[int, ...], mean: float, most: float) -> tuple[float, float]:
    """The means whose deficit is at most `most`."""

    def plausible(value: float) -> bool:
        return _deficit(counts, value) <= most

    low = _root(0.0, mean, lambda value: not plausible(value))[1] if mean > 0 else 0.0
    high = _root(mean, 1.0, plausible)[0] if mean < 1 else 1.0
    return low, high


def _root(low: float, high: float, before: Callable[[float], bool]) -> tuple[float, float]:
    """Narrows an interval down to the place up to which `before` holds."""
    for _ in range(80):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if before(middle) else (low, middle)
    return low, high


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the difference `elo0`, or is it `elo1`?

    >>> test = Sprt(0, 5)
    >>> round(test.llr(Pentanomial((12, 180, 430, 220, 18))), 3), [round(bound, 3) for bound in test.bounds]
    (1.89, [-2.944, 2.944])
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` may be accepted though `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` may be accepted though `elo1` is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the ratio decides for `elo0`, and where for `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`."""
        if not pairs.pairs:
            return 0.0
        counts = [count or UNSEEN for count in pairs.counts]
        return _deficit(counts, expected_score(self.elo0)) - _deficit(counts, expected_score(self.elo1))

    def decision(self, pairs: Pentanomial) -> Literal["elo0", "elo1", "open"]:
        """What the pairs decide."""
        low, high = self.bounds
        llr = self.llr(pairs)
        if pairs.pairs < LEAST_PAIRS or low < llr < high:
            return "open"
        return "elo0" if llr <= low else "elo1"


class Pair(NamedTuple):
    """Two games from one opening, with sides swapped."""

    first: str
    """The engine that began the first of them."""
    second: str
    half_points: int
    """What `first` won, from 0 to 4."""


def pairs(records: Iterable[Record]) -> Iterator[Pair]:
    """The pairs among games, in the order in which they were completed."""
    waiting: dict[tuple[str | None, tuple[str, ...], str, str], list[int]] = {}
    for record in records:
        one, other = record.players
        points = round(2 * record.points)
        start = record.start, record.opening
        partners = waiting.get((*start, other, one))
        if partners:
            yield Pair(other, one, partners.pop(0) + 2 - points)
            if not partners:
                del waiting[(*start, other, one)]
        else:
            waiting.setdefault((*start, one, other), []).append(points)


@dataclass
class Standing:
    """One engine against all others."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = Pentanomial()

    @property
    def games(self) -> int:
        """How many it played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points that it won."""
        return (self.wins + self.draws / 2) / self.games if self.games else math.nan

    @property
    def strength(self) -> Strength:
        """Its strength against all others."""
        return self.pairs.strength()

    def _add(self, points: float) -> None:
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1


def standings(records: Iterable[Record]) -> list[Standing]:
    """The engines that played, best first."""
    table: dict[str, Standing] = {}

    def counted() -> Iterator[Record]:
        for record in records:
            for name, points in zip(record.players, (record.points, 1 - record.points), strict=True):
                table.setdefault(name, Standing(name))._add(points)
            yield record

    for first, second, half_points in pairs(counted()):
        table[first].pairs = table[first].pairs.with_pair(half_points)
        table[second].pairs = table[second].pairs.with_pair(4 - half_points)
    return sorted(table.values(), key=lambda standing: standing.score, reverse=True)
