"""What needs the value of positions: symmetry, bounds, good moves, whose side the evaluation takes.

Values come from a plain minimax over the rules, with exact averages where nature moves, remembered by state,
within a budget of positions; so they are known near the ends of the random games, and everywhere in small
games. Where positions may come again they come from retrograde analysis, if the whole game is small enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import sqrt
from random import Random
from typing import Any

from spielbaum.conformance.explore import Exploration, Node
from spielbaum.conformance.guarded_rules import GuardedRules
from spielbaum.conformance.local import Problem
from spielbaum.errors import TooLarge
from spielbaum.expectation import exact_number, mean
from spielbaum.forms import frozen, plain_number
from spielbaum.result import CHANCE
from spielbaum.search.retrograde import Solution, retrograde

#: Positions that the search for one value may visit, and all searches together.
BUDGET_EACH = 5_000
BUDGET_ALL = 100_000
#: Positions of a game that goes in circles, at most; they take some seconds.
BUDGET_GRAPH = 20_000
#: Pairs of positions with the same key whose moves are compared: so many of the shortest, and of all others.
PAIRS = 1_000
#: Moves that are played for that at most, as some games have hundreds in every position.
MOVES_OF_PAIRS = 50_000
#: The evaluation's side is judged on at least this many positions a player.
SAMPLE = 30


class _OverBudget(Exception):
    pass


class Values:
    """True values for player 0 in a two-player zero-sum game, or for the only player against nature."""

    def __init__(self, rules: GuardedRules) -> None:
        self.rules = rules
        self.known: dict[Any, float] = {}
        self._left = 0
        self._all = BUDGET_ALL

    @cached_property
    def _solution(self) -> Solution | None:
        """The whole game, every state for itself; None where it is too large, or nature moves in it."""
        if self.rules.game.has_chance:
            return None
        unfolded = self.rules.game.with_hints(key=None)
        try:
            return retrograde(unfolded, most=BUDGET_GRAPH).solution
        except TooLarge:
            return None

    def refill(self) -> None:
        """The full budget again, for another question."""
        self._all = BUDGET_ALL

    def value(self, state: Any) -> float | None:
        """The value with best play; None where that takes too long to find out."""
        if self.rules.game.facts.repeats and self._solution is not None:
            value = self._solution.at(state).value
            return value if self.rules.player(state) == 0 else -value
        self._left = min(BUDGET_EACH, self._all)
        before = self._left
        try:
            return self._minimax(state, frozenset())
        except _OverBudget:
            return None
        finally:
            self._all -= before - self._left

    def _minimax(self, state: Any, above: frozenset[Any]) -> float:
        name = frozen(state)
        if name in self.known:
            return self.known[name]
        # A position that comes again has no value by itself; a very long line no end in sight.
        if self._left <= 0 or name in above or len(above) > 200:
            raise _OverBudget
        self._left -= 1
        moves = self.rules.moves(state)
        value: float
        if not moves:
            value = plain_number(self.rules.call("utility", state))
            if self.rules.game.has_chance:
                value = exact_number(value)
        elif self.rules.player(state) == CHANCE:
            here = above | {name}
            weights = [int(self.rules.call("weight", state, move)) for move in moves]
            total = sum(weights)
            value = mean(
                (Fraction(weight, total), self._minimax(self.rules.play(state, move), here))
                for weight, move in zip(weights, moves, strict=True)
            )
        else:
            first = self.rules.player(state) == 0
            best = self.rules.game.facts.values[first]  # nobody does better than that
            here = above | {name}
            reached: list[float] = []
            for move in moves:
                reached.append(self._minimax(self.rules.play(state, move), here))
                if reached[-1] == best:
                    break
            value = max(reached) if first else min(reached)
        self.known[name] = value
        return value

    def for_mover(self, state: Any) -> float | None:
        """The value for the player to move; where nature moves, for player 0."""
        value = self.value(state)
        return value if value is None or self.rules.player(state) <= 0 else -value

    def banked_for_mover(self, state: Any) -> float:
        points: float = plain_number(self.rules.call("banked", state))
        return points if self.rules.player(state) <= 0 else -points


def valued_nodes(values: Values, found: Exploration) -> list[Node]:
    """The positions whose value can be found, from the ends of the random games backwards."""
    known: dict[int, Node] = {}
    for game in found.games:
        for node in reversed(game):
            if id(node) not in known:
                if values.value(node.state) is None:
                    break
                known[id(node)] = node
    return sorted(known.values(), key=lambda node: node.depth)


# --- at one position ----------------------------------------------------------------------------------------


def candidates(values: Values, state: Any) -> Iterator[Problem]:
    """A best move is among the candidates."""
    rules = values.rules
    if not rules.moves(state) or rules.player(state) == CHANCE:
        return
    value = values.value(state)
    some = rules.call("candidates", state)
    if value is None or not some:
        return
    best = max if rules.player(state) == 0 else min
    reached = [values.value(rules.play(state, move)) for move in some]
    among = [one for one in reached if one is not None]
    if len(among) == len(reached) and best(among) != value:
        yield "candidates.best", {"value": value, "among": best(among)}


def settle(values: Values, state: Any) -> Iterator[Problem]:
    """The value of the settled position, kept within the bounds, is the value of this one."""
    rules = values.rules
    value = values.value(state)
    if value is None or not rules.moves(state):
        return
    settled, least, greatest = rules.call("settle", state)
    if not least <= value <= greatest:
        yield "settle.bounds", {"value": value, "least": least, "greatest": greatest}
        return
    if least < greatest:
        there = values.value(settled)
        if there is not None and min(max(there, least), greatest) != value:
            yield "settle.value", {"value": value, "there": there}


# --- by comparing positions ---------------------------------------------------------------------------------


def pairs_with_same(
    function: str, rules: GuardedRules, found: Exploration, seed: int
) -> list[tuple[Node, Node]]:
    """Different positions with the same key (or solution key, or rest), the shortest first.

    Near the start such positions are easy to find but too far from the end to be valued. So a random
    game is played from one of a pair, and followed in the other by moves that keep the keys equal.
    """
    groups: dict[Any, list[Node]] = {}
    for node in found.nodes:
        groups.setdefault(rules.call(function, node.state), []).append(node)
    pairs = [(group[0], other) for group in groups.values() for other in group[1:]]
    random = Random(seed)
    for pair in pairs[:400]:
        one, other = pair
        while True:
            moves = rules.moves(one.state)
            if not moves:
                break
            move = random.choice(moves)
            one = Node(rules.play(one.state, move), one, move, one.depth + 1)
            wanted = rules.call(function, one.state)
            for reply in rules.moves(other.state):
                state = rules.play(other.state, reply)
                if rules.call(function, state) == wanted:
                    other = Node(state, other, reply, other.depth + 1)
                    break
            else:
                break
            if frozen(one.state) == frozen(other.state) or one.depth > 200:
                break
            pairs.append((one, other))
    return sorted(pairs, key=lambda pair: max(pair[0].depth, pair[1].depth))


def one_of_nature(rules: GuardedRules, pair: tuple[Node, Node]) -> bool:
    """Whether nature moves in one of two positions, but not in the other."""
    one, other = (rules.player(node.state) == CHANCE and bool(rules.moves(node.state)) for node in pair)
    return one != other


def symmetry(
    function: str, values: Values, pairs: list[tuple[Node, Node]]
) -> tuple[int, tuple[Problem, Node, Node] | None]:
    """How many pairs could be compared, and the shortest one that differs in value.

    Positions with the same rest must agree in what is still to be won, that is less what is banked.

    The last positions come first: their values are found soonest and help with those before them.
    """
    compared = 0
    worst: tuple[Problem, Node, Node] | None = None
    values.refill()
    for one, other in reversed(pairs):
        first, second = values.for_mover(one.state), values.for_mover(other.state)
        if first is None or second is None:
            continue
        if function == "rest":
            first -= values.banked_for_mover(one.state)
            second -= values.banked_for_mover(other.state)
        compared += 1
        if first != second:
            worst = (f"{function}.value", {"value": first, "other": second}), one, other
    return compared, worst


def unlike(
    function: str, rules: GuardedRules, pairs: list[tuple[Node, Node]]
) -> tuple[int, tuple[Problem, Node, Node] | None]:
    """How many pairs were compared, and the shortest one that is not the same position but for symmetry.

    That is: not both are ends, or with another pay-off for the player to move, or a move of one leads to
    a key, or to a player to move, to which no move of the other leads, or where nature moves with another
    probability. Values need not be known for it.
    """
    every = 1 + len(pairs) // PAIRS
    some = pairs[:PAIRS] + pairs[PAIRS::every]
    compared = moves = 0
    for one, other in some:
        key = _difference(function, rules, one.state, other.state)
        compared += 1
        if key is not None:
            return compared, ((f"folding.{key}", {"function": function}), one, other)
        moves += 2 * len(rules.moves(one.state))
        if moves > MOVES_OF_PAIRS:
            break
    return compared, None


def _difference(function: str, rules: GuardedRules, one: Any, other: Any) -> str | None:
    ways = []
    for state in (one, other):
        mover = rules.player(state)
        chance = mover == CHANCE
        shares: dict[Any, Fraction] = {}
        moves = rules.moves(state)
        weights = [int(rules.call("weight", state, move)) if chance else 0 for move in moves]
        for move, weight in zip(moves, weights, strict=True):
            each = rules.play(state, move)
            # Values where nature moves are those of player 0.
            way = rules.call(function, each), max(rules.player(each), 0) == max(mover, 0)
            share = Fraction(weight, sum(weights)) if chance else Fraction(0)
            shares[way] = shares.get(way, Fraction(0)) + share
        ways.append(shares)
    if ways[0] != ways[1]:
        return "moves" if all(ways) else "ended"
    if not ways[0]:
        payoffs = [plain_number(rules.call("utility", state)) for state in (one, other)]
        if max(rules.player(one), 0) != max(rules.player(other), 0):
            payoffs[1] = -payoffs[1]
        return None if payoffs[0] == payoffs[1] else "payoff"
    return None


def unequal_layers(rules: GuardedRules, pairs: list[tuple[Node, Node]]) -> tuple[Problem, Node, Node] | None:
    """The shortest pair of positions with the same key in different layers."""
    for one, other in pairs:
        layers = rules.call("layer", one.state), rules.call("layer", other.state)
        if layers[0] != layers[1]:
            return ("layer.key", {"layer": layers[0], "other": layers[1]}), one, other
    return None


#: A kind of position: by the player who moved last, and by whether nature moves now.
_Kind = tuple[int, bool]


def evaluation_side(rules: GuardedRules, games: list[list[Node]]) -> tuple[tuple[Problem, Node] | None, int]:
    """Whether the evaluation takes the wrong side, with the shortest position that shows it; and how
    many positions were judged.

    Shortly before the end, the sign of an honest evaluation agrees with the pay-off more often than
    not. One that is written for the mover instead of player 0 agrees where player 0 moves and disagrees
    where player 1 does; where nature moves, the player who moved last counts. And its sign turns from one
    player's position to the next of the other, which that of an honest one seldom does: in Pig to few points
    whoever moves last wins, often from behind, so pay-offs alone would accuse it. One that asks `player` is
    wrong wherever nature moves.
    """
    agree, against = Counter[_Kind](), Counter[_Kind]()
    example: dict[_Kind, Node] = {}
    turned, kept = 0, 0
    for index, game in enumerate(sorted(games, key=len)):
        before = 2 + index % 2  # one or two plies before the end; one position per game: they are independent
        if len(game) < before or rules.moves(game[-1].state):
            continue
        node = game[-before]
        payoff = plain_number(rules.call("utility", game[-1].state))
        estimate = plain_number(rules.call("evaluate", node.state))
        earlier = game[: len(game) - before + 1][::-1]
        movers = [rules.player(one.state) for one in earlier]
        mover = next((player for player in movers if player != CHANCE), 0)
        kind = mover, movers[0] == CHANCE
        if 1 - mover in movers:
            other = plain_number(rules.call("evaluate", earlier[movers.index(1 - mover)].state))
            turned, kept = turned + (other * estimate < 0), kept + (other * estimate > 0)
        if payoff * estimate > 0:
            agree[kind] += 1
        elif payoff * estimate < 0:
            against[kind] += 1
            example.setdefault(kind, node)

    def counted(*kinds: _Kind) -> tuple[int, int]:
        return sum(agree[kind] for kind in kinds), sum(against[kind] for kind in kinds)

    def problem(key: str, *kinds: _Kind) -> tuple[Problem, Node]:
        shown = min((example[kind] for kind in kinds if kind in example), key=lambda node: node.depth)
        right, wrong = counted(*kinds)
        return (f"evaluate.{key}", {"against": wrong, "judged": right + wrong}), shown

    first, second = ((0, False), (0, True)), ((1, False), (1, True))
    judged = agree.total() + against.total()
    right, wrong = counted((0, False), (1, False))
    if right > wrong and _clearly_wrong(*counted((0, True), (1, True))):
        return problem("nature", (0, True), (1, True)), judged
    clearly = [_clearly_wrong(*counted(*kinds)) for kinds in (first, second)]
    if all(clearly):
        return problem("reversed", *first, *second), judged
    right, wrong = counted(*first)
    if clearly[1] and right > wrong and turned > kept:
        return problem("mover", *second), judged
    enough = min(sum(counted(*kinds)) for kinds in (first, second)) >= SAMPLE
    return None, judged if enough else 0


def _clearly_wrong(agree: int, against: int) -> bool:
    """Against the pay-off in most positions, by five standard deviations of a fair coin."""
    judged = agree + against
    return judged >= SAMPLE and against - judged / 2 > 2.5 * sqrt(judged)
