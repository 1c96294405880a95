"""Exercises in the tree lab: set, graded node by node, and made for a sheet."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, cast

from spielbaum.draw import Options, scene_json, scene_of
from spielbaum.draw.figure_options import ThemeName
from spielbaum.errors import BadInput
from spielbaum.exercise import (
    Exercise,
    Kind,
    Sheet,
    Solved,
    TreeRequirements,
    answer_exercise,
    answer_from_json,
    exercise_to_json,
    exercises_to_json,
    grade,
    grade_to_json,
    json_text,
    make_exercises,
    sheet_html,
    sheet_latex,
    sheet_moodle,
    solution,
    solve,
)
from spielbaum.exercise.model import MOST_NODES
from spielbaum.exercise.sheet import exercise_section
from spielbaum.language import say
from spielbaum.search import record
from spielbaum.trace import Trace
from spielbaum.tree import Tree
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download
from spielbaum.web.tree_lab import messages
from spielbaum.web.tree_lab.stepper_document import palette, stepper_document
from spielbaum.web.tree_lab.tree_source import find_tree

#: Variants that are shown before they are printed.
MOST_SHOWN = 12


def set_exercise(task: messages.ExerciseRequest, games: GameCatalog, language: str) -> messages.ExerciseView:
    kind = cast(Kind, task.kind)  # checked by the exercise itself
    tree = find_tree(task, games).tree
    found = Exercise(kind, tree, tuple(task.conventions), task.depth, teams=task.teams)
    section = exercise_section(found, language)
    solved = solve(found)
    return messages.ExerciseView(
        exercise=exercise_to_json(found),
        title=section.title.partition(" ")[2],
        task=list(section.task),
        conventions=section.conventions,
        payoffs=found.tree.payoffs or 1,
        scene=_before(solved, language, "tree-a"),
        palette=palette("auto"),
        nodes=_nodes(found, solved, language),
        depths=list(found.depths),
        choices={choice: say(f"exercise.choice.{choice}", language) for choice in found.choices},
    )


def grade_answer(given: messages.GradeRequest, _games: GameCatalog, language: str) -> messages.Graded:
    try:
        json.dumps(given.answer, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:  # half a character, which no answer could repeat
        raise BadInput("tree_lab.error.unicode") from error
    found = answer_exercise(given.answer)
    result = grade(found, answer_from_json(given.answer, found))
    trace = result.solved.trace
    document = stepper_document(
        trace,
        result.solved.result,
        _options(language, "auto"),
        scope="tree-b",
        ties=result.solved.convention.ties,
    )
    return messages.Graded(grade=grade_to_json(result, language), document=document)


def make_sheet(request: messages.SheetRequest, _games: GameCatalog, language: str) -> messages.SheetView:
    made = _made(request)
    section = exercise_section(made[0], language)
    return messages.SheetView(
        title=section.title.partition(" ")[2],
        task=list(section.task),
        conventions=section.conventions,
        palette=palette("auto"),
        variants=[_variant(one, language, number) for number, one in enumerate(made[:MOST_SHOWN])],
    )


def write_sheet(request: messages.SheetFileRequest, _games: GameCatalog, language: str) -> Download:
    made = _made(request)
    whole = Sheet(tuple((one,) for one in made), request.seed, request.title)
    stem = "solutions" if request.solutions else "exercises"
    match request.format:
        case "latex":
            text = sheet_latex(whole, language, solutions=request.solutions)
            return Download(name=f"{stem}.tex", media="application/x-tex", text=text)
        case "html":
            text = sheet_html(whole, language, solutions=request.solutions)
            return Download(name=f"{stem}.html", media="text/html", text=text)
        case "moodle":
            return Download(name="exercises.xml", media="application/xml", text=sheet_moodle(whole, language))
        case "json":
            document = exercises_to_json(((one, solution(one)) for one in made), request.seed)
            return Download(name="exercises.json", media="application/json", text=json_text(document))


def _made(request: messages.SheetRequest) -> tuple[Exercise, ...]:
    """The variants, the same for the preview and for each file."""
    return _cached(request.model_dump_json(include=set(messages.SheetRequest.model_fields)))


@lru_cache(maxsize=16)
def _cached(text: str) -> tuple[Exercise, ...]:
    request = messages.SheetRequest.model_validate_json(text)
    requirements = TreeRequirements(**request.requirements.model_dump())
    return make_exercises(
        cast(Kind, request.kind), request.number, request.seed, requirements, tuple(request.conventions)
    )


def _options(language: str, theme: ThemeName = "light") -> Options:
    return Options(language=language, theme=theme, limit=MOST_NODES)


def _before(solved: Solved, language: str, scope: str) -> dict[str, Any]:
    """The figure with room for the whole solution, but as it is before the search, and nothing further."""
    scene = scene_json(scene_of(_stage(solved), _options(language)), scope=scope)
    return scene | {"steps": scene["steps"][:1]}


def _stage(solved: Solved) -> Trace | Tree:
    """A search with room for the solution, on the tree as it is set: in its order, from the side of MAX."""
    others = {"negamax": "minimax", "cut-order": "alphabeta"}
    # Nothing is written into these, and all estimates are shown.
    if solved.exercise.kind in ("deepening", "remoteness", "same-choice"):
        return solved.exercise.tree
    other = others.get(solved.exercise.kind)
    return solved.trace if other is None else record(other, solved.exercise.tree)[0]


def _after(solved: Solved, language: str, scope: str) -> dict[str, Any]:
    """The figure at the end of the search as its only step."""
    scene = scene_json(scene_of(solved.trace, _options(language)), scope=scope)
    faces: dict[str, Any] = {}
    for step in scene["steps"]:
        faces |= step["changes"]
    for path, face in faces.items():
        faces[path] = face | {"current": False, "class": face["class"].removesuffix(" current")}
    return scene | {"steps": [{"current": None, "changes": faces}]}


def _nodes(found: Exercise, solved: Solved, language: str) -> list[messages.AskedNode]:
    movers = {node.path: node.mover for node in scene_of(_stage(solved), _options(language)).nodes}
    return [
        messages.AskedNode(
            name=name,
            address=".".join(map(str, path)),
            mover=movers.get(path, ""),
            leaf=found.tree.at(path).leaf,
            asked=list(found.asked(path)),
            children=[found.names[(*path, i)] for i in range(len(found.tree.at(path).children))],
        )
        for path, name in found.names.items()
    ]


def _variant(found: Exercise, language: str, number: int) -> messages.Variant:
    document = exercise_to_json(found)
    solved, section = solve(found), exercise_section(found, language)
    return messages.Variant(
        id=found.id,
        tree=document["tree"],
        depth=found.depth,
        teams=found.teams,
        task=list(section.task),
        position=list(section.position),
        # A tree that is to be drawn, or found, is the solution itself.
        scene=None if found.hidden else _before(solved, language, f"variant-{number}"),
        solution=_after(solved, language, f"solution-{number}"),
    )
