"""Who is playing a run: the process that holds the lock of its record, whoever started it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_LOCK = re.compile(r"FLOCK\s+ADVISORY\s+WRITE\s+(\d+)\s+\w+:\w+:(\d+)\s")
#: Somebody, but the system does not tell who.
UNKNOWN = 0


def holders(records: Iterable[Path]) -> dict[Path, int]:
    """The processes that write these records; without those that nobody writes."""
    try:
        locks = Path("/proc/locks").read_text(encoding="utf-8")
    except OSError:
        return {record: UNKNOWN for record in records if _taken(record)}
    by_inode: dict[int, list[int]] = {}
    for match in _LOCK.finditer(locks):
        by_inode.setdefault(int(match[2]), []).append(int(match[1]))
    found = {}
    for record in records if by_inode else ():
        with suppress(OSError):
            for process in by_inode.get(record.stat().st_ino, []):
                if _has_open(process, record):
                    found[record] = process
    return found


def _has_open(process: int, record: Path) -> bool:
    """Inodes are only unique on their own disk, so the file itself is looked for."""
    with suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                if link.samefile(record):
                    return True
    return False


def _taken(record: Path) -> bool:
    """Where the system lists no locks: whether this one can be had."""
    try:
        import fcntl

        file = os.open(record, os.O_RDONLY)
    except (ImportError, OSError):
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
