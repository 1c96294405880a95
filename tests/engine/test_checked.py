"""`Engine(…, checked=True)`: rules raise where compiled code would do something unseen."""

# ruff: noqa: ARG005 (rules keep the arguments that rules have)

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.specialise import CannotCompile
from spielbaum.engine.threads import run_together
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.game import Game
from spielbaum.games import load_game
from tests.support.changed import changed
from tests.support.quick import later


class Board(NamedTuple):
    """Nine cells, of which `left` are free."""

    cells: Any
    left: int
    player: int


def board(cells: Any, **rules: Any) -> Game[Any, Any]:
    """Fill one or two cells at a time; whoever fills the last one wins."""

    def moves(s: Any) -> Iterator[int]:
        if s.left > 0:
            yield 1
        if s.left > 1:
            yield 2

    def play(s: Any, count: int) -> Any:
        return Board(s.cells, s.left - count, 1 - s.player)

    def utility(s: Any) -> int:
        return -1 if s.player == 0 else 1

    return changed(Game("board", start=Board(cells, 9, 0), moves=moves, play=play, utility=utility), **rules)


ARRAY = np.arange(9)
TUPLE = tuple(range(9))


def playing(change: Any) -> Any:
    """`play` with something in it that may go wrong: counting games asks no other rule but `moves`."""

    def play(s: Any, count: int) -> Any:
        return Board(s.cells, s.left - count + 0 * change(s, count), 1 - s.player)

    return play


@pytest.mark.long
def test_sound_rules_play_as_before() -> None:
    plain, checked = (Engine(load_game("takeaway:matches=12,most=3"), checked=on) for on in (False, True))
    one, other = plain.solve(every_move=True), checked.solve(every_move=True)
    assert (one.value, one.move, one.moves, one.nodes) == (other.value, other.move, other.moves, other.nodes)
    assert plain.perft(depth=6) == checked.perft(depth=6)


@pytest.mark.parametrize("cells", [ARRAY, later(TUPLE)], ids=["array", "tuple"])
def test_an_index_outside_names_the_rule(cells: Any) -> None:
    """The tenth of nine cells is read."""

    def order(s: Any, count: int) -> int:
        return int(s.cells[s.left + count])

    def play(s: Any, count: int) -> Any:
        seen = s.cells[s.left + 1 - count]
        return Board(s.cells, s.left - count + 0 * seen, 1 - s.player)

    engine = Engine(board(cells, play=play, order=order), checked=True)
    for _ in range(2):  # the engine can be used again
        with pytest.raises(BrokenGame) as raised:
            engine.perft(depth=3)
        assert raised.value.key == "engine.rule.raised.at"
        assert raised.value.fields["function"] == "play"
        assert raised.value.fields["file"] == __file__
        assert raised.value.fields["line"] == play.__code__.co_firstlineno + 1
        assert "an index lies outside" in raised.value.sentence("en")
        assert raised.value.sentence("de").startswith(
            "play von board hat während der Suche eine Ausnahme ausgelöst"
        )
    assert engine.perft(Board(cells, 2, 0), depth=2) == [2, 1]


@pytest.mark.long
def test_threads_tell_what_went_wrong() -> None:
    def utility(s: Any) -> int:
        return int(s.cells[s.left + 9])

    def order(s: Any, count: int) -> int:
        return int(s.cells[s.left + count - 1 if s.left > 8 else 0])

    game = board(ARRAY, utility=utility, order=order)
    engine = Engine(game, checked=True, threads=2)
    with pytest.raises(BrokenGame, match="utility of board raised"):
        engine.solve(Board(ARRAY, 8, 0))
    with pytest.raises(BrokenGame, match="order of board raised"):
        engine.search(depth=3)


@pytest.mark.long
def test_negative_indices_count_from_the_end() -> None:
    right = board(ARRAY, play=playing(lambda s, count: s.cells[-9] + TUPLE[-s.left]))
    assert Engine(right, checked=True).perft(depth=2) == [2, 4]
    wrong = board(ARRAY, play=playing(lambda s, count: s.cells[-s.left - count]))
    with pytest.raises(BrokenGame, match="an index lies outside"):
        Engine(wrong, checked=True).perft(depth=2)


