"""Small games of a site, solved while it is written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from spielbaum.site.solving import solve_small
from spielbaum.web.game_catalog import GameCatalog

ROOT = Path(__file__).parent.parent.parent


def test_a_site_needs_no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what saves a figure as a file; without it the page does not offer that."""
    games = GameCatalog(only=frozenset({"hexapawn"}))
    with_it = {path for path, *_ in solve_small(games).answers}
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    solved = solve_small(games)
    assert list(solved.files) == ["hexapawn"]
    assert with_it - {path for path, *_ in solved.answers} == {"/api/solution/figure"}
    views = [told for path, asked, *_, told in solved.answers if path == "/api/solution" and asked]
    assert [view.savable for view in views] == [False] * len(views)


def test_own_games_are_listed_as_all_others() -> None:
    """Nothing is solved in a page, which says so."""
    games = GameCatalog({"dots": str(ROOT / "examples" / "dots.py")}, only=frozenset({"hexapawn"}))
    lists = {of: told for path, asked, _, of, told in solve_small(games).answers if asked is None}
    assert [game.title for game in lists["de"].games] == ["Hexapawn (Bauernschach)", "Käsekästchen"]
    assert [(told.problems, told.on_demand) for told in lists.values()] == [([], False)] * len(lists)
    assert lists["en"].games[0].spec == "dots:width=2,height=2"
