"""Marks of exercises about alpha-beta, in the order of the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spielbaum.exercise.follow_through import FollowedNode, follow_alphabeta, same
from spielbaum.exercise.marks import WRONG, Mark, Verdict, mark_of, move_mark
from spielbaum.exercise.model import Answer, Exercise, Field, NodeAnswer, Path, worth
from spielbaum.exercise.solution import Solved


def alphabeta_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """In the order of the search: the window of a node, its children, the cut between them, its value."""
    exercise, names = solved.exercise, solved.exercise.names
    own = follow_alphabeta(exercise, lambda path: answer.at(names[path]), solved)

    def walk(path: Path) -> Iterator[Mark]:
        node, said = exercise.tree.at(path), answer.at(names[path])
        if node.leaf:
            return
        true, mine = solved.results.get(path), own.get(path)
        if true is None and not said.touched and mine is None:
            return
        window = None if true is None else (true.alpha, true.beta)
        yield from _item(solved, path, "window", said.window, window, mine and mine.window, mine)
        cut = solved.cuts.get(path, frozenset())
        taken = frozenset(exercise.paths[name][-1] for name in said.cut)
        turn = min(cut | taken | (mine.cut if mine else frozenset()), default=len(node.children))
        for i in range(turn):
            yield from walk((*path, i))
        yield from _cut(solved, path, said, mine)
        for i in range(turn, len(node.children)):
            yield from walk((*path, i))
        value = None if true is None else true.value
        yield from _item(solved, path, "value", said.value, value, mine and mine.value, mine)

    yield from walk(())
    yield move_mark(solved, answer, _own_alphabeta_moves(exercise, answer, own))


def _item(
    solved: Solved, path: Path, field: Field, given: Any, true: Any, own: Any, mine: FollowedNode | None
) -> Iterator[Mark]:
    """The mark on a window or a value; nodes that need not be looked at bring no points."""
    if true is None:
        if given is None:
            return
        verdict = WRONG[field]
        if mine is None:
            verdict = Verdict.NEEDLESS
        elif same(given, own):
            verdict = Verdict.CONSEQUENCE
        yield Mark(solved.exercise.names[path], path, field, verdict, given, None, most=0)
        return
    if given is None:
        verdict = Verdict.MISSING if mine is not None else Verdict.CONSEQUENCE
    elif same(given, true):
        verdict = Verdict.RIGHT
    else:
        verdict = Verdict.CONSEQUENCE if mine is not None and same(given, own) else WRONG[field]
    yield mark_of(solved, path, field, verdict, given, true)


def _cut(solved: Solved, path: Path, said: NodeAnswer, mine: FollowedNode | None) -> Iterator[Mark]:
    """The mark on which children of a node are cut; a node about which nothing is said has no cut either."""
    names = solved.exercise.names
    entered = path in solved.results
    true = solved.cuts.get(path, frozenset())
    taken = frozenset(solved.exercise.paths[name][-1] for name in said.cut)
    if not entered and (mine is None or taken == mine.cut or not said.touched):
        return
    expected = tuple(names[(*path, i)] for i in sorted(true))
    if not said.touched:
        verdict, given = Verdict.MISSING if mine is not None else Verdict.CONSEQUENCE, None
    else:
        given = tuple(names[(*path, i)] for i in sorted(taken))
        if entered and taken == true:
            verdict = Verdict.RIGHT
        elif mine is not None and taken == mine.cut:
            verdict = Verdict.CONSEQUENCE
        else:
            verdict = _early_or_late(taken, true if mine is None else mine.cut)
    mark = mark_of(solved, path, "cut", verdict, given, expected)
    yield mark if entered else Mark(mark.node, path, "cut", verdict, given, None, most=0)


def _early_or_late(taken: frozenset[int], due: frozenset[int]) -> Verdict:
    """The first child that is treated differently decides."""
    return Verdict.MISSED_CUT if min(taken ^ due) in due else Verdict.CUT_TOO_EARLY


def _own_alphabeta_moves(exercise: Exercise, answer: Answer, own: dict[Path, FollowedNode]) -> set[int]:
    """The first child with the best value among those looked at."""
    best: tuple[float, int] | None = None
    for i, child in enumerate(exercise.tree.children):
        if i in own[()].taken:
            continue
        said = answer.at(exercise.names[(i,)]).value
        value: Any = child.value if child.leaf else said if said is not None else own[(i,)].value
        if value is not None and (best is None or worth(value, exercise.tree.player) > best[0]):
            best = worth(value, exercise.tree.player), i
    return set() if best is None else {best[1]}


# ------------------------------------------------------------------------ killers


def killer_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """In the order of the search: in which order the children of a node are tried, then what is cut."""
    exercise, names = solved.exercise, solved.exercise.names
    own = follow_alphabeta(exercise, lambda path: answer.at(names[path]), solved, "killers")

    def walk(path: Path) -> Iterator[Mark]:
        node, said = exercise.tree.at(path), answer.at(names[path])
        true, mine = solved.tried.get(path), own.get(path)
        if node.leaf or (true is None and not said.touched and mine is None):
            return
        expected = None if true is None else tuple(names[(*path, i)] for i in true)
        due = None if mine is None else tuple(names[(*path, i)] for i in mine.order)
        yield from _item(solved, path, "order", said.order, expected, due, mine)
        for i in true or (mine.order if mine else range(len(node.children))):
            yield from walk((*path, i))
        yield from _cut(solved, path, said, mine)

    yield from walk(())


# ------------------------------------------------------------------------- leaves


def leaf_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """Leaf by leaf; of several leaves that one wrong cut let in or kept out, the first is the mistake."""
    exercise, names = solved.exercise, solved.exercise.names
    leaves = [path for path, _ in exercise.tree.leaves()]
    due = set(solved.visited)
    if not answer.visited:
        for path in leaves:
            yield mark_of(solved, path, "visited", Verdict.MISSING, None, path in due)
        return
    seen = {exercise.paths[name] for name in answer.visited}
    looked_at = {path[:depth] for path in seen for depth in range(len(path) + 1)}

    def said(path: Path) -> NodeAnswer:
        below = ((*path, i) for i in range(len(exercise.tree.at(path).children)))
        return NodeAnswer(cut=tuple(names[child] for child in below if child not in looked_at))

    own = follow_alphabeta(exercise, said, solved)
    blamed: set[Path] = set()
    for path in leaves:
        given, expected = path in seen, path in due
        if given == expected:
            yield mark_of(solved, path, "visited", Verdict.RIGHT, given, expected)
            continue
        at = next((path[:d] for d in range(len(path)) if _astray(own, path, d, given)), None)
        if at is None or at in blamed:
            verdict = Verdict.CONSEQUENCE
        else:
            blamed.add(at)
            verdict = Verdict.MISSED_CUT if given else Verdict.CUT_TOO_EARLY
        mark = mark_of(solved, path, "visited", verdict, given, expected)
        yield Mark(mark.node, path, "visited", verdict, given, expected, mark.points, at=at)


def _astray(own: dict[Path, FollowedNode], path: Path, depth: int, given: bool) -> bool:
    """Whether this is where the leaf was let in or kept out against what the own values demand."""
    here, child = own.get(path[:depth]), path[depth]
    if here is None or (child in here.taken) == given:
        return False
    return (child in here.cut) == given
