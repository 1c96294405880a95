"""The folder for compiled code, and whether it can be trusted.

What lies there is run. So it is used only where nobody but this user and root can put anything: the folder
is this user's, others cannot write to it, and neither can they exchange it for another one, as every folder
above it (and every symbolic link on the way) belongs to this user or to root and is closed to others, or is
*sticky* like `/tmp`, where nobody can rename what belongs to somebody else. Where POSIX access lists give
others a right to write, the group's bits show it. Nothing is changed to make a folder trustworthy: what
others could write to yesterday may hold today what they wrote. Windows keeps the caches of users apart by
itself.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from spielbaum.errors import SpielbaumError

#: A chain of symbolic links that is longer is a circle; Linux follows as many.
MOST_LINKS = 40
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class UntrustedPath(SpielbaumError):
    """A folder or file that is not used, and why."""


class CodeFolder(NamedTuple):
    """Where compiled code is kept: None where there is no such place, and why the wanted one is not it."""

    wanted: Path | None
    used: Path | None
    why: SpielbaumError | None


def cache_folders(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> list[Path]:
    """Where the cache may be, the best place first.

    SPIELBAUM_CACHE alone, where it is set; else `spielbaum` in the platform's folder for caches, or in the
    folder that a session of Linux has for itself and that ends with it.
    """
    chosen = environment.get("SPIELBAUM_CACHE")
    if chosen:
        return [Path(chosen)]
    bases = [_platform_folder(environment, platform), environment.get("XDG_RUNTIME_DIR")]
    return [Path(base) / "spielbaum" for base in bases if base]


def _platform_folder(environment: Mapping[str, str], platform: str) -> str | Path | None:
    named = {"win32": "LOCALAPPDATA", "darwin": ""}.get(platform, "XDG_CACHE_HOME")
    if base := environment.get(named):
        return base
    try:
        home = Path.home()
    except RuntimeError:  # a user without a home, as in some containers
        return None
    if platform == "win32":
        return home / "AppData" / "Local"
    return home / "Library" / "Caches" if platform == "darwin" else home / ".cache"


def code_folder() -> CodeFolder:
    """The first of `cache_folders` that can be trusted, made where it is missing."""
    wanted: Path | None = None
    why: SpielbaumError | None = None
    for folder in cache_folders():
        wanted = wanted or folder
        try:
            return CodeFolder(wanted, trusted_folder(folder), why)
        except UntrustedPath as error:
            why = why or error
    return CodeFolder(wanted, None, why or UntrustedPath("cache.nowhere"))


def trusted_folder(folder: Path) -> Path:
    """The folder by its real path, made for this user alone where it is missing; raises UntrustedPath."""
    try:
        if not hasattr(os, "getuid"):
            folder.mkdir(parents=True, exist_ok=True)
            real = folder.resolve()
        else:
            real = _walk(folder)
            facts = real.lstat()
            if facts.st_uid != os.getuid():
                raise UntrustedPath("cache.owner", path=real)
            if facts.st_mode & OTHERS_WRITE:
                raise UntrustedPath("cache.open", path=real, mode=_mode(facts))
        if not os.access(real, os.W_OK | os.X_OK):
            raise UntrustedPath("cache.closed", path=real)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UntrustedPath("cache.broken", path=folder, error=reason or error) from error
    return real


def read_trusted(path: Path) -> bytes:
    """What is in a file of a trusted folder, if it is a plain one that only this user can write to.

    It is opened once, without following a link, and what was opened is looked at and read.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    # A pipe in its place must not make us wait.
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise UntrustedPath("cache.no_file", path=path)
        if hasattr(os, "getuid"):
            if facts.st_uid != os.getuid():
                raise UntrustedPath("cache.owner", path=path)
            if facts.st_mode & OTHERS_WRITE:
                raise UntrustedPath("cache.open", path=path, mode=_mode(facts))
        return file.read()


def _walk(folder: Path) -> Path:
    """The real path, after a look at each step of it; what is missing is made for this user alone."""
    steps = [step for step in reversed(folder.absolute().parts) if step != "/"]
    here = Path("/")
    _check(here, here.lstat())
    links = 0
    while steps:
        step = steps.pop()
        if step == "..":
            here = here.parent
            continue
        after = here / step
        try:
            facts = after.lstat()
        except FileNotFoundError:
            after.mkdir(mode=0o700, exist_ok=True)
            facts = after.lstat()
        if not stat.S_ISLNK(facts.st_mode):
            _check(after, facts)
            here = after
            continue
        if facts.st_uid not in (0, os.getuid()):
            raise UntrustedPath("cache.owner", path=after)
        links += 1
        if links > MOST_LINKS:
            raise UntrustedPath("cache.links", path=folder)
        target = after.readlink()
        if target.is_absolute():
            here = Path("/")
        steps += [part for part in reversed(target.parts) if part != "/"]
    return here


def _check(folder: Path, facts: os.stat_result) -> None:
    """Whether others could put something else in the place of what is in this folder."""
    if not stat.S_ISDIR(facts.st_mode):
        raise UntrustedPath("cache.no_folder", path=folder)
    if facts.st_uid not in (0, os.getuid()):
        raise UntrustedPath("cache.owner", path=folder)
    if facts.st_mode & OTHERS_WRITE and not facts.st_mode & stat.S_ISVTX:
        raise UntrustedPath("cache.open", path=folder, mode=_mode(facts))


def _mode(facts: os.stat_result) -> str:
    return f"{stat.S_IMODE(facts.st_mode):04o}"
