"""Positions and games. Every question about the rules is answered by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import background, picture
from .conversation import Search
from .errors import EngineError, EngineTerminatedError, EngineTimeoutError, IllegalMoveError
from .protocol import Info
from .rules import Outcome, Setup, State, consult, consult_async
from .score import Player


class Board:
    """A game in progress: a start position and the moves since.

    >>> board = Board("wali")
    >>> len(board.legal_moves), board.turn
    (30, 'p1')
    >>> board.push("c3")
    >>> board.fen, board.turn
    ('6/6/2w3/6/6 b 11 12 - - 0', 'p2')
    >>> board.pop()
    'c3'
    >>> Board("waldmeister", size=5).fen
    '5/5/5/5/5 1 111111111 111111111 c'
    """

    def __init__(
        self,
        game: str = "wali",
        *,
        size: int | None = None,
        fen: str | None = None,
        moves: Iterable[str] = (),
    ) -> None:
        """`game` is `wali`, `wali-total`, `differo` or `waldmeister`; `size` the side of a board that comes in several sizes;
        `fen` the text of a position to begin with; `moves` are played at once.

        `ValueError` if there is no such game, size or position, `IllegalMoveError` if a move is not legal.
        """
        if size is not None and fen is not None:
            raise ValueError("the text of the position tells the size of the board: give one of size and fen")
        for word in (game, fen or ""):
            _one_line(word)
        try:
            if size is not None:
                fen = consult(lambda rules: rules.start_of_size(game, size))
            start = Setup(game, fen, ())
            state = consult(lambda rules: rules.state(start))
        except (EngineTerminatedError, EngineTimeoutError):
            raise
        except EngineError as error:
            raise ValueError(str(error)) from None
        self._setup = start._replace(game=state.game)
        self._state: State | None = state
        moves = tuple(moves)
        if moves:
            self._advance(moves)

    def _advance(self, moves: tuple[str, ...]) -> None:
        for move in moves:
            if not move or len(move.split()) != 1 or move != move.strip():
                raise IllegalMoveError(f"{move!r} is not a move")
        setup = self._setup._replace(moves=self._setup.moves + moves)
        try:
            state = consult(lambda rules: rules.state(setup))
        except (EngineTerminatedError, EngineTimeoutError):
            raise
        except EngineError as error:
            raise IllegalMoveError(str(error)) from None
        self._setup, self._state = setup, state

    @property
    def _now(self) -> State:
        if self._state is None:
            setup = self._setup
            self._state = consult(lambda rules: rules.state(setup))
        return self._state

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._setup.game

    @property
    def fen(self) -> str:
        """The text of the position."""
        return self._now.fen

    @property
    def turn(self) -> Player:
        """Whose turn it is, `"p1"` or `"p2"`."""
        return self._now.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it goes on.

        >>> Board("wali", fen="6/6/6/6/wwwbb1 w 0 0 - - 0").outcome
        Outcome(winner='p1', reason='stones')
        """
        return self._now.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._now.outcome is not None

    @property
    def start(self) -> str:
        """The text of the position that the game began with."""
        return self._setup.start or consult(lambda rules: rules.state(self._setup._replace(moves=()))).fen

    @property
    def moves(self) -> list[str]:
        """The moves that were played."""
        return list(self._setup.moves)

    @property
    def ply(self) -> int:
        """How many moves were played, those of both players counted."""
        return len(self._setup.moves)

    @property
    def legal_moves(self) -> list[str]:
        """Every move that can be played; none if the game is over."""
        text = self.query("moves")
        return [] if text == "(none)" else text.split()

    @property
    def score(self) -> tuple[str, str]:
        """What the players have reached: stones on the board (Wali), the row of the foremost piece (Differo), points.

        >>> Board("differo").score
        ('d', 'f')
        """
        first, second = self.query("score").split()
        return first, second

    def is_legal(self, move: str) -> bool:
        """Whether this move can be played.

        >>> Board("wali").is_legal("c3"), Board("wali").is_legal("c3c4")
        (True, False)
        """
        return background.run(self._allows(move))

    def push(self, move: str) -> None:
        """Plays a move; `IllegalMoveError` if it is not legal, and then nothing has changed."""
        self._advance((move,))

    def pop(self) -> str:
        """Takes back the last move and gives it; `IndexError` if there is none."""
        if not self._setup.moves:
            raise IndexError("no move has been played")
        *before, last = self._setup.moves
        self._setup, self._state = self._setup._replace(moves=tuple(before)), None
        return last

    def copy(self) -> Board:
        """The same game, to go on with in another way."""
        board = object.__new__(Board)
        board._setup, board._state = self._setup, self._state
        return board

    def query(self, question: str) -> str:
        """What the engine answers to `query …` about this position; `EngineError` if it does not know the question.

        >>> Board("wali").query("gameover")
        'false'
        """
        _one_line(question)
        setup = self._setup
        return consult(lambda rules: rules.ask(setup, question))[0]

    def svg(self, *, arrows: Iterable[tuple[str, str]] = (), size: int | None = None) -> str:
        """The board as a picture, in SVG: the last move is marked.

        `arrows` are drawn from cell to cell; `size` is the width in pixels, if it is to have one.
        """
        text = picture.with_arrows(self.query("svg"), arrows)
        return text if size is None else picture.with_width(text, size)

    def _repr_svg_(self) -> str | None:
        """The picture for a notebook; `None`, and so the text, if the engine does not draw."""
        try:
            return self.svg(size=360)
        except EngineError:
            return None

    def __str__(self) -> str:
        return self.fen

    def __repr__(self) -> str:
        return f"Board({self.game!r}, fen={self.fen!r})"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game: the same start, and the same moves."""
        if not isinstance(other, Board):
            return NotImplemented
        return (self.game, self.start, self.moves) == (other.game, other.start, other.moves)

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    async def _allows(self, move: str) -> bool:
        """Whether a move is legal, asked from any event loop."""
        if len(move.split()) != 1 or move != move.strip():
            return False
        setup = self._setup._replace(moves=(*self._setup.moves, move))
        try:
            await consult_async(lambda rules: rules.state(setup))
        except (EngineTerminatedError, EngineTimeoutError):
            raise
        except EngineError:
            return False
        return True

    async def _new_search(self, told: Callable[[Info], None] | None = None) -> Search:
        """A search of this position, still to be begun."""
        setup = self._setup
        state = self._state
        if state is None:
            state = await consult_async(lambda rules: rules.state(setup))
        won = state.outcome is not None and state.outcome.winner == state.turn
        return Search(state.game, state.turn, won, told)


def _one_line(text: str) -> None:
    if any(end in text for end in "\r\n"):
        raise ValueError(f"{text!r} is more than one line")
