"""Moves of nature in the rules: who may use them, and what `check` finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from spielbaum import CHANCE, Facts, Game, Hints, Position, load_game
from spielbaum.conformance import check, check_game
from spielbaum.engine import Engine
from spielbaum.engine.mcts import Mcts
from spielbaum.errors import Unfit
from spielbaum.play.engine_players import EnginePlayer
from spielbaum.search import ALGORITHMS
from tests.support.quick import later


class State(NamedTuple):
    """Who chose a die (−1: nobody yet), which one, and what it showed (0: not thrown yet)."""

    player: int
    die: int
    shown: int


def dice(**changes: Any) -> Game[State, int]:
    """Choose the safe die (1 or 2) or the wild one (−3 or 3); player 0 wins what it shows."""

    def moves(s: State) -> list[int]:
        if s.shown:
            return []
        if s.player == 0:
            return [0, 1]
        return [1, 2] if s.die == 0 else [-3, 3]

    rules: dict[str, Any] = {
        "start": State(0, 0, 0),
        "moves": moves,
        "play": lambda s, m: State(CHANCE, m, 0) if s.player == 0 else State(1, s.die, m),
        "utility": lambda s: s.shown,
        "weight": lambda _s, m: 2 if m > 0 else 1,
        "facts": Facts(values=(-3, 3)),
    }
    return Game("dice", **(rules | changes))


def faults(game: Game[Any, Any]) -> set[str]:
    """The kinds of faults that `check` finds."""
    return {fault.key for fault in check_game(game, games=20).faults}


def test_probabilities_are_shares_of_the_weights() -> None:
    game = dice()
    assert game.has_chance
    assert game.probabilities(State(CHANCE, 1, 0)) == {-3: Fraction(1, 3), 3: Fraction(2, 3)}
    assert game.probabilities(State(CHANCE, 0, 0)) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert "chance to move" in repr(Position.of(game, "1"))


def test_a_game_without_chance_has_none() -> None:
    assert not load_game("takeaway").has_chance


def test_sound_rules_pass() -> None:
    assert faults(dice()) == set()


def _twice(s: State) -> list[int]:
    return [] if s.shown else [0, 1] if s.player == 0 else [3, 3]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"weight": None}, "weight.missing"),
        ({"weight": lambda _s, _m: 0}, "weight.positive"),
        ({"weight": lambda _s, m: m}, "weight.positive"),
        ({"weight": lambda _s, _m: 0.5}, "weight.whole"),
        ({"weight": lambda _s, _m: None}, "weight.whole"),
        ({"moves": _twice}, "moves.twice"),
        ({"player": lambda s: 0 if s.player == 0 else CHANCE}, "chance.over"),
    ],
)
def test_check_finds_wrong_weights(changes: dict[str, Any], fault: str) -> None:
    assert fault in faults(dice(**changes))


class Race(NamedTuple):
    turn: int
    rolled: int
    first: int
    second: int


def race(evaluate: Callable[[Race], int]) -> Game[Race, int]:
    """Throw in turn (0: ask for the dice), two to four points each; the first with twelve wins."""
    return Game(
        "race",
        start=Race(0, 0, 0, 0),
        moves=lambda s: [] if max(s.first, s.second) >= 12 else [2, 3, 4] if s.rolled else [0],
        play=lambda s, m: (
            Race(s.turn, 1, s.first, s.second)
            if not s.rolled
            else Race(1 - s.turn, 0, s.first + m * (s.turn == 0), s.second + m * (s.turn == 1))
        ),
        player=lambda s: CHANCE if s.rolled else s.turn,
        utility=lambda s: 1 if s.first >= 12 else -1,
        weight=lambda _s, _m: 1,
        evaluate=evaluate,
        facts=Facts(unit=100),
    )


def test_check_finds_an_evaluation_that_looks_at_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check._Inspection, "_compiled", lambda _: None)  # not what is asked here

    def honest(s: Race) -> int:
        return s.first - s.second - 3 * s.turn  # the first player has thrown once more then

    def for_the_mover(s: Race) -> int:
        return honest(s) * (1 if s.turn == 0 else -1)

    def by_player(s: Race) -> int:
        return honest(s) * (1 if s.turn == 0 and not s.rolled else -1)

    assert {f.key for f in check_game(race(honest), games=400).faults} == set()
    assert "evaluate.mover" in {f.key for f in check_game(race(for_the_mover), games=400).faults}
    assert "evaluate.nature" in {f.key for f in check_game(race(by_player), games=400).faults}


class Toss(NamedTuple):
    """A coin may be tossed for a point, twice; `side` says nothing."""

    points: int
    tosses: int
    tossing: bool
    side: int


def toss(**hints: Any) -> Game[Toss, int]:
    def moves(s: Toss) -> list[int]:
        return [0, 1] if s.tossing or s.tosses < 2 else []

    def play(s: Toss, m: int) -> Toss:
        if s.tossing:
            return Toss(s.points + m, s.tosses + 1, False, s.side)
        return Toss(s.points, s.tosses, True, m)

    return Game(
        "toss",
        start=Toss(0, 0, False, 0),
        moves=moves,
        play=play,
        utility=lambda s: s.points,
        player=lambda s: CHANCE if s.tossing else 0,
        weight=lambda _s, m: 1 + m,
        facts=Facts(players=1, values=(0, 2)),
        hints=Hints(**hints),
    )


def large_weight(s: Toss, m: int) -> int:
    return 1 + (10**18 * (10 + s.tosses) > 10**18 * (9 + m))


@pytest.mark.parametrize(
    ("hints", "found"),
    [
        later({}, set()),
        ({"key": lambda s: (s.points, s.tosses)}, set()),
        ({"key": lambda s: s.tosses}, {"key.value"}),
        later({"banked": lambda s: s.points, "rest": lambda s: (s.tosses, s.tossing + 0)}, set()),
        ({"banked": lambda s: s.points, "rest": lambda s: s.tosses}, {"key.nature"}),
        ({"banked": lambda s: s.points, "rest": lambda s: s.tossing + 0}, {"rest.value"}),
        ({"solution_key": lambda s: (s.points, s.tosses)}, {"key.nature", "folding.moves"}),
    ],
)
def test_keys_of_games_with_chance_are_compared_by_value(hints: dict[str, Any], found: set[str]) -> None:
    assert faults(toss(**hints)) == found


def test_compiled_weights_are_compared() -> None:
    """Numbers of more than 64 bits are no matter for Python; compiled, the weight says where it is."""
    assert faults(replace(toss(), weight=large_weight)) == {"compiled.raises.at"}


def test_who_cannot_handle_chance_says_so_and_names_those_who_can() -> None:
    game = dice()
    able = [name for name, one in ALGORITHMS.items() if one.chance and not one.traversal]
    for name, algorithm in ALGORITHMS.items():
        if algorithm.chance:
            continue
        for attempt in (algorithm.check, algorithm):
            with pytest.raises(Unfit) as caught:
                attempt(game)
            assert name in caught.value.sentence("en")
            for language in ("en", "de"):
                assert all(one in caught.value.sentence(language) for one in able)


def three(weight: bool = True) -> Game[Any, Any]:
    """Three players draw a number in turn; whoever has drawn the greatest first wins all."""

    def play(s: Draw, m: int) -> Draw:
        if s.drawing:
            better = m > s.best
            return Draw(s.turn + 1, False, m if better else s.best, s.turn if better else s.leader)
        return Draw(s.turn, True, s.best, s.leader)

    return Game(
        "three",
        start=Draw(0, False, 0, 0),
        moves=lambda s: [1, 2, 3] if s.drawing else [0] if s.turn < 3 else [],
        play=play,
        utility=lambda s: (int(s.leader == 0), int(s.leader == 1), int(s.leader == 2)),
        player=lambda s: CHANCE if s.drawing else min(s.turn, 2),
        weight=(lambda _s, m: m) if weight else None,
        facts=Facts(players=3, zero_sum=False, values=(0, 1)),
    )


class Draw(NamedTuple):
    turn: int
    drawing: bool
    best: int
    leader: int


def test_three_players_and_chance() -> None:
    """Random games take them, exactly those that the refusals name do."""
    game = three()
    exact = ALGORITHMS["maxn"](game).value
    assert sum(exact) == 1
    with pytest.raises(Unfit, match="maxn or mcts"):
        EnginePlayer().prepare(game)
    with pytest.raises(Unfit, match="use mcts or maxn"):
        Engine(game).solve()
    found = Mcts(game, interpreted=True).search(Position(game, game.start), playouts=3000, seed=1)
    assert found.value == pytest.approx(tuple(map(float, exact)), abs=0.05)


def test_one_player_and_chance() -> None:
    for name in ("expectiminimax", "star1", "star2"):
        with pytest.raises(Unfit, match="expectimax, engine or mcts for one player"):
            ALGORITHMS[name](load_game("2048:width=2,height=2"), depth=2)
