"""One engine may solve and search in turn: the arrays of one fit the other."""

from __future__ import annotations

from spielbaum.engine import Engine
from spielbaum.game import Position
from spielbaum.games import load_game


def test_a_search_after_solving_has_room_for_its_plies() -> None:
    game = load_game("connect4")
    engine = Engine(game, table_mb=1)
    for _ in range(3):
        engine.start_solving(seconds=0.02).result()
        engine.search(nodes=2000)
        # Each ply of the search has its own killers; an array for one ply would be written beyond its end.
        assert len(engine.memory.workspaces[0].killers) > engine.search(nodes=2000).depth  # type: ignore[operator]


def test_a_win_in_one_is_solved_with_its_distance() -> None:
    """Asking for a nearer win than there is used to find one, because bounds lay beyond all ends."""
    game = load_game("tictactoe")
    result = Engine(game, table_mb=1).solve(Position.of(game, "a1 b1 a2 c1"), every_move=True)
    assert (result.value, result.distance, game.move_name(None, result.move)) == (1, 1, "a3")