@pytest.mark.long
def test_writing_outside() -> None:
    def play(s: Any, count: int) -> Any:
        cells = s.cells.copy()
        cells[s.left, count - 1] = s.player
        return Board(cells, s.left - count, 1 - s.player)

    with pytest.raises(BrokenGame, match="play of board raised"):
        Engine(board(np.zeros((9, 2), np.int64), play=play), checked=True).perft(depth=2)


def test_helpers_are_named_by_their_own_name() -> None:
    def cell(s: Any, which: int) -> int:
        return int(s.cells[which])

    game = board(ARRAY, play=playing(lambda s, count: cell(s, s.left)))
    with pytest.raises(BrokenGame, match="cell of board raised"):
        Engine(game, checked=True).perft(depth=2)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda s, count: 1 << (s.left + 60), "a shift by 64 bits or more"),
        later(lambda s, count: 1 << (s.left - 10), "a shift by a negative number"),
        later(lambda s, count: (s.left + 10**18) * 10, "more than 64 bits"),
        later(lambda s, count: s.left // (count - 1), "division by zero"),
    ],
    ids=["shift", "negative shift", "product", "division"],
)
def test_arithmetic(change: Any, error: str) -> None:
    with pytest.raises(BrokenGame, match=error):
        Engine(board(ARRAY, play=playing(change)), checked=True).perft(depth=2)


def test_checked_code_is_not_taken_for_the_other() -> None:
    """The same rules, first without and then with checks; and at two places with the same words."""
    changes = [
        lambda s, count: 1 << (s.left + 60),
        lambda s, count: 1 << (s.left + 60),
    ]
    lines = []
    Engine(board(ARRAY, play=playing(changes[0]))).perft(depth=2)
    for change in changes:
        with pytest.raises(BrokenGame) as raised:
            Engine(board(ARRAY, play=playing(change)), checked=True).perft(depth=2)
        lines.append(raised.value.fields["line"])
    assert lines[1] == lines[0] + 1  # type: ignore[operator]


def test_pay_offs_with_a_fraction_are_refused() -> None:
    """Half a point would be none, and 3.5 points 3."""

    def halves(s: Any) -> float:
        return -0.5 if s.player == 0 else 0.5

    game = board(ARRAY, utility=halves)
    for kernel in ("search", "solve"):
        with pytest.raises(CannotCompile, match="pay-offs must be whole numbers") as raised:
            Engine(game).warm(kernel)
        assert raised.value.fields["function"] == "utility"
        assert raised.value.fields["line"] == halves.__code__.co_firstlineno
    with pytest.raises(BrokenGame, match=r"utility of board returns -?0.5"):
        Engine(game, interpreted=True).solve()
    with pytest.raises(BrokenGame, match=r"utility of board returns -?0.5"):
        Engine(game, interpreted=True).search(depth=9)


def test_evaluations_with_a_fraction_are_refused() -> None:
    game = board(ARRAY, evaluate=lambda s: s.left / 10)
    with pytest.raises(CannotCompile, match="evaluate must return whole numbers"):
        Engine(game).search(depth=1)
    with pytest.raises(BrokenGame, match="evaluate of board returns"):
        Engine(game, interpreted=True).search(depth=1)


def test_a_refused_rule_is_refused_again() -> None:
    """Nothing of it was kept in the cache."""
    for _ in range(2):
        with pytest.raises(CannotCompile, match="<< 70"):
            Engine(board(ARRAY, play=playing(lambda s, count: s.left << 70))).perft(depth=1)


@pytest.mark.long
def test_masks_of_unsigned_words_are_not_refused() -> None:
    words = np.array([np.iinfo(np.uint64).max] * 9)
    game = board(
        words, play=playing(lambda s, count: (s.cells[0] & 7) + np.int64(s.cells[0] >> np.uint64(60)))
    )
    assert Engine(game, checked=True).perft(depth=2) == [2, 4]


def test_threads_end_together() -> None:
    stopped = []

    def broken() -> None:
        raise ValueError("broken")

    assert run_together(lambda: 3, [lambda: 4], lambda: stopped.append(1)) == 3
    assert stopped == []
    with pytest.raises(ValueError, match="broken"):
        run_together(lambda: 3, [broken, lambda: 4], lambda: stopped.append(1))
    with pytest.raises(BadInput):
        run_together(lambda: _raise(BadInput("engine.busy")), [lambda: 4], lambda: stopped.append(2))
    assert stopped == [1, 2]


def _raise(error: Exception) -> None:
    raise error
