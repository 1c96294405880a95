"""What a network makes of the places of a board, as far as one number for each can tell.

The features of a network may be anything: bits of words, numbers of seeds, patterns. What people see is the
board. So the network's judgement, the score that it expects for the first player, is approximated by a sum
over what lies where, by least squares over positions of games that it has not learnt from; `share` says how
much of the judgement such a sum explains. Its coefficients answer "what is it worth to have a stone there,
all others being equal", for every game with a board, whatever its features are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.board import Board, piece_letters
from spielbaum.documents import Count, Real, Share
from spielbaum.engine.network import LOGIT
from spielbaum.game import Game

if TYPE_CHECKING:
    import numpy.typing as npt

    from spielbaum.engine.evaluation import Network

#: Positions that are looked at, and what lies against a coefficient that is not 0, in positions: places where
#: hardly ever anything lies weigh little then, and sums that are always the same (all seeds) do no harm.
POSITIONS, PRIOR = 3000, 3.0
#: Kinds of boards that are rows of places, and kinds of pieces with a picture each.
BOARDS, PIECES = ("grid", "points", "columns", "pits"), 6
#: In the place of the letter of a piece: how many lie there.
COUNT = "#"

#: Row and column, whose stone lies there (None: nobody's), and which.
Sign = tuple[int, int, int | None, str]


@dataclass(frozen=True, slots=True)
class Worths:
    """How much one more on a place adds to the score that is expected for the first player.

    `piece` is the letter of the first player's stones that are meant ("" where they have none), or COUNT.
    None stands where the positions do not tell, and where there is no place.
    """

    piece: str
    rows: tuple[tuple[Real | None, ...], ...]
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    positions: Count
    #: Of the variance of the judgements.
    share: Share


def worths(game: Game[Any, Any], network: Network, states: Sequence[Any]) -> tuple[Worths, ...]:
    """A picture for each kind of piece of the first player; none where the game has no such board."""
    picture = game.presentation.picture
    if picture is None or not states:
        return ()
    boards = [picture(state) for state in states]
    if boards[0].kind not in BOARDS:
        return ()
    signs = [dict(_signs(board)) for board in boards]
    columns = {sign: number for number, sign in enumerate(dict.fromkeys(s for each in signs for s in each))}
    table = np.zeros((len(states), len(columns) + 1))
    for row, each in enumerate(signs):
        table[row, [columns[sign] for sign in each]] = list(each.values())
    sides = 1.0 - 2.0 * np.array([game.player(state) for state in states])
    table[:, -1] = sides  # to be the one to move is worth something too
    odds = sides * np.array([network.total(state) for state in states]) / LOGIT
    fitted, share = _fitted(table, 1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30))))
    changing = np.ptp(table, axis=0) > 0

    def worth(sign: Sign) -> float | None:
        column = columns.get(sign)
        return None if column is None or not changing[column] else round(float(fitted[column]), 5)

    found = []
    for piece in _pieces(boards):
        owner = None if piece == COUNT else 0
        rows = tuple(
            tuple(worth((row, column, owner, piece)) for column in range(len(cells)))
            for row, cells in enumerate(boards[0].rows)
        )
        names = boards[0].column_names, boards[0].row_names
        if boards[0].kind == "pits":  # a store on the left above and one on the right below
            rows = ((*rows[0], None), (None, *rows[1]))
            names = ("", *names[0], ""), ()
        found.append(Worths(piece, rows, *names, len(states), share))
    return tuple(found)


def _signs(board: Board) -> Iterator[tuple[Sign, float]]:
    """What lies where, and how much of it."""
    for row, cells in enumerate(board.rows):
        for column, cell in enumerate(cells):
            if board.kind == "pits":
                yield (row, column, None, COUNT), float(cell.count or 0)
            elif not cell.empty:
                yield (row, column, cell.player, cell.piece or ""), 1.0


def _pieces(boards: Sequence[Board]) -> list[str]:
    if boards[0].kind == "pits":
        return [COUNT]
    letters = dict.fromkeys(letter for board in boards for letter in piece_letters(board))
    return list(letters)[:PIECES] or [""]


def _fitted(
    table: npt.NDArray[np.float64], scores: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], float]:
    """Coefficients of least squares around the means, and the share of the variance that they explain."""
    centred, wanted = table - table.mean(axis=0), scores - scores.mean()
    spread = float((wanted * wanted).sum())
    fitted = np.linalg.solve(centred.T @ centred + PRIOR * np.eye(table.shape[1]), centred.T @ wanted)
    left = wanted - centred @ fitted
    return fitted, round(max(1.0 - float((left * left).sum()) / spread, 0.0), 4) if spread > 0 else 0.0
