"""Scores, and what is read from info and option lines."""

from itertools import pairwise

import pytest

import tern
from tern.protocol import parse_info


def test_order():
    ladder = [tern.Mate(0), tern.Mate(-1), tern.Mate(-9), tern.Cp(-5), tern.Cp(0), tern.Cp(5), tern.Mate(9), tern.Mate(1)]
    ladder.append(tern.Mate(0, winning=True))
    assert sorted(ladder, reverse=True) == ladder[::-1]
    for low, high in pairwise(ladder):
        assert low < high and low <= high and high > low and high >= low and low != high
        assert -high < -low
    assert max(tern.Cp(3), tern.Mate(2)) == tern.Mate(2)
    assert len({tern.Cp(3), tern.Cp(3, turn="p1"), tern.Cp(4)}) == 2
    assert tern.Cp(3) != 3


def test_whose_score():
    score = tern.Cp(30, turn="p2", wdl=tern.Wdl(500, 300, 200))
    assert score.for_player("p2") is score
    assert score.for_player("p1") == tern.Cp(-30, turn="p1")
    assert score.for_player("p1").wdl == tern.Wdl(200, 300, 500)
    assert tern.Mate(2, turn="p1").for_player("p2") == tern.Mate(-2)
    assert tern.Cp(3, turn="p1") != tern.Cp(3, turn="p2")
    with pytest.raises(ValueError, match="different players"):
        assert tern.Cp(3, turn="p1") < tern.Cp(5, turn="p2")
    with pytest.raises(ValueError, match="whose"):
        tern.Cp(3).for_player("p1")
    with pytest.raises(ValueError, match="'p1' or 'p2'"):
        score.for_player("white")


def test_win_probability():
    for game in ("wali", "wali-total", "differo", "waldmeister", None):
        chances = [tern.Cp(points, game=game).win_probability() for points in (-100_000, -50, 0, 50, 100_000)]
        assert chances == sorted(chances)
        assert chances[0] >= 0 and chances[-1] <= 1 and chances[2] == 0.5
        assert chances[1] + chances[3] == pytest.approx(1)
    assert tern.Cp(10, wdl=tern.Wdl(100, 200, 700)).win_probability() == pytest.approx(0.2)
    assert tern.Mate(0, winning=True).win_probability() == 1
    assert tern.Mate(0).win_probability() == 0


def test_text():
    assert [str(score) for score in (tern.Cp(-105), tern.Mate(4), tern.Mate(-4))] == ["-1.05", "#4", "#-4"]
    assert repr(tern.Mate(-4, turn="p1")) == "Mate(-4, turn='p1')"
    assert isinstance(tern.Cp(1), tern.Score)


def test_info_lines():
    line = "info depth 7 seldepth 9 multipv 2 score mate -3 wdl 0 1 999 nodes 12 nps 34 hashfull 56 time 789 pv c3c4xd5 pass"
    assert parse_info(line, "p2", "wali") == tern.Info(
        7, 9, 2, tern.Mate(-3), tern.Wdl(0, 1, 999), 12, 34, 56, 0.789, ("c3c4xd5", "pass")
    )
    assert parse_info("info nodes 5 currmove c3 currmovenumber 4") is None
    assert parse_info("info string score cp 3") is None
    assert parse_info("info score cp 3 lowerbound nodes 4").nodes == 4
    assert parse_info("info score cp x pv a1").score is None
    assert parse_info("info score cp 1 wdl 1 x 3").wdl is None
    assert parse_info("info score cp 1 wdl -1 2 3").wdl is None


def test_option_lines():
    assert tern.Option.parse("option name Clear Hash type button") == tern.Option("Clear Hash", "button")
    assert tern.Option.parse("option name S type string default a b").default == "a b"
    assert tern.Option.parse("option name") is None


def test_the_binary(monkeypatch, tmp_path):
    monkeypatch.setenv("TERN_BINARY", "/somewhere/else")
    assert tern.binary() == "/somewhere/else"
    monkeypatch.delenv("TERN_BINARY")
    monkeypatch.setattr("sysconfig.get_path", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="reinstall tern-engine"):
        tern.binary()
    (tmp_path / "tern").touch()
    assert tern.binary() == str(tmp_path / "tern")
