"""The search itself: principal variation search, compiled for each game.

Values inside are from the side of the player to move, in 1/(UNIT · NEAR) points. A won end of the game `p`
plies from the root counts its pay-off less 1 + p, a lost one its pay-off plus 1 + p, where the game prefers
early wins (NEAR > 1); rounded to points this is the textbook's value, since rounding is monotone.

Promise of `visit(…, depth, alpha, beta)`, with m the depth-limited minimax value of the node and v what it
returns, as in the textbook:

    α < v < β   v = m          v ≤ α   v ≥ m          v ≥ β   v ≤ m

(`REDUCE`, `NULL_MOVE`, `GRAFT` weaken this on purpose.) With v come two bits that hold for the true value
of the game, whatever the depth: LOW, it is at least v in points, and HIGH, it is at most v. Both rest on
ends of games only, never on an estimate. A value that no pay-off exceeds needs no proof of HIGH.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielbaum.engine.run import (
    CHECK,
    CUT,
    CUTOFFS,
    ENTER,
    EVENTS,
    EVENTS_FULL,
    FAULT,
    GENERATION,
    GRAFT,
    HISTORIES,
    HISTORY,
    HIT,
    IDENTITY,
    INDEX,
    KILLERS,
    LEAF,
    LEAVE,
    LEAVES,
    NODE_LIMIT,
    NODES,
    NULL_MOVE,
    NULL_WINDOWS,
    OLDEST,
    ORDER,
    ORDERED,
    PARTIAL,
    PATH,
    PLACE,
    PLIES,
    QUIET,
    REDUCE,
    REPETITION,
    ROWS_FULL,
    SWITCHES,
    TABLE,
    UPDATE,
    Run,
)
from spielbaum.engine.slots import (
    GREATEST,
    HAS_NOISY,
    HAS_SKIP,
    KNOWS_OVER,
    LEAST,
    NEAR,
    REDUCIBLE,
    REPEATS,
    TRACE,
    UNIT,
    WORDS,
    check_and_place,
    dynamic,
    ended,
    evaluate,
    identity,
    moves,
    noisy,
    order,
    pack,
    play,
    player,
    skip,
    unpack,
    utility,
)
from spielbaum.engine.table import keep, probe

#: No value is as large as this.
INFINITY = 1 << 40

# Which side of a value is proven.
NOTHING, LOW, HIGH, BOTH = 0, 1, 2, 3

# Kinds of table entries: what the value says about the depth-limited one.
AT_MOST, AT_LEAST, EXACT = 1, 2, 3

#: Payload of an entry, from below: 8 bits move, 2 kind, 2 proof, 36 value.
NO_MOVE = 255

#: Depth of the quiescence search, in plies beyond the depth limit.
QUIET_PLIES = 24

# Order of the moves: the table's move, then what the game says, killers, history.
BY_TABLE = 1 << 60
BY_GAME = 1 << 24
MOST_ORDER = 1 << 34
BY_KILLER = 1 << 22
MOST_HISTORY = 1 << 20


def sign_of(me: int) -> int:
    return 1 - 2 * me


def final_value(points: int, me: int, ply: int) -> int:
    """The value of an end of the game, `ply` plies from the root."""
    value = points * UNIT * NEAR * sign_of(me)
    if NEAR > 1:
        if value > 0:
            value -= 1 + ply
        elif value < 0:
            value += 1 + ply
    return value


def from_node(value: int, ply: int) -> int:
    """A value as seen from the root, as the node itself sees it; for the table."""
    if NEAR > 1 and value & (NEAR - 1) != 0:
        return value + ply if value > 0 else value - ply
    return value


def from_root(value: int, ply: int) -> int:
    """The inverse of `from_node`."""
    if NEAR > 1 and value & (NEAR - 1) != 0:
        return value - ply if value > 0 else value + ply
    return value


def in_points(value: int) -> int:
    """The value rounded to units of the evaluation: the part that ends of games give is near the top."""
    return (value + NEAR // 2) // NEAR


def turned(proof: int) -> int:
    """The proof from the other player's side: at least becomes at most."""
    return ((proof & LOW) << 1) | (proof >> 1)


