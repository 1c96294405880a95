"""Exercises and answers read from JSON documents, with every part checked; see `document` for the form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf, isfinite, isnan
from typing import Any, cast

from spielbaum.errors import BadInput
from spielbaum.exercise.document import VERSION
from spielbaum.exercise.model import (
    VISITED_KINDS,
    Answer,
    Choice,
    DepthAnswer,
    Exercise,
    NodeAnswer,
    Path,
    Subject,
    Window,
)
from spielbaum.expectation import simplest
from spielbaum.language import LANGUAGES, LocalizedText
from spielbaum.result import Payoff, Value
from spielbaum.tree import read_tree

#: Characters of a document at most.
MOST_CHARACTERS = 2_000_000
#: Digits and dots a number may have in an answer.
MOST_DIGITS = 100

_FRACTION = re.compile(rf"\s*[-−]?\s*\d{{1,{MOST_DIGITS}}}\s*/\s*\d{{1,{MOST_DIGITS}}}\s*")
_DECIMAL = re.compile(rf"\s*[-−]?\s*\d{{1,{MOST_DIGITS}}}([.,]\d{{1,{MOST_DIGITS}}})?\s*")
_ENDS = {"inf": inf, "+inf": inf, "∞": inf, "+∞": inf, "-inf": -inf, "−inf": -inf, "-∞": -inf, "−∞": -inf}


def read_document(text: str, what: str = "JSON") -> Any:
    """The JSON in a text; errors say where."""
    if len(text) > MOST_CHARACTERS:
        raise BadInput("error.exercise.too_long", what=what, limit=MOST_CHARACTERS)
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise BadInput("error.exercise.json", what=what, line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise BadInput("error.exercise.json_too_much", what=what) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput("error.exercise.key_twice", name=_shown(twice))
    return found


def exercise_from_json(document: Any) -> Exercise:
    """The exercise of such a document; one whose id is not its digest was changed, and is refused."""
    found = _headed(document, "spielbaum-exercise", _EXERCISE, optional={"solution", "teams"})
    conventions = _texts(found["conventions"], "conventions")
    depth = found["depth"]
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int)):
        raise _bad("depth", depth)
    tree = read_tree(_text(found["tree"], "tree"))
    kind: Any = _text(found["kind"], "kind")
    teams = _text(found.get("teams", ""), "teams")
    exercise = Exercise(kind, tree, conventions, depth, _subject(found["subject"]), teams)
    if exercise.id != found["id"]:
        raise BadInput("error.exercise.id", given=_shown(found["id"], 40), expected=exercise.id)
    return exercise


def exercises_from_json(document: Any) -> tuple[Exercise, ...]:
    """The exercises of a sheet, or the single one of an exercise's own document."""
    if isinstance(document, dict) and document.get("format") == "spielbaum-exercises":
        found = _headed(document, "spielbaum-exercises", {"seed", "exercises"})
        items = found["exercises"]
        if not isinstance(items, list):
            raise _bad("exercises", items)
        return tuple(map(exercise_from_json, items))
    return (exercise_from_json(document),)


def answer_exercise(document: Any, known: Iterable[Exercise] = ()) -> Exercise:
    """The exercise that an answer is for: the one it carries, or the known one whose id it names."""
    found = _headed(document, "spielbaum-answer", {"exercise"}, optional=_ANSWER)
    wanted = found["exercise"]
    exercises = tuple(known)
    if isinstance(wanted, dict):
        carried = exercise_from_json(wanted)
        if exercises and carried.id not in {exercise.id for exercise in exercises}:
            raise _other(carried.id, exercises)
        return carried
    name = _text(wanted, "exercise")
    if not exercises:
        raise BadInput("error.exercise.which", id=_shown(name, 40))
    for exercise in exercises:
        if exercise.id == name:
            return exercise
    raise _other(name, exercises)


def _other(name: str, exercises: tuple[Exercise, ...]) -> BadInput:
    ids = ", ".join(exercise.id for exercise in exercises[:5]) + (", …" if len(exercises) > 5 else "")
    return BadInput("error.exercise.other", given=_shown(name, 40), expected=ids)


