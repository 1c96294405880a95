"""The right answer to an exercise, worked out by the textbook searchers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from spielbaum.exercise.model import CONVENTIONS, Answer, Convention, Exercise, NodeAnswer, Path, worth
from spielbaum.result import Payoff, Result
from spielbaum.search import record
from spielbaum.search.answer import tree_values
from spielbaum.trace import Cutoff, NodeResult, Trace
from spielbaum.tree import cut


@dataclass(frozen=True)
class Solved:
    """An exercise with the search that solves it, under one of its conventions."""

    exercise: Exercise
    convention: Convention
    trace: Trace
    result: Result

    @cached_property
    def results(self) -> dict[Path, NodeResult]:
        """The nodes that were entered."""
        return {path: found for path, found in self.trace.results.items() if found.number is not None}

    @cached_property
    def cuts(self) -> dict[Path, frozenset[int]]:
        """Which children of a node were cut."""
        events = (event for event in self.trace.events if isinstance(event, Cutoff))
        return {event.path: frozenset(event.skipped) for event in events}

    @cached_property
    def values(self) -> dict[Path, Payoff]:
        """The true value of every node down to the depth limit, whatever was cut."""
        exercise = self.exercise
        if self.trace.algorithm == "maxn":  # which visits everything, and takes of equals what is agreed
            return {path: found.value for path, found in self.results.items() if found.value is not None}
        return tree_values(exercise.tree if exercise.depth is None else cut(exercise.tree, exercise.depth))

    @cached_property
    def visited(self) -> tuple[Path, ...]:
        """The leaves that were looked at, from left to right."""
        return tuple(path for path, _ in self.exercise.tree.leaves() if path in self.results)

    @cached_property
    def best_moves(self) -> frozenset[int]:
        """The children of the root that are as good as the best one."""
        player = self.exercise.tree.player
        children = range(len(self.exercise.tree.children))
        worths = [worth(self.values[(i,)], player) for i in children]
        return frozenset(i for i in children if worths[i] == max(worths))

    def best_first(self, path: Path) -> tuple[int, ...]:
        """The children of a node, best for its player first; equal ones from left to right."""
        node = self.exercise.tree.at(path)
        children = range(len(node.children))
        return tuple(sorted(children, key=lambda i: -worth(self.values[(*path, i)], node.player)))

    @cached_property
    def answer(self) -> Answer:
        exercise, names = self.exercise, self.exercise.names
        if exercise.kind == "visited":
            return Answer(exercise.id, visited=tuple(names[path] for path in self.visited))
        nodes: dict[str, NodeAnswer] = {}
        for path, name in names.items():
            fields = exercise.asked(path)
            found = self.results.get(path)
            if not fields or found is None:
                continue
            window = None
            if "window" in fields and found.alpha is not None and found.beta is not None:
                window = (found.alpha, found.beta)
            nodes[name] = NodeAnswer(
                value=found.value,
                window=window,
                cut=tuple(names[(*path, i)] for i in sorted(self.cuts.get(path, ()))),
                order=tuple(names[(*path, i)] for i in self.best_first(path)) if "order" in fields else None,
            )
        move = None if exercise.kind == "order" else names[(self.result.line[0],)]
        return Answer(exercise.id, nodes, move=move)


def solve(exercise: Exercise, convention: str | None = None) -> Solved:
    """The solution under that convention; under the one that the sheet prints by default."""
    chosen = CONVENTIONS[convention or exercise.counted[0]]
    tree = exercise.tree
    if exercise.windowed:
        found = record("alphabeta", tree, strict=chosen.strict, fail_hard=chosen.fail_hard)
    elif tree.payoffs in (None, 1):
        found = record("minimax", tree, depth=exercise.depth)
    else:
        found = record("maxn", tree, prune=False, ties=chosen.ties)
    trace, result = found
    assert result is not None
    return Solved(exercise, chosen, trace, result)


def solution(exercise: Exercise, convention: str | None = None) -> Answer:
    """The right answer."""
    return solve(exercise, convention).answer
