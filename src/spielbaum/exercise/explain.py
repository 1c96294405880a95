"""Marks in words, and the first mistake explained by replaying that step of the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf
from typing import Any

from spielbaum.draw.wording import clean, payoff_text, window_text
from spielbaum.exercise.cutting import leaves_visited
from spielbaum.exercise.document import VERSION
from spielbaum.exercise.grade import Grade
from spielbaum.exercise.marks import Mark, Verdict
from spielbaum.exercise.model import KIND_CONVENTIONS, Choice, Path
from spielbaum.exercise.solution import Solved, child_values
from spielbaum.language import say
from spielbaum.result import Payoff, number_json
from spielbaum.search.tree_values import tree_values
from spielbaum.trace import Cutoff, Enter, Leave, Outcome, Step, Update
from spielbaum.tree import cut


@dataclass(frozen=True)
class Explanation:
    """The first mistake: what it is, and which steps of the right search show how it goes."""

    mark: Mark
    #: Numbers of the steps of `Grade.solved.trace` to replay; the last one decides.
    steps: tuple[int, ...]
    sentences: tuple[str, ...]


def item_text(item: Any, language: str) -> str:
    """A value, a window, names of nodes, or yes and no, as people write it."""
    match item:
        case None:
            return "–"
        case bool():
            return say("exercise.yes" if item else "exercise.no", language)
        case str():
            return clean(item)
        case ():
            return say("exercise.nothing", language)
        case (str(), *_):
            return ", ".join(clean(name) for name in item)
        case _:
            return payoff_text(item, language)


def mark_sentence(mark: Mark, language: str = "en") -> str:
    """The verdict in one sentence, with what was given and what is right."""
    key = f"exercise.mark.{mark.verdict.name.lower()}"
    if mark.depth is not None and mark.verdict in (Verdict.WRONG_VALUE, Verdict.WRONG_MOVE):
        key += ".depth"
    elif mark.choice is not None and mark.verdict is Verdict.WRONG_MOVE:
        key += ".choice"
    elif mark.verdict in (Verdict.RIGHT, Verdict.CONSEQUENCE, Verdict.MISSING):
        key += ".item"
    elif mark.verdict in (Verdict.MISSED_CUT, Verdict.CUT_TOO_EARLY) and mark.field == "visited":
        key += ".leaf"
    return say(
        key,
        language,
        node=_where(mark, language),
        depth=mark.depth,
        choice="" if mark.choice is None else say(f"exercise.choice.{mark.choice}", language),
        field=say(f"exercise.field.{mark.field}", language),
        given=item_text(mark.given, language),
        expected=item_text(mark.expected, language),
    )


def _where(mark: Mark, language: str) -> str:
    """What the mark is about: a node, a depth of iterative deepening, a case."""
    if mark.depth is not None:
        return say("exercise.depth", language, depth=mark.depth)
    return clean(mark.node) if mark.choice is None else say(f"exercise.choice.{mark.choice}", language)


def explain(grade: Grade, language: str = "en") -> Explanation | None:
    """The first mistake with the reason, or None where everything is right."""
    mark = grade.first
    if mark is None:
        return None
    steps = tuple(_steps(grade.solved, mark))
    sentences = [mark_sentence(mark, language)]
    if grade.exercise.kind == "remoteness":
        sentences += [_deciding(grade.solved, language), *move_sentences(grade.solved, language)]
    elif mark.choice is not None:
        sentences.append(_choice_sentence(grade.solved, mark.choice, language))
    elif mark.depth is not None:
        sentences.append(_depth_sentence(grade.solved, mark.depth, language))
    elif mark.field == "order" and mark.path is not None:
        sentences += _order_sentences(grade.solved, mark, mark.path, language)
    else:
        sentences += [step.sentence(language) for step in steps]
    if mark.verdict is Verdict.CUT_TOO_EARLY and steps:
        sentences.append(_go_on(grade.solved, mark, steps[-1], language))
    return Explanation(mark, tuple(step.number for step in steps), tuple(sentences))


def _steps(solved: Solved, mark: Mark) -> Iterator[Step]:
    """The steps of the right search that decide about this item."""
    if (
        mark.path is None
        or mark.field == "order"
        or solved.exercise.kind == "remoteness"
        or mark.depth is not None
        or mark.choice is not None
    ):
        return
    node = mark.at if mark.at is not None else mark.path
    here = [step for step in solved.trace.steps if step.path == node]
    match mark.field:
        case "window":
            yield from _window_steps(solved, mark.path)
        case "move":
            yield from [step for step in here if isinstance(step.event, Update)][-1:]
        case _ if mark.verdict is Verdict.CUT_TOO_EARLY:
            yield from _before_early(solved, node, mark)
        case _ if mark.verdict is Verdict.MISSED_CUT:
            yield from (step for step in here if isinstance(step.event, Cutoff))
        case "cut":
            yield from (step for step in here if isinstance(step.event, Update | Cutoff))
        case "value":
            yield from (step for step in here if not isinstance(step.event, Enter))
        case _:
            yield from here


def _window_steps(solved: Solved, path: Path) -> Iterator[Step]:
    """The steps that set the ends of the window with which the node is entered, then its entering."""
    steps = solved.trace.steps
    number = next((s.number for s in steps if s.path == path and isinstance(s.event, Enter)), None)
    if number is None:
        return
    enter = steps[number]
    setters: set[int] = set()
    for end in ("alpha", "beta"):
        value = getattr(enter, end)
        if value is None or isinf(value):
            continue
        for step in steps[:number]:
            # The nodes above are all still open, so this is the one that holds the bound.
            above = (
                step.path is not None and len(step.path) < len(path) and path[: len(step.path)] == step.path
            )
            if above and isinstance(step.event, Update) and getattr(step.event, end) == value:
                setters.add(step.number)
                break
    yield from (steps[i] for i in sorted(setters))
    yield enter


def _before_early(solved: Solved, node: Path, mark: Mark) -> Iterator[Step]:
    """The last step at the node before the child that was cut too early is entered."""
    child = _early_child(solved, node, mark)
    steps = solved.trace.steps
    end = next((s.number for s in steps if s.path == child and isinstance(s.event, Enter)), None)
    if end is not None:
        yield from [s for s in steps[:end] if s.path == node and not isinstance(s.event, Leave)][-1:]


def _early_child(solved: Solved, node: Path, mark: Mark) -> Path | None:
    if mark.field == "visited":
        assert mark.path is not None
        return mark.path[: len(node) + 1]
    due = set(mark.expected or ())
    early = [name for name in mark.given or () if name not in due]
    return solved.exercise.paths[early[0]] if early else None


def _go_on(solved: Solved, mark: Mark, step: Step, language: str) -> str:
    node = mark.at if mark.at is not None else mark.path
    assert node is not None
    child = _early_child(solved, node, mark)
    event = step.event
    if isinstance(event, Outcome) and event.low is not None and event.high is not None:
        return say(
            "exercise.go_on.chance",
            language,
            node=solved.trace.label(node, language),
            low=payoff_text(event.low, language),
            high=payoff_text(event.high, language),
            child="–" if child is None else solved.trace.label(child, language),
        )
    return say(
        "exercise.go_on",
        language,
        node=solved.trace.label(node, language),
        window=window_text(step.alpha, step.beta, language),
        child="–" if child is None else solved.trace.label(child, language),
    )


def _order_sentences(solved: Solved, mark: Mark, path: Path, language: str) -> list[str]:
    match solved.exercise.kind:
        case "killers":
            return list(_killer_sentences(solved, path, language))
        case "cut-order":
            return [_visits_sentence(solved, mark, path, language), _best_first(solved, path, language)]
        case _:
            return [_best_first(solved, path, language)]


def _best_first(solved: Solved, path: Path, language: str) -> str:
    children = [((*path, i), solved.values[(*path, i)]) for i in solved.best_first(path)]
    return _listed("order", solved, path, children, language)


def _listed(
    key: str, solved: Solved, path: Path, children: list[tuple[Path, Payoff]], language: str, **fields: Any
) -> str:
    """The children of a node with their values, and which of them its player likes best."""
    names = solved.exercise.names
    listed = ", ".join(f"{clean(names[child])} = {payoff_text(value, language)}" for child, value in children)
    side = "max" if solved.exercise.tree.at(path).player == 0 else "min"
    return say(f"exercise.{key}.{side}", language, node=clean(names[path]), children=listed, **fields)


def _visits_sentence(solved: Solved, mark: Mark, path: Path, language: str) -> str:
    """What the answered order costs."""
    exercise = solved.exercise
    given = tuple(exercise.paths[name][-1] for name in mark.given or ())
    best = leaves_visited(exercise.tree, solved.orders)
    fields = {"node": clean(mark.node), "best": best}
    if sorted(given) != sorted(solved.orders[path]):
        return say("exercise.cut_order.all", language, **fields)
    seen = leaves_visited(exercise.tree, solved.orders | {path: given})
    key = "exercise.cut_order.visits" if seen > best else "exercise.cut_order.together"
    return say(key, language, seen=seen, **fields)


def _killer_sentences(solved: Solved, path: Path, language: str) -> Iterator[str]:
    """Where the killers come from that are tried first at a node."""
    names = solved.exercise.names
    node, killers = clean(names[path]), solved.killers.get(path, ())
    if not killers:
        yield say("exercise.killers.none", language, node=node)
        return
    order = ", ".join(clean(names[(*path, i)]) for i in solved.tried[path])
    listed = ", ".join(str(i + 1) for i in killers)
    yield say("exercise.killers.known", language, node=node, killers=listed)
    yield say("exercise.killers.first", language, node=node, order=order)


def _depth_sentence(solved: Solved, depth: int, language: str) -> str:
    """What the moves are worth with that depth limit."""
    tree = solved.exercise.tree
    values = tree_values(cut(tree, depth))
    children: list[tuple[Path, Payoff]] = [((i,), values[(i,)]) for i in range(len(tree.children))]
    return _listed("deepening", solved, (), children, language, depth=depth)


def _choice_sentence(solved: Solved, choice: Choice, language: str) -> str:
    """What the moves are worth in that case."""
    values = child_values(solved.exercise.tree, choice)
    children: list[tuple[Path, Payoff]] = [((i,), value) for i, value in enumerate(values)]
    case = say(f"exercise.choice.{choice}", language)
    return _listed("choices", solved, (), children, language, choice=case)


def _deciding(solved: Solved, language: str) -> str:
    """The successor that decides about the root."""
    entries, value = solved.entries, solved.root_value
    plies = solved.answer.at(solved.exercise.names[()]).remoteness
    kept = [i for i, entry in enumerate(entries) if entry.value == value]
    best = next((i for i in kept if entries[i].remoteness == plies), kept[0])
    kind = "win" if value > 0 else "loss" if value < 0 else "draw"
    move = clean(solved.exercise.names[(best,)])
    return say(f"exercise.decides.{kind}", language, move=move, plies=plies, before=(plies or 1) - 1)


def move_sentences(solved: Solved, language: str) -> Iterator[str]:
    """What each move leads to."""
    for i, entry in enumerate(solved.entries):
        kind = "win" if entry.value > 0 else "loss" if entry.value < 0 else "draw"
        move = clean(solved.exercise.names[(i,)])
        value = payoff_text(entry.value, language)
        yield say(f"exercise.move.{kind}", language, move=move, plies=entry.remoteness, value=value)


def grade_to_json(grade: Grade, language: str = "en") -> dict[str, Any]:
    """The grade as a document for pages; `address` is the `data-path` of the node in the figures."""
    first = explain(grade, language)
    return {
        "format": "spielbaum-grade",
        "version": VERSION,
        "exercise": grade.exercise.id,
        "convention": grade.solved.convention.name if grade.exercise.kind in KIND_CONVENTIONS else None,
        "right": grade.right,
        "points": grade.points,
        "most": grade.most,
        "consequences": grade.consequences,
        "nodes": {name: verdict.value for name, verdict in grade.nodes.items()},
        "marks": [_mark_json(mark, language) for mark in grade.marks],
        "first": first
        and {
            "node": first.mark.node,
            "field": first.mark.field,
            "verdict": first.mark.verdict.value,
            "steps": list(first.steps),
            "sentences": list(first.sentences),
        },
    }


def _mark_json(mark: Mark, language: str) -> dict[str, Any]:
    return {
        "node": mark.node,
        "address": None if mark.path is None else ".".join(map(str, mark.path)),
        "field": mark.field,
        "verdict": mark.verdict.value,
        "points": mark.points,
        "most": mark.most,
        "given": number_json(mark.given),
        "expected": number_json(mark.expected),
        "sentence": mark_sentence(mark, language),
        **({} if mark.depth is None else {"depth": mark.depth}),
        **({} if mark.choice is None else {"choice": mark.choice}),
    }
