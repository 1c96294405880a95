"""A whole solution in its file: looked up position by position, without reading the rest."""

from __future__ import annotations

import mmap
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from spielbaum.documents import read_document
from spielbaum.engine.expected_graph import banks
from spielbaum.errors import BadInput, Unfit
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.games.register import entries
from spielbaum.solution.digests import known_digest
from spielbaum.solution.entries import Entries, Entry
from spielbaum.solution.format import (
    BLOCK,
    EXPECTED_VERSION,
    FOOTER,
    MAGIC,
    MOST_JSON,
    PREFIX,
    VERSION,
    ExpectedCount,
    ExpectedSummary,
    Int64Array,
    SectionCount,
    SolutionFacts,
    Summary,
    index_type,
    unpack_block,
)
from spielbaum.solution.position_words import PositionWords

T = TypeVar("T")
AnySummary = Summary | ExpectedSummary

#: Decompressed blocks that are kept: about 10 MB.
KEPT = 256


@dataclass(frozen=True, eq=False)
class Block:
    """Some positions of a section, as columns."""

    layer: int | None
    keys: Int64Array
    #: Expected ones are floats.
    values: NDArray[Any]
    remoteness: NDArray[np.int64]
    cycle: NDArray[np.bool_]


class Solution(Entries):
    """Every position of a game with its value and remoteness.

    May be used by several threads. What was damaged after it was opened is found when it is read.
    """

    def __init__(self, path: Path, data: mmap.mmap, game: Game[Any, Any] | None) -> None:
        """`Solution.open` is the way to make one."""
        self.path = path
        self._data = data
        self.facts, begin, version = _header(data, path)
        #: Expected values, of a game with chance.
        self.expected = version == EXPECTED_VERSION
        schema = ExpectedSummary if self.expected else Summary
        self._index, found = _tables(data, begin, self.facts, schema, path)
        #: What the codes mean, and how many positions have each; nothing where values are expected ones.
        self.summary = found if isinstance(found, Summary) else Summary((), ())
        #: How many positions there are, and how exact; None where values are not expected ones.
        self.expected_summary = found if isinstance(found, ExpectedSummary) else None
        self.game = _fitting(path, self.facts, game)
        if self.expected != self.game.has_chance:
            raise BadInput("table.damaged", path=path)
        self._banked = self.game.hints.banked if self.facts.folded and banks(self.game) else None
        self._words = PositionWords(self.game, folded=self.facts.folded)
        if self._words.words != self.facts.words:
            raise BadInput("table.damaged", path=path)
        sections: Sequence[SectionCount | ExpectedCount] = found.sections
        self._layers = [section.layer for section in sections]
        places = np.searchsorted(self._index["section"], np.arange(len(sections) + 1))
        #: Where the blocks of each section begin and end in the index.
        self._ranges = list(zip(places[:-1].tolist(), places[1:].tolist(), strict=True))
        #: The layer of a state, where the game tells it, and the sections of each layer.
        self._layer: Callable[[Any], int] | None = self.game.hints.layer
        self._sections: dict[int | None, list[int]] = {}
        for number, layer in enumerate(self._layers):
            self._sections.setdefault(layer, []).append(number)
        #: The section in which a position was found last; the next one is often near it.
        self._latest = 0
        self._block = lru_cache(KEPT)(self._read)

    @classmethod
    def open(cls, path: Path | str, game: Game[Any, Any] | None = None) -> Self:
        """The solution in the file, which must be one of this game; without a game, of the one it names.

        A game in a file of its own has to be given: what a file names is not run.
        """
        path = Path(path)
        return cls(path, _mapped(path), game)

    def __len__(self) -> int:
        return int(self._index["count"].sum())

    def __repr__(self) -> str:
        return f"<Solution of {self.facts.game}: {len(self)} positions>"

    # ----------------------------------------------------------------- one position

    @property
    def error(self) -> float:
        """How far expected values may be from the true ones at most, which is proven; 0 for others."""
        return 0.0 if self.expected_summary is None else self.expected_summary.error

    def require_exact(self, who: str) -> None:
        """Refuse expected values where somebody needs won, drawn and lost with a remoteness."""
        if self.expected:
            raise Unfit("table.expected", path=self.path, who=who)

    def look(self, state: Any) -> Entry | None:
        """What the position is worth to the player to move; None where it is not in the file.

        Where nature moves that is told from the side of player 0.
        """
        entry = self.look_key(self._words.of(state), None if self._layer is None else self._layer(state))
        if entry is None or self._banked is None:
            return entry
        return Entry(entry.value + self.sign(state) * self._banked(state))

    def look_key(self, key: tuple[int, ...], layer: int | None = None) -> Entry | None:
        """The same by the words that tell the position from others; quicker where its layer is known.

        Points that were won before and are left out of the key are left out of the value.
        """
        first = self._index["first"]
        for section in self._likeliest_sections(layer):
            begin, end = self._ranges[section]
            number = bisect_right(range(begin, end), key, key=lambda i: tuple(first[i].tolist())) + begin - 1
            if number < begin:
                continue
            keys, codes = self._block(number)
            row = bisect_left(range(len(keys)), key, key=lambda i: tuple(keys[i].tolist()))
            if row < len(keys) and tuple(keys[row].tolist()) == key:
                self._latest = section
                return Entry(float(codes[row])) if self.expected else self.entries[int(codes[row])]
        return None

    def key(self, state: Any) -> tuple[int, ...]:
        """The words by which the position is looked up."""
        return self._words.of(state)

    def _likeliest_sections(self, layer: int | None) -> Iterator[int]:
        """All sections: first those of the layer, then those near the one that had the last position."""
        own = self._sections.get(layer, ())
        yield from own
        others = (section for section in range(len(self._ranges)) if section not in own)
        yield from sorted(others, key=lambda section: abs(section - self._latest))

    # ----------------------------------------------------------------- all of them

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What the codes mean."""
        return tuple(Entry(each.value, each.remoteness, each.cycle) for each in self.summary.entries)

    def example(self, entry: Entry) -> Any:
        """A state that has this entry; None where none was kept."""
        words = self.summary.entries[self.entries.index(entry)].example
        return None if words is None else self._words.state(words)

    def examples(self) -> list[Any]:
        """See `Entries`."""
        if not self.expected:
            found = map(self.example, self.entries)
            return [state for state in found if state is not None]
        sections = () if self.expected_summary is None else self.expected_summary.sections
        words = [row for section in sections for row in section.examples or ()]
        return [state for row in words if (state := self._words.state(row)) is not None]

    def state(self, key: tuple[int, ...]) -> Any:
        """The state of a key; None where positions are folded, so that a key does not tell it."""
        return None if self.facts.folded else self._words.state(key)

    def blocks(self) -> Iterator[Block]:
        """All positions, block by block in the order of the file."""
        values, remoteness = (
            np.array([entry[column] for entry in self.entries], np.int64) for column in (0, 1)
        )
        cycle = np.array([entry.cycle for entry in self.entries], np.bool_)
        for number in range(self.block_count):
            keys, codes = self._read(number)
            layer = self._layers[int(self._index["section"][number])]
            if self.expected:
                nothing = np.zeros(len(codes), np.int64)
                yield Block(layer, keys, codes, nothing, nothing.astype(np.bool_))
            else:
                yield Block(layer, keys, values[codes], remoteness[codes], cycle[codes])

    @property
    def block_count(self) -> int:
        return len(self._index)

    def keys(self, block: int) -> Int64Array:
        """The keys of a block, by its number."""
        return self._block(block)[0]

    def expected_values(self, block: int) -> NDArray[np.float64]:
        """The expected values in a block, by its number."""
        return self._block(block)[1]

    def _read(self, number: int) -> tuple[Int64Array, NDArray[Any]]:
        line = self._index[number]
        begin = int(line["offset"])
        packed = self._data[begin : begin + int(line["size"])]
        try:
            if zlib.crc32(packed) != line["checksum"]:
                raise ValueError("checksum")
            # No more than a block can be, whatever the bytes say.
            content = zlib.decompressobj().decompress(packed, (BLOCK + 1) * 8 * (self.facts.words + 1))
            count = int(line["count"])
            keys, codes = unpack_block(content, count, line["first"], expected=self.expected)
            if not np.isfinite(codes).all() if self.expected else codes.max() >= len(self.entries):
                raise ValueError("codes")
        except (ValueError, zlib.error) as error:
            raise BadInput("table.damaged", path=self.path) from error
        return keys, codes


# --- opening ------------------------------------------------------------------------------------------------


def solution_facts(path: Path) -> SolutionFacts:
    """Whose positions are in the file, by its header alone."""
    return _header(_mapped(path), path)[0]


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError as error:  # there is nothing in it
        raise BadInput("table.foreign", path=path) from error
    except OSError as error:
        raise BadInput("table.read", path=path, error=error.strerror or error) from error


def _header(data: mmap.mmap, path: Path) -> tuple[SolutionFacts, int, int]:
    """The header, where it ends, and the version of the file."""
    if data[: len(MAGIC)] != MAGIC:
        raise BadInput("table.foreign", path=path)
    if len(data) < PREFIX.size:
        raise BadInput("table.truncated", path=path)
    _, version, size, checksum = PREFIX.unpack_from(data)
    if version not in (VERSION, EXPECTED_VERSION):
        expected = f"{VERSION}, {EXPECTED_VERSION}"
        raise BadInput("table.version", path=path, given=version, expected=expected)
    return _document(data, PREFIX.size, size, checksum, SolutionFacts, path), PREFIX.size + size, version


def _tables(
    data: mmap.mmap, begin: int, facts: SolutionFacts, schema: type[AnySummary], path: Path
) -> tuple[NDArray[Any], AnySummary]:
    """The index and the summary."""
    at = len(data) - FOOTER.size
    if at < begin or data[-len(MAGIC) :] != MAGIC:
        raise BadInput("table.truncated", path=path)
    offset, length, checksum, summary_at, summary_length, summary_checksum, _ = FOOTER.unpack_from(data, at)
    kind = index_type(facts.words)
    # Nothing lies between the parts, so a footer of another file is found out as well.
    if offset < begin or offset + length != summary_at or summary_at + summary_length != at:
        raise BadInput("table.damaged", path=path)
    if length % kind.itemsize or zlib.crc32(memoryview(data)[offset:summary_at]) != checksum:
        raise BadInput("table.damaged", path=path)
    summary: AnySummary
    if schema is Summary:
        summary = _document(data, summary_at, summary_length, summary_checksum, Summary, path)
    else:
        summary = _document(data, summary_at, summary_length, summary_checksum, ExpectedSummary, path)
    index = np.frombuffer(data, kind, length // kind.itemsize, offset)
    starts = index["offset"].astype(np.int64)
    if isinstance(summary, Summary):
        positions = sum(sum(section.counts) for section in summary.sections)
    else:
        positions = sum(section.positions for section in summary.sections)
    sound = (
        # One block begins where the one before ends.
        np.array_equal(np.append(starts, offset), np.append(begin, starts + index["size"]))
        and np.all(np.diff(index["section"].astype(np.int64)) >= 0)
        and np.all(index["section"] < len(summary.sections))
        and np.all((index["count"] > 0) & (index["count"] <= BLOCK))
        and int(index["count"].sum()) == positions
    )
    if not sound:
        raise BadInput("table.damaged", path=path)
    return index, summary


def _document(
    data: mmap.mmap, begin: int, size: int, checksum: int, schema: Callable[..., T], path: Path
) -> T:
    content = data[begin : begin + min(size, MOST_JSON)]
    if len(content) < size:
        raise BadInput("table.truncated", path=path)
    try:
        if zlib.crc32(content) != checksum:
            raise BadInput("table.damaged", path=path)
        return read_document(content, schema)  # type: ignore[arg-type]
    except BadInput as error:
        raise BadInput("table.damaged", path=path) from error


def _fitting(path: Path, facts: SolutionFacts, game: Game[Any, Any] | None) -> Game[Any, Any]:
    """The game that was given or that the file names, where its rules are those of the file."""
    if game is None:
        if facts.game.partition(":")[0] not in {entry.name for entry in entries()}:
            raise BadInput("table.which_game", path=path, game=facts.game)
        game = load_game(facts.game)
    if known_digest(game) != facts.rules:
        raise BadInput("table.rules", path=path, game=game.name, named=facts.game)
    return game
