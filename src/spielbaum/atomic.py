"""Every file that Spielbaum writes: plain files whole or not at all, anything else as other programs do.

A plain file is written under another name beside its place, flushed to the disk and renamed, so that neither
a full disk nor a power failure nor Ctrl-C leaves half of it. What other programs write straight into, this
does too: devices, named pipes, `/dev/stdout`. A symbolic link is followed and stays a link; a file that is
replaced keeps its mode and, as far as the system lets us, its owner. (Its other hard links keep the old
content.)

Files that grow line by line (the record of a run, the journal of a book) are appended to by their own
modules, which say what went wrong with `write_error`.
"""

from __future__ import annotations

import errno
import glob
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from spielbaum.errors import BadInput, SpielbaumError

#: A chain of symbolic links that is longer is a circle; Linux follows as many.
MOST_LINKS = 40
#: What a new file gets; the system takes away what the user's umask says.
ANY_FILE = 0o666

Piece = bytes | memoryview

_BINARY = getattr(os, "O_BINARY", 0)
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


def write_file(path: Path, *pieces: str | bytes | memoryview, mode: int = ANY_FILE) -> bool:
    """Write the pieces, one after the other; says whether that made a plain file.

    `mode` is for a file that is new. One sentence where it cannot be written: see `write_error`.
    """
    return write_pieces(path, (piece.encode() if isinstance(piece, str) else piece for piece in pieces), mode)


def write_pieces(path: Path, pieces: Iterable[Piece], mode: int = ANY_FILE, *, flush: bool = True) -> bool:
    """The same for pieces that are made while they are written: the whole need not fit into memory.

    Without `flush` a power failure may leave a shorter file, nothing else may: for gigabytes that can be made
    again.
    """
    try:
        descriptor = _own_descriptor(path)
        facts = None if descriptor is not None else _facts(path)
    except OSError as error:
        raise write_error(path, error) from error
    except ValueError as error:  # a name that no file can have, as with a zero byte in it
        raise BadInput("error.write.other", path=repr(str(path)), why=error) from error
    try:
        if descriptor is not None:
            _write_descriptor(descriptor, pieces)
            return False
        if facts is not None and not stat.S_ISREG(facts.st_mode):
            _write_straight(path, pieces)
            return False
        _replace(Path(os.path.realpath(path)), facts, pieces, mode, flush)
    except BrokenPipeError:
        raise  # the reader of a pipe went away: nothing to tell anybody
    except OSError as error:
        raise write_error(path, error) from error
    return True


def write_folder(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> int:
    """Write the files into a new or empty folder and say how many; a folder that is in use is left alone."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput("error.write.occupied", path=folder)
        target = Path(os.path.realpath(folder))
        target.parent.mkdir(parents=True, exist_ok=True)
        building = _beside(target)
        building.mkdir()
        try:
            count = 0
            for name, content in files:
                data = content.encode() if isinstance(content, str) else content
                (building / name).write_bytes(data)
                count += 1
            if target.exists():
                shutil.copymode(target, building)
                target.rmdir()
            building.replace(target)
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise
    except OSError as error:
        raise write_error(folder, error) from error
    return count


def make_folder(folder: Path) -> None:
    """The folder and those above it, where they are missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(folder, error) from error


def remove_leftovers(path: Path) -> None:
    """Remove what attempts to write this file left beside it when they were killed.

    For whoever knows that nobody is writing it now: such a file looks the same.
    """
    for left in path.parent.glob(f".{glob.escape(path.name[:40])}.{'[0-9a-f]' * 16}.tmp"):
        left.unlink(missing_ok=True)


def write_error(path: Path, error: OSError) -> SpielbaumError:
    """What to raise where a file cannot be written: wrong use, unless the disk is full."""
    if error.errno in _FULL:
        return SpielbaumError("error.write.full", path=path)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return BadInput("error.write.no_folder", path=path, folder=path.parent)
    if error.errno == errno.EISDIR:
        return BadInput("error.write.is_folder", path=path)
    if error.errno in _FORBIDDEN:
        return BadInput("error.write.forbidden", path=path)
    return BadInput("error.write.other", path=path, why=error.strerror or error)


# --- what a name stands for ---------------------------------------------------------------------------------


def _facts(path: Path) -> os.stat_result | None:
    """About the file that the name leads to; None where there is none yet."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return facts


def _own_descriptor(path: Path) -> int | None:
    """The file this process has open that the name stands for: 1 for `/dev/stdout`, 3 for `/dev/fd/3`.

    Linux shows what is open as links, and behind `/dev/stdout` may be a plain file. To open or to replace
    that would lose what was printed before or what is printed later.
    """
    own = f"/proc/{os.getpid()}/fd"
    for _ in range(MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder == own and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = folder / path.readlink()
    return None


# --- writing ------------------------------------------------------------------------------------------------


def _write_descriptor(descriptor: int, data: Iterable[Piece]) -> None:
    for stream in (sys.stdout, sys.stderr):  # what was printed before comes before
        with suppress(OSError, ValueError):
            stream.flush()
    _write_all(descriptor, data)


def _write_straight(path: Path, data: Iterable[Piece]) -> None:
    """Into a device or a pipe; opening a pipe waits for its reader."""
    descriptor = os.open(path, os.O_WRONLY | _BINARY | getattr(os, "O_NOCTTY", 0))
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _replace(path: Path, facts: os.stat_result | None, data: Iterable[Piece], mode: int, flush: bool) -> None:
    if facts is not None and not os.access(path, os.W_OK):
        # Renaming asks for rights on the folder only: it would overwrite what was protected on purpose.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = _beside(path)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    try:
        try:
            _write_all(descriptor, data)
            if facts is not None:
                _keep_owner_and_mode(descriptor, facts)
            if flush:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        beside.replace(path)
    except BaseException:  # Ctrl-C as well
        with suppress(OSError):
            beside.unlink()
        raise


def _keep_owner_and_mode(descriptor: int, facts: os.stat_result) -> None:
    if not hasattr(os, "fchown"):
        return
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (facts.st_uid, facts.st_gid):
        with suppress(OSError):  # only root may give files away
            os.fchown(descriptor, facts.st_uid, facts.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(facts.st_mode))


def _write_all(descriptor: int, data: Iterable[Piece]) -> None:
    for piece in data:
        rest = memoryview(piece).cast("B")
        while rest:
            rest = rest[os.write(descriptor, rest) :]


def _beside(path: Path) -> Path:
    """A name of the same folder that nobody else has; short, as names have a length they may have."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.tmp")


def lock_file(file: int | BinaryIO) -> bool:
    """Lock an open file or folder until it is closed; whether no other process has it.

    Systems and disks without locks trust their users.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
