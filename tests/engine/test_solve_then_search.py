"""One engine may solve and search in turn: the arrays of one fit the other."""

from __future__ import annotations

from spielbaum.engine import Engine
from spielbaum.games import load_game


def test_a_search_after_solving_has_room_for_its_plies() -> None:
    game = load_game("connect4")
    engine = Engine(game, table_mb=1)
    for _ in range(3):
        engine.start_solving(seconds=0.02).result()
        engine.search(nodes=2000)
        # Each ply of the search has its own killers; an array for one ply would be written beyond its end.
        assert len(engine._runs[0].killers) > engine.search(nodes=2000).depth  # type: ignore[operator]
