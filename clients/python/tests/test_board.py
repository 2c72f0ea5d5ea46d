"""Boards: whatever they say, the engine said."""

import pickle
import subprocess
from xml.etree import ElementTree

import pytest

import tern
from tern import picture


def test_moves_and_turns():
    board = tern.Board("wali")
    assert (board.turn, board.ply, board.moves, board.outcome, board.is_over) == ("p1", 0, [], None, False)
    board.push("c3")
    board.push("d3")
    assert board.fen == "6/6/2wb2/6/6 w 11 11 - - 0"
    assert (board.turn, board.ply, board.moves) == ("p1", 2, ["c3", "d3"])
    assert board.score == ("1", "1")
    assert board.pop() == "d3"
    assert board.turn == "p2"
    assert board.pop() == "c3"
    with pytest.raises(IndexError):
        board.pop()
    assert board == tern.Board("wali")


def test_an_illegal_move_changes_nothing():
    board = tern.Board("wali", moves=["c3", "d3"])
    for move, message in {
        "c4": "illegal move 'c4': c4 is next to a stone of your own",
        "e9": "'e9' is not a Wali move",
        "": "is not a move",
        "a1 a2": "is not a move",
        "a1\nquit": "is not a move",
    }.items():
        with pytest.raises(tern.IllegalMoveError, match=message):
            board.push(move)
        assert not board.is_legal(move)
    assert board.moves == ["c3", "d3"]
    assert issubclass(tern.IllegalMoveError, ValueError)


def test_half_a_move_is_not_enough():
    board = tern.Board("wali", fen="b4b/6/ww4/2w3/bb3b w 0 0 - - 0")
    with pytest.raises(tern.IllegalMoveError, match="only half a move: add its capture, one of a1 b1 f1 a5 f5"):
        board.push("c2c3")
    board.push("c2c3xb1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "wali", "fen": "nonsense"}, "position"),
        ({"game": "wali", "size": 5}, "one board only"),
        ({"game": "waldmeister", "size": 3}, "BoardSize cannot be '3'"),
        ({"game": "waldmeister", "size": 5, "fen": "x"}, "one of size and fen"),
        ({"game": "wali\nquit"}, "more than one line"),
    ],
)
def test_boards_that_do_not_exist(arguments, message):
    with pytest.raises(ValueError, match=message):
        tern.Board(**arguments)


def test_sizes():
    small = tern.Board("waldmeister", size=5)
    assert len(small.fen.split()[0].split("/")) == 5
    assert tern.Board("waldmeister").fen.startswith("8/")
    small.push(small.legal_moves[0])
    assert small.copy() == small
    assert small.start == tern.Board("waldmeister", size=5).fen


def test_games_can_be_mixed(engine):
    boards = [tern.Board(game) for game in ("wali", "differo", "wali-total", "waldmeister")]
    for _ in range(6):
        for board in boards:
            board.push(board.legal_moves[-1])
    assert [board.ply for board in boards] == [6] * 4
    for board in boards:
        assert tern.Board(board.game, fen=board.fen).fen == board.fen
        assert tern.Board(board.game, moves=board.moves) == board


def test_a_game_to_its_end(engine):
    board = tern.Board("differo")
    engine.configure({"Level": "greedy", "Seed": 5})
    while not board.is_over:
        board.push(engine.play(board, tern.Limit(nodes=100)).move)
    engine.configure({"Level": "search"})
    assert board.legal_moves == []
    assert isinstance(board.outcome, tern.Outcome)
    assert board.outcome.reason in ("goal", "blocked", "repetition", "idle", "material")
    with pytest.raises(tern.IllegalMoveError, match="the game is over"):
        board.push("d3e3")


def test_draws_have_no_winner():
    board = tern.Board("wali", fen="b4b/6/ww4/2w3/bb3b w 0 0 - - 0")
    # To and fro, but not straight back: the position comes up three times.
    assert tern.Outcome(None, "repetition").result == "1/2-1/2"
    assert tern.Outcome("p1", "goal").result == "1-0"
    assert tern.Outcome("p2", "goal").result == "0-1"
    assert board.outcome is None


