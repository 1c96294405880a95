"""Which move is searched first: the table's, then as the game says, killers, history.

Where quiet moves have no rank by the game (`reducible`), killers and history are about them alone: how good a
capture is depends on what it takes, and a killer that is a capture would take the place of a quiet one.

The moves of a node lie in `rows` from the word `top` on, ENTRY + MOVE_WORDS words each; they are played only
when their turn comes, since most nodes are cut off after the first.
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.slots import MOVE_WORDS, REDUCIBLE, identity, order, take_move
from spielbaum.engine.workspace import (
    FAULT,
    FIRST,
    HALT,
    HISTORIES,
    HISTORY,
    KILLER,
    KILLERS,
    LED_HERE,
    ORDERED,
    OTHER_KILLER,
    PLY_NOTES,
    ROWS_FULL,
    SWITCHES,
    SearchContext,
)

# Words of an entry; the MOVE_WORDS last ones, from MOVE on, hold the move.
RANK, INDEX, MOVE = range(3)
ENTRY = MOVE

#: In place of the number of a move: there is none.
NONE = -1

# What makes a rank. The lowest bits keep the order of equals.
TIE_BITS = 12
BY_TABLE = 1 << 61
BY_GAME = 1 << 23
MOST_ORDER = 1 << 24
BY_KILLER = 1 << 22
MOST_HISTORY = 1 << 20
#: From this rank on a move is before all quiet ones, by what the game says.
LIVELY = BY_GAME - MOST_HISTORY
# Why a move comes first: nothing but the rules, the table, the last iteration, the game's order, a killer, an
# answer that was good elsewhere, many cut-offs so far.
BY_RULES, BY_TABLE_MOVE, BY_LAST_ITERATION, BY_OWN_ORDER, BY_KILLER_MOVE, BY_ANSWER, BY_HISTORY = range(7)
#: A cut-off counts the square of the depth, up to this: deeper than 8 plies it counts no more.
MOST_BONUS = 64


def no_room(ctx: SearchContext) -> None:
    """The moves need more room: the search begins again with more."""
    ctx.info[FAULT] = ROWS_FULL
    ctx.info[HALT] = 1


def rank_move(ctx: SearchContext, s: Any, at: int, index: int, me: int, ply: int, table_move: int) -> int:
    """Rank the move at the word `at`, which has that number among all; the rank."""
    info, rows = ctx.info, ctx.rows
    move = take_move(rows, at + MOVE)
    switches = info[SWITCHES]
    rank = 0
    if switches & ORDERED:
        rank = min(max(order(s, move), -MOST_ORDER), MOST_ORDER) * BY_GAME
    if switches & (KILLERS | HISTORIES) and (not REDUCIBLE or rank == 0):
        name = identity(move)
        if switches & KILLERS:
            here = ply * PLY_NOTES
            if ctx.killers[here + KILLER] == name + 1:
                rank += BY_KILLER + 2
            elif ctx.killers[here + OTHER_KILLER] == name + 1:
                rank += BY_KILLER + 1
            elif ctx.history[answer_slot(me, ctx.killers[here + LED_HERE])] == name + 1:
                rank += BY_KILLER
        if switches & HISTORIES:
            rank += ctx.history[(me & 1) * HISTORY + (name & (HISTORY - 1))]
    rank = (rank << TIE_BITS) + max((1 << TIE_BITS) - 1 - index, 0)
    if index == table_move:
        rank += BY_TABLE
    rows[at + RANK], rows[at + INDEX] = rank, index
    return rank


def bring_best(rows: Any, first: int, end: int) -> None:
    """Swap the highest ranked of the moves from the word `first` up to `end` to the front.

    The loop counts the words itself: compiled, a range with a step begins with a division.
    """
    best, rank = first, rows[first + RANK]
    at = first + ENTRY + MOVE_WORDS
    while at < end:
        if rows[at + RANK] > rank:
            best, rank = at, rows[at + RANK]
        at += ENTRY + MOVE_WORDS
    swap(rows, first, best)


def swap(rows: Any, one: int, other: int) -> None:
    """Swap the moves at these words."""
    if one != other:
        for word in range(ENTRY + MOVE_WORDS):
            rows[one + word], rows[other + word] = rows[other + word], rows[one + word]


def why_first(ctx: SearchContext, s: Any, top: int, end: int, me: int, ply: int, table_move: int) -> int:
    """Why the move at the word `top` comes before the others up to `end`; for the trace."""
    info, rows = ctx.info, ctx.rows
    switches = info[SWITCHES]
    if rows[top + INDEX] == table_move:
        return BY_LAST_ITERATION if ply == 0 and info[FIRST] != 0 else BY_TABLE_MOVE
    move = take_move(rows, top + MOVE)
    name = identity(move)
    least, most = 0, 0  # of the others, less that of the first
    if switches & ORDERED:
        rank = order(s, move)
        most = -MOST_ORDER
        for at in range(top + ENTRY + MOVE_WORDS, end, ENTRY + MOVE_WORDS):
            other = order(s, take_move(rows, at + MOVE)) - rank
            least, most = min(least, other), max(most, other)
    if most < 0:
        return BY_OWN_ORDER
    if switches & KILLERS:
        here = ply * PLY_NOTES
        if ctx.killers[here + KILLER] == name + 1 or ctx.killers[here + OTHER_KILLER] == name + 1:
            return BY_KILLER_MOVE
        if ctx.history[answer_slot(me, ctx.killers[here + LED_HERE])] == name + 1:
            return BY_ANSWER
    if switches & HISTORIES and ctx.history[(me & 1) * HISTORY + (name & (HISTORY - 1))] > 0:
        return BY_HISTORY
    return BY_OWN_ORDER if least < 0 else BY_RULES


def answer_slot(me: int, led_here: int) -> int:
    """Where the last good answer to that move is noted."""
    return (2 + (me & 1)) * HISTORY + (led_here & (HISTORY - 1))


def learns(rank: int) -> bool:
    """Whether a move of that rank is one for killers and history."""
    if rank > BY_TABLE // 2:
        rank -= BY_TABLE
    return not REDUCIBLE or abs(rank >> TIE_BITS) < LIVELY


def weigh(history: Any, slot: int, bonus: int) -> None:
    """Move a weight up or down, the less the nearer it is to the end of its range."""
    history[slot] += bonus - history[slot] * abs(bonus) // MOST_HISTORY


def reward(ctx: SearchContext, top: int, at: int, me: int, ply: int, depth: int) -> None:
    """The move at the word `at` made a cut-off; those before it, from `top` on, did not."""
    rows, killers, history = ctx.rows, ctx.killers, ctx.history
    if not learns(rows[at + RANK]):
        return
    name = identity(take_move(rows, at + MOVE))
    here = ply * PLY_NOTES
    if killers[here + KILLER] != name + 1:
        killers[here + OTHER_KILLER] = killers[here + KILLER]
        killers[here + KILLER] = name + 1
    history[answer_slot(me, killers[here + LED_HERE])] = name + 1
    bonus = min(depth * depth, MOST_BONUS) * (MOST_HISTORY // MOST_BONUS // 8)
    weigh(history, (me & 1) * HISTORY + (name & (HISTORY - 1)), bonus)
    for earlier in range(top, at, ENTRY + MOVE_WORDS):
        # Some were not searched.
        if rows[earlier + INDEX] == NONE or not learns(rows[earlier + RANK]):
            continue
        name = identity(take_move(rows, earlier + MOVE))
        weigh(history, (me & 1) * HISTORY + (name & (HISTORY - 1)), -bonus)


FUNCTIONS = (no_room, answer_slot, learns, rank_move, why_first, swap, bring_best, weigh, reward)
