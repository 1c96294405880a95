"""The search of games with chance: Star2 (Ballard 1983) on expectiminimax, compiled for each game.

`visit(…, depth, alpha, beta)` returns what it found out about the depth-limited expectiminimax value m of the
node, for player 0, in 1/UNIT points: (low, high, proof) with

    low ≤ m ≤ high   and   low = high,  or  high ≤ α,  or  low ≥ β

up to the rounding of averages. LOW and HIGH in `proof` say that the value of the game itself, whatever the
depth, is at least `low` and at most `high`: they rest on ends of games and on the least and greatest pay-off
alone. Estimates beyond these count as these, so m lies between them, which is what Star cuts rest on.

It is a kernel beside `kernel.py`: null windows, null moves and reductions ask whether a value is better or
worse, but an average needs to know by how much. A move of nature is a ply. Positions that come again are no
draw here: with chance they are worth what they are worth, and the depth ends the search.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from spielbaum.engine.chance_table import (
    from_side,
    keep_wide,
    noted_bounds,
    noted_move,
    pack_notes,
    probe_wide,
    to_side,
)
from spielbaum.engine.kernel import LINE, bucket_at, excluded, note_line
from spielbaum.engine.limits import MOST_PLIES
from spielbaum.engine.machine import mix, number_of, prefetch, word_of
from spielbaum.engine.nodes import begin_search, halting
from spielbaum.engine.ordering import (
    BY_GAME,
    ENTRY,
    INDEX,
    MOST_ORDER,
    MOVE,
    NONE,
    RANK,
    TIE_BITS,
    bring_best,
    no_room,
    rank_move,
    reward,
)
from spielbaum.engine.scores import BOTH, HIGH, LOW, NO_MOVE, NOTHING, turned
from spielbaum.engine.slots import (
    GREATEST,
    HAS_BANKED,
    HAS_EVALUATE,
    HAS_MOMENT,
    HAS_ORDER,
    KNOWS_OVER,
    LEAST,
    MOVE_WORDS,
    REPEATS,
    UNIT,
    State,
    banked,
    check_and_place,
    ended,
    evaluate,
    identity,
    moment,
    plain,
    play,
    player,
    rest_and_place,
    take_move,
    unpack,
    utility,
    weight,
    write_moves,
)
from spielbaum.engine.workspace import (
    BAD_PAYOFF,
    BAD_WEIGHT,
    DEEPER_ENTRIES,
    FAULT,
    FIRST,
    GENERATION,
    HALT,
    LEAVES,
    LED_HERE,
    LEFT_OUT,
    NODE_LIMIT,
    NODES,
    OLDEST,
    ORDERED,
    PARTIAL,
    PLIES,
    PLY_NOTES,
    PROBING,
    RESTS,
    ROOM,
    STAR,
    SWITCHES,
    TABLE,
    THREAD,
    TOO_DEEP,
    SearchContext,
    Workspace,
)
from spielbaum.engine.writing import FULL
from spielbaum.result import CHANCE

# Words that are noted of each outcome, behind the list of them: bounds of its value, and which are proven.
OUTCOME_LOW, OUTCOME_HIGH, OUTCOME_PROOF = range(3)
OUTCOME = 3
#: Windows of outcomes are wider than they must be by this share of all values, far above what rounding does:
#: so an outcome that fails makes the average fail, too.
MARGIN = 1e-10


def broken(ctx: SearchContext, fault: int) -> None:
    """The rules have done what they must not, or a limit is reached: the search ends."""
    ctx.info[FAULT] = fault
    ctx.info[HALT] = 1


def share_of(ctx: SearchContext, s: Any, move: Any) -> int:
    """The weight of an outcome; one that is none ends the search, which whoever asks has to look at."""
    share = weight(s, move)
    if share <= 0:
        broken(ctx, BAD_WEIGHT)
    return share


def final(ctx: SearchContext, s: Any) -> tuple[float, int]:
    """The value where the game is over, for player 0, and its proof; see `at_end` in `nodes.py`."""
    points = utility(s)
    if points < LEAST or points > GREATEST:
        broken(ctx, BAD_PAYOFF)
    proof = BOTH
    if REPEATS and points == 0:
        proof = NOTHING
    return float(points * UNIT), proof


def leaf(ctx: SearchContext, s: Any) -> tuple[float, int]:
    """The value at the depth limit: the pay-off where the game is over, else the estimate."""
    if ended(s):
        return final(ctx, s)
    return min(max(float(evaluate(s)), float(LEAST * UNIT)), float(GREATEST * UNIT)), NOTHING


def count_leaves(ctx: SearchContext, count: int) -> bool:
    """`halting` for some leaves at once; whoever does not look at all of them takes the others off again."""
    info = ctx.info
    nodes = info[NODES] + count
    if nodes <= info[NODE_LIMIT] and ctx.control[0] == 0:
        info[NODES] = nodes
        return False
    info[NODES] = min(nodes, info[NODE_LIMIT] + 1)
    info[HALT] = 1
    return True


def just_above(
    ctx: SearchContext,
    s: State,
    me: int,
    ply: int,
    top: int,
    end: int,
    table_move: int,
    alpha: float,
    beta: float,
) -> tuple[float, float, int, int]:
    """(low, high, proof, best move) of a node whose children are leaves, as `visit` returns them.

    Loops count the words themselves: compiled, a range with a step divides, and there are few leaves here.
    """
    rows = ctx.rows
    step = ENTRY + MOVE_WORDS
    least, greatest = float(LEAST * UNIT), float(GREATEST * UNIT)
    if count_leaves(ctx, (end - top) // step):
        return least, greatest, NOTHING, NO_MOVE
    proof = BOTH
    if me == CHANCE:
        known, total = 0.0, 0.0
        at = top
        if ctx.info[SWITCHES] & STAR == 0 or (alpha <= least and beta >= greatest):
            while at < end:
                move = take_move(rows, at + MOVE)
                share = share_of(ctx, s, move)
                if ctx.info[HALT] != 0:
                    return least, greatest, NOTHING, NO_MOVE
                value, sure = leaf(ctx, plain(play(s, move)))
                known += float(share) * value
                total += float(share)
                proof &= sure
                at += step
            return known / total, known / total, proof, NO_MOVE
        while at < end:
            total += float(share_of(ctx, s, take_move(rows, at + MOVE)))
            at += step
        if ctx.info[HALT] != 0:
            return least, greatest, NOTHING, NO_MOVE
        rest, at = total, top
        while at < end:
            move = take_move(rows, at + MOVE)
            share = weight(s, move)
            value, sure = leaf(ctx, plain(play(s, move)))
            known += float(share) * value
            rest -= float(share)
            proof &= sure
            at += step
            # Star1: even if all other outcomes brought the most, or the least …
            if at < end and known + rest * greatest <= alpha * total:
                ctx.info[NODES] -= (end - at) // step
                return least, min((known + rest * greatest) / total, alpha), proof | LOW, NO_MOVE
            if at < end and known + rest * least >= beta * total:
                ctx.info[NODES] -= (end - at) // step
                return max((known + rest * least) / total, beta), greatest, proof | HIGH, NO_MOVE
        return known / total, known / total, proof, NO_MOVE
    upper, ceiling = (-alpha, -least) if me == 1 else (beta, greatest)
    best, best_index, low_proven, high_proven = -inf, NO_MOVE, 0, HIGH
    if upper == inf:
        # Nothing can be cut off, so the order does not matter.
        index, at = 0, top
        while at < end:
            value, sure = leaf(ctx, plain(play(s, take_move(rows, at + MOVE))))
            if me == 1:
                value, sure = -value, turned(sure)
            high_proven &= sure
            if value > best or (value == best and low_proven < sure & LOW):
                best, best_index, low_proven = value, index, sure & LOW
            index, at = index + 1, at + step
        most = best
    else:
        index, at = 0, top
        while at < end:
            rank_move(ctx, s, at, index, me, ply, table_move)
            index, at = index + 1, at + step
        at = top
        while at < end and best < upper:
            bring_best(rows, at, end)
            value, sure = leaf(ctx, plain(play(s, take_move(rows, at + MOVE))))
            if me == 1:
                value, sure = -value, turned(sure)
            high_proven &= sure
            if value > best or (value == best and low_proven < sure & LOW):
                best, best_index, low_proven = value, rows[at + INDEX], sure & LOW
            at += step
        most = best
        if best >= upper:
            reward(ctx, top, at - step, me, ply, 1)
            ctx.info[NODES] -= (end - at) // step
            if at < end:
                most, high_proven = ceiling, HIGH
    if me == 1:
        return -most, -best, turned(low_proven | high_proven), best_index
    return best, most, low_proven | high_proven, best_index


def by_estimate(s: Any, move: Any, me: int) -> int:
    """What the estimate of the position after a move adds to its rank."""
    estimate = evaluate(plain(play(s, move)))
    if me == 1:
        estimate = -estimate
    return (min(max(estimate, -MOST_ORDER), MOST_ORDER) * BY_GAME) << TIE_BITS


def visit(
    ctx: SearchContext, s: State, ply: int, depth: int, top: int, alpha: float, beta: float, probe: int
) -> tuple[float, float, int]:
    """Bounds of the value and their proof; moves are written to `rows` from the word `top` on.

    Where `probe` is not 0 only one move is looked at: that gives a bound on the side of whoever moves.
    """
    info, line, rows = ctx.info, ctx.line, ctx.rows
    switches = info[SWITCHES]
    here = min(ply, PLIES - 2)
    line[here * LINE] = 0
    least, greatest = float(LEAST * UNIT), float(GREATEST * UNIT)
    # Not literals: see `specialise.py` on recursion.
    whole: Any = np.int64(0)
    one_move: Any = np.int64(1)
    step = ENTRY + MOVE_WORDS

    # 1. Count, and end where the search has to: told to, at the depth limit, at the end of the game.
    if halting(ctx):
        return least, greatest, NOTHING
    if depth <= 0:
        info[LEAVES] += 1
        value, proof = leaf(ctx, s)
        return value, value, proof
    if KNOWS_OVER:
        if ended(s):
            info[LEAVES] += 1
            value, proof = final(ctx, s)
            return value, value, proof
    if ply >= MOST_PLIES:
        broken(ctx, TOO_DEEP)
        return least, greatest, NOTHING
    me = player(s)
    nature = me == CHANCE

    # 2. The table.
    table_move = NONE
    check, place, start, bank = 0, 0, 0, 0.0
    if switches & TABLE:
        check, place = check_and_place(s)
        if HAS_BANKED:
            if switches & RESTS:
                check, place = rest_and_place(s)
                bank = float(banked(s) * UNIT)
        if HAS_MOMENT:
            check ^= mix(moment(s))
        start = bucket_at(ctx, place)
        prefetch(ctx.table, start)
        entry = probe_wide(ctx.table, start, check, info[OLDEST], nature)
        if entry >= 0:
            data = ctx.table[entry + 1]
            if noted_move(data) != NO_MOVE:
                table_move = noted_move(data)
            low, high = number_of(ctx.table[entry + 2]), number_of(ctx.table[entry + 3])
            low, high, proof = noted_bounds(data, low, high, depth, switches & DEEPER_ENTRIES != 0)
            low, high, proof = to_side(me, bank, low, high, proof)
            if ply > 0 and (low == high or low >= beta or high <= alpha):
                if low <= least:
                    low, proof = least, proof | LOW
                if high >= greatest:
                    high, proof = greatest, proof | HIGH
                return low, high, proof
    if ply == 0 and info[FIRST] != 0:
        table_move = info[FIRST] - 1  # the best of the last iteration, whatever became of its entry

    # 3. All moves, or outcomes.
    end = write_moves(s, rows, top, info[ROOM])
    if end == FULL:
        no_room(ctx)
        return least, greatest, NOTHING
    count = (end - top) // step
    if count == 0:
        info[LEAVES] += 1
        value, proof = final(ctx, s)
        return value, value, proof
    best_index = NO_MOVE

    if depth == 1 and ply > 0:
        # 4. Leaves below: most nodes are, so they are valued in a loop of their own.
        leaves = -info[NODES]
        low, high, proof, best_index = just_above(ctx, s, me, here, top, end, table_move, alpha, beta)
        info[LEAVES] += leaves + info[NODES]
        if info[HALT] != 0:
            return least, greatest, NOTHING
    elif nature and (switches & STAR == 0 or (alpha <= least and beta >= greatest)):
        # 5. A chance node where nothing can be left out: the average of all outcomes.
        # Threads begin at different outcomes and find in the table what the others have searched.
        at = top
        if info[THREAD] != 0:
            at += info[THREAD] % count * step
        for _turn in range(count):
            move = take_move(rows, at + MOVE)
            after = plain(play(s, move))
            ctx.killers[(here + 1) * PLY_NOTES + LED_HERE] = identity(move) + 1
            low, high, proof = visit(ctx, after, ply + 1, depth - 1, end, -inf, inf, whole)
            if info[HALT] != 0:
                return least, greatest, NOTHING
            rows[at + RANK], rows[at + INDEX] = word_of(low), proof
            at += step
            if at == end:
                at = top
        low, total, proof = 0.0, 0.0, BOTH
        for at in range(top, end, step):
            share = float(share_of(ctx, s, take_move(rows, at + MOVE)))
            low += share * number_of(rows[at + RANK])
            total += share
            proof &= rows[at + INDEX]
        if info[HALT] != 0:
            return least, greatest, NOTHING
        low = high = low / total
    elif nature:
        # 6. Another chance node. At first every outcome lies between the least and the greatest value.
        notes = end
        above = end + count * OUTCOME
        if above > info[ROOM]:
            no_room(ctx)
            return least, greatest, NOTHING
        total = 0.0
        for number in range(count):
            at = top + number * step
            rows[at + RANK] = share_of(ctx, s, take_move(rows, at + MOVE))
            total += float(rows[at + RANK])
            note = notes + number * OUTCOME
            rows[note + OUTCOME_LOW], rows[note + OUTCOME_HIGH] = word_of(least), word_of(greatest)
            rows[note + OUTCOME_PROOF] = BOTH
        if info[HALT] != 0:
            return least, greatest, NOTHING
        sum_low, sum_high = least * total, greatest * total
        need_low, need_high = alpha * total, beta * total
        margin = MARGIN * (greatest - least)
        cut = False
        # 6a. Star2: first one move of each outcome, where that may be enough; then Star1, outcome by outcome.
        first_look = switches & PROBING != 0 and depth >= 2
        for phase in range(0 if first_look else 1, 2):
            for turn in range(count):
                # Threads begin at different outcomes and find in the table what the others have searched.
                number = (turn + info[THREAD]) % count
                at, note = top + number * step, notes + number * OUTCOME
                low, high = number_of(rows[note + OUTCOME_LOW]), number_of(rows[note + OUTCOME_HIGH])
                if low == high:
                    continue
                share = float(rows[at + RANK])
                move = take_move(rows, at + MOVE)
                after = plain(play(s, move))
                if phase == 0:
                    them = player(after)
                    if not ((them == 0 and beta < greatest) or (them == 1 and alpha > least)):
                        continue
                # What the outcome must bring for the average to lie between α and β.
                from_low = (need_low - (sum_high - share * high)) / share - margin
                from_high = (need_high - (sum_low - share * low)) / share + margin
                while not cut and low < high:
                    ctx.killers[(here + 1) * PLY_NOTES + LED_HERE] = identity(move) + 1
                    how = one_move if phase == 0 else whole
                    found_low, found_high, proof = visit(
                        ctx, after, ply + 1, depth - 1, above, from_low, from_high, how
                    )
                    if info[HALT] != 0:
                        return least, greatest, NOTHING
                    if found_low == found_high:
                        rows[note + OUTCOME_PROOF] = proof
                    else:
                        if found_low <= low:
                            found_low = low
                            proof = (proof & HIGH) | (rows[note + OUTCOME_PROOF] & LOW)
                        if found_high >= high:
                            found_high = high
                            proof = (proof & LOW) | (rows[note + OUTCOME_PROOF] & HIGH)
                        rows[note + OUTCOME_PROOF] = proof
                    sum_low += share * (found_low - low)
                    sum_high += share * (found_high - high)
                    low, high = found_low, found_high
                    rows[note + OUTCOME_LOW], rows[note + OUTCOME_HIGH] = word_of(low), word_of(high)
                    cut = sum_high <= need_low or sum_low >= need_high
                    if phase == 0:
                        break
                    from_low, from_high = -inf, inf  # only where rounding was worse than the margin
                if cut:
                    break
            if cut:
                break
        # 6b. The average, added up anew: sums that were corrected again and again are rounded often.
        low, high = 0.0, 0.0
        proof = BOTH
        for number in range(count):
            note = notes + number * OUTCOME
            share = float(rows[top + number * step + RANK])
            low += share * number_of(rows[note + OUTCOME_LOW])
            high += share * number_of(rows[note + OUTCOME_HIGH])
            proof &= rows[note + OUTCOME_PROOF]
        low, high = low / total, high / total
        if cut and sum_high <= need_low:
            high = min(high, alpha)
        elif cut:
            low = max(low, beta)
    else:
        # 7. A decision: as from the side of whoever moves. Moves are ranked as in `kernel.py`; where the game
        #    says nothing about their order, by the estimate, if more than leaves are to be ordered.
        lower, upper, ceiling = alpha, beta, greatest
        if me == 1:
            lower, upper, ceiling = -beta, -alpha, -least
        estimates = False
        if HAS_EVALUATE and not HAS_ORDER:
            estimates = depth >= 2 and switches & ORDERED != 0
        if count == 1:  # there is nothing to rank, as before a throw of the dice
            rows[top + RANK], rows[top + INDEX] = 0, 0
        else:
            for number in range(count):
                at = top + number * step
                rank_move(ctx, s, at, number, me, here, table_move)
                if HAS_EVALUATE and not HAS_ORDER:
                    if estimates:
                        rows[at + RANK] += by_estimate(s, take_move(rows, at + MOVE), me)
        best, most = -inf, -inf
        likely = NO_MOVE
        low_proven, high_proven = 0, HIGH
        at_least = lower
        for number in range(count):
            at = top + number * step
            bring_best(rows, at, end)
            index = rows[at + INDEX]
            if excluded(ctx, ply, index):
                rows[at + INDEX] = NONE
                high_proven = 0
                continue
            move = take_move(rows, at + MOVE)
            after = plain(play(s, move))
            ctx.killers[(here + 1) * PLY_NOTES + LED_HERE] = identity(move) + 1
            from_low, from_high = (-upper, -lower) if me == 1 else (lower, upper)
            found_low, found_high, proof = visit(
                ctx, after, ply + 1, depth - 1, end, from_low, from_high, whole
            )
            if info[HALT] != 0:
                return least, greatest, NOTHING
            if me == 1:
                found_low, found_high, proof = -found_high, -found_low, turned(proof)
            high_proven &= proof
            if found_high > most:
                most, likely = found_high, index
            if found_low > best:
                best, best_index, low_proven = found_low, index, proof & LOW
                if best > lower:
                    lower = best
                    if ply < PLIES - 2:
                        note_line(line, ply, index)
                    if ply == 0:
                        info[PARTIAL] = word_of(best)  # a search that is stopped answers with this
            elif found_low == best and low_proven == 0 and proof & LOW:
                # As good, and sure to be: a proof is one of the value and of the move that reaches it.
                best_index, low_proven = index, LOW
                if best == lower and ply < PLIES - 2:
                    note_line(line, ply, index)
            if best >= upper or probe != 0:
                if best >= upper:
                    reward(ctx, top, at, me, here, depth)
                if number + 1 < count:
                    most, high_proven = ceiling, HIGH
                break
        if best <= at_least:
            best_index = likely  # no move is known to be good, but this one may be
        low, high, proof = best, max(most, best), low_proven | high_proven
        if me == 1:
            low, high, proof = -high, -low, turned(proof)

    # 8. Remember. What no pay-off exceeds needs no further proof.
    if low <= least:
        proof |= LOW
    if high >= greatest:
        proof |= HIGH
    if switches & TABLE and (ply > 0 or info[LEFT_OUT] == 0):
        known_low, known_high = low, high
        if low < high:  # what holds everywhere need not be told, and least of all to who has banked more
            known_low, known_high = -inf if low <= least else low, inf if high >= greatest else high
        kept_low, kept_high, kept_proof = from_side(me, bank, known_low, known_high, proof)
        kept = pack_notes(depth, info[GENERATION], best_index, kept_proof, nature)
        keep_wide(ctx.table, start, check, info[OLDEST], kept, kept_low, kept_high)
    return low, high, proof


def search(work: Workspace, depth: int, alpha: float, beta: float) -> tuple[float, float, int]:
    """Search the position in row 0."""
    ctx = begin_search(work)
    return visit(ctx, unpack(work.rows[0]), 0, depth, work.rows.shape[1], alpha, beta, 0)


FUNCTIONS = (broken, share_of, final, leaf, count_leaves, just_above, by_estimate, visit, search)
