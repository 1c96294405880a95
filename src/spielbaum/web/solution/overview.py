"""Solutions as a whole, as messages: which there are, what is in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.plots import Plot, can_paint
from spielbaum.experiments.solution_findings import solution_figure, solution_findings
from spielbaum.game import Game
from spielbaum.games import SOLVED_GAME
from spielbaum.play.describe import game_title
from spielbaum.play.record import game_spec
from spielbaum.solution import Solution
from spielbaum.solution.statistics import statistics_of
from spielbaum.solution.wording import entry_words
from spielbaum.web.experiments.views import found_fields
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download, GameRequest
from spielbaum.web.solution import messages
from spielbaum.web.solution.store import Places, find_solution, open_file, table_files


class GameQuestion(GameRequest):
    """A game, and where its solution may be."""

    places: Places


def list_solutions(places: Places, games: GameCatalog, language: str) -> messages.Solutions:
    """The solutions in the places, but for those of own games: naming one would mean to run its rules."""
    found: dict[str, messages.SolvedGame] = {}
    problems = []
    for folder in (places.folder, places.made):
        for path in table_files(folder):
            try:
                solution = open_file(path)
            except SpielbaumError as error:
                if error.key != "table.which_game" or not games.foreign(str(error.fields["game"])):
                    problems.append(error.sentence(language))
                continue
            file = path.name if folder == places.folder else ""
            one = solved_game(solution, solution.facts.game, file, language)
            found.setdefault(one.spec, one)
    listed = in_order(found.values())
    usual = next((game.spec for game in listed if game.file), SOLVED_GAME)
    return messages.Solutions(games=listed, problems=problems, default_game=usual, on_demand=True)


def in_order(games: Iterable[messages.SolvedGame]) -> list[messages.SolvedGame]:
    return sorted(games, key=lambda one: (one.title, one.spec))


def solved_game(solution: Solution, asked: str, file: str, language: str) -> messages.SolvedGame:
    """The solution of a game that was asked for by that name."""
    game = solution.game
    return messages.SolvedGame(
        spec=_spec(asked, game),
        title=game_title(game, language),
        positions=len(solution),
        file=file,
    )


def _spec(asked: str, game: Game[Any, Any]) -> str:
    return game_spec(asked.partition(":")[0], game.presentation.parameters)


def show_solution(ask: GameQuestion, games: GameCatalog, language: str) -> messages.SolutionView:
    """What is in the solution of a game, which is made first where it is small."""
    solution, file = find_solution(ask.game, games, ask.places, make=True)
    found = found_fields(solution_findings(solution, language), language)
    longest = None if solution.expected else statistics_of(solution).longest
    return messages.SolutionView(
        spec=_spec(ask.game, solution.game),
        title=game_title(solution.game, language),
        file=file,
        counts=found["results"],
        remarks=found["remarks"],
        figures=found["figures"],
        tables=found["tables"],
        savable=can_paint(),
        longest=None if longest is None else entry_words(longest, solution.game, language),
    )


def draw_distribution(ask: GameQuestion, games: GameCatalog, language: str) -> Download:
    """The figure as a file of its own."""
    solution = find_solution(ask.game, games, ask.places, make=True).solution
    plot = Plot(solution_figure(solution, language), language)
    name = "".join(sign if sign.isalnum() else "-" for sign in ask.game)
    return Download(name=f"{name}-{plot.name}.svg", media="image/svg+xml", text=plot.svg())
