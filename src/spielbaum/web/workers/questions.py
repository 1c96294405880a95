"""The questions that another process answers, by name; see `AppState.answer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from spielbaum.web.experiments import files, messages
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import show_game
from spielbaum.web.messages import GameRequest, PositionRequest
from spielbaum.web.play import messages as play
from spielbaum.web.play import positions
from spielbaum.web.solution import views as solution
from spielbaum.web.solution.store import Places
from spielbaum.web.tree_lab import exercises, figures
from spielbaum.web.tree_lab import messages as tree_lab

QUESTIONS: dict[str, tuple[type[BaseModel], Callable[[Any, GameCatalog, str], BaseModel]]] = {
    question.__name__: (kind, question)
    for kind, question in (
        (GameRequest, show_game),
        (PositionRequest, positions.check_position),
        (PositionRequest, positions.show_position),
        (play.RecordRequest, positions.write_record),
        (tree_lab.TraceRequest, figures.trace_search),
        (tree_lab.FigureRequest, figures.draw_figure),
        (tree_lab.ExerciseRequest, exercises.set_exercise),
        (tree_lab.GradeRequest, exercises.grade_answer),
        (tree_lab.SheetRequest, exercises.make_sheet),
        (tree_lab.SheetFileRequest, exercises.write_sheet),
        (messages.FileOf, files.run_file),
        (Places, solution.list_solutions),
        (solution.GameQuestion, solution.show_solution),
        (solution.GameQuestion, solution.draw_distribution),
        (solution.PositionQuestion, solution.show_solved),
        (solution.PositionQuestion, solution.show_best_line),
        (solution.FindQuestion, solution.find_position),
    )
}


def answer(name: str, ask: Mapping[str, Any], games: GameCatalog, language: str) -> BaseModel:
    kind, question = QUESTIONS[name]
    return question(kind.model_validate(ask), games, language)
