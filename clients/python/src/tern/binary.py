"""Where the engine is that came with this package."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path


def binary() -> str:
    """The path of the `tern` program that was installed with this package.

    The environment variable `TERN_BINARY` names another one.

    >>> import subprocess
    >>> subprocess.run([binary(), "--version"], capture_output=True, text=True).stdout
    'tern ...'
    """
    chosen = os.environ.get("TERN_BINARY")
    if chosen:
        return chosen
    for folder in _folders():
        path = folder / f"tern{sysconfig.get_config_var('EXE') or ''}"
        if path.is_file():
            return str(path)
    found = shutil.which("tern")
    if found is None:
        folders = ", ".join(dict.fromkeys(map(str, _folders())))
        raise FileNotFoundError(f"the program tern is neither in {folders} nor in PATH: reinstall tern-engine")
    return found


def _folders() -> Iterator[Path]:
    """Where installers put programs: into an environment, for a user, or beside the packages of `pip --target`."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")))
    yield Path(__file__).resolve().parent.parent / "bin"
    yield Path(sys.executable).parent
