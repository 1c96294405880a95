"""Exact solving for people: from the bounds of the kernel to values, distances, lines and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine import run as runs
from spielbaum.engine import solver
from spielbaum.engine.deepening import from_parent
from spielbaum.engine.run import FAULT, GENERATION, NODE_LIMIT, NODES, OLDEST, Run, new_run
from spielbaum.engine.solver import FRAME, MOST_BOUND, TASK
from spielbaum.engine.table import probe
from spielbaum.errors import BadInput
from spielbaum.result import Bound, Proof, Result

if TYPE_CHECKING:
    from spielbaum.engine.engine import Engine
    from spielbaum.engine.thinking import Thinking

ROWS = 1 << 13
PLIES = 1 << 10
WIDE = 1 << 40


class Stopped(Exception):
    """The search was told to end before the value was proven."""


class Exact:
    """The exact solver of an engine; values inside are for player 0, in 1/SPAN points."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.game = engine.game
        self.span = int(self.rules.names["SPAN"])
        self._rows, self._plies = ROWS, PLIES

    def solve(self, thinking: Thinking, state: Any, moves: bool, line: bool) -> Result:
        """The value of the position, proven; bounds where the search was stopped."""
        if self.game.repeats:
            raise BadInput("engine.solve.repeats", game=self.game.name)
        if max(abs(value) for value in self.game.values) * self.span >= MOST_BOUND:
            raise BadInput("engine.values.large", game=self.game.name, most=MOST_BOUND // self.span)
        kernel = self.engine.code["solve"]
        self.engine._renew("solve")
        run = self._prepare()
        self.kernel, self.run = kernel, run
        thinking.begin()
        me = self.game.player(state)
        sign = 1 - 2 * me
        each: dict[Any, int] = {}
        low, high = -WIDE, WIDE
        path: tuple[Any, ...] = ()
        try:
            low, high = self.bounds(state, low, high)
            if low < high:
                raise Stopped
            path = self.line(state, low) if line else (self.best(state, low),)
            if moves:
                for move in self.game.legal(state):
                    each[move] = sign * self.points(self.from_child(self.value(self.game.play(state, move))))
        except Stopped:
            pass
        proven = low == high
        value = low if me == 0 else high
        distance = None
        if proven:
            after = state
            for move in path:
                after = self.game.play(after, move)
            if self.game.ended(after):
                distance = len(path)
        legal = self.game.legal(state)
        return Result(
            algorithm="solve",
            value=sign * self.points(value),
            move=path[0] if path else legal[0],
            line=path,
            proof=Proof.PROVEN if proven else Proof.BOUND,
            view=me,
            bound=Bound.EXACT if proven else Bound.AT_LEAST,
            nodes=int(self.run.info[NODES]),
            seconds=thinking.seconds,
            distance=distance,
            moves=dict(each),
        )

    # ------------------------------------------------------------------------------------- values

    def bounds(self, state: Any, low: int, high: int) -> tuple[int, int]:
        """What can be proven about the value within those bounds."""
        words = self.rules.layout.words
        while True:
            task = self.run.tasks[0]
            self.rules.names["pack"](state, task)
            task[words + solver.T_LOW], task[words + solver.T_HIGH] = low, high
            self.kernel(self.run, 1)
            if self.run.info[FAULT] == 0:
                return int(task[words + solver.T_LOW]), int(task[words + solver.T_HIGH])
            if self.run.info[FAULT] == runs.ROWS_FULL:
                self._rows *= 4
            else:
                self._plies *= 4
            self._prepare_again()

    def value(self, state: Any) -> int:
        """The value of a position, which may be an end of the game."""
        low, high = self.bounds(state, -WIDE, WIDE)
        if low < high:
            raise Stopped
        return low

    def at_least(self, state: Any, goal: int) -> bool:
        """Whether the value reaches the goal; one null window."""
        low, high = self.bounds(state, goal - 1, goal)
        if low < high:
            raise Stopped
        return low >= goal

    def points(self, value: int) -> int:
        return (value + self.span // 2) // self.span

    def from_child(self, value: int) -> int:
        return from_parent(value, self.span)

    # -------------------------------------------------------------------------------------- moves

    def best(self, state: Any, value: int) -> Any:
        """A move that keeps the value: the one the table remembers first."""
        me = self.game.player(state)
        below = self.goal_below(value)
        for move in self._likely_first(state):
            child = self.game.play(state, move)
            if me == 0 and self.at_least(child, below):
                return move
            if me == 1 and not self.at_least(child, below + 1):
                return move
        raise AssertionError("no move keeps the value")

    def line(self, state: Any, value: int) -> tuple[Any, ...]:
        """Moves that keep the value, to the end of the game."""
        played = []
        while not self.game.ended(state):
            move = self.best(state, value)
            played.append(move)
            state = self.game.play(state, move)
            value = self.goal_below(value)
        return tuple(played)

    def goal_below(self, value: int) -> int:
        """The value of a child whose parent has that value."""
        if self.span > 1 and value & (self.span - 1):
            return value + 1 if value > 0 else value - 1
        return value

    def _likely_first(self, state: Any) -> list[Any]:
        legal = self.game.legal(state)
        row = self.run.rows[0]
        self.rules.names["pack"](state, row)
        check, place = self.rules.names["check_and_place"](state, row)
        data = int(probe(self.run.table, check, place, int(self.run.info[OLDEST])))
        candidates = list(self.game.candidates(state)) if self.game.candidates is not None else legal
        index = (data >> 16) & 255
        if data and index < len(candidates):
            first = candidates[index]
            return [first, *(move for move in legal if move != first)]
        return legal

    # ------------------------------------------------------------------------------------- arrays

    def _prepare(self) -> Run:
        engine = self.engine
        words = self.rules.layout.words
        run = new_run(
            engine.table,
            engine._control,
            row=words,
            rows=self._rows,
            plies=1,
            frames=(self._plies, FRAME),
            tasks=(1, words + TASK),
        )
        run.info[GENERATION], run.info[OLDEST] = engine._generation, engine._oldest
        run.info[NODE_LIMIT] = np.iinfo(np.int64).max
        engine._runs[:] = [run]
        return run

    def _prepare_again(self) -> None:
        """Larger arrays; what was counted and learnt stays."""
        old = self.run
        self.run = self._prepare()
        self.run.info[:] = old.info
        self.run.info[FAULT] = 0
        self.run.history[:] = old.history
