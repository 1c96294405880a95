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
from spielbaum.solution.entries import Entry
from spielbaum.solution.format import (
    BLOCK,
    EXPECTED_VERSION,
    FOOTER,
    MAGIC,
    PREFIX,
    VERSION,
    AnySection,
    EntryCount,
    ExpectedCount,
    ExpectedSection,
    ExpectedSummary,
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
    path: Path, facts: SolutionFacts, sections: Iterable[AnySection], *, threads: int = 1
) -> None:
    """Write the file, completely or not at all; one section after the other is asked for.

    All sections are of one kind: values and remoteness, or expected values.

    Sections of the same layer that follow each other become one: their keys have to ascend on and on.

    It is written under another name beside its place and renamed when it is complete. Of two processes that
    write the same file each writes its own, and the one that ends last is kept, whole. `threads` compress.
    """
    with ThreadPoolExecutor(threads) as pool:
        write_pieces(path, _pieces(facts, sections, pool))


def _pieces(
    facts: SolutionFacts, sections: Iterable[AnySection], pool: ThreadPoolExecutor
) -> Iterator[bytes]:
    header = _json(asdict(facts))
    offset = PREFIX.size + len(header)
    column: _Codes | _Numbers | None = None
    index: list[NDArray[Any]] = []
    latest: tuple[int, ...] = ()
    before: int | None = None
    for section in sections:
        if column is None:
            column = _Codes(facts.folded) if isinstance(section, Section) else _Numbers(facts.folded)
            yield PREFIX.pack(MAGIC, column.version, len(header), zlib.crc32(header)) + header
        _check(section, facts.words)
        count = len(section.keys)
        goes_on = len(index) > 0 and section.layer is not None and before == section.layer
        before = section.layer
        if not goes_on:
            column.begin(section.layer)
        lines = np.zeros(-(-count // BLOCK), index_type(facts.words))
        lines["section"] = column.sections - 1
        lines["first"] = section.keys[::BLOCK]
        lines["count"] = [min(BLOCK, count - start) for start in range(0, count, BLOCK)]
        for batch in range(0, len(lines), BATCH):
            here = [
                slice(row * BLOCK, (row + 1) * BLOCK) for row in range(batch, min(batch + BATCH, len(lines)))
            ]
            for rows in here:
                _check_order(section, rows, latest if goes_on else None)
            columns = [column.of(section, rows) for rows in here]
            packed = map(pack_block, [section.keys[rows] for rows in here], columns)
            blocks = pool.map(_compressed, packed)
            for line, block in zip(lines[batch:], blocks, strict=False):
                line["offset"], line["size"], line["checksum"] = offset, len(block), zlib.crc32(block)
                offset += len(block)
                yield block
        index.append(lines)
        latest = tuple(section.keys[-1].tolist()) if count else latest
        del section  # not kept while the next one is made: there may be room for one only
    if column is None:
        column = _Codes(facts.folded)
        yield PREFIX.pack(MAGIC, column.version, len(header), zlib.crc32(header)) + header
    places = b"".join(lines.tobytes() for lines in index)
    summary = _json(asdict(column.summary()))
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

    version = VERSION

    def __init__(self, folded: bool) -> None:
        self.entries: list[EntryCount] = []
        self._folded = folded
        self._numbers: dict[Entry, int] = {}
        self._layers: list[int | None] = []
        self._counts: list[NDArray[np.int64]] = []

    @property
    def sections(self) -> int:
        return len(self._layers)

    def begin(self, layer: int | None) -> None:
        """A new section."""
        self._layers.append(layer)
        self._counts.append(np.zeros(0, np.int64))

    def summary(self) -> Summary:
        counted = zip(self._layers, self._counts, strict=True)
        return Summary(
            tuple(self.entries), tuple(SectionCount(layer, tuple(total.tolist())) for layer, total in counted)
        )

    def of(self, section: AnySection, here: slice) -> NDArray[np.int64]:
        """The codes of some positions of a section."""
        assert isinstance(section, Section)
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
                example = _example(section, row, self._folded)
                self.entries.append(EntryCount(int(entry.value), entry.remoteness, entry.cycle, example))
            codes[place] = self._numbers[entry]
        coded: Int64Array = codes[places]
        self._counts[-1] = _sum(self._counts[-1], np.bincount(coded))
        return coded


class _Numbers:
    """Expected values as they are; of each section the least and the greatest is kept with its state."""

    version = EXPECTED_VERSION

    def __init__(self, folded: bool) -> None:
        self._folded = folded
        self._error = 0.0
        self._counts: list[ExpectedCount] = []

    @property
    def sections(self) -> int:
        return len(self._counts)

    def begin(self, layer: int | None) -> None:
        self._counts.append(ExpectedCount(layer, 0, 0, 0.0, 0.0, None))

    def summary(self) -> ExpectedSummary:
        return ExpectedSummary(self._error, tuple(self._counts))

    def of(self, section: AnySection, here: slice) -> NDArray[np.float64]:
        """The values of some positions of a section."""
        assert isinstance(section, ExpectedSection)
        values: NDArray[np.float64] = section.values[here]
        self._error = max(self._error, section.error)
        total = self._counts[-1]
        lowest, highest = int(np.argmin(values)), int(np.argmax(values))
        least, greatest = float(values[lowest]), float(values[highest])
        one, other = total.examples or (None, None)
        if total.positions == 0 or least < total.least:
            one = _example(section, here.start + lowest, self._folded)
        if total.positions == 0 or greatest > total.greatest:
            other = _example(section, here.start + highest, self._folded)
        self._counts[-1] = ExpectedCount(
            total.layer,
            total.positions + len(values),
            total.chance + int(np.count_nonzero(section.chance[here])),
            least if total.positions == 0 else min(least, total.least),
            greatest if total.positions == 0 else max(greatest, total.greatest),
            None if one is None or other is None else (one, other),
        )
        return values


def _example(section: AnySection, row: int, folded: bool) -> tuple[int, ...] | None:
    states: Rows | None = section.states
    if states is None and not folded:
        states = section.keys
    return None if states is None else tuple(states[row].tolist())


def _check(section: AnySection, words: int) -> None:
    """Refuse columns that do not fit each other."""
    count = len(section.keys)
    columns: list[NDArray[Any]] = [section.values]
    columns += [section.remoteness, section.cycle] if isinstance(section, Section) else [section.chance]
    right = section.keys.dtype == np.int64 and section.keys.shape == (count, words)
    if not right or any(column.shape != (count,) for column in columns):
        shapes = [column.shape for column in (section.keys, *columns)]
        raise BadInput("table.section.shape", layer=section.layer, words=words, given=shapes)


def _check_order(section: AnySection, rows: slice, latest: tuple[int, ...] | None) -> None:
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
