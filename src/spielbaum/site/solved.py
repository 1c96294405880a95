"""Solutions of small games inside a page: made when a site is written, looked up there without NumPy."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from spielbaum.game import Game
from spielbaum.solution.entries import Entries, Entry
from spielbaum.solution.position_words import PositionWords

if TYPE_CHECKING:
    from spielbaum.solution.reader import Solution


def packed(solution: Solution, longest: Any) -> bytes:
    """The solution as a file of a site; `longest` is a state of the longest forced win."""
    words = PositionWords(solution.game, folded=False)

    def written(states: Iterable[Any]) -> list[list[int]]:
        return [list(words.of(state)) for state in states]

    numbers = {entry: number for number, entry in enumerate(solution.entries)}
    keys, codes = [], []
    for block in solution.blocks():
        columns = (block.values.tolist(), block.remoteness.tolist(), block.cycle.tolist())
        codes += [numbers[Entry(*entry)] for entry in zip(*columns, strict=True)]
        keys += block.keys.tolist()
    content = {
        "folded": solution.facts.folded,
        "entries": [list(entry) for entry in solution.entries],
        "keys": keys,
        "codes": codes,
        "examples": written(solution.examples()),
        "longest": written([] if longest is None else [longest]),
    }
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)


class SmallSolution(Entries):
    """All entries in memory."""

    def __init__(self, content: bytes, game: Game[Any, Any]) -> None:
        self.game = game
        read: Mapping[str, Any] = json.loads(zlib.decompress(content))
        self._words = PositionWords(game, folded=read["folded"])
        entries = [Entry(*entry) for entry in read["entries"]]
        keys = map(tuple, read["keys"])
        self._entries = {key: entries[code] for key, code in zip(keys, read["codes"], strict=True)}
        self._examples = [self._words.state(words) for words in read["examples"]]
        #: A state of the longest forced win, where there is one.
        self.longest = next(map(self._words.state, read["longest"]), None)

    def look(self, state: Any) -> Entry | None:
        return self._entries.get(self._words.of(state))

    def examples(self) -> list[Any]:
        return self._examples
