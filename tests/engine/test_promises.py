"""What is proven is true, for games that keep the promises of the documentation and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from spielbaum import Facts, Game, Hints
from spielbaum.engine import Engine, exact, exact_values, rules, scores
from spielbaum.engine.kernels import Kernel
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import assemble
from spielbaum.errors import BrokenGame
from spielbaum.result import Proof
from tests.support.random_graph import random_graph
from tests.support.ring import ring


def drawn(tree: dict[str, Any]) -> Game[Any, Any]:
    """A game whose positions are the nodes of a small tree; ends have values instead of children."""
    names = list(tree)
    width = max(len(after) for after in tree.values() if isinstance(after, str))

    def child(node: int, move: int) -> int:
        return names.index(tree[names[node]][move])

    table = tuple(
        tuple(child(node, move) for move in range(len(tree[name]))) if isinstance(tree[name], str) else ()
        for node, name in enumerate(names)
    )
    worth = tuple(0 if isinstance(after, str) else after for after in tree.values())
    assert width < 8
    return Game(
        "drawn",
        start=(0, 0),
        moves=lambda s: range(len(table[s[0]])),
        play=lambda s, move: (table[s[0]][move], 1 - s[1]),
        player=lambda s: s[1],
        utility=lambda s: worth[s[0]],
        facts=Facts(values=(-3, 3)),
    )


def bound(names: dict[str, int], *functions: Callable[..., Any]) -> Any:
    """The last of these functions of a kernel, with other constants."""
    return assemble(Kernel("part", functions), names).bind()


def test_a_proven_value_has_a_proven_move() -> None:
    """B looks like 0 at depth 2 and is worth −3; C is worth 0, so 0 is the value, and C the move."""
    game = drawn({"A": "BC", "B": "bX", "C": "c", "b": 0, "X": "x", "c": 0, "x": -3})
    limits: tuple[dict[str, Any], ...] = ({"depth": 2}, {"nodes": 1000})
    for limit in limits:
        for moves in (False, True):
            result = Engine(game, table_mb=0.01, interpreted=True).search(**limit, every_move=moves)
            assert (result.value, result.proof, result.move, result.moves) == (0, Proof.PROVEN, 1, (1, 0))


class Heaps(NamedTuple):
    a: int
    b: int
    c: int
    player: int


def nim_by_its_sum() -> Game[Any, Any]:
    """Equal sums mean equal value, but not equally many moves to the end."""

    def moves(s: Heaps) -> Iterator[tuple[int, int]]:
        for heap in range(3):
            for taken in range(1, s[heap] + 1):
                yield heap, taken

    def play(s: Heaps, move: tuple[int, int]) -> Heaps:
        heap, taken = move
        left = [s.a, s.b, s.c]
        left[heap] -= taken
        return Heaps(left[0], left[1], left[2], 1 - s.player)

    return Game(
        "nim-sum",
        start=Heaps(3, 4, 5, 0),
        moves=moves,
        play=play,
        utility=lambda s: -1 if s.player == 0 else 1,
        hints=Hints(key=lambda s: s.a ^ s.b ^ s.c),
    )


def test_a_key_that_leaves_out_how_far_the_end_is() -> None:
    game = nim_by_its_sum()
    for a in range(4):
        for b in range(4):
            for c in range(1, 5):
                here = Heaps(a, b, c, (a + b) % 2)
                result = Engine(game, table_mb=0.01, interpreted=True).solve(here, every_move=True)
                assert result.proof is Proof.PROVEN
                assert result.value == (1 if a ^ b ^ c else -1)
                for move, value in result.move_values.items():
                    after = game.play(here, move)
                    assert value == (-1 if after.a ^ after.b ^ after.c else 1)
                assert result.move_values[result.move] == result.value


def test_points_on_the_way_and_a_wish_for_early_wins() -> None:
    """Coins in a row: take one from either end; what is banked is left out of the table."""
    coins = (8, 15, 3, 7, 2, 9, 4)

    class Row(NamedTuple):
        first: int
        last: int
        ahead: int
        player: int

    def play(s: Row, end: int) -> Row:
        coin = coins[s.first] if end == 0 else coins[s.last]
        ahead = s.ahead + coin if s.player == 0 else s.ahead - coin
        return Row(s.first + 1 - end, s.last - end, ahead, 1 - s.player)

    game: Game[Any, Any] = Game(
        "coins",
        start=Row(0, len(coins) - 1, 0, 0),
        moves=lambda s: (0, 1) if s.first < s.last else (0,) if s.first == s.last else (),
        play=play,
        utility=lambda s: s.ahead,
        facts=Facts(values=(-sum(coins), sum(coins))),
        hints=Hints(
            banked=lambda s: s.ahead,
            rest=lambda s: (s.first, s.last, s.player),
        ),
    )

    def best(s: Row) -> int:
        if s.first > s.last:
            return s.ahead
        values = [best(play(s, end)) for end in game.moves(s)]
        return max(values) if s.player == 0 else min(values)

    for first in range(len(coins)):
        for last in range(first, len(coins)):
            for ahead in (-20, 0, 3):
                here = Row(first, last, ahead, (first + last) % 2)
                result = Engine(game, table_mb=0.01, interpreted=True).solve(here)
                assert result.value_for(0) == best(here), here


class Count(NamedTuple):
    left: int
    player: int


def countdown(ends: bool = True) -> Game[Any, Any]:
    """One less in turn, whoever takes the last one wins; or give up at once and lose."""

    def moves(s: Count) -> Iterator[int]:
        if s.left > 0:
            yield 1
            yield 0

    def play(s: Count, move: int) -> Count:
        if move == 0:
            return Count(-1, s.player)
        return Count(s.left - 1 if ends else s.left + 1, 1 - s.player)

    return Game(
        "countdown",
        start=Count(5000, 0),
        moves=moves,
        play=play,
        utility=lambda s: -1 if s.player == 0 else 1,
    )


@pytest.mark.parametrize("plies", [511, 512, 1151, 3000])
def test_solving_games_of_any_length(plies: int) -> None:
    result = Engine(countdown(), table_mb=1, interpreted=True).solve(Count(plies, 0))
    assert (result.value, result.proof) == (1 if plies % 2 else -1, Proof.PROVEN)
    assert result.distance == (plies if plies % 2 else 1) or plies % 2 == 0
    if plies % 2:
        assert result.moves == (1,) * plies


def test_plies_beyond_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for a few plies only, values and moves stay right; how far the end is, is not told."""
    monkeypatch.setattr(rules, "MOST_PLIES", 16)
    game = countdown()
    for plies in range(1, 40):
        result = Engine(game, table_mb=1, interpreted=True).solve(Count(plies, 0), every_move=True)
        assert result.value == (1 if plies % 2 else -1), plies
        assert result.move_values == {1: 1 if plies % 2 else -1, 0: -1}
        searched = Engine(game, table_mb=1, interpreted=True).search(Count(plies, 0), depth=plies)
        assert (searched.value, searched.proof) == (result.value, Proof.PROVEN), plies


