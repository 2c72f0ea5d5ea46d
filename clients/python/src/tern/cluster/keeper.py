"""Runs a program that must not outlive us: it is asked to end as soon as standard input ends, however its owner died.

    python keeper.py PROGRAM ARGUMENT…

A worker that is killed cannot end what it has started. But the pipe it held is closed, and this notices.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

GRACE = 10.0
"""Seconds that the program has to end in order."""


def main(command: list[str]) -> int:
    """Runs the program, and gives its exit code."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def end_when_left_alone() -> None:
        # Not through a buffer, whose lock would be in the way at our own end.
        while os.read(0, 1 << 16):
            pass
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()

    threading.Thread(target=end_when_left_alone, daemon=True).start()
    return process.wait()


if __name__ == "__main__":
    code = main(sys.argv[1:])
    # As a shell would tell it.
    sys.exit(128 - code if code < 0 else code)
