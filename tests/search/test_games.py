"""The textbook on real games, against what is known of them."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum.errors import TooLarge, Unfit
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.result import Proof
from spielbaum.search import ALGORITHMS, alphabeta, iterative, maxn, minimax, negamax, paranoid, pvs
from spielbaum.tree import Tree, grow

MINIMAX = [algorithm for algorithm in ALGORITHMS.values() if algorithm.minimax]


@pytest.mark.parametrize("matches", range(1, 13))
@pytest.mark.parametrize("algorithm", MINIMAX, ids=lambda a: a.name)
def test_take_away(matches: int, algorithm: Any) -> None:
    result = algorithm(load_game(f"takeaway:matches={matches}"))
    lost = matches % 3 == 1
    assert result.value_for(0) == (-1 if lost else 1)
    assert result.proven
    if not lost:
        assert (matches - result.move) % 3 == 1


def test_five_matches_are_won_by_taking_one() -> None:
    assert minimax(load_game("takeaway")).move == 1


@pytest.mark.parametrize("heaps", [(1, 2, 3), (2, 2), (1, 1), (1, 1, 1), (3, 1), (2, 3), (1, 2), (1, 2, 2)])
@pytest.mark.parametrize("misere", [True, False])
def test_nim(heaps: tuple[int, ...], misere: bool) -> None:
    xor = 0
    for heap in heaps:
        xor ^= heap
    won = xor != 0
    if misere and max(heaps) == 1:
        won = len(heaps) % 2 == 0
    game = load_game(f"nim:heaps={'-'.join(map(str, heaps))},misere={'yes' if misere else 'no'}")
    for search in (minimax, negamax, alphabeta, pvs):
        assert search(game).value_for(0) == (1 if won else -1)


def test_tic_tac_toe_is_a_draw_with_the_known_numbers_of_nodes() -> None:
    game = load_game("tictactoe")
    full = alphabeta(game)
    assert (full.value, full.nodes, full.proof) == (0, 18_297, Proof.PROVEN)
    assert full.distance == 9
    assert iterative(game, depth=4).proof is Proof.ESTIMATE


@pytest.mark.long
def test_the_full_tree_of_tic_tac_toe() -> None:
    result = minimax(load_game("tictactoe"))
    assert (result.value, result.nodes, result.leaves) == (0, 549_946, 255_168)


@pytest.mark.parametrize(
    ("spec", "position", "depth"),
    [
        ("tictactoe", "a1 b2 c3", None),
        ("kalah:houses=2,seeds=2", "", None),
        ("kalah:houses=3,seeds=1", "", 7),
        ("kalah", "", 3),
        ("connect4:width=4,height=4", "", 4),
        ("othello:size=4", "", 5),
        ("nim:heaps=1-2-3", "", None),
    ],
)
def test_all_searchers_agree(spec: str, position: str, depth: int | None) -> None:
    """Kalah has extra turns, Othello passes: the same player moves twice."""
    game = load_game(spec)
    state = Position.of(game, position).state
    expected = minimax(game, state, depth=depth)
    for algorithm in (*MINIMAX, ALGORITHMS["paranoid"], ALGORITHMS["best-reply"]):
        result = algorithm(game, state, depth=depth)
        assert result.value_for(0) == expected.value, algorithm.name
        assert result.move in game.legal(state)


@pytest.mark.parametrize(
    ("houses", "seeds", "margin"), [(1, 1, 0), (1, 2, -2), (1, 3, 6), (1, 4, -2), (2, 1, 2), (2, 2, -2)]
)
def test_kalah(houses: int, seeds: int, margin: int) -> None:
    game = load_game(f"kalah:houses={houses},seeds={seeds}")
    for search in (alphabeta, pvs, negamax):
        assert search(game).value_for(0) == margin


def test_a_game_as_a_tree_has_the_same_value() -> None:
    for spec, depth in (("takeaway:matches=8", None), ("kalah:houses=2,seeds=1", None), ("connect4", 2)):
        game = load_game(spec)
        for algorithm in MINIMAX:
            on_game, on_tree = algorithm(game, depth=depth), algorithm(grow(game), depth=depth)
            assert on_game.value == on_tree.value, (spec, algorithm.name)
            # A tree declares no range of values, so a win may be proven later.
            # Retrograde analysis looks once at positions that the key of the game folds.
            assert on_game.nodes == on_tree.nodes or algorithm.name in ("iterative", "retrograde")


def test_three_players() -> None:
    game = load_game("trio")
    result = maxn(game, depth=2)
    assert isinstance(result.value, tuple)
    assert len(result.value) == 3
    assert result.move in game.legal(game.start)
    assert paranoid(game, depth=2).move in game.legal(game.start)
    with pytest.raises(Unfit, match="trio has 3 players: use maxn or paranoid"):
        alphabeta(game)


def test_deep_games_do_not_break_the_stack() -> None:
    game = load_game("takeaway:matches=1500,most=1")
    for algorithm in MINIMAX:
        if algorithm.name not in ("iterative", "mtdf"):
            assert algorithm(game).value_for(0) == 1, algorithm.name


def test_too_deep_is_said_in_a_sentence() -> None:
    with pytest.raises(TooLarge, match="deeper than the search can go"):
        minimax(load_game("takeaway:matches=20000,most=1"))


def test_the_complete_tree_of_take_away() -> None:
    tree = grow(load_game("takeaway"))
    assert (tree.size, sum(1 for _ in tree.leaves()), tree.depth) == (20, 8, 5)
    assert [child.edge for child in tree.children] == ["1/4", "2/3"]
    assert [child.name for child in tree.children] == ["1", "2"]
    assert tree.at((0, 0)).edge == "1/3"
    assert all(node.player == len(path) % 2 for path, node in tree.nodes())
    assert isinstance(minimax(tree).value, int)
    assert isinstance(tree, Tree)