def answer_from_json(document: Any, exercise: Exercise) -> Answer:
    """The answer to that exercise; nodes that it does not have are refused.

    Except where the tree itself is to be drawn: a node too many is a mistake there, and graded.
    """
    answer_exercise(document, [exercise])
    reader = _Reader(exercise)
    if exercise.kind == "deepening":
        reader.refuse(document, "nodes", "visited", "move", "choices")
        return Answer(exercise.id, depths=reader.depths(document.get("depths") or {}))
    reader.refuse(document, "depths")
    if exercise.choices:
        reader.refuse(document, "nodes", "visited", "move")
        return Answer(exercise.id, choices=reader.choices(document.get("choices") or {}))
    reader.refuse(document, "choices")
    if exercise.kind in VISITED_KINDS:
        reader.refuse(document, "nodes", "move")
        visited = document.get("visited")
        return Answer(exercise.id, visited=None if visited is None else reader.leaves(visited))
    reader.refuse(document, "visited", *([] if "move" in exercise.asked(()) else ["move"]))
    items = document.get("nodes") or {}
    if not isinstance(items, dict):
        raise _bad("nodes", items)
    nodes = {name: reader.node(name, item) for name, item in items.items()}
    move = document.get("move")
    if move is not None:
        reader.child((), move, "move")
    return Answer(exercise.id, nodes, move=move)


