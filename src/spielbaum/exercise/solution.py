"""The right answer to an exercise, worked out by the textbook searchers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from spielbaum.exercise.cutting import Orders, cheapest_order, rearranged
from spielbaum.exercise.model import (
    CHANCE_KINDS,
    CONVENTIONS,
    VISITED_KINDS,
    Answer,
    Choice,
    Convention,
    DepthAnswer,
    Exercise,
    NodeAnswer,
    Path,
    worth,
)
from spielbaum.result import CHANCE, Payoff, Result, Value
from spielbaum.search import record
from spielbaum.search.ordering import KILLERS
from spielbaum.search.retrograde import Entry
from spielbaum.search.retrograde import Solved as RetrogradeResult
from spielbaum.search.tree_values import tree_values
from spielbaum.trace import Cutoff, Enter, NodeResult, Trace
from spielbaum.tree import Tree, cut, map_tree


@dataclass(frozen=True)
class Solved:
    """An exercise with the search that solves it, under one of its conventions."""

    exercise: Exercise
    convention: Convention
    trace: Trace
    result: Result[int]

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
        if self.trace.algorithm in ("maxn", "negamax", "alliance"):  # which visit everything
            return {path: found.value for path, found in self.results.items() if found.value is not None}
        return tree_values(exercise.tree if exercise.depth is None else cut(exercise.tree, exercise.depth))

    @cached_property
    def visited(self) -> tuple[Path, ...]:
        """The leaves that were looked at, from left to right."""
        return tuple(path for path, _ in self.exercise.tree.leaves() if path in self.results)

    @cached_property
    def best_moves(self) -> frozenset[int]:
        """The children of the root that are as good as the best one."""
        children = range(len(self.exercise.tree.children))
        worths = [self.exercise.worth((i,), self.values[(i,)]) for i in children]
        return frozenset(i for i in children if worths[i] == max(worths))

    def best_first(self, path: Path) -> tuple[int, ...]:
        """The children of a node, best for its player first; equal ones from left to right."""
        node = self.exercise.tree.at(path)
        children = range(len(node.children))
        return tuple(
            sorted(children, key=lambda i: -self.exercise.worth((*path, i), self.values[(*path, i)]))
        )

    @cached_property
    def tried(self) -> dict[Path, tuple[int, ...]]:
        """The children of each node that was entered, in the order of the search; those cut come last."""
        found: dict[Path, list[int]] = {}
        for event in self.trace.events:
            if isinstance(event, Enter) and event.path:
                found.setdefault(event.path[:-1], []).append(event.path[-1])
            elif isinstance(event, Cutoff):
                found.setdefault(event.path, []).extend(event.skipped)
        return {path: tuple(children) for path, children in found.items()}

    @cached_property
    def killers(self) -> dict[Path, tuple[int, ...]]:
        """The moves that had caused a cut at the same depth when each node was entered, the latest first."""
        found: dict[Path, tuple[int, ...]] = {}
        known: dict[int, list[int]] = {}
        last: dict[Path, int] = {}
        for event in self.trace.events:
            if isinstance(event, Enter):
                found[event.path] = tuple(known.get(len(event.path), ()))
                if event.path:
                    last[event.path[:-1]] = event.path[-1]
            elif isinstance(event, Cutoff):
                there = known.setdefault(len(event.path), [])
                if last[event.path] not in there:
                    there.insert(0, last[event.path])
                    del there[KILLERS:]
        return found

    def by_killers(self, path: Path) -> tuple[int, ...]:
        """The children of a node, those first that `killers` names; equal ones from left to right."""
        children = range(len(self.exercise.tree.at(path).children))
        return tuple(sorted(children, key=lambda i: i not in self.killers[path]))

    @cached_property
    def orders(self) -> Orders:
        """The order of the children of every inner node in which the fewest leaves are visited."""
        return cheapest_order(self.exercise.tree)

    @cached_property
    def iterations(self) -> dict[int, tuple[Payoff, frozenset[int]]]:
        """After each depth the value of the root, and the moves that are best then."""
        found: dict[int, tuple[Payoff, frozenset[int]]] = {}
        tree = self.exercise.tree
        for depth in self.exercise.depths:
            values = tree_values(cut(tree, depth))
            worths = {i: worth(values[(i,)], tree.player) for i in range(len(tree.children))}
            best = frozenset(i for i, each in worths.items() if each == max(worths.values()))
            found[depth] = values[()], best
        return found

    @cached_property
    def choices(self) -> dict[Choice, frozenset[int]]:
        """The moves of the root that are best in each of the cases that are asked about."""
        tree = self.exercise.tree
        found: dict[Choice, frozenset[int]] = {}
        for choice in self.exercise.choices:
            values = child_values(tree, choice)
            worths = {i: worth(value, tree.player) for i, value in enumerate(values)}
            found[choice] = frozenset(i for i, each in worths.items() if each == max(worths.values()))
        return found

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What each child of the root is worth to who moves at the root, counted in plies from the root."""
        assert isinstance(self.result, RetrogradeResult)
        tree, found = self.exercise.tree, []
        for child in tree.children:
            entry = self.result.solution.at(child)
            value = entry.value if child.player == tree.player else -entry.value
            plies = None if entry.remoteness is None else entry.remoteness + 1
            found.append(Entry(value, plies, entry.cycle))
        return tuple(found)

    @cached_property
    def root_value(self) -> Value:
        """What the root is worth to who moves there."""
        return max(entry.value for entry in self.entries)

    def outcome(self, value: Value) -> NodeAnswer:
        """What there is to say of the root if it has this value: the plies and the moves that keep it.

        A win is as quick as possible, a loss as late as possible; a draw has no remoteness here.
        """
        kept = {i: entry.remoteness for i, entry in enumerate(self.entries) if entry.value == value}
        plies = [each for each in kept.values() if each is not None]
        quickest = (min if value > 0 else max)(plies) if plies and value else None
        return NodeAnswer(
            value=value, remoteness=quickest, keep=tuple(self.exercise.names[(i,)] for i in kept)
        )

    @cached_property
    def answer(self) -> Answer:
        exercise, names = self.exercise, self.exercise.names
        if exercise.kind == "remoteness":
            return Answer(exercise.id, {names[()]: self.outcome(self.root_value)})
        if exercise.kind == "deepening":
            depths = {
                depth: DepthAnswer(value, names[(min(best),)])
                for depth, (value, best) in self.iterations.items()
            }
            return Answer(exercise.id, depths=depths)
        if exercise.kind == "same-choice":
            moves = {choice: names[(min(best),)] for choice, best in self.choices.items()}
            return Answer(exercise.id, choices=moves)
        if exercise.kind in ("cut-order", "killers"):
            orders = self.orders if exercise.kind == "cut-order" else self.tried
            ordered = {
                names[path]: NodeAnswer(
                    order=tuple(names[(*path, i)] for i in orders[path]),
                    cut=tuple(names[(*path, i)] for i in sorted(self.cuts.get(path, ())))
                    if exercise.kind == "killers"
                    else (),
                )
                for path in names
                if exercise.asked(path) and path in orders
            }
            return Answer(exercise.id, ordered)
        if exercise.kind in VISITED_KINDS:
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
        move = None if exercise.kind == "order" else names[(self.result.moves[0],)]
        return Answer(exercise.id, nodes, move=move)


