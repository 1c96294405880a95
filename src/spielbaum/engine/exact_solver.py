"""Exact solving: null windows to the end of the game, compiled for each game.

`test` answers one question about a position, `value ≥ goal`, with a stack of its own instead of recursion.
`solve` asks it with goals that close in on the value. What values are says `exact_values.py`.

Promise of `test`, with m the value with best play and r what it returns:

    r ≥ goal   m ≥ r          r < goal   m ≤ r
"""

from __future__ import annotations

from typing import Any

from spielbaum.engine.exact_values import (
    ENOUGH,
    NO_CHILD,
    OPEN,
    TOO_LITTLE,
    bounds_of,
    end_value,
    entry_child,
    fate_of,
    from_above,
    goal_below,
    least_for,
    most_for,
    pack_bounds,
    settled,
)
from spielbaum.engine.machine import prefetch
from spielbaum.engine.slots import (
    GREATEST,
    GROWS,
    HAS_BANKED,
    HAS_ORDER,
    HAS_SETTLE,
    LEAST,
    MOVES_ALLOCATE,
    SPAN,
    WORDS,
    Int64Array,
    banked,
    candidates,
    ended,
    identity,
    order,
    pack,
    play,
    player,
    rest_and_place,
    unpack,
    utility,
)
from spielbaum.engine.table import BUCKET, bucket_of, keep, probe, spread
from spielbaum.engine.workspace import (
    CHECK,
    EXTRA,
    FAULT,
    FAULT_DEPTH,
    FRESH,
    GENERATION,
    HIGH,
    HISTORY,
    IDENTITY,
    IN_USE,
    INDEX,
    KEPT,
    LOW,
    NODE_LIMIT,
    NODES,
    OLDEST,
    ORDER,
    PLACE,
    QUESTION,
    ROWS_FULL,
    SHARED,
    STOP,
    SURE,
    TOO_DEEP,
    Workspace,
)

# Words of a frame: what the search keeps of each node above the one it looks at.
F_COUNT, F_NEXT, F_BEST, F_MOVER, F_ROW, F_FIRST, F_GOAL, F_NODES, F_WIDE = range(9)
FRAME = 9

# Words of a task after the packed state.
T_LOW, T_HIGH, T_NODES, T_MOVER = range(4)
TASK = 4

#: Words of the table at first, where it grows: few enough to stay in the processor's nearest cache.
SMALL = 64 * BUCKET

#: So many children are sorted as they come. Where there are more, the best of those left is looked for when
#: its turn comes: most nodes are decided by their first child, and sorting takes the square of their number.
FEW = 16

#: Down to this ply threads leave to another what it is at, where they can. Below it they repeat each other.
SHARED_PLIES = 24
#: About as often, in nodes, a thread looks whether another has decided what it is at; a power of two.
LOOK_UP = 64

MOST_HISTORY = 1 << 20
BY_TABLE = 1 << 60


def worth_of(effort: int) -> int:
    """The number of binary digits of the nodes it took: what an entry or a cut-off is worth."""
    worth = 0
    while effort > 0:
        effort >>= 1
        worth += 1
    return worth


def remember(
    work: Workspace, table: Int64Array, row: int, me: int, low: int, high: int, child: int, effort: int
) -> None:
    """Keep what is proven, together with what was known before."""
    info = work.info
    check, place = work.rows[row, WORDS + CHECK], work.rows[row, WORDS + PLACE]
    data = probe(table, check, place, info[OLDEST])
    sure = work.rows[row, WORDS + SURE]
    known_low, known_high = bounds_of(data, me, sure)
    if child == NO_CHILD and data != 0:
        child = entry_child(data)
    low, high = max(low, known_low) - sure, min(high, known_high) - sure
    if me != 0:
        low, high = -high, -low
    payload = pack_bounds(low, high, child)
    keep(table, check, place, payload, worth_of(effort), info[GENERATION], info[OLDEST])


def put(work: Workspace, table: Int64Array, row: int, s: Any) -> None:
    """Write a position into a row, with what is needed to look it up."""
    rows = work.rows
    pack(s, rows[row])
    check, place = rest_and_place(s)
    rows[row, WORDS + CHECK] = check
    rows[row, WORDS + PLACE] = place
    rows[row, WORDS + SURE] = banked(s) * SPAN
    prefetch(table, bucket_of(table, place))