def payload_of(value: int, proof: int, kind: int, index: int) -> int:
    return (((((value << 2) | proof) << 2) | kind) << 8) | min(index, NO_MOVE)


def lower_bound(data: int, depth: int, ply: int, graft: bool) -> tuple[int, int]:
    """What an entry says from below about a search of that depth: (value, proof); -INFINITY if nothing.

    A deeper or shallower search may give another value, so the depth must be the same; what is *proven*
    within fewer plies holds for every deeper search. With grafting, anything deeper is welcome.
    """
    kind, proof, searched = (data >> 24) & 3, (data >> 26) & 3, (data >> 8) & 255
    if kind & AT_LEAST and (
        searched == depth or (graft and searched > depth) or (proof & LOW and (graft or searched < depth))
    ):
        return from_root(data >> 28, ply), proof
    return -INFINITY, 0


def upper_bound(data: int, depth: int, ply: int, graft: bool) -> tuple[int, int]:
    """The same from above; INFINITY if nothing."""
    kind, proof, searched = (data >> 24) & 3, (data >> 26) & 3, (data >> 8) & 255
    if kind & AT_MOST and (
        searched == depth or (graft and searched > depth) or (proof & HIGH and (graft or searched < depth))
    ):
        return from_root(data >> 28, ply), proof
    return INFINITY, 0


def record(
    run: Run, kind: int, ply: int, move: int, me: int, alpha: int, beta: int, value: int, more: int
) -> None:
    """Write an event down, where events are asked for."""
    if TRACE:
        at = run.info[EVENTS]
        if at < len(run.events):
            event = run.events[at]
            event[0], event[1], event[2], event[3] = kind, ply, move, me
            event[4], event[5], event[6], event[7] = alpha, beta, value, more
            run.info[EVENTS] = at + 1
        else:
            run.info[FAULT] = EVENTS_FULL


def stopping(run: Run) -> bool:
    """Count a node; whether the search must end. The counter is stored, so the flag is read anew."""
    info = run.info
    if info[NODES] > info[NODE_LIMIT]:
        return True
    info[NODES] += 1
    return bool(info[NODES] > info[NODE_LIMIT] or run.control[0] != 0 or info[FAULT] != 0)


def push(
    run: Run, row: int, s: Any, move: Any, index: int, me: int, ply: int, table_move: int, looked_up: bool
) -> None:
    """Put the position after a move on the stack, with what is needed to order and to look it up.

    Positions at the depth limit are never looked up, and they are most of all.
    """
    rows, info = run.rows, run.info
    switches = info[SWITCHES]
    after = play(s, move)
    pack(after, rows[row])
    if looked_up:
        check, place = check_and_place(after, rows[row])
        rows[row, WORDS + CHECK] = check
        rows[row, WORDS + PLACE] = place
    name = identity(move)
    rank = 0
    if switches & ORDERED:
        rank = min(max(order(s, move), -MOST_ORDER), MOST_ORDER) * BY_GAME
    if switches & KILLERS:
        if run.killers[ply, 0] == name + 1:
            rank += BY_KILLER + 1
        elif run.killers[ply, 1] == name + 1:
            rank += BY_KILLER
    if switches & HISTORIES:
        rank += run.history[me * HISTORY + (name & (HISTORY - 1))]
    if index == table_move:
        rank = BY_TABLE
    rows[row, WORDS + ORDER] = rank
    rows[row, WORDS + IDENTITY] = name
    rows[row, WORDS + INDEX] = index


