"""Records of matches: what tern writes is read, and written again to the letter."""

import io
import json
import subprocess
import time

import pytest

import tern
from tern import records
from tern.rating import Pentanomial, Sprt, elo, expected_score, pairs, standings

SAMPLE = r"""[Number "7"]
[Game "wali"]
[P1 "the \"old\" \\ one"]
[P2 "b ]"]
[Result "0-1"]
[Reason "illegal move"]
[Fault "'a1\"': no"]
[Novelty "unheard of"]
[P1Limit "tc 10+0.1"]
[P2Limit "nodes 5 depth 3"]
[Seed "3"]
[Start "6/6/6/6/6 b 12 12 - - 0"]

1... c3 {opening} 2. pass {+12/4 30ms} c3c4xd5 {#-3/9 0ms} 3. d4d7+sl {-7 12ms} e1 {- 1234567ms}
4. f1 {+5/3 10ms 77n} f2 0-1

"""


@pytest.fixture(scope="session")
def match(tmp_path_factory):
    """The record of a small tournament, and what tern says about it."""
    path = tmp_path_factory.mktemp("match") / "games"
    engines = ["-e", "name=strong nodes=400", "-e", "name=weak nodes=20", "-e", "name=none option.Level=random"]
    command = [tern.binary(), "match", "--game", "differo", "--games", "8", "--nodes", "20", "--json", "--record", str(path)]
    done = subprocess.run([*command, *engines], capture_output=True, text=True, check=True, timeout=300)
    return path, json.loads(done.stdout)


def read(text):
    return list(records.read(io.StringIO(text)))


def test_everything_is_read():
    (record,) = read(SAMPLE)
    assert record.number == 7
    assert record.game == "wali"
    assert record.players == ('the "old" \\ one', "b ]")
    assert (record.result, record.points, record.outcome) == ("0-1", 0.0, tern.Outcome("p2", "illegal move"))
    assert record.fault == "'a1\"': no"
    assert record.start == "6/6/6/6/6 b 12 12 - - 0"
    assert record.tags["Novelty"] == "unheard of"
    assert record.first == "p2"
    assert record.opening == ("c3",)
    assert [move.text for move in record.moves] == ["c3", "pass", "c3c4xd5", "d4d7+sl", "e1", "f1", "f2"]
    assert [move.player for move in record.moves] == ["p2", "p1", "p2", "p1", "p2", "p1", "p2"]
    assert [move.score for move in record.moves] == [None, tern.Cp(12), tern.Mate(-3), tern.Cp(-7), None, tern.Cp(5), None]
    assert [move.depth for move in record.moves] == [None, 4, 9, None, None, 3, None]
    assert [move.time for move in record.moves] == [None, 0.03, 0, 0.012, 1234.567, 0.01, None]
    assert record.moves[0].is_opening and not record.moves[1].is_opening
    assert record.moves[1].score.turn == "p1" and record.moves[1].score.game == "wali"


def test_what_is_read_is_written_to_the_letter():
    assert "".join(map(str, read(SAMPLE * 3))) == SAMPLE * 3


def test_a_game_without_moves():
    text = SAMPLE[: SAMPLE.index("1...")] + "1...\n0-1\n\n"
    text = text.replace("1...\n0-1", "1... 0-1")
    (record,) = read(text)
    assert (record.first, record.moves) == ("p2", [])
    assert str(record) == text


def test_a_match_of_tern(match, tmp_path):
    path, report = match
    games = list(records.read(path))
    assert len(games) == report["games"] == 24
    copy = tmp_path / "copy"
    records.write(copy, games)
    manifest, _, written = path.read_text().partition("\n\n")
    assert copy.read_text() == written
    assert manifest.startswith(records.MANIFEST)
    with pytest.raises(FileExistsError):
        records.write(copy, games)
    board = games[0].board()
    assert board.outcome == games[0].outcome
    assert games[0].board(2).ply == 2


def test_the_ratings_of_tern(match):
    path, report = match
    table = standings(records.read(path))
    assert table[0].name == "strong"
    for theirs in report["engines"]:
        (ours,) = (standing for standing in table if standing.name == theirs["name"])
        assert (ours.wins, ours.draws, ours.losses) == (theirs["wins"], theirs["draws"], theirs["losses"])
        assert list(ours.pairs.counts) == theirs["pairs"]
        assert ours.games == 16
        assert ours.score == pytest.approx(theirs["score"])
        assert ours.pairs.pairs == 8
        assert ours.strength.los == pytest.approx(theirs["los"], abs=1e-6)
        for key, value in {"elo": "elo", "error": "error", "elo_low": "low", "elo_high": "high"}.items():
            if theirs[key] is not None:
                assert getattr(ours.strength, value) == pytest.approx(theirs[key])
    assert len(list(pairs(records.read(path)))) == 12