def lift(rows: Any, row: int, first: int) -> None:
    """Move the row up among its sisters from `first` on, behind all that rank as high."""
    rank = rows[row, WORDS + ORDER]
    to = row
    while to > first and rows[to - 1, WORDS + ORDER] < rank:
        to -= 1
    if to != row:
        for word in range(WORDS + EXTRA):
            taken = rows[row, word]
            for i in range(row, to, -1):
                rows[i, word] = rows[i - 1, word]
            rows[to, word] = taken


def bring_best(rows: Any, child: int, end: int) -> None:
    """Swap the highest ranked of the rows from `child` to `end` to the front; of equals the earliest move."""
    best = child
    for i in range(child + 1, end):
        rank, top = rows[i, WORDS + ORDER], rows[best, WORDS + ORDER]
        if rank > top or (rank == top and rows[i, WORDS + INDEX] < rows[best, WORDS + INDEX]):
            best = i
    swap(rows, child, best)


def take_idle(work: Workspace, child: int, end: int) -> None:
    """Put a child that no other thread is at in the place of this one, where there is one."""
    busy = work.busy
    for i in range(child, end):
        place = work.rows[i, WORDS + PLACE]
        if busy[place & (len(busy) - 1)] != place:
            swap(work.rows, child, i)
            return


def decided_above(work: Workspace, table: Int64Array, depth: int) -> tuple[int, int]:
    """The first ply on the way here whose node the table decides by now, and its value; `depth` for none.

    Another thread was at it as well, so the rest of the work below it is of no use to anybody. The value is
    a bound that was proven, on the side of the node's goal that it proves: what `test` itself would hand up.
    """
    for ply in range(min(depth, SHARED_PLIES + 1)):
        frame = work.frames[ply]
        row = frame[F_ROW]
        data = probe(table, work.rows[row, WORDS + CHECK], work.rows[row, WORDS + PLACE], work.info[OLDEST])
        if data != 0:
            low, high = bounds_of(data, frame[F_MOVER], work.rows[row, WORDS + SURE])
            if low >= frame[F_GOAL]:
                return ply, low
            if high < frame[F_GOAL]:
                return ply, high
    return depth, 0


def swap(rows: Any, one: int, other: int) -> None:
    if one != other:
        for word in range(WORDS + EXTRA):
            rows[one, word], rows[other, word] = rows[other, word], rows[one, word]


