"""The rules of backgammon, with the doubling cube or without it.

A throw is 10 · the larger number plus the smaller one. All that a throw lets a player do is one move: up to
four steps, one byte each, the first lowest: 8 · the origin plus the number of points; 0 where no man can
move.

With the cube a player who may double decides before the throw: ROLL or DOUBLE; the other one answers a double
with TAKE or DROP. Who takes owns the cube and alone may double next.
"""

from __future__ import annotations

from typing import NamedTuple

from spielbaum.games.backgammon.men import BAR, Both, Side, may_step, none_left, step
from spielbaum.result import CHANCE

#: Whose turn it is before the first throw, and who owns a cube that lies in the middle.
NOBODY = 2
#: What stands in place of a throw: the dice are about to be thrown; the player on roll may double first; has
#: doubled; has been left the game.
ROLLING, DECIDING, OFFERED, DROPPED = 0, -1, -2, -3
#: Decisions about the cube, as moves: before the throw, and in answer to a double.
ROLL, DOUBLE = 1, 2
TAKE, DROP = 1, 2


class State(NamedTuple):
    """The men of both players, whose turn it is (`NOBODY`: the first throw says), the throw, and the cube."""

    first: Side
    second: Side
    turn: int
    dice: int
    #: How many points a plain win is worth.
    stake: int = 1
    owner: int = NOBODY


def both(s: State) -> Both:
    return Both(s.second, s.first) if s.turn == 1 else Both(s.first, s.second)


def byte(origin: int, die: int) -> int:
    return 8 * origin + die


def one_step(b: Both, die: int) -> list[int]:
    return [byte(BAR - back, die) for back in range(BAR) if may_step(b, BAR - back, die)]


def two_steps(b: Both, high: int, low: int) -> list[int]:
    """The moves with two different numbers, each position once."""
    found = []
    reached: list[Both] = []
    for order in range(2):
        die, other = (low, high) if order else (high, low)
        for back in range(BAR):
            origin = BAR - back
            if may_step(b, origin, die):
                between = step(b, origin, die)
                for back_then in range(BAR):
                    then = BAR - back_then
                    if may_step(between, then, other):
                        after = step(between, then, other)
                        new = True
                        for known in reached:
                            if known == after:
                                new = False
                                break
                        if new:
                            reached.append(after)
                            found.append(byte(origin, die) | (byte(then, other) << 8))
    return found


def most_steps(b: Both, die: int) -> int:
    """How many of four steps by the same number can be made: every order of them is as good as any other."""
    steps = 0
    origin = BAR
    while origin >= 1 and steps < 4:
        if may_step(b, origin, die):
            b = step(b, origin, die)
            steps += 1
        else:
            origin -= 1
    return steps


def doubles(b: Both, die: int) -> list[int]:
    """The moves with four equal numbers: steps in the order of their origins lead to each position once.

    Steps from the rear never hinder those from before: the other men stay where they are, and bearing off
    only becomes easier.
    """
    most = most_steps(b, die)
    found: list[int] = []
    if most == 0:
        return found
    for back_1 in range(BAR):
        origin_1 = BAR - back_1
        if not may_step(b, origin_1, die):
            continue
        b_1 = step(b, origin_1, die)
        move_1 = byte(origin_1, die)
        if most == 1:
            found.append(move_1)
            continue
        for back_2 in range(back_1, BAR):
            origin_2 = BAR - back_2
            if not may_step(b_1, origin_2, die):
                continue
            b_2 = step(b_1, origin_2, die)
            move_2 = move_1 | (byte(origin_2, die) << 8)
            if most == 2:
                found.append(move_2)
                continue
            for back_3 in range(back_2, BAR):
                origin_3 = BAR - back_3
                if not may_step(b_2, origin_3, die):
                    continue
                b_3 = step(b_2, origin_3, die)
                move_3 = move_2 | (byte(origin_3, die) << 16)
                if most == 3:
                    found.append(move_3)
                    continue
                for back_4 in range(back_3, BAR):
                    if may_step(b_3, BAR - back_4, die):
                        found.append(move_3 | (byte(BAR - back_4, die) << 24))  # noqa: PERF401
    return found


def throws(s: State) -> list[int]:
    """All throws; before the first turn each player throws one die, White first, and they must differ."""
    found = []
    for one in range(1, 7):
        for two in range(1, 7):
            if one > two or (one == two) == (s.turn != NOBODY):
                found.append(10 * one + two)  # noqa: PERF401 (plain loops compile)
    return found


def moves(s: State) -> list[int]:
    if s.dice == ROLLING:
        return throws(s)
    if s.dice < 0:
        return [1, 2]  # ROLL and DOUBLE, or TAKE and DROP
    b, high, low = both(s), s.dice // 10, s.dice % 10
    if high == low:
        found = doubles(b, high)
    else:
        found = two_steps(b, high, low)
        if len(found) == 0:
            found = one_step(b, high)
        if len(found) == 0:
            found = one_step(b, low)
    if len(found) == 0:
        found.append(0)
    return found


def play(s: State, move: int, most: int) -> State:
    """The position after a move; the cube goes up to `most`."""
    if s.dice == ROLLING:
        one, two = move // 10, move % 10
        turn = s.turn
        if turn == NOBODY:
            turn = 0 if one > two else 1
        return State(s.first, s.second, turn, 10 * max(one, two) + min(one, two), s.stake, s.owner)
    if s.dice == DECIDING:
        dice = OFFERED if move == DOUBLE else ROLLING
        return State(s.first, s.second, s.turn, dice, s.stake, s.owner)
    if s.dice == OFFERED:
        if move == DROP:
            return State(s.first, s.second, s.turn, DROPPED, s.stake, s.owner)
        return State(s.first, s.second, s.turn, ROLLING, 2 * s.stake, 1 - s.turn)
    b, turn = both(s), 1 - s.turn
    while move:
        b = step(b, (move & 255) >> 3, move & 7)
        move >>= 8
    dice = DECIDING if s.stake < most and s.owner != s.turn and not none_left(b.mine) else ROLLING
    if s.turn == 1:
        return State(b.theirs, b.mine, turn, dice, s.stake, s.owner)
    return State(b.mine, b.theirs, turn, dice, s.stake, s.owner)


def over(s: State) -> bool:
    return s.dice == DROPPED or none_left(s.first) or none_left(s.second)


def player(s: State) -> int:
    if s.dice == OFFERED:
        return 1 - s.turn
    return CHANCE if s.dice == ROLLING and not over(s) else s.turn


def weight(s: State, throw: int) -> int:
    return 2 if s.turn != NOBODY and throw // 10 != throw % 10 else 1
