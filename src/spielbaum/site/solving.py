"""Solve the small games of a site while it is written, and answer what the page *Solution* asks of them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.language import LANGUAGES
from spielbaum.site.solved import packed
from spielbaum.solution.statistics import statistics_of
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.solution.messages import Solutions
from spielbaum.web.solution.overview import (
    GameQuestion,
    draw_distribution,
    in_order,
    show_solution,
    solved_game,
)
from spielbaum.web.solution.store import Places, find_solution


@dataclass(frozen=True)
class Solved:
    """The solutions of a site: files by game, and answers as (path, body, file, language, answer)."""

    files: dict[str, bytes] = field(default_factory=dict)
    answers: tuple[tuple[str, dict[str, str] | None, str, str, Any], ...] = ()


def solve_small(games: GameCatalog, left_out: Container[str] = ()) -> Solved:
    """Everything about the games that are small enough to be solved while somebody waits."""
    with TemporaryDirectory(prefix="spielbaum-site-") as made:
        places = Places(folder="", made=made)
        files = dict(_files(games, places, left_out))
        return Solved(files, tuple(_answers(games, places, list(files))) if files else ())


def _files(games: GameCatalog, places: Places, left_out: Container[str]) -> Iterator[tuple[str, bytes]]:
    for name in games.names():
        if name in left_out:
            continue
        game = games.game(name)
        if not game.two_player_zero_sum or game.has_chance:
            continue
        try:
            solution = find_solution(name, games, places, make=True).solution
        except SpielbaumError:  # too large, or without an end
            continue
        yield name, packed(solution, statistics_of(solution).longest_state)


def _listed(games: GameCatalog, places: Places, names: list[str], language: str) -> Solutions:
    """All that will ever be there: nothing is solved in a page."""
    found = ((name, find_solution(name, games, places).solution) for name in names)
    listed = in_order(solved_game(solution, name, "", language) for name, solution in found)
    return Solutions(games=listed, problems=[], default_game=listed[0].spec, on_demand=False)


def _answers(
    games: GameCatalog, places: Places, names: list[str]
) -> Iterator[tuple[str, dict[str, str] | None, str, str, Any]]:
    for language in LANGUAGES:
        yield "/api/solution", None, "solutions.json", language, _listed(games, places, names, language)
        for name in names:
            question = GameQuestion(game=name, places=places)
            view = show_solution(question, games, language)
            answers: list[tuple[str, str, Any]] = [("/api/solution", f"{name}.json", view)]
            if view.savable:
                figure = draw_distribution(question, games, language)
                answers.append(("/api/solution/figure", f"{name}-figure.json", figure))
            for spec in dict.fromkeys((name, view.spec)):
                for path, file, told in answers:
                    yield path, {"game": spec}, f"solutions/{file}", language, told
