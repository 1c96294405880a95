"""The positions of a game as a set that grows: the arrays for the kernels of `engine/positions.py`."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from spielbaum.engine import positions as kernels
from spielbaum.engine.blame import broken_rule
from spielbaum.engine.kernels import KERNELS
from spielbaum.engine.ordering import ENTRY
from spielbaum.engine.positions import BEGIN, BLOCK, COUNT, CURSOR, END, HALT, ROOM, SPARE, STOPPED, WRITTEN
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import Code
from spielbaum.engine.threads import Unwanted, run_in_threads
from spielbaum.errors import BrokenGame, SpielbaumError, TooLarge, Unfit
from spielbaum.game import Game
from spielbaum.language import Count, Size

Int64Array = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]

#: How much the slots grow at a time, and the share of them that may be taken.
GROWTH, MOST_LOAD = 1.6, 0.7
FIRST_SLOTS = 1 << 17
#: Words for the moves of a position, at first.
FIRST_ROWS = 1 << 10
#: Edges that a thread writes before they go to their file, at least.
EDGES = 1 << 21
#: Positions between two looks at progress, memory and the wish to stop.
ROUND = 1 << 20
#: Bytes per position besides its state and key: slots and notes.
POSITION_BYTES = 24
#: More positions cannot be told apart in the 32 bits of an edge.
MOST_POSITIONS = 1 << 30
#: The kernels that need no rules are compiled once, for this game.
NO_RULES: Game[int, int] = Game(
    "graph", start=0, moves=lambda _: (), play=lambda s, _: s, utility=lambda _: 0
)


class EdgeColumns:
    """The edges of a set as they are found: each round those of every thread, one thread after the other.

    They are written down column by column (`ThreadPool.columns`); here in memory.
    """

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = columns
        self._kept: list[list[Int32Array]] = [[] for _ in columns]
        self._written = 0
        self._where: list[Int64Array] = []

    def append(self, column: int, edges: Int32Array) -> None:
        self._kept[column].append(edges.copy())

    def write(self, columns: Sequence[Sequence[Int32Array]], where: Int64Array) -> None:
        """Of each column what each thread has; `where` then has -1 minus the place of a block among all."""
        for number, threads in enumerate(columns):
            for some in threads:
                self.append(number, some)
        counts = [len(some) for some in columns[0]]
        begins = self._written + np.cumsum([0, *counts[:-1]])
        self._written += sum(counts)
        fresh = where > 0
        thread_of, place = where[fresh] >> kernels.THREAD_AT, where[fresh] & ((1 << kernels.THREAD_AT) - 1)
        where[fresh] = -(begins[thread_of] + place)

    def end_round(self, where: Int64Array, begin: int) -> None:
        """All blocks of a round are through, which began with that position."""
        firsts = begin + BLOCK * np.arange(len(where))
        self._where.append(np.stack((firsts, -where - 1), axis=1).reshape(-1))

    def where(self, count: int) -> Int64Array:
        """First position and place of each block, and last how many positions there are (see `graph.py`)."""
        return np.concatenate([*self._where, np.array([count])])

    def arrays(self) -> list[Int32Array]:
        """The columns, one after the other."""
        return [np.concatenate(kept) for kept in self._kept]


class Scratch(Protocol):
    """Gives arrays that are not in memory."""

    def scratch(self, count: int, content: npt.NDArray[Any]) -> npt.NDArray[Any]: ...


def reserved(count: int, kind: Any) -> npt.NDArray[Any]:
    """Zeros that take memory only where they are written to."""
    size = max(count * np.dtype(kind).itemsize, mmap.PAGESIZE)
    unpromised = getattr(mmap, "MAP_NORESERVE", 0)
    try:
        if unpromised:
            memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | unpromised)
        else:
            memory = mmap.mmap(-1, size)
    except OSError as error:
        raise MemoryError(size) from error
    if size >= 1 << 22 and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, kind)[:count]


def longer(array: npt.NDArray[Any], count: int) -> npt.NDArray[Any]:
    """The same numbers with room for more of them."""
    room = reserved(count, array.dtype)
    room[: len(array)] = array
    return room


def room_for(words: int, memory: int) -> int:
    """How many positions fit into so many bytes that keep so many words each in memory."""
    return memory // (8 * words + POSITION_BYTES)


def rounds(blocks: int) -> Iterator[tuple[int, int]]:
    """Begin and end of some blocks after the other, about ROUND positions each time."""
    for begin in range(0, blocks, ROUND // BLOCK):
        yield begin, min(begin + ROUND // BLOCK, blocks)


class ThreadPool:
    """Threads that run a kernel over blocks of positions; Ctrl-C ends them within a block."""

    def __init__(
        self, code: Code, threads: int | None = None, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        self.code = code
        self._wanted = wanted
        self._without_rules = Code(
            rules_of(NO_RULES), interpreted=code.interpreted, announce=None, checked=False
        )
        self.threads = threads or os.cpu_count() or 1
        self.words: int = code.rules.layout.words
        self.key_words: int = code.rules.names["KEY_WORDS"]
        #: What is written down of each edge: in games with chance its weight too, and the points it wins.
        self.columns: tuple[str, ...] = ("edges",)
        if code.rules.names["HAS_CHANCE"]:
            self.columns += ("weights", "gains") if code.rules.names["HAS_BANKED"] else ("weights",)
        self._make_room(FIRST_ROWS)

    def _make_room(self, words: int) -> None:
        """Room for the moves of a position, for states that wait to be added, and for edges, per thread."""
        self.most_moves = words // (ENTRY + self.code.rules.names["MOVE_WORDS"])
        waiting = max(self.most_moves, kernels.BATCH) * (kernels.KEY + self.key_words + self.words)
        edges = max(EDGES, 2 * self.most_moves * BLOCK)
        self.rows = [np.zeros(words, np.int64) for _ in range(self.threads)]
        self.fresh = [np.zeros(waiting, np.int64) for _ in range(self.threads)]
        #: Of each thread the three columns; one that is not written is empty.
        self.edges = [
            [np.empty(edges if n < len(self.columns) else 0, np.int32) for n in range(3)]
            for _ in range(self.threads)
        ]

    def more_moves(self) -> None:
        self._make_room(2 * len(self.rows[0]))

    def run(
        self,
        kernel: str,
        info: Int64Array,
        begin: int,
        end: int,
        arguments: Callable[[int], tuple[Any, ...]],
    ) -> None:
        """Run the kernel in each thread with its arguments, over the positions or blocks from `begin` on."""
        info[CURSOR], info[BEGIN], info[END] = begin, begin, end
        self._threads(kernel, info, [arguments(number) for number in range(self.threads)])

    def compile(self, *kernels: str) -> None:
        """Make these kernels ready, so that the time of what follows is that of the work itself."""
        for kernel in kernels:
            self._kernel(kernel)

    def _kernel(self, name: str) -> Callable[..., Any]:
        return (self.code if KERNELS[name].with_rules else self._without_rules)[name]

    def alone(self, kernel: str, info: Int64Array, *arguments: Any) -> Any:
        """Run a kernel once, in one thread; what it answers."""
        return self._threads(kernel, info, [(info, *arguments)])[0]

    def sort(self, words: Int64Array, numbers: Int64Array) -> None:
        """Sort words, none below 0, and the numbers that go with them."""
        bits = int(words.max(initial=0)).bit_length()
        self._without_rules["sort_words"](words, numbers, np.empty_like(words), np.empty_like(numbers), bits)

    def _threads(self, kernel: str, info: Int64Array, calls: list[tuple[Any, ...]]) -> list[Any]:
        function = self._kernel(kernel)

        def stop() -> None:
            info[HALT] = 1

        try:
            return run_in_threads([lambda call=call: function(*call) for call in calls], stop, self._wanted)  # type: ignore[misc]
        except (SpielbaumError, Unwanted):
            raise
        except Exception as error:
            raise broken_rule(self.code.rules, error) from error


def too_large(pool: ThreadPool, count: int, needed: int, memory: int, untried: int | None = None) -> TooLarge:
    """So many positions take so many bytes, which is too much; of how many no move was tried yet.

    0 where these are all positions of the game, None where that is not known.
    """
    kinds = {None: "solution.too_large", 0: "solution.too_large.whole"}
    return TooLarge(
        kinds.get(untried, "solution.too_large.untried"),
        game=pool.code.rules.game.name,
        count=Count(count),
        needed=Size(needed),
        memory=Size(memory),
        untried=Count(untried or 0),
    )


class PositionSet:
    """Positions found so far: their states and keys, and the slots that find them."""

    def __init__(self, pool: ThreadPool, room: int) -> None:
        self.pool = pool
        self.info = np.zeros(kernels.INFO, np.int64)
        self.room = min(room, MOST_POSITIONS)
        self._most = self.room + self._margin
        self.states = reserved(self._most * pool.words, np.int64)
        #: Where the game has no key the words of a state are its key.
        self.keyed = pool.code.rules.game.hints.key is not None
        self.keys = reserved(self._most * pool.key_words, np.int64) if self.keyed else self.states
        self._states_on_disk = self._keys_on_disk = False
        self.slots = np.zeros(FIRST_SLOTS, np.int64)
        #: Of the positions whose moves were tried; see `expand_from`.
        self.notes: Int32Array = np.zeros(0, np.int32)
        self._mine = [np.array([-1, 0]) for _ in range(pool.threads)]

    @property
    def _margin(self) -> int:
        """How many positions the threads may add before they look at the room again."""
        return int(self.pool.threads * self.pool.most_moves * BLOCK)

    def __len__(self) -> int:
        return int(self.info[COUNT])

    @property
    def bytes(self) -> int:
        """The memory that the set takes by now."""
        words = 0
        if not self._states_on_disk:
            words += self.pool.words
        if self.keyed and not self._keys_on_disk:
            words += self.pool.key_words
        return len(self) * 8 * words + self.slots.nbytes

    def move_to_disk(self, storage: Scratch, memory: int) -> bool:
        """Give up some memory, so that there is room for more positions; False where nothing more can go.

        States are written and read one after the other, so they do as well on a disk. Keys are looked at
        anywhere, which is slow there.
        """
        if self._keys_on_disk:
            return False
        self._keys_on_disk = self._states_on_disk or not self.keyed
        self._states_on_disk = True
        self.room = min(room_for(0 if self._keys_on_disk else self.pool.key_words, memory), MOST_POSITIONS)
        self._most = self.room + self._margin
        self.states = storage.scratch(self._most * self.pool.words, self.all_states())
        if not self.keyed:
            self.keys = self.states
        elif self._keys_on_disk:
            self.keys = storage.scratch(self._most * self.pool.key_words, self.all_keys())
        else:
            self.keys = longer(self.all_keys(), self._most * self.pool.key_words)
        return True

    def too_large(self, memory: int, untried: int | None = None) -> TooLarge:
        """There is not enough memory: how many positions were seen, and what they take."""
        return too_large(self.pool, len(self), self.bytes, memory, untried)

    def all_states(self) -> Int64Array:
        """The words of all states, one state after the other."""
        return self.states[: len(self) * self.pool.words]

    def all_keys(self) -> Int64Array:
        return self.keys[: len(self) * self.pool.key_words]

    def add_state(self, state: Any) -> int:
        """The number of a state; it is added where it is not there, behind all others."""
        self._prepare()
        row = np.zeros(self.pool.words, np.int64)
        self.pool.code.rules.names["pack"](state, row)
        number = self.pool.code["add_start"](
            self.states, self.keys, self.slots, self.info, self._mine[0], self.pool.fresh[0], row
        )
        return int(number)

    def add_all(self, states: Int64Array, keys: Int64Array) -> Int32Array:
        """Add positions that were found elsewhere; their numbers here."""
        count = len(states) // self.pool.words
        numbers = np.zeros(count, np.int32)
        self._prepare()
        if len(self) + count + self._margin > self.info[ROOM]:
            self.make_slots(int((len(self) + count + self._margin) / MOST_LOAD) + 1)
        self.pool.run(
            "add_rows",
            self.info,
            0,
            count,
            lambda thread: (
                states,
                keys,
                numbers,
                self.states,
                self.keys,
                self.slots,
                self.info,
                self._mine[thread],
                self.pool.fresh[thread],
            ),
        )
        return numbers

    def add_starts(self, begin: int, end: int) -> None:
        """Add the starts with these numbers; again where the slots had to grow, as none is added twice."""
        while True:
            self._prepare()
            self.pool.run(
                "add_starts",
                self.info,
                begin,
                end,
                lambda thread: (
                    self.states,
                    self.keys,
                    self.slots,
                    self.info,
                    self._mine[thread],
                    self.pool.fresh[thread],
                ),
            )
            if self.info[STOPPED] == 0:
                return
            self._grow()

    def expand_from(
        self, source: Int64Array, notes: Int32Array, begin: int, end: int, out: EdgeColumns
    ) -> None:
        """Add what one move leads to from these positions, which may be positions of this set.

        Fills in their notes, and writes the edges.
        """
        where = np.zeros(-(-(end - begin) // BLOCK), np.int64)
        while True:
            self._prepare()
            self.pool.run(
                "expand",
                self.info,
                begin,
                end,
                lambda thread: (
                    source,
                    notes,
                    self.states,
                    self.keys,
                    self.slots,
                    self.info,
                    self._mine[thread],
                    self.pool.rows[thread],
                    self.pool.fresh[thread],
                    *self.pool.edges[thread],
                    where,
                    thread,
                ),
            )
            each = list(zip(self.pool.edges, self._mine, strict=True))
            written = [
                [edges[column][: mine[WRITTEN]] for edges, mine in each]
                for column in range(len(self.pool.columns))
            ]
            out.write(written, where)
            why = self.info[STOPPED]
            if why == 0:
                out.end_round(where, begin)
                return
            if why == kernels.MUCH_PAID:
                raise Unfit(
                    "solution.unfit.payoff", game=self.pool.code.rules.game.name, most=kernels.MOST_PAID
                )
            if why == kernels.BAD_WEIGHT:
                raise BrokenGame(
                    "solution.weight", game=self.pool.code.rules.game.name, most=kernels.MOST_WEIGHT
                )
            if why == kernels.MANY_MOVES:
                self.pool.more_moves()
            elif why == kernels.NO_ROOM:
                self._grow()

    def _grow(self) -> None:
        """More slots, as long as there may be more positions."""
        if len(self) + self._margin > self._most:
            raise self.too_large(self.bytes)
        self.make_slots(int(len(self.slots) * GROWTH))

    def _prepare(self) -> None:
        """Say how much room there is. A number that a thread did not need is not used again: it may lie
        among the positions that were expanded by now."""
        self.info[ROOM] = min(int(len(self.slots) * MOST_LOAD), self._most)
        self.info[kernels.MARGIN] = self._margin
        self.info[STOPPED] = 0
        for mine in self._mine:
            mine[SPARE], mine[WRITTEN] = -1, 0

    def make_slots(self, count: int) -> None:
        """So many slots; every position gets its new one."""
        self.slots = np.zeros(0, np.int64)  # the old ones go before the new ones come
        self.slots = reserved(count, np.int64)
        self.pool.run("rehash", self.info, 0, len(self), lambda _: (self.keys, self.slots, self.info))
