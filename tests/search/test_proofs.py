"""What `proven` promises (see `Proof`), checked on random trees and games against values by their definition.

The oracle knows the whole tree and nothing of the searchers: a leaf below which the tree was cut may have
any value there is, so what holds must hold for the values that this file has drawn for such leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from math import inf
from random import Random
from typing import Any

import pytest

from spielbaum.draw import scene_of
from spielbaum.draw.scene import Scene
from spielbaum.errors import TooLarge
from spielbaum.game import Game
from spielbaum.game_fields import Facts
from spielbaum.games import load_game
from spielbaum.result import Bound, Line, Proof, Result, Value
from spielbaum.search import ALGORITHMS, Algorithm, Watch, best_reply, iterative, maxn, minimax, record
from spielbaum.search.tree_values import NodeValue, node_values
from spielbaum.trace import Leave, Update, trace_from_json, trace_to_json
from spielbaum.tree import Tree, cut, grow
from tests.support.random_game import State, random_game
from tests.support.ring import ring
from tests.support.trees import random_shape

TWO = [one for one in ALGORITHMS.values() if not one.traversal and not one.one_player]
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


def keeps(result: Line[Any], along: list[Value]) -> bool:
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


def check_tree(algorithm: Algorithm, truth: Truth, **options: Any) -> Result[Any]:
    """Search what is shown; whatever the result promises must be true of the whole."""
    result = algorithm(truth.shown, **options)
    assert isinstance(result, Result)
    told = (algorithm.name, options, truth.shown, truth.whole, result)
    nodes = [truth.whole.at(result.moves[:length]) for length in range(len(result.moves) + 1)]
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
    """Half of the trees are full of ties, where an estimate is easily as good as what is proven."""
    if players == 2 and random.random() < 0.5:
        return with_secrets(random, tied(random, 0, random.randint(2, 4)), random.choice((0, 0.2, 0.4)))
    tree = random_shape(random, random.randint(1, 4), random.randint(1, 4), players=players)
    return with_secrets(random, tree, random.choice((0, 0.1, 0.3)))


def tied(random: Random, level: int, depth: int) -> Tree:
    """Two or three children everywhere, leaves worth −1, 0 or 1; estimates are 0 or missing."""
    player = level % 2 if random.random() < 0.8 else random.randrange(2)
    if level == depth or (level and random.random() < 0.2):
        return Tree(value=random.choice((-1, 0, 0, 1)), player=player)
    children = [tied(random, level + 1, depth) for _ in range(random.randint(1, 3))]
    return Tree(children, player=player, value=random.choice((0, None)))


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
            for move in result.moves:
                line.append(game.play(line[-1], move))
            value = result.value[0] if isinstance(result.value, tuple) else result.value
            sign = -1 if result.view == 1 else 1
            told = (algorithm.name, game.evaluate is None, seed, depth, result)
            if result.proof is Proof.PROVEN or not isinstance(result.value, tuple):
                plain = replace(result.best, value=value)
                assert keeps(plain, [sign * game_value(s) for s in line]), told
            assert result.proof is not Proof.PROVEN or result.moves or not game.legal(state), told
            seen[result.proof.value] += 1
    game_value.cache_clear()
    return seen


def test_what_is_proven_is_true_in_games() -> None:
    seen = try_games(range(600), whole=False)
    assert seen["proven"] > 50, seen
    assert seen["estimate"] > 50, seen


# ------------------------------------------------------------------------------ examples

#: B rests on X, which nobody has looked into; C is proven to be worth as much.
UNKNOWN_FIRST = "A(B(0 X(-3)) C(0))"
#: Those who call a result an estimate as soon as something was estimated.
CAUTIOUS = ("sss", "retrograde", "value-iteration", "maxn", "alliance")


@pytest.mark.parametrize("name", [a.name for a in TWO if a.name not in CAUTIOUS])
def test_of_equal_moves_the_proven_one_is_taken(name: str) -> None:
    result = ALGORITHMS[name](Tree.read(UNKNOWN_FIRST), depth=2)
    assert (result.value_for(0), result.move, result.proof) == (0, 1, Proof.PROVEN)


@pytest.mark.parametrize("name", CAUTIOUS)
def test_or_the_result_is_called_an_estimate(name: str) -> None:
    assert ALGORITHMS[name](Tree.read(UNKNOWN_FIRST), depth=2).proof is Proof.ESTIMATE


def test_where_everything_is_exact_the_first_of_equals_is_taken() -> None:
    for algorithm in TWO:
        assert algorithm(Tree.read("A(B(0 1) C(0 2) D(0))")).moves == (0, 0), algorithm.name


def test_the_steps_say_why_another_move_is_taken() -> None:
    trace, result = record("alphabeta", Tree.read(UNKNOWN_FIRST), depth=2)
    assert result is not None
    updates = [event for event in trace.events if isinstance(event, Update) and not event.path]
    assert [(event.move, event.surer) for event in updates] == [(0, False), (1, True)]
    assert "C brings A to 0 as well, and that is proven" in trace.text()
    assert "the window stays (0, +∞)" in trace.text()
    assert "B has the value 0. This depends on an estimate." in trace.text()
    assert "nobody" not in trace.text()
    assert "X is not searched further, and there is no estimate for it: it counts as 0." in trace.text()
    left = {trace.label(event.path): event.proof for event in trace.events if isinstance(event, Leave)}
    assert left == {"A": Proof.PROVEN, "B": Proof.ESTIMATE, "C": Proof.PROVEN}


def drawn(scene: Scene) -> tuple[dict[str, str], list[tuple[int, ...]]]:
    """What the figure shows in the end: values by name, and the best line."""
    faces = list(zip(scene.nodes, scene.faces(), strict=True))
    values = {node.name: face.value for node, face in faces if node.name}
    return values, [node.path for node, face in faces if face.chosen]


@pytest.mark.parametrize("algorithm", TWO, ids=lambda algorithm: algorithm.name)
def test_figure_and_answer_agree(algorithm: Algorithm) -> None:
    random = Random(3)
    for _ in range(25):
        truth = random_truth(random)
        trace, result = record(algorithm, truth.shown, depth=random.choice((None, 2)))
        assert result is not None
        line = [result.moves[:length] for length in range(len(result.moves) + 1)] if result.moves else []
        assert drawn(scene_of(trace))[1] == line
        last = trace.events[-1]
        if isinstance(last, Leave):
            assert last.proof is result.proof or not algorithm.minimax
        read = trace_from_json(trace_to_json(trace))
        assert (read.events, read.line) == (trace.events, trace.line)


def test_documents_from_before_are_read() -> None:
    trace, _ = record("minimax", Tree.read(UNKNOWN_FIRST), depth=2)
    document = trace_to_json(trace)
    del document["principal_variation"]
    for event in document["events"]:
        for field in ("surer", "proof", "unknown"):
            event.pop(field, None)
    assert len(trace_from_json(document).events) == len(trace.events)


# ----------------------------------------------------------------- values that nobody knows


def test_no_values_out_of_nothing() -> None:
    tree = cut(grow(load_game("takeaway:matches=4")), 2)
    values = node_values(tree)
    assert values[()] == NodeValue()
    assert values[()].text() == "?"
    assert values[(1,)].text() == "≤ 1", "whoever moves there can take the last two matches"
    assert values[(1,)].document() == {"minimax": None, "minimax_at_most": 1}
    shown = [face.value for face in scene_of(tree, solved=True).faces()]
    assert shown == ["?", "?", "?", "?", "≤ 1", "?", "1"]
    # A search counts such a leaf as 0 and says so: nothing above it looks exact.
    trace, _ = record("minimax", tree)
    shown = [face.value for face in scene_of(trace).faces()]
    assert shown == ["≈ 0", "≈ 0", "0 ?", "0 ?", "≈ 0", "0 ?", "1"]
    assert trace.results[()].estimate
    assert not trace.results[(1, 1)].estimate


def test_what_is_known_all_the_same() -> None:
    values = node_values(Tree.read("A(B(3 x?) C(4? 5) D(1 E(2 y?)))"))
    text = {path: value.text() for path, value in values.items()}
    assert text[()] == "≥ 1, ≤ 5"
    assert text[(0,)] == "≤ 3"
    assert text[(1,)] == "≈ 4"
    assert text[(2,)] == "1", "whatever y is worth, E is worth 2 or more"
    assert text[(2, 1)] == "≥ 2"


def test_values_of_random_trees() -> None:
    random = Random(8)
    for _ in range(1000):
        truth = random_truth(random, random.choice((2, 3)))
        for path, known in node_values(truth.shown).items():
            true = true_value(truth.whole.at(path))
            if known.value is not None and not known.estimate:
                assert known.value == true, (truth.shown, truth.whole, path)
            if not isinstance(true, tuple):
                assert known.low <= true <= known.high, (truth.shown, truth.whole, path)


def test_best_reply_judges_a_leaf_below_which_the_tree_was_cut() -> None:
    assert best_reply(Tree.read("(3? (1 2))")).value == 3
    assert best_reply(Tree.read("((?) (1))")).value == 1


def test_three_players_of_whom_no_value_is_known() -> None:
    tree = Tree.read("(@2(@3?))")
    assert (tree.players, tree.zero_sum) == (3, False)
    assert maxn(tree).value == (0, 0, 0)
    assert maxn(tree).proof is Proof.ESTIMATE


# ---------------------------------------------------------------- iterative deepening ends


@pytest.mark.parametrize("text", ["A(3? 2)", "A(? 2)", "A(B(3? 1) C(2 D(5? ?)))", "7?", "(((?)))"])
def test_it_ends_where_a_deeper_iteration_would_see_nothing_new(text: str) -> None:
    tree = Tree.read(text)
    result = iterative(tree, watch=Watch(most_nodes=1000))
    assert result.value == minimax(tree).value
    assert result.depth == max(1, tree.depth)


def test_it_ends_on_what_the_tree_lab_shows_of_a_game() -> None:
    tree = cut(grow(load_game("tictactoe")), 2)
    watch = Watch(most_nodes=10_000)
    assert iterative(tree, watch=watch).depth == 2
    assert watch.nodes < 1000


def loop(*, declared: bool) -> Game[Any, Any]:
    return Game(
        "loop",
        start=(0, 0),
        moves=lambda _: (1, 2),
        play=lambda s, move: ((s[0] + move) % 5, 1 - s[1]),
        player=lambda s: s[1],
        utility=lambda _: 0,
        evaluate=lambda _: 0,
        facts=Facts(repeats=declared),
    )


@pytest.mark.parametrize("declared", [True, False])
def test_a_game_whose_positions_come_again_needs_a_limit(
    declared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("spielbaum.search.iterative"), "MOST_NODES", 2000)
    with pytest.raises(TooLarge, match=r"can repeat.*depth or a time limit"):
        iterative(loop(declared=declared))
    with pytest.raises(TooLarge, match="can repeat"):
        iterative(grow(loop(declared=declared)))
    assert iterative(loop(declared=declared), depth=4).depth == 4
    assert iterative(loop(declared=declared), watch=Watch(most_nodes=100)).move in (1, 2)


def test_a_proof_ends_it_in_such_a_game_too() -> None:
    assert iterative(ring()).proven


@pytest.mark.parametrize("name", ["sss", "breadth-first", "minimax"])
def test_other_searches_of_a_game_without_end_say_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.search.common.MOST_CALLS", 2000)
    rules = replace(loop(declared=True), moves=lambda _: (1,))
    with pytest.raises(TooLarge, match="depth limit"):
        ALGORITHMS[name](rules)


# ------------------------------------------------------------------------------- at length


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(4))
def test_what_is_proven_is_true_at_length(chunk: int) -> None:
    assert min(try_trees(15_000, 77 + chunk).values()) > 500
    first = 10_000 * (chunk + 1)
    assert try_games(range(first, first + 2500), whole=True)["proven"] > 250
