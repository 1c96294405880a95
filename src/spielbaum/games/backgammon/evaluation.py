"""What a position is worth: two small networks that have learned by playing against themselves.

Each network has one hidden layer and answers how often the player on roll wins, wins a gammon and loses one,
before the dice are thrown. One knows positions in which the players can still hit each other, the other one
races. What they are told are the men on each place, four inputs for each (Tesauro 1992): at least one man,
two, three, and how many beyond; and the men borne off. `tools/backgammon_weights.py` says how the numbers
were found. Everything is a whole number, so a position has the same estimate everywhere.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterable
from math import exp
from typing import Any

from spielbaum.games.backgammon.men import BAR, Side, count, rear
from spielbaum.games.backgammon.numbers import CONTACT, RACE
from spielbaum.games.backgammon.rules import NOBODY, OFFERED, State, both
from spielbaum.tables import table, zeros

#: Units of the evaluation per point.
UNIT = 1000

#: Inputs for each place; of each player: those of all places, and the men borne off.
STEPS = 4
PLAYER_INPUTS = BAR * STEPS + 1
INPUTS = 2 * PLAYER_INPUTS
#: What a network answers: a win, a gammon won, a gammon lost.
OUTPUTS = 3
#: Weights are whole numbers of 1/SCALE, values of hidden units of 1/SCALE as well.
SCALE = 1024
#: The logistic function is looked up at so many places per unit of its argument, 0 or 1 beyond so many units.
FINENESS, REACH = 64, 8
LAST = 2 * REACH * FINENESS - 1


def _logistic(one: int) -> Iterable[int]:
    return (round(one / (1 + exp(REACH - (at + 0.5) / FINENESS))) for at in range(LAST + 1))


UNIT_VALUES, SHARES = table(_logistic(SCALE)), table(_logistic(UNIT))


def unpack(text: str) -> tuple[list[list[int]], list[list[int]]]:
    """Of a network: a row of weights of the hidden units for each input, and one that is always there; a row
    for each output, in which the last number is always there.

    Each weight is two bytes. A place looks up one row for one man, two or three: those before it are in it.
    """
    data = b64decode(text)
    weights = [int.from_bytes(data[at : at + 2], "little", signed=True) for at in range(0, len(data), 2)]
    hidden = (len(weights) - OUTPUTS) // (INPUTS + 1 + OUTPUTS)
    rows = [weights[at * hidden : (at + 1) * hidden] for at in range(INPUTS + 1)]
    for side in (0, PLAYER_INPUTS):
        for at in range(side, side + BAR * STEPS, STEPS):
            for row in (at + 1, at + 2):
                rows[row] = [one + two for one, two in zip(rows[row - 1], rows[row], strict=True)]
    rest = weights[(INPUTS + 1) * hidden :]
    return rows, [rest[at * (hidden + 1) : (at + 1) * (hidden + 1)] for at in range(OUTPUTS)]


def add_men(sums: Any, rows: Any, side: Side, first: int, men: int) -> None:
    """Add to the sums of the hidden units what the men of a player mean; their inputs begin at `first`."""
    hidden, off = len(sums), men
    for place in range(1, BAR + 1):
        here = count(side, place)
        if here:
            off -= here
            at = first + (place - 1) * STEPS
            row = at + min(here, 3) - 1
            for unit in range(hidden):
                sums[unit] += rows[row, unit]
            if here > 3:
                for unit in range(hidden):
                    sums[unit] += (here - 3) * rows[at + 3, unit]
    if off:
        for unit in range(hidden):
            sums[unit] += off * rows[first + PLAYER_INPUTS - 1, unit]


def place_of(argument: int) -> int:
    """Where the tables of the logistic function have its value for an argument in 1/SCALE."""
    return int(min(max(argument // (SCALE // FINENESS) + REACH * FINENESS, 0), LAST))


def network(text: str, men: int) -> Callable[[Side, Side], tuple[int, int, int]]:
    """A function of the men of the player on roll and of the other one: how often, in 1/UNIT, the first wins,
    wins a gammon, loses one."""
    rows_of, outputs_of = unpack(text)
    rows, outputs, hidden = table(rows_of), table(outputs_of), len(rows_of[0])

    def shares(mine: Side, theirs: Side) -> tuple[int, int, int]:
        sums = zeros(hidden)
        for unit in range(hidden):
            sums[unit] = rows[INPUTS, unit]
        add_men(sums, rows, mine, 0, men)
        add_men(sums, rows, theirs, PLAYER_INPUTS, men)
        # Written out rather than looped over: three sums in registers.
        win = SCALE * int(outputs[0, hidden])
        gammon = SCALE * int(outputs[1, hidden])
        lost = SCALE * int(outputs[2, hidden])
        for unit in range(hidden):
            value = int(UNIT_VALUES[place_of(sums[unit])])
            win += value * int(outputs[0, unit])
            gammon += value * int(outputs[1, unit])
            lost += value * int(outputs[2, unit])
        return (
            int(SHARES[place_of(win // SCALE)]),
            int(SHARES[place_of(gammon // SCALE)]),
            int(SHARES[place_of(lost // SCALE)]),
        )

    return shares


def plain_worth(win: int, gammon: int, lost: int) -> int:
    """What can be expected without the cube, in 1/UNIT points for a stake of 1."""
    return 2 * win - UNIT + gammon - lost


def cube_worth(win: int, gammon: int, lost: int, may_double: bool, may_be_doubled: bool) -> int:
    """What can be expected with the cube, in 1/UNIT points for a stake of 1 (Janowski 1993).

    It lies between a cube that is never turned again and one that is always turned at the best moment: two
    thirds of the way, as is usual. At the best moment means that whoever is doubled may as well take as drop,
    so the game is worth one point there.
    """
    won, lost_points = UNIT + UNIT * gammon // max(win, 1), UNIT + UNIT * lost // max(UNIT - win, 1)
    total = won + lost_points + UNIT // 2
    take, cash = UNIT * (lost_points - UNIT // 2) // total, UNIT * (lost_points + UNIT) // total
    left, bottom = (take, -UNIT) if may_be_doubled else (0, -lost_points)
    right, top = (cash, UNIT) if may_double else (UNIT, won)
    if win < left:
        left, bottom, right, top = 0, -lost_points, left, bottom
    elif win > right:
        left, bottom, right, top = right, top, UNIT, won
    live = bottom + (top - bottom) * (win - left) // max(right - left, 1)
    return (2 * live + plain_worth(win, gammon, lost)) // 3


def evaluation(men: int, most: int) -> Callable[[State], int]:
    """The evaluation of games with so many men a side and a cube that goes up to `most`."""
    contact, race = network(CONTACT, men), network(RACE, men)

    def on_roll(mine: Side, theirs: Side, stake: int, may_double: bool, may_be_doubled: bool) -> int:
        """For the player on roll, in 1/UNIT points."""
        touching = rear(mine) + rear(theirs) > BAR
        win, gammon, lost = contact(mine, theirs) if touching else race(mine, theirs)
        gammon, lost = min(gammon, win), min(lost, UNIT - win)
        if stake < most:
            return stake * cube_worth(win, gammon, lost, may_double, may_be_doubled)
        return stake * plain_worth(win, gammon, lost)

    def evaluate(s: State) -> int:
        """What can be expected for the first player, before the dice are thrown."""
        b = both(s)
        if s.turn == NOBODY:
            return (
                on_roll(s.first, s.second, 1, True, True) - on_roll(s.second, s.first, 1, True, True)
            ) // 2
        if s.dice == OFFERED:
            worth = min(s.stake * UNIT, on_roll(b.mine, b.theirs, 2 * s.stake, False, True))
        else:
            worth = on_roll(b.mine, b.theirs, s.stake, s.owner != 1 - s.turn, s.owner != s.turn)
        return worth if s.turn == 0 else -worth

    return evaluate
