"""Boards on which pieces move, in the full screen: squares to point at, and the piece in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from spielbaum.board import Board, Step, place_name

#: White and black figures; outlined and filled, so that no colour is needed to tell them apart.
GLYPHS = {"K": "♔♚", "Q": "♕♛", "R": "♖♜", "B": "♗♝", "N": "♘♞", "P": "♙♟"}


def has_figures(board: Board) -> bool:
    return any(cell.piece is not None for row in board.rows for cell in row)


def pieces_move(board: Board | None) -> bool:
    """Whether moves go from one place to another."""
    return board is not None and (bool(board.steps) or has_figures(board))


def with_places(board: Board) -> Board:
    """The board with every square a place to point at: its `move` is its name."""
    rows = tuple(
        tuple(replace(cell, move=place_name(board, (y, x))) for x, cell in enumerate(row))
        for y, row in enumerate(board.rows)
    )
    return replace(board, rows=rows)


def turned(board: Board) -> Board:
    """The board from the other side."""
    rows = tuple(row[::-1] for row in board.rows[::-1])
    return replace(board, rows=rows, column_names=board.column_names[::-1], row_names=board.row_names[::-1])


def turned_place(board: Board, place: tuple[int, int]) -> tuple[int, int]:
    return len(board.rows) - 1 - place[0], len(board.rows[0]) - 1 - place[1]


def place_names(board: Board) -> list[str]:
    return [place_name(board, place) for place in product(range(len(board.rows)), range(len(board.rows[0])))]


class Hand:
    """The figure that a person has picked up: none, or the one on the square `origin`."""

    def __init__(self) -> None:
        self.origin: str | None = None

    def choose(self, board: Board, place: str) -> list[Step]:
        """Pick up, put down or let go; the moves that were meant, several where a figure becomes another."""
        found = [step for step in self.reach(board) if place_name(board, step.target) == place]
        if found:
            self.origin = None
            return found
        again = self.origin == place
        self.origin = place if not again and leaving(board, place) else None
        return []

    def reach(self, board: Board) -> list[Step]:
        """The legal moves of the figure in hand."""
        return [] if self.origin is None else leaving(board, self.origin)

    def badges(self, board: Board, badges: Mapping[str, str]) -> dict[str, str]:
        """The values of the moves in question: those of the figure in hand, else all."""
        mine = {step.move for step in self.reach(board)}
        return {move: badge for move, badge in badges.items() if self.origin is None or move in mine}

    def square_badges(self, board: Board, badges: Mapping[str, str]) -> dict[str, str]:
        """Values by square: those of its moves where a figure is in hand, else of the best move from there.

        `badges` has the best move first.
        """
        steps = board.steps if self.origin is None else self.reach(board)
        found: dict[str, str] = {}
        for move, badge in badges.items():
            for step in steps:
                if step.move == move:
                    place = step.origin if self.origin is None else step.target
                    found.setdefault(place_name(board, place), badge)
        return found


def leaving(board: Board, place: str) -> list[Step]:
    return [step for step in board.steps if place_name(board, step.origin) == place]
