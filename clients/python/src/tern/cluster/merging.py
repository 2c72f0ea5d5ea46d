"""Parts put together by `tern merge`."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..binary import binary
from .driver import ClusterError, Folder

SHARE: Final = 0.1
"""So much of the time may go into looking how it stands."""


def merge(files: Sequence[Path], *options: str, program: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs `tern merge`; the exit code is 1 if games are missing, and `ClusterError` tells what was refused."""
    command = [program or binary(), "merge", *options, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise ClusterError(done.stderr.strip())
    return done


@dataclass
class Standing:
    """How a match stands, asked for as parts arrive."""

    folder: Folder
    program: str | None
    is_test: bool
    """Whether a sequential test can end the match."""
    report: dict[str, Any] = field(default_factory=dict)
    _not_before: float = 0.0

    def __call__(self, number: int) -> tuple[bool, str]:
        """Whether the match is decided, and the score; asked seldom where it takes long."""
        now = time.monotonic()
        if now >= self._not_before:
            done = merge(self.folder.files(), "--json", program=self.program)
            self.report = json.loads(done.stdout)
            self._not_before = time.monotonic() + (time.monotonic() - now) / SHARE
        return self.is_decided, self.text

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has come to its end."""
        return self.is_test and (self.report.get("sprt") or {}).get("decision", "open") != "open"

    @property
    def text(self) -> str:
        """In a few words."""
        pairings = self.report.get("pairings", [])
        words = [f"{self.report.get('games', 0)} games"]
        if len(pairings) == 1:
            only = pairings[0]
            words.append(f"+{only['wins']} ={only['draws']} -{only['losses']}")
            if only["elo"] is not None and only["error"] is not None:
                words.append(f"Elo {only['elo']:+.1f} ± {only['error']:.1f}")
        test = self.report.get("sprt")
        if test:
            words.append(f"LLR {test['llr']:.2f}")
        return ", ".join(words)