def test_sprt():
    test = Sprt(0, 60)
    assert test.decision(Pentanomial((0, 0, 0, 0, 3))) == "open"
    assert test.decision(Pentanomial((0, 0, 90, 0, 0))) == "elo0"
    assert test.decision(Pentanomial((0, 5, 5, 30, 50))) == "elo1"
    for counts, elo0, elo1, llr in [
        ((12, 180, 430, 220, 18), 0, 5, 1.889894288),
        ((1, 3, 10, 16, 20), 0, 50, 6.042579190),
        ((0, 0, 3, 17, 30), 0, 5, 0.714374034),
    ]:
        assert Sprt(elo0, elo1).llr(Pentanomial(counts)) == pytest.approx(llr)
    assert test.llr(Pentanomial()) == 0
    assert Sprt(0, 5, alpha=0.05, beta=0.1).bounds == pytest.approx((-2.2512918, 2.8903718))
    assert expected_score(elo(0.6)) == pytest.approx(0.6)
    even = Pentanomial((0, 0, 10, 0, 0)).strength()
    assert (even.elo, even.los) == pytest.approx((0, 0.5)) and even.high == pytest.approx(-even.low) and even.error > 0
    sweep = Pentanomial((0, 0, 0, 0, 10)).strength()
    assert (sweep.elo, sweep.high) == (float("inf"), float("inf")) and 0 < sweep.low < 1000
    # With a lower score ten pairs are all won in less than 5 % of matches.
    assert (1 / (1 + 10 ** (-sweep.low / 400))) ** 10 == pytest.approx(0.05)
    assert str(Pentanomial().strength().elo) == "nan"
    assert Pentanomial((1, 0, 0, 0, 1)).score == 0.5


def test_a_game_cut_off_is_left_out():
    whole = len(SAMPLE.rstrip())
    for end in range(1, whole - 3):
        assert len(read(SAMPLE + SAMPLE[:end])) == 1, f"cut at {end}"
    assert read("") == read("\n\n") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Game", "Game", r"^line 2: expected a game"),
        ("pass", "2.", r"^line 14: expected a game"),
        ('[P1 "', '[P1 "x"]\n[P1 "', "line 4: a second"),
        ('[Result "0-1"]', '[Result "1-0"]', "^line 1: the tags say '1-0', and after the moves stands '0-1'"),
        ('[Game "wali"]\n', "", r"^line 1: this game has no \[Game"),
    ],
)
def test_mistakes_are_found(old, new, message):
    bad = SAMPLE.replace(old, new, 1)
    with pytest.raises(records.RecordError, match=message):
        read(bad + SAMPLE)
    lines = len(SAMPLE.splitlines())
    with pytest.raises(records.RecordError) as caught:
        read(SAMPLE + bad + SAMPLE)
    first = int(str(caught.value).split()[1].rstrip(":"))
    with pytest.raises(records.RecordError) as caught:
        read(bad + SAMPLE)
    assert first == lines + int(str(caught.value).split()[1].rstrip(":"))


def test_a_file_that_is_no_record(monkeypatch):
    monkeypatch.setattr(records, "LARGEST_RECORD", 1000)
    with pytest.raises(records.RecordError, match="does not end"):
        read('[Game "wali"]\n' + "c3 " * 1000)
    with pytest.raises(records.RecordError):
        read("hello")


def test_a_tag_is_one_line():
    (record,) = read(SAMPLE)
    record.tags["P1"] = "two\nlines"
    with pytest.raises(ValueError, match="one line"):
        str(record)


def test_many_games_are_read_one_at_a_time(match, tmp_path, capsys):
    """100,000 records a minute are promised; how many there are is told."""
    path, _ = match
    many = tmp_path / "many"
    many.write_text(path.read_text() * 100)
    begun = time.perf_counter()
    games = sum(1 for _ in records.read(many))
    a_minute = games / (time.perf_counter() - begun) * 60
    assert games == 2400
    with capsys.disabled():
        print(f" [{a_minute:,.0f} records a minute] ", end="")
    reader = records.read(many)
    assert next(reader).number == 1
    reader.close()


def test_manifests_stand_before_games(tmp_path):
    game = '[Number "1"]\n[Game "wali"]\n[P1 "a"]\n[P2 "b"]\n[Result "1-0"]\n\n1. c3 {opening} 1-0\n\n'
    path = tmp_path / "record.txt"
    path.write_text(f'% tern manifest {{"seed":7}}\n\n{game}{game}% tern manifest {{"seed":7}}\n\n{game}')
    assert len(list(tern.records.read(path))) == 3
    assert tern.records.manifest(path) == {"seed": 7}
    path.write_text(game)
    assert tern.records.manifest(path) is None
    path.write_text("% tern manifest {\n")
    with pytest.raises(tern.records.RecordError, match="line 1: the manifest cannot be read"):
        tern.records.manifest(path)