def test_ends_that_the_table_knows_may_be_any_number_of_plies_away() -> None:
    """Seen from a root far above, a win stays a win of as many points."""
    for near in (4, 16, 1024):
        names = {"NEAR": near, "UNIT": 1}
        node = bound(names, scores.plies_off, scores.from_node)
        root = bound(names, scores.plies_off, scores.from_root)
        final, rounded = bound(names, scores.sign_of, scores.final_value), bound(names, scores.in_points)
        for points in (-3, -1, 0, 1, 3):
            for ply in (0, 1, 2, 5, 6, 7, 300, 510, 511, 5000):
                value = final(points, 0, ply)
                assert rounded(value) == points
                for further in (0, 1, 3, 100, 600):
                    assert rounded(root(value, further)) == points
                    if 1 + ply + further < near // 2 - 1:
                        assert node(root(value, further), further) == value


def test_goals_match_values() -> None:
    """from_above(v) ≥ goal ⇔ v ≥ goal_below(goal), for every value an end can have and every goal."""
    for span in (4, 8, 32):
        names = {"SPAN": span}
        above, below = (
            bound(names, function) for function in (exact_values.from_above, exact_values.goal_below)
        )
        values = sorted(
            [
                0,
                *(
                    sign * (points * span - off)
                    for sign in (1, -1)
                    for points in (1, 2, 3)
                    for off in range(1, span // 2)
                ),
            ]
        )
        for goal in range(-3 * span, 3 * span + 1):
            for value in values:
                assert (above(value) >= goal) == (value >= below(goal)), (span, goal, value)
            assert [(above(v) + span // 2) // span for v in values] == [
                (v + span // 2) // span for v in values
            ]


def test_a_settle_that_knows_nothing_of_ends() -> None:
    """It plays forced moves, as the documentation says, and leaves the rest to the solver."""
    plain = countdown()

    def settle(s: Count) -> tuple[Count, int, int]:
        while s.left > 5:
            s = Count(s.left - 1, 1 - s.player)
        return s, -1, 1

    game = plain.with_hints(settle=settle)
    for left in range(1, 9):
        for player in (0, 1):
            result = Engine(game, table_mb=0.01, interpreted=True).solve(Count(left, player))
            assert result.value == (1 if left % 2 else -1), (left, player)


def test_circles_that_were_not_declared() -> None:
    game = replace(ring().with_facts(repeats=False), over=lambda s: s[0] == 9)
    with pytest.raises(BrokenGame, match="occurred again"):
        Engine(game, table_mb=0.1).solve()


def test_games_that_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_PLIES", 4000)
    with pytest.raises(BrokenGame, match="not ended after"):
        Engine(countdown(ends=False), table_mb=0.1, interpreted=True).solve(Count(1, 0))


def test_what_contradicts_itself_names_what_was_promised() -> None:
    """A key that joins positions of different value."""
    game = countdown().with_hints(key=lambda s: s.left // 3, candidates=lambda _s: (1,))
    met = set()
    for left in range(1, 30):
        for player in (0, 1):
            try:
                Engine(game, table_mb=0.01, interpreted=True).solve(Count(left, player), every_move=True)
            except BrokenGame as error:
                met.add(str(error))
    assert all("key, candidates" in sentence for sentence in met)
    assert met


def test_banked_points_need_a_key_of_the_rest() -> None:
    """Without one, nothing may be left out."""
    names = rules_of(random_graph("banked").with_hints(rest=None)).names
    assert not names["HAS_BANKED"]
    assert names["banked"](random_graph("banked").start) == 0
