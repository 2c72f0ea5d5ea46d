"""What can go wrong."""

from __future__ import annotations

from collections.abc import Sequence


class EngineError(Exception):
    """The engine said `error …`, or something that cannot be.

    The text is what the engine said, word for word, without the `error` in front.

    >>> import tern
    >>> with tern.Engine.popen() as engine:
    ...     engine.configure({"Hash": 0})
    Traceback (most recent call last):
    ...
    tern.errors.EngineError: option Hash cannot be '0': expected a whole number from 1 to 65536
    """


class EngineTerminatedError(EngineError):
    """The engine is gone: it ended by itself, or it was closed."""

    exit_code: int | None
    """The exit code, negative for the signal that ended it; `None` if it is not known."""
    stderr: tuple[str, ...]
    """The last lines that it wrote to standard error."""

    def __init__(self, message: str, exit_code: int | None = None, stderr: Sequence[str] = ()) -> None:
        super().__init__(message, exit_code, tuple(stderr))
        self.exit_code = exit_code
        self.stderr = tuple(stderr)

    def __str__(self) -> str:
        message, *_ = self.args
        return "\n".join([str(message), *(f"  {line}" for line in self.stderr)])


class EngineTimeoutError(EngineError, TimeoutError):
    """The engine did not answer in time. If it did not react to `stop` either, it has been ended."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow, or that is no move at all; the text says why.

    >>> import tern
    >>> tern.Board("wali").push("z9")
    Traceback (most recent call last):
    ...
    tern.errors.IllegalMoveError: 'z9' is not a Wali move; write a drop c3, a step c3c4, a capture c3c4xd5 or pass
    """
