"""What the games of the lecture tell a search: Nim's static evaluation, the order of Tic-Tac-Toe."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.search import alphabeta, minimax
from spielbaum.tree import cut, cut_unless_dynamic, grow

# --- Nim ----------------------------------------------------------------------------------------------------

SMALL = [heaps for heaps in product(range(4), repeat=3) if sum(heaps)]


def nim(heaps: tuple[int, ...], misere: bool, static: str) -> Game[Any, Any]:
    rules = "yes" if misere else "no"
    return load_game(f"nim:heaps={'-'.join(map(str, heaps))},misere={rules},static={static}")


@pytest.mark.parametrize("misere", [True, False])
def test_what_is_plain_at_once_is_true(misere: bool) -> None:
    """Against the whole tree, for both players to move; whatever is not plain is lively."""
    plain = 0
    for heaps in SMALL:
        game = nim(heaps, misere, "endings")
        assert game.evaluate is not None
        assert game.hints.dynamic is not None
        for player in (0, 1):
            state = game.start._replace(player=player)
            estimate, truth = game.evaluate(state), alphabeta(game, state).value_for(0)
            assert game.hints.dynamic(state) == (estimate == 0)
            assert estimate in (0, truth)
            assert game.estimate(state) in (0, truth / 2)  # never as much as a real win
            plain += estimate != 0
    assert plain == 2 * len([heaps for heaps in SMALL if plainly(heaps)])


def plainly(heaps: tuple[int, ...]) -> bool:
    """At most one heap of two and more, or pairs of equal heaps."""
    larger = [heap for heap in heaps if heap > 1]
    return len(larger) <= 1 or all(heaps.count(heap) % 2 == 0 for heap in heaps if heap)


@pytest.mark.parametrize("misere", [True, False])
def test_the_sum_knows_everything(misere: bool) -> None:
    for heaps in SMALL:
        game = nim(heaps, misere, "sum")
        assert game.evaluate is not None
        assert game.evaluate(game.start) == alphabeta(game).value
        assert game.hints.dynamic is None
    assert nim((3, 5, 7), misere, "none").evaluate is None


@pytest.mark.parametrize("misere", [True, False])
def test_going_on_where_it_is_lively_finds_who_wins(misere: bool) -> None:
    """Cut at a depth the estimates may say nothing; cut where it is quiet they say who wins."""
    silent = 0
    for heaps in SMALL:
        game = nim(heaps, misere, "endings")
        lively = cut_unless_dynamic(grow(game), 0)
        assert not any(leaf.dynamic for _, leaf in lively.leaves())
        truth, found = alphabeta(game).value_for(0), minimax(lively).value_for(0)
        assert (found > 0) == (truth > 0)
        silent += minimax(cut(grow(game), 0)).value == 0
        # Noisy moves lead to positions that can be judged: one ply further, and no further.
        assert game.hints.noisy is not None
        assert game.hints.dynamic is not None
        for move in game.hints.noisy(game.start):
            assert not game.hints.dynamic(game.play(game.start, move))
    assert silent


def test_quiescence_sees_a_pair_of_equal_heaps() -> None:
    game = load_game("nim:heaps=2-5-2")
    assert alphabeta(game, depth=0).value == 0
    seen = alphabeta(game, depth=0, quiescence=1)
    assert (seen.value, game.move_name(game.start, seen.move)) == (0.5, "b5")


def test_an_unknown_evaluation() -> None:
    with pytest.raises(BadInput) as caught:
        load_game("nim:static=all")
    assert "endings | sum | none" in caught.value.sentence("en")


# --- Tic-Tac-Toe --------------------------------------------------------------------------------------------


def ordered(spec: str, moves: str) -> list[str]:
    """The moves, best first; equal ones as the rules list them."""
    game = load_game(spec)
    assert game.hints.order is not None
    state = Position.of(game, moves).state
    order = game.hints.order
    return [game.move_name(state, move) for move in sorted(game.legal(state), key=lambda m: -order(state, m))]


@pytest.mark.parametrize(
    ("spec", "moves", "first"),
    [
        ("tictactoe", "", ["b2", "a1", "c1", "a3", "c3"]),  # the centre, then the corners, then the sides
        ("tictactoe", "a1 c1 a2 c2", ["a3", "c3"]),  # X wins rather than blocks
        ("tictactoe", "a1 b2 a2", ["a3"]),  # O blocks
        ("tictactoe", "b2 a1", ["c1", "a3", "b1", "a2", "c2", "b3", "c3"]),  # a1 closes the row to c3
        ("mnk:width=5,height=5,k=4", "b2 e5 b3 e4 d1", ["e2", "e3"]),  # three of four, the fourth free
        ("trio", "a1 b2 c3 a2 b1 c1", ["a3"]),  # X wins
        ("trio", "a1 b1 c3 b2 a2 c2", ["c1"]),  # blocks the third player
    ],
)
def test_win_block_extend_centre_corners(spec: str, moves: str, first: list[str]) -> None:
    assert ordered(spec, moves)[: len(first)] == first


def test_the_order_saves_nodes() -> None:
    game = load_game("tictactoe")
    nodes = {name: alphabeta(game, order=name).nodes for name in ("rules", "evaluator")}
    assert nodes == {"rules": 18_297, "evaluator": 1_860}
