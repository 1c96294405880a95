"""Solitaire Yahtzee, the official rules as Verhoeff (1999) reads them: any free box may be filled, a further
Yahtzee brings 100 points where the first one brought 50, and it is a joker where its upper box is filled.

spielbaum solve "examples/yahtzee.py:upper=1,lower=2"

`upper` and `lower` say how many boxes of the score card there are, in the order of UPPER and LOWER. Dice are
written down by how often each face lies on the table, four bits per face, the ones lowest.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from spielbaum import CHANCE, Facts, Game, Hints, Presentation
from spielbaum.tables import table

DICE, FACES, THROWS = 5, 6, 3
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("yahtzee", "full-house", "small-straight", "large-straight", "three", "four", "chance")
YAHTZEE, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, THREE, FOUR, ANY = range(FACES, FACES + len(LOWER))
UPPER_BOXES = (1 << FACES) - 1
FURTHER_YAHTZEE, UPPER_BONUS = 100, 35
#: The most that a lower box brings, in the order of LOWER.
LOWER_MOST = (50, 25, 30, 40, 30, 30, 30)
#: The first box; the moves below it keep dice.
BOX = 1000

#: The faces of every throw of 0 to 5 dice, those of fewer dice first, and where those of n dice begin.
SHOWN = [faces for n in range(DICE + 1) for faces in combinations_with_replacement(range(FACES), n)]
ROLLS = table(sum(1 << 4 * face for face in faces) for faces in SHOWN)
FIRST = table(sum(len(faces) < n for faces in SHOWN) for n in range(DICE + 2))


def _ways(faces: tuple[int, ...]) -> int:
    """In how many ways so many dice show these faces."""
    ways = factorial(len(faces))
    for face in range(FACES):
        ways //= factorial(faces.count(face))
    return ways


WAYS = table(map(_ways, SHOWN))


class State(NamedTuple):
    dice: int  # what lies on the table
    throws: int  # throws that are left in this turn, less the one that is under way
    throwing: bool
    used: int  # boxes that are filled, a bit for each
    upper: int  # points in upper boxes, up to those that bring the bonus
    further: bool  # the box for the Yahtzee holds its points, so that further ones bring 100 each
    score: int


def count(dice: int, face: int) -> int:
    return dice >> 4 * face & 15


def within(some: int, dice: int) -> bool:
    """Whether all of these dice are among those: no face borrows from the next one."""
    return ((dice | 0x888888) - some) & 0x888888 == 0x888888


def lying(dice: int) -> int:
    return sum(count(dice, face) for face in range(FACES))


def pips(dice: int) -> int:
    return sum((face + 1) * count(dice, face) for face in range(FACES))


def most_equal(dice: int) -> int:
    return max(count(dice, face) for face in range(FACES))


def in_a_row(dice: int) -> int:
    longest = row = 0
    for face in range(FACES):
        row = row + 1 if count(dice, face) else 0
        longest = max(longest, row)
    return longest


def further_yahtzee(dice: int, used: int) -> bool:
    """A Yahtzee whose own box is filled already."""
    return used >> YAHTZEE & 1 == 1 and most_equal(dice) == DICE


def joker(dice: int, used: int) -> bool:
    """A further Yahtzee whose upper box is filled as well: it counts as a full house, and as a straight."""
    return further_yahtzee(dice, used) and any(
        count(dice, face) == DICE and used >> face & 1 == 1 for face in range(FACES)
    )


def points(dice: int, box: int, wild: bool) -> int:
    """What five dice bring in a box; `wild` where they are a joker."""
    if box < FACES:
        return (box + 1) * count(dice, box)
    if box == YAHTZEE:
        return 50 if most_equal(dice) == DICE else 0
    if box == FULL_HOUSE:
        pair = any(count(dice, face) == 2 for face in range(FACES))
        return 25 if wild or (pair and most_equal(dice) == 3) else 0
    if box == SMALL_STRAIGHT:
        return 30 if wild or in_a_row(dice) >= 4 else 0
    if box == LARGE_STRAIGHT:
        return 40 if wild or in_a_row(dice) == 5 else 0
    if box == THREE:
        return pips(dice) if most_equal(dice) >= 3 else 0
    if box == FOUR:
        return pips(dice) if most_equal(dice) >= 4 else 0
    return pips(dice)


def yahtzee(upper: int = 6, lower: int = 7) -> Game[State, int]:
    boxes = (1 << upper) - 1 | ((1 << lower) - 1) << FACES
    goal = 3 * upper * (upper + 1) // 2  # three of each face
    most = 5 * upper * (upper + 1) // 2 + (UPPER_BONUS if upper else 0) + sum(LOWER_MOST[:lower])
    if lower:
        most += FURTHER_YAHTZEE * (upper + lower - 1)

    def moves(s: State) -> Iterator[int]:
        """What the dice that are thrown show; else the dice that stay on the table, or BOX plus a box."""
        if s.throwing:
            thrown = DICE - lying(s.dice)
            for roll in range(int(FIRST[thrown]), int(FIRST[thrown + 1])):
                yield roll
        elif s.used != boxes:
            if s.throws > 0:
                for roll in range(int(FIRST[DICE])):
                    if within(int(ROLLS[roll]), s.dice):
                        yield roll
            free = boxes & ~s.used
            for box in range(FACES + len(LOWER)):
                if free >> box & 1:
                    yield BOX + box

    def play(s: State, m: int) -> State:
        if s.throwing:
            return State(s.dice + int(ROLLS[m]), s.throws, False, s.used, s.upper, s.further, s.score)
        if m < BOX:
            return State(int(ROLLS[m]), s.throws - 1, True, s.used, s.upper, s.further, s.score)
        box, wild = m - BOX, joker(s.dice, s.used)
        won = points(s.dice, box, wild)
        above, further = s.upper, s.further
        if box < FACES:
            above = min(goal, s.upper + won)
        if box == YAHTZEE and won > 0:
            further = True
        score = s.score + won
        if above == goal and s.upper < goal:
            score += UPPER_BONUS
        if s.further and most_equal(s.dice) == DICE:
            score += FURTHER_YAHTZEE
        used = s.used | 1 << box
        return State(0, THROWS - 1, used != boxes, used, above, further, score)

    def layer(s: State) -> int:
        """Six per turn: a throw comes, a choice comes, three times."""
        filled = 0
        for box in range(FACES + len(LOWER)):
            filled += s.used >> box & 1
        if s.used == boxes:
            return 6 * filled
        return 6 * filled + 2 * (THROWS - 1 - s.throws) + (0 if s.throwing else 1)

    def move_text(s: State, m: int) -> str:
        """The faces of the dice: 13356, keep33, keep-none; or the name of a box."""
        if m >= BOX:
            return (*UPPER, *LOWER)[m - BOX]
        faces = "".join(str(face + 1) for face in SHOWN[m])
        return faces if s.throwing else f"keep{faces or '-none'}"

    return Game(
        "yahtzee",
        start=State(0, THROWS - 1, True, 0, 0, False, 0),
        moves=moves,
        play=play,
        utility=lambda s: s.score,
        player=lambda s: CHANCE if s.throwing else 0,
        weight=lambda _s, m: int(WAYS[m]),
        evaluate=lambda s: s.score + 1,  # more than what is sure, less than what may come
        facts=Facts(
            players=1,
            values=(0, most),
            most_moves=len(SHOWN),
            longest=2 * THROWS * (upper + lower),
            prefer_early=False,
        ),
        hints=Hints(
            banked=lambda s: s.score,
            rest=lambda s: (s.dice, s.throws, s.throwing, s.used, s.upper, s.further),
            layer=layer,
            stride=5,
        ),
        presentation=Presentation(
            move_text=move_text,
            title={"en": "Solitaire Yahtzee", "de": "Kniffel allein (Yahtzee-Regeln)"},
            player_names=({"en": "You", "de": "Du"},),
            switches={
                "upper": {"en": "upper boxes", "de": "obere Felder"},
                "lower": {"en": "lower boxes", "de": "untere Felder"},
            },
        ),
    )
