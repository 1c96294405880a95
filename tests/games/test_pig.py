"""Pig: its rules, and what plain Python can compute of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from spielbaum import CHANCE, Game, Position, load_game
from spielbaum.conformance import check_game
from spielbaum.errors import BadInput
from spielbaum.games.pig import HOLD, ROLL, State, pig
from spielbaum.search import expectiminimax, star1, star2


def chances(game: Game[Any, Any]) -> dict[Any, float]:
    """The value of every position, by value iteration: each from its successors, until nothing changes."""
    followers: dict[Any, list[Any]] = {}
    queue = [game.start]
    while queue:
        state = queue.pop()
        if state not in followers:
            followers[state] = [game.play(state, move) for move in game.legal(state)]
            queue.extend(followers[state])
    values = {s: float(game.utility(s)) if game.ended(s) else 0.0 for s in followers}  # type: ignore[arg-type]
    inner = [state for state in followers if followers[state]]
    # Late positions first: what they need is known by then, but for the turns that go round.
    inner.sort(key=lambda s: (s.first + s.second, s.total, not s.rolling), reverse=True)
    change = 1.0
    while change > 1e-14:
        change = 0.0
        for state in inner:
            below = [values[after] for after in followers[state]]
            player = game.player(state)
            new = sum(below) / len(below) if player == CHANCE else max(below) if player == 0 else min(below)
            change, values[state] = max(change, abs(new - values[state])), new
    return values


def wins(game: Game[Any, Any]) -> float:
    """The probability that the first player wins."""
    return (1 + chances(game)[game.start]) / 2


@pytest.mark.parametrize(("target", "expected"), [(10, 0.709424322598)])
def test_the_first_player_wins_with_the_known_probability(target: int, expected: float) -> None:
    assert wins(pig(target)) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    ("heads", "expected"), [(1, Fraction(2, 3)), (2, Fraction(4, 7)), (3, Fraction(6, 11))]
)
def test_piglet_is_pig_with_a_coin_that_counts_two(heads: int, expected: Fraction) -> None:
    assert wins(pig(2 * heads, sides=2)) == pytest.approx(float(expected), abs=1e-12)


def test_the_rules() -> None:
    game = pig(10)
    position = Position.of(game, "roll 6 roll 3 hold roll 1 roll")
    assert position.state == State(9, 0, 0, 0, True)
    assert position.player == CHANCE
    assert position.movers == [0, -1, 0, -1, 0, 1, -1, 0]
    assert position.legal_texts == ["1", "2", "3", "4", "5", "6"]
    assert game.legal(game.start) == [ROLL]
    assert game.legal(State(0, 0, 4, 0, False)) == [HOLD, ROLL]
    assert Position.of(game, ["8-0+4/1", "hold"][0]).play("hold").over


def test_check_finds_nothing_wrong() -> None:
    """To eight points whoever moves last wins, often from behind, which accuses no evaluation."""
    report = check_game(pig(8), games=500)
    assert not report.faults


def test_load_by_module() -> None:
    assert load_game("spielbaum.games.pig:pig:target=10,sides=4").presentation.parameters == {
        "target": 10,
        "sides": 4,
    }


@pytest.mark.parametrize("text", ["3-4+1/1", "10-3+0/1", "10-10+0/2", "10-3+0/2*", "10-3+4/2"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Position.of(pig(10), text)


@pytest.mark.parametrize("parameters", [{"target": 0}, {"sides": 1}])
def test_impossible_parameters_are_refused(parameters: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        pig(**parameters)


def test_the_textbook_searches_pig_to_a_depth() -> None:
    game = pig(10)
    for text in ("", "8-3+4/1", "5-6+2/2", "0-0+3/1*"):
        state = Position.of(game, text).state
        whole = expectiminimax(game, state, depth=5)
        assert star1(game, state, depth=5).value == whole.value
        assert star2(game, state, depth=5).value == whole.value
    won = expectiminimax(game, Position.of(game, "8-3+4/1").state, depth=3)
    assert (won.value, won.move, won.proven) == (1, HOLD, True)
