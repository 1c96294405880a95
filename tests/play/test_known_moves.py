"""Players that play what is known: the opening book, and what the exact solver proves."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum.engine import Engine
from spielbaum.errors import BrokenGame
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.play.judge import from_book, known_move
from spielbaum.play.player import Choice, Turn, as_player

C4 = load_game("connect4")
#: Yellow wins with column 4 and no other; some 130,000 positions prove it.
PROVABLE = "45326241"


def chosen(spec: str, moves: str, game: Any = C4) -> Choice:
    player = as_player(spec)
    player.prepare(game)
    choice: Choice = player.choose(Position.of(game, moves), Turn())
    player.close()
    return choice


@pytest.mark.parametrize(
    "spec", ["engine:seconds=0.05,table_mb=1", "engine:level=8", "perfect:seconds=0.05,table_mb=1"]
)
def test_who_plays_by_time_or_at_the_top_opens_as_the_book_does(spec: str) -> None:
    choice = chosen(spec, "")
    assert choice.move == 3
    assert choice.result is not None
    assert choice.result.algorithm == "book"


def test_the_highest_level_proves_what_it_can_with_so_many_positions() -> None:
    choice = chosen("engine:level=8", PROVABLE)
    assert choice.result is not None
    assert choice.result.proven
    assert choice.move == 3
    again = chosen("engine:level=8", PROVABLE)
    assert again.result is not None
    assert again.result.nodes == choice.result.nodes
    below = chosen("engine:level=7,seed=1", PROVABLE)
    assert below.result is None or not below.result.proven


def test_a_limit_of_nodes_asks_for_what_the_search_finds() -> None:
    choice = chosen("engine:nodes=500,table_mb=1", "")
    assert choice.result is not None
    assert not choice.result.proven


def test_solving_ends_after_so_many_nodes() -> None:
    solver = Engine(C4, table_mb=1)
    here = Position.of(C4, PROVABLE)
    assert known_move(solver, here, Turn(), None, nodes=1_000) is None
    result = solver.start_solving(here, nodes=1_000).result()
    assert not result.proven
    assert 1_000 <= result.nodes < 2_000


def test_who_cannot_solve_a_game_searches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        raise BrokenGame("engine.solve.circles", game="tictactoe")

    monkeypatch.setattr("spielbaum.play.judge.solve", endless)
    choice = chosen("engine:seconds=0.05,table_mb=1", "b2", load_game("tictactoe"))
    assert choice.result is not None
    assert choice.result.algorithm == "engine"


def test_the_book_knows_every_move_where_it_has_what_follows() -> None:
    engine = Engine(C4, table_mb=1, book=True)
    here = Position(C4, C4.start)
    known = from_book(engine, here, every_move=True)
    assert known is not None
    assert known.lines[0].move == 3
    assert {line.move: line.value for line in known.lines} == dict(enumerate([-2, -1, 0, 1, 0, -1, -2]))
    assert all(line.proven and len(line.moves) > 1 for line in known.lines)
    assert from_book(Engine(C4, table_mb=1), here) is None
    missing = Position.of(C4, "1234567")
    assert from_book(engine, missing, every_move=True) is None
