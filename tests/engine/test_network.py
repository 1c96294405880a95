"""Learned evaluations: features, the network in the kernels and in plain Python, and its file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Facts, Game, Hints, Position
from spielbaum.engine import Engine
from spielbaum.engine.evaluation import Network, load_network, network_of, quantised
from spielbaum.engine.features import Features, features_of, sampled_states
from spielbaum.engine.network import LOGIT
from spielbaum.engine.rules import rules_of
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.games import load_game
from spielbaum.result import Proof
from spielbaum.search import minimax
from tests.support.damage import damaged_bytes
from tests.support.quick import later
from tests.support.random_graph import Truth, random_graph, state_of

pytestmark = pytest.mark.xdist_group("network")


def random_network(game: Game[Any, Any], seed: int, hidden: int = 8, size: float = 0.4) -> Network:
    features = features_of(rules_of(game))
    random = np.random.default_rng(seed)
    rows = random.normal(0, size, (features.count + 2, hidden))
    output = random.normal(0, size, (features.views, hidden))
    return quantised(game, features, rows, output, float(random.normal()), recipe={"seed": seed})


@cache
def small() -> Network:
    return random_network(load_game("tictactoe"), 1)


# --- features -----------------------------------------------------------------------------------------------


def test_bits_of_large_numbers_and_values_of_small_ones() -> None:
    game = load_game("tictactoe")
    features = features_of(rules_of(game))
    assert [(part.path, part.least) for part in features.parts] == [
        ("s.stones[0]", None),
        ("s.stones[1]", None),
        ("s.player", 0),
    ]
    state = game.play(game.start, game.legal(game.start)[0])
    names = [features.names[number] for number in features.active(state, 1)]
    assert names == ["stones[1].0", "player=1"]


def test_states_that_differ_have_different_features() -> None:
    game = load_game("connect4:width=4,height=4")
    features = features_of(rules_of(game))
    seen: dict[tuple[int, ...], Any] = {}
    for state in sampled_states(game):
        active = tuple(features.active(state, 0))
        assert len(active) <= features.most_active
        assert all(0 <= number < features.count for number in active)
        assert seen.setdefault(active, state) == state


class Board(NamedTuple):
    cells: np.ndarray[Any, Any]
    score: int
    player: int


def row_game(declared: bool = False) -> Game[Any, Any]:
    """Place stones on five cells; a state with an array, and points that may be less than nothing."""

    def moves(s: Board) -> Iterator[int]:
        for cell in range(5):
            if s.cells[cell] == 0:
                yield cell

    def play(s: Board, cell: int) -> Board:
        cells = s.cells.copy()
        cells[cell] = 1 + s.player
        gain = 40 if cell > 0 and cells[cell - 1] == 1 + s.player else 1
        return Board(cells, s.score + (gain if s.player == 0 else -gain), 1 - s.player)

    def utility(s: Board) -> int:
        return (s.score > 0) - (s.score < 0)

    def active_features(s: Board, side: int) -> Iterator[int]:
        for cell in range(5):
            if s.cells[cell] == 1 + side:
                yield cell
            elif s.cells[cell] != 0:
                yield 5 + cell

    return Game(
        "row",
        start=Board(np.zeros(5, np.int8), 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        hints=Hints(active_features=active_features, feature_count=10) if declared else Hints(),
    )


def test_arrays_and_negative_numbers() -> None:
    game = row_game()
    features = features_of(rules_of(game))
    cells, score, player = features.parts
    assert (cells.array, cells.size, cells.span, cells.least) == (True, 5, 3, 0)
    assert (score.least, score.span) == (None, 64)
    state = Board(np.array([0, 1, 0, 2, 0], np.int8), -3, 1)
    names = {features.names[number] for number in features.active(state, 1)}
    assert {"cells[1]=1", "cells[3]=2", "score.63", "player=1"} <= names
    assert player.path == "s.player"


def test_declared_features_are_seen_from_both_sides() -> None:
    game = row_game(declared=True)
    features = features_of(rules_of(game))
    assert (features.count, features.views) == (10, 2)
    state = Board(np.array([0, 1, 0, 2, 0], np.int8), 0, 0)
    assert (features.active(state, 0), features.active(state, 1)) == ([1, 8], [6, 3])


def test_numbers_that_are_no_features_are_refused() -> None:
    game = row_game(declared=True).with_hints(feature_count=7)
    with pytest.raises(BadInput) as refused:
        features_of(rules_of(game))
    assert refused.value.key == "network.number"


def test_a_game_without_anything_to_see() -> None:
    game = Game(
        "still",
        start=0,
        moves=lambda _: iter(()),
        play=lambda s, _: s,
        utility=lambda _: 0,
        player=lambda _: 0,
    )
    with pytest.raises(BadInput) as refused:
        features_of(rules_of(game))
    assert refused.value.key == "network.features"


# --- the kernels, plain Python, and the textbook ----------------------------------------------------------


def same_values(network: Network, engine: Engine[Any, Any], seed: int, times: int) -> None:
    """The engine has the textbook's value with the same evaluation."""
    game, random = network.applied(network.game), Random(seed)
    for _ in range(times):
        state = game.start
        for _ in range(random.randrange(5)):
            if not game.ended(state):
                state = game.play(state, random.choice(game.legal(state)))
        if game.ended(state):
            continue
        for depth in (1, 2, 3):
            engine.clear()
            found, true = engine.search(state, depth=depth), minimax(game, state, depth=depth, quiescence=24)
            assert found.value_for(0) == true.value_for(0), (state, depth)