def test(work: Workspace, goal: int) -> int:
    """Is the value of the settled position in row 0 at least `goal`? See the promise above."""
    rows, info, frames, history = work.rows, work.info, work.frames, work.history
    table = work.table[: info[IN_USE]]
    busy, shared, question = work.busy, info[SHARED] != 0, work.control[QUESTION]
    depth = 0
    row, free = 0, 1
    while True:
        # 1. A new node. The table grows with what it has to hold.
        info[NODES] += 1
        info[KEPT] += 1
        if GROWS and info[KEPT] > len(table) // 4 and 2 * len(table) <= len(work.table):
            spread(work.table, len(table), info[OLDEST])
            table = work.table[: 2 * len(table)]
            info[IN_USE] = len(table)
        if info[NODES] > info[NODE_LIMIT] or work.control[STOP] != 0 or work.control[QUESTION] != question:
            return 0
        s = unpack(rows[row])
        me = player(s)
        # `best` is as the mover sees it; bounds are turned round only where they decide.
        best = LEAST * SPAN if me == 0 else -GREATEST * SPAN
        chosen = NO_CHILD
        cut = False
        table_child = NO_CHILD
        data = probe(table, rows[row, WORDS + CHECK], rows[row, WORDS + PLACE], info[OLDEST])
        if data != 0:
            table_child = entry_child(data)

        # 2. Settle every child: some are decided, the others are put on the stack in order. A game's own
        #    `settle` need not know that the game is over; it is cheaper to ask here than for every child.
        count, index = 0, -1
        over = False
        if HAS_SETTLE:
            over = ended(s)
        if over:
            best = end_value(utility(s)) * (1 - 2 * me)
        for move in candidates(s):
            if over or cut:
                if MOVES_ALLOCATE:
                    continue  # to its end: see `writing.py`
                break
            index += 1
            after, low, high = settled(info, play(s, move))
            low, high = from_above(low), from_above(high)
            fate = fate_of(low, high, goal, me)
            if fate == ENOUGH:
                best, chosen, cut = least_for(low, high, me), index, True
                if MOVES_ALLOCATE:
                    continue
                break
            if fate == TOO_LITTLE:
                best = max(best, most_for(low, high, me))
                continue
            at = free + count
            if at >= len(rows):
                info[FAULT], info[FAULT_DEPTH] = ROWS_FULL, depth
                return 0
            put(work, table, at, after)
            name = identity(move)
            # Where the game knows an order, what it leaves open is in the order of its candidates. History
            # instead takes 6 to 11 % more nodes in Kalah, and as many on Connect Four.
            if HAS_ORDER:
                rank = order(s, move)
            else:
                rank = history[me * HISTORY + (name & (HISTORY - 1))]
            if index == table_child:
                rank = BY_TABLE
            rows[at, WORDS + ORDER] = rank
            rows[at, WORDS + IDENTITY] = name
            rows[at, WORDS + INDEX] = index
            if count < FEW:
                lift(rows, at, free)
            count += 1
        wide = count > FEW

        # 3. The table may decide a child (enhanced transposition cut-off).
        if not cut:
            left = 0
            for i in range(free, free + count):
                data = probe(table, rows[i, WORDS + CHECK], rows[i, WORDS + PLACE], info[OLDEST])
                if data != 0:
                    low, high = bounds_of(data, player(unpack(rows[i])), rows[i, WORDS + SURE])
                    low, high = from_above(low), from_above(high)
                    fate = fate_of(low, high, goal, me)
                    if fate == ENOUGH:
                        best, chosen, cut = least_for(low, high, me), rows[i, WORDS + INDEX], True
                        break
                    if fate == TOO_LITTLE:
                        best = max(best, most_for(low, high, me))
                        continue
                if free + left < i:
                    for word in range(WORDS + EXTRA):
                        rows[free + left, word] = rows[i, word]
                left += 1
            count = left

        # 4. Down to the first child that is left.
        if not cut and count > 0:
            if depth >= len(frames):
                info[FAULT], info[FAULT_DEPTH] = TOO_DEEP, depth
                return 0
            frame = frames[depth]
            frame[F_COUNT], frame[F_NEXT], frame[F_BEST] = count, 0, best
            frame[F_MOVER], frame[F_ROW], frame[F_FIRST] = me, row, free
            frame[F_GOAL], frame[F_NODES], frame[F_WIDE] = goal, info[NODES], wide
            if wide:
                bring_best(rows, free, free + count)
            row = free
            free += count
            goal = goal_below(goal)
            depth += 1
            continue

        # 5. The node is decided: keep that, and hand the result up as long as it decides.
        result = best if me == 0 else -best
        effort = 1
        while True:
            low = result if result >= goal else LEAST * SPAN
            high = GREATEST * SPAN if result >= goal else result
            remember(work, table, row, me, low, high, chosen, effort)
            if shared:
                above, value = depth, 0
                if info[NODES] & (LOOK_UP - 1) == 0:
                    above, value = decided_above(work, table, depth)
                while True:
                    if depth <= SHARED_PLIES:
                        busy[rows[row, WORDS + PLACE] & (len(busy) - 1)] = 0
                    if depth == above:
                        break
                    # Back to the first node that another thread has decided meanwhile.
                    depth -= 1
                    row, result = frames[depth][F_ROW], value
            if depth == 0:
                return result
            depth -= 1
            frame = frames[depth]
            me, goal, free, count = frame[F_MOVER], frame[F_GOAL], frame[F_FIRST], frame[F_COUNT]
            result = from_above(result)
            effort = info[NODES] - frame[F_NODES] + 1
            child = free + frame[F_NEXT]
            best, chosen = frame[F_BEST], NO_CHILD
            row = frame[F_ROW]
            if (result >= goal) == (me == 0):
                chosen = rows[child, WORDS + INDEX]
                slot = me * HISTORY + (rows[child, WORDS + IDENTITY] & (HISTORY - 1))
                history[slot] = min(history[slot] + worth_of(effort), MOST_HISTORY)
                continue
            best = max(best, result if me == 0 else -result)

            # 6. The next child that the table does not decide by now.
            cut = False
            child += 1
            while child < free + count:
                if frame[F_WIDE] != 0:
                    bring_best(rows, child, free + count)
                if shared and depth < SHARED_PLIES:
                    take_idle(work, child, free + count)
                data = probe(table, rows[child, WORDS + CHECK], rows[child, WORDS + PLACE], info[OLDEST])
                if data == 0:
                    break
                low, high = bounds_of(data, player(unpack(rows[child])), rows[child, WORDS + SURE])
                low, high = from_above(low), from_above(high)
                fate = fate_of(low, high, goal, me)
                if fate == ENOUGH:
                    best, chosen, cut = least_for(low, high, me), rows[child, WORDS + INDEX], True
                    break
                if fate == OPEN:
                    break
                best = max(best, most_for(low, high, me))
                child += 1
            if cut or child >= free + count:
                result = best if me == 0 else -best
                continue
            frame[F_BEST], frame[F_NEXT] = best, child - free
            row = child
            free += count
            goal = goal_below(goal)
            depth += 1
            if shared and depth <= SHARED_PLIES:
                place = rows[row, WORDS + PLACE]
                busy[place & (len(busy) - 1)] = place
            break


