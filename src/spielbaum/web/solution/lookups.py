"""What a server looks up in its solutions: positions, lines, positions worth a look."""

from __future__ import annotations

from spielbaum.solution.statistics import statistics_of
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import PositionRequest
from spielbaum.web.solution import messages
from spielbaum.web.solution.store import Places, find_solution
from spielbaum.web.solution.views import line_from, position_found, solved_position


class PositionQuestion(PositionRequest):
    """A position, and where the solution of its game may be."""

    places: Places


class FindQuestion(messages.FindRequest):
    """What to look for, and where."""

    places: Places


def show_solved(ask: PositionQuestion, games: GameCatalog, language: str) -> messages.SolvedPosition:
    """A position and its moves with what they are worth."""
    return solved_position(find_solution(ask.game, games, ask.places).solution, ask, games, language)


def show_best_line(ask: PositionQuestion, games: GameCatalog, _language: str) -> messages.BestLine:
    """How best play goes on from a position."""
    return line_from(find_solution(ask.game, games, ask.places).solution, ask, games)


def find_position(ask: FindQuestion, games: GameCatalog, _language: str) -> messages.FoundPosition:
    """The longest forced win, or one of the positions in which only one move wins."""
    solution = find_solution(ask.game, games, ask.places, make=True).solution
    solution.require_exact(ask.kind)
    longest = statistics_of(solution).longest_state if ask.kind == "longest_win" else None
    return position_found(solution, ask, longest)
