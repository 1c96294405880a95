"""Boards on which pieces move, in the full screen: squares to point at, and the piece in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from spielbaum.board import Board, Place, Step, place_name

#: White and black figures; outlined and filled, so that no colour is needed to tell them apart.
GLYPHS = {"K": "♔♚", "Q": "♕♛", "R": "♖♜", "B": "♗♝", "N": "♘♞", "P": "♙♟"}


def has_figures(board: Board) -> bool:
    return any(cell.piece is not None for row in board.rows for cell in row)


def pieces_move(board: Board | None) -> bool:
    """Whether moves go from one place to another, or will once the pieces are placed."""
    return board is not None and (bool(board.steps) or board.kind == "points" or has_figures(board))


def with_places(board: Board) -> Board:
    """The board with every square a place to point at: its `move` is its name."""
    rows, hands = (
        tuple(
            tuple(replace(cell, move=place_name(board, (y, x))) for x, cell in enumerate(row))
            for y, row in enumerate(cells, start=first)
        )
        for cells, first in ((board.rows, 0), (board.hands, len(board.rows)))
    )
    return replace(board, rows=rows, hands=hands)


def turned(board: Board) -> Board:
    """The board from the other side."""
    rows = tuple(row[::-1] for row in board.rows[::-1])
    lines = tuple((turned_place(board, one), turned_place(board, two)) for one, two in board.lines)
    return replace(
        board,
        rows=rows,
        column_names=board.column_names[::-1],
        row_names=board.row_names[::-1],
        hands=board.hands[::-1],
        lines=lines,
    )


def turned_place(board: Board, place: Place) -> Place:
    return len(board.rows) - 1 - place[0], len(board.rows[0]) - 1 - place[1]


def places(board: Board) -> list[Place]:
    """Every place, on the board and in the hands."""
    squares = product(range(len(board.rows)), range(len(board.rows[0])))
    held = ((y, x) for y, hand in enumerate(board.hands, start=len(board.rows)) for x in range(len(hand)))
    return [*squares, *held]


def place_names(board: Board) -> list[str]:
    return [place_name(board, place) for place in places(board)]


def sequence(board: Board, step: Step) -> list[str]:
    """The places that are chosen to make a move."""
    return [place_name(board, place) for place in (step.origin, step.target, *step.then)]


class Hand:
    """The places that a person has chosen of a move, the first of them mostly that of the piece in hand."""

    def __init__(self) -> None:
        self.chosen: list[str] = []

    @property
    def origin(self) -> str | None:
        """The place of the piece in hand."""
        return self.chosen[0] if self.chosen else None

    def let_go(self) -> None:
        self.chosen = []

    def choose(self, board: Board, place: str) -> list[Step]:
        """Pick up, put down or let go; the moves that were meant, several where a figure becomes another.

        The same place once more ends a move that could go on, or takes the choice back.
        """
        again = bool(self.chosen) and self.chosen[-1] == place
        if not again and place in self.goals(board):
            self.chosen.append(place)
            if self.goals(board):
                return []
        ways = self.reach(board)
        finished = [step for step in ways if len(sequence(board, step)) == len(self.chosen)]
        if finished and self.chosen[-1] == place:
            self.let_go()
            return finished
        self.chosen = [place] if not again and leaving(board, place) else []
        return []

    def reach(self, board: Board) -> list[Step]:
        """The legal moves that begin with the chosen places."""
        many = len(self.chosen)
        return [step for step in board.steps if many and sequence(board, step)[:many] == self.chosen]

    def goals(self, board: Board) -> frozenset[str]:
        """The places that can be chosen next."""
        many = len(self.chosen)
        return frozenset(
            place for step in self.reach(board) for place in sequence(board, step)[many : many + 1]
        )

    def covers(self, board: Board) -> frozenset[str]:
        """What the piece will cover, once that is known."""
        steps = self.reach(board) if len(self.chosen) > 1 else []
        return frozenset(place_name(board, place) for step in steps for place in step.covers)

    def badges(self, board: Board, badges: Mapping[str, str]) -> dict[str, str]:
        """The values of the moves in question: those of the figure in hand, else all."""
        mine = {step.move for step in self.reach(board)}
        return {move: badge for move, badge in badges.items() if self.origin is None or move in mine}

    def square_badges(self, board: Board, badges: Mapping[str, str]) -> dict[str, str]:
        """Values by square: those of its moves where a figure is in hand, else of the best move from there.

        `badges` has the best move first.
        """
        steps = self.reach(board) if self.chosen else board.steps
        found: dict[str, str] = {}
        for move, badge in badges.items():
            for step in steps:
                if step.move == move:
                    for place in sequence(board, step)[len(self.chosen) :][:1]:
                        found.setdefault(place, badge)
            for y, row in enumerate(board.rows):
                for x, cell in enumerate(row):
                    if cell.move == move:
                        found.setdefault(place_name(board, (y, x)), badge)
        return found


def leaving(board: Board, place: str) -> list[Step]:
    return [step for step in board.steps if place_name(board, step.origin) == place]
