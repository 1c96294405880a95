"""The questions that another process answers, by name; see `House.answer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from spielbaum.web import (
    experiments_files,
    experiments_messages,
    lab,
    lab_exercise,
    lab_messages,
    messages,
    routes,
)
from spielbaum.web.shelf import Shelf

QUESTIONS: dict[str, tuple[type[BaseModel], Callable[[Any, Shelf, str], BaseModel]]] = {
    question.__name__: (kind, question)
    for kind, question in (
        (messages.Where, routes.check_position),
        (messages.Where, routes.show_position),
        (messages.Keep, routes.write_record),
        (lab_messages.Run, lab.trace_search),
        (lab_messages.Draw, lab.draw_figure),
        (lab_messages.Task, lab_exercise.set_exercise),
        (lab_messages.Solution, lab_exercise.grade_answer),
        (lab_messages.SheetWish, lab_exercise.make_sheet),
        (lab_messages.SheetFile, lab_exercise.write_sheet),
        (experiments_messages.FileOf, experiments_files.run_file),
    )
}


def answer(name: str, ask: Mapping[str, Any], shelf: Shelf, language: str) -> BaseModel:
    kind, question = QUESTIONS[name]
    return question(kind.model_validate(ask), shelf, language)
