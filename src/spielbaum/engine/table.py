"""The transposition table: what is known about positions that were searched before.

An array of 64-bit words. Four entries of two words are a bucket of 64 bytes, one line of the processor's
cache:

    word 0   check ^ data
    word 1   data      payload (48 bits) · generation (8 bits, 1 … 255; 0: empty) · worth (8 bits)

so that the lowest 16 bits say how much an entry is needed: of two the one of the newer search, then the one
of more worth.

*No wrong results.* A position is described by two words, `check` and `place`. Where the key of a position
fits in one word, `check` is that key: an entry is believed only if it is about this very position. Where
it does not, check and place are two 64-bit hashes of all its words (see `hashing.py`); an
entry of another position in the same bucket is believed with probability 2⁻⁶⁴, so in a search of 10¹² nodes,
four entries a probe, one wrong belief is expected once in some four million such searches.

*Without locks.* Threads write entries while others read them, so the two words of an entry may be from
different writers. Then `check ^ data` does not give back the check, and the entry is not believed
(Hyatt and Mann 2002).

*Replacement.* An entry about the same position is overwritten; else an empty one, else one of an older
search, else the one worth least (depth, or effort) is given up; always one of them.

*Growing.* Exact solving begins with a few buckets and doubles them as they fill, where one word tells a
position from all others: small positions stay in the processor's nearest caches (measured on Connect Four:
half the time a node against 64 MB from the start), and clearing costs no more than what was kept.

*Clearing* is counting: entries older than the generation `oldest` are empty, for reading and for writing, so
a cleared table behaves in every respect like a new one. When the counter is full, all generations are lowered
(`lower_generations`).
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from contextlib import suppress
from typing import Any

from spielbaum.engine.machine import mix
from spielbaum.engine.slots import Int64Array
from spielbaum.errors import BadInput

ENTRIES = 4
BUCKET = 2 * ENTRIES
MOST_GENERATION = 255
MOST_WORTH = 255

# ------------------------------------------------------------------------------- compiled with the kernels


def generation_of(data: Any) -> Any:
    """In which generation an entry was written; 0 where there is none."""
    return (data >> 8) & 255


def bucket_of(table: Int64Array, place: int) -> int:
    """Where the bucket begins. The number of buckets is a power of two."""
    return (place & (len(table) // BUCKET - 1)) * BUCKET


def probe(table: Int64Array, check: int, place: int, oldest: int) -> int:
    """The data of the entry about that position; 0 where there is none."""
    return probe_bucket(table, bucket_of(table, place), check, oldest)


def keep(
    table: Int64Array, check: int, place: int, payload: int, worth: int, generation: int, oldest: int
) -> None:
    """Write an entry, in the place of the one that is needed least."""
    keep_in_bucket(table, bucket_of(table, place), check, payload, worth, generation, oldest)


def probe_bucket(table: Int64Array, start: int, check: int, oldest: int) -> int:
    """`probe` in the bucket that begins there."""
    for i in range(start, start + BUCKET, 2):
        data = table[i + 1]
        if table[i] ^ data == check and generation_of(data) >= oldest:
            return int(data)
    return 0


def keep_in_bucket(
    table: Int64Array, start: int, check: int, payload: int, worth: int, generation: int, oldest: int
) -> None:
    """`keep` in the bucket that begins there."""
    chosen = start
    least = 1 << 62
    empty = (oldest << 8) - 1
    for i in range(start, start + BUCKET, 2):
        data = table[i + 1]
        # What is older than the oldest is empty, and one empty entry is as good as another.
        need = max(data & 0xFFFF, empty)
        if table[i] ^ data == check and need > empty:
            chosen = i
            break
        if need < least:
            least, chosen = need, i
    data = (payload << 16) | (generation << 8) | min(worth, MOST_WORTH)
    table[chosen] = check ^ data
    table[chosen + 1] = data


def spread(table: Int64Array, words: int, oldest: int) -> None:
    """Let the first `words` words of the table fill twice as many.

    Only for games whose key is the check: then the place follows from it. Bucket b becomes b and b + n.
    """
    buckets = words // BUCKET
    for start in range(0, words, BUCKET):
        to = start + words
        table[to : to + BUCKET] = 0
        for i in range(start, start + BUCKET, 2):
            data = table[i + 1]
            if mix(table[i] ^ data) & buckets != 0 or generation_of(data) < oldest:
                if generation_of(data) >= oldest:
                    table[to], table[to + 1] = table[i], data
                    to += 2
                table[i] = table[i + 1] = 0


# ------------------------------------------------------------------------------------------ in Python


def words_of_table(megabytes: float) -> int:
    """How many words a table of that size has: as many buckets as fit, a power of two, one at least."""
    if not 0 < megabytes <= 1 << 22:
        raise BadInput("engine.table.size", given=megabytes)
    size = int(megabytes * (1 << 20))
    buckets = 1
    while buckets * 2 * BUCKET * 8 <= size:
        buckets *= 2
    return buckets * BUCKET


def new_table(megabytes: float) -> Int64Array:
    """Zeroed words for the table.

    Memory comes straight from the system, in huge pages where it offers them: probes jump about, and
    fewer pages mean fewer misses in the processor's page table cache.
    """
    import numpy as np

    words = words_of_table(megabytes)
    size = 8 * words
    free = free_memory()
    if free is not None and size > free:
        raise BadInput("engine.table.memory", given=f"{size >> 20}", free=f"{free >> 20}")
    try:
        memory = mmap.mmap(-1, max(size, mmap.PAGESIZE))
    except (OSError, MemoryError, ValueError, OverflowError) as error:
        raise BadInput("engine.table.memory", given=f"{size >> 20}", free="?") from error
    if size >= 1 << 22 and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.int64)[:words]


def lower_generations(table: Int64Array, oldest: int, by: int, words: int = 2) -> None:
    """Give room to the counter: entries of generation g become max(g − by, 1); what is empty is zeroed.

    `words`: of an entry; the first is a checksum that the second, the data, is a part of.
    """
    import numpy as np

    entries = table.reshape(-1, words)
    for start in range(0, len(entries), 1 << 16):
        part = entries[start : start + (1 << 16)]
        data = part[:, 1].copy()
        generation = generation_of(data)
        lowered = data + ((np.maximum(generation - by, 1) - generation) << 8)
        part[:, 0] ^= data ^ lowered
        part[:, 1] = lowered
        part[generation < oldest] = 0


def free_memory() -> int | None:
    """Bytes that can be had without swapping; None where the system does not say."""
    if sys.platform == "linux":
        with suppress(OSError, ValueError, StopIteration):
            with open("/proc/meminfo", encoding="ascii") as facts:  # noqa: PTH123 - not a file to keep
                line = next(line for line in facts if line.startswith("MemAvailable:"))
            return int(line.split()[1]) * 1024
    if sys.platform == "win32":

        class Status(ctypes.Structure):
            _fields_ = [
                ("length", ctypes.c_ulong),
                ("load", ctypes.c_ulong),
                *((name, ctypes.c_ulonglong) for name in ("total", "free", "a", "b", "c", "d", "e")),
            ]

        status = Status()
        status.length = ctypes.sizeof(Status)
        if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            return int(status.free)
    return None
