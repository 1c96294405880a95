"""Small games of a site, solved while it is written."""

from __future__ import annotations

import sys

import pytest

from spielbaum.site.solving import solve_small
from spielbaum.web.game_catalog import GameCatalog


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
