"""Solutions as messages: what positions and moves are worth, how best play goes on.

Runs on a server, where solutions lie in files (`lookups.py`), and in pages, which bring small ones along.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.result import CHANCE
from spielbaum.solution.entries import Entries, Entry, MoveEntry
from spielbaum.solution.walk import best_line, only_winning_move, ranked_moves
from spielbaum.solution.wording import entry_words, move_words, outcome_of, short_words, state_text
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import PositionRequest
from spielbaum.web.play.views import position_view
from spielbaum.web.solution import messages

#: Plies of a line of best play.
MOST_PLIES = 300


def solved_position(
    solution: Entries, ask: PositionRequest, games: GameCatalog, language: str
) -> messages.SolvedPosition:
    """A position and its moves with what they are worth."""
    position = _position(ask, games)
    game, state = position.game, position.state
    moves = ranked_moves(solution, state)
    chosen = None if not moves or position.player == CHANCE else moves[0].entry
    best = None if chosen is None else chosen.preference
    return messages.SolvedPosition(
        position=position_view(position, ask.game.partition(":")[0], language, games.limits),
        entry=entry_view(solution.look(state) or solution.end(state), game, language),
        moves=[
            messages.SolvedMove(
                move=game.move_name(state, each.move),
                entry=move_view(each, game, language),
                best=each.entry is not None and each.entry.preference == best,
            )
            for each in moves
        ],
    )


def line_from(solution: Entries, ask: PositionRequest, games: GameCatalog) -> messages.BestLine:
    """How best play goes on from a position."""
    position = _position(ask, games)
    line = best_line(solution, position.state, min(MOST_PLIES, games.limits.moves - position.plies))
    states = [position.state, *(move.after for move in line)]
    return messages.BestLine(
        moves=position.line_texts(tuple(move.move for move in line)), stops=_stops(solution, states)
    )


def _stops(solution: Entries, states: list[Any]) -> Literal["end", "circle", "length", "chance"]:
    if solution.game.ended(states[-1]):
        return "end"
    if solution.game.player(states[-1]) == CHANCE:
        return "chance"
    return "circle" if states[-1] in states[:-1] else "length"


def position_found(solution: Entries, ask: messages.FindRequest, longest: Any) -> messages.FoundPosition:
    """The state of the longest forced win, or one of the positions in which only one move wins."""
    state = longest if ask.kind == "longest_win" else only_winning_move(solution, Random(ask.seed))
    if state is None:
        return messages.FoundPosition(start=None)
    if solution.game.presentation.notation is None:  # it could not be shown
        raise BadInput("solution.page.no_notation", game=solution.game.name)
    return messages.FoundPosition(start=state_text(solution.game, state))


def _position(ask: PositionRequest, games: GameCatalog) -> Position[Any, Any]:
    return games.position(ask.game, ask.start, ask.moves)


def entry_view(entry: Entry | None, game: Game[Any, Any], language: str) -> messages.EntryView:
    outcome = outcome_of(entry, game)
    plies = None if entry is None or entry.cycle or outcome == "expected" else entry.remoteness
    return messages.EntryView(
        outcome=outcome,
        plies=plies,
        words=entry_words(entry, game, language),
        short=short_words(entry, game, language),
    )


def move_view(move: MoveEntry, game: Game[Any, Any], language: str) -> messages.EntryView:
    """What a move is worth, and where nature moves how probable it is."""
    view = entry_view(move.entry, game, language)
    return view.model_copy(update={"words": move_words(move, game, language)})
