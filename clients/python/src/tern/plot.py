"""Pictures of games and matches, with matplotlib: `pip install 'tern-engine[plot]'`.

Every function draws into the axes that it is given, or into new ones, and gives them back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from .rating import LEAST_PAIRS, Pentanomial, Sprt, pairs, standings
from .records import Record

try:
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes
except ImportError as error:  # pragma: no cover
    raise ImportError("tern.plot needs matplotlib: pip install 'tern-engine[plot]'") from error

# Told apart by the colour-blind, and in print.
P1_COLOUR: Final = "#0072b2"
P2_COLOUR: Final = "#d55e00"
QUIET: Final = "#888888"


def score(record: Record, *, axes: Axes | None = None) -> Axes:
    """The score over a game: what both players thought of it, as the first player sees it.

    What is drawn is the share of the points that the first player can expect, so that proven wins have a place too.
    """
    axes = axes or _new_axes()
    for player, name, colour in (("p1", record.players[0], P1_COLOUR), ("p2", record.players[1], P2_COLOUR)):
        seen = [
            (ply, found.for_player("p1").win_probability())
            for ply, move in enumerate(record.moves, 1)
            if move.player == player and (found := move.score) is not None
        ]
        # The curves end in dots, so that a game of a few moves shows.
        axes.plot(*_columns(seen), "o-", markersize=3, color=colour, label=f"{name} ({player})")
    opening = len(record.opening)
    if opening:
        axes.axvspan(0, opening + 0.5, color=QUIET, alpha=0.12, linewidth=0, label="opening")
    axes.axhline(0.5, color=QUIET, linewidth=0.8)
    axes.set(
        xlim=(0, len(record.moves) + 1),
        ylim=(-0.03, 1.03),
        xlabel="ply",
        ylabel=f"expected for {record.players[0]} (p1)",
        title=f"{record.game}: {record.players[0]} – {record.players[1]}  {record.result} ({record.outcome.reason})",
    )
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    _legend(axes)
    return axes


def elo(records: Iterable[Record], *, axes: Axes | None = None) -> Axes:
    """The strength of the engines of a tournament, each against all others, with its error at 95 %."""
    axes = axes or _new_axes()
    table = standings(records)
    for row, standing in enumerate(table):
        strength = standing.strength
        text = f"{standing.wins} – {standing.draws} – {standing.losses}"
        if math.isfinite(strength.elo):
            error = strength.error if math.isfinite(strength.error) else 0
            axes.errorbar(strength.elo, row, xerr=error, fmt="o", color=P1_COLOUR, capsize=4)
            text += f"   {strength.elo:+.0f} ± {strength.error:.0f}" if error else f"   {strength.elo:+.0f}"
        else:
            text += f"   {'no pairs' if math.isnan(strength.elo) else '+∞' if strength.elo > 0 else '−∞'}"
        axes.annotate(text, (1.02, row), xycoords=("axes fraction", "data"), va="center", fontsize="small")
    axes.axvline(0, color=QUIET, linewidth=0.8)
    axes.set_yticks(range(len(table)), [standing.name for standing in table])
    axes.set(ylim=(len(table) - 0.5, -0.5), xlabel="Elo against all others, with 95 % error", title="strength")
    axes.annotate("won – drawn – lost   Elo", (1.02, 1.02), xycoords="axes fraction", fontsize="small", color=QUIET)
    return axes


def sprt(records: Iterable[Record], test: Sprt, *, axes: Axes | None = None) -> Axes:
    """The log-likelihood ratio of an SPRT over the pairs of a match of two engines, as the engine that began sees it."""
    axes = axes or _new_axes()
    so_far, ratios, names = Pentanomial(), [0.0], [""]
    for pair in pairs(records):
        names = names if names[0] else [pair.first, pair.second]
        if {pair.first, pair.second} != set(names):
            raise ValueError("an SPRT is between two engines")
        so_far = so_far.with_pair(pair.half_points if pair.first == names[0] else 4 - pair.half_points)
        ratios.append(test.llr(so_far))
    low, high = test.bounds
    axes.plot(range(len(ratios)), ratios, color=P1_COLOUR)
    for bound, name, hypothesis in ((high, "elo1", test.elo1), (low, "elo0", test.elo0)):
        axes.axhline(bound, color=P2_COLOUR, linestyle="--", linewidth=1)
        side, text = "bottom" if name == "elo1" else "top", f"Elo {hypothesis:g} accepted"
        axes.annotate(text, (0.01, bound), xycoords=("axes fraction", "data"), va=side, color=P2_COLOUR)
    axes.axhline(0, color=QUIET, linewidth=0.8)
    decision = {"open": "not decided", "elo0": f"Elo {test.elo0:g} accepted", "elo1": f"Elo {test.elo1:g} accepted"}
    title = f"{names[0] or 'SPRT'}: LLR {ratios[-1]:.2f} after {so_far.pairs} pairs, {decision[test.decision(so_far)]}"
    axes.set(xlabel="pairs of games", ylabel="log-likelihood ratio", title=title)
    # The ratio of a few pairs jumps about, and decides nothing.
    axes.axvspan(0, LEAST_PAIRS, color=QUIET, alpha=0.12, linewidth=0)
    bottom, top = min(low, *ratios[LEAST_PAIRS:], 0), max(high, *ratios[LEAST_PAIRS:], 0)
    margin = 0.12 * (top - bottom)
    axes.set(xlim=(0, max(len(ratios) - 1, LEAST_PAIRS)), ylim=(bottom - margin, top + margin))
    return axes


def _new_axes() -> Axes:
    _, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    return axes


def _columns(points: list[tuple[int, float]]) -> tuple[list[int], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


def _legend(axes: Axes) -> None:
    axes.legend(loc="best", frameon=False, fontsize="small")
