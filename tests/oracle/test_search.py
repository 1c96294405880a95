"""The engine gives the textbook's value: on random games and on every game that is built in."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum import Game, Position, load_game
from spielbaum.engine import Engine, Techniques
from spielbaum.engine.bench import POSITIONS
from spielbaum.engine.quiescence import QUIET_PLIES
from spielbaum.result import Bound
from spielbaum.search import alphabeta, minimax
from tests.support.quick import later
from tests.support.random_game import State, random_array_game, random_game

SOUND = [
    "table",
    "killers",
    "history",
    "order",
    "null_windows",
    "aspiration",
    "enhanced_cutoffs",
    "quiescence",
]

#: The games of the bench, so that both use the same compiled code, with the depth to compare. For chess see
#: below: its search is not meant to be that of the textbook.
DEPTHS = {"tictactoe": 4, "mnk": 2, "takeaway": 6, "nim": 4, "connect4": 4, "kalah": 4, "othello": 3}
GAMES = {
    name: (spec, depth) for name, depth in DEPTHS.items() for spec, _, _ in POSITIONS if spec.startswith(name)
}


def random_state(game: Game[Any, Any], chance: random.Random, plies: int) -> Any:
    """A position some random moves from the start, where the game is not over."""
    state = game.start
    for _ in range(plies):
        after = game.play(state, chance.choice(game.legal(state)))
        if game.ended(after):
            break
        state = after
    return state


def textbook(game: Game[Any, Any], state: Any, depth: int, quiescence: bool) -> float:
    plies = QUIET_PLIES if quiescence else 0
    return alphabeta(game, state, depth=depth, quiescence=plies).value_for(game.player(state))


def check(engine: Engine[Any, Any], state: Any, depth: int) -> None:
    game = engine.game
    engine.clear()
    result = engine.search(state, depth=depth)
    assert result.value == pytest.approx(textbook(game, state, depth, engine.techniques.quiescence))
    assert result.move in game.legal(state)
    true = minimax(game, state).value_for(game.player(state)) if small(game) else None
    if result.proven and true is not None:
        assert result.value == true
    if result.proof == "bound" and true is not None:
        assert not isinstance(result.value, tuple)
        assert result.value <= true if result.bound is Bound.AT_LEAST else result.value >= true
    for move in result.moves:
        assert move in game.legal(state)
        state = game.play(state, move)


def small(game: Game[Any, Any]) -> bool:
    return game.name in ("random", "random-array")


@pytest.fixture(scope="module")
def engine() -> Engine[Any, Any]:
    return Engine(random_game(), table_mb=1)


# Runtime switches: one compiled kernel serves all combinations.
@given(
    seed=st.integers(0, 10**6),
    depth=st.integers(1, 8),
    off=st.sets(st.sampled_from(SOUND)),
    entries=st.sampled_from([0.00001, 0.0005, 0.02, 1]),
    player=st.integers(0, 1),
)
@settings(max_examples=150)
def test_random_games(seed: int, depth: int, off: set[str], entries: float, player: int) -> None:
    """Every combination of the sound techniques, tables from four entries on."""
    techniques = replace(Techniques(), **dict.fromkeys(off, False))
    engine = Engine(random_game(), table_mb=entries, techniques=techniques)
    check(engine, State(seed, 0, 0, player), depth)


@pytest.mark.parametrize(("interpreted", "games"), [(True, 16), later(False, 40)])
def test_random_games_without_preference_for_early_wins(interpreted: bool, games: int) -> None:
    engine = Engine(random_game(prefer_early=False), table_mb=0.01, interpreted=interpreted)
    chance = random.Random(1)
    for number in range(games):
        check(engine, State(chance.randrange(10**6), 0, 0, 0), 1 + number % 8)


@given(seed=st.integers(0, 10**6), depth=st.integers(1, 8))
@settings(max_examples=40)
def test_array_states_and_tuple_moves(seed: int, depth: int) -> None:
    game = random_array_game()
    state = game.start.copy()
    state[0] = seed
    check(Engine(game, table_mb=0.01), state, depth)


@given(seed=st.integers(0, 10**6), depth=st.integers(1, 6))
@settings(max_examples=25)
def test_two_threads(seed: int, depth: int) -> None:
    check(Engine(random_game(), table_mb=0.001, threads=2), State(seed, 0, 0, 0), depth)


def test_the_same_engine_again_and_again(engine: Engine[Any, Any]) -> None:
    """What earlier searches left in the table never changes a value, nor what is said to be proven."""
    chance = random.Random(5)
    for _ in range(60):
        state = State(chance.randrange(3), chance.randrange(40), chance.randrange(4), chance.randrange(2))
        if engine.game.ended(state):
            continue
        depth = chance.randrange(1, 8)
        result = engine.search(state, depth=depth)
        assert result.value == pytest.approx(textbook(engine.game, state, depth, quiescence=True))
        timed = engine.search(state, nodes=5000)  # deeper entries count
        if timed.proven:
            assert timed.value == minimax(engine.game, state).value_for(state.player)


def test_every_switch_is_sound_or_known_not_to_be() -> None:
    unsound = {"repetition", "extensions", "reductions", "null_move", "futility", "deeper_entries"}
    with_chance = {"star", "probing"}  # see `test_chance.py`
    assert {field.name for field in fields(Techniques)} == {*SOUND, *unsound, *with_chance}


@pytest.mark.parametrize("name", GAMES)
def test_built_in_games(name: str) -> None:
    spec, depth = GAMES[name]
    game = load_game(spec)
    engine = Engine(game, table_mb=0.1)
    chance = random.Random(name)
    for plies in (0, 2, 4, 6, 8):
        state = random_state(game, chance, plies)
        if not game.ended(state):
            check(engine, state, depth)


@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2),
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", 2),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2),
    ],
)
def test_chess_without_what_is_unsound(fen: str, depth: int) -> None:
    unsound = ("repetition", "extensions", "reductions", "null_move", "futility", "deeper_entries")
    techniques = replace(Techniques(), **dict.fromkeys(unsound, False))
    engine = Engine(load_game("chess"), table_mb=1, techniques=techniques)
    check(engine, Position.of(engine.game, fen).state, depth)


@pytest.mark.parametrize("name", ["tictactoe", "kalah"])
def test_value_of_every_move(name: str) -> None:
    spec, depth = GAMES[name]
    game = load_game(spec)
    chance = random.Random(3)
    engine = Engine(game, table_mb=0.1)
    for plies in (0, 3, 5):
        state = random_state(game, chance, plies)
        result = engine.search(state, depth=depth, every_move=True)
        me = game.player(state)
        for move in game.legal(state):
            after = game.play(state, move)
            expected = alphabeta(game, after, depth=depth - 1, quiescence=QUIET_PLIES).value_for(me)
            assert result.move_values[move] == pytest.approx(expected)
        assert result.value == max(result.move_values.values())


@given(seed=st.integers(0, 10**6), depth=st.integers(1, 5), off=st.sets(st.sampled_from(SOUND)))
@settings(max_examples=15)
def test_interpreted(seed: int, depth: int, off: set[str]) -> None:
    """The same kernels as plain Python."""
    techniques = replace(Techniques(), **dict.fromkeys(off, False))
    engine = Engine(random_game(), table_mb=0.001, techniques=techniques, interpreted=True)
    check(engine, State(seed, 0, 0, 0), depth)
