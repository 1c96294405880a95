"""The explorer on the full screen, driven as a person drives it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from spielbaum.solution.wording import state_text
from spielbaum.terminal.explorer import opened
from spielbaum.terminal.explorer_app import ExplorerApp
from spielbaum.terminal.help_screen import HelpScreen
from tests.support.solved_files import solved_file

START, FIRST = "ppp/.../PPP w", "ppp/.P./P.P b"
Script = Callable[[ExplorerApp, Pilot[None]], Awaitable[None]]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "hexapawn.table"
    solved_file(path, "hexapawn")
    return path


def drive(table: Path, script: Script, language: str = "en") -> None:
    async def run() -> None:
        app = ExplorerApp(opened(table), language, beat=0.01)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


def here(app: ExplorerApp) -> str:
    return state_text(app.game, app.walk.state)


def shown(app: ExplorerApp, part: str) -> str:
    return str(app.query_one(part, Static).render())


def moves(app: ExplorerApp) -> list[str]:
    options = app.query_one(OptionList)
    return [str(options.get_option_at_index(i).prompt) for i in range(options.option_count)]


def test_moves_are_chosen_and_gone_back(table: Path) -> None:
    async def script(app: ExplorerApp, pilot: Pilot[None]) -> None:
        assert moves(app) == ["b1b2  - loss in 6", "a1a2  - loss in 4", "c1c2  - loss in 4"]
        assert "White to move: - loss in 6" in shown(app, "#board")
        await pilot.press("enter")
        assert here(app) == FIRST
        await pilot.press("left")
        assert here(app) == START
        await pilot.press("right")
        assert here(app) == FIRST
        await pilot.press("right")
        assert shown(app, "#message") == "There is no position after this one."
        await pilot.press("s", "down", "enter")
        assert here(app) == "ppp/P../.PP b"
        assert moves(app)[0] == "b3a2  + win in 3"

    drive(table, script)


def test_the_line_of_best_play_runs_to_the_end(table: Path) -> None:
    async def script(app: ExplorerApp, pilot: Pilot[None]) -> None:
        await pilot.press("g")
        assert shown(app, "#message") == "The longest forced win: win in 5"
        await pilot.press("l")
        while not app.game.ended(app.walk.state):
            await pilot.pause(0.01)
        assert moves(app) == []
        assert "The game is over." in shown(app, "#board")
        await pilot.press("l")
        assert shown(app, "#message") == "The game is over here."
        await pilot.press(*["left"] * 5)
        assert "win in 5" in shown(app, "#board")

    drive(table, script)


def test_places_worth_a_look_and_help(table: Path) -> None:
    async def script(app: ExplorerApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        assert sum("+ Gewinn" in move for move in moves(app)) == 1
        for key in ("p", "question_mark"):
            await pilot.press(key)
            assert isinstance(app.screen, HelpScreen)
            await pilot.press("x")
            assert not isinstance(app.screen, HelpScreen)
        await pilot.press("b")
        assert shown(app, "#message").startswith("Bester Zug: ")
        assert "explorer." not in shown(app, "#keys")
        await pilot.press("q")
        assert not app.is_running

    drive(table, script, "de")