@pytest.mark.parametrize("interpreted", [False, True])
def test_the_engine_agrees_with_the_textbook(interpreted: bool) -> None:
    network = small()
    plain = network.game.with_hints(key=None)  # symmetric positions share an entry, and may be judged apart
    engine = Engine(plain, evaluation=network, interpreted=interpreted, table_mb=1)
    same_values(network, engine, 3, 6 if interpreted else 40)


def in_sets() -> Game[Any, Any]:
    """The same features of the same game, as sets; who is behind looks at the board in another way."""

    def feature_sets(s: Board) -> Iterator[int]:
        first = second = 0
        for cell in range(5):
            if s.cells[cell] == 1:
                first |= 1 << cell
            elif s.cells[cell] == 2:
                second |= 1 << cell
        yield 8 if s.score < 0 else 0
        yield 8 if s.score > 0 else 0
        yield first
        yield second | (-1 << 63 if s.score < 0 else 0)

    return row_game().with_hints(feature_sets=feature_sets, feature_count=128)


def test_features_in_sets() -> None:
    game = in_sets()
    features = features_of(rules_of(game))
    assert (features.count, features.views, features.sets) == (128, 2, 2)
    state = Board(np.array([0, 1, 0, 2, 0], np.int8), -1, 0)
    assert features.active(state, 0) == [1 ^ 8, 64 + (3 ^ 8), 64 + (63 ^ 8)]
    assert features.active(state, 1) == [3, 63, 64 + 1]
    for count in (64, 256):
        with pytest.raises(BadInput) as refused:
            features_of(rules_of(game.with_hints(feature_count=count)))
        assert refused.value.key == ("network.features" if count == 64 else "network.sets")
        assert refused.value.sentence()


def test_sets_that_are_kept_up() -> None:
    game = in_sets()
    network = random_network(game, 3)
    engine = Engine(game, evaluation=network, table_mb=1, interpreted=True, checked=True)
    same_values(network, engine, 6, 5)
    engine.memory.scratch[0][1 + network.features.room] += (1 << 33) + 1
    with pytest.raises(BrokenGame) as found:
        engine.search(depth=2)
    assert found.value.key == "network.sums"


