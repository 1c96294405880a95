"""Games with chance whose positions may come again: expected values with proven bounds.

The kernels and the argument stand in `expected.py`. Here they are run over all positions of a whole game,
which `solution/graph.py` has found, or over those that can be reached from one (`solve_reachable`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from spielbaum.engine.expected import Ranked
from spielbaum.engine.guards import check_answers
from spielbaum.engine.layout import written
from spielbaum.engine.position_set import ROUND, EdgeColumns, PositionSet, ThreadPool, longer, rounds
from spielbaum.engine.positions import COUNT, INFO, side
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import Code
from spielbaum.errors import BadInput, BrokenGame, TooLarge, Unfit
from spielbaum.game import Game, M

Int64Array = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]
Float64Array = npt.NDArray[np.float64]

#: Bounds are narrowed until they are no further apart than this times the largest value of their component …
PRECISION = 1e-13
#: … and where they stay further apart than this times the largest value of all there is no answer.
WORST = 1e-9
#: Positions that `solve_reachable` looks at, at most.
MOST_REACHABLE = 20_000_000
_KERNELS = (
    "add_start",
    "expand",
    "rehash",
    "edge_places",
    "strong_components",
    "by_component",
    "settle_expected",
)
#: Bytes per position while bounds are narrowed: two bounds, the place of its edges, and what Tarjan needs.
BYTES = 52


@dataclass(frozen=True, eq=False)
class Graph:
    """Positions as numbers, and the moves between them; see `graph.py` and `expected.py`."""

    notes: Int32Array
    where: Int64Array
    edges: Int32Array
    weights: Int32Array
    #: Empty where no points are told apart.
    gains: Int32Array


def proven_values(pool: ThreadPool, graph: Graph, show: Callable[[int], str]) -> tuple[Float64Array, float]:
    """Values of all positions, from the side that moves, and how far from the true ones they are at most.

    `show` names a position in a refusal.

    Raises `Unfit` where a player may go on for ever, so that the bounds do not meet, and `BrokenGame` where
    points that stay won are won in a circle, as nothing would bound them.
    """
    count, name = len(graph.notes), pool.code.rules.game.name
    info = np.zeros(INFO, np.int64)
    info[COUNT] = count
    places = np.zeros(count, np.int64)
    for begin, end in rounds(len(graph.where) // 2):
        pool.run("edge_places", info, begin, end, lambda _: (info, graph.notes, graph.where, places))
    met, component, one, other, third, finished = (np.zeros(count, np.int32) for _ in range(6))
    components = pool.alone(
        "strong_components",
        info,
        graph.notes,
        places,
        graph.edges,
        met,
        component,
        one,
        other,
        third,
        finished,
    )
    begins, order, rank = np.zeros(components + 1, np.int64), one, other
    most_edges = pool.alone("by_component", info, graph.notes, component, finished, begins, order, rank)
    del met, component, third, finished
    ranked = Ranked(
        graph.notes, places, graph.edges, graph.weights, graph.gains, order, rank,
        np.zeros(count), np.zeros(count),
    )  # fmt: skip
    gaining = pool.alone("settle_expected", info, ranked, begins, most_edges, PRECISION)
    if gaining >= 0:
        raise BrokenGame("solution.gain_in_circle", game=name, position=show(gaining))
    worst = int(np.argmax(ranked.errors))
    value, error = float(ranked.values[worst]), float(ranked.errors[worst])
    if error > WORST * max(float(ranked.values.max()), -float(ranked.values.min()), 1.0):
        raise Unfit(
            "solution.for_ever",
            game=name,
            position=show(int(order[worst])),
            low=f"{value - error:.6g}",
            high=f"{value + error:.6g}",
        )
    return ranked.values.take(rank), error


# ---------------------------------------------------------------------------------------------- one position


@dataclass(frozen=True)
class Expected:
    """What a position is worth, from the side of the player to move; where nature moves, of player 0."""

    #: Within `error` of the true value, which is proven.
    value: float
    error: float
    #: What every move, or outcome, is worth, from the same side.
    moves: dict[Any, float]
    #: Positions that were solved for it.
    positions: int


class ExpectedPositions(Protocol):
    """Positions whose expected values are known: all that one leads to, or those of a file."""

    @property
    def game(self) -> Game[Any, Any]: ...

    def look(self, state: Any) -> Expected | None:
        """What a position is worth; None where it is not among them."""


def key_with_chance(game: Game[Any, Any]) -> Callable[[Any], Any] | None:
    """What tells positions apart where positions of a game with chance are solved together; see `banks`.

    None: the states themselves. A `key` promises equal values among positions where nature moves, and among
    those where a player does, as the table of the search keeps the two apart; so that is told beside it here.
    """
    given = game.hints.solution_key or game.hints.rest
    if given is not None or game.hints.key is None:
        return given
    first = game.hints.key(game.start)
    parts = [f"k[{i}]" for i in range(len(first))] if isinstance(first, tuple) else ["k"]
    # Written out part by part: compiled code can join no tuples of mixed types.
    source = f"def key(s):\n    k = own(s)\n    return (1 if player(s) < 0 else 0, {', '.join(parts)})\n"
    key: Callable[[Any], Any]
    (key,) = written(source, {"player": game.player, "own": game.hints.key}, "key")
    return key


def banks(game: Game[Any, Any]) -> bool:
    """Whether positions are told apart by `rest`, so that points won stay won and are left out of values."""
    return game.has_chance and game.hints.rest is not None and game.hints.solution_key is None


def solve_reachable(
    game: Game[Any, M],
    state: Any,
    *,
    most: int = MOST_REACHABLE,
    threads: int | None = None,
    interpreted: bool = False,
    announce: Callable[[str], None] | None = None,
    wanted: Callable[[], bool] = lambda: True,
    begin: Callable[[], None] = lambda: None,
) -> Reachable:
    """The expected values of a position and of all that it leads to, with a proven bound of the error.

    For one player, or two with zero sum, and chance; positions may come again. All positions that can be
    reached are looked at: more than `most` raise `TooLarge`. Where a player may go on for ever the bounds may
    not meet, which raises `Unfit`. `wanted` is asked while it works; False ends it with `Unwanted`.
    `begin` is called when everything is compiled.
    """
    if not game.one_number:
        game.require_two_player_zero_sum("solve", chance=True)
    # What a position is worth then is no matter of its key alone.
    if game.hints.moment is not None or game.facts.repetition:
        raise BadInput("engine.solve.repeats", game=game.name)
    hints: dict[str, Any] = {"key": key_with_chance(game)}
    if not banks(game):
        hints |= {"rest": None, "banked": None}
    solved = game.with_hints(**hints)
    code = Code(rules_of(solved), interpreted=interpreted, announce=announce)
    code.guard = partial(check_answers, solved)
    pool = ThreadPool(code, 1 if interpreted else threads, wanted)
    pool.compile(*_KERNELS)
    begin()
    found, graph = all_reachable(pool, state, most)
    unpack = code.rules.names["unpack"]

    def show(number: int) -> str:
        there = unpack(found.states[number * pool.words : (number + 1) * pool.words])
        notation = game.presentation.notation
        return str(there) if notation is None else notation(there)

    return Reachable(game, found, *proven_values(pool, graph, show))


def all_reachable(pool: ThreadPool, state: Any, most: int) -> tuple[PositionSet, Graph]:
    """All positions that a position leads to, itself the first, and the moves; more than `most` raise."""
    name = pool.code.rules.game.name
    found = PositionSet(pool, most)
    found.add_state(state)
    notes: Int32Array = np.zeros(0, np.int32)
    edges = EdgeColumns(pool.columns)
    done = 0
    while done < len(found):
        end = min(len(found), done + ROUND)
        if end > len(notes):
            notes = longer(notes, 2 * end)
        try:
            found.expand_from(found.states, notes, done, end, edges)
        except TooLarge as error:
            raise TooLarge("solution.reachable", game=name, most=most) from error
        if len(found) > most:
            raise TooLarge("solution.reachable", game=name, most=most)
        done = end
    columns = edges.arrays()
    columns += [np.zeros(0, np.int32)] * (3 - len(columns))
    return found, Graph(notes[:done], edges.where(done), *columns)


@dataclass(frozen=True, eq=False)
class Reachable:
    """All positions that a position leads to, and what each is worth."""

    game: Game[Any, Any]
    found: PositionSet
    #: From the side that moves, less what is banked where the game tells that apart.
    values: Float64Array
    #: No value is further from the true one, which is proven.
    error: float

    @property
    def positions(self) -> int:
        return len(self.values)

    def look(self, state: Any) -> Expected | None:
        """What a position is worth; None where it was not among them."""
        value = self._value(state)
        if value is None:
            return None
        game = self.game
        mine = side(game.player(state))
        moves = {}
        for move in game.legal(state):
            after = game.play(state, move)
            found = self._value(after)
            assert found is not None  # it can be reached as well
            moves[move] = found if side(game.player(after)) == mine else -found
        return Expected(value, self.error, moves, self.positions)

    def _value(self, state: Any) -> float | None:
        # A position that is not there is added behind all that have a value.
        number = self.found.add_state(state)
        if number >= len(self.values):
            return None
        value = float(self.values[number])
        if banks(self.game):
            assert self.game.hints.banked is not None
            sure = float(self.game.hints.banked(state))
            value += sure if side(self.game.player(state)) == 0 else -sure
        return value
