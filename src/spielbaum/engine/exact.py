"""Exact solving for people: from the bounds of the kernel to values, distances, lines and moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from spielbaum.engine import exact_solver, workspace
from spielbaum.engine.deepening import distance as plies_to_end
from spielbaum.engine.deepening import from_parent
from spielbaum.engine.exact_solver import F_ROW, FRAME, TASK
from spielbaum.engine.exact_values import MOST_BOUND
from spielbaum.engine.limits import MOST_NODES
from spielbaum.engine.table import probe
from spielbaum.engine.threads import run_together
from spielbaum.engine.workspace import (
    FAULT,
    FAULT_DEPTH,
    GENERATION,
    IN_USE,
    KEPT,
    NODE_LIMIT,
    OLDEST,
    SOLUTION,
    Workspace,
    new_workspace,
)
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.result import Bound, Line, Proof, Result, ranked

if TYPE_CHECKING:
    from spielbaum.engine.book import Known
    from spielbaum.engine.engine import Engine
    from spielbaum.engine.thinking import Thinking

ROWS = 1 << 13
PLIES = 1 << 10
#: No game that anybody would solve is longer.
MOST_PLIES = 1 << 20
WIDE = 1 << 40
#: What a game may promise beyond its rules; the solver relies on it.
PROMISES = ("key", "settle", "candidates", "banked", "rest")
#: Places for positions that threads are at; a power of two.
BUSY = 1 << 12


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
        #: Whether values tell the plies to the end: not where the game's key turns out to leave them out.
        self._told = True

    def solve(
        self, thinking: Thinking[Any], state: Any, every_move: bool, line: bool, nodes: int | None = None
    ) -> Result[Any]:
        """The value of the position, proven; bounds where the search was stopped, or had seen its nodes."""
        self._begin(thinking, self.engine.solving_threads, [state], MOST_NODES if nodes is None else nodes)
        me = self.game.player(state)
        each: dict[Any, Line[Any]] = {}
        low, high = -WIDE, WIDE
        self._told = True
        path: tuple[Any, ...] = ()

        def known() -> Result[Any]:
            return self._known(thinking, state, low, high, path, each)

        try:
            low, high = self.bounds(state, low, high)
            if low < high:
                raise Stopped
            path = (self.best(state, low),)
            thinking.report(known())
            if line:
                path = self.line(state, low)
            if every_move:
                for move in self.game.legal(state):
                    child = from_parent(self.value_after(self.game.play(state, move), low, me), self.span)
                    plies = plies_to_end(child, self.span) if self._told else None
                    value = (1 - 2 * me) * self.points(child)
                    each[move] = Line(value, me, (move,), Proof.PROVEN, distance=plies)
                    thinking.report(known())
        except Stopped:
            pass
        finally:
            self._end()
        return known()

    def _known(
        self,
        thinking: Thinking[Any],
        state: Any,
        low: int,
        high: int,
        path: tuple[Any, ...],
        each: dict[Any, Line[Any]],
    ) -> Result[Any]:
        """What is proven of the position by now: its bounds, a line that keeps the value, some moves."""
        me = self.game.player(state)
        # Without a move that keeps it the value is known but of no use to a player.
        proven = low == high and bool(path)
        value = low if me == 0 else high
        distance = None
        if proven:
            after = state
            for move in path:
                after = self.game.play(after, move)
            if self.game.ended(after) and self._told:
                distance = len(path)
        lines = dict(each)
        if proven and path[0] in lines:
            plies = lines[path[0]].distance if distance is None else distance
            lines[path[0]] = replace(lines[path[0]], moves=path, distance=plies)
        return Result(
            (1 - 2 * me) * self.points(value),
            me,
            path,
            Proof.PROVEN if proven else Proof.BOUND,
            Bound.EXACT if proven else Bound.AT_LEAST,
            distance,
            nodes=self.engine.memory.nodes,
            cycle=self.engine.lines.cycle(state, Proof.PROVEN, value) if proven else None,
            algorithm="solve",
            seconds=thinking.seconds,
            lines=ranked(lines.values(), me, path[0] if path else None),
        )

    def values(
        self, thinking: Thinking[Any], states: Sequence[Any], fresh: bool, outcome: bool, nodes: int | None
    ) -> list[int | None]:
        """The values of many positions for their movers, or just their signs, solved in one go.

        None for those that so many nodes, for all of them together, were not enough for.
        """
        self._begin(thinking, 1, states, MOST_NODES if nodes is None else nodes)
        if not states:
            return []
        words, tasks, flat = self.rules.layout.words, self.work.tasks, self.rules.layout.flat
        widest = 1 if outcome else WIDE
        bounds = [0] * TASK
        bounds[exact_solver.T_LOW], bounds[exact_solver.T_HIGH] = -widest, widest
        empty = (0,) * words
        tasks[: len(states)] = [(*(state if flat else empty), *bounds) for state in states]
        if not flat:
            for number, state in enumerate(states):
                self.rules.names["pack"](state, tasks[number])
        self.work.info[workspace.FRESH] = int(fresh)
        try:
            self._without_fault(lambda: self.kernel(self.work, len(states)))
        finally:
            self._end()
        values: list[int | None] = []
        for found in self.work.tasks[: len(states)].tolist():
            low = found[words + exact_solver.T_LOW]
            if low < found[words + exact_solver.T_HIGH]:
                if nodes is None:
                    raise Stopped
                values.append(None)
                continue
            points = (low > 0) - (low < 0) if outcome else self.points(low)
            values.append(-points if found[words + exact_solver.T_MOVER] else points)
        return values

    # ------------------------------------------------------------------------------------- values

    def bounds(self, state: Any, low: int, high: int) -> tuple[int, int]:
        """What can be proven about the value within those bounds."""
        known = None if self.engine.book is None else self.engine.book.get(state)
        if known is not None:
            value = min(max(self.value_of(known, self.game.player(state)), low), high)
            return value, value
        words = self.rules.layout.words

        def work() -> None:
            for work in self.engine.memory.workspaces:
                task = work.tasks[0]
                self.rules.names["pack"](state, task)
                task[words + exact_solver.T_LOW], task[words + exact_solver.T_HIGH] = low, high
            self._together()

        self._without_fault(work)
        found = [work.tasks[0][words : words + 2] for work in self.engine.memory.workspaces]
        at_least = max(int(each[0]) for each in found)
        at_most = min(int(each[1]) for each in found)
        if at_least > at_most and low <= at_most and at_least <= high:
            if self.points(at_least) > self.points(at_most):
                raise self._broken(state)
            self._told = False  # the key joins positions that are not equally far from the end
            at_most = at_least
        return at_least, at_most

    def _together(self) -> None:
        """All threads solve their first task, which is the same.

        They share the table and what they have proven, and leave to each other the moves they are at.
        """
        first, *others = self.engine.memory.workspaces
        self.engine.memory.control[1:] = 0, -WIDE, WIDE
        first.busy[:] = 0

        def halt() -> None:
            self.engine.memory.control[0] = 1

        run_together(partial(self.kernel, first, 1), [partial(self.kernel, work, 1) for work in others], halt)

    def _without_fault(self, work: Callable[[], None]) -> None:
        """Do that, again with larger arrays where they were too small."""
        while True:
            work()
            faults = {int(work.info[FAULT]) for work in self.engine.memory.workspaces}
            if faults == {0}:
                return
            self._must_end()
            if workspace.ROWS_FULL in faults:
                self._rows *= 4
            if workspace.TOO_DEEP in faults:
                self._plies *= 4
            self.engine.memory.workspaces[:] = [self._larger(work) for work in self.engine.memory.workspaces]
            self.work = self.engine.memory.workspaces[0]

    def _must_end(self) -> None:
        """Say so where the search is so deep because the game goes in circles, or never ends.

        Only then: whatever it proves without coming back to a position above rests on ends of games alone.
        """
        words = self.rules.layout.words
        for work in self.engine.memory.workspaces:
            depth = int(work.info[FAULT_DEPTH]) if work.info[FAULT] else 0
            rows = [work.rows[int(work.frames[ply][F_ROW])] for ply in range(depth)]
            if len({tuple(row[:words].tolist()) for row in rows}) < depth:
                raise BrokenGame("engine.solve.circles", game=self.game.name)
            if depth >= MOST_PLIES:
                raise BrokenGame("engine.solve.endless", game=self.game.name, plies=depth)

    def value(self, state: Any) -> int:
        """The value of a position, which may be an end of the game."""
        low, high = self.bounds(state, -WIDE, WIDE)
        if low < high:
            raise Stopped
        return low

    def value_after(self, state: Any, best: int, mover: int) -> int:
        """The value of a position after a move of `mover`, whose best move is worth `best`.

        Points are asked for from the best move's on, in steps that double: most moves are worth nearly as
        much (all seven of Connect Four after 435: 20 million nodes against 25 million).
        """
        if self.span > 1:  # wins, draws and losses lie as near each other as they can
            return self.value(state)
        worse = -1 if mover == 0 else 1
        near, step = best, 1
        while True:
            far = near + worse * step
            low, high = self.bounds(state, min(near, far), max(near, far))
            if low < high:
                raise Stopped
            # Where a bound from outside the window says more, they lie the other way round.
            found = high if mover == 0 else low
            if (far - found) * worse > 0:
                return found
            near, step = found, 2 * step

    def at_least(self, state: Any, goal: int) -> bool:
        """Whether the value reaches the goal; one null window."""
        low, high = self.bounds(state, goal - 1, goal)
        if low < high:
            raise Stopped
        return low >= goal

    def value_of(self, known: Known, me: int) -> int:
        """What the book says for the player to move, as the kernel says it for player 0."""
        value = known.value * self.span
        if self.span > 1 and value != 0:
            off = min(1 + known.distance, self.span // 2 - 1)
            value += -off if value > 0 else off
        return value if me == 0 else -value

    def points(self, value: int) -> int:
        return (value + self.span // 2) // self.span

    # -------------------------------------------------------------------------------------- moves

    def best(self, state: Any, value: int) -> Any:
        """A move that keeps the value: the book's, else the one the table remembers first."""
        if self.engine.book is not None:
            move = self.engine.book.move(state)
            if move is not None:
                return move
        me = self.game.player(state)
        goal = self._goal_below(value if me == 0 else value + 1)
        for move in self._likely_first(state):
            if self.at_least(self.game.play(state, move), goal) == (me == 0):
                return move
        # A key that joins positions which are not equally far from the end: points stay true, plies do not.
        self._told = False
        goal = (self.points(value) + me) * self.span - self.span // 2
        for move in self.game.legal(state):
            if self.at_least(self.game.play(state, move), goal) == (me == 0):
                return move
        raise self._broken(state)

    def _broken(self, state: Any) -> BrokenGame:
        """What the solver found contradicts itself, so something that the game promises is untrue."""
        declared = [name for name in PROMISES if self.game.named(name) is not None]
        return BrokenGame(
            "engine.solve.broken",
            game=self.game.name,
            promises=", ".join(declared) or "moves",
            position=self.engine.notation(state),
        )

    def line(self, state: Any, value: int) -> tuple[Any, ...]:
        """Moves that keep the value, to the end of the game, or as far as is known where it was stopped."""
        played: list[Any] = []
        try:
            while not self.game.ended(state):
                played.append(self.best(state, value))
                state = self.game.play(state, played[-1])
                if self._goes_round(state):
                    break
                plies = plies_to_end(value, self.span)
                if plies is not None and self._told:
                    value += 1 if value > 0 else -1  # one ply nearer
                elif not self.game.ended(state):
                    value = self.value(state)
        except Stopped:
            if not played:
                raise
        return tuple(played)

    def _goes_round(self, state: Any) -> bool:
        """Whether play need not end: where positions come again, a draw may have no way to an end."""
        known = self.engine.solution.look(state) if self.engine.solution is not None else None
        return known is not None and self.game.facts.repeats and known.value == 0

    def _goal_below(self, goal: int) -> int:
        """The kernel's `goal_below`: a child that reaches this is enough for its parent to reach the goal."""
        off = (-goal if goal > 0 else goal) & (self.span - 1)
        last = self.span // 2 - 1
        if self.span > 1 and goal > 0:
            return goal + 1 if 0 < off < last else goal
        return goal - 1 if self.span > 1 and 0 < off <= last else goal

    def _likely_first(self, state: Any) -> list[Any]:
        legal = self.game.legal(state)
        check, place = self.rules.names["rest_and_place"](state)
        data = int(
            probe(self.work.table[: int(self.work.info[IN_USE])], check, place, int(self.work.info[OLDEST]))
        )
        some = self.game.hints.candidates
        candidates = legal if some is None else list(some(state))
        index = (data >> 16) & 255
        if data and index < len(candidates):
            first = candidates[index]
            return [first, *(move for move in legal if move != first)]
        return legal

    # ------------------------------------------------------------------------------------- arrays

    def _begin(
        self, thinking: Thinking[Any], threads: int, states: Sequence[Any], nodes: int = MOST_NODES
    ) -> None:
        """Everything ready for these positions; then the clock starts."""
        engine = self.engine
        # Where positions come again, only a solution knows what they are worth.
        if self.game.facts.repeats and not all(engine.searching.proven(state) for state in states):
            raise BadInput("engine.solve.repeats", game=self.game.name)
        # What is still to be won may be the whole range away from what is banked.
        most = (MOST_BOUND - 1) // (2 if self.rules.names["HAS_BANKED"] else 1)
        if max(abs(value) for value in self.game.facts.values) > most:
            raise BadInput("engine.values.large", game=self.game.name, most=most)
        self.kernel = engine.code["solve"]
        engine.memory.renew("solve")
        busy = engine.code.zeros(BUSY)
        engine.memory.workspaces[:] = [self._new_workspace(busy, max(len(states), 1)) for _ in range(threads)]
        self.work = engine.memory.workspaces[0]
        # A table that grows is moved about, and other threads would not notice.
        grows = threads == 1 and self.rules.names["GROWS"]
        in_use = min(engine.memory.in_use, len(engine.table)) if grows else len(engine.table)
        for work in engine.memory.workspaces:
            work.info[GENERATION], work.info[OLDEST] = engine.memory.generation, engine.memory.oldest
            work.info[NODE_LIMIT] = nodes
            work.info[IN_USE], work.info[KEPT] = in_use, engine.memory.kept
            work.info[workspace.SHARED] = int(threads > 1)
            work.info[SOLUTION] = 0 if engine.solution is None else engine.solution.address
        thinking.begin()

    def _end(self) -> None:
        memory, info = self.engine.memory, self.work.info
        memory.in_use, memory.kept = int(info[IN_USE]), int(info[KEPT])

    def _new_workspace(self, busy: Any, tasks: int) -> Workspace:
        words = self.rules.layout.words
        return new_workspace(
            self.engine.code.zeros,
            self.engine.table,
            self.engine.memory.control,
            row=words,
            rows=self._rows,
            plies=1,
            frames=(self._plies, FRAME),
            tasks=(tasks, words + TASK),
            busy=busy,
        )

    def _larger(self, old: Workspace) -> Workspace:
        """Larger arrays; what was counted and learnt stays."""
        work = self._new_workspace(old.busy, len(old.tasks))
        work.info[:] = old.info
        work.info[FAULT] = 0
        work.history[:] = old.history
        work.tasks[:] = old.tasks
        return work
