"""Sheets as Moodle XML: a question with gaps (`cloze`) for every exercise, with figure and solution.

A gap is written `{1:NUMERICAL:=3:0}`, `{1:SHORTANSWER:=-inf~=-∞}` or `{1:MULTICHOICE:=yes~no}`; every right
answer begins with `=`. A numerical gap knows no minus but the hyphen, and what it takes for a decimal point
depends on the site's language; so numbers that need one are short answers with all spellings. Under several
conventions each of their answers is right. Figures are files of the question, which its text names with
@@PLUGINFILE@@.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from html import escape as html
from math import inf, isinf
from typing import Any
from xml.sax.saxutils import escape as xml

from spielbaum.draw.scene import Scene
from spielbaum.draw.svg import tree_svg
from spielbaum.draw.wording import clean, payoff_text, spaced
from spielbaum.exercise.cutting import leaves_visited, right_first
from spielbaum.exercise.model import Exercise, Path
from spielbaum.exercise.sheet import (
    Sheet,
    conventions_text,
    exercise_section,
    solution_section,
)
from spielbaum.exercise.solution import Solved, solve
from spielbaum.language import say
from spielbaum.result import Payoff, Value

_INFINITE = {inf: ("inf", "+inf", "∞", "+∞"), -inf: ("-inf", "-∞", "−∞", "−inf", "–∞", "–inf")}


def sheet_moodle(sheet: Sheet, language: str = "en") -> str:
    """All exercises as questions of one category."""
    category = f"$course$/top/Spielbaum {'' if sheet.seed is None else sheet.seed}".strip()
    questions = [
        '<question type="category">\n<category><text>' + xml(category) + "</text></category>\n</question>"
    ]
    for variant, number, exercise in sheet.exercises:
        questions.append(_question(sheet, variant, number, exercise, language))
    return '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n' + "\n".join(questions) + "\n</quiz>\n"


def _question(sheet: Sheet, variant: int, number: int, exercise: Exercise, language: str) -> str:
    section = exercise_section(exercise, language, number)
    answer = solution_section(exercise, language, number)
    name = f"{sheet.variant_name(variant, language)}: {section.title} ({exercise.id})"
    text = [f"<p>{words(paragraph)}</p>" for paragraph in section.task]
    text.append(f"<p><em>{words(conventions_text(exercise, language))}</em></p>")
    if section.position:
        text.append("<pre>" + "<br>".join(spaced(line, words) for line in section.position) + "</pre>")
    if section.scene is not None:
        text.append(_image("tree.svg", section.title))
    text += _gaps(exercise, language)
    feedback = [_image("solution.svg", section.title)] + [f"<p>{words(note)}</p>" for note in answer.notes]
    assert answer.scene is not None
    return "\n".join(
        [
            '<question type="cloze">',
            f"<name><text>{xml(clean(name))}</text></name>",
            f'<questiontext format="html"><text>{xml(chr(10).join(text))}</text>'
            + ("" if section.scene is None else _file("tree.svg", section.scene))
            + "</questiontext>",
            f'<generalfeedback format="html"><text>{xml(chr(10).join(feedback))}</text>'
            + _file("solution.svg", answer.scene)
            + "</generalfeedback>",
            "<penalty>0.3333333</penalty>",
            "<hidden>0</hidden>",
            f"<idnumber>{exercise.id}-{variant}-{number}</idnumber>",
            "</question>",
        ]
    )


def words(text: str) -> str:
    """Text as HTML in which Moodle finds no gap, no file and no formula."""
    return "".join(c if c.isalnum() or c in " .,:;()+-–−≥≤αβ∞" else _entity(c) for c in clean(text))


def _entity(c: str) -> str:
    return html(c) if c in "<>&" else f"&#{ord(c)};"


def _image(name: str, title: str) -> str:
    return f'<p><img src="@@PLUGINFILE@@/{name}" alt="{words(title)}" style="max-width:100%"></p>'


def _file(name: str, scene: Scene) -> str:
    content = b64encode(tree_svg(scene, plain=True).encode("utf-8")).decode("ascii")
    return f'<file name="{name}" path="/" encoding="base64">{content}</file>'


# --------------------------------------------------------------------------- gaps


def _choice(options: Iterable[tuple[str, bool]]) -> str:
    written = "~".join(("=" if right else "") + words(option) for option, right in options)
    return f"{{1:MULTICHOICE:{written}}}"


def _number(values: Iterable[Value]) -> str:
    found = _once(values)
    if all(value >= 0 and float(value).is_integer() for value in found):
        return f"{{1:NUMERICAL:{'~'.join(f'={int(value)}:0' for value in found)}}}"
    return _short(found)


def _spellings(value: Value) -> Iterator[str]:
    """A number as people type it: any dash as minus, a decimal point or a comma."""
    for sign in ("-", "−", "–") if value < 0 else ("",):
        for spelling in _digits(abs(value)):
            yield sign + spelling
            if "." in spelling:
                yield sign + spelling.replace(".", ",")


def _digits(size: Value) -> Iterator[str]:
    """The number without its sign; a fraction as one and as a decimal with six digits at most.

    One that does not end has six digits or more (`*` stands for any further ones), or six rounded ones.
    """
    if not isinstance(size, Fraction):
        yield str(int(size)) if float(size).is_integer() else repr(float(size))
        return
    yield str(size)
    if (size * 10**6).denominator == 1:
        decimal = f"{float(size):.6f}"
        yield from (decimal[:end] for end in range(len(decimal.rstrip("0")), len(decimal) + 1))
    else:
        yield f"{int(size * 10**6) / 10**6:.6f}*"
        yield f"{float(size):.6f}"


def _short(values: Iterable[Value | None]) -> str:
    """A number, an infinite end, or - where the node is not looked at."""
    texts: list[str] = []
    for value in _once(values):
        if value is None:
            texts += ["-", "–", "−"]
        elif isinf(value):
            texts += _INFINITE[value]
        else:
            texts += _spellings(value)
    return f"{{1:SHORTANSWER:{'~'.join(f'={text}' for text in _once(texts))}}}"


def _once(items: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


def _gaps(exercise: Exercise, language: str) -> Iterator[str]:
    solved = [solve(exercise, name) for name in exercise.counted]
    match exercise.kind:
        case "alphabeta":
            yield f"<p>{words(say('exercise.moodle.dash', language))}</p>"
            yield _rows(exercise, language, lambda path: _alphabeta_row(solved, path, language))
        case "visited" | "star1":
            yield _leaf_rows(exercise, solved, language)
            return
        case "order":
            yield _rows(exercise, language, lambda path: _order_row(solved[0], path))
            return
        case "cut-order":
            fewest = leaves_visited(exercise.tree, solved[0].orders)
            first = right_first(exercise.tree, solved[0].orders)
            yield _rows(
                exercise, language, lambda path: f"<td>{_child_gap(exercise, path, first[path])}</td>"
            )
            yield f"<p>{words(say('exercise.moodle.fewest', language))} {_number([fewest])}</p>"
            return
        case "killers":
            yield _rows(exercise, language, lambda path: _killer_row(solved[0], path, language))
            return
        case "deepening":
            yield _depth_rows(solved[0], language)
            return
        case "same-choice":
            yield _choice_rows(solved[0], language)
            return
        case "remoteness":
            yield from _outcome_gaps(solved[0], language)
            return
        case "complete-tree":
            leaves = sum(1 for _ in exercise.tree.leaves())
            for key, gap in (
                ("nodes", _number([exercise.tree.size])),
                ("leaves", _number([leaves])),
                ("value", _value_gap([solved[0].result.value])),
            ):
                yield f"<p>{words(say(f'exercise.moodle.{key}', language))} {gap}</p>"
        case _:
            yield _rows(exercise, language, lambda path: _value_row(solved, path))
    yield f"<p>{words(say('exercise.line.move', language))} {_move_gap(exercise, solved)}</p>"


def _rows(exercise: Exercise, language: str, row: Callable[[Path], str]) -> str:
    columns = {
        "alphabeta": ("alpha", "beta", "cut", "value"),
        "order": ("value", "order"),
        "cut-order": ("first",),
        "killers": ("tried_first", "cut_first"),
    }
    asked = columns.get(exercise.kind, ("value",))
    head = [say("exercise.node", language), *(say(f"exercise.column.{column}", language) for column in asked)]
    lines = ["<tr>" + "".join(f"<th>{words(text)}</th>" for text in head) + "</tr>"]
    for path, name in exercise.names.items():
        if exercise.asked(path):
            lines.append(f"<tr><th>{words(name)}</th>{row(path)}</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _value_row(solved: list[Solved], path: Path) -> str:
    return f"<td>{_value_gap([one.values[path] for one in solved])}</td>"


def _alphabeta_row(solved: list[Solved], path: Path, language: str) -> str:
    found = [one.results.get(path) for one in solved]
    alpha, beta = (
        _short(None if result is None else getattr(result, end) for result in found)
        for end in ("alpha", "beta")
    )
    value = _short(_plain(None if result is None else result.value) for result in found)
    exercise = solved[0].exercise
    names = [exercise.names[(*path, i)] for i in range(len(exercise.tree.at(path).children))]
    first = {min(one.cuts[path]) if path in one.cuts else None for one in solved if path in one.results}
    options = [(say("exercise.moodle.no_cut", language), not first or None in first)]
    options += [
        (say("exercise.moodle.cut_from", language, node=names[i]), i in first) for i in range(1, len(names))
    ]
    return f"<td>{alpha}</td><td>{beta}</td><td>{_choice(options)}</td><td>{value}</td>"


def _plain(value: Payoff | None) -> Value | None:
    assert not isinstance(value, tuple)
    return value


def _order_row(solved: Solved, path: Path) -> str:
    exercise = solved.exercise
    node = exercise.tree.at(path)
    names = [exercise.names[(*path, i)] for i in range(len(node.children))]
    worths = [exercise.worth((*path, i), solved.values[(*path, i)]) for i in range(len(names))]
    places = [
        _choice((name, worths[i] == place) for i, name in enumerate(names))
        for place in sorted(worths, reverse=True)
    ]
    return f"<td>{_value_gap([solved.values[path]])}</td><td>{' '.join(places)}</td>"


def _child_gap(exercise: Exercise, path: Path, right: Iterable[int]) -> str:
    """A choice among the children of a node."""
    indices = set(right)
    children = range(len(exercise.tree.at(path).children))
    return _choice((exercise.names[(*path, i)], i in indices) for i in children)


def _killer_row(solved: Solved, path: Path, language: str) -> str:
    """Which child is tried first, and which is the first that is cut; a node may not be visited at all."""
    exercise, tried = solved.exercise, solved.tried.get(path)
    children = {i: exercise.names[(*path, i)] for i in range(len(exercise.tree.at(path).children))}
    missed = solved.cuts.get(path, frozenset())
    first = None if tried is None else tried[0]
    cut = next((i for i in tried or () if i in missed), None)
    unvisited, nothing = say("exercise.moodle.unvisited", language), say("exercise.moodle.no_cut", language)
    begun = [(name, i == first) for i, name in children.items()] + [(unvisited, first is None)]
    ended = [(name, i == cut) for i, name in children.items()] + [(nothing, cut is None)]
    return f"<td>{_choice(begun)}</td><td>{_choice(ended)}</td>"


def _outcome_gaps(solved: Solved, language: str) -> Iterator[str]:
    """The value, the plies (a dash for a draw), and of each move whether it keeps the value."""
    exercise, right = solved.exercise, solved.outcome(solved.root_value)
    yield f"<p>{words(say('exercise.line.value', language))} {_number([solved.root_value])}</p>"
    plies = _short([right.remoteness])
    yield f"<p>{words(say('exercise.line.remoteness', language))} {plies}</p>"
    yield f"<p>{words(say('exercise.line.keep', language))}</p>"
    lines = []
    for i in range(len(exercise.tree.children)):
        name = exercise.names[(i,)]
        kept = name in (right.keep or ())
        gap = _choice(
            (say("exercise.yes" if flag else "exercise.no", language), flag == kept) for flag in (True, False)
        )
        lines.append(f"<tr><th>{words(name)}</th><td>{gap}</td></tr>")
    yield "<table>\n" + "\n".join(lines) + "\n</table>"


def _depth_rows(solved: Solved, language: str) -> str:
    head = (say(f"exercise.column.{column}", language) for column in ("depth", "value", "move"))
    lines = ["<tr>" + "".join(f"<th>{words(text)}</th>" for text in head) + "</tr>"]
    for depth, (value, best) in solved.iterations.items():
        cells = f"<td>{_value_gap([value])}</td><td>{_child_gap(solved.exercise, (), best)}</td>"
        lines.append(f"<tr><th>{depth}</th>{cells}</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _choice_rows(solved: Solved, language: str) -> str:
    head = (say(f"exercise.column.{column}", language) for column in ("choice", "move"))
    lines = ["<tr>" + "".join(f"<th>{words(text)}</th>" for text in head) + "</tr>"]
    for choice, best in solved.choices.items():
        case = words(say(f"exercise.choice.{choice}", language))
        lines.append(f"<tr><th>{case}</th><td>{_child_gap(solved.exercise, (), best)}</td></tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _leaf_rows(exercise: Exercise, solved: list[Solved], language: str) -> str:
    head = (
        say("exercise.leaf", language),
        say("exercise.column.value", language),
        say("exercise.column.visited", language),
    )
    lines = ["<tr>" + "".join(f"<th>{words(text)}</th>" for text in head) + "</tr>"]
    for path, leaf in exercise.tree.leaves():
        seen = {path in one.visited for one in solved}
        gap = _choice(
            (say("exercise.yes" if flag else "exercise.no", language), flag in seen) for flag in (True, False)
        )
        assert leaf.value is not None
        value = words(payoff_text(leaf.value, language))
        lines.append(f"<tr><th>{words(exercise.names[path])}</th><td>{value}</td><td>{gap}</td></tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _value_gap(values: list[Payoff]) -> str:
    """One gap, or one for every player; any of the values is right."""
    shares = [value for value in values if isinstance(value, tuple)]
    if shares:
        return "(" + ", ".join(map(_number, zip(*shares, strict=True))) + ")"
    return _number(value for value in values if not isinstance(value, tuple))


def _move_gap(exercise: Exercise, solved: list[Solved]) -> str:
    best = frozenset().union(*(one.best_moves for one in solved))
    children = range(len(exercise.tree.children))
    return _choice((exercise.names[(i,)], i in best) for i in children)
