"""Marks of exercises about chance nodes: which leaves Star1 looks at, which moves are best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spielbaum.exercise.marks import Mark, Verdict, mark_of
from spielbaum.exercise.model import Answer, Path
from spielbaum.exercise.solution import Solved


def star1_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """Leaf by leaf; of several leaves that one wrong cut let in or kept out, the first is the mistake."""
    exercise = solved.exercise
    leaves = [path for path, _ in exercise.tree.leaves()]
    due = set(solved.visited)
    if not answer.visited:
        for path in leaves:
            yield mark_of(solved, path, "visited", Verdict.MISSING, None, path in due)
        return
    seen = {exercise.paths[name] for name in answer.visited}
    entered, wanted = _above(seen), _above(due)
    blamed: set[Path] = set()
    for path in leaves:
        given, expected = path in seen, path in due
        if given == expected:
            yield mark_of(solved, path, "visited", Verdict.RIGHT, given, expected)
            continue
        # The first branch on the way that only the answer, or only the search, goes into.
        left_out = wanted if given else entered
        at = next(path[:depth] for depth in range(len(path)) if path[: depth + 1] not in left_out)
        if at in blamed:
            verdict = Verdict.CONSEQUENCE
        else:
            blamed.add(at)
            verdict = Verdict.MISSED_CUT if given else Verdict.CUT_TOO_EARLY
        yield replace(mark_of(solved, path, "visited", verdict, given, expected), at=at)


def _above(leaves: set[Path]) -> set[Path]:
    """The leaves and all nodes above them."""
    return {path[:depth] for path in leaves for depth in range(len(path) + 1)}


def choice_marks(solved: Solved, answer: Answer) -> Iterator[Mark]:
    """The move of the root in each case."""
    names = solved.exercise.names
    for choice, best in solved.choices.items():
        given = answer.choices.get(choice)
        verdict = Verdict.RIGHT if given in {names[(i,)] for i in best} else Verdict.WRONG_MOVE
        verdict = Verdict.MISSING if given is None else verdict
        yield replace(mark_of(solved, (), "move", verdict, given, names[(min(best),)]), choice=choice)
