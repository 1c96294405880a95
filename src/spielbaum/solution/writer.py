"""Writing a whole solution: block by block, so that it is never in memory as a whole."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielbaum.atomic import write_pieces
from spielbaum.errors import BadInput
from spielbaum.solution.format import (
    BLOCK,
    FOOTER,
    MAGIC,
    PREFIX,
    VERSION,
    Entry,
    EntryCount,
    Int64Array,
    Rows,
    Section,
    SectionCount,
    SolutionFacts,
    Summary,
    index_type,
    pack_block,
)

#: The quickest one.
LEVEL = 1
#: Blocks that are compressed at the same time.
BATCH = 64
#: Values times remoteness up to which a table over all of them is small.
DENSE = 1 << 16


def write_solution(
    path: Path, facts: SolutionFacts, sections: Iterable[Section], *, threads: int = 1
) -> None:
    """Write the file, completely or not at all; one section after the other is asked for.

    Sections of the same layer that follow each other become one: their keys have to ascend on and on.

    It is written under another name beside its place and renamed when it is complete. Of two processes that
    write the same file each writes its own, and the one that ends last is kept, whole. `threads` compress.
    """
    with ThreadPoolExecutor(threads) as pool:
        write_pieces(path, _pieces(facts, sections, pool))


def _pieces(facts: SolutionFacts, sections: Iterable[Section], pool: ThreadPoolExecutor) -> Iterator[bytes]:
    header = _json(asdict(facts))
    yield PREFIX.pack(MAGIC, VERSION, len(header), zlib.crc32(header)) + header
    offset = PREFIX.size + len(header)
    codes = _Codes(facts.folded)
    counted: list[SectionCount] = []
    index: list[NDArray[Any]] = []
    latest: tuple[int, ...] = ()
    for section in sections:
        _check(section, facts.words)
        count = len(section.keys)
        goes_on = counted and section.layer is not None and counted[-1].layer == section.layer
        total = np.array(counted.pop().counts if goes_on else (), np.int64)
        lines = np.zeros(-(-count // BLOCK), index_type(facts.words))
        lines["section"] = len(counted)
        lines["first"] = section.keys[::BLOCK]
        lines["count"] = [min(BLOCK, count - start) for start in range(0, count, BLOCK)]
        for batch in range(0, len(lines), BATCH):
            here = [
                slice(row * BLOCK, (row + 1) * BLOCK) for row in range(batch, min(batch + BATCH, len(lines)))
            ]
            for rows in here:
                _check_order(section, rows, latest if goes_on else None)
            numbers = [codes.of(section, rows) for rows in here]
            total = _sum(total, np.bincount(np.concatenate(numbers)))
            packed = map(pack_block, [section.keys[rows] for rows in here], numbers)
            blocks = pool.map(_compressed, packed)
            for line, block in zip(lines[batch:], blocks, strict=False):
                line["offset"], line["size"], line["checksum"] = offset, len(block), zlib.crc32(block)
                offset += len(block)
                yield block
        index.append(lines)
        counted.append(SectionCount(section.layer, tuple(total.tolist())))
        latest = tuple(section.keys[-1].tolist()) if count else latest
        del section  # not kept while the next one is made: there may be room for one only
    places = b"".join(lines.tobytes() for lines in index)
    summary = _json(asdict(Summary(tuple(codes.entries), tuple(counted))))
    yield places
    yield summary
    after = offset + len(places)
    yield FOOTER.pack(
        offset, len(places), zlib.crc32(places), after, len(summary), zlib.crc32(summary), MAGIC
    )


def _compressed(block: bytes) -> bytes:
    return zlib.compress(block, LEVEL)


class _Codes:
    """Numbers the entries in the order in which they first occur."""

    def __init__(self, folded: bool) -> None:
        self.entries: list[EntryCount] = []
        self._folded = folded
        self._numbers: dict[Entry, int] = {}

    def of(self, section: Section, here: slice) -> NDArray[np.int64]:
        """The codes of some positions of a section."""
        values, cycle = section.values[here].astype(np.int64), section.cycle[here].astype(np.int64)
        remoteness = np.where(cycle, 0, section.remoteness[here]).astype(np.int64)
        least, span = int(values.min()), int(remoteness.max()) + 1
        joined = ((values - least) * span + remoteness) * 2 + cycle
        # Counting is ten times as fast as sorting, which `unique` does.
        if joined.max() < DENSE:
            places = joined
            found = places_found = np.flatnonzero(np.bincount(joined))
        else:
            found, places = np.unique(joined, return_inverse=True)
            places_found = np.arange(len(found))
        codes: Int64Array = np.zeros(int(places_found[-1]) + 1, np.int64)
        for number, place in zip(found.tolist(), places_found.tolist(), strict=True):
            entry = Entry(number // 2 // span + least, number // 2 % span, bool(number % 2))
            if entry not in self._numbers:
                self._numbers[entry] = len(self.entries)
                row = here.start + int(np.argmax(places == place))
                self.entries.append(EntryCount(*entry, self._example(section, row)))
            codes[place] = self._numbers[entry]
        coded: Int64Array = codes[places]
        return coded

    def _example(self, section: Section, row: int) -> tuple[int, ...] | None:
        states: Rows | None = section.states
        if states is None and not self._folded:
            states = section.keys
        return None if states is None else tuple(states[row].tolist())


def _check(section: Section, words: int) -> None:
    """Refuse columns that do not fit each other."""
    count = len(section.keys)
    columns = (section.values, section.remoteness, section.cycle)
    right = section.keys.dtype == np.int64 and section.keys.shape == (count, words)
    if not right or any(column.shape != (count,) for column in columns):
        shapes = [column.shape for column in (section.keys, *columns)]
        raise BadInput("table.section.shape", layer=section.layer, words=words, given=shapes)


def _check_order(section: Section, rows: slice, latest: tuple[int, ...] | None) -> None:
    """Refuse keys that do not ascend, from the last row of the block before, or from the latest key."""
    if rows.start == 0 and latest is not None and not tuple(section.keys[0].tolist()) > latest:
        raise BadInput("table.section.order", layer=section.layer)
    keys = section.keys[max(rows.start - 1, 0) : rows.stop]
    ascends = np.zeros(len(keys) - 1, np.bool_)
    for column in keys.T[::-1]:  # the first word decides, then the next one
        ascends = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & ascends)
    if not ascends.all():
        raise BadInput("table.section.order", layer=section.layer)


def _sum(total: NDArray[np.int64], more: NDArray[Any]) -> NDArray[np.int64]:
    summed = np.zeros(max(len(total), len(more)), np.int64)
    summed[: len(total)] = total
    summed[: len(more)] += more
    return summed


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
