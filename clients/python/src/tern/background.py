"""The event loop in which the blocking calls do their work: one thread for all of them, started when it is needed."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_of_parents: list[asyncio.AbstractEventLoop | None] = []


def loop() -> asyncio.AbstractEventLoop:
    """The loop."""
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="tern", daemon=True).start()
        return _loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """Does the work in the loop and waits for it. If the wait is interrupted, the work is cancelled."""
    if _running_loop() is loop():
        work.close()
        raise RuntimeError("a blocking call from within the event loop of tern would never end")
    future = asyncio.run_coroutine_threadsafe(work, loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


async def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Does the work in the loop; the caller may be in another one."""
    if _running_loop() is loop():
        return await work
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop()))


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _forget() -> None:
    """A forked process has none of the threads of its parent. Its loop is kept: to close it would disturb the parent."""
    global _lock, _loop
    _of_parents.append(_loop)
    _lock, _loop = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
