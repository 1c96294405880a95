"""Exercises and answers as JSON documents, written; `reading` reads them.

{"format": "spielbaum-exercise", "version": 1, "id": "…", "kind": "alphabeta", "tree": "A(B(8 7) …)",
 "conventions": ["soft"], "depth": null, "subject": null, "solution": {…}}        solution is optional
an exercise of the kind alliance also has "teams": "1+3"
{"format": "spielbaum-answer", "version": 1, "exercise": "the id, or the exercise itself",
 "nodes": {"A": {"value": 3, "window": ["-inf", "inf"], "cut": ["C"], "order": null}},
 "visited": null, "move": "B"}                                      null: nothing is said about it
the subject of an exercise about a position has "position": the board in characters
a node of the kind remoteness has "value", "remoteness" and "keep": ["b3a2"], the moves that keep the value
the answer to the kind deepening has nothing but "depths": {"1": {"value": 3, "move": "B"}, …}
the answer to the kind same-choice has nothing but "choices": {"expected": "B", "expected-squared": "C", …}
a value that is a fraction is written "7/3"
{"format": "spielbaum-exercises", "version": 1, "seed": 7, "exercises": [exercise, …]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from spielbaum.exercise.model import VISITED_KINDS, Answer, DepthAnswer, Exercise, NodeAnswer
from spielbaum.language import LocalizedText
from spielbaum.result import number_json
from spielbaum.tree import write_tree

VERSION = 1


def exercise_to_json(exercise: Exercise, answer: Answer | None = None) -> dict[str, Any]:
    """The exercise, with its solution where one is given."""
    subject = exercise.subject
    document: dict[str, Any] = {
        "format": "spielbaum-exercise",
        "version": VERSION,
        "id": exercise.id,
        "kind": exercise.kind,
        "tree": write_tree(exercise.tree),
        "conventions": list(exercise.conventions),
        "depth": exercise.depth,
        "subject": subject
        and {
            "title": _words_json(subject.title),
            "rules": _words_json(subject.rules),
            "players": [_words_json(name) for name in subject.players],
        }
        | ({"position": subject.position} if subject.position else {}),
    }
    if exercise.teams:
        document["teams"] = exercise.teams
    return document if answer is None else document | {"solution": answer_to_json(answer, exercise)}


def exercises_to_json(pairs: Iterable[tuple[Exercise, Answer]], seed: int | None) -> dict[str, Any]:
    """A whole sheet with its solutions."""
    documents = [exercise_to_json(exercise, answer) for exercise, answer in pairs]
    return {
        "format": "spielbaum-exercises",
        "version": VERSION,
        "seed": seed,
        "exercises": documents,
    }


def answer_to_json(answer: Answer, exercise: Exercise) -> dict[str, Any]:
    """Only what the kind of exercise asks for is written."""
    document: dict[str, Any] = {"format": "spielbaum-answer", "version": VERSION, "exercise": answer.exercise}
    asked = {name: exercise.asked(path) for path, name in exercise.names.items()}
    if exercise.kind in VISITED_KINDS:
        return document | {"visited": None if answer.visited is None else list(answer.visited)}
    if exercise.kind == "deepening":
        said_after = {depth: answer.depths.get(depth, DepthAnswer()) for depth in exercise.depths}
        return document | {
            "depths": {
                str(depth): {"value": number_json(said.value), "move": said.move}
                for depth, said in said_after.items()
            }
        }
    if exercise.choices:
        return document | {"choices": {choice: answer.choices.get(choice) for choice in exercise.choices}}
    nodes: dict[str, Any] = {}
    for name, said in answer.nodes.items():
        fields: tuple[str, ...] = asked.get(name) or ("value",)
        item: dict[str, Any] = {}
        if "window" in fields:
            item["window"] = None if said.window is None else [number_json(end) for end in said.window]
        if "cut" in fields:
            item["cut"] = list(said.cut)
        if "value" in fields:
            item["value"] = number_json(said.value)
        if "order" in fields:
            item["order"] = None if said.order is None else list(said.order)
        if "remoteness" in fields:
            item["remoteness"] = said.remoteness
        if "keep" in fields:
            item["keep"] = None if said.keep is None else list(said.keep)
        nodes[name] = item
    document["nodes"] = nodes
    return document | {"move": answer.move} if "move" in exercise.asked(()) else document


def blank_json(exercise: Exercise) -> dict[str, Any]:
    """An answer without anything in it, to be filled in; it carries its exercise."""
    nodes = {name: NodeAnswer() for path, name in exercise.names.items() if exercise.asked(path)}
    blank = answer_to_json(Answer(exercise.id, nodes), exercise)
    if exercise.kind == "complete-tree":  # its nodes are what has to be found
        blank["nodes"] = {exercise.names[()]: {"value": None}}
    return blank | {"exercise": exercise_to_json(exercise)}


def json_text(document: Any) -> str:
    """The document as text that can be written as UTF-8, also where a name holds half a character."""
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    if any("\ud800" <= c <= "\udfff" for c in text):
        return json.dumps(document, indent=2) + "\n"
    return text


def _words_json(words: LocalizedText) -> Any:
    return words if isinstance(words, str) else dict(words)
