"""2048 (Gabriele Cirulli 2014): one player slides tiles, equal ones join, nature adds a tile after each move.

The board is one word, four bits per cell from the upper left, row by row: 0 for an empty cell, otherwise n
for the tile 2ⁿ. So the largest tile is 32768; two of them do not join.

    cell 0   1   2   3        bits 0–3    4–7    8–11   12–15
         4   5   6   7             16–19  20–23  24–27  28–31
         …                         …

A slide looks each row or column up in a table of slides to the left; for the others the board is mirrored
before and after. Mirrors are exchanges of cells, several at a time (`_swap`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from spielbaum.bits import highest_bit, shift_left, shift_right
from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, OneOf, Presentation
from spielbaum.games.grid import cell_name
from spielbaum.games.localized import join, localized, names, switches
from spielbaum.result import CHANCE
from spielbaum.tables import table

LEFT, RIGHT, UP, DOWN = range(4)
DIRECTIONS = ("left", "right", "up", "down")
#: The longest side: a board of this many rows and columns fills one word.
MOST = 4
#: The largest tile, as a power of two.
LARGEST = 15
#: Tiles that may be a goal.
GOALS = tuple(1 << power for power in range(3, LARGEST + 1))
#: How often a new tile is a 2, and how often a 4.
TWO, FOUR = 9, 1
#: What `shapes` gives an empty row, less its empty cells: more than any row in a game loses.
ALIVE = 200_000
#: This much of `shapes` is worth a point.
PER_POINT = 100


class State(NamedTuple):
    """The tiles, the score so far (0 where the pay-off does not count it), and whether a tile comes next."""

    cells: int
    score: int
    adding: bool


@lru_cache
def slides(length: int) -> tuple[Any, Any]:
    """Each row of that many cells after a slide to its lowest cell, and what that scores."""
    slid = [_slide(row, length) for row in range(16**length)]
    return table(after for after, _ in slid), table(score for _, score in slid)


def _slide(row: int, length: int) -> tuple[int, int]:
    after = score = place = last = 0
    for cell in range(length):
        tile = (row >> 4 * cell) & 15
        if tile and tile == last and tile < LARGEST:
            after += 1 << 4 * (place - 1)
            score += 2 << tile
            last = 0  # what has just been made does not join again in the same slide
        elif tile:
            after += tile << 4 * place
            place += 1
            last = tile
    return after, score


@lru_cache
def shapes(length: int) -> Any:
    """How promising each row (or column) of that many cells is, from 0 up.

    Good are empty cells, equal neighbours, and tiles that become larger towards one end; bad are many tiles
    of middling size. The terms are those of Xiao's program (2014); the numbers are rounded.
    """
    return table(_shape(row, length) for row in range(16**length))


#: What a tile by itself is worth; the fourth power of each.
_ALONE = [270.0 if tile == 0 else -11 * tile**3.5 for tile in range(16)]
_FOURTH = [float(tile) ** 4 for tile in range(16)]


def _shape(row: int, length: int) -> int:
    tiles = [(row >> 4 * cell) & 15 for cell in range(length)]
    worth = falls = rises = 0.0
    for tile in tiles:
        worth += _ALONE[tile]
    for one, two in pairwise(tiles):
        step = _FOURTH[one] - _FOURTH[two]
        if step > 0:
            falls += step
        else:
            rises -= step
        if one == two and one > 0:
            worth += 700
    return int(max(ALIVE + worth - 47 * min(falls, rises), 0))


def _exchanges(pairs: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The exchanges of cells as (bits between the two, lower cells): one for each distance."""
    found: dict[int, int] = {}
    for low, high in pairs.items():
        if low < high:
            found[4 * (high - low)] = found.get(4 * (high - low), 0) | (15 << 4 * low)
    return tuple((bits, _signed(low)) for bits, low in found.items()) or ((0, 0),)


def _signed(word: int) -> int:
    """The word as the machine holds it."""
    return shift_left(word, 0)


def _swap(cells: int, exchanges: tuple[tuple[int, int], ...]) -> int:
    for distance, low in exchanges:
        different = (cells ^ shift_right(cells, distance)) & low
        cells ^= different | shift_left(different, distance)
    return cells


