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
SCALE_BITS = 10
SCALE = 1 << SCALE_BITS
#: The logistic function is looked up at so many places per unit of its argument, 0 or 1 beyond so many units.
FINENESS, REACH = 64, 8
LAST = 2 * REACH * FINENESS - 1
#: From an argument in 1/SCALE to a place in the tables.
STEP_BITS = (SCALE // FINENESS).bit_length() - 1


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


def place_of(argument: int) -> int:
    """Where the tables of the logistic function have its value for an argument in 1/SCALE."""
    return min(max((argument >> STEP_BITS) + REACH * FINENESS, 0), LAST)


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
    contact, race = unpack(CONTACT), unpack(RACE)
    contact_rows, contact_outputs = table(contact[0]), table(contact[1])
    race_rows, race_outputs = table(race[0]), table(race[1])

    def shares(mine: Side, theirs: Side) -> tuple[int, int, int]:
        """How often, in 1/UNIT, the player on roll wins, wins a gammon, loses one."""
        rows, outputs = contact_rows, contact_outputs
        if rear(mine) + rear(theirs) <= BAR:
            rows, outputs = race_rows, race_outputs
        hidden = len(rows[0])
        sums = zeros(hidden)
        for unit in range(hidden):
            sums[unit] = rows[INPUTS, unit]
        for who in range(2):
            side, off = theirs if who else mine, men
            for place in range(BAR):
                here = count(side, place + 1)
                if here:
                    off -= here
                    at = who * PLAYER_INPUTS + place * STEPS
                    row = at + min(here, 3) - 1
                    for unit in range(hidden):
                        sums[unit] += rows[row, unit]
                    if here > 3:
                        for unit in range(hidden):
                            sums[unit] += (here - 3) * rows[at + 3, unit]
            if off:
                last = (who + 1) * PLAYER_INPUTS - 1
                for unit in range(hidden):
                    sums[unit] += off * rows[last, unit]
        # Written out rather than looped over: three sums in registers.
        win = SCALE * int(outputs[0, hidden])
        gammon = SCALE * int(outputs[1, hidden])
        lost = SCALE * int(outputs[2, hidden])
        for unit in range(hidden):
            value = int(UNIT_VALUES[place_of(int(sums[unit]))])
            win += value * int(outputs[0, unit])
            gammon += value * int(outputs[1, unit])
            lost += value * int(outputs[2, unit])
        return (
            int(SHARES[place_of(win >> SCALE_BITS)]),
            int(SHARES[place_of(gammon >> SCALE_BITS)]),
            int(SHARES[place_of(lost >> SCALE_BITS)]),
        )

    def evaluate(s: State) -> int:
        """What can be expected for the first player, before the dice are thrown."""
        if s.turn == NOBODY:
            return 0
        b = both(s)
        win, gammon, lost = shares(b.mine, b.theirs)
        gammon, lost = min(gammon, win), min(lost, UNIT - win)
        # Whoever takes a double owns the cube; dropping it costs the stake.
        offered = s.dice == OFFERED
        stake, owner = (2 * s.stake, 1 - s.turn) if offered else (s.stake, s.owner)
        if stake < most:
            worth = stake * cube_worth(win, gammon, lost, owner != 1 - s.turn, owner != s.turn)
        else:
            worth = stake * plain_worth(win, gammon, lost)
        if offered:
            worth = min(worth, s.stake * UNIT)
        return worth if s.turn == 0 else -worth

    return evaluate
