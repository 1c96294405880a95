"""Games that go forward layer by layer: enumerated from the start, valued from the end.

One layer after the other is in memory with the next, as long as both fit. Where they do not, or where several
workers share the work, layers are cut into shards (`shards.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.graph import MOST_PLIES
from spielbaum.engine.position_set import PositionSet, ThreadPool, room_for
from spielbaum.errors import BadInput, BrokenGame, TooLarge
from spielbaum.game import Game
from spielbaum.solution.format import AnySection
from spielbaum.solution.sampling import Watchman, least_positions
from spielbaum.solution.shards import (
    Step,
    expanded,
    perform,
    sections_of,
    write_positions,
)
from spielbaum.solution.storage import Storage

if TYPE_CHECKING:
    from spielbaum.solution.solver import How, Progress

#: A layer is cut into shards a few times smaller than what fits: how large it becomes is only guessed, and
#: what a shard leads to is told apart with the next layer's shards only.
CAUTION = 4
#: Positions of a layer of which the game is asked in which layer they lie.
SAMPLE = 50
#: Shards of a layer, at most: all of them are open while it is written.
MOST_SHARDS = 4096

#: Has steps performed, in any order; hears how many positions each shard has.
Perform = Callable[[Sequence[Step], Callable[[Step, int], None]], None]


class LayerSolver:
    """Solves a game layer by layer."""

    def __init__(
        self, game: Game[Any, Any], pool: ThreadPool, storage: Storage, how: How, progress: Progress
    ) -> None:
        assert game.hints.layer is not None
        self.game, self.pool, self.storage, self.how, self.progress = game, pool, storage, how, progress
        self.first = int(game.hints.layer(game.start))
        self.stride = game.hints.stride
        #: Of each layer its shards, the pieces of each shard whose moves are tried at once, its positions.
        self.shards: list[int] = []
        self.pieces: list[int] = []
        self.counts: list[int] = []
        self.watchman = Watchman()

    def sections(self) -> Iterator[AnySection]:
        """The layers of the game, the last one first, each with its values."""
        self._enumerate()
        self.progress.begin("value", sum(self.counts))
        for layer in range(len(self.shards) - 1, -1, -1):
            before, after = self._before(layer), tuple(self.shards[layer + 1 : layer + 1 + self.stride])
            shards = range(self.shards[layer])
            self._perform([Step("value", layer, n, self.pieces[layer], before, after) for n in shards])
            self.progress.done += self.counts[layer]
            columns = [f"{column}.*" for column in self.pool.columns]
            for what in (*columns, "where.*", "notes.*", "keys.*", "order.*", "answers.*"):
                self.storage.delete(layer, what)
            self.storage.delete(layer + 1, "values.*")
            if self.counts[layer]:
                yield from sections_of(self.pool, self.storage, layer, self.shards[layer], self.first + layer)

    def _before(self, layer: int) -> tuple[int, ...]:
        """All pieces of the layers from which a move may lead to this one, the nearest first."""
        sources = range(layer - 1, max(layer - self.stride, 0) - 1, -1)
        return tuple(self.shards[source] * self.pieces[source] for source in sources)

    def _perform(self, steps: Sequence[Step]) -> int:
        """Have the steps done; positions of all their shards."""
        total = 0

        def hear(_: Step, count: int) -> None:
            nonlocal total
            total += count

        if self.how.perform is not None:
            self.how.perform(steps, hear)
        else:
            for step in steps:
                hear(step, perform(self.pool, self.storage, step, self.how.memory))
        return total

    def _enumerate(self) -> None:
        """Write down the positions of every layer and their moves."""
        if not self.storage.has(0, "states.0"):
            start = PositionSet(self.pool, 1)
            start.add_state(self.game.start)
            write_positions(self.storage, 0, 0, start)
        self.shards, self.counts = [1], [1]
        while True:
            layer = len(self.shards)
            self.progress.done = sum(self.counts)
            shards, count = self._next_layer(layer - 1)
            if count == 0 and not any(self.counts[max(layer - self.stride + 1, 0) :]):
                # Nothing leads any further; layers that were left out have nothing in them.
                last = max(number for number, count in enumerate(self.counts) if count)
                del self.shards[last + 1 :], self.pieces[last + 1 :], self.counts[last + 1 :]
                return
            self.shards.append(shards)
            self.counts.append(count)
            self._check(layer)
            seen = sum(self.counts)
            if self.watchman.wants_to_look(seen):
                least = least_positions(self.pool, seen, forward=self.stride == 1)
                self.storage.check_total(self.game.name, seen, least)

    def _next_layer(self, layer: int) -> tuple[int, int]:
        """Shards and positions of the layer after that one; decides on the pieces of this one."""
        if self.storage.has(layer + 1, "cut"):
            shards, pieces = self.storage.read(layer + 1, "cut", np.int64).tolist()
        else:
            # Without a cut the next layer is one shard: workers go on from there as well.
            alone = self.how.perform is None or self.storage.has(layer + 1, "states.0")
            if self.shards[layer] == 1 and alone and self.stride == 1:
                try:
                    count = self._expand_whole(layer)
                except TooLarge:
                    pass
                else:
                    self.pieces.append(1)
                    return 1, count
            shards = max(self._cut(self._guess()), self.how.shards)
            pieces = self._cut(self._guess() // self.shards[layer])
            if max(shards, self.shards[layer] * pieces) > MOST_SHARDS:
                raise TooLarge("solution.shards.many", game=self.game.name, most=MOST_SHARDS)
            # What an attempt to try all moves at once left would pass for the first piece.
            for what in ("notes.*", "where.*", "edges.*"):
                self.storage.delete(layer, what)
            self.storage.write(layer + 1, "cut", np.array([shards, pieces]))
        self.pieces.append(pieces)
        # What is sent to a layer has to know into how many shards it is cut.
        after = tuple(self._shards_of(layer + 1 + far, shards) for far in range(self.stride))
        units = self.shards[layer] * pieces
        self._perform([Step("expand", layer, piece, pieces, after=after) for piece in range(units)])
        before = self._before(layer + 1)
        steps = [Step("merge", layer + 1, shard, before=before) for shard in range(after[0])]
        count = self._perform(steps)
        for far in range(len(before)):
            self.storage.delete(layer - far, f"sent_*.*.{far}.*")
        return after[0], count

    def _shards_of(self, layer: int, shards: int) -> int:
        """Into how many shards a layer is cut, decided when something is sent there for the first time."""
        if not self.storage.has(layer, "shards"):
            self.storage.write(layer, "shards", np.array([shards]))
        return int(self.storage.read(layer, "shards", np.int64)[0])

    def _expand_whole(self, layer: int) -> int:
        """The next layer as one shard, whose numbers the edges have: nothing has to be sent."""
        if self.storage.has(layer + 1, "states.0"):
            return self.storage.size(layer + 1, "states.0") // (8 * self.pool.words)
        states = self.storage.read(layer, "states.0", np.int64)
        found = expanded(self.pool, self.storage, layer, 0, states, self.how.memory)
        self.storage.write(layer, "notes.0", found.notes)
        if len(found):
            write_positions(self.storage, layer + 1, 0, found)
        return len(found)

    def _guess(self) -> int:
        """How many positions the next layer may have."""
        *others, last = [count for count in self.counts if count]
        return int(last * max(1.0, last / others[-1] if others else 2.0)) + 1

    def _cut(self, positions: int) -> int:
        """How many parts so many positions need."""
        room = room_for(self.pool.words + self.pool.key_words, self.how.memory)
        return max(-(-positions * CAUTION // max(room, 1)), 1)

    def _check(self, layer: int) -> None:
        """Every position must lie one layer after the position before; asked of a few of each layer."""
        assert self.game.hints.layer is not None
        if layer > MOST_PLIES:
            raise BadInput("solution.layers.many", game=self.game.name, most=MOST_PLIES)
        unpack = self.pool.code.rules.names["unpack"]
        for shard in range(self.shards[layer]):
            states = self.storage.read(layer, f"states.{shard}", np.int64).reshape(-1, self.pool.words)
            for number in _spread(len(states), max(SAMPLE // self.shards[layer], 2)):
                given = self.game.hints.layer(unpack(states[number]))
                if given != self.first + layer:
                    raise BrokenGame(
                        "solution.layer", game=self.game.name, given=given, expected=self.first + layer
                    )


def _spread(count: int, some: int) -> list[int]:
    """Some of so many numbers, the first and the last among them."""
    return sorted({(count - 1) * number // (some - 1) for number in range(some)}) if count else []
