"""Pictures: what they show can be read back from the axes. To look at them: TERN_PICTURES=folder pytest tests/test_plot.py"""

import os
import random
from pathlib import Path

import matplotlib
import pytest

from tern.rating import Pentanomial, Sprt
from tern.records import Record, RecordedMove

matplotlib.use("Agg")
from matplotlib import pyplot as plt

from tern import plot


@pytest.fixture(autouse=True)
def keep(request):
    yield
    folder = os.environ.get("TERN_PICTURES")
    if folder:
        plt.gcf().savefig(Path(folder) / f"{request.node.name}.png", dpi=80)
    plt.close("all")


def game(one, other, result, opening="a1", scores=()):
    moves = [RecordedMove(opening, "opening", "p1", "wali")]
    moves += [RecordedMove("c3", f"{score}/5 7ms", "p1" if i % 2 else "p2", "wali") for i, score in enumerate(scores)]
    tags = {"Game": "wali", "P1": one, "P2": other, "Result": result, "Reason": "stones"}
    return Record(tags, moves)


def match(names, pairs, seed):
    """Games in which those who come earlier in the list win more often."""
    rng = random.Random(seed)
    games = []
    for opening in range(pairs):
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                for players, chance in (((one, other), 0.5), ((other, one), 0.25)):
                    draw = rng.random()
                    result = "1-0" if draw < chance else "1/2-1/2" if draw < chance + 0.25 else "0-1"
                    games.append(game(*players, result, f"o{opening}"))
    return games


def test_score_over_a_game():
    rng = random.Random(1)
    scores = [f"{(-1) ** (i + 1) * (2 * i + rng.randrange(-15, 15)):+d}" for i in range(50)] + ["#-3", "#2", "#-1", "#1"]
    axes = plot.score(game("new", "old", "1-0", scores=scores))
    first, second = axes.lines[:2]
    assert list(first.get_xdata()) == list(range(3, 56, 2))
    assert len(second.get_xdata()) == 27
    assert first.get_ydata()[-1] == second.get_ydata()[-1] == 1
    assert "wali: new – old" in axes.get_title()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["new (p1)", "old (p2)", "opening"]


def test_elo_of_a_tournament():
    axes = plot.elo(match(["best", "good", "fair", "a rather long name"], 60, seed=2))
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[0] == "best" and set(labels) == {"best", "good", "fair", "a rather long name"}
    assert len(axes.containers) == 4
    assert any("±" in text.get_text() for text in axes.texts)


def test_elo_of_one_sided_games():
    games = [game("a", "b", "1-0"), game("b", "a", "0-1"), game("c", "a", "0-1", "b2")]
    texts = [text.get_text() for text in plot.elo(games).texts]
    assert (
        any("+∞" in text for text in texts) and any("−∞" in text for text in texts) and any("no pairs" in text for text in texts)
    )


def test_sprt_over_time():
    test = Sprt(0, 20)
    games = match(["new", "old"], 400, seed=3)
    axes = plot.sprt(games, test)
    line = axes.lines[0]
    assert len(line.get_ydata()) == 401
    pairs = Pentanomial()
    for one, other in zip(games[::2], games[1::2], strict=True):
        pairs = pairs.with_pair(round(2 * one.points + 2 * (1 - other.points)))
    assert line.get_ydata()[-1] == pytest.approx(test.llr(pairs))
    assert axes.get_title().startswith("new: LLR ") and axes.get_title().endswith("Elo 20 accepted")


def test_sprt_of_nothing_and_of_too_many():
    _, axes = plt.subplots()
    assert plot.sprt([], Sprt(0, 5), axes=axes) is axes
    assert axes.get_title() == "SPRT: LLR 0.00 after 0 pairs, not decided"
    with pytest.raises(ValueError, match="two engines"):
        plot.sprt(match(["a", "b", "c"], 3, seed=4), Sprt(0, 5))
