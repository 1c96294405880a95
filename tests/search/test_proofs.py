"""What `proven` promises (see `Proof`), checked on random trees and games against values by their definition.

The oracle knows the whole tree and nothing of the searchers: a leaf below which the tree was cut may have
any value there is, so what holds must hold for the values that this file has drawn for such leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from random import Random
from typing import Any

import pytest

from spielbaum.draw import story_of
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.result import Bound, Payoff, Proof, Result, Value
from spielbaum.search import ALGORITHMS, Algorithm, Recorder, Watch, iterative, minimax, record
from spielbaum.trace import Leave, Path
from spielbaum.tree import Tree, as_game
from tests.support.random_game import State, random_game
from tests.support.trees import random_shape

TWO = [algorithm for algorithm in ALGORITHMS.values() if not algorithm.traversal]
MANY = [algorithm for algorithm in TWO if not algorithm.zero_sum]


# --------------------------------------------------------------------------- the oracle


@dataclass(frozen=True)
class Truth:
    """A tree to be searched, and the same tree with all that is hidden from the searchers."""

    shown: Tree
    whole: Tree


def with_secrets(random: Random, tree: Tree, share: float) -> Truth:
    """Leaves of the tree are cut, with or without an estimate; what they are really worth only we know."""
    values = [node.value for _, node in tree.leaves()]

    def hide(node: Tree) -> Tree:
        if not node.leaf:
            return node.with_([hide(child) for child in node.children])
        if random.random() >= share:
            return node
        return node.with_((), cut=True, value=random.choice((None, random.choice(values))))

    return Truth(hide(tree), tree)


def true_value(tree: Tree) -> Any:
    """Minimax, or max^n with the first of equals, by definition; estimates of inner nodes mean nothing."""
    if tree.leaf:
        return tree.value
    below = [true_value(child) for child in tree.children]
    if isinstance(below[0], tuple):
        return max(below, key=lambda value: value[tree.player])
    return max(below) if tree.player == 0 else min(below)


def sure_for(tree: Tree, me: int) -> Any:
    """What the player gets where all the others play against this player only."""
    if tree.leaf:
        return tree.value[me]  # type: ignore[index]
    below = [sure_for(child, me) for child in tree.children]
    return max(below) if tree.player == me else min(below)


def keeps(result: Result, along: list[Value]) -> bool:
    """The promise: `along` are the true values of the nodes of the line, from the side of the result."""
    match result.proof, result.bound:
        case Proof.PROVEN, bound:
            return bound is Bound.EXACT and all(true == result.value for true in along)
        case Proof.BOUND, Bound.AT_LEAST:
            return all(true >= result.value for true in along)  # type: ignore[operator]
        case Proof.BOUND, Bound.AT_MOST:
            return all(true <= result.value for true in along)  # type: ignore[operator]
        case proof, _:
            return proof is Proof.ESTIMATE


def check_tree(algorithm: Algorithm, truth: Truth, **options: Any) -> Result:
    """Search what is shown; whatever the result promises must be true of the whole."""
    result = algorithm(truth.shown, **options)
    assert isinstance(result, Result)
    told = (algorithm.name, options, truth.shown, truth.whole, result)
    nodes = [truth.whole.at(result.line[:length]) for length in range(len(result.line) + 1)]
    assert result.proof is Proof.ESTIMATE or result.move is not None or truth.shown.leaf, told
    if isinstance(result.value, tuple) and truth.whole.payoffs == 1:
        assert result.proof is not Proof.PROVEN or all(true_value(n) == result.value[0] for n in nodes), told
    elif isinstance(result.value, tuple):
        assert result.proof is not Proof.PROVEN or all(true_value(n) == result.value for n in nodes), told
    elif truth.whole.payoffs == 1:
        sign = -1 if result.view == 1 else 1
        assert keeps(result, [sign * true_value(node) for node in nodes]), told
    else:
        assert result.view is not None
        assert keeps(result, [sure_for(node, result.view) for node in nodes]), told
    return result


def random_truth(random: Random, players: int = 2) -> Truth:
    tree = random_shape(random, random.randint(1, 4), random.randint(1, 4), players=players)
    return with_secrets(random, tree, random.choice((0, 0.1, 0.3)))


def random_options(random: Random, algorithm: Algorithm, tree: Tree) -> dict[str, Any]:
    """A depth limit half of the time, and now and then what else the algorithm knows."""
    options: dict[str, Any] = {}
    if random.random() < 0.5:
        options["depth"] = random.randint(0, tree.depth)
    known = algorithm.options
    if "quiescence" in known and random.random() < 0.3:
        options["quiescence"] = random.randint(0, 3)
    if "window" in known and random.random() < 0.3:
        low = random.choice((-inf, random.randint(-4, 4)))
        options["window"] = (low, inf if low == -inf else low + random.choice((1, 3)))
    for switch in ("fail_hard", "strict"):
        if switch in known and random.random() < 0.2:
            options[switch] = True
    if "order" in known and random.random() < 0.3:
        options["order"] = random.choice(("rules", "killers", "learnt", "killers+learnt"))
    if "guess" in known:
        options["guess"] = random.randint(-3, 3)
    return options


def try_trees(number: int, seed: int) -> dict[str, int]:
    """Every searcher in turn on random trees; how many results were of each kind."""
    random = Random(seed)
    seen = {proof.value: 0 for proof in Proof}
    for count in range(number):
        players = 3 if count % 4 == 3 else 2
        truth = random_truth(random, players)
        for algorithm in random.sample(TWO if players == 2 else MANY, 3):
            options = random_options(random, algorithm, truth.shown)
            seen[check_tree(algorithm, truth, **options).proof.value] += 1
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_what_is_proven_is_true_on_trees(seed: int) -> None:
    seen = try_trees(1000, seed)
    assert min(seen.values()) > 50, seen


# --------------------------------------------------------------------------------- games


@cache
def game_value(state: State) -> int:
    game = random_game()
    moves = game.legal(state)
    if not moves:
        return game.utility(state)  # type: ignore[return-value]
    return (max if state.player == 0 else min)(game_value(game.play(state, move)) for move in moves)


def try_games(seeds: range, *, whole: bool) -> dict[str, int]:
    """Random games with extra turns, ties and a range of values, so that bounds prove something too."""
    random = Random(seeds.start)
    seen = {proof.value: 0 for proof in Proof}
    with_estimates, without = random_game(), random_game(hints=False)
    for seed in seeds:
        state = State(seed, 0, 2, seed % 2)  # two plies less: a complete search stays small
        game = random.choice((with_estimates, without))
        for algorithm in random.sample(TWO, 2):
            depth = None if whole and random.random() < 0.2 else random.randint(0, 4)
            result = algorithm(game, state, depth=depth)
            line = [state]
            for move in result.line:
                line.append(game.play(line[-1], move))
            value = result.value[0] if isinstance(result.value, tuple) else result.value
            sign = -1 if result.view == 1 else 1
            told = (algorithm.name, game.evaluate is None, seed, depth, result)
            if result.proof is Proof.PROVEN or not isinstance(result.value, tuple):
                plain = Result(
                    result.algorithm, value, result.move, result.line, result.proof, bound=result.bound
                )
                assert keeps(plain, [sign * game_value(s) for s in line]), told
            assert result.proof is not Proof.PROVEN or result.line or not game.legal(state), told
            seen[result.proof.value] += 1
    game_value.cache_clear()
    return seen


def test_what_is_proven_is_true_in_games() -> None:
    seen = try_games(range(600), whole=False)
    assert seen["proven"] > 50, seen
    assert seen["estimate"] > 50, seen


@pytest.mark.long
def test_what_is_proven_is_true_at_length() -> None:
    print("trees", try_trees(60_000, 77))
    print("games", try_games(range(10_000, 22_000), whole=True))
