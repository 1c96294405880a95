"""Which move is searched first: the table's, then as the game says, killers, history.

The moves of a node lie in `rows` from the word `top` on, ENTRY words each; they are played only when their
turn comes, since most nodes are cut off after the first.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.run import (
    FAULT,
    HALT,
    HISTORIES,
    HISTORY,
    KILLERS,
    ORDERED,
    ROOM,
    ROWS_FULL,
    SWITCHES,
    Desk,
)
from spielbaum.engine.slots import MOVE_WORDS, identity, order, put_move, take_move

# Words of an entry; the last ones hold the move.
RANK, INDEX, MOVE = range(3)
ENTRY = MOVE

#: No move: of the numbers that moves can have.
NONE = -1

# What makes a rank. The lowest bits keep the order of equals.
TIE_BITS = 12
BY_TABLE = 1 << 60
BY_GAME = 1 << 23
MOST_ORDER = 1 << 24
BY_KILLER = 1 << 22
MOST_HISTORY = 1 << 20
#: A cut-off at this depth and below it counts no more.
MOST_BONUS = 256


def add_move(desk: Desk, s: Any, move: Any, index: int, at: int, me: int, ply: int, table_move: int) -> bool:
    """Write a move down at the word `at`; False where there is no room for it."""
    info, rows = desk.info, desk.rows
    if at + ENTRY + MOVE_WORDS > info[ROOM]:
        info[FAULT] = ROWS_FULL
        info[HALT] = 1
        return False
    switches = info[SWITCHES]
    rank = 0
    if switches & ORDERED:
        rank = min(max(order(s, move), -MOST_ORDER), MOST_ORDER) * BY_GAME
    if switches & (KILLERS | HISTORIES):
        name = identity(move)
        if switches & KILLERS:
            if desk.killers[2 * ply] == name + 1:
                rank += BY_KILLER + 1
            elif desk.killers[2 * ply + 1] == name + 1:
                rank += BY_KILLER
        if switches & HISTORIES:
            rank += desk.history[(me & 1) * HISTORY + (name & (HISTORY - 1))]
    rank = (rank << TIE_BITS) + max((1 << TIE_BITS) - 1 - index, 0)
    rows[at + RANK] = BY_TABLE if index == table_move else rank
    rows[at + INDEX] = index
    put_move(move, rows, at + MOVE)
    return True


def bring_best(rows: Any, first: int, end: int) -> None:
    """Swap the highest ranked of the moves from the word `first` up to `end` to the front."""
    best, rank = first, rows[first + RANK]
    for at in range(first + ENTRY + MOVE_WORDS, end, ENTRY + MOVE_WORDS):
        if rows[at + RANK] > rank:
            best, rank = at, rows[at + RANK]
    if best != first:
        for word in range(ENTRY + MOVE_WORDS):
            rows[first + word], rows[best + word] = rows[best + word], rows[first + word]


def weigh(history: Any, slot: int, bonus: int) -> None:
    """Move a weight up or down, the less the nearer it is to the end of its range."""
    history[slot] += bonus - history[slot] * abs(bonus) // MOST_HISTORY


def reward(desk: Desk, top: int, at: int, me: int, ply: int, depth: int) -> None:
    """The move at the word `at` made a cut-off; those before it, from `top` on, did not."""
    rows, killers, history = desk.rows, desk.killers, desk.history
    name = identity(take_move(rows, at + MOVE))
    if killers[2 * ply] != name + 1:
        killers[2 * ply + 1] = killers[2 * ply]
        killers[2 * ply] = name + 1
    bonus = min(depth * depth, MOST_BONUS) * (MOST_HISTORY // MOST_BONUS // 64)
    weigh(history, (me & 1) * HISTORY + (name & (HISTORY - 1)), bonus)
    for earlier in range(top, at, ENTRY + MOVE_WORDS):
        name = identity(take_move(rows, earlier + MOVE))
        weigh(history, (me & 1) * HISTORY + (name & (HISTORY - 1)), -bonus // 8)


FUNCTIONS = (add_move, bring_best, weigh, reward)