def bring_best(rows: Any, first: int, last: int) -> None:
    """Swap the highest ranked of the rows first … last - 1 to the front; of equals the first one."""
    best = first
    for i in range(first + 1, last):
        if rows[i, WORDS + ORDER] > rows[best, WORDS + ORDER]:
            best = i
    if best != first:
        # Moving the others up keeps the order of equals.
        for word in range(rows.shape[1]):
            taken = rows[best, word]
            for i in range(best, first, -1):
                rows[i, word] = rows[i - 1, word]
            rows[first, word] = taken


def note_line(line: Any, ply: int, index: int) -> None:
    """The line from this ply on is this move and the line of the ply below."""
    length = line[ply + 1, 0]
    line[ply, 0] = length + 1
    line[ply, 1] = index
    for i in range(length):
        line[ply, 2 + i] = line[ply + 1, 1 + i]


def reward(run: Run, row: int, me: int, ply: int, depth: int) -> None:
    """Remember a move that made a cut-off."""
    name = run.rows[row, WORDS + IDENTITY]
    if run.killers[ply, 0] != name + 1:
        run.killers[ply, 1] = run.killers[ply, 0]
        run.killers[ply, 0] = name + 1
    slot = me * HISTORY + (name & (HISTORY - 1))
    run.history[slot] = min(run.history[slot] + depth * depth, MOST_HISTORY)


def quiesce(run: Run, at: int, top: int, ply: int, left: int, alpha: int, beta: int) -> tuple[int, int]:
    """The value of a node at the depth limit: E(s), or what the lively moves lead to.

    Where the game says which moves are lively, the mover may also do without them, so E(s) is a value he
    has for sure; where it does not, all moves are searched.
    """
    rows = run.rows
    s = unpack(rows[at])
    me = player(s)
    line = run.line
    line[ply, 0] = 0
    if ended(s):
        value = final_value(utility(s), me, ply)
        record(run, LEAF, ply, 0, me, 0, 0, value, 1)
        run.info[LEAVES] += 1
        return value, BOTH
    estimate = evaluate(s) * sign_of(me) * NEAR
    if left == 0 or ply >= PLIES - 2 or not run.info[SWITCHES] & QUIET or not dynamic(s):
        record(run, LEAF, ply, 0, me, 0, 0, estimate, 0)
        run.info[LEAVES] += 1
        return estimate, NOTHING
    best = -INFINITY
    if HAS_NOISY:
        best = estimate
        if best >= beta:
            record(run, LEAVE, ply, 0, me, 0, 0, best, AT_LEAST)
            return best, NOTHING
    count = 0
    for move in noisy(s):
        if top + count >= len(rows):
            run.info[FAULT] = ROWS_FULL
            return 0, NOTHING
        # Lively moves have no number among all moves: the line ends where they begin.
        push(run, top + count, s, move, NO_MOVE + 1, me, ply, NO_MOVE, False)
        count += 1
    lowest = max(alpha, best)
    for i in range(top, top + count):
        bring_best(rows, i, top + count)
        if stopping(run):
            return 0, NOTHING
        same = player(unpack(rows[i])) == me
        low, high = (lowest, beta) if same else (-beta, -lowest)
        record(run, ENTER, ply + 1, rows[i, WORDS + INDEX], me if same else 1 - me, low, high, 0, 0)
        value, _ = quiesce(run, i, top + count, ply + 1, left - 1, low, high)
        value = value if same else -value
        if value > best:
            best = value
            lowest = max(lowest, best)
            if best >= beta:
                break
    record(
        run,
        LEAVE,
        ply,
        0,
        me,
        0,
        0,
        best,
        EXACT if alpha < best < beta else AT_MOST if best <= alpha else AT_LEAST,
    )
    return best, NOTHING