def clear(work: Workspace) -> None:
    """Forget everything; costs as much as what was kept."""
    info = work.info
    work.table[: info[IN_USE]] = 0
    if GROWS:
        info[IN_USE] = min(SMALL, len(work.table))
    info[KEPT] = 0


def next_goal(low: int, high: int, first_low: int, first_high: int) -> int:
    """Which question to ask next, for low < value or value < high; the bounds at first were the other two.

    First for whole points, then, where early wins are preferred, whether a known win can be nearer or a
    known loss further. Pay-offs that are banked bit by bit lie near each other, and each answer comes near
    the value: the next question is one point further (Kalah(6,3): 1.9 million nodes against 2.9 million by
    halving). Other games are asked from the outside in, but biased towards zero, where short wins are cheap
    to rule out (Connect Four).
    """
    least, greatest = (low + SPAN // 2) // SPAN, (high + SPAN // 2) // SPAN
    if least == greatest:
        return low + 1 if greatest > 0 else high
    middle = (least + greatest) // 2
    if HAS_BANKED and low > first_low:
        middle = least
    elif HAS_BANKED and high < first_high:
        middle = greatest - 1
    elif middle <= 0 and least // 2 < middle:
        middle = -(-least // 2)
    elif middle >= 0 and greatest // 2 > middle:
        middle = greatest // 2
    points = min(max(middle + 1, least + 1), greatest)
    # Any win or loss of this many points, whatever its distance.
    return points * SPAN - SPAN // 2 if SPAN > 1 else points


def solve(work: Workspace, count: int) -> None:
    """Solve the positions in the tasks 0 … count − 1, within the bounds that stand there.

    Afterwards the bounds are as narrow as could be proven; they meet where nothing stopped the search.
    """
    tasks, info, control = work.tasks, work.info, work.control
    for number in range(count):
        task = tasks[number]
        before = info[NODES]
        if info[FRESH] != 0:
            clear(work)
        start = unpack(task)
        task[WORDS + T_MOVER] = player(start)
        root, low, high = settled(info, start)
        # What settling plays out is further away than the settled position says.
        low, high = max(low, task[WORDS + T_LOW]), min(high, task[WORDS + T_HIGH])
        put(work, work.table, 0, root)
        first_low, first_high = low, high
        while low < high:
            question = control[QUESTION]
            goal = next_goal(low, high, first_low, first_high)
            result = test(work, goal)
            if control[STOP] != 0 or info[FAULT] != 0 or info[NODES] > info[NODE_LIMIT]:
                break
            if info[SHARED] != 0 and control[QUESTION] != question:
                # Another thread has the answer; what it proved narrows the bounds here as well.
                low, high = max(low, control[LOW]), min(high, control[HIGH])
                continue
            if result >= goal:
                low = result
            else:
                high = result
            if info[SHARED] != 0:
                control[LOW], control[HIGH] = low, high
                control[QUESTION] += 1
        task[WORDS + T_LOW], task[WORDS + T_HIGH] = low, high
        task[WORDS + T_NODES] = info[NODES] - before
        if control[STOP] != 0 or info[FAULT] != 0 or info[NODES] > info[NODE_LIMIT]:
            break


FUNCTIONS = (
    worth_of,
    remember,
    put,
    swap,
    lift,
    bring_best,
    take_idle,
    decided_above,
    test,
    clear,
    next_goal,
    solve,
)