class _Reader:
    """Reads what is said about the nodes of an exercise."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.payoffs = exercise.tree.payoffs or 1

    def refuse(self, document: Mapping[str, Any], *keys: str) -> None:
        for key in keys:
            if document.get(key) is not None:
                raise BadInput("error.exercise.not_asked", field=key, kind=self.exercise.kind)

    def node(self, name: str, item: Any) -> NodeAnswer:
        path = self.exercise.paths.get(name)
        drawn = self.exercise.kind == "complete-tree"
        if path is None and not drawn:
            raise self.unknown(name)
        fields = ("value",) if path is None else self.exercise.asked(path)
        if item is None:
            return NodeAnswer()
        if not isinstance(item, dict):
            raise _bad(name, item)
        for key in item:
            if key not in fields or key == "move":
                asked = ", ".join(f for f in fields if f != "move") or "–"
                raise BadInput("error.exercise.field", node=_shown(name), field=_shown(key, 40), known=asked)
        value, window = item.get("value"), item.get("window")
        order, plies, keep = item.get("order"), item.get("remoteness"), item.get("keep")
        if plies is not None and (isinstance(plies, bool) or not isinstance(plies, int)):
            raise BadInput("error.exercise.number", node=_shown(name), given=_shown(plies))
        return NodeAnswer(
            None if value is None else self.value(value, name),
            None if window is None else _window(window, name),
            self.children(path or (), item.get("cut") or [], name),
            None if order is None else self.children(path or (), order, name),
            plies,
            None if keep is None else self.children(path or (), keep, name),
        )

    def value(self, item: Any, name: str) -> Payoff:
        if self.payoffs == 1:
            return _number(item, name)
        if not isinstance(item, list) or len(item) != self.payoffs:
            raise BadInput("error.exercise.tuple", node=name, numbers=self.payoffs, given=_shown(item))
        return tuple(_number(part, name) for part in item)

    def children(self, path: Path, items: Any, name: str) -> tuple[str, ...]:
        return tuple(self.child(path, item, name) for item in _texts(items, name))

    def child(self, path: Path, item: Any, where: str) -> str:
        name = _text(item, where)
        found = self.exercise.paths.get(name)
        if found is None:
            raise self.unknown(name)
        if found[:-1] != path or not found:
            children = [
                self.exercise.names[(*path, i)] for i in range(len(self.exercise.tree.at(path).children))
            ]
            raise BadInput(
                "error.exercise.child",
                node=self.exercise.names[path],
                given=_shown(name),
                known=_shown(", ".join(children)),
            )
        return name

    def depths(self, items: Any) -> dict[int, DepthAnswer]:
        if not isinstance(items, dict):
            raise _bad("depths", items)
        known = {str(depth): depth for depth in self.exercise.depths}
        found: dict[int, DepthAnswer] = {}
        for name, item in items.items():
            if name not in known or not (item is None or isinstance(item, dict)):
                raise _bad("depths", {name: item})
            said: dict[str, Any] = item or {}
            for key in sorted(said.keys() - {"value", "move"}):
                raise BadInput("error.exercise.field", node=name, field=_shown(key), known="value, move")
            value, move = said.get("value"), said.get("move")
            found[known[name]] = DepthAnswer(
                None if value is None else self.value(value, name),
                None if move is None else self.child((), move, "move"),
            )
        return found

    def choices(self, items: Any) -> dict[Choice, str]:
        if not isinstance(items, dict):
            raise _bad("choices", items)
        known = {str(choice): choice for choice in self.exercise.choices}
        for name in items:
            if name not in known:
                raise BadInput("error.exercise.choice", given=_shown(name), known=", ".join(known))
        return {known[name]: self.child((), item, name) for name, item in items.items() if item is not None}

    def leaves(self, items: Any) -> tuple[str, ...]:
        names = _texts(items, "visited")
        for name in names:
            if name not in self.exercise.paths:
                raise self.unknown(name)
            if not self.exercise.tree.at(self.exercise.paths[name]).leaf:
                raise BadInput("error.exercise.no_leaf", node=name)
        return names

    def unknown(self, name: str) -> BadInput:
        names = list(self.exercise.paths)
        known = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
        return BadInput("error.exercise.unknown_node", node=_shown(name), known=known)


_ANSWER = {"nodes", "visited", "move", "depths", "choices"}
_EXERCISE = {"id", "kind", "tree", "conventions", "depth", "subject"}


def _headed(document: Any, form: str, keys: set[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """The document, if it is of that form and version and has these keys and no others."""
    if not isinstance(document, dict) or document.get("format") != form:
        raise BadInput("error.exercise.format", expected=form)
    if document.get("version") != VERSION:
        raise BadInput("error.exercise.version", expected=VERSION, given=_shown(document.get("version"), 20))
    found = document.keys() - {"format", "version"}
    for key in sorted(keys - found):
        raise BadInput("error.exercise.no_key", format=form, name=key)
    for key in sorted(found - keys - set(optional)):
        raise BadInput("error.exercise.key", format=form, name=_shown(key))
    return document


def _bad(where: str, item: Any) -> BadInput:
    return BadInput("error.exercise.bad_item", where=_shown(where), given=_shown(item))


def _shown(item: Any, most: int = 80) -> str:
    """What came, short and on one line, as a sentence can hold it."""
    return " ".join(str(item).split())[:most]


def _text(item: Any, where: str) -> str:
    if not isinstance(item, str):
        raise _bad(where, item)
    return item


def _texts(items: Any, where: str) -> tuple[str, ...]:
    if not isinstance(items, list):
        raise _bad(where, items)
    return tuple(_text(item, where) for item in items)


def _number(item: Any, name: str) -> Value:
    if isinstance(item, str) and _FRACTION.fullmatch(item):
        over, under = (int(part) for part in item.replace("−", "-").replace(" ", "").split("/"))
        if under:
            return simplest(cast(Value, Fraction(over, under)))
    if isinstance(item, str) and _DECIMAL.fullmatch(item):  # in quotes, as fractions have to be
        text = item.replace("−", "-").replace(" ", "").replace(",", ".")
        item = float(text) if "." in text else int(text)
    if isinstance(item, bool) or not isinstance(item, int | float) or not _decent(item):
        raise BadInput("error.exercise.number", node=_shown(name), given=_shown(item))
    return item


def _decent(item: int | float) -> bool:
    return abs(item) < 10**MOST_DIGITS if isinstance(item, int) else isfinite(item)


def _window(item: Any, name: str) -> Window:
    if not isinstance(item, list) or len(item) != 2:
        raise BadInput("error.exercise.window", node=name, given=_shown(item))
    alpha, beta = (_end(end, item, name) for end in item)
    return alpha, beta


def _end(end: Any, item: Any, name: str) -> Value:
    if isinstance(end, str) and end.strip() in _ENDS:
        return _ENDS[end.strip()]
    if isinstance(end, bool) or not isinstance(end, int | float) or isnan(end):
        raise BadInput("error.exercise.window", node=name, given=_shown(item))
    return end


def _subject(item: Any) -> Subject | None:
    if item is None:
        return None
    if not isinstance(item, dict) or set(item) - {"position"} != {"title", "rules", "players"}:
        raise _bad("subject", item)
    if not isinstance(item["players"], list):
        raise _bad("subject", item)
    players = tuple(_words(name) for name in item["players"])
    position = _text(item.get("position", ""), "position")
    return Subject(_words(item["title"]), _words(item["rules"]), players, position)


def _words(item: Any) -> LocalizedText:
    if isinstance(item, str):
        return item
    whole = isinstance(item, dict) and "en" in item and set(item) <= set(LANGUAGES)
    if not whole or not all(isinstance(text, str) for text in item.values()):
        raise _bad("subject", item)
    return dict(item)
