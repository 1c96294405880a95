"""Positions as messages: the board, what may be played, how it ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.board import Board, Cell, Cube
from spielbaum.errors import TooLarge
from spielbaum.game import Position
from spielbaum.language import in_language, say
from spielbaum.play.describe import outcome_words
from spielbaum.play.openings import in_book, opening_of
from spielbaum.play.outcome import final_outcome
from spielbaum.play.record import game_spec
from spielbaum.play.rounds import rounds, turns_of
from spielbaum.web.play.messages import (
    BoardView,
    CellView,
    CubeView,
    Ending,
    PositionView,
    TallyView,
)
from spielbaum.web.play.steps import in_words, made, mark_step, steps_of
from spielbaum.web.server_limits import ServerLimits


def position_view(
    position: Position[Any, Any], name: str, language: str, limits: ServerLimits
) -> PositionView:
    game, state = position.game, position.state
    history = position.history_texts
    legal = position.legal_texts
    if len(legal) > limits.cells:
        raise TooLarge("web.error.cells", most=limits.cells)
    board, last = pictures(position, history[-1] if history else None, language, limits)
    return PositionView(
        game=game_spec(name, game.presentation.parameters),
        start=position.root_notation or "",
        history=history,
        movers=position.movers,
        rounds=rounds(game, position.root, turns_of(position)),
        to_move=position.player,
        legal_moves=legal,
        board=board,
        last=last,
        text=game.board_text(state),
        notation=None if game.presentation.notation is None else game.presentation.notation(state),
        tallies=tallies(position, language),
        opening=opening_name(position, language),
        ending=ending(position, language) if position.over else None,
    )


def tallies(position: Position[Any, Any], language: str) -> list[TallyView]:
    """What each player has by now; nothing where that is nothing."""
    tally = position.game.presentation.tally
    if tally is None:
        return []
    return [
        TallyView(
            # Of a lead that is none nothing is said.
            text=say(one.key, language, count=one.count) if one.count or not one.lead else "",
            pieces=list(one.pieces),
        )
        for one in tally(position.root, position.state)
    ]


def opening_name(position: Position[Any, Any], language: str) -> str | None:
    """The name that people have for it, else that it stands in the opening book."""
    known = opening_of(position)
    if known is not None:
        return f"{known.code} {in_language(known.name, language)}"
    return say("web.line.book", language) if position.history and in_book(position) else None


def ending(position: Position[Any, Any], language: str) -> Ending:
    """How the game ended by its rules."""
    outcome = final_outcome(position)
    text = outcome_words(position.game, outcome, language)
    return Ending(winners=list(outcome.winners), draw=outcome.draw, text=text)


def pictures(
    position: Position[Any, Any], last: str | None, language: str, limits: ServerLimits
) -> tuple[BoardView | None, str | None]:
    """The board with the last move marked (None where the game draws none), and that move in words."""
    game = position.game
    if game.presentation.picture is None:
        return None, None
    board, words = game.presentation.picture(position.state), None
    if sum(map(len, board.rows)) > limits.cells:
        raise TooLarge("web.error.cells", most=limits.cells)
    if last is not None:
        before = game.presentation.picture(position.states[-2])
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
        rows=[[_cell_view(cell) for cell in row] for row in board.rows],
        column_names=list(board.column_names),
        row_names=list(board.row_names),
        steps=steps_of(board),
        hands=[[_cell_view(cell) for cell in hand] for hand in board.hands],
        lines=list(board.lines),
        dice=list(board.dice),
        cube=None if board.cube is None else _cube_view(board.cube),
        score=board.score,
    )


def _cube_view(cube: Cube) -> CubeView:
    return CubeView(stake=cube.stake, owner=cube.owner, offered=cube.offered)


def _cell_view(cell: Cell) -> CellView:
    return CellView(
        player=cell.player,
        count=cell.count,
        move=cell.move,
        mark=cell.mark,
        piece=cell.piece,
        joined=cell.joined,
    )


def mark_last(before: Board, after: Board, move: str) -> Board:
    """The board with the last move marked.

    A place belongs to the move where choosing it made the move. Of these the places that changed are
    marked: the cell where a stone came to lie, the pit that was emptied. Of tiles the only one that changed
    is marked: it is new, as a slide changes two places at least.
    """
    if len(before.rows) != len(after.rows) or any(
        len(old) != len(new) for old, new in zip(before.rows, after.rows, strict=True)
    ):
        return after  # heaps get shorter: nothing is left where the move was
    changed = {
        (y, x)
        for y, (old_row, new_row) in enumerate(zip(before.rows, after.rows, strict=True))
        for x, (old, new) in enumerate(zip(old_row, new_row, strict=True))
        if (old.player, old.count) != (new.player, new.count)
    }
    new_tile = after.kind == "tiles" and len(changed) == 1
    touched = {(y, x) for y, x in changed if new_tile or before.rows[y][x].move == move}
    rows = [
        tuple(
            replace(cell, mark="last") if (y, x) in touched and cell.mark is None else cell
            for x, cell in enumerate(row)
        )
        for y, row in enumerate(after.rows)
    ]
    return replace(after, rows=tuple(rows))
