"""What pages ask and how it is answered, by address: pure functions of a message, the games and a language.

Whoever is at the other end of a page calls them: the processes of a server, or Python inside the page
(`spielbaum.site`). So nothing here may need the web framework, NumPy or Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_type_hints

from pydantic import BaseModel, ValidationError

from spielbaum.errors import BadInput
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.play import positions
from spielbaum.web.tree_lab import exercises, figures

Question = Callable[[Any, GameCatalog, str], BaseModel]

#: Without a search.
QUESTIONS: dict[str, Question] = {
    "/api/position": positions.show_position,
    "/api/record": positions.write_record,
    "/api/throw": positions.throw_dice,
    "/api/tree-lab/trace": figures.trace_search,
    "/api/tree-lab/figure": figures.draw_figure,
    "/api/tree-lab/exercise": exercises.set_exercise,
    "/api/tree-lab/grade": exercises.grade_answer,
    "/api/tree-lab/sheet": exercises.make_sheet,
    "/api/tree-lab/sheet/file": exercises.write_sheet,
}


def answer(question: Question, ask: Mapping[str, Any], games: GameCatalog, language: str) -> BaseModel:
    """The answer to a message that has not been checked yet."""
    return question(read(message_of(question), ask), games, language)


@lru_cache(maxsize=64)
def message_of(question: Question) -> type[BaseModel]:
    """The type of the message that the function answers."""
    hints = get_type_hints(question)
    return next(kind for name, kind in hints.items() if name != "return")  # type: ignore[no-any-return]


def read(kind: type[BaseModel], ask: Mapping[str, Any]) -> BaseModel:
    try:
        return kind.model_validate(ask)
    except ValidationError as error:
        raise BadInput("web.error.field", field=field_name(error.errors()[0]["loc"])) from error


def field_name(place: Sequence[int | str]) -> str:
    """The field that is wrong; what pydantic says about it is English only and left out."""
    return ".".join(str(part) for part in place)[:80] or "body"
