"""The positions of a game as a set that grows: the arrays for the kernels of `engine/positions.py`."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

import numpy as np
import numpy.typing as npt

from spielbaum.engine.blame import broken_rule
from spielbaum.engine.positions import (
    COUNT,
    CURSOR,
    END,
    ENDED,
    HALT,
    INFO,
    MANY_MOVES,
    MARGIN,
    NO_ROOM,
    ROOM,
    STOPPED,
)
from spielbaum.engine.specialise import Code
from spielbaum.errors import SpielbaumError, TooLarge

#: How much the slots grow at a time, and the share of them that may be taken.
GROWTH, MOST_LOAD = 1.6, 0.8
FIRST_SLOTS = 1 << 16
#: Words for the moves of a position, at first.
FIRST_ROWS = 1 << 10
#: Positions between two looks at progress, memory and the wish to stop.
ROUND = 1 << 20
#: Bytes per position besides its state and slots: flags, value, plies, moves, the number of moves to it.
NOTES = 1 + 4 + 4 + 4 + 8
#: Seconds between two looks whether somebody pressed Ctrl-C.
PATIENCE = 0.2


def reserved(count: int, kind: Any) -> npt.NDArray[Any]:
    """Zeros that take memory only where they are written to."""
    size = max(count * np.dtype(kind).itemsize, mmap.PAGESIZE)
    unpromised = getattr(mmap, "MAP_NORESERVE", 0)
    if unpromised:
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | unpromised)
    else:
        memory = mmap.mmap(-1, size)
    if size >= 1 << 22 and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, kind)[:count]


class Crew:
    """Threads that run a kernel over blocks of positions; Ctrl-C ends them within a block."""

    def __init__(self, code: Code, threads: int | None = None) -> None:
        self.code = code
        self.threads = threads or os.cpu_count() or 1
        #: Room for the moves of a position, one per thread.
        self.rows = [np.zeros(FIRST_ROWS, np.int64) for _ in range(self.threads)]

    def more_rows(self) -> None:
        self.rows = [np.zeros(2 * len(rows), np.int64) for rows in self.rows]

    def run(
        self,
        kernel: str,
        info: npt.NDArray[np.int64],
        begin: int,
        end: int,
        arguments: Callable[[int], tuple[Any, ...]],
    ) -> None:
        """Run the kernel in each thread with its arguments, over the positions from `begin` to `end`."""
        info[CURSOR], info[END] = begin, end
        self._threads(kernel, info, [arguments(number) for number in range(self.threads)])

    def alone(self, kernel: str, info: npt.NDArray[np.int64], *arguments: Any) -> Any:
        """Run a kernel once, in one thread; what it answers."""
        return self._threads(kernel, info, [(info, *arguments)])[0]

    def _threads(self, kernel: str, info: npt.NDArray[np.int64], calls: list[tuple[Any, ...]]) -> list[Any]:
        function = self.code[kernel]
        answers: list[Any] = []
        errors: list[BaseException] = []

        def work(arguments: tuple[Any, ...]) -> None:
            try:
                answers.append(function(*arguments))
            except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
                errors.append(error)
                info[HALT] = 1

        threads = [Thread(target=work, args=(call,), daemon=True) for call in calls]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(PATIENCE)
        except BaseException:
            info[HALT] = 1
            for thread in threads:
                thread.join()
            raise
        for error in errors:
            if isinstance(error, SpielbaumError) or not isinstance(error, Exception):
                raise error
            raise broken_rule(self.code.rules, error) from error
        return answers


class PositionSet:
    """Positions found so far, with what is known of each."""

    def __init__(self, crew: Crew, room: int, *, graph: bool) -> None:
        self.crew = crew
        self.words = crew.code.rules.layout.words
        self.info = np.zeros(INFO, np.int64)
        self.room = room
        most = room + 2 * MARGIN
        self.states = reserved(most * self.words, np.int64)
        self.slots = np.zeros(FIRST_SLOTS, np.int64)
        self.flags = reserved(most, np.uint8)
        self.values = reserved(most, np.int32)
        self.plies = reserved(most, np.int32)
        self.moves_left = reserved(most, np.int32)
        #: How many moves lead to each position; later, where the list of them ends.
        self.entering = reserved(most if graph else 0, np.int64)
        self.spares = [np.full(1, -1, np.int64) for _ in range(crew.threads)]

    def __len__(self) -> int:
        return int(self.info[COUNT])

    @property
    def bytes(self) -> int:
        """The memory that the set takes by now."""
        return len(self) * (8 * self.words + NOTES) + self.slots.nbytes

    def too_large(self, memory: int, needed: int | None = None) -> TooLarge:
        """There is not enough memory: how many positions were seen, and what they take."""
        return TooLarge(
            "solution.too_large",
            game=self.crew.code.rules.game.name,
            count=len(self),
            needed=f"{(needed or self.bytes) / 1e6:.0f}",
            memory=f"{memory / 1e6:.0f}",
        )

    def rows_of_states(self) -> npt.NDArray[np.int64]:
        """The words of all states, one state after the other."""
        return self.states[: len(self) * self.words]

    def ended(self) -> npt.NDArray[np.bool_]:
        ended: npt.NDArray[np.bool_] = (self.flags[: len(self)] & ENDED) != 0
        return ended

    def add_state(self, state: Any) -> None:
        row = np.zeros(self.words, np.int64)
        self.crew.code.rules.names["pack"](state, row)
        self.crew.code["add_start"](self.states, self.slots, self.info, self.spares[0], row)

    def expand_from(self, source: PositionSet, begin: int, end: int) -> None:
        """Add what one move leads to from these positions of `source`, which may be this set itself."""
        while True:
            self.info[ROOM] = min(int(len(self.slots) * MOST_LOAD), self.room + MARGIN)
            self.info[STOPPED] = 0
            self.crew.run(
                "expand",
                self.info,
                begin,
                end,
                lambda thread: (
                    source.states,
                    self.states,
                    self.slots,
                    self.info,
                    self.spares[thread],
                    self.crew.rows[thread],
                    source.flags,
                    source.values,
                    source.moves_left,
                    self.entering,
                ),
            )
            self._fill_holes()
            why = self.info[STOPPED]
            if why == 0:
                return
            if why == MANY_MOVES:
                self.crew.more_rows()
            elif why == NO_ROOM:
                if len(self) >= self.room:
                    raise self.too_large(self.bytes)
                self.fill_slots(int(len(self.slots) * GROWTH))

    def _fill_holes(self) -> None:
        """Numbers that a thread took and did not need go to the last positions; the highest first."""
        for spare in sorted(self.spares, key=lambda spare: -int(spare[0])):
            if spare[0] >= 0:
                self.crew.code["fill_hole"](self.states, self.slots, self.info, self.entering, int(spare[0]))
                spare[0] = -1

    def fill_slots(self, count: int = 0) -> None:
        """So many slots; every position gets its new one."""
        self.slots = np.zeros(count or int(len(self) * GROWTH) + FIRST_SLOTS, np.int64)
        self.crew.run("rehash", self.info, 0, len(self), lambda _: (self.states, self.slots, self.info))

    def forget_slots(self) -> None:
        self.slots = np.zeros(0, np.int64)

    def keys(self) -> npt.NDArray[np.int64]:
        """The key of each position, a row each."""
        width = self.crew.code.rules.names["KEY_WORDS"]
        out = np.zeros(len(self) * width, np.int64)
        self.crew.run("keys", self.info, 0, len(self), lambda _: (self.states, self.info, out))
        return out.reshape(len(self), width)
