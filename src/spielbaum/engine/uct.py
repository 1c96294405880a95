"""Random games steered by their results: UCT (Kocsis and Szepesvári 2006) for two or more players.

Each playout walks down the tree by upper confidence bounds, adds the children of the leaf it reaches where
that was visited before, plays on at random to the end of the game and tells every position on its way how
good that was *for the player who moved there*, so extra turns and any number of players need no special case
(Sturtevant 2008: max^n-UCT). A move that wins at once is the only one looked at where there is one (Teytaud
and Teytaud 2010).

Where nature moves, an outcome is drawn by its weight, in the tree and below it. There is no winning by a hair
in a game with chance, where pay-offs are averaged: so there a playout counts its pay-off, between the least
and the greatest that any playout had so far.

The tree lies in `work.table`, six words per node, the children of a node side by side:

    FIRST   where its children begin             VISITS  playouts that came through
    COUNT   how many; -1: not yet looked at      SUM     their scores for WHO, 0 to 1000 each, or pay-offs
    WHO     who moved here (root: who will)      MOVE    which of the parent's moves that was

`work.history` holds the sums of pay-offs by root child and player, `work.path` the nodes of the playout.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from spielbaum.engine.machine import mix
from spielbaum.engine.slots import (
    GREATEST,
    HAS_CHANCE,
    LEAST,
    LONGEST,
    MOVES_ALLOCATE,
    PLAYERS,
    Int64Array,
    ended,
    moves,
    payoffs,
    play,
    player,
    unpack,
    weight,
)
from spielbaum.engine.workspace import Workspace
from spielbaum.result import CHANCE

FIRST, COUNT, WHO, VISITS, SUM, MOVE = range(6)
NODE = 6

# Words of `info`.
PLAYOUTS, LIMIT, STATES, RANDOM, USED, DEEPEST, LEAST_SEEN, GREATEST_SEEN = range(8)

#: A playout's score: this for a win, shared by those who win together, and MARGIN for the greatest pay-off.
WIN, MARGIN = 900, 100
#: Weight of what is unknown against what is known, for scores from 0 to 1. Against 0.9, with 1000 playouts
#: and 24 pairs of games, 0.7 scored 56 ± 7 % in Connect Four and 54 ± 5 % in Kalah; 0.3: 54 and 46, 1.2: 49
#: and 42.
EXPLORE = 0.7


def draw(work: Workspace, count: int) -> int:
    """A random number below `count`."""
    work.info[RANDOM] += 1
    return (mix(work.info[RANDOM]) & 0x7FFFFFFF) % count


def outcome(work: Workspace, s: Any) -> int:
    """The index of an outcome where nature moves, drawn by the weights."""
    total = 0
    for move in moves(s):
        total += weight(s, move)
    left = draw(work, total)
    index = 0
    for move in moves(s):
        left -= weight(s, move)
        if left >= 0:
            index += 1
        elif not MOVES_ALLOCATE:
            break
    return index


def score(pay: Int64Array, who: int) -> int:
    """What a playout was worth to a player, from 0 to WIN + MARGIN; with chance its pay-off."""
    if HAS_CHANCE:
        return int(pay[max(who, 0)])
    best = pay[0]
    shared = 0
    for p in range(PLAYERS):
        best = max(best, pay[p])
    for p in range(PLAYERS):
        if pay[p] == best:
            shared += 1
    points = MARGIN * (pay[who] - LEAST) // (GREATEST - LEAST) if GREATEST > LEAST else 0
    return points + (WIN // shared if pay[who] == best else 0)


def wins(s: Any, mover: int, pay: Int64Array) -> bool:
    """Whether the game is over here and this player alone has won it."""
    if PLAYERS == 1 or not ended(s):  # alone, to have ended the game is not to have won it
        return False
    payoffs(s, pay)
    for p in range(PLAYERS):  # noqa: SIM110 (Numba knows no all)
        if p != mover and pay[p] >= pay[mover]:
            return False
    return True


def expand(work: Workspace, node: int, s: Any) -> None:
    """Give the node its children, or the one that wins at once; it stays a leaf where the table is full."""
    tree, info, pay = work.table, work.info, work.line[0]
    mover = player(s)
    count = 0
    decisive = -1
    for move in moves(s):
        if decisive < 0 and mover != CHANCE and wins(play(s, move), mover, pay):
            decisive = count
        count += 1
    info[STATES] += count
    first = info[USED]
    wanted = 1 if decisive >= 0 else count
    if (first + wanted) * NODE > len(tree):
        return
    for i in range(wanted):
        at = (first + i) * NODE
        tree[at + FIRST] = 0
        tree[at + COUNT] = -1
        tree[at + WHO] = mover
        tree[at + VISITS] = 0
        tree[at + SUM] = 0
        tree[at + MOVE] = decisive if decisive >= 0 else i
    info[USED] += wanted
    tree[node * NODE + FIRST] = first
    tree[node * NODE + COUNT] = wanted


def select(work: Workspace, node: int) -> int:
    """The child with the greatest upper confidence bound; those never visited come first, in random order."""
    tree = work.table
    first, count = tree[node * NODE + FIRST], tree[node * NODE + COUNT]
    log_visits = log(tree[node * NODE + VISITS] + 1.0)
    best, greatest = int(first), -1.0
    for child in range(first, first + count):
        visits = tree[child * NODE + VISITS]
        if visits == 0:
            bound = 1e6 + draw(work, 1 << 20)
        else:
            mean = tree[child * NODE + SUM] / (visits * float(WIN + MARGIN))
            if HAS_CHANCE:
                seen = max(float(work.info[GREATEST_SEEN] - work.info[LEAST_SEEN]), 1.0)
                mean = (tree[child * NODE + SUM] / visits - work.info[LEAST_SEEN]) / seen
            bound = mean + EXPLORE * sqrt(log_visits / visits)
        if bound > greatest:
            best, greatest = child, bound
    return best


def nth(s: Any, index: int) -> Any:
    """The position after the move with that index."""
    after = s
    i = 0
    for move in moves(s):
        if i == index:
            after = play(s, move)
            if not MOVES_ALLOCATE:
                break
        i += 1  # noqa: SIM113 (a generator, when compiled)
    return after


def to_the_end(work: Workspace, s: Any, pay: Int64Array) -> None:
    """Play at random; a game without end counts as the middle of all pay-offs."""
    for _ in range(LONGEST):
        if ended(s):
            payoffs(s, pay)
            return
        count = 0
        for _move in moves(s):
            count += 1
        work.info[STATES] += 1
        if HAS_CHANCE:
            s = nth(s, outcome(work, s) if player(s) == CHANCE else draw(work, count))
        else:
            s = nth(s, draw(work, count))
    for p in range(PLAYERS):
        pay[p] = (LEAST + GREATEST) // 2


def playout(work: Workspace) -> None:
    """One game from the root to its end, and what it teaches."""
    tree, path, pay = work.table, work.path, work.line[1]
    s = unpack(work.rows[0])
    node = 0
    depth = 0
    path[0] = 0
    while depth + 1 < len(path) and not ended(s):
        if tree[node * NODE + COUNT] < 0 and (node == 0 or tree[node * NODE + VISITS] > 0):
            expand(work, node, s)
        if tree[node * NODE + COUNT] <= 0:
            break
        if HAS_CHANCE:
            if player(s) == CHANCE:
                node = tree[node * NODE + FIRST] + outcome(work, s)
            else:
                node = select(work, node)
        else:
            node = select(work, node)
        s = nth(s, tree[node * NODE + MOVE])
        depth += 1
        path[depth] = node
    work.info[DEEPEST] = max(work.info[DEEPEST], depth)
    to_the_end(work, s, pay)
    if HAS_CHANCE:
        for p in range(PLAYERS):
            if (p == 0 and work.info[PLAYOUTS] == 0) or pay[p] < work.info[LEAST_SEEN]:
                work.info[LEAST_SEEN] = pay[p]
            if (p == 0 and work.info[PLAYOUTS] == 0) or pay[p] > work.info[GREATEST_SEEN]:
                work.info[GREATEST_SEEN] = pay[p]
    for i in range(depth + 1):
        at = path[i] * NODE
        tree[at + VISITS] += 1
        tree[at + SUM] += score(pay, tree[at + WHO])
    if depth > 0:
        child = path[1] - tree[FIRST]
        for p in range(PLAYERS):
            work.history[child * PLAYERS + p] += pay[p]


def grow(work: Workspace, _seed: int) -> None:
    """Playouts until there are info[LIMIT] of them or someone says stop."""
    while work.info[PLAYOUTS] < work.info[LIMIT] and work.control[0] == 0:
        playout(work)
        work.info[PLAYOUTS] += 1


FUNCTIONS = (draw, outcome, score, wins, expand, select, nth, to_the_end, playout, grow)
