"""Value iteration: bounds that hold, known values, the protocol, and what the compiled solver gives."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from spielbaum import CHANCE, Facts, Game
from spielbaum.engine.expected_graph import solve_reachable
from spielbaum.errors import BadInput, TooLarge, Unfit
from spielbaum.games.game2048 import game2048
from spielbaum.games.pig import pig
from spielbaum.search import Recorder, expectiminimax, pseudocode, record, value_iteration
from spielbaum.search.result_text import result_text
from spielbaum.trace import Narrow, event_from_json, event_json
from spielbaum.tree import read_tree
from tests.search.test_chance import chance_tree
from tests.solution.test_expected import exact_values, random_game

#: MAX may take 2 for sure or throw: with one sixth it is 4, else MAX chooses anew.
AGAIN = "A(B(2) D*(1/6: 4  5/6: A))"


def test_a_circle_through_chance() -> None:
    found = value_iteration(read_tree(AGAIN), precision=1e-9)
    assert abs(found.points - 4) <= found.error <= 1e-9
    assert found.proven
    assert found.move == 1


def test_piglet() -> None:
    """A coin that gives two points or loses the turn: 2/3 and 4/7 (facts), and 6/11 to three."""
    for target, chance in ((2, Fraction(2, 3)), (4, Fraction(4, 7)), (6, Fraction(6, 11))):
        found = value_iteration(pig(target, 2))
        assert abs((1 + found.points) / 2 - chance) <= found.error <= 1e-6


def test_pig_to_ten_as_the_compiled_solver() -> None:
    game = pig(10)
    found, other = value_iteration(game), solve_reachable(game, game.start, interpreted=True)
    assert len(found.expected) == other.positions
    for state in (game.start, *(game.play(game.start, move) for move in game.legal(game.start))):
        expected = other.look(state)
        assert expected is not None
        bounds = found.expected.at(state)
        assert bounds.low - expected.error <= expected.value <= bounds.high + expected.error
    assert abs((1 + found.points) / 2 - 0.709424322598) <= found.error


@pytest.mark.parametrize("players", [1, 2])
def test_random_games_with_circles(players: int) -> None:
    """Bounds hold the exact values of linear equations, at every position."""
    for seed in range(12):
        game = random_game(seed, players=players)
        found = value_iteration(game, precision=1e-4)
        for state, value in exact_values(game).items():
            bounds = found.expected.at(state)
            assert bounds.low <= value <= bounds.high
            assert bounds.error <= 1e-4


def test_trees_have_exact_values() -> None:
    """Where no position comes again the value is that of expectiminimax, without an error."""
    random = Random(5)
    for _ in range(60):
        tree = chance_tree(random, 4)
        found = value_iteration(tree)
        assert (found.value, found.error) == (expectiminimax(tree).value, 0)


def test_depth_limit() -> None:
    found = value_iteration(pig(10), depth=4)
    assert found.value == expectiminimax(pig(10), depth=4).value
    assert not found.proven


def test_one_player() -> None:
    game = game2048(2, 2)
    found = value_iteration(game, game.play(game.play(game.start, game.legal(game.start)[0]), 0), depth=3)
    assert found.error == 0


def test_protocol() -> None:
    trace, found = record("value-iteration", read_tree(AGAIN), precision=0.1)
    lines = [step.sentence() for step in trace]
    assert "Sweep 1: D lies between 2/3 and 4, the averages of the bounds of its outcomes." in lines
    assert "Sweep 1: A lies between 2 and 4; the lower bound is that of B." in lines
    german = [step.sentence("de") for step in trace]
    assert any(line.startswith("Durchgang 2: D") for line in german)
    used = {line for code in pseudocode("value-iteration") for line in code.events}
    assert {step.line for step in trace} <= used
    narrowed = [step.event for step in trace if isinstance(step.event, Narrow)]
    for event in narrowed:
        assert event_from_json(event_json(event, trace.space)) == event
    assert found is not None
    assert "Proven up to ± 0.0" in result_text(found, trace.space, "en")


def test_for_ever() -> None:
    """Both players may pass for ever: no sweep brings the bounds together, and this is said."""
    with pytest.raises(Unfit, match="for ever"):
        value_iteration(read_tree("A(B*(1/2: A  1/2: A) -1)"))


def test_bad_input() -> None:
    with pytest.raises(BadInput, match="above 0"):
        value_iteration(read_tree("A(1 2)"), precision=0)
    with pytest.raises(TooLarge):
        value_iteration(pig(10), most=100)
    three: Game[int, int] = Game(
        "three",
        start=0,
        moves=lambda s: range(2) if s < 2 else range(0),
        play=lambda s, m: s + 1 + m,
        player=lambda s: CHANCE if s else 0,
        weight=lambda _s, _m: 1,
        utility=lambda s: (s, 0, 1),
        facts=Facts(players=3, zero_sum=False),
    )
    with pytest.raises(Unfit, match="value-iteration"):
        value_iteration(three, watch=Recorder())
