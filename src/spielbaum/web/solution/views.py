"""Solutions as messages: what is in them, what positions and moves are worth, how best play goes on."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.plots import Plot
from spielbaum.experiments.solution_findings import distribution, solution_findings
from spielbaum.game import Game, Position
from spielbaum.games import SOLVED_GAME
from spielbaum.language import say
from spielbaum.play.describe import game_title
from spielbaum.play.record import game_spec
from spielbaum.solution import Entry, Solution
from spielbaum.solution.statistics import statistics_of
from spielbaum.solution.walk import best_line, only_winning_move, ranked_moves
from spielbaum.solution.wording import entry_words, outcome_of, state_text
from spielbaum.web.experiments.views import found_fields
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download, GameRequest, PositionRequest
from spielbaum.web.play.views import position_view
from spielbaum.web.solution import messages
from spielbaum.web.solution.store import Places, find_solution, open_file, table_files

#: Plies of a line of best play.
MOST_PLIES = 300


class GameQuestion(GameRequest):
    """A game, and where its solution may be."""

    places: Places


class PositionQuestion(PositionRequest):
    """A position, and where the solution of its game may be."""

    places: Places


class FindQuestion(messages.FindRequest):
    """What to look for, and where."""

    places: Places


# --- what there is ------------------------------------------------------------------------------------------


def list_solutions(places: Places, _games: GameCatalog, language: str) -> messages.Solutions:
    found: dict[str, messages.SolvedGame] = {}
    problems = []
    for folder in (places.folder, places.made):
        for path in table_files(folder):
            try:
                solution = open_file(path)
            except SpielbaumError as error:
                problems.append(error.sentence(language))
                continue
            file = path.name if folder == places.folder else ""
            one = _solved_game(solution, file, language)
            found.setdefault(one.spec, one)
    games = sorted(found.values(), key=lambda one: (one.title, one.spec))
    usual = next((game.spec for game in games if game.file), SOLVED_GAME)
    return messages.Solutions(games=games, problems=problems, default_game=usual)


def _solved_game(solution: Solution, file: str, language: str) -> messages.SolvedGame:
    game = solution.game
    return messages.SolvedGame(
        spec=_spec(solution.facts.game, game),
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
    longest = statistics_of(solution).longest
    return messages.SolutionView(
        spec=_spec(ask.game, solution.game),
        title=game_title(solution.game, language),
        file=file,
        counts=found["results"],
        remarks=found["remarks"],
        figures=found["figures"],
        tables=found["tables"],
        longest=None if longest is None else entry_words(longest, solution.game, language),
    )


def draw_distribution(ask: GameQuestion, games: GameCatalog, language: str) -> Download:
    """The figure as a file of its own."""
    solution = find_solution(ask.game, games, ask.places, make=True).solution
    plot = Plot(distribution(statistics_of(solution), language), language)
    name = "".join(sign if sign.isalnum() else "-" for sign in ask.game)
    return Download(name=f"{name}-{plot.name}.svg", media="image/svg+xml", text=plot.svg())


# --- positions ----------------------------------------------------------------------------------------------


def show_solved(ask: PositionQuestion, games: GameCatalog, language: str) -> messages.SolvedPosition:
    """A position and its moves with what they are worth."""
    solution = find_solution(ask.game, games, ask.places).solution
    position = _position(ask, games)
    game, state = position.game, position.state
    moves = ranked_moves(solution, state)
    best = None if not moves or moves[0].entry is None else moves[0].entry.preference
    return messages.SolvedPosition(
        position=position_view(position, ask.game.partition(":")[0], language, games.limits),
        entry=entry_view(solution.look(state) or solution.end(state), game, language),
        moves=[
            messages.SolvedMove(
                move=game.move_name(state, each.move),
                entry=entry_view(each.entry, game, language),
                best=each.entry is not None and each.entry.preference == best,
            )
            for each in moves
        ],
    )


def show_best_line(ask: PositionQuestion, games: GameCatalog, _language: str) -> messages.BestLine:
    """How best play goes on from a position."""
    solution = find_solution(ask.game, games, ask.places).solution
    position = _position(ask, games)
    line = best_line(solution, position.state, min(MOST_PLIES, games.limits.moves - position.plies))
    states = [position.state, *(move.after for move in line)]
    return messages.BestLine(
        moves=position.line_texts(tuple(move.move for move in line)), stops=_stops(solution, states)
    )


def _stops(solution: Solution, states: list[Any]) -> Literal["end", "circle", "length"]:
    if solution.game.ended(states[-1]):
        return "end"
    return "circle" if states[-1] in states[:-1] else "length"


def find_position(ask: FindQuestion, games: GameCatalog, _language: str) -> messages.FoundPosition:
    """The longest forced win, or one of the positions in which only one move wins."""
    solution = find_solution(ask.game, games, ask.places, make=True).solution
    if ask.kind == "longest_win":
        state = statistics_of(solution).longest_state
    else:
        state = only_winning_move(solution, Random(ask.seed))
    if state is None:
        return messages.FoundPosition(start=None)
    if solution.game.presentation.notation is None:  # it could not be shown
        raise BadInput("solution.page.no_notation", game=solution.game.name)
    return messages.FoundPosition(start=state_text(solution.game, state))


def _position(ask: PositionRequest, games: GameCatalog) -> Position[Any, Any]:
    return games.position(ask.game, ask.start, ask.moves)


def entry_view(entry: Entry | None, game: Game[Any, Any], language: str) -> messages.EntryView:
    outcome = outcome_of(entry)
    plies = None if entry is None or entry.cycle else entry.remoteness
    return messages.EntryView(
        outcome=outcome,
        plies=plies,
        words=entry_words(entry, game, language),
        short=say(f"solution.page.short.{outcome}", language, plies=plies),
    )