def solve(exercise: Exercise, convention: str | None = None) -> Solved:
    """The solution under that convention; under the one that the sheet prints by default."""
    chosen = CONVENTIONS[convention or exercise.counted[0]]
    tree = exercise.tree
    if exercise.windowed:
        found = record("alphabeta", tree, strict=chosen.strict, fail_hard=chosen.fail_hard)
    elif exercise.kind in CHANCE_KINDS:
        found = record("star1" if exercise.kind == "star1" else "expectiminimax", tree)
    elif exercise.kind == "cut-order":  # the search in the best order, on the tree as it then stands
        found = record("alphabeta", rearranged(tree, cheapest_order(tree), exercise.names))
    elif exercise.kind == "killers":
        found = record("alphabeta", tree, order="killers")
    elif exercise.kind == "deepening":
        found = record("iterative", tree)
    elif exercise.kind == "remoteness":
        found = record("retrograde", tree)
    elif exercise.kind == "negamax":
        found = record("negamax", tree)
    elif exercise.kind == "alliance":
        found = record("alliance", tree, teams=exercise.teams)
    elif tree.payoffs in (None, 1):
        found = record("minimax", tree, depth=exercise.depth)
    else:
        found = record("maxn", tree, prune=False, ties=chosen.ties)
    trace, result = found
    assert result is not None
    return Solved(exercise, chosen, trace, result)


def child_values(tree: Tree, choice: Choice) -> tuple[Payoff, ...]:
    """What the children of the root are worth in that case of the kind same-choice."""
    if choice.startswith("minimax"):
        tree = without_chance(tree)
    if choice.endswith("squared"):
        tree = map_tree(_squared, tree)
    values = tree_values(tree)
    return tuple(values[(i,)] for i in range(len(tree.children)))


def without_chance(tree: Tree) -> Tree:
    """The tree with MIN in the place of nature."""
    children = map(without_chance, tree.children)
    return tree.with_(children, player=1 if tree.player == CHANCE else tree.player, probability=None)


def _squared(node: Tree) -> Payoff | None:
    assert not isinstance(node.value, tuple)
    return None if node.value is None else node.value**2


def solution(exercise: Exercise, convention: str | None = None) -> Answer:
    """The right answer."""
    return solve(exercise, convention).answer
