"""k in a row on a board of m × n cells for two to four players; Tic-Tac-Toe is a case of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum.bits import popcount
from spielbaum.board import SYMBOLS, Board
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import cell_name, grid_board, looks_like_rows, read_rows, write_rows
from spielbaum.games.in_a_row import (
    WORD,
    board_mask,
    check_size,
    completing,
    has_line,
    line_cells,
    lines_through,
    open_lines,
)
from spielbaum.games.localized import join, localized, switches
from spielbaum.result import Payoff

#: More lines than lie on any cell: each begins at one of at most WORD cells, in one of four directions.
MOST_LINES = 4 * WORD


class State(NamedTuple):
    """Bitboards as drawn in `in_a_row.py`, one strip per row from the top; a move is the bit of its cell."""

    #: The stones of each player, of the player to move first, then in the order of play.
    stones: tuple[int, ...]
    player: int


def tictactoe() -> Game[State, int]:
    """Three in a row on nine cells."""
    return _k_in_a_row("tictactoe", 3, 3, 3, 2)


def mnk(width: int = 4, height: int = 4, k: int = 3, players: int = 2) -> Game[State, int]:
    """`k` in a row on a board of `width` × `height` cells, for two to four players."""
    return _k_in_a_row("mnk", width, height, k, players, "width", "height", "k", "players")


def trio(width: int = 3, height: int = 3, k: int = 3) -> Game[State, int]:
    """Three players; pay-offs are triples: the winner takes all 3 points, a draw gives each player 1."""
    return _k_in_a_row("trio", width, height, k, 3, "width", "height", "k")


def _k_in_a_row(
    name: str, width: int, height: int, k: int, players: int, *parameters: str
) -> Game[State, int]:
    check_size(name, height, width, k)
    if not 2 <= players <= len(SYMBOLS) or width > 26:
        raise BadInput("error.game.mnk", players=players, width=width)
    stride = width + 1
    board = board_mask(height, stride)
    lines = open_lines(board, stride, k)
    # The winner takes all; a draw is shared. Two players write that as +1, 0, −1.
    outcomes: tuple[Payoff, ...] = (1, -1)
    draw: Payoff = 0
    if players > 2:
        outcomes = tuple(tuple(players * (p == winner) for p in range(players)) for winner in range(players))
        draw = (1,) * players

    # --- rules

    def occupied(s: State) -> int:
        cells = 0
        for stones in s.stones:
            cells |= stones
        return cells

    def over(s: State) -> bool:
        return has_line(s.stones[-1], stride, k) or occupied(s) == board

    def moves(s: State) -> Iterator[int]:
        empty = board & ~occupied(s)
        for cell in range(stride * height):
            if (empty >> cell) & 1:
                yield cell

    def play(s: State, cell: int) -> State:
        mine = s.stones[0] | (1 << cell)
        return State(s.stones[1:] + (mine,), (s.player + 1) % players)  # noqa: RUF005 (Numba knows no *)

    def utility(s: State) -> Payoff:
        if has_line(s.stones[-1], stride, k):
            return outcomes[(s.player - 1) % players]
        return draw

    # --- hints for the search

    unit = players * lines + 1  # more than any advantage, so an estimate never equals a win

    def chances(s: State, player: int) -> int:
        """Lines that this player can still fill."""
        mine = s.stones[(player - s.player) % players]
        return open_lines(board & ~occupied(s) | mine, stride, k)

    def advantage(s: State) -> int:
        """For two players, whose stones need not be looked up: `chances` takes twice the time of a search."""
        empty = board & ~occupied(s)
        mover = open_lines(empty | s.stones[0], stride, k) - open_lines(empty | s.stones[-1], stride, k)
        return mover if s.player == 0 else -mover

    def share(s: State, player: int) -> int:
        """1 point for each player, shifted towards those with more chances; the sum stays."""
        sum_of_all = 0
        for each in range(players):
            sum_of_all += chances(s, each)
        return unit + players * chances(s, player) - sum_of_all

    def shares_of_three(s: State) -> tuple[int, ...]:
        return (share(s, 0), share(s, 1), share(s, 2))

    def shares_of_four(s: State) -> tuple[int, ...]:
        return (share(s, 0), share(s, 1), share(s, 2), share(s, 3))

    # On how many lines each cell lies: in Tic-Tac-Toe four at the centre, three in a corner, two at a side.
    through = tuple(lines_through(cell, board, stride, k) for cell in range(stride * height))

    def order(s: State, cell: int) -> int:
        """Win, block, extend a row until one stone is missing; then the cell on most lines."""
        stone = 1 << cell
        mine = s.stones[0] | stone
        if has_line(mine, stride, k):
            return 3 * MOST_LINES + through[cell]
        for player in range(1, players):
            if has_line(s.stones[player] | stone, stride, k):
                return 2 * MOST_LINES + through[cell]
        if completing(mine, board & ~occupied(s) & ~stone, stride, k):
            return MOST_LINES + through[cell]
        return through[cell]

    def order_reason(s: State, cell: int) -> str:
        return ("lines", "row", "block", "win")[order(s, cell) // MOST_LINES]

    def threats(s: State) -> int:
        """The cells where the player to move wins, else those where another player would."""
        empty = board & ~occupied(s)
        wins = completing(s.stones[0], empty, stride, k)
        if wins:
            return wins
        for player in range(1, players):
            wins |= completing(s.stones[player], empty, stride, k)
        return wins

    def dynamic(s: State) -> bool:
        return threats(s) != 0

    def noisy(s: State) -> Iterator[int]:
        cells = threats(s)
        for cell in range(stride * height):
            if (cells >> cell) & 1:
                yield cell

    # The stones of all players side by side in one word, where they fit. Every symmetry moves whole
    # columns, rows or diagonals of all of them at once.
    bits = stride * height
    blocks = sum(1 << (player * bits) for player in range(players))
    first_row = blocks * ((1 << width) - 1)
    first_column = blocks * sum(1 << (row * stride) for row in range(height))
    diagonals = tuple(  # the cells whose column is that much greater than their row
        blocks * sum(1 << (row * stride + row + away) for row in range(min(width, height) - away))
        for away in range(min(width, height))
    )

    def pack(s: State) -> int:
        packed = 0
        for player in range(players):
            packed |= s.stones[player] << (player * bits)
        return packed

    def mirrored(packed: int) -> int:
        image = 0
        for column in range(width):
            image |= ((packed >> column) & first_column) << (width - 1 - column)
        return image

    def upside_down(packed: int) -> int:
        image = 0
        for row in range(height):
            image |= ((packed >> (row * stride)) & first_row) << ((height - 1 - row) * stride)
        return image

    def transposed(packed: int) -> int:
        image = packed & diagonals[0]
        for away in range(1, width):
            shift = away * (stride - 1)
            image |= (packed & diagonals[away]) << shift | (packed >> shift) & diagonals[away]
        return image

    def key(s: State) -> int:
        """The least of the position's images."""
        packed = pack(s)
        least = min(packed, mirrored(packed))
        turned = upside_down(packed)
        least = min(least, turned, mirrored(turned))
        if width == height:
            packed = transposed(packed)
            turned = upside_down(packed)
            least = min(least, packed, mirrored(packed))
            least = min(least, turned, mirrored(turned))
        return least

    # --- how people see it

    def owner(s: State, column: int, row: int) -> int | None:
        for index, stones in enumerate(s.stones):
            if (stones >> (row * stride + column)) & 1:
                return (s.player + index) % players
        return None

    def notation(s: State) -> str:
        return write_rows(width, height, lambda column, row: owner(s, column, row))

    def parse(text: str) -> State | None:
        if not looks_like_rows(text):
            return None
        rows = read_rows(text, width, height, players)
        stones = [
            sum(
                1 << (y * stride + x)
                for y, row in enumerate(rows)
                for x, who in enumerate(row)
                if who == player
            )
            for player in range(players)
        ]
        counts = [popcount(cells) for cells in stones]
        player = sum(counts) % players
        if counts != sorted(counts, reverse=True) or counts[0] - counts[-1] > 1:
            raise BadInput("error.board.counts", text=text, counts=", ".join(map(str, counts)))
        state = State(tuple(stones[player:] + stones[:player]), player)
        if any(has_line(cells, stride, k) for cells in state.stones[:-1]):
            raise BadInput("error.board.past_end", text=text)
        return state

    def picture(s: State) -> Board:
        legal = set() if over(s) else set(moves(s))
        won = line_cells(s.stones[-1], stride, k)
        return grid_board(
            "grid",
            width,
            height,
            lambda column, row: owner(s, column, row),
            lambda column, row: cell_name(column, row) if row * stride + column in legal else None,
            lambda column, row: bool((won >> (row * stride + column)) & 1),
        )

    judges: dict[int, Callable[[State], Payoff]] = {2: advantage, 3: shares_of_three, 4: shares_of_four}
    shown = {"width": width, "height": height, "k": k}
    rules = localized("mnk.rules", names=", ".join(SYMBOLS[:players]), **shown)
    return Game(
        name,
        start=State((0,) * players, 0),
        moves=moves,
        play=play,
        utility=utility,
        over=over,
        evaluate=judges[players],
        facts=Facts(
            players=players,
            zero_sum=players == 2,
            values=(-1, 1) if players == 2 else (0, players),
            total=None if players == 2 else players,
            unit=unit,
            most_moves=width * height,
            longest=width * height,
        ),
        hints=Hints(
            order=order,
            dynamic=dynamic,
            noisy=noisy,
            key=key if players * bits < WORD else None,
        ),
        presentation=Presentation(
            order_reason=order_reason,
            move_text=lambda _s, cell: cell_name(cell % stride, cell // stride),
            notation=notation,
            parse=parse,
            picture=picture,
            move_width=2 if height < 10 else None,
            title=localized(f"{name}.title", **shown),
            rules=rules if players == 2 else join(rules, localized("mnk.payoffs", players=players)),
            player_names=SYMBOLS[:players],
            switches=switches("mnk", *parameters),
        ),
    )
