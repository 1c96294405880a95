"""The file of a whole solution: what is in it and how it lies there (docs/reference/table-file.md).

    magic, version │ header │ block │ block │ … │ index │ summary │ footer

The header says whose positions these are. Each block holds up to `BLOCK` positions of one section, compressed
by itself. The index says where each block lies and with which key it begins; the summary, what the codes of
the positions mean and how often each occurs. Both are known only when everything is written, so they come
last, and the footer says where they are. All numbers are little-endian.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from spielbaum.documents import Count, Natural, Whole
from spielbaum.engine.book import rules_digest
from spielbaum.game import Game
from spielbaum.solution.position_words import PositionWords, solution_key

Int64Array = NDArray[np.int64]

MAGIC = b"\x89SBTABLE"
#: Files of values and remoteness, and files of expected values (games with chance).
VERSION, EXPECTED_VERSION = 1, 2
#: Positions per block, at most. A look-up decompresses one block.
BLOCK = 4096
#: After the magic: version; length and checksum of the header.
PREFIX = struct.Struct("<8sIII")
#: Where the index begins, its length and checksum, the same of the summary; the magic again.
FOOTER = struct.Struct("<QQIQQI8s")
#: A header or summary that is longer is damaged.
MOST_JSON = 1 << 28


@dataclass(frozen=True, slots=True)
class SolutionFacts:
    """Whose positions a file holds; the header."""

    #: The game with its parameters, as `load_game` reads it.
    game: str
    #: `rules_digest` of the game: other rules have another one, other versions of Python the same.
    rules: str
    #: Positions are told apart by the `key` of the game, else by all words of the state.
    folded: bool
    #: 64-bit words per key.
    words: Count


class Rows(Protocol):
    """Rows of words, such as an array."""

    def __getitem__(self, number: int, /) -> Int64Array: ...


@dataclass(frozen=True, eq=False)
class Section:
    """Positions that are written together: a layer, or all of them. Each position is in one section only."""

    #: What the game calls the layer, such as the ply or the number of stones.
    layer: int | None
    #: n × words; ascending, compared word by word as signed numbers, none twice.
    keys: Int64Array
    #: For the player to move, in points.
    values: NDArray[Any]
    #: Plies to the end under best play; not looked at where `cycle` is set.
    remoteness: NDArray[Any]
    #: Draws by cycle.
    cycle: NDArray[Any]
    #: n × words of a state, as `layout_of` lays them out, where keys are not the states themselves: one is
    #: kept for each entry, so that people can be shown a position.
    states: Rows | None = None


@dataclass(frozen=True, eq=False)
class ExpectedSection:
    """The same for a game with chance."""

    layer: int | None
    keys: Int64Array
    #: Expected points for the player to move (player 0 where nature moves); where positions are told apart by
    #: `rest`, those that are still to come.
    values: NDArray[np.float64]
    #: Whether nature moves there.
    chance: NDArray[Any]
    #: No value is further from the true one: proven.
    error: float
    states: Rows | None = None


AnySection = Section | ExpectedSection


# --- the summary --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryCount:
    """One meaning of a code, and a position that has it."""

    value: Whole
    remoteness: Natural
    cycle: bool
    #: The words of the first such state that was written; None where it is not known.
    example: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class SectionCount:
    """How many positions of a section have each code; trailing zeros are left out."""

    layer: Whole | None
    counts: tuple[Natural, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What the codes mean, by number, and the sections in the order of the file."""

    entries: tuple[EntryCount, ...]
    sections: tuple[SectionCount, ...]


@dataclass(frozen=True, slots=True)
class ExpectedCount:
    """The positions of a section: how many, at how many nature moves, the least and the greatest value."""

    layer: Whole | None
    positions: Natural
    chance: Natural
    least: float
    greatest: float
    #: The words of the states that have them; None where they are not known.
    examples: tuple[tuple[int, ...], ...] | None


@dataclass(frozen=True, slots=True)
class ExpectedSummary:
    """The sections in the order of the file, and how far a value may be from the true one at most."""

    error: float
    sections: tuple[ExpectedCount, ...]


def index_type(words: int) -> np.dtype[Any]:
    """A line of the index: the block's first key, place, length, checksum, positions and section."""
    return np.dtype(
        [
            ("first", "<i8", (words,)),
            ("offset", "<u8"),
            ("size", "<u4"),
            ("checksum", "<u4"),
            ("count", "<u4"),
            ("section", "<u4"),
        ]
    )


def facts_of(game: Game[Any, Any], name: str, *, folded: bool | None = None) -> SolutionFacts:
    """The header for a game and the name that `load_game` knows it by; folded where it has a key."""
    folded = solution_key(game) is not None if folded is None else folded
    words = PositionWords(game, folded=folded).words
    return SolutionFacts(name, rules_digest(game), folded, words)


# --- blocks -------------------------------------------------------------------------------------------------


def pack_block(keys: Int64Array, codes: NDArray[Any]) -> bytes:
    """The positions before compression: a byte of width for codes and for each word, then the columns.

    Expected values are numbers of 8 bytes (IEEE 754) in the place of codes.

    Of each word the difference to the position before is stored (modulo 2⁶⁴; the index has the first), in
    as few bytes as all of them need: 1, 2, 4 or 8. Of each column the lowest bytes of all positions come
    first, then the next ones: bytes of equal weight compress better together.
    """
    columns: list[NDArray[Any]] = [codes.astype("<f8")]
    if codes.dtype != np.float64:
        wide = int(codes.max())
        width = 1 if wide < 1 << 8 else 2 if wide < 1 << 16 else 4
        columns = [codes.astype(f"<u{width}")]
    steps = np.zeros_like(keys)
    steps[1:] = keys[1:] - keys[:-1]
    for column in steps.T:
        least, greatest = int(column.min()), int(column.max())
        width = next(w for w in (1, 2, 4, 8) if -(1 << 8 * w - 1) <= least and greatest < 1 << 8 * w - 1)
        columns.append(column.astype(f"<i{width}"))
    widths = bytes(column.itemsize for column in columns)
    return widths + b"".join(_planes(column) for column in columns)


def unpack_block(
    data: bytes, count: int, first: Int64Array, *, expected: bool
) -> tuple[Int64Array, NDArray[Any]]:
    """Keys and codes, or expected values; `ValueError` where the bytes cannot be such a block."""
    words = len(first)
    widths = data[: words + 1]
    if expected and widths[:1] != b"\x08":
        raise ValueError("values")
    if set(widths) - {1, 2, 4, 8} or len(data) != words + 1 + count * sum(widths):
        raise ValueError("widths")
    keys = np.empty((count, words), np.int64)
    at = words + 1
    columns = []
    for number, width in enumerate(widths):
        planes = np.frombuffer(data, np.uint8, count * width, at).reshape(width, count)
        kind = f"<i{width}" if number else "<f8" if expected else f"<u{width}"
        columns.append(np.ascontiguousarray(planes.T).view(kind)[:, 0])
        at += count * width
    for number, column in enumerate(columns[1:]):
        np.cumsum(column, dtype=np.int64, out=keys[:, number])
        keys[:, number] += first[number]
    return keys, columns[0].astype(np.float64 if expected else np.uint32)


def _planes(column: NDArray[Any]) -> bytes:
    return np.ascontiguousarray(column.view(np.uint8).reshape(len(column), -1).T).tobytes()
