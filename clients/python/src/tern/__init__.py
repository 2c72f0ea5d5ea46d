"""Board games with the engine tern: boards, engines, records of matches, pictures of results.

    import tern

    board = tern.Board("wali")
    with tern.Engine.popen() as engine:
        result = engine.play(board, tern.Limit(time=0.1))
        board.push(result.move)

`Board` is a game in progress, `Engine` a running engine (`AsyncEngine` for asyncio), `Limit` what ends a search. Records
of `tern match` are read by `tern.records`, rated by `tern.rating`, and drawn by `tern.plot`.
"""

from . import rating, records
from .binary import binary
from .blocking import Analysis, Engine
from .board import Board
from .engine import AsyncAnalysis, AsyncEngine
from .errors import EngineError, EngineTerminatedError, EngineTimeoutError, IllegalMoveError
from .protocol import Info, Limit, Option, PlayResult
from .rules import Outcome
from .score import Cp, Mate, Player, Score, Wdl

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Board",
    "Cp",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "Mate",
    "Option",
    "Outcome",
    "PlayResult",
    "Player",
    "Score",
    "Wdl",
    "binary",
    "rating",
    "records",
]
