"""Retrograde analysis: every position of a game solved backwards, from its ends (Ströhlein 1970).

Minimax follows moves forwards and never comes back where positions come again. Retrograde analysis looks at
every position once, as a graph, and goes backwards. Values are for the player to move:

1. Forwards: find all positions, and count the moves of each. Where the game is over the value is known.
2. Backwards, for each pay-off t > 0, the largest first: one move to a position worth t to the mover settles
   a position as +t. A move to one worth −t to the mover is a way out less; when none is left, it is −t.
3. Whatever is not settled then is drawn. By *rule*, where one of the players can force a drawn end; by
   *cycle*, where neither can force any end, so that the game goes on for ever.

The rounds of step 2 count the plies of best play: who wins hurries, who loses resists.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from spielbaum.game import M, S
from spielbaum.result import Bound, Proof, Result, Value
from spielbaum.search.common import Moves, Problem, Search, for_mover, start_search
from spielbaum.search.position_graph import (
    MOST_POSITIONS,
    ByPosition,
    Name,
    Naming,
    PositionNode,
    explore,
    positions_of,
)
from spielbaum.search.watch import Watch
from spielbaum.trace import Settle, Settled

#: Who can force a drawn end at a position: the player to move there, or the other one.
MOVER, OTHER = 1, -1


class Entry(NamedTuple):
    """What is known of a position: its value for the player to move and how long best play takes."""

    value: Value
    #: Plies until the end with best play of both; None where there is none, in a draw by cycle. For a draw by
    #: rule: the least number of plies in which one of the players can force the drawn end.
    remoteness: int | None
    #: Drawn because neither player can force an end.
    cycle: bool = False


@dataclass(frozen=True, repr=False)
class Solution(ByPosition[Entry]):
    """Every position that can be reached, by its key."""

    def __repr__(self) -> str:
        return f"<solution: {self.won} positions won, {self.drawn} drawn, {self.lost} lost>"

    @property
    def won(self) -> int:
        """How many positions are won for the player to move."""
        return sum(entry.value > 0 for entry in self.entries.values())

    @property
    def lost(self) -> int:
        return sum(entry.value < 0 for entry in self.entries.values())

    @property
    def drawn(self) -> int:
        """How many positions are drawn, by rule or by cycle."""
        return sum(entry.value == 0 for entry in self.entries.values())

    @property
    def cycles(self) -> int:
        """How many of the drawn positions are drawn by cycle."""
        return sum(entry.cycle for entry in self.entries.values())

    @property
    def rounds(self) -> tuple[int, ...]:
        """How many positions are won or lost in 0, 1, 2 … plies."""
        counts = Counter(entry.remoteness or 0 for entry in self.entries.values() if entry.value)
        return tuple(counts[plies] for plies in range(max(counts, default=-1) + 1))


@dataclass(frozen=True, kw_only=True)
class Solved(Result[M]):
    """The answer for the position searched, and the solution of all that can be reached from it."""

    solution: Solution


@dataclass(slots=True)
class _Position(PositionNode):
    """A node of the graph and what is known of it."""

    remoteness: int | None = None
    cycle: bool = False
    #: How many moves are not yet known to be bad enough to lose (step 2) or to end in a draw (step 3).
    ways_out: int = 0
    #: The place in `moves` of the move that settled it as won or lost.
    best: int | None = None
    #: Who can force a drawn end, and the place of the move on the way to it; the quicker one first.
    draws: dict[int, int] = field(default_factory=dict)


def retrograde(
    problem: Problem[S, M],
    state: S | None = None,
    *,
    depth: int | None = None,
    most: int = MOST_POSITIONS,
    watch: Watch | None = None,
) -> Solved[M]:
    """The value of every position that can be reached, and of the first one with its line.

    Promise: a position is worth v > 0 to the player to move exactly where that player can force an end with
    at least v and no more, v < 0 likewise for the other player, and 0 where neither can force a win. Where
    no position comes again the value is that of minimax. Positions are told apart by the game's `key`. More
    than `most` positions raise `TooLarge`.

    With a `depth` limit positions are also told apart by their ply, those at the limit are estimated, and the
    value is that of minimax with this limit; the solution then holds each position at its least ply.
    """
    started = start_search("retrograde", problem, state, watch, depth, view="mover", nested=False)
    search, key, paths = positions_of(started, depth)

    def name(state: Any, ply: int) -> Name:
        return Name(key(state), None if depth is None else ply)

    graph, numbers = explore(search, name, paths, depth, most, _Position, for_mover)
    for position in graph:
        position.ways_out = len(position.moves)
        position.remoteness = None if position.moves else 0
    _settle_wins_and_losses(graph, search.watch)
    _settle_draws(graph, search.watch)
    root = graph[0]
    proof = _proof(root)
    assert root.value is not None
    line = _line(graph, numbers, search, name)
    result = search.result(
        root.value, line, depth, verdict=(Bound.EXACT, proof), view=search.game.player(search.state)
    )
    shared = {part.name: getattr(result, part.name) for part in fields(Result)}
    if proof is Proof.PROVEN and root.value == 0:
        shared["cycle"] = root.cycle
    entries: dict[Hashable, Entry] = {}
    for named, number in numbers.items():
        entries.setdefault(named.key, _entry(graph[number]))
    return Solved(**shared, solution=Solution(entries, key))


# --- 2. backwards


def _settle_wins_and_losses(graph: list[_Position], watch: Watch) -> None:
    """The value ±t of every position where one player can force it, the largest t first."""
    ends = [position for position in graph if position.value is not None]
    for t in sorted({abs(end.value) for end in ends if end.value}, reverse=True):
        # First in, first out: so positions are settled round by round.
        queue = deque(end for end in ends if end.value in (t, -t))
        while queue:
            child = queue.popleft()
            assert child.value is not None
            assert child.remoteness is not None
            for number, place in child.before:
                position = graph[number]
                if position.value is not None:
                    continue
                _, _, sign = position.moves[place]
                if sign * child.value > 0:
                    position.value = t
                else:
                    position.ways_out -= 1
                    if position.ways_out:
                        continue
                    position.value = -t
                position.remoteness, position.best = child.remoteness + 1, place
                _report(watch, "win" if position.value > 0 else "loss", position, place, child)
                queue.append(position)


# --- 3. draws


def _settle_draws(graph: list[_Position], watch: Watch) -> None:
    """What is left is drawn: by rule where one of the players can force a drawn end, else by cycle.

    A move out of the drawn positions loses for whoever makes it, so nobody does. Who can force the end is
    told from the side of the player to move, as values are: after a move MOVER and OTHER change places,
    unless the same player moves again.
    """
    drawn = [position for position in graph if not position.value]
    ends = [position for position in drawn if position.value == 0]
    for position in drawn:
        position.ways_out = sum(not graph[child].value for _, child, _ in position.moves)
    queue = deque((end, who, 0) for end in ends for who in (MOVER, OTHER))
    while queue:
        child, who_there, plies = queue.popleft()
        for number, place in child.before:
            position = graph[number]
            who = who_there * position.moves[place][2]
            if position.value or who in position.draws:
                continue
            if who == OTHER:  # the player to move must have no other way
                position.ways_out -= 1
                if position.ways_out:
                    continue
            position.draws[who] = place
            queue.append((position, who, plies + 1))
            if position.value is None:
                position.value, position.remoteness = 0, plies + 1
                forcing = position.player if who == MOVER else 1 - position.player
                _report(watch, "rule", position, place, child, forcing)
    for position in drawn:
        if position.value is None:
            position.value, position.cycle = 0, True
            watch.settle(Settle(position.path, 0, "cycle", proof=_proof(position)))


# --- the answer


def _report(
    watch: Watch, why: Settled, position: _Position, place: int, child: _Position, forcing: int | None = None
) -> None:
    """Report that a position was settled, in which round and by which successor."""
    assert position.value is not None
    move, _, _ = position.moves[place]
    watch.settle(
        Settle(
            position.path,
            position.value,
            why,
            position.remoteness,
            move,
            child.path,
            forcing,
            _proof(position),
        )
    )


def _proof(position: _Position) -> Proof:
    return Proof.ESTIMATE if position.doubtful else Proof.PROVEN


def _line(graph: list[_Position], numbers: dict[Name, int], search: Search, name: Naming) -> Moves:
    """Best play from the first position: to the end, or until a position comes again.

    The key of a game may fold positions that are mirror images; so a move is looked for that leads to the
    same position as the one noted in the graph.
    """
    game, state, number = search.game, search.state, 0
    # Where a draw is forced: by whom, from the side of the player to move.
    who = next(iter(graph[0].draws), MOVER)
    line: list[Any] = []
    # A key that leaves out who is who may let a position come again on the way to a drawn end, with the other
    # player to force it.
    seen: set[tuple[int, int]] = set()
    while graph[number].moves and (here := (number, who if graph[number].draws else 0)) not in seen:
        seen.add(here)
        position = graph[number]
        if position.value:
            place = position.best
        elif position.cycle:  # some move always leads to another such position
            place = next(i for i, (_, child, _) in enumerate(position.moves) if graph[child].cycle)
        else:
            place = position.draws[who]
        assert place is not None
        _, number, sign = position.moves[place]
        ways = ((move, game.play(state, move)) for move in game.legal(state))
        move, state = next(way for way in ways if numbers[name(way[1], len(line) + 1)] == number)
        line.append(move)
        who *= sign
    return tuple(line)


def _entry(position: _Position) -> Entry:
    assert position.value is not None
    return Entry(position.value, position.remoteness, position.cycle)
