"""Some of the moves, and more than one line."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spielbaum import load_game
from spielbaum.engine import Engine
from spielbaum.engine.deepening import Deepening, KernelResult
from spielbaum.errors import BadInput


@pytest.fixture(scope="module")
def engine() -> Engine[Any, Any]:
    return Engine(load_game("connect4"), table_mb=4)


def positions(number: int) -> list[Any]:
    game, random = load_game("connect4"), Random(3)
    found: list[Any] = []
    while len(found) < number:
        s = game.start
        for _ in range(random.randrange(20)):
            if not game.ended(s):
                s = game.play(s, random.choice(game.legal(s)))
        if not game.ended(s):
            found.append(s)
    return found


def test_the_best_few_are_the_best_of_all(engine: Engine[Any, Any]) -> None:
    for s in positions(30):
        each = engine.search(s, depth=5, every_move=True).move_values
        result = engine.start(s, depth=5, lines=3).result()
        lines = [(line.value, line.move) for line in result.lines]
        assert lines[0] == (result.value, result.move)
        assert len({move for _, move in lines}) == len(lines) == min(3, len(each))
        assert [value for value, _ in lines] == sorted(each.values(), reverse=True)[:3]
        assert all(each[move] == value for value, move in lines)


def test_only_some_moves(engine: Engine[Any, Any]) -> None:
    random = Random(4)
    for s in positions(30):
        each = engine.search(s, depth=5, every_move=True).move_values
        some = random.sample(list(each), random.randint(1, len(each)))
        result = engine.search(s, depth=5, only=some)
        assert result.move in some
        assert result.value == max(each[move] for move in some)
        # What was left out leaves no trace in the table.
        assert engine.search(s, depth=5).value == max(each.values())


def test_a_lost_choice_is_no_proof_of_a_lost_position() -> None:
    """Of the replies to an open three only one holds; the others prove nothing about the position."""
    engine = Engine(load_game("tictactoe"), table_mb=1)
    game = engine.game
    s = game.start
    for move in ("a3", "b2", "b3"):
        s = game.play(s, game.find_move(s, move))
    block = game.find_move(s, "c3")
    others = [move for move in game.legal(s) if move != block]
    result = engine.search(s, depth=9, only=others)
    assert result.value == -1
    assert not result.proven
    assert engine.search(s, depth=9).value == 0


def test_a_move_that_is_not_legal(engine: Engine[Any, Any]) -> None:
    with pytest.raises(BadInput, match="not legal here: 99"):
        engine.search(depth=2, only=[99])


def test_an_answer_without_time_is_among_the_wanted(engine: Engine[Any, Any]) -> None:
    last = engine.game.legal(engine.game.start)[-1]
    result = engine.search(nodes=1, only=[last])
    assert (result.move, result.moves) == (last, (last,))


@pytest.mark.parametrize(
    "wish", [{"lines": 0}, {"lines": 2, "every_move": True}, {"only": [3], "every_move": True}]
)
def test_wishes_that_do_not_fit(engine: Engine[Any, Any], wish: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="given was lines="):
        engine.start(depth=2, **wish)


def test_what_is_found_comes_before_what_was_known() -> None:
    """Time runs out after the first line of a depth, in which the best move so far was refuted."""

    class Scripted(Deepening):
        def _one(self, _state: Any, depth: int, _last: KernelResult | None) -> KernelResult | None:
            return script.pop(0) if script else None

    engine = Engine(load_game("tictactoe"), table_mb=1, interpreted=True)
    script = [KernelResult(3, 50, 0, (2,)), KernelResult(3, 40, 0, (1,)), KernelResult(4, 30, 0, (1,))]
    run = engine.memory.workspace(0)._replace(root=engine.code.zeros(9))
    search = Scripted(engine.code["search"], engine.rules, run, engine.memory.grow, False, [0] * 9, 2)
    found = search.iterate(engine.game.start, 3, 4, False, lambda _found: None)
    assert found is not None
    assert (found.moves, found.depth, found.value) == ((1,), 4, 30)
    assert [(other.moves, other.depth) for other in found.lines[1:]] == [((2,), 3)]
