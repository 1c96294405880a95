"""Three men's morris, Tapatan and Achi: first the men are put on nine points, then they move along lines.

A position is one word: the points of the player to move, those of the other player, and who moves.

    6  7  8        bits 0 to 8     men of the player to move
    3  4  5        bits 9 to 17    men of the other player
    0  1  2        bit 18          who moves

Men are never taken, so how many are still to be placed follows from those on the board. The key of a
position, which leaves out who moves, is itself a position with the first player to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from spielbaum.bits import popcount
from spielbaum.board import SYMBOLS, Board, Cell, Place, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.grid import read_letters, read_mover, square_name, square_names, write_letters
from spielbaum.games.localized import join, localized, names, switches
from spielbaum.games.two_sets import two_sets
from spielbaum.tables import table

POINTS = 9
ALL = (1 << POINTS) - 1
#: Three points in a row win, in all three games.
ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
#: Origins of moves that come from no point.
FROM_HAND, PASS = POINTS, (POINTS + 1) * POINTS


def _neighbours(point: int, diagonals: bool) -> int:
    """The points that a line joins with this one; diagonals run through the middle of the board only."""
    row, column = divmod(point, 3)
    found = 0
    for up, right in product((-1, 0, 1), repeat=2):
        y, x = row + up, column + right
        if not (0 <= y < 3 and 0 <= x < 3) or up == right == 0:
            continue
        if up == 0 or right == 0 or (diagonals and (point == 4 or 3 * y + x == 4)):
            found |= 1 << (3 * y + x)
    return found


def _images() -> list[list[int]]:
    """Every set of points, seen in each of the eight symmetries of the square."""
    turn = [3 * (2 - point % 3) + point // 3 for point in range(POINTS)]
    flip = [3 * (point // 3) + 2 - point % 3 for point in range(POINTS)]
    places, found = list(range(POINTS)), []
    for flipped in (False, True):
        for _ in range(4):
            places = [turn[place] for place in places]
            seen = [flip[place] for place in places] if flipped else places
            found.append([sum(1 << seen[p] for p in range(POINTS) if men >> p & 1) for men in range(ALL + 1)])
    return found


IMAGES = table(_images())


def morris(
    variant: Literal["morris", "tapatan", "achi"] = "morris", blocked: Literal["loses", "passes"] = "loses"
) -> Game[int, int]:
    """Three in a row on nine points.

    morris: three men per side, which move along rows and columns, the *smaller merels* (Murray 1913).
    tapatan: three men, which move along the diagonals as well (Culin 1900). achi: four men, otherwise as in
    tapatan. Sources differ on what happens to a player who cannot move: `blocked` says it.
    """
    men = 4 if variant == "achi" else 3
    diagonals = variant != "morris"
    passing = blocked == "passes"
    neighbours = table(_neighbours(point, diagonals) for point in range(POINTS))

    # --- rules

    own, other, player, pack = two_sets(POINTS)

    def in_a_row(points: int) -> bool:
        return any(points & row == row for row in ROWS)

    def placing(s: int) -> bool:
        return popcount(own(s)) < men

    def stuck(s: int) -> bool:
        """Whether the player to move has placed all men and none of them can move."""
        if placing(s):
            return False
        free = ALL & ~(own(s) | other(s))
        return not any((own(s) >> point) & 1 and int(neighbours[point]) & free for point in range(POINTS))

    def over(s: int) -> bool:
        return in_a_row(other(s)) or (not passing and stuck(s))

    def moves(s: int) -> Iterator[int]:
        """A move is its origin times nine, plus its target."""
        free = ALL & ~(own(s) | other(s))
        if in_a_row(other(s)):
            free = 0
        elif placing(s):
            for target in range(POINTS):
                if (free >> target) & 1:
                    yield FROM_HAND * POINTS + target
        elif passing and stuck(s):
            yield PASS
        else:
            for origin in range(POINTS):
                if (own(s) >> origin) & 1:
                    reached = int(neighbours[origin]) & free
                    for target in range(POINTS):
                        if (reached >> target) & 1:
                            yield origin * POINTS + target

    def play(s: int, move: int) -> int:
        mine = own(s)
        if move != PASS:
            mine |= 1 << (move % POINTS)
            if move // POINTS < POINTS:
                mine ^= 1 << (move // POINTS)
        return pack(other(s), mine, 1 - player(s))

    def utility(s: int) -> int:
        """Whoever would have to move when the game is over has lost."""
        return 1 if player(s) else -1

    def ending(s: int) -> str:
        return "game.morris.row" if in_a_row(other(s)) else "game.morris.stuck"

    # --- hints for the search

    def chances(mine: int, theirs: int) -> int:
        """The rows that are not blocked, each counted by the men on it."""
        count = 0
        for row in ROWS:
            if theirs & row == 0:
                count += popcount(mine & row)
        return count

    def evaluate(s: int) -> int:
        balance = chances(own(s), other(s)) - chances(other(s), own(s))
        return -balance if player(s) else balance

    def order(s: int, move: int) -> int:
        return 1 if move != PASS and in_a_row(other(play(s, move))) else 0

    def order_reason(s: int, move: int) -> str:
        return "win" if order(s, move) else ""

    def key(s: int) -> int:
        """Seen by the player to move, and of the eight images the smallest word."""
        mine, theirs = own(s), other(s)
        least = pack(mine, theirs, 0)
        for image in range(8):
            least = min(least, pack(int(IMAGES[image, mine]), int(IMAGES[image, theirs]), 0))
        return least

    # --- how people see it

    def place(point: int) -> Place:
        return 2 - point // 3, point % 3

    def name(point: int) -> str:
        return square_name(place(point), 3)

    def move_text(_s: int, move: int) -> str:
        if move == PASS:
            return "--"
        origin, target = divmod(move, POINTS)
        return name(target) if origin == FROM_HAND else name(origin) + name(target)

    def owner(s: int, point: int) -> int | None:
        if (own(s) >> point) & 1:
            return player(s)
        return 1 - player(s) if (other(s) >> point) & 1 else None

    def letters(s: int) -> list[list[str]]:
        owners = [[owner(s, 3 * row + column) for column in range(3)] for row in (2, 1, 0)]
        return [["." if who is None else SYMBOLS[who] for who in row] for row in owners]

    def notation(s: int) -> str:
        return f"{write_letters(letters(s))} {SYMBOLS[player(s)]}"

    def parse(text: str) -> int | None:
        """Rows from the top, then who moves: ..O/.X./... X"""
        board, _, mover = text.upper().partition(" ")
        if "/" not in board:
            return None
        rows = read_letters(board, 3, 3, "".join(SYMBOLS[:2]))
        who = read_mover(text, mover, "".join(SYMBOLS[:2]))
        stones = [0, 0]
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter != ".":
                    stones[SYMBOLS.index(letter)] |= 1 << (3 * (2 - y) + x)
        first, second = stones
        counts = popcount(first), popcount(second)
        # The first player is one man ahead while the men are placed and the second player is to move.
        if counts not in ((men, men), (counts[1] + who, counts[0] - who)) or max(counts) > men:
            raise BadInput("error.board.morris", text=text, men=men)
        if in_a_row(stones[who]):
            raise BadInput("error.board.past_end", text=text)
        return pack(stones[who], stones[1 - who], who)

    lines = tuple(
        (place(one), place(two))
        for one, two in product(range(POINTS), repeat=2)
        if one < two and int(neighbours[one]) >> two & 1
    )

    def picture(s: int) -> Board:
        playable = [] if over(s) else [move for move in moves(s) if move != PASS]
        put = {move % POINTS for move in playable if move // POINTS == FROM_HAND}
        won = 0
        for row in ROWS:
            won |= row if other(s) & row == row else 0
        cells = tuple(
            tuple(
                Cell(
                    owner(s, point),
                    move=name(point) if point in put else None,
                    mark="win" if won >> point & 1 else None,
                )
                for point in range(3 * row, 3 * row + 3)
            )
            for row in (2, 1, 0)
        )
        steps = tuple(
            Step(move_text(s, move), place(move // POINTS), place(move % POINTS))
            for move in playable
            if move // POINTS != FROM_HAND
        )
        return Board("points", cells, *square_names(3, 3), steps, lines=lines)

    return Game(
        "morris",
        start=pack(0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            unit=8 * men,  # more than all rows with all men
            most_moves=men * 8,
            repeats=True,
            repetition=3,
        ),
        hints=Hints(
            order=order,
            key=key,
        ),
        presentation=Presentation(
            order_reason=order_reason,
            move_text=move_text,
            notation=notation,
            parse=parse,
            picture=picture,
            ending=ending,
            move_names={"--": localized("pass")},
            title=localized(f"{variant}.title"),
            rules=join(
                localized("morris.rules", men=men),
                localized("morris.lines.all" if diagonals else "morris.lines.straight"),
                localized(f"morris.blocked.{blocked}"),
                localized("repetition"),
            ),
            player_names=names("white", "black"),
            switches=switches("morris", "variant", "blocked"),
        ),
    )