def game2048(
    width: int = 4, height: int = 4, goal: Annotated[int, OneOf((0, *GOALS))] = 0
) -> Game[State, int]:
    """2048 on `width` × `height` cells; the pay-off is the score, or 1 where a `goal` is reached."""
    size = width * height
    if not (1 <= width <= MOST and 1 <= height <= MOST and size > 1):
        raise BadInput("error.game.2048", width=width, height=height, most=MOST)
    goal_tile = goal.bit_length() - 1
    if goal and goal not in GOALS:
        raise BadInput("error.game.2048_goal", goal=goal, largest=1 << LARGEST)
    length = max(width, height)
    after_slide, slide_score = slides(length)
    line_shapes = shapes(length)
    square = width == height
    every = [divmod(cell, width) for cell in range(size)]
    mirror = _exchanges({y * width + x: y * width + width - 1 - x for y, x in every})
    flip = _exchanges({y * width + x: (height - 1 - y) * width + x for y, x in every})
    transpose = _exchanges({y * width + x: x * width + y for y, x in every} if square else {})
    row_mask = (1 << 4 * width) - 1
    #: The lowest bit of each cell.
    ones = _signed(sum(1 << 4 * cell for cell in range(size)))

    # --- parts of a position

    def at(cells: int, cell: int) -> int:
        return (cells >> (4 * cell)) & 15

    def occupied(cells: int) -> int:
        """The lowest bit of each cell with a tile."""
        return (cells | (cells >> 1) | (cells >> 2) | (cells >> 3)) & ones

    def column(cells: int, x: int) -> int:
        """A column as a row, its upper end lowest."""
        found = 0
        for y in range(height):
            found |= at(cells, y * width + x) << (4 * y)
        return found

    def columns_back(cells: int, x: int, tiles: int) -> int:
        for y in range(height):
            cells |= shift_left((tiles >> (4 * y)) & 15, 4 * (y * width + x))
        return cells

    def slid(cells: int, direction: int) -> int:
        """The tiles after a slide, without a new one."""
        if direction == RIGHT:
            cells = _swap(cells, mirror)
        elif direction == DOWN:
            cells = _swap(cells, flip)
        found = 0
        if direction <= RIGHT:
            for y in range(height):
                row = int(after_slide[(cells >> (4 * width * y)) & row_mask])
                found |= shift_left(row, 4 * width * y)
        else:
            for x in range(width):
                found = columns_back(found, x, int(after_slide[column(cells, x)]))
        if direction == RIGHT:
            found = _swap(found, mirror)
        elif direction == DOWN:
            found = _swap(found, flip)
        return found

    def gained(cells: int, direction: int) -> int:
        """What a slide scores: the same for both directions of a row."""
        points = 0
        if direction <= RIGHT:
            for y in range(height):
                points += int(slide_score[(cells >> (4 * width * y)) & row_mask])
        else:
            for x in range(width):
                points += int(slide_score[column(cells, x)])
        return points

    def reached(cells: int) -> bool:
        if goal:
            for cell in range(size):
                if at(cells, cell) >= goal_tile:
                    return True
        return False

    # --- rules

    def moves(s: State) -> Iterator[int]:
        """A direction; where a tile comes, twice its cell, and one more for a 4."""
        if s.adding:
            for cell in range(size):
                if at(s.cells, cell) == 0:
                    yield 2 * cell
                    yield 2 * cell + 1
        elif not reached(s.cells):
            for direction in range(4):
                if slid(s.cells, direction) != s.cells:
                    yield direction

    def over(s: State) -> bool:
        if s.adding:
            return False
        if reached(s.cells):
            return True
        for direction in range(4):  # noqa: SIM110 (Numba knows no all)
            if slid(s.cells, direction) != s.cells:
                return False
        return True

    def play(s: State, m: int) -> State:
        if s.adding:
            # Two tiles come before the first move.
            return State(s.cells | shift_left(1 + m % 2, 4 * (m // 2)), s.score, s.cells == 0)
        cells = slid(s.cells, m)
        if goal:
            return State(cells, 0, not reached(cells))
        return State(cells, s.score + gained(s.cells, m), True)

    def player(s: State) -> int:
        return CHANCE if s.adding else 0

    def weight(_s: State, m: int) -> int:
        return FOUR if m % 2 else TWO

    def utility(s: State) -> int:
        if goal:
            return 1 if reached(s.cells) else 0
        return s.score

    # --- hints for the search

    #: Nobody scores more: with n free cells no tile is larger than 2ⁿ⁺¹, and 2ⁿ scores at most (n − 1) · 2ⁿ.
    largest = [min(free + 1, LARGEST) for free in range(1, size + 1)]
    most = sum((tile - 1) << tile for tile in largest)
    unit = 2 * length * (ALIVE + 1000 * length) if goal else 1
    best_estimate = unit - 1 if goal else most - 1

    def evaluate(s: State) -> int:
        """With a goal how promising the shape is, otherwise the final score.

        The score so far says little of a move, as joining two tiles can wait; the sum T of all tiles says
        what the score can be at most, T · (log₂ T − 1). To that comes what the shape promises, so that it
        never pays to end the game.
        """
        shape = 0
        for y in range(height):
            shape += int(line_shapes[(s.cells >> (4 * width * y)) & row_mask])
        for x in range(width):
            shape += int(line_shapes[column(s.cells, x)])
        if goal:
            return min(shape, best_estimate)
        total = 2 * half_sum(s.cells)
        power = highest_bit(total | 1)
        return min(
            total * power + ((total * (total - (1 << power))) >> power) + shape // PER_POINT, best_estimate
        )

    def canonical(cells: int) -> int:
        """Of the board's images in its mirrors the smallest word."""
        least = cells
        for turn in range(2 if square else 1):
            if turn:
                cells = _swap(cells, transpose)
            mirrored = _swap(cells, mirror)
            least = min(least, cells, mirrored, _swap(cells, flip), _swap(mirrored, flip))
        return least

    def key(s: State) -> tuple[int, int, int]:
        return (canonical(s.cells), s.score, 1 if s.adding else 0)

    def banked(s: State) -> int:
        return s.score

    def rest(s: State) -> tuple[int, int]:
        return (canonical(s.cells), 1 if s.adding else 0)

    def half_sum(cells: int) -> int:
        """Half the sum of the tiles: a slide keeps it, a new tile adds 1 or 2."""
        total = 0
        for cell in range(size):
            tile = at(cells, cell)
            if tile:
                total += 1 << (tile - 1)
        return total

    def layer(s: State) -> int:
        """Twice that, and one more after a slide.

        So a slide leads 1 further, a new tile 1 or 3, and the first of the two tiles at the start 2 or 4.
        """
        return 2 * half_sum(s.cells) + (1 if s.adding or reached(s.cells) else 0)

    # --- how people see it

    def tile(cells: int, cell: int) -> int:
        """The number on a cell; 0 where there is no tile."""
        return 1 << at(cells, cell) if at(cells, cell) else 0

    def move_text(s: State, m: int) -> str:
        if not s.adding:
            return DIRECTIONS[m]
        return f"{2 + 2 * (m % 2)}{cell_name(m // 2 % width, m // 2 // width)}"

    def notation(s: State) -> str:
        """Rows from the top, the score, and * where a tile comes next: 0-2/4-0+4*."""
        numbers = [str(tile(s.cells, cell)) for cell in range(size)]
        rows = "/".join("-".join(numbers[y * width : (y + 1) * width]) for y in range(height))
        return rows + ("" if goal else f"+{s.score}") + ("*" if s.adding else "")

    def parse(text: str) -> State | None:
        match = re.fullmatch(r"(\d+(?:[-/]\d+)+)(?:\+(\d{1,9}))?(\*?)", text)
        if match is None:
            return None
        rows = [[int(number[:9]) for number in row.split("-")] for row in match[1].split("/")]
        numbers = [number for row in rows for number in row]
        known = {0, *(1 << n for n in range(1, LARGEST + 1))}
        if len(rows) != height or any(len(row) != width for row in rows) or set(numbers) - known:
            raise BadInput("error.board.2048", text=text, width=width, height=height, largest=1 << LARGEST)
        if too_large(numbers):
            raise BadInput("error.board.2048_tiles", text=text, cells=size)
        cells, count = 0, size - numbers.count(0)
        for cell, number in enumerate(numbers):
            cells |= max(0, number.bit_length() - 1) << 4 * cell
        state = State(_signed(cells), 0 if goal else int(match[2] or 0), bool(match[3]))
        if (state.adding and (count == size or reached(cells))) or (count < 2 and not state.adding):
            raise BadInput("error.board.2048_next", text=text)
        if state.score > most_score(numbers) or (goal and match[2]):
            raise BadInput("error.board.2048_score", text=text, most=0 if goal else most_score(numbers))
        return state

    def most_score(numbers: list[int]) -> int:
        """The score of these tiles if every new one was a 2."""
        return sum((number.bit_length() - 2) * number for number in numbers if number)

    def too_large(numbers: list[int]) -> bool:
        """Whether no game can make these tiles: the k-th largest of n cells is 2ⁿ⁺²⁻ᵏ at most.

        If k are 2ˣ or more, there were k - 1 of them and two of half of it before, so it follows from the
        next k; and the n-th has just come, so it is a 4 at most. Slides and new tiles keep it so.
        """
        tiles = sorted((number.bit_length() - 1 for number in numbers if number), reverse=True)
        return any(tile > bound for tile, bound in zip(tiles, reversed(largest), strict=False))

    def picture(s: State) -> Board:
        cells = [Cell(count=tile(s.cells, cell) or None) for cell in range(size)]
        rows = tuple(tuple(cells[y * width : (y + 1) * width]) for y in range(height))
        return Board("tiles", rows, score=None if goal else s.score)

    pay_off = localized("2048.goal", goal=goal) if goal else localized("2048.score")
    return Game(
        "2048",
        start=State(0, 0, True),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        weight=weight,
        facts=Facts(
            players=1,
            values=(0, 1 if goal else most),
            unit=unit,
            most_moves=max(4, 2 * size),
            # Each new tile adds 1 to half the sum of the tiles or more; a slide comes before all but two.
            longest=2 * sum(1 << (tile - 1) for tile in largest) - 2,
            prefer_early=False,
        ),
        hints=Hints(key=key, banked=banked, rest=rest, layer=layer, stride=4),
        presentation=Presentation(
            move_text=move_text,
            move_names={name: localized(f"2048.move.{name}") for name in DIRECTIONS},
            notation=notation,
            parse=parse,
            picture=picture,
            title=localized("2048.title"),
            rules=join(localized("2048.rules", width=width, height=height), pay_off),
            player_names=names("only"),
            switches=switches("2048", "width", "height", "goal"),
        ),
    )
