"""The questions that another process answers, by name; see `AppState.answer`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from spielbaum.web import questions
from spielbaum.web.experiments.run_files import run_file
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import show_game
from spielbaum.web.play.positions import check_position
from spielbaum.web.solution import lookups, overview

_ALL: tuple[questions.Question, ...] = (
    show_game,
    check_position,
    *questions.QUESTIONS.values(),
    run_file,
    overview.list_solutions,
    overview.show_solution,
    overview.draw_distribution,
    lookups.show_solved,
    lookups.show_best_line,
    lookups.find_position,
)
QUESTIONS = {question.__name__: question for question in _ALL}


def answer(name: str, ask: Mapping[str, Any], games: GameCatalog, language: str) -> BaseModel:
    return questions.answer(QUESTIONS[name], ask, games, language)
