"""Where files go and how they are written."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """SPIELBAUM_CACHE, or `spielbaum` in the platform's folder for caches."""
    chosen = environment.get("SPIELBAUM_CACHE")
    if chosen:
        return Path(chosen)
    home = Path.home()
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = environment.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(base) / "spielbaum"


def private_folder(folder: Path) -> Path | None:
    """The folder, made if need be; None where it cannot be written or others can write to it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid"):
            facts = folder.stat()
            if facts.st_uid != os.getuid():
                return None
            if facts.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                folder.chmod(0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def write_atomically(path: Path, *pieces: bytes | memoryview) -> None:
    """The file is there completely or not at all, also when the machine stops or the disk is full."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
