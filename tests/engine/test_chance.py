"""The engine with chance, besides its values: limits, stopping, lines, bad rules, Monte Carlo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spielbaum import CHANCE, Facts, Game, Position, load_game
from spielbaum.engine import Engine
from spielbaum.engine.mcts import Mcts
from spielbaum.errors import BadInput, BrokenGame, Unfit
from spielbaum.result import Bound, Proof
from tests.support.patience import PATIENCE
from tests.support.random_chance import Plain, random_chance, state_of

PIG = "spielbaum.games.pig:pig:target=10"


@pytest.fixture(scope="module")
def engine() -> Engine[Any, Any]:
    """The same rules as in `tests/oracle/test_chance.py`, so they are compiled once."""
    return Engine(random_chance("folded"), table_mb=1)


def decision(game: Game[Any, Any], moves: int = 3) -> Any:
    """A start at which somebody chooses, among that many moves at least."""
    states = (state_of(game, seed) for seed in range(100))
    return next(s for s in states if game.player(s) == 0 and len(game.legal(s)) >= moves)


def test_a_search_without_limits_ends_with_a_proof_or_when_it_is_stopped(engine: Engine[Any, Any]) -> None:
    state = decision(engine.game)
    proven = engine.start(state).result(timeout=PATIENCE)
    assert proven.proof is Proof.PROVEN
    engine.clear()
    thinking = engine.start(state, lines=2)  # next best lines are never proven, so it goes on
    thinking.stop()
    result = thinking.result(timeout=PATIENCE)
    assert result.move in engine.game.legal(state)


def test_nodes_are_limited(engine: Engine[Any, Any]) -> None:
    state = decision(engine.game)
    for nodes in (1, 2, 7, 50):
        engine.clear()
        result = engine.search(state, nodes=nodes)
        assert result.nodes <= nodes + 1
        assert result.move in engine.game.legal(state)


def test_the_best_lines_come_in_order(engine: Engine[Any, Any]) -> None:
    game = engine.game
    state = decision(game)
    plain = Plain(game)
    engine.clear()
    result = engine.start(state, depth=4, lines=2).result(timeout=PATIENCE)
    expected = sorted((float(plain.value(game.play(state, m), 3)) for m in game.legal(state)), reverse=True)
    assert [line.value for line in result.lines] == pytest.approx(expected[:2])
    only = engine.search(state, depth=4, only=[result.lines[1].move])
    assert only.move == result.lines[1].move
    assert only.value == pytest.approx(expected[1])


def test_where_nature_moves_there_is_a_value_but_no_move(engine: Engine[Any, Any]) -> None:
    game = engine.game
    state = next(s for s in (state_of(game, seed) for seed in range(100)) if game.player(s) == CHANCE)
    result = engine.search(state, depth=4, every_move=True)
    assert (result.view, result.moves) == (0, ())
    shares = game.probabilities(state)
    assert {line.moves[0] for line in result.lines} == set(shares)
    mean = sum(float(shares[line.moves[0]]) * line.points for line in result.lines)
    assert result.value == pytest.approx(mean)
    with pytest.raises(BadInput):
        engine.search(state, depth=2, only=[0])


def test_solving_that_is_stopped_answers_with_a_bound(engine: Engine[Any, Any]) -> None:
    state = decision(engine.game)
    engine.clear()
    result = engine.start_solving(state, seconds=0).result(timeout=PATIENCE)
    if result.proof is not Proof.PROVEN:  # the search may be faster than the clock
        assert (result.proof, result.bound, result.value) == (Proof.BOUND, Bound.AT_LEAST, -3)


def test_where_the_past_counts_value_iteration_is_refused() -> None:
    """Positions with equal keys may be worth something else then."""
    game = load_game("spielbaum.games.pig:pig:target=3,sides=2")
    assert Engine(game, interpreted=True).solve().proof is Proof.PROVEN
    for other in (game.with_facts(repetition=2), game.with_hints(moment=lambda s: s.total)):
        with pytest.raises(BadInput, match="pig"):
            Engine(other, interpreted=True).solve()


def test_a_key_need_not_tell_whether_nature_moves() -> None:
    """Equal keys, but one position is a throw: the value is that of the rules without the key."""
    game = load_game("spielbaum.games.pig:pig:target=3,sides=2")
    folded = game.with_hints(key=lambda s: (s.first, s.second, s.total, s.turn))
    values = [Engine(each, interpreted=True).solve().points for each in (game, folded)]
    assert values[0] == pytest.approx(values[1])


def test_to_end_a_game_alone_is_not_to_win_it() -> None:
    """Stop for one point, or throw for ten or twelve."""
    game = Game(
        "stop",
        start=0,
        moves=lambda s: ((), (0, 1), (0, 1))[0 if s > 1 else 1 + s],
        play=lambda s, m: (2 if m == 0 else 1) if s == 0 else 10 + 2 * m,
        utility=lambda s: 1 if s == 2 else s,
        player=lambda s: CHANCE if s == 1 else 0,
        weight=lambda _s, _m: 1,
        facts=Facts(players=1, values=(0, 12)),
    )
    found = Mcts(game, interpreted=True).search(playouts=200)
    assert found.move == 1
    assert found.points > 9


def test_estimates_of_equal_rests_may_differ() -> None:
    """A table that was filled from another score must not change the value of a depth."""
    game = load_game("spielbaum.games.game2048:game2048:width=2,height=2")
    engine = Engine(game, interpreted=True, table_mb=1)
    more, less = (Position.of(game, f"2-2/4-0+{score}").state for score in (4, 0))
    engine.search(more, depth=3)
    assert engine.search(less, depth=3).value == Engine(game, interpreted=True).search(less, depth=3).value


def test_a_trace_is_refused_by_name() -> None:
    with pytest.raises(Unfit) as caught:
        Engine(load_game(PIG), interpreted=True).search(depth=2, trace=100)
    assert "star2" in caught.value.sentence("en")


def test_bad_weights_and_payoffs_deep_in_the_game_are_told() -> None:
    game = random_chance("plain")
    state = decision(game)
    deep = replace(game, weight=lambda s, _m: 0 if s.ply > 1 else 1)
    with pytest.raises(BrokenGame, match="weight"):
        Engine(deep, interpreted=True).search(state, depth=7)
    with pytest.raises(BrokenGame, match="values"):
        Engine(game.with_facts(values=(-1, 1)), interpreted=True).search(state, depth=7)


def test_counting_games_with_chance() -> None:
    game = load_game(PIG)
    assert Engine(game, interpreted=True).perft(depth=4) == [1, 6, 11, 41]  # 6 + 5 · (1 + 6)


def test_a_table_for_all_generations() -> None:
    """More searches than the counter of generations knows."""
    game = random_chance("plain")
    engine, state = Engine(game, table_mb=0.001, interpreted=True), decision(game)
    expected = engine.search(state, depth=2).value
    for _ in range(300):
        assert engine.search(state, depth=2).value == expected


# --- Monte Carlo


def test_monte_carlo_draws_by_weights() -> None:
    game = random_chance("plain")
    mcts = Mcts(game, table_mb=1, interpreted=True)
    state = next(s for s in (state_of(game, seed) for seed in range(100)) if game.player(s) == CHANCE)
    result = mcts.search(state, playouts=1500, seed=1)
    assert (result.view, result.moves) == (0, ())
    assert result.value == pytest.approx(float(Plain(game).value(state)), abs=0.6)
    again = mcts.search(state, playouts=1500, seed=1)
    assert (result.best, result.lines) == (again.best, again.lines)


@pytest.mark.parametrize("kind", ["plain", "solo"])
def test_monte_carlo_finds_good_moves(kind: str) -> None:
    game = random_chance(kind)
    mcts = Mcts(game, table_mb=1, interpreted=True)
    lost, states = 0.0, [s for s in (state_of(game, seed) for seed in range(60)) if game.player(s) == 0]
    for state in states[:12]:
        plain = Plain(game)
        result = mcts.search(state, playouts=400, seed=3)
        assert result.view == 0
        lost += float(plain.value(state) - plain.value(game.play(state, result.move)))
    assert lost / 12 < 0.25
