"""Othello: enclosed discs change sides. A player who cannot move passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.bits import popcount
from spielbaum.board import SYMBOLS, Board, Tally
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import cell_name, grid_board, looks_like_rows, read_rows, write_rows
from spielbaum.games.localized import localized, names, switches

#: Words for half a board: (upper rows, lower rows).
Half = tuple[int, int]


class State(NamedTuple):
    """Bitboards in two words, since 8 × 8 cells do not fit into one signed word.

    Each row takes size + 1 bits; the last one stays empty, so no line runs over the edge. The upper
    half of the rows lies in the first word, the lower half in the second.
    """

    own_upper: int
    own_lower: int
    other_upper: int
    other_lower: int
    #: Where the player to move may place a disc. A bit above the last row stands for a pass; no bit
    #: at all means that the game is over.
    legal_upper: int
    legal_lower: int
    player: int


#: What the evaluation weighs.
TERMS = ("corners", "mobility", "x_cells", "c_cells", "edges", "discs")
#: Corners can never be turned; freedom to move is worth something while the game goes on.
WEIGHTS = (16, 1, 0, 0, 0, 0)


def othello(size: int = 8, weights: tuple[int, ...] = WEIGHTS) -> Game[State, int]:
    """Othello on a board of `size` × `size` cells; the pay-off is the margin in discs.

    A player who cannot place a disc while the other one can has one move, to pass, written --. So a
    pass is a ply, as in the published counts of games (perft).
    """
    if size not in (4, 6, 8):
        raise BadInput("error.game.parameter", name="size", expected="4 | 6 | 8", given=size)
    if len(weights) != len(TERMS) or any(abs(weight) > 10_000 for weight in weights):
        given = "-".join(map(str, weights))
        expected = "-".join(map(str, WEIGHTS))
        raise BadInput("error.game.parameter", name="weights", expected=expected, given=given)
    stride = size + 1
    cells = size * size
    half = stride * size // 2
    passing = 2 * half
    rows_of_half = sum(((1 << size) - 1) << (row * stride) for row in range(size // 2))
    corners = 1 | (1 << (size - 1))
    corners_upper, corners_lower = corners, corners << (half - stride)
    # Beside a corner: on the diagonal (X), on the edge (C). Seen from above and from below they are the same.
    beside = (corners << 1 | corners >> 1) & ((1 << size) - 1)
    x_upper, x_lower = beside << stride, beside << (half - 2 * stride)
    c_upper, c_lower = beside | corners << stride, beside << (half - stride) | corners << (half - 2 * stride)
    sides = sum(corners << (row * stride) for row in range(2, size // 2))
    edge = ((1 << size) - 1) & ~(corners | beside)
    edges_upper, edges_lower = edge | sides, edge << (half - stride) | sides >> (2 * stride)

    # --- rules: both directions of each line through the cells, one step at a time

    def reach(own: Half, other: Half, step: int) -> Half:
        """Cells just behind the other's discs that follow own discs, `step` bits upwards and downwards."""
        up_hi, up_lo = (own[0] << step) & other[0], ((own[1] << step) | (own[0] >> (half - step))) & other[1]
        down_hi, down_lo = (
            ((own[0] >> step) | (own[1] << (half - step))) & other[0],
            (own[1] >> step) & other[1],
        )
        for _ in range(size - 3):
            up_lo |= ((up_lo << step) | (up_hi >> (half - step))) & other[1]
            up_hi |= (up_hi << step) & other[0]
            down_hi |= ((down_hi >> step) | (down_lo << (half - step))) & other[0]
            down_lo |= (down_lo >> step) & other[1]
        return (
            (up_hi << step) | (down_hi >> step) | (down_lo << (half - step)),
            (up_lo << step) | (up_hi >> (half - step)) | (down_lo >> step),
        )

    def mobility(own: Half, other: Half) -> Half:
        """The empty cells where a disc turns at least one of the other's."""
        a, b = reach(own, other, 1), reach(own, other, stride)
        c, d = reach(own, other, stride - 1), reach(own, other, stride + 1)
        return (
            (a[0] | b[0] | c[0] | d[0]) & rows_of_half & ~(own[0] | other[0]),
            (a[1] | b[1] | c[1] | d[1]) & rows_of_half & ~(own[1] | other[1]),
        )

    def turned(disc: Half, own: Half, other: Half, step: int) -> Half:
        """The other's discs on one line between the new disc and own ones."""
        hi, lo = 0, 0
        run_hi, run_lo = 0, 0
        at_hi, at_lo = disc
        for _ in range(size - 1):  # downwards on the board: to higher bits
            at_lo = ((at_lo << step) | (at_hi >> (half - step))) & rows_of_half
            at_hi = (at_hi << step) & rows_of_half
            if (at_hi & other[0]) | (at_lo & other[1]):
                run_hi |= at_hi
                run_lo |= at_lo
            else:
                if (at_hi & own[0]) | (at_lo & own[1]):
                    hi |= run_hi
                    lo |= run_lo
                break
        run_hi, run_lo = 0, 0
        at_hi, at_lo = disc
        for _ in range(size - 1):
            at_hi = ((at_hi >> step) | (at_lo << (half - step))) & rows_of_half
            at_lo = (at_lo >> step) & rows_of_half
            if (at_hi & other[0]) | (at_lo & other[1]):
                run_hi |= at_hi
                run_lo |= at_lo
            else:
                if (at_hi & own[0]) | (at_lo & own[1]):
                    hi |= run_hi
                    lo |= run_lo
                break
        return (hi, lo)

    def to_move(own: Half, other: Half, player: int) -> State:
        """The state where `player`, who has the discs `own`, is next."""
        upper, lower = mobility(own, other)
        if (upper | lower) == 0:
            replies = mobility(other, own)
            if replies[0] | replies[1]:
                lower = 1 << half
        return State(own[0], own[1], other[0], other[1], upper, lower, player)

    def over(s: State) -> bool:
        return (s.legal_upper | s.legal_lower) == 0

    def moves(s: State) -> Iterator[int]:
        for cell in range(half):
            if (s.legal_upper >> cell) & 1:
                yield cell
        for cell in range(half + 1):
            if (s.legal_lower >> cell) & 1:
                yield half + cell

    def play(s: State, cell: int) -> State:
        own, other = (s.own_upper, s.own_lower), (s.other_upper, s.other_lower)
        if cell == passing:
            return to_move(other, own, 1 - s.player)
        disc = (1 << cell, 0) if cell < half else (0, 1 << (cell - half))
        a, b = turned(disc, own, other, 1), turned(disc, own, other, stride)
        c, d = turned(disc, own, other, stride - 1), turned(disc, own, other, stride + 1)
        upper, lower = a[0] | b[0] | c[0] | d[0], a[1] | b[1] | c[1] | d[1]
        return to_move(
            (other[0] & ~upper, other[1] & ~lower),
            (own[0] | upper | disc[0], own[1] | lower | disc[1]),
            1 - s.player,
        )

    def utility(s: State) -> int:
        margin = (
            popcount(s.own_upper) + popcount(s.own_lower) - popcount(s.other_upper) - popcount(s.other_lower)
        )
        return -margin if s.player else margin

    # --- hints for the search

    most = (4, cells, 4, 8, 4 * (size - 4), cells)
    # More than any advantage, so an estimate never equals a win.
    unit = sum(abs(weight) * number for weight, number in zip(weights, most, strict=True)) + 1
    corner_weight, mobility_weight, x_weight, c_weight, edge_weight, disc_weight = weights

    def surplus(s: State, upper: int, lower: int) -> int:
        """Own discs less the other's on these cells."""
        own = popcount(s.own_upper & upper) + popcount(s.own_lower & lower)
        return own - popcount(s.other_upper & upper) - popcount(s.other_lower & lower)

    def freedom(s: State) -> int:
        """Own moves less those that the other would have."""
        replies = mobility((s.other_upper, s.other_lower), (s.own_upper, s.own_lower))
        choice = popcount(s.legal_upper) + popcount(s.legal_lower & rows_of_half)
        return choice - popcount(replies[0]) - popcount(replies[1])

    def features(s: State) -> tuple[int, ...]:
        side = -1 if s.player else 1
        return (
            side * surplus(s, corners_upper, corners_lower),
            side * freedom(s),
            side * surplus(s, x_upper, x_lower),
            side * surplus(s, c_upper, c_lower),
            side * surplus(s, edges_upper, edges_lower),
            side * surplus(s, rows_of_half, rows_of_half),
        )

    def evaluate(s: State) -> int:
        """The sum of weights times features; what has no weight is not worked out."""
        advantage = 0
        if corner_weight:
            advantage += corner_weight * surplus(s, corners_upper, corners_lower)
        if mobility_weight:
            advantage += mobility_weight * freedom(s)
        if x_weight:
            advantage += x_weight * surplus(s, x_upper, x_lower)
        if c_weight:
            advantage += c_weight * surplus(s, c_upper, c_lower)
        if edge_weight:
            advantage += edge_weight * surplus(s, edges_upper, edges_lower)
        if disc_weight:
            advantage += disc_weight * surplus(s, rows_of_half, rows_of_half)
        return -advantage if s.player else advantage

    def order(_s: State, cell: int) -> int:
        """Corners first, the cells beside them last: those give the corner away."""
        row, column = cell // stride, cell % stride
        from_row, from_column = min(row, size - 1 - row), min(column, size - 1 - column)
        if from_row + from_column == 0:
            return 3
        if from_row <= 1 and from_column <= 1:
            return -2 if from_row and from_column else -1
        return 1 if from_row == 0 or from_column == 0 else 0

    def order_reason(s: State, cell: int) -> str:
        return {3: "corner", 1: "edge"}.get(order(s, cell), "")

    def key(s: State) -> tuple[int, int, int, int]:
        return (s.own_upper, s.own_lower, s.other_upper, s.other_lower)

    # --- how people see it

    def lies(upper: int, lower: int, column: int, row: int) -> bool:
        cell = row * stride + column
        return bool((upper >> cell) & 1 if cell < half else (lower >> (cell - half)) & 1)

    def owner(s: State, column: int, row: int) -> int | None:
        if lies(s.own_upper, s.own_lower, column, row):
            return s.player
        return 1 - s.player if lies(s.other_upper, s.other_lower, column, row) else None

    def notation(s: State) -> str:
        rows = write_rows(size, size, lambda column, row: owner(s, column, row))
        return f"{rows} {SYMBOLS[s.player]}"

    def parse(text: str) -> State | None:
        """Rows from the top, then who moves: ..../.OX./.XO./.... X"""
        board, _, mover = text.partition(" ")
        if not looks_like_rows(board) or "/" not in board:
            return None
        if mover.strip().upper() not in SYMBOLS[:2]:
            raise BadInput("error.board.mover", text=text, symbols=" | ".join(SYMBOLS[:2]))
        stones = [[0, 0], [0, 0]]
        for y, row in enumerate(read_rows(board, size, size, 2)):
            for x, who in enumerate(row):
                if who is not None:
                    cell = y * stride + x
                    stones[who][cell >= half] |= 1 << (cell % half)
        player = SYMBOLS.index(mover.strip().upper())
        own, other = stones[player], stones[1 - player]
        return to_move((own[0], own[1]), (other[0], other[1]), player)

    def picture(s: State) -> Board:
        return grid_board(
            "grid",
            size,
            size,
            lambda column, row: owner(s, column, row),
            lambda column, row: (
                cell_name(column, row) if lies(s.legal_upper, s.legal_lower, column, row) else None
            ),
            lambda _column, _row: False,
        )

    def tally(_start: State, s: State) -> tuple[Tally, Tally]:
        own = popcount(s.own_upper) + popcount(s.own_lower)
        other = popcount(s.other_upper) + popcount(s.other_lower)
        black, white = (own, other) if s.player == 0 else (other, own)
        return Tally("game.othello.discs", black), Tally("game.othello.discs", white)

    middle = size // 2 - 1

    def bit(column: int, row: int) -> Half:
        cell = row * stride + column
        return (1 << cell, 0) if cell < half else (0, 1 << (cell - half))

    # Black begins; d4 and e5 are White's on the large board.
    black = (bit(middle + 1, middle)[0], bit(middle, middle + 1)[1])
    white = (bit(middle, middle)[0], bit(middle + 1, middle + 1)[1])
    return Game(
        "othello",
        start=to_move(black, white, 0),
        moves=moves,
        play=play,
        utility=utility,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            values=(-cells, cells),
            unit=unit,
            most_moves=cells - 4,
            longest=2 * (cells - 4),  # every pass is followed by a disc
            prefer_early=False,  # the margin counts, however long it takes
        ),
        hints=Hints(
            features=features,
            terms=TERMS,
            order=order,
            key=key,
        ),
        presentation=Presentation(
            # Measured: 1.3, on 6 × 6 1.8. With 1.5 a review called one of the first moves, which mirror each
            # other, inaccurate: estimates of few plies differ by as much.
            units_per_point=2 if weights == WEIGHTS else 0,
            order_reason=order_reason,
            move_text=lambda _s, cell: "--" if cell == passing else cell_name(cell % stride, cell // stride),
            notation=notation,
            parse=parse,
            picture=picture,
            tally=tally,
            move_width=2,
            move_names={"--": localized("pass")},
            title=localized("othello.title"),
            rules=localized("othello.rules", size=size),
            player_names=names("black", "white"),
            switches=switches("othello", "size", "weights"),
        ),
    )