def test_sets_of_chess_are_kept_up() -> None:
    """Through captures, castling and promotions, and where a king goes to the other wing."""
    game = load_game("chess")
    engine = Engine(game, evaluation=random_network(game, 3), table_mb=1, interpreted=True, checked=True)
    for fen in (
        "r3k2r/1P4p1/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1",
        "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    ):
        assert engine.search(Position.of(game, fen), nodes=200).nodes > 200


@pytest.mark.parametrize("game", [later(row_game()), later(row_game(declared=True)), in_sets()])
def test_features_in_compiled_code(game: Game[Any, Any]) -> None:
    same_values(random_network(game, 2), Engine(game, evaluation=random_network(game, 2), table_mb=1), 4, 20)


def test_another_file_needs_no_other_code() -> None:
    one, other = small(), random_network(small().game, 7)
    engines = [Engine(one.game, evaluation=network, table_mb=1) for network in (one, other)]
    values = [engine.search(depth=2).value for engine in engines]
    assert values[0] != values[1]
    assert engines[1].code.compilations == 0


@pytest.mark.parametrize("declared", [False, True])
def test_sums_that_are_kept_up_are_those_added_up_anew(declared: bool) -> None:
    """A checked engine compares at each estimate; what is remembered wrongly is found."""
    game = row_game(declared)
    if declared:  # in any order

        def backwards(s: Board, side: int) -> Iterator[int]:
            yield 9
            for cell in range(4, -1, -1):
                if s.cells[cell] == 1 + side:
                    yield cell

        game = game.with_hints(active_features=backwards)
    network = random_network(game, 5)
    engine = Engine(game, evaluation=network, interpreted=True, checked=True, table_mb=1)
    same_values(network, engine, 6, 5)
    engine.memory.scratch[0][network.features.most_active + 1] += (1 << 33) + 1
    with pytest.raises(BrokenGame) as found:
        engine.search(depth=2)
    assert found.value.key == "network.sums"
    assert found.value.sentence()


@pytest.mark.parametrize("interpreted", [True, later(False)])
def test_a_network_beside_the_own_evaluation(interpreted: bool) -> None:
    """It adds to what that says, in the engine as in plain Python; its file says so."""
    game = replace(row_game(declared=True).with_facts(unit=100), evaluate=lambda s: min(max(s.score, -9), 9))
    alone = random_network(game, 5)
    network = replace(alone, own=LOGIT // 8)
    state = Board(np.array([0, 1, 1, 2, 0], np.int8), 40, 1)
    assert network.total(state) == alone.total(state) - 9 * (LOGIT // 8)
    engine = Engine(game, evaluation=network, interpreted=interpreted, table_mb=1)
    same_values(network, engine, 4, 5 if interpreted else 20)
    again = network_of(network.content(), game)
    assert (again.own, again.content()) == (network.own, network.content())
    assert "own" not in json.loads(alone.content().partition(b"\n")[0])
    assert refused(network.content(), replace(game, evaluate=None)) == "network.file.damaged"
    # An engine may be given the game with another evaluation.
    other = Engine(replace(game, evaluate=None), evaluation=network, interpreted=True, table_mb=1)
    same_values(network, other, 4, 2)


def test_large_weights_are_added_exactly() -> None:
    """Their products have 32 bits, the sums of these have more."""
    game = small().game.with_hints(key=None)
    network = random_network(game, 8, size=1e6)
    assert {int(network.rows.max()), int(network.output.min())} == {(1 << 15) - 1, -(1 << 15)}
    same_values(network, Engine(game, evaluation=network, table_mb=1), 9, 20)


def test_threads_have_memory_of_their_own() -> None:
    network = small()
    alone = Engine(network.game, evaluation=network, table_mb=1).search(depth=9)
    together = Engine(network.game, evaluation=network, table_mb=1, threads=2).search(depth=9)
    assert alone.value == together.value == 0
    assert together.proof is Proof.PROVEN


def test_solving_asks_no_network() -> None:
    network = small()
    engine = Engine(network.game, evaluation=network, table_mb=1)
    assert engine.solve().value == 0


@given(seed=st.integers(0, 2**31), size=st.sampled_from([0.01, 1.0, 100.0, 1e6]))
def test_no_estimate_is_as_large_as_a_win(seed: int, size: float) -> None:
    network = random_network(load_game("tictactoe"), seed, size=size)
    random = Random(seed)
    state = network.game.start
    while not network.game.ended(state):
        assert abs(network.evaluate(state)) < network.unit
        state = network.game.play(state, random.choice(network.game.legal(state)))


def test_what_is_proven_stays_true() -> None:
    """Random games: whatever the network thinks, proven values are true and estimates are no wins."""
    game = random_graph("plain")
    engines = [
        Engine(game, evaluation=random_network(game, 11, size=size), table_mb=1) for size in (0.5, 1e5)
    ]
    proven = 0
    for seed in range(120):
        engine = engines[seed % 2]
        state = state_of(seed, seed % 13, seed % 2, tag=seed % 5)
        if game.ended(state):
            continue
        truth = Truth(game, state)
        for depth in (1, 3, 20):
            engine.clear()
            found = engine.search(state, depth=depth)
            if found.proof is Proof.PROVEN:
                proven += 1
                assert found.value == (1 - 2 * game.player(state)) * truth.value[state]
    assert proven > 60


def test_stopped_before_the_first_move() -> None:
    network = small()
    engine = Engine(network.game, evaluation=network, table_mb=1)
    found = engine.search(nodes=1)
    assert found.move in network.game.legal(network.game.start)
    assert abs(found.points) < 1


# --- the file -----------------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = small()
    network.save(tmp_path / "a.weights")
    again = load_network(tmp_path / "a.weights", network.game)
    assert again.recipe == {"seed": 1}
    assert again.content() == network.content()
    for state in list(sampled_states(network.game))[:50]:
        assert again.evaluate(state) == network.evaluate(state)


def refused(content: bytes, game: Game[Any, Any]) -> str:
    with pytest.raises(BadInput) as found:
        network_of(content, game, "a.weights")
    assert found.value.sentence()
    return found.value.key


def changed(content: bytes, **fields: Any) -> bytes:
    line, _, body = content.partition(b"\n")
    return json.dumps(json.loads(line) | fields).encode() + b"\n" + body


def test_weights_of_something_else_are_refused() -> None:
    network, content = small(), small().content()
    assert refused(content, load_game("connect4:width=4,height=4")) == "network.other"
    four = random_network(load_game("connect4:width=4,height=4"), 1).content()
    assert refused(four, load_game("connect4:width=5,height=4")) == "network.parameters"
    assert refused(b"", network.game) == "network.file.foreign"
    assert refused(b"no weights at all\n", network.game) == "network.file.foreign"
    assert refused(changed(content, version=2), network.game) == "network.file.version"
    assert refused(changed(content, bias=network.bias + 1), network.game) == "network.file.damaged"
    assert refused(changed(content, hidden="8"), network.game) == "network.file.damaged"
    assert refused(content[:-1], network.game) == "network.file.damaged"
    assert refused(content + b"x", network.game) == "network.file.damaged"
    with pytest.raises(BadInput) as missing:
        load_network("/no/such/file.weights", network.game)
    assert missing.value.key == "network.read"


def test_damage_is_found() -> None:
    network, random = small(), Random(5)
    content = network.content()
    for _ in range(200):
        wrong = damaged_bytes(content, random)
        if wrong != content:
            assert refused(wrong, network.game).startswith("network.")


def test_an_engine_refuses_the_network_of_another_game() -> None:
    with pytest.raises(BadInput) as found:
        Engine(load_game("nim"), evaluation=small())
    assert found.value.key == "network.foreign"


def test_numbers_that_are_not_finite_are_refused() -> None:
    game = load_game("tictactoe")
    features: Features = features_of(rules_of(game))
    rows = np.full((features.count + 2, 8), np.nan)
    with pytest.raises(BadInput) as found:
        quantised(game, features, rows, np.zeros((1, 8)), 0.0)
    assert found.value.key == "network.infinite"


def test_games_with_chance_are_refused() -> None:
    game = load_game("pig:target=20")
    with pytest.raises(BadInput) as found:
        random_network(game, 1).applied(game)
    assert found.value.key == "network.chance"


def test_facts_of_a_game_stay() -> None:
    network = small()
    applied = network.applied(network.game)
    assert applied.facts == Facts(**{**vars(network.game.facts), "unit": network.unit})
