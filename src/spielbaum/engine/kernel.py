"""The search itself: principal variation search, compiled for each game.

Promise of `visit(…, depth, alpha, beta)`, with m the depth-limited minimax value of the node and v what it
returns, as in the textbook:

    α < v < β   v = m          v ≤ α   v ≥ m          v ≥ β   v ≤ m

(`REDUCE`, `NULL_MOVE`, `FUTILITY`, `DEEPER_ENTRIES` weaken this on purpose.) `scores.py` says what values and
their proofs are.

States and moves are handed on by value and everything else lies behind eleven addresses (`SearchContext`), so
that a node costs little more than the rules of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielbaum.engine.estimates import judged_as
from spielbaum.engine.machine import mix, prefetch
from spielbaum.engine.nodes import at_end, begin_search, estimated, halting, leaf, record
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
    swap,
    why_first,
)
from spielbaum.engine.quiescence import QUIET_PLIES, quiesce
from spielbaum.engine.scores import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    HIGH,
    INFINITY,
    LOW,
    NO_MOVE,
    NOTHING,
    entry_claim,
    entry_move,
    extreme,
    from_node,
    lower_bound,
    pack_claim,
    pack_entry,
    turned,
    upper_bound,
)
from spielbaum.engine.selectivity import (
    LATE_MOVE_PRUNING_DEPTH,
    late_move_pruning,
    late_move_reduction,
    most_hoped_for,
    null_move_reduction,
    razoring,
    reverse_futility,
)
from spielbaum.engine.slots import (
    BY_REPETITION,
    HAS_DYNAMIC,
    HAS_MOMENT,
    HAS_SKIP,
    HAS_SWING,
    HAS_URGENT,
    KNOWS_OVER,
    MOVE_WORDS,
    NEAR,
    REDUCIBLE,
    REPEATS,
    SOLVED,
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
from spielbaum.engine.solved import clock_check, from_solution
from spielbaum.engine.table import BUCKET, keep_in_bucket, probe_bucket
from spielbaum.engine.workspace import (
    BUCKETS,
    COMES_FIRST,
    CUT,
    CUTOFFS,
    DEEPER_ENTRIES,
    ENTER,
    ESTIMATE,
    EVENTS,
    EXTEND,
    FIRST,
    FUTILITY,
    GENERATION,
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
    QUIET,
    REDUCE,
    REPETITION,
    ROOM,
    SWITCHES,
    TABLE,
    UPDATE,
    SearchContext,
    Workspace,
)
from spielbaum.engine.writing import FULL

#: Words of a line: its length, then the numbers of its moves.
LINE = PLIES + 2
#: Words that are noted of each child before the table is asked.
NOTE = 2


def bucket_at(ctx: SearchContext, place: int) -> int:
    return int(place & (ctx.info[BUCKETS] - 1)) * BUCKET


def note_line(line: Any, ply: int, index: int) -> None:
    """The line from this ply on is this move and the line of the ply below."""
    here, below = ply * LINE, (ply + 1) * LINE
    length = line[below]
    line[here] = length + 1
    line[here + 1] = index
    for i in range(1, length + 1):
        line[here + 1 + i] = line[below + i]


def on_path(ctx: SearchContext, check: int, steps: int) -> bool:
    """Whether a position is among the first `steps` of those that led here."""
    for i in range(steps - 1, -1, -1):  # noqa: SIM110 - compiled
        if ctx.path[i] == check:
            return True
    return False


def excluded(ctx: SearchContext, ply: int, index: int) -> bool:
    """Whether that move is left out at the root: it was not asked for, or it has its line already."""
    return bool(ply == 0 and ctx.info[LEFT_OUT] != 0 and ctx.root[index] != 0)


def static_estimate(
    ctx: SearchContext, s: State, me: int, ply: int, key: int, place: int
) -> tuple[int, bool, bool]:
    """(estimate, calm, improving): E(s) where nobody threatens anything, and whether it has grown.

    Under a threat an estimate means nothing; then that of two plies before is handed on.
    """
    notes = ctx.killers
    at = ply * PLY_NOTES + ESTIMATE
    before = notes[at - 2 * PLY_NOTES] if ply > 1 else INFINITY
    threatened = False
    if HAS_URGENT:
        threatened = urgent(s)
    if threatened:
        notes[at] = before if ply > 1 else -INFINITY
        return 0, False, False
    estimate = judged_as(ctx, s, me, key, place)
    notes[at] = estimate
    return estimate, True, estimate > before


def cutoff_by_child(
    ctx: SearchContext, s: State, me: int, ply: int, depth: int, top: int, end: int, beta: int
) -> tuple[int, int]:
    """The value and proof of a child that the table knows to be enough; -INFINITY where there is none.

    Enhanced transposition cut-offs (Plaat, Schaeffer, Pijls and de Bruin 1996). What the table says is read
    when all children are known: the memory answers to all of them at once, also where nothing can be fetched
    early (WebAssembly). What they are looked up by is noted behind the moves meanwhile.
    """
    info, rows, table = ctx.info, ctx.rows, ctx.table
    switches = info[SWITCHES]
    deeper = switches & DEEPER_ENTRIES != 0
    note = end
    for at in range(top, end, ENTRY + MOVE_WORDS):
        after = plain(play(s, take_move(rows, at + MOVE)))
        check, place = check_and_place(after)
        start = bucket_at(ctx, place)
        prefetch(table, start)
        if HAS_MOMENT:
            check ^= mix(moment(after))
        if SOLVED:
            check ^= clock_check(ctx, after)
        rows[note], rows[note + 1] = check, start
        note += NOTE
    note = end
    for at in range(top, end, ENTRY + MOVE_WORDS):
        data = probe_bucket(table, rows[note + 1], rows[note], info[OLDEST])
        note += NOTE
        if data == 0:
            continue
        after = plain(play(s, take_move(rows, at + MOVE)))
        below = depth - 1
        if HAS_URGENT:
            if switches & EXTEND and urgent(after):
                below += 1
        if player(after) == me:
            value, proof = lower_bound(data, below, ply + 1, deeper)
        else:
            value, proof = upper_bound(data, below, ply + 1, deeper)
            value, proof = -value, turned(proof)
        if value < beta:
            continue
        if REPEATS:
            child, _ = check_and_place(after)
            if switches & REPETITION and on_path(ctx, child, info[PATH] + ply + 1):
                continue
        return value, proof
    return -INFINITY, 0


def visit(
    ctx: SearchContext, s: State, ply: int, depth: int, top: int, alpha: int, beta: int, may_pass: int
) -> tuple[int, int]:
    """The value of the position and its proof; moves are written to `rows` from the word `top` on."""
    info, line, rows = ctx.info, ctx.line, ctx.rows
    switches = info[SWITCHES]
    line[ply * LINE] = 0
    # Not literals: see `specialise.py` on recursion.
    never_pass: Any = np.int64(0)
    may_pass_again: Any = np.int64(1)

    # 1. Count, and end where the search has to.
    if halting(ctx):
        return 0, NOTHING
    me = player(s)

    # 1b. What a solution knows; at the root the move is wanted. Where repetition is no rule of the game, a
    #     position is worth the same however often it comes.
    if SOLVED:
        if not BY_REPETITION and (ply > 0 or depth <= 0):
            known, value, proof = from_solution(ctx, s, me, ply, alpha, beta)
            if known:
                return value, proof

    # 2. Repetition: a position that was there before is a draw (see `Engine._drawn`). Nothing is proven by
    #    that, as the way here matters.
    check, place = 0, 0
    if REPEATS or HAS_SKIP or HAS_SWING or (depth > 0 and switches & TABLE):
        check, place = check_and_place(s)
        if depth > 0:
            # The memory answers while repetition and the end of the game are looked at.
            prefetch(ctx.table, bucket_at(ctx, place))
    if REPEATS:
        steps = info[PATH] + ply
        ctx.path[steps] = check
        if ply > 0 and switches & REPETITION and on_path(ctx, check, steps):
            record(ctx, LEAF, ply, 0, me, 0, 0, 0, 0)
            return 0, NOTHING
    if SOLVED:
        if BY_REPETITION and (ply > 0 or depth <= 0):
            known, value, proof = from_solution(ctx, s, me, ply, alpha, beta)
            if known:
                return value, proof
    key = check
    if HAS_MOMENT:
        check ^= mix(moment(s))
    if SOLVED:
        check ^= clock_check(ctx, s)

    # 3. The depth limit, and the end of the game.
    if depth <= 0 or ply >= PLIES - 2:
        if HAS_DYNAMIC:
            return quiesce(ctx, s, ply, top, QUIET_PLIES, alpha, beta)
        return leaf(ctx, s, me, ply)
    if KNOWS_OVER:
        if ended(s):
            return at_end(ctx, s, me, ply)

    # 4. The table. Nodes on the principal variation are searched all the same: their line is wanted.
    table_move = NONE
    deeper = switches & DEEPER_ENTRIES != 0
    open_window = beta - alpha > 1 and switches & NULL_WINDOWS != 0
    if switches & TABLE:
        data = probe_bucket(ctx.table, bucket_at(ctx, place), check, info[OLDEST])
        if data != 0:
            if entry_move(data) != NO_MOVE:
                table_move = entry_move(data)
            if ply > 0 and not open_window:
                least, proof = lower_bound(data, depth, ply, deeper)
                if least >= beta:
                    record(ctx, HIT, ply, 0, me, 0, 0, least, entry_claim(data))
                    return least, proof
                most, proof = upper_bound(data, depth, ply, deeper)
                if most <= alpha or most == least:
                    record(ctx, HIT, ply, 0, me, 0, 0, most, entry_claim(data))
                    return most, proof
    if ply == 0 and info[FIRST] != 0:
        table_move = info[FIRST] - 1  # the best of the last iteration, whatever became of its entry

    # 5. What the estimate already decides, where the window is narrow, no win is near and nobody threatens
    #    anything.
    estimate, calm, improving = 0, False, False
    if HAS_SKIP or HAS_SWING:
        estimate, calm, improving = static_estimate(ctx, s, me, ply, key, place)
        calm = calm and ply > 0 and beta - alpha == 1 and abs(beta) <= (UNIT - 1) * NEAR
    if HAS_SWING:
        if calm and switches & FUTILITY:
            # 5a. Reverse futility pruning.
            if reverse_futility(estimate, depth, improving, beta):
                return estimated(ctx, estimate, me, ply)
            # 5b. Razoring.
            if razoring(estimate, depth, alpha):
                noted, leaves = info[EVENTS], info[LEAVES]
                value, proof = quiesce(ctx, s, ply, top, QUIET_PLIES, alpha, beta)
                if value <= alpha or info[HALT] != 0:
                    return value, proof
                info[EVENTS], info[LEAVES] = noted, leaves
    if HAS_SKIP:
        # 5c. Null move pruning (Beal 1989, Donninger 1993): good enough even if the mover passes.
        if calm and switches & NULL_MOVE and may_pass != 0 and depth >= 2 and estimate >= beta:
            passed = plain(skip(s))
            if player(passed) != me:
                less = null_move_reduction(depth, estimate, beta)
                ctx.killers[(ply + 1) * PLY_NOTES + LED_HERE] = 0
                noted = info[EVENTS]
                value, _ = visit(ctx, passed, ply + 1, depth - less, top, -beta, 1 - beta, never_pass)
                if info[HALT] != 0:
                    return 0, NOTHING
                if TRACE:
                    info[EVENTS] = noted  # no move leads there, so there is nothing to show
                if -value >= beta:
                    # A whole estimate: anything between would be read as the distance to an end.
                    return estimated(ctx, -(-beta // NEAR) * NEAR, me, ply)
                line[ply * LINE] = 0
    if REDUCIBLE:
        # 5d. Internal iterative reduction: without a move to begin with, a shallower search finds one for
        #     the next time.
        if switches & REDUCE and table_move == NONE and depth >= 4 and ply > 0:
            depth -= 1

    # 6. All moves, ranked.
    end = write_moves(s, rows, top, info[ROOM])
    count = (end - top) // (ENTRY + MOVE_WORDS)
    if end == FULL or end + count * NOTE > info[ROOM]:
        no_room(ctx)
        return 0, NOTHING
    if count == 0:
        return at_end(ctx, s, me, ply)
    first, highest = top, rank_move(ctx, s, top, 0, me, ply, table_move)
    for number in range(1, count):
        at = top + number * (ENTRY + MOVE_WORDS)
        rank = rank_move(ctx, s, at, number, me, ply, table_move)
        if rank > highest:
            first, highest = at, rank

    # 7. Enhanced transposition cut-offs.
    if switches & CUTOFFS and switches & TABLE and count <= 4 * depth and ply > 0 and not open_window:
        value, proof = cutoff_by_child(ctx, s, me, ply, depth, top, end, beta)
        if value >= beta:
            record(ctx, HIT, ply, 0, me, 0, 0, value, pack_claim(AT_LEAST, proof & LOW))
            return value, proof & LOW

    # 8. The children, best first.
    best = -INFINITY
    best_index = NO_MOVE
    low_proven, high_proven = 0, HIGH
    lowest = alpha
    for number in range(count):
        at = top + number * (ENTRY + MOVE_WORDS)
        if number == 0:
            swap(rows, top, first)
        else:
            bring_best(rows, at, end)
        index = rows[at + INDEX]
        if TRACE:
            if number == 0 and count > 1:
                why = why_first(ctx, s, top, end, me, ply, table_move)
                if why != BY_RULES:
                    record(ctx, COMES_FIRST, ply, index, me, 0, 0, 0, why)
        if excluded(ctx, ply, index):
            rows[at + INDEX] = NONE
            high_proven = 0
            continue
        after = plain(play(s, take_move(rows, at + MOVE)))
        same = player(after) == me
        them = me if same else 1 - me

        # 8a. Extension: under a threat the position is searched deeper.
        below = depth - 1
        threat = False
        if HAS_URGENT:
            threat = urgent(after)
            if switches & EXTEND and threat:
                below += 1
        quiet = rows[at + RANK] >> TIE_BITS < LIVELY
        if HAS_SWING:
            # 8b. Futility and late move pruning, as long as no loss is to be avoided.
            if calm and switches & FUTILITY and quiet and number > 0 and not threat:
                hope = most_hoped_for(estimate, depth)
                left_out = hope <= lowest or late_move_pruning(depth, number, improving)
                if depth <= LATE_MOVE_PRUNING_DEPTH and best >= (1 - UNIT) * NEAR and left_out:
                    rows[at + INDEX] = NONE
                    high_proven = 0
                    if min(hope, lowest) > best:
                        best, low_proven = min(hope, lowest), 0
                    continue
        less = 0
        if REDUCIBLE:
            # 8c. Late move reduction. At the root the choice is made: there fewer moves are late, and none in
            #     a shallow search.
            late = number >= 2 if ply > 0 else number >= 4 and depth >= 5
            if switches & REDUCE and below >= 2 and late and quiet and not threat:
                reduction = late_move_reduction(depth, number, rows[at + RANK], open_window, improving)
                less = min(reduction, below - 1)

        # 8d. Principal variation search (Marsland and Campbell 1982): the first child with the whole window,
        #     the others with a null window; again, deeper or with the whole one, where they turn out better.
        value, proof = 0, 0
        narrow = less > 0 or (best > -INFINITY and switches & NULL_WINDOWS != 0 and beta - lowest > 1)
        at_limit = False
        if not REPEATS:
            at_limit = below <= 0 and (not HAS_DYNAMIC or switches & QUIET == 0)
        if at_limit:
            # Most nodes are leaves: they are valued here, without a visit of their own.
            low, high = (lowest, beta) if same else (-beta, -lowest)
            record(ctx, ENTER, ply + 1, index, them, low, high, 0, 0)
            line[(ply + 1) * LINE] = 0
            if halting(ctx):
                return 0, NOTHING
            known = False
            if SOLVED:
                known, value, proof = from_solution(ctx, after, them, ply + 1, low, high)
            if not known:
                value, proof = leaf(ctx, after, them, ply + 1)
            if not same:
                value, proof = -value, turned(proof)
        else:
            ctx.killers[(ply + 1) * PLY_NOTES + LED_HERE] = identity(take_move(rows, at + MOVE)) + 1
        while not at_limit:
            most = lowest + 1 if narrow else beta
            low, high = (lowest, most) if same else (-most, -lowest)
            record(ctx, ENTER, ply + 1, index, them, low, high, 0, 0)
            value, proof = visit(ctx, after, ply + 1, below - less, end, low, high, may_pass_again)
            if not same:
                value, proof = -value, turned(proof)
            if info[HALT] != 0:
                return 0, NOTHING
            if less > 0 and value > lowest:
                less = 0
            elif narrow and lowest < value < beta and beta - lowest > 1:
                narrow = False
            else:
                break

        # 8e. A better move, and perhaps a cut-off.
        high_proven &= proof
        if value > best:
            best, best_index, low_proven = value, index, proof & LOW
            if best > lowest:
                lowest = best
                note_line(line, ply, index)
                if ply == 0:
                    info[PARTIAL] = best  # a search that is stopped answers with this
            record(ctx, UPDATE, ply, index, me, lowest, beta, best, 0)
            if best >= beta:
                reward(ctx, top, at, me, ply, depth)
                if number + 1 < count:
                    high_proven = 0
                    record(ctx, CUT, ply, number + 1, me, alpha, beta, best, count - number - 1)
                break
        elif value == best and low_proven == 0 and proof & LOW:
            # As good, and sure to be: a proof is one of the value and of the move that reaches it.
            best_index, low_proven = index, LOW
            if best > alpha:
                note_line(line, ply, index)

    # 9. Remember. A value that no pay-off exceeds needs no further proof.
    proof = low_proven | high_proven | extreme(best, me)
    kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    if switches & TABLE and (ply > 0 or info[LEFT_OUT] == 0):
        payload = pack_entry(from_node(best, ply), proof, kind, best_index)
        start = bucket_at(ctx, place)
        keep_in_bucket(ctx.table, start, check, payload, depth, info[GENERATION], info[OLDEST])
    record(ctx, LEAVE, ply, 0, me, 0, 0, best, pack_claim(kind, proof))
    return best, proof


def search(work: Workspace, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """Search the position in row 0."""
    ctx = begin_search(work)
    return visit(ctx, unpack(work.rows[0]), 0, depth, work.rows.shape[1], alpha, beta, 1)


FUNCTIONS = (bucket_at, note_line, on_path, excluded, static_estimate, cutoff_by_child, visit, search)
