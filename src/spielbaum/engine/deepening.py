"""Iterative deepening: one thread's way through the depths.

Depth 1, 2, 3 …; every iteration leaves in the table what orders the moves of the next one. It ends on a
proven value, at a limit, or when it is told to, and then with the best that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from spielbaum.engine.limits import MOST_DEPTH
from spielbaum.engine.scores import BOTH, HIGH, INFINITY, LOW, NOTHING
from spielbaum.engine.workspace import (
    BAD_SUMS,
    EVENTS,
    EVENTS_FULL,
    EXTEND,
    FAULT,
    FIRST,
    ITERATION,
    LEFT_OUT,
    NODE_LIMIT,
    NODES,
    PARTIAL,
    PATH,
    REPETITION,
    ROWS_FULL,
    SWITCHES,
    Workspace,
)
from spielbaum.errors import BrokenGame
from spielbaum.result import Bound, Proof, Value

if TYPE_CHECKING:
    from spielbaum.engine.rules import Rules

#: From this depth on the window is narrowed around the last value.
ASPIRATION_DEPTH = 4


@dataclass(frozen=True, slots=True)
class KernelResult:
    """A `Result` as the kernel has it: the value in its units, moves as numbers in the order of the rules."""

    depth: int
    value: Any
    proof: int
    moves: tuple[int, ...]
    #: The best few lines or one for every move, where that was asked for; the best first.
    lines: tuple[KernelResult, ...] = ()
    #: Whether the iteration was cut short.
    partial: bool = False


class Deepening:
    """The iterations of one thread over one position."""

    def __init__(
        self,
        kernel: Callable[..., Any],
        rules: Rules,
        work: Workspace,
        grow: Callable[[Workspace], Workspace],
        aspire: bool,
        left_out: Sequence[int],
        lines: int = 1,
        offset: float = 0.0,
        proven: Callable[[Any], bool] = lambda _state: False,
    ) -> None:
        self.kernel = kernel
        self.rules = rules
        self.work = work
        self.grow = grow
        self.aspire = aspire
        #: Not 0 for moves at the root that are not looked at; the workspace has room for as many.
        self.left_out = left_out
        self.lines = lines
        #: Where this thread begins among the moves, from 0 (the first) to 1, when all of them get values.
        self.offset = offset
        #: Whether a solution knows the position.
        self.proven = proven
        self._leave_out(())

    @property
    def nodes(self) -> int:
        return int(self.work.info[NODES])

    @property
    def halted(self) -> bool:
        info = self.work.info
        return bool(self.work.control[0] or info[NODES] > info[NODE_LIMIT] or info[FAULT])

    def iterate(
        self, state: Any, first: int, last: int, every_move: bool, report: Callable[[KernelResult], None]
    ) -> KernelResult | None:
        """Search to depth first, first + 1, …; the last thing found, None where there was no time."""
        found: KernelResult | None = None
        for depth in range(first, last + 1):
            if self.rules_traced:
                self._mark(depth)
            news = self._every_move(state, depth) if every_move else self._best_lines(state, depth, found)
            if news is None:
                break
            found = news
            report(found)
            # Where every move is asked for, every move has to be proven; the next best ones never are.
            proven = found.proof == BOTH and all(line.proof == BOTH for line in found.lines)
            if found.partial or (proven and self.lines == 1):
                break
        return found

    @property
    def rules_traced(self) -> bool:
        return len(self.work.events) > 0

    def _mark(self, depth: int) -> None:
        """Write down that an iteration begins."""
        at = int(self.work.info[EVENTS])
        if at < len(self.work.events):
            self.work.events[at, :2] = ITERATION, depth
            self.work.info[EVENTS] = at + 1
        else:
            self.work.info[FAULT] = EVENTS_FULL

    def _leave_out(self, found: Sequence[KernelResult]) -> None:
        """Look at none of the moves that are not wanted, nor at those found already."""
        left_out = list(self.left_out)
        for one in found:
            left_out[one.moves[0]] = 1
        self.work.root[: len(left_out)] = left_out
        self.work.info[LEFT_OUT] = int(any(left_out))

    def _best_lines(self, state: Any, depth: int, last: KernelResult | None) -> KernelResult | None:
        """One iteration for each line: the best move, then the best without that one …"""
        if self.lines == 1:
            return self._one(state, depth, last)
        earlier = () if last is None else last.lines or (last,)
        found: list[KernelResult] = []
        for place in range(self.lines):
            self._leave_out(found)
            news = self._one(state, depth, earlier[place] if place < len(earlier) else None)
            if news is None or (news.partial and found):
                break  # the line of the last iteration stays
            found.append(news)
        if not found:
            return None
        found.sort(key=lambda one: -one.value)  # of equals the one found first stays first
        # Behind them what the last iteration knew: it may have been refuted since.
        known = {one.moves[0] for one in found}
        found += [one for one in earlier if one.moves[0] not in known][: self.lines - len(found)]
        return replace(found[0], lines=tuple(found), partial=self.halted)

    def _one(self, state: Any, depth: int, last: KernelResult | None) -> KernelResult | None:
        """One iteration, with a window around the last value that is opened where it fails."""
        unit = int(self.rules.names["NEAR"])
        swing = self.rules.game.hints.swing
        margin = unit * (max(2, self.rules.game.facts.unit // 12) if swing is None else max(1, swing // 4))
        low, high = -INFINITY, INFINITY
        if self.aspire and last is not None and depth >= ASPIRATION_DEPTH:
            low, high = last.value - margin, last.value + margin
        # So that an iteration that is cut short answers no worse than the last one.
        known: tuple[int, ...] = () if last is None else last.moves
        better: tuple[int, ...] = ()
        while True:
            self.work.info[FIRST] = known[0] + 1 if known else 0
            value, proof = self._search(state, depth, low, high)
            if self.halted:
                line = self._line() or better
                if not line:
                    return None
                return KernelResult(depth - 1, int(self.work.info[PARTIAL]), NOTHING, line, partial=True)
            margin *= 4
            if value <= low:
                low = -INFINITY if margin > unit * self.rules.game.facts.unit else value - margin
            elif value >= high:
                known = better = self._line()  # better than expected: it comes first when the window opens
                high = INFINITY if margin > unit * self.rules.game.facts.unit else value + margin
            else:
                return KernelResult(depth, value, proof, self._line())

    def _every_move(self, state: Any, depth: int) -> KernelResult | None:
        """One iteration in which each move gets its exact value; slower, as nothing is cut at the root.

        Threads begin at different moves and go round: what one has searched, the others find in the table.
        """
        game = self.rules.game
        me = game.player(state)
        legal = game.legal(state)
        begin = int(self.offset * len(legal))
        lines: list[KernelResult] = []
        best = -INFINITY
        line: tuple[int, ...] = ()
        low, high = 0, HIGH
        for index in (*range(begin, len(legal)), *range(begin)):
            child = game.play(state, legal[index])
            value, proof = self._below(state, child, depth)
            if self.halted:
                return None
            value = from_parent(value, int(self.rules.names["NEAR"]))
            if game.player(child) != me:
                value, proof = -value, ((proof & LOW) << 1) | (proof >> 1)
            proof |= self._surely(value, me)
            lines.append(KernelResult(depth, value, proof, (index,)))
            high &= proof
            if value > best or (value == best and not low and proof & LOW):
                best, low, line = value, proof & LOW, (index, *self._line())
        first, *others = sorted(lines, key=lambda one: (one.moves != line[:1], -one.value, one.moves))
        ranked = (replace(first, moves=line), *others)
        return KernelResult(depth, best, low | high | self._surely(best, me), line, ranked)

    def _below(self, state: Any, child: Any, depth: int) -> tuple[int, int]:
        """A child searched as the search of its parent would: it may repeat, and urgent ones go deeper."""
        info, path, check = self.work.info, self.work.path, self.rules.names["check_and_place"]
        switches, extended = int(info[SWITCHES]), int(self.rules.names["urgent"](child))
        deeper = extended if switches & EXTEND else 0
        facts = self.rules.game.facts
        if self.proven(child):
            depth, deeper = 1, 0
        if not facts.repeats or (self.proven(child) and not facts.repetition):
            return self._search(child, depth - 1 + deeper, -INFINITY, INFINITY)
        steps = int(info[PATH])
        path[steps], _ = check(state)
        if switches & REPETITION and check(child)[0] in path[: steps + 1]:
            self.work.line[0, 0] = 0
            return 0, NOTHING
        info[PATH] = steps + 1
        try:
            return self._search(child, depth - 1 + deeper, -INFINITY, INFINITY)
        finally:
            info[PATH] = steps

    def _surely(self, value: int, me: int) -> int:
        """A value that no pay-off exceeds needs no proof from above, nor the least one from below."""
        game = self.rules.game
        near = int(self.rules.names["NEAR"])
        rounded = (value + near // 2) // near
        least, greatest = game.facts.values if me == 0 else (-game.facts.values[1], -game.facts.values[0])
        return HIGH * (rounded >= greatest * game.facts.unit) | LOW * (rounded <= least * game.facts.unit)

    def _search(self, state: Any, depth: int, low: int, high: int) -> tuple[int, int]:
        while True:
            self.place(state)
            value, proof = self.kernel(self.work, depth, low, high)
            if self.work.info[FAULT] == BAD_SUMS:
                raise BrokenGame("network.sums", game=self.rules.game.name)
            if self.work.info[FAULT] != ROWS_FULL:
                return int(value), int(proof)
            self.work = self.grow(self.work)

    def place(self, state: Any) -> None:
        """Put the position into row 0."""
        self.rules.names["pack"](state, self.work.rows[0])

    def _line(self) -> tuple[int, ...]:
        line = self.work.line[0]
        return tuple(int(index) for index in line[1 : 1 + int(line[0])])


@dataclass(frozen=True, slots=True)
class Helper:
    """What a further thread of a search does; its answer is in the table."""

    search: Deepening
    state: Any
    first: int
    last: int
    every_move: bool

    def __call__(self) -> None:
        self.search.iterate(self.state, self.first, self.last, self.every_move, lambda _found: None)


def from_parent(value: int, near: int) -> int:
    """A child's value, from its own root, as its parent sees it: one ply further away."""
    if distance(value, near) is not None:
        return value - 1 if value > 0 else value + 1
    return value


def points(value: int, rules: Rules) -> Value:
    """A kernel's value in points: whole where it is."""
    near, unit = int(rules.names["NEAR"]), rules.game.facts.unit
    rounded = (value + near // 2) // near
    return rounded // unit if rounded % unit == 0 else rounded / unit


def distance(value: int, near: int) -> int | None:
    """Plies to the end of the game, where the value tells them: not from near // 2 − 2 on."""
    off = -abs(value) % near
    return off - 1 if 0 < off < near // 2 - 1 else None


def proof_of(bits: int) -> Proof:
    return Proof.PROVEN if bits == BOTH else Proof.BOUND if bits else Proof.ESTIMATE


def bound_of(bits: int) -> Bound:
    return Bound.AT_LEAST if bits == LOW else Bound.AT_MOST if bits == HIGH else Bound.EXACT


def last_depth(depth: int | None) -> int:
    return MOST_DEPTH if depth is None else depth
