"""The questions that another process answers, by name; see `AppState.answer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from spielbaum.web import experiments_files, experiments_messages
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Where
from spielbaum.web.play import answers
from spielbaum.web.play import messages as play
from spielbaum.web.tree_lab import exercises, figures
from spielbaum.web.tree_lab import messages as tree_lab

QUESTIONS: dict[str, tuple[type[BaseModel], Callable[[Any, GameCatalog, str], BaseModel]]] = {
    question.__name__: (kind, question)
    for kind, question in (
        (Where, answers.check_position),
        (Where, answers.show_position),
        (play.Keep, answers.write_record),
        (tree_lab.Run, figures.trace_search),
        (tree_lab.Draw, figures.draw_figure),
        (tree_lab.Task, exercises.set_exercise),
        (tree_lab.Solution, exercises.grade_answer),
        (tree_lab.SheetWish, exercises.make_sheet),
        (tree_lab.SheetFile, exercises.write_sheet),
        (experiments_messages.FileOf, experiments_files.run_file),
    )
}


def answer(name: str, ask: Mapping[str, Any], games: GameCatalog, language: str) -> BaseModel:
    kind, question = QUESTIONS[name]
    return question(kind.model_validate(ask), games, language)
