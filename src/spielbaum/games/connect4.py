"""Connect Four: stones dropped into columns; four in a row win, the earlier the better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum.bits import popcount
from spielbaum.board import Board
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.games.grid import grid_board, looks_like_rows, read_rows, write_rows
from spielbaum.games.lines import board_mask, check_size, completing, has_line, line_cells, open_lines
from spielbaum.games.words import names, switches, words


class State(NamedTuple):
    """Two bitboards as drawn in `lines.py`, one strip a column from the left, the lowest cell first.

    7 × 6:    6 13 20 27 34 41 48    always empty
              5 12 19 26 33 40 47
              …
              0  7 14 21 28 35 42
    """

    #: The stones of the player to move …
    own: int
    #: … and of both.
    filled: int
    ply: int


def connect4(width: int = 7, height: int = 6, k: int = 4) -> Game[State, int]:
    """Drop stones into `width` columns of `height` cells; `k` in a row win.

    The pay-off counts speed: a win with the winner's last stone (of a full board) scores 1, with the
    last but one 2, and so on.
    """
    check_size("connect4", width, height, k)
    stride = height + 1
    cells = width * height
    column_cells = (1 << height) - 1
    board = board_mask(width, stride)
    bottom = sum(1 << (column * stride) for column in range(width))
    lines = open_lines(board, stride, k)

    # --- rules

    def player(s: State) -> int:
        return s.ply & 1

    def over(s: State) -> bool:
        return s.ply == cells or has_line(s.own ^ s.filled, stride, k)

    def moves(s: State) -> Iterator[int]:
        for column in range(width):
            if not (s.filled >> (column * stride + height - 1)) & 1:
                yield column

    def play(s: State, column: int) -> State:
        # Adding the lowest cell of a column carries through its stones to the first empty cell.
        filled = s.filled | (s.filled + (1 << (column * stride)))
        return State(s.own ^ s.filled, filled, s.ply + 1)

    def utility(s: State) -> int:
        if not has_line(s.own ^ s.filled, stride, k):
            return 0
        score = (cells + 2 - s.ply) // 2
        return score if s.ply & 1 else -score

    # --- hints for the search

    threat_weight = 4
    unit = lines + threat_weight * cells + 1  # more than any advantage, so an estimate never equals a win

    def chances(mine: int, theirs: int) -> int:
        """Lines that can still be filled, and cells that complete one."""
        empty = board & ~(mine | theirs)
        return open_lines(empty | mine, stride, k) + threat_weight * popcount(
            completing(mine, empty, stride, k)
        )

    def evaluate(s: State) -> int:
        other = s.own ^ s.filled
        advantage = chances(s.own, other) - chances(other, s.own)
        return -advantage if s.ply & 1 else advantage

    def order(_s: State, column: int) -> int:
        return -abs(2 * column - width + 1)

    def threats(s: State) -> int:
        """The cells where the player to move wins now, else those where the other one would."""
        playable = (s.filled + bottom) & board
        wins = completing(s.own, playable, stride, k)
        if wins:
            return wins
        return completing(s.own ^ s.filled, playable, stride, k)

    def dynamic(s: State) -> bool:
        return threats(s) != 0

    def noisy(s: State) -> Iterator[int]:
        wanted = threats(s)
        for column in range(width):
            if (wanted >> (column * stride)) & column_cells:
                yield column

    def key(s: State) -> int:
        """The less of the position and its mirror image.

        In a column with n stones `filled` is 2ⁿ − 1 and `own` at most that, so the sum tells the
        height as well as the owners and stays within the column's bits.
        """
        packed = s.own + s.filled
        mirrored = 0
        rest = packed
        for _ in range(width):
            mirrored = (mirrored << stride) | (rest & ((1 << stride) - 1))
            rest >>= stride
        return min(packed, mirrored)

    # --- how people see it

    def owner(s: State, column: int, row: int) -> int | None:
        cell = column * stride + height - 1 - row
        if not (s.filled >> cell) & 1:
            return None
        return player(s) if (s.own >> cell) & 1 else 1 - player(s)

    def notation(s: State) -> str:
        return write_rows(width, height, lambda column, row: owner(s, column, row))

    def parse(text: str) -> State | None:
        if not looks_like_rows(text):
            return None
        rows = read_rows(text, width, height, 2)
        stones = [0, 0]
        for y, row in enumerate(rows):
            for x, who in enumerate(row):
                if who is not None:
                    stones[who] |= 1 << (x * stride + height - 1 - y)
        filled = stones[0] | stones[1]
        counts = [popcount(each) for each in stones]
        mover = sum(counts) & 1
        if counts[0] - counts[1] != mover:
            raise BadInput("error.board.counts", text=text, counts=", ".join(map(str, counts)))
        if (filled + bottom) & filled:  # a gap stops the carry below a stone
            raise BadInput("error.board.floating", text=text)
        state = State(stones[mover], filled, sum(counts))
        if has_line(state.own, stride, k):
            raise BadInput("error.board.past_end", text=text)
        return state

    def picture(s: State) -> Board:
        legal = set() if over(s) else set(moves(s))
        won = line_cells(s.own ^ s.filled, stride, k)
        return grid_board(
            "columns",
            width,
            height,
            lambda column, row: owner(s, column, row),
            lambda column, _row: str(column + 1) if column in legal else None,
            lambda column, row: bool((won >> (column * stride + height - 1 - row)) & 1),
            column_names=tuple(str(column + 1) for column in range(width)),
            row_names=(),
        )

    most = (cells + 3 - 2 * k) // 2  # the first player's win on ply 2k − 1
    return Game(
        "connect4",
        start=State(0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        order=order,
        dynamic=dynamic,
        noisy=noisy,
        key=key,
        move_text=lambda _s, column: str(column + 1),
        notation=notation,
        parse=parse,
        picture=picture,
        values=(-max(most, 0), max(most, 0)),
        unit=unit,
        most_moves=width,
        longest=cells,
        prefer_early=False,  # the pay-off does
        move_width=1 if width < 10 else None,
        title=words("connect4.title") if k == 4 else words("connect4.title_k", k=k),
        rules=words("connect4.rules", width=width, height=height, k=k),
        player_names=names("yellow", "red"),
        switches=switches("connect4", "width", "height", "k"),
    )