def visit(
    run: Run, at: int, top: int, ply: int, depth: int, alpha: int, beta: int, may_pass: int
) -> tuple[int, int]:
    """The value of the position in row `at` and its proof; rows from `top` on are free."""
    rows, info, line = run.rows, run.info, run.line
    switches = info[SWITCHES]
    line[ply, 0] = 0
    # Not literals: see `specialise.py` on recursion.
    never_pass: Any = np.int64(0)
    may_pass_again: Any = np.int64(1)

    # 1. Count, and end where the search has to.
    if stopping(run):
        return 0, NOTHING
    s = unpack(rows[at])
    me = player(s)
    check, place = rows[at, WORDS + CHECK], rows[at, WORDS + PLACE]

    # 2. A position that was there before is a draw: what was not reached the first time round is no
    #    nearer now. Nothing is proven by that, as the way here matters.
    if REPEATS:
        steps = info[PATH] + ply
        run.path[steps] = check
        if ply > 0 and switches & REPETITION:
            for i in range(steps - 1, -1, -1):
                if run.path[i] == check:
                    record(run, LEAF, ply, 0, me, 0, 0, 0, 0)
                    return 0, NOTHING
    if depth <= 0 or ply >= PLIES - 2:
        return quiesce(run, at, top, ply, QUIET_PLIES, alpha, beta)
    if KNOWS_OVER:
        if ended(s):
            value = final_value(utility(s), me, ply)
            record(run, LEAF, ply, 0, me, 0, 0, value, 1)
            info[LEAVES] += 1
            return value, BOTH

    # 3. The table. Nodes on the principal variation are searched all the same: their line is wanted.
    table_move = NO_MOVE
    graft = switches & GRAFT != 0
    open_window = beta - alpha > 1 and switches & NULL_WINDOWS != 0
    if switches & TABLE:
        data = probe(run.table, check, place, info[OLDEST])
        if data != 0:
            table_move = (data >> 16) & 255
            if ply > 0 and not open_window:
                value, proof = lower_bound(data, depth, ply, graft)
                if value >= beta:
                    record(run, HIT, ply, 0, me, 0, 0, value, (data >> 24) & 3)
                    return value, proof
                known = value
                value, proof = upper_bound(data, depth, ply, graft)
                if value <= alpha or value == known:
                    record(run, HIT, ply, 0, me, 0, 0, value, (data >> 24) & 3)
                    return value, proof

    # 4. Null move: if even passing holds β, so will a move (only where the game says so).
    if HAS_SKIP:
        if switches & NULL_MOVE and may_pass != 0 and depth >= 3 and ply > 0 and beta - alpha == 1:
            if evaluate(s) * sign_of(me) * NEAR >= beta:
                passed = skip(s)
                pack(passed, rows[top])
                check_, place_ = check_and_place(passed, rows[top])
                rows[top, WORDS + CHECK] = check_
                rows[top, WORDS + PLACE] = place_
                value, _ = visit(run, top, top + 1, ply + 1, depth - 3, -beta, 1 - beta, never_pass)
                if -value >= beta:
                    return beta, NOTHING
                line[ply, 0] = 0

    # 5. All moves, with the positions they lead to.
    count = 0
    looked_up = depth > 1 or REPEATS
    for move in moves(s):
        if top + count >= len(rows):
            info[FAULT] = ROWS_FULL
            return 0, NOTHING
        push(run, top + count, s, move, count, me, ply, table_move, looked_up)
        count += 1
    if count == 0:
        value = final_value(utility(s), me, ply)
        record(run, LEAF, ply, 0, me, 0, 0, value, 1)
        info[LEAVES] += 1
        return value, BOTH

    # 6. Enhanced transposition cut-off: perhaps the table knows of one child that is enough.
    if switches & CUTOFFS and switches & TABLE and depth >= 2 and ply > 0 and not open_window:
        for i in range(top, top + count):
            data = probe(run.table, rows[i, WORDS + CHECK], rows[i, WORDS + PLACE], info[OLDEST])
            if data != 0:
                if player(unpack(rows[i])) == me:
                    value, proof = lower_bound(data, depth - 1, ply + 1, graft)
                else:
                    value, proof = upper_bound(data, depth - 1, ply + 1, graft)
                    value, proof = -value, turned(proof)
                if value >= beta:
                    record(run, HIT, ply, 0, me, 0, 0, value, AT_LEAST)
                    return value, proof & LOW

    # 7. The children, best first: the first one with the whole window, the others with a null window,
    #    again with the whole one where they turn out better.
    best = -INFINITY
    best_index = NO_MOVE
    low_proven, high_proven = 0, HIGH
    lowest = alpha
    for i in range(top, top + count):
        bring_best(rows, i, top + count)
        same = player(unpack(rows[i])) == me
        index = rows[i, WORDS + INDEX]
        value, proof = 0, 0
        scout = i > top and switches & NULL_WINDOWS != 0 and beta - lowest > 1
        less = 0
        if REDUCIBLE:
            if switches & REDUCE and depth >= 3 and i >= top + 3 and ply > 0:
                less = 1 if i < top + 8 or depth < 6 else 2
        if scout or less > 0:
            low, high = (lowest, lowest + 1) if same else (-lowest - 1, -lowest)
            record(run, ENTER, ply + 1, index, me if same else 1 - me, low, high, 0, 0)
            value, proof = visit(run, i, top + count, ply + 1, depth - 1 - less, low, high, may_pass_again)
            if not same:
                value, proof = -value, turned(proof)
            if less > 0 and value > lowest:
                record(run, ENTER, ply + 1, index, me if same else 1 - me, low, high, 0, 0)
                value, proof = visit(run, i, top + count, ply + 1, depth - 1, low, high, may_pass_again)
                if not same:
                    value, proof = -value, turned(proof)
        if not (scout or less > 0) or (lowest < value < beta and beta - lowest > 1):
            low, high = (lowest, beta) if same else (-beta, -lowest)
            record(run, ENTER, ply + 1, index, me if same else 1 - me, low, high, 0, 0)
            value, proof = visit(run, i, top + count, ply + 1, depth - 1, low, high, may_pass_again)
            if not same:
                value, proof = -value, turned(proof)
        if run.control[0] != 0 or info[FAULT] != 0 or info[NODES] > info[NODE_LIMIT]:
            return 0, NOTHING
        high_proven &= proof
        if value > best:
            best, best_index, low_proven = value, index, proof & LOW
            if best > lowest:
                lowest = best
                note_line(line, ply, index)
                if ply == 0:
                    info[PARTIAL] = best  # a search that is stopped answers with this
            record(run, UPDATE, ply, index, me, lowest, beta, best, 0)
            if best >= beta:
                reward(run, i, me, ply, depth)
                if i + 1 < top + count:
                    high_proven = 0
                    record(run, CUT, ply, i + 1, me, alpha, beta, best, top + count - i - 1)
                break
        elif value == best:
            low_proven |= proof & LOW

    # 8. Remember. A value that no pay-off exceeds needs no further proof.
    most = GREATEST if me == 0 else -LEAST
    if in_points(best) >= most * UNIT:
        high_proven = HIGH
    least = LEAST if me == 0 else -GREATEST
    if in_points(best) <= least * UNIT:
        low_proven = LOW
    proof = low_proven | high_proven
    kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    if switches & TABLE:
        payload = payload_of(from_node(best, ply), proof, kind, best_index)
        keep(run.table, check, place, payload, depth, info[GENERATION])
    record(run, LEAVE, ply, 0, me, 0, 0, best, kind)
    return best, proof


def search(run: Run, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """Search the position in row 0."""
    return visit(run, 0, 1, 0, depth, alpha, beta, 1)


FUNCTIONS = (
    sign_of,
    final_value,
    from_node,
    from_root,
    in_points,
    turned,
    payload_of,
    lower_bound,
    upper_bound,
    record,
    stopping,
    push,
    bring_best,
    note_line,
    reward,
    quiesce,
    visit,
    search,
)
