"""The search itself: principal variation search, compiled for each game.

Promise of `visit(…, depth, alpha, beta)`, with m the depth-limited minimax value of the node and v what it
returns, as in the textbook:

    α < v < β   v = m          v ≤ α   v ≥ m          v ≥ β   v ≤ m

(`REDUCE`, `NULL_MOVE`, `FUTILITY`, `GRAFT` weaken this on purpose.) What values and their proofs are says
`scores.py`.

States and moves are handed on by value and everything else lies behind eleven addresses (`Desk`), so that a
node costs little more than the rules of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielbaum.engine.estimates import judged
from spielbaum.engine.machine import mix, pointer, prefetch
from spielbaum.engine.nodes import at_end, estimated, halting, leaf, record
from spielbaum.engine.ordering import (
    BY_RULES,
    ENTRY,
    INDEX,
    LIVELY,
    MOVE,
    NONE,
    RANK,
    TIE_BITS,
    bring_best,
    no_room,
    rank_move,
    reward,
    why_first,
)
from spielbaum.engine.quiescence import QUIET_PLIES, quiesce
from spielbaum.engine.reductions import lateness
from spielbaum.engine.run import (
    BUCKETS,
    COMES_FIRST,
    CUT,
    CUTOFFS,
    ENTER,
    ESTIMATE,
    EVENT_ROOM,
    EVENTS,
    EXTEND,
    FIRST,
    FUTILITY,
    GENERATION,
    GRAFT,
    HALT,
    HIT,
    LEAF,
    LEAVE,
    LEAVES,
    LED_HERE,
    LEFT_OUT,
    NULL_MOVE,
    NULL_WINDOWS,
    OLDEST,
    PARTIAL,
    PATH,
    PLIES,
    PLY_NOTES,
    REDUCE,
    REPETITION,
    ROOM,
    SWITCHES,
    TABLE,
    UPDATE,
    Desk,
    Run,
)
from spielbaum.engine.scores import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    HIGH,
    INFINITY,
    LOW,
    NO_MOVE,
    NOTHING,
    from_node,
    in_points,
    lower_bound,
    payload_of,
    turned,
    upper_bound,
)
from spielbaum.engine.slots import (
    GREATEST,
    HAS_DYNAMIC,
    HAS_MOMENT,
    HAS_SKIP,
    HAS_SWING,
    HAS_URGENT,
    KNOWS_OVER,
    LEAST,
    LEAVES_AT_ONCE,
    MOVE_WORDS,
    NEAR,
    REDUCIBLE,
    REPEATS,
    SWING,
    TRACE,
    UNIT,
    State,
    check_and_place,
    ended,
    identity,
    moment,
    plain,
    play,
    player,
    skip,
    take_move,
    unpack,
    urgent,
    write_moves,
)
from spielbaum.engine.table import BUCKET, keep_in_bucket, probe_bucket
from spielbaum.engine.writing import FULL

#: Down to so many plies before the depth limit a lead may decide, late moves may be left out, and a lag may
#: decide.
LEAD_DEPTH, LATE_DEPTH, LAG_DEPTH = 6, 4, 3
#: Words of a line: its length, then the numbers of its moves.
LINE = PLIES + 2


def bucket_at(desk: Desk, place: int) -> int:
    return int(place & (desk.info[BUCKETS] - 1)) * BUCKET


def note_line(line: Any, ply: int, index: int) -> None:
    """The line from this ply on is this move and the line of the ply below."""
    here, below = ply * LINE, (ply + 1) * LINE
    length = line[below]
    line[here] = length + 1
    line[here + 1] = index
    for i in range(1, length + 1):
        line[here + 1 + i] = line[below + i]


def on_path(desk: Desk, check: int, steps: int) -> bool:
    """Whether a position is among the first `steps` of those that led here."""
    for i in range(steps - 1, -1, -1):  # noqa: SIM110 - compiled
        if desk.path[i] == check:
            return True
    return False


def visit(
    desk: Desk, s: State, ply: int, depth: int, top: int, alpha: int, beta: int, may_pass: int
) -> tuple[int, int]:
    """The value of the position and its proof; moves are written to `rows` from the word `top` on."""
    info, line, rows = desk.info, desk.line, desk.rows
    switches = info[SWITCHES]
    line[ply * LINE] = 0
    # Not literals: see `specialise.py` on recursion.
    never_pass: Any = np.int64(0)
    may_pass_again: Any = np.int64(1)

    # 1. Count, and end where the search has to.
    if halting(desk):
        return 0, NOTHING
    me = player(s)

    # 2. A position that was there before is a draw (see `Engine._drawn`). Nothing is proven by that, as the
    #    way here matters.
    check, place = 0, 0
    if REPEATS or (depth > 0 and switches & TABLE):
        check, place = check_and_place(s)
        if depth > 0:
            # The memory answers while repetition and the end of the game are looked at.
            prefetch(desk.table, bucket_at(desk, place))
    if REPEATS:
        steps = info[PATH] + ply
        desk.path[steps] = check
        if ply > 0 and switches & REPETITION and on_path(desk, check, steps):
            record(desk, LEAF, ply, 0, me, 0, 0, 0, 0)
            return 0, NOTHING
    if HAS_MOMENT:
        check ^= mix(moment(s))

    if depth <= 0 or ply >= PLIES - 2:
        if HAS_DYNAMIC:
            return quiesce(desk, s, ply, top, QUIET_PLIES, alpha, beta)
        return leaf(desk, s, me, ply)
    if KNOWS_OVER:
        if ended(s):
            return at_end(desk, s, me, ply)

    # 3. The table. Nodes on the principal variation are searched all the same: their line is wanted.
    table_move = NONE
    graft = switches & GRAFT != 0
    open_window = beta - alpha > 1 and switches & NULL_WINDOWS != 0
    if switches & TABLE:
        data = probe_bucket(desk.table, bucket_at(desk, place), check, info[OLDEST])
        if data != 0:
            table_move = (data >> 16) & 255
            if table_move == NO_MOVE:
                table_move = NONE
            if ply > 0 and not open_window:
                value, proof = lower_bound(data, depth, ply, graft)
                if value >= beta:
                    record(desk, HIT, ply, 0, me, 0, 0, value, (data >> 24) & 3)
                    return value, proof
                known = value
                value, proof = upper_bound(data, depth, ply, graft)
                if value <= alpha or value == known:
                    record(desk, HIT, ply, 0, me, 0, 0, value, (data >> 24) & 3)
                    return value, proof

    if ply == 0 and info[FIRST] != 0:
        table_move = info[FIRST] - 1  # the best of the last iteration, whatever became of its entry

    # 4. What the estimate already decides, where the window is narrow and nobody threatens anything: a lead
    #    that no few plies will change, or one that holds even if the mover passes.
    calm = False
    improving = False
    estimate = 0
    if HAS_SKIP or HAS_SWING:
        notes = desk.killers
        at = ply * PLY_NOTES + ESTIMATE
        calm = True
        if HAS_URGENT:
            calm = not urgent(s)
        if calm:
            estimate = judged(desk, s, me)
            improving = ply > 1 and estimate > notes[at - 2 * PLY_NOTES]
            notes[at] = estimate
        else:
            notes[at] = notes[at - 2 * PLY_NOTES] if ply > 1 else -INFINITY
        calm = calm and ply > 0 and beta - alpha == 1 and abs(beta) <= (UNIT - 1) * NEAR
    if HAS_SWING:
        if calm and switches & FUTILITY and depth <= LEAD_DEPTH:
            if estimate - (depth - improving) * SWING * NEAR >= beta:
                return estimated(desk, estimate, me, ply)
        if calm and switches & FUTILITY and depth <= LAG_DEPTH:
            # So far behind that only captures can help, if anything can.
            if estimate + (1 + 2 * depth) * SWING * NEAR <= alpha:
                noted, leaves = info[EVENTS], info[LEAVES]
                value, proof = quiesce(desk, s, ply, top, QUIET_PLIES, alpha, beta)
                if value <= alpha or info[HALT] != 0:
                    return value, proof
                info[EVENTS], info[LEAVES] = noted, leaves
    if HAS_SKIP:
        if calm and switches & NULL_MOVE and may_pass != 0 and depth >= 2 and estimate >= beta:
            passed = plain(skip(s))
            if player(passed) != me:
                less = 3 + depth // 3
                if HAS_SWING:
                    less += min((estimate - beta) // (2 * max(SWING, 1) * NEAR), 3)
                desk.killers[(ply + 1) * PLY_NOTES + LED_HERE] = 0
                noted = info[EVENTS]
                value, _ = visit(desk, passed, ply + 1, depth - less, top, -beta, 1 - beta, never_pass)
                if info[HALT] != 0:
                    return 0, NOTHING
                if TRACE:
                    info[EVENTS] = noted  # no move leads there, so there is nothing to show
                if -value >= beta:
                    # A whole estimate: anything between would be read as the distance to an end.
                    return estimated(desk, -(-beta // NEAR) * NEAR, me, ply)
                line[ply * LINE] = 0
    if REDUCIBLE:
        # Without a move to begin with, a shallower search finds one for the next time.
        if switches & REDUCE and table_move == NONE and depth >= 4 and ply > 0:
            depth -= 1

    # 5. All moves, ranked.
    end = write_moves(s, rows, top, info[ROOM])
    if end == FULL:
        no_room(desk)
        return 0, NOTHING
    count = (end - top) // (ENTRY + MOVE_WORDS)
    if count == 0:
        return at_end(desk, s, me, ply)
    for number in range(count):
        rank_move(desk, s, top + number * (ENTRY + MOVE_WORDS), number, me, ply, table_move)

    # 6. Enhanced transposition cut-off: perhaps the table knows of one child that is enough.
    if switches & CUTOFFS and switches & TABLE and count <= 4 * depth and ply > 0 and not open_window:
        for at in range(top, end, ENTRY + MOVE_WORDS):
            _, place_ = check_and_place(plain(play(s, take_move(rows, at + MOVE))))
            prefetch(desk.table, bucket_at(desk, place_))
        for at in range(top, end, ENTRY + MOVE_WORDS):
            after = plain(play(s, take_move(rows, at + MOVE)))
            child, place_ = check_and_place(after)
            check_ = child
            if HAS_MOMENT:
                check_ ^= mix(moment(after))
            data = probe_bucket(desk.table, bucket_at(desk, place_), check_, info[OLDEST])
            if data != 0:
                below = depth - 1
                if HAS_URGENT:
                    if switches & EXTEND and urgent(after):
                        below += 1
                if player(after) == me:
                    value, proof = lower_bound(data, below, ply + 1, graft)
                else:
                    value, proof = upper_bound(data, below, ply + 1, graft)
                    value, proof = -value, turned(proof)
                if REPEATS:
                    if value >= beta and switches & REPETITION and on_path(desk, child, info[PATH] + ply + 1):
                        continue
                if value >= beta:
                    record(desk, HIT, ply, 0, me, 0, 0, value, AT_LEAST)
                    return value, proof & LOW

    # 7. The children, best first: the first one with the whole window, the others with a null window,
    #    again with the whole one where they turn out better.
    best = -INFINITY
    best_index = NO_MOVE
    low_proven, high_proven = 0, HIGH
    lowest = alpha
    for number in range(count):
        at = top + number * (ENTRY + MOVE_WORDS)
        bring_best(rows, at, end)
        index = rows[at + INDEX]
        if TRACE:
            if number == 0 and count > 1:
                why = why_first(desk, s, top, end, me, ply, table_move)
                if why != BY_RULES:
                    record(desk, COMES_FIRST, ply, index, me, 0, 0, 0, why)
        if ply == 0 and info[LEFT_OUT] != 0 and desk.root[index] != 0:
            rows[at + INDEX] = NONE
            high_proven = 0
            continue
        after = plain(play(s, take_move(rows, at + MOVE)))
        same = player(after) == me
        them = me if same else 1 - me
        below = depth - 1
        threat = False
        if HAS_URGENT:
            threat = urgent(after)
            if switches & EXTEND and threat:
                below += 1
        quiet = rows[at + RANK] >> TIE_BITS < LIVELY
        if HAS_SWING:
            # Late quiet moves near the depth limit, and those that cannot make up for what is missing.
            if calm and switches & FUTILITY and quiet and number > 0 and not threat and depth <= LATE_DEPTH:
                hope = estimate + depth * SWING * NEAR
                enough = (4 + depth * depth) // (1 if improving else 2)
                if best >= (1 - UNIT) * NEAR and (hope <= lowest or number >= enough):
                    rows[at + INDEX] = NONE
                    high_proven = 0
                    if min(hope, lowest) > best:
                        best, low_proven = min(hope, lowest), 0
                    continue
        scout = best > -INFINITY and switches & NULL_WINDOWS != 0 and beta - lowest > 1
        less = 0
        if REDUCIBLE:
            # At the root the choice is made: there fewer moves are late, and none in a shallow search.
            late = number >= 2 if ply > 0 else number >= 4 and depth >= 5
            if switches & REDUCE and below >= 2 and late and quiet and not threat:
                less = min(lateness(depth, number, rows[at + RANK], open_window, improving), below - 1)
        value, proof = 0, 0
        again = True
        if LEAVES_AT_ONCE:
            # Most nodes are leaves: they are valued here, without a call of their own.
            if below <= 0:
                low, high = (lowest, beta) if same else (-beta, -lowest)
                record(desk, ENTER, ply + 1, index, them, low, high, 0, 0)
                line[(ply + 1) * LINE] = 0
                if not halting(desk):
                    value, proof = leaf(desk, after, them, ply + 1)
                if not same:
                    value, proof = -value, turned(proof)
                again, scout = False, False
        if scout or less > 0 or again:
            desk.killers[(ply + 1) * PLY_NOTES + LED_HERE] = identity(take_move(rows, at + MOVE)) + 1
        if scout or less > 0:
            low, high = (lowest, lowest + 1) if same else (-lowest - 1, -lowest)
            record(desk, ENTER, ply + 1, index, them, low, high, 0, 0)
            value, proof = visit(desk, after, ply + 1, below - less, end, low, high, may_pass_again)
            if not same:
                value, proof = -value, turned(proof)
            if less > 0 and value > lowest:
                record(desk, ENTER, ply + 1, index, them, low, high, 0, 0)
                value, proof = visit(desk, after, ply + 1, below, end, low, high, may_pass_again)
                if not same:
                    value, proof = -value, turned(proof)
            again = lowest < value < beta and beta - lowest > 1
        if again:
            low, high = (lowest, beta) if same else (-beta, -lowest)
            record(desk, ENTER, ply + 1, index, them, low, high, 0, 0)
            value, proof = visit(desk, after, ply + 1, below, end, low, high, may_pass_again)
            if not same:
                value, proof = -value, turned(proof)
        if info[HALT] != 0:
            return 0, NOTHING
        high_proven &= proof
        if value > best:
            best, best_index, low_proven = value, index, proof & LOW
            if best > lowest:
                lowest = best
                note_line(line, ply, index)
                if ply == 0:
                    info[PARTIAL] = best  # a search that is stopped answers with this
            record(desk, UPDATE, ply, index, me, lowest, beta, best, 0)
            if best >= beta:
                reward(desk, top, at, me, ply, depth)
                if number + 1 < count:
                    high_proven = 0
                    record(desk, CUT, ply, number + 1, me, alpha, beta, best, count - number - 1)
                break
        elif value == best and low_proven == 0 and proof & LOW:
            # As good, and sure to be: a proof is one of the value and of the move that reaches it.
            best_index, low_proven = index, LOW
            if best > alpha:
                note_line(line, ply, index)

    # 8. Remember. A value that no pay-off exceeds needs no further proof.
    most = GREATEST if me == 0 else -LEAST
    if in_points(best) >= most * UNIT:
        high_proven = HIGH
    least = LEAST if me == 0 else -GREATEST
    if in_points(best) <= least * UNIT:
        low_proven = LOW
    proof = low_proven | high_proven
    kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    if switches & TABLE and (ply > 0 or info[LEFT_OUT] == 0):
        payload = payload_of(from_node(best, ply), proof, kind, best_index)
        start = bucket_at(desk, place)
        keep_in_bucket(desk.table, start, check, payload, depth, info[GENERATION], info[OLDEST])
    record(desk, LEAVE, ply, 0, me, 0, 0, best, kind)
    return best, proof


def search(run: Run, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """Search the position in row 0."""
    desk = Desk(
        pointer(run.table),
        pointer(run.control),
        pointer(run.info),
        pointer(run.rows),
        pointer(run.killers),
        pointer(run.history),
        pointer(run.line),
        pointer(run.path),
        pointer(run.events),
        pointer(run.root),
        pointer(run.estimates),
    )
    info = run.info
    info[HALT] = 0
    info[ROOM] = run.rows.size
    info[EVENT_ROOM] = len(run.events)
    info[BUCKETS] = len(run.table) // BUCKET
    return visit(desk, unpack(run.rows[0]), 0, depth, run.rows.shape[1], alpha, beta, 1)


FUNCTIONS = (bucket_at, note_line, on_path, visit, search)
