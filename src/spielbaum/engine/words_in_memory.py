"""The memory of a WebAssembly module as arrays of words: as much of NumPy's interface as drives a search."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, Protocol

WORD = 8


class Memory(Protocol):
    """Bytes at addresses."""

    def read(self, address: int, size: int) -> bytes: ...

    def write(self, address: int, content: bytes) -> None: ...


class Words:
    """Words in a row, or rows of words, as they lie in memory: what is written is seen by the module.

    `owner` is whatever has to live as long as the words are used.
    """

    __slots__ = ("_memory", "_owner", "address", "shape")

    def __init__(self, memory: Memory, address: int, shape: tuple[int, ...], owner: object = None) -> None:
        self._memory = memory
        self._owner = owner
        self.address = address
        self.shape = shape

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple):
            row, column = key
            return self[row][column]
        if isinstance(key, slice) or len(self.shape) == 2:
            return self._part(key)
        return int.from_bytes(self._memory.read(self._at(key), WORD), "little", signed=True)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, tuple):
            row, column = key
            self[row][column] = value
        elif isinstance(key, slice) or len(self.shape) == 2:
            self._part(key)._fill(value)
        else:
            self._memory.write(self._at(key), int(value).to_bytes(WORD, "little", signed=True))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """The words as whole numbers of Python; a list for each row where there are rows."""
        found = array("q", self._memory.read(self.address, WORD * self._count)).tolist()
        if len(self.shape) == 1:
            return found
        width = self.shape[1]
        return [found[at : at + width] for at in range(0, len(found), width)]

    @property
    def _count(self) -> int:
        return self.shape[0] * (self.shape[1] if len(self.shape) == 2 else 1)

    def _at(self, index: int) -> int:
        """The address of a word, or row; negative numbers do not count from the end here."""
        if not 0 <= index < self.shape[0]:
            raise IndexError(f"{index} of {self.shape[0]}")
        return self.address + WORD * int(index) * (self.shape[1] if len(self.shape) == 2 else 1)

    def _part(self, key: Any) -> Words:
        if not isinstance(key, slice):
            return Words(self._memory, self._at(key), self.shape[1:], self._owner)
        first, end, _ = key.indices(self.shape[0])
        width = WORD * (self.shape[1] if len(self.shape) == 2 else 1)
        shape = (max(end - first, 0), *self.shape[1:])
        return Words(self._memory, self.address + width * first, shape, self._owner)

    def _fill(self, value: Any) -> None:
        count = self._count
        if isinstance(value, int):
            content = int(value).to_bytes(WORD, "little", signed=True) * count
        else:
            given = [int(word) for row in value for word in (row if len(self.shape) == 2 else (row,))]
            if len(given) != count:
                raise ValueError(f"{len(given)} words for {count}")
            content = array("q", given).tobytes()
        self._memory.write(self.address, content)
