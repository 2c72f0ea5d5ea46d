"""Engines for programs that wait: a thin shell around the asynchronous ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from types import TracebackType

from . import background
from .board import Board
from .engine import DEFAULT_TIMEOUT, AsyncAnalysis, AsyncEngine, Command, Value
from .protocol import Info, Limit, Option, PlayResult


class Engine:
    """A running engine.

    >>> import tern
    >>> with tern.Engine.popen() as engine:
    ...     engine.configure({"Hash": 16})
    ...     result = engine.play(tern.Board("wali", fen="b4b/6/ww4/2w3/b5 w 0 0 - - 0"), tern.Limit(depth=3))
    >>> result.move[:4], result.info.score
    ('c2c3', Mate(1, turn='p1'))

    It ends with the `with` statement, with `close()`, with the object, and with the program. Calls may come from several
    threads; they are served one after the other. No call waits for ever: an engine that does not answer in time is ended,
    and the call raises `EngineTimeoutError`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        """Not meant to be called: use `popen`."""
        self._engine = engine

    @classmethod
    def popen(
        cls,
        command: Command = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Engine:
        """Starts an engine.

        `command` is a program, or a program with its arguments; without it, the tern that came with this package.
        `timeout` is how many seconds the engine may take over an answer, beyond what it was given for thinking.
        """
        return cls(background.run(_start(AsyncEngine(command, timeout=timeout, cwd=cwd, env=env))))

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def id(self) -> dict[str, str]:
        """What the engine says of itself: its `name` and its `author`."""
        return self._engine.id

    @property
    def options(self) -> dict[str, Option]:
        """What can be set with `configure`."""
        return self._engine.options

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._engine.pid

    def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options; `None` presses a button. The engine decides what it accepts, `EngineError` says what not.

        The option `Game` follows the board of every search by itself.
        """
        background.run(self._engine.configure(options))

    def new_game(self) -> None:
        """Lets the engine forget what it found in earlier searches."""
        background.run(self._engine.new_game())

    def ping(self) -> None:
        """Waits until the engine is ready."""
        background.run(self._engine.ping())

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """The move that the engine would play. Its legality has been checked."""
        return background.run(self._engine.play(board, limit))

    def analyse(self, board: Board, limit: Limit, *, multipv: int | None = None) -> list[Info]:
        """What the engine thinks of the best moves, best first: one, or as many as `multipv` says."""
        return background.run(self._engine.analyse(board, limit, multipv=multipv))

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int | None = None) -> Analysis:
        """A search to be watched: `with engine.analysis(board) as analysis: for info in analysis: …`.

        Without a limit it goes on until it is stopped, by `analysis.stop()`, by the end of the `with`, by the next call of any
        kind on the same engine, or after an hour.
        """
        return Analysis(background.run(_begin(self._engine, board, limit, multipv)))

    def close(self) -> None:
        """Ends the engine: politely at first, by force if it does not go. Can be repeated."""
        background.run(self._engine.close())


class Analysis:
    """A search that is under way: an iterator over its reports."""

    def __init__(self, analysis: AsyncAnalysis) -> None:
        """Not meant to be called: use `Engine.analysis`."""
        self._analysis = analysis

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        background.run(self._analysis.__aexit__(kind, error, trace))

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = background.run(self._analysis._next())
        if info is None:
            raise StopIteration
        return info

    def stop(self) -> None:
        """Ends the search. What it has found until then can still be read."""
        background.loop().call_soon_threadsafe(self._analysis.stop)

    def wait(self) -> PlayResult:
        """Waits for the end of the search, and gives its result."""
        return background.run(self._analysis.wait())

    @property
    def best(self) -> PlayResult | None:
        """The best move: that of the search if it is over, the best so far if it is not, `None` if there is none yet."""
        return self._analysis.best

    @property
    def infos(self) -> list[Info]:
        """What was said last about the best moves, best first."""
        return background.run(_infos(self._analysis))


async def _start(engine: AsyncEngine) -> AsyncEngine:
    return await engine


async def _begin(engine: AsyncEngine, board: Board, limit: Limit | None, multipv: int | None) -> AsyncAnalysis:
    return await engine.analysis(board, limit, multipv=multipv).__aenter__()


async def _infos(analysis: AsyncAnalysis) -> list[Info]:
    return analysis.infos
