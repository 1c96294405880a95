"""Positions as messages: the board, what may be played, how it ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.board import Board
from spielbaum.errors import TooLarge
from spielbaum.game import Game, Position
from spielbaum.language import in_language, say
from spielbaum.play.describe import game_title, outcome_words, player_name
from spielbaum.play.levels import LEVELS, level_words
from spielbaum.play.outcome import final_outcome
from spielbaum.play.record import game_spec
from spielbaum.play.rounds import rounds
from spielbaum.web.limits import Limits
from spielbaum.web.messages import (
    BoardView,
    CellView,
    Ending,
    GameView,
    PositionView,
    SwitchView,
)
from spielbaum.web.shelf import switches
from spielbaum.web.steps import figures, in_words, made, mark_step, steps_of

#: Kinds of players that need two players and zero sum, and kinds for all other games.
FOR_TWO = ("perfect", "alphabeta", "minimax")
FOR_MORE = ("maxn", "paranoid", "alliance")
NAMED_COLOURS = {"yellow", "red", "black", "white", "blue", "orange", "green", "purple"}
OTHER_COLOURS = ("blue", "orange", "green", "purple")
FOR_ALL = ("mcts", "random", "first")


#: Moves that are no place on the board, by the game (None: in any) and how they are written.
TITLES = {(None, "--"): "web.move.pass", ("kalah", "s"): "web.move.swap"}


def game_view(game: Game[Any, Any], name: str, language: str) -> GameView:
    """A game as pages show it; `name` is the one it is asked for under."""
    titles = {switch: in_language(words, language) for switch, words in game.switches.items()}
    two = game.players == 2 and game.zero_sum
    return GameView(
        name=name,
        spec=game_spec(name, game.parameters),
        title=game_title(game, language),
        rules=in_language(game.rules, language),
        player_names=[player_name(game, player, language) for player in range(game.players)],
        colours=colours(game),
        figures=figures(game, language),
        two_player_zero_sum=two,
        move_width=game.move_width,
        switches=[
            SwitchView(
                name=s.name,
                kind=s.kind,
                value=s.value,
                title=titles.get(s.name) or s.name,
                choices=list(s.choices),
            )
            for s in switches(game, name)
        ],
        players=["human", "engine", *(FOR_TWO if two else FOR_MORE), *FOR_ALL],
        levels=[level_words(level.number, language, game) for level in LEVELS],
    )


def colours(game: Game[Any, Any]) -> list[str]:
    """Yellow plays yellow stones; players whose names are no colours get some that are easy to tell apart."""
    names = [in_language(name, "en").lower() for name in game.player_names]
    if len(names) == game.players and set(names) <= NAMED_COLOURS:
        return names
    return [OTHER_COLOURS[player % len(OTHER_COLOURS)] for player in range(game.players)]


def position_view(position: Position[Any, Any], name: str, language: str, limits: Limits) -> PositionView:
    game, state = position.game, position.state
    moves = position.moves
    start = "" if position.origin is None or game.notation is None else game.notation(position.origin)
    legal = position.legal
    if len(legal) > limits.cells:
        raise TooLarge("web.error.cells", most=limits.cells)
    made_by = movers(position)
    board, last = pictures(position, moves[-1] if moves else None, language, limits)
    return PositionView(
        game=game_view(game, name, language),
        start=start,
        moves=moves,
        movers=made_by,
        rounds=rounds(game, game.start if position.origin is None else position.origin, made_by),
        to_move=position.player,
        legal=legal,
        titles={
            move: say(key, language)
            for (only, move), key in TITLES.items()
            if move in legal and only in (None, game.name)
        },
        board=board,
        last=last,
        text=game.board_text(state),
        notation=None if game.notation is None else game.notation(state),
        ending=ending(position, language) if position.over else None,
    )


def movers(position: Position[Any, Any]) -> list[int]:
    """The player who made each move of the history."""
    game, found = position.game, []
    state = game.start if position.origin is None else position.origin
    for move in position.history:
        found.append(game.player(state))
        state = game.play(state, move)
    return found


def ending(position: Position[Any, Any], language: str) -> Ending:
    """How the game ended by its rules."""
    outcome = final_outcome(position)
    text = outcome_words(position.game, outcome, language)
    return Ending(winners=list(outcome.winners), draw=outcome.draw, text=text)


def pictures(
    position: Position[Any, Any], last: str | None, language: str, limits: Limits
) -> tuple[BoardView | None, str | None]:
    """The board with the last move marked (None where the game draws none), and that move in words."""
    game = position.game
    if game.picture is None:
        return None, None
    board, words = game.picture(position.state), None
    if sum(map(len, board.rows)) > limits.cells:
        raise TooLarge("web.error.cells", most=limits.cells)
    if last is not None:
        before = game.picture(_before(position))
        step = made(before, last)
        if step is None:
            board = mark_last(before, board, last)
        else:
            words = in_words(game, before, board, step, language)
            board = mark_step(board, step)
    return _board_view(board), words


def _board_view(board: Board) -> BoardView:
    return BoardView(
        kind=board.kind,
        rows=[
            [CellView(piece=c.piece, count=c.count, move=c.move, mark=c.mark, figure=c.figure) for c in row]
            for row in board.rows
        ],
        column_names=list(board.column_names),
        row_names=list(board.row_names),
        steps=steps_of(board),
    )


def _before(position: Position[Any, Any]) -> Any:
    """The state before the last move."""
    game = position.game
    state = game.start if position.origin is None else position.origin
    for move in position.history[:-1]:
        state = game.play(state, move)
    return state


def mark_last(before: Board, after: Board, move: str) -> Board:
    """The board with the last move marked.

    A place belongs to the move where choosing it made the move. Of these the places that changed are
    marked: the cell where a stone came to lie, the pit that was emptied.
    """
    if len(before.rows) != len(after.rows) or any(
        len(old) != len(new) for old, new in zip(before.rows, after.rows, strict=True)
    ):
        return after  # heaps get shorter: nothing is left where the move was
    rows = []
    for old_row, new_row in zip(before.rows, after.rows, strict=True):
        cells = []
        for old, new in zip(old_row, new_row, strict=True):
            touched = old.move == move and (old.piece, old.count) != (new.piece, new.count)
            cells.append(replace(new, mark="last") if touched and new.mark is None else new)
        rows.append(tuple(cells))
    return replace(after, rows=tuple(rows))