def test_copies_go_their_own_ways():
    board = tern.Board("wali", moves=["c3"])
    other = board.copy()
    other.push("e5")
    assert board.moves == ["c3"]
    assert board != other
    assert board != "board"
    with pytest.raises(TypeError):
        hash(board)


def test_boards_can_be_sent_elsewhere():
    board = tern.Board("differo", moves=["d3e3"])
    assert pickle.loads(pickle.dumps(board)) == board


def test_text():
    board = tern.Board("wali")
    assert str(board) == board.fen
    assert repr(board) == "Board('wali', fen='6/6/6/6/6 w 12 12 - - 0')"


def test_questions():
    board = tern.Board("wali")
    assert board.query("p1turn") == "true"
    assert int(board.query("protocol")) >= 2
    with pytest.raises(tern.EngineError, match="nonsense"):
        board.query("nonsense")
    with pytest.raises(ValueError, match="more than one line"):
        board.query("fen\nquit")
    assert board.query("fen") == board.fen


def test_the_rules_come_back():
    """Somebody ends the process that knows the rules."""
    from tern import rules

    board = tern.Board("wali")
    board.query("fen")
    engine = rules._shared()._engine
    subprocess.run(["kill", "-9", str(engine.pid)], check=True)
    assert board.query("fen") == board.fen
    assert rules._shared()._engine.pid != engine.pid


SAMPLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="5" height="7"><rect data-cell="a1" x="0" y="0" width="100" '
    'height="100"/><circle data-cell="b1" cx="150" cy="50" r="9"/><polygon data-cell="c1" points="200,0 300,0 300,100 200,100"/>'
    '<use data-cell="d1" x="350" y="50"/><circle data-piece="w" data-cell="a1" cx="1" cy="1" r="1"/><path data-cell="e1" d="M450 0l50 50V80h-.5L450 100l-50-50z"/><path data-cell="f1" d="M0 0c1 2 3 4 5 6"/></svg>'
)


def test_arrows_on_a_sample():
    assert picture.cells(SAMPLE) == {"a1": (50, 50), "b1": (150, 50), "c1": (250, 50), "d1": (350, 50), "e1": (450, 50)}
    assert picture.with_arrows(SAMPLE, []) == SAMPLE
    drawn = picture.with_arrows(SAMPLE, [("a1", "c1"), ("b1", "b1")])
    arrows = [element for element in ElementTree.fromstring(drawn).iter() if element.get("class") == "arrows"]
    assert [child.tag.rpartition("}")[2] for child in arrows[0]] == ["path", "circle"]
    assert arrows[0][0].get("d").startswith("M75.00 50.00L238.00 50.00")
    with pytest.raises(ValueError, match="no cell 'z9'"):
        picture.with_arrows(SAMPLE, [("a1", "z9")])
    assert ElementTree.fromstring(picture.with_width(SAMPLE, 200)).get("width") == "200"


@pytest.mark.parametrize("game", ["wali", "wali-total", "differo", "waldmeister"])
def test_pictures(game):
    board = tern.Board(game)
    board.push(board.legal_moves[0])
    cells = {word.split(",")[0] for word in board.query("board").split()}
    assert set(picture.cells(board.svg())) == cells
    first, *_, last = sorted(cells)
    drawn = board.svg(arrows=[(first, last)], size=500)
    assert ElementTree.fromstring(drawn).get("width") == "500"
    assert 'class="arrows"' in drawn
    assert board._repr_svg_().startswith("<svg")


def test_a_board_is_drawn_with_the_picture_of_the_engine(monkeypatch):
    monkeypatch.setattr(tern.Board, "query", lambda self, question: {"svg": SAMPLE}[question])
    board = tern.Board("wali")
    assert board.svg() == SAMPLE
    drawn = ElementTree.fromstring(board.svg(arrows=[("a1", "b1")], size=200))
    assert (drawn.get("width"), drawn.get("height")) == ("200", None)
    assert drawn[-1].get("class") == "arrows"
    assert ElementTree.fromstring(board._repr_svg_()).get("viewBox") == "0 0 300 100"


def test_without_pictures_a_notebook_shows_text(monkeypatch):
    def refuse(self, question):
        raise tern.EngineError("unknown query")

    monkeypatch.setattr(tern.Board, "query", refuse)
    assert tern.Board("wali")._repr_svg_() is None
