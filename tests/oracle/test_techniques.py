"""What games may declare on top of their rules, all at once: the search stays right, its proofs are true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum import Game, Position, load_game
from spielbaum.engine import Engine, Techniques
from spielbaum.result import Bound, Proof
from spielbaum.search import minimax
from tests.support.random_game import State, random_game, stir
from tests.support.ring import ring

#: Those that may change the value of a search of fixed depth are off.
SOUND = Techniques(reductions=False, null_move=False, futility=False, deeper_entries=False)


def declaring() -> Game[Any, Any]:
    """A random game that declares everything."""
    return random_game().with_hints(
        urgent=lambda s: stir(s.seed, s.node, 50) % 3 == 0,
        skip=lambda s: s._replace(player=1 - s.player),
        reducible=True,
        swing=3,
        dynamic=None,
        noisy=None,
    )


def engine(game: Game[Any, Any], techniques: Techniques | None = None) -> Engine[Any, Any]:
    return Engine(game, table_mb=0.05, interpreted=True, techniques=techniques)


def test_extensions_are_sound_together_with_the_table() -> None:
    """A child that is searched more deeply is also looked up that deep."""
    game = declaring()
    full = engine(game, SOUND)
    without = engine(game, replace(SOUND, enhanced_cutoffs=False))
    for seed in range(1, 60):
        for searching in (full, without):
            searching.clear()
        here = State(seed, 0, 0, 0)
        assert full.search(here, depth=4).value == without.search(here, depth=4).value, seed


def test_proofs_are_true_with_everything_on() -> None:
    game = declaring()
    searching = engine(game)
    for seed in range(1, 40):
        here = State(seed, 0, 0, 0)
        true = minimax(game, here).value_for(0)
        for depth in (3, 5):
            searching.clear()
            found = searching.search(here, depth=depth)
            assert isinstance(true, int | float)
            assert isinstance(found.value, int | float)
            if found.proof is Proof.PROVEN:
                assert found.value == true, seed
            elif found.proof is Proof.BOUND:
                assert found.value <= true if found.bound is Bound.AT_LEAST else found.value >= true, seed


def test_a_trace_leaves_null_moves_out() -> None:
    """No move leads to the position after passing, so its events stand nowhere in the tree."""
    game = declaring()
    searching = engine(game)
    for seed in range(1, 60):
        searching.clear()
        trace = searching.search(State(seed, 0, 0, 0), depth=6, trace=50_000).trace
        assert trace is not None
        assert len(trace) > 0


def test_every_move_as_in_the_search_itself() -> None:
    """The value of the best move is the value of the search: extensions and repetitions count."""
    game = declaring().with_hints(skip=None, reducible=False, swing=None)
    searching = engine(game, SOUND)
    for seed in range(1, 40):
        here = State(seed, 0, 0, 0)
        searching.clear()
        plain = searching.search(here, depth=3)
        searching.clear()
        assert searching.search(here, depth=3, every_move=True).value == plain.value, seed


def test_every_move_may_repeat() -> None:
    game = ring()
    home = Position(game, (0, 0), (1, 3, 3, 1))  # both neighbours were there before
    found = engine(game).search(home, depth=1, every_move=True)
    assert found.value == 0
    assert set(found.move_values.values()) == {0}


def test_a_draw_of_patience_is_not_remembered_for_others() -> None:
    """Near the fiftieth move nothing can be won any more; the same position with a fresh clock is won."""
    game = load_game("chess")
    searching = Engine(game, table_mb=1)
    late = Position.of(game, "7k/8/8/5K2/8/8/8/1Q6 w - - 98 100")
    fresh = Position.of(game, "7k/8/8/5K2/8/8/8/1Q6 w - - 0 1")
    assert searching.search(late, depth=2).value == 0
    found = searching.search(fresh, depth=3)
    assert found.value == 1
    assert found.proof is Proof.PROVEN


class Small(NamedTuple):
    left: int
    player: int


def test_numbers_of_other_kinds() -> None:
    """Rules may take numbers out of tables of bytes; the state stays what it was at the start."""
    steps = np.array([0, 1, 2, 3], np.uint8)

    def moves(s: Small) -> Any:
        for move in range(1, min(3, s.left) + 1):  # noqa: UP028
            yield move

    game: Game[Any, Any] = Game(
        "bytes",
        start=Small(10, 0),
        moves=moves,
        play=lambda s, move: Small(s.left - steps[move], 1 - s.player),
        utility=lambda s: -1 if s.player == 0 else 1,
    )
    assert Engine(game, table_mb=0.1).search(depth=12).value == 1


@pytest.mark.parametrize("parts", [2, 7])
def test_moves_of_many_parts(parts: int) -> None:
    game: Game[Any, Any] = Game(
        "parts",
        start=(5, 0),
        moves=lambda s: [(taken,) * parts for taken in (1, 2) if taken <= s[0]],
        play=lambda s, move: (s[0] - move[0], 1 - s[1]),
        player=lambda s: s[1],
        utility=lambda s: -1 if s[1] == 0 else 1,
    )
    found = engine(game).search(depth=8)
    assert found.value == 1
    assert found.move == (2,) * parts
