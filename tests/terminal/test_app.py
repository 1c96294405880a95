"""The full screen, driven as a person drives it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.language import LANGUAGES
from spielbaum.play import Reason, Session, TimeControl, load_record
from spielbaum.result import CHANCE, Result
from spielbaum.terminal.app import PlayApp
from spielbaum.terminal.help_screen import HelpScreen
from spielbaum.terminal.widgets import BoardView
from tests.play.support import race
from tests.support.quick import SHORT_GAMES

Script = Callable[[PlayApp, Pilot[None]], Awaitable[None]]


def drive(session: Session, script: Script, language: str = "en", size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        app = PlayApp(session, language, seconds=1.0)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for what happens in another thread, which may have to compile first; pytest ends what hangs."""
    while not condition():
        await pilot.pause(0.02)


def screen_text(app: PlayApp) -> str:
    """What a person sees, without colours."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip)[:width] for strip in lines[:height])


def message(app: PlayApp) -> str:
    return str(app.query_one("#message", Static).render())


def test_a_review_is_shown_over_the_board() -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for move in ("a1", "a2", "b1", "c1", "b2", "c3", "b3"):
            app.session.move(move)
        app._obey("review")
        await until(pilot, lambda: "The first decisive mistake: move 1, O: a2." in screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, HelpScreen))

    drive(Session(load_game("tictactoe"), ["human", "human"]), script)


#: Where one place is a move; boards on which pieces move have tests of their own.
MOVING = ("hexapawn", "morris", "lgame", "dobutsu", "chess", "einstein")
BY_PLACES = [name for name in built_in_names() if name not in MOVING]


@pytest.mark.parametrize(("name", "language"), list(zip(BY_PLACES, cycle(LANGUAGES), strict=False)))
def test_a_whole_game_of_every_kind_by_keys(name: str, language: str) -> None:
    game = load_game(SHORT_GAMES.get(name, name))
    session = Session(game, ["human", *["random:seed=1"] * (game.facts.players - 1)], seed=1)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for turn in range(200):
            await until(pilot, lambda: session.human_to_move or session.over)
            if session.over:
                break
            await pilot.press(("left", "right", "up", "down")[turn % 4], "enter")
        assert session.over
        await pilot.pause()
        assert message(app)
        text = screen_text(app)
        assert ("the game is over" if language == "en" else "die Partie ist zu Ende") in text
        assert all(len(line) <= 80 for line in text.splitlines())

    drive(session, script, language)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (40, 14)])
@pytest.mark.parametrize("name", ["connect4", "othello", "kalah", "trio"])
def test_no_line_of_the_board_is_broken(name: str, size: tuple[int, int]) -> None:
    """Every row that was painted is a row on the screen, and the panel stands beside it where it fits."""
    game = load_game(name)

    async def script(app: PlayApp, _pilot: Pilot[None]) -> None:
        board = app.query_one(BoardView)
        left, top = board._corner[0] + board.region.x, board._corner[1] + board.region.y
        lines = screen_text(app).splitlines()
        painted = board._painting.text().splitlines()
        assert len(painted) > 3
        for number, row in enumerate(painted):
            assert lines[top + number][left : left + board.size.width].rstrip().startswith(row)
        assert app.query_one("#side").display or size[0] < 60
        assert not lines[-1].rstrip().endswith(" n"), "a key without its word"

    drive(Session(game, ["human"] * game.facts.players), script, size=size)


@pytest.mark.parametrize(("language", "words"), [("en", "is too small"), ("de", "ist zu klein")])
def test_a_window_that_is_too_small_says_so(language: str, words: str) -> None:
    session = Session(load_game("connect4"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert words in " ".join(screen_text(app).split())
        assert "28 × 8" in screen_text(app)
        assert "--plain." in screen_text(app)  # to its end
        # Beside the panel there is room for fewer words; and where there is none for it, it goes.
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "15 × 6." in screen_text(app)
        await pilot.resize_terminal(24, 10)
        await pilot.pause()
        assert "24 × " in screen_text(app)
        await pilot.press("4")  # moves can be typed all the same
        assert session.position.history_texts == ["4"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert words not in " ".join(screen_text(app).split())
        assert "●" in screen_text(app)

    drive(session, script, language, size=(30, 10))


def test_typing_clicking_and_pointing() -> None:
    session = Session(load_game("connect4"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("4")
        assert session.position.history_texts == ["4"]
        board = app.query_one(BoardView)
        target = next(target for target in board._painting.targets if target.move == "2")
        left, top = board._corner
        await pilot.hover(BoardView, offset=(left + target.x + 2, top + 5))
        assert board.cursor == "2"
        await pilot.click(BoardView, offset=(left + target.x + 2, top + 5))
        assert session.position.history_texts == ["4", "2"]
        await pilot.press("right", "right", "enter")
        assert session.position.history_texts == ["4", "2", "4"]
        assert "(●)" in screen_text(app)

    drive(session, script)


def test_undo_redo_new_resign() -> None:
    session = Session(load_game("connect4"), ["human", "first"], seed=1)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        assert message(app) == "There is nothing to take back."
        await pilot.press("4")
        await until(pilot, lambda: len(session.plies) == 2)
        await pilot.press("u")
        assert session.plies == ()
        await pilot.press("r")
        assert session.position.history_texts == ["4", "1"]
        # One wrong key ends no game.
        for key in ("x", "n"):
            await pilot.press(key)
            assert message(app) == "Enter ends this game, Esc continues it."
            await pilot.press("escape")
            assert len(session.plies) == 2
            assert not session.over
        await pilot.press("x", "enter")
        assert session.outcome is not None
        assert session.outcome.reason is Reason.RESIGNATION
        assert "Yellow resigns" in message(app)
        await pilot.press("n")
        assert not session.over
        assert session.plies == ()

    drive(session, script)


def test_dice_are_told_and_the_same_again_after_undo() -> None:
    """Who is to move throws by a move of their own in Pig; the throw is seen, heard of and taken back."""
    session = Session(load_game("pig:target=40"), ["human", "human"], seed=5)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        thrown = []
        for _ in range(2):
            await until(pilot, lambda: session.human_to_move)
            await pilot.press("slash", *"roll", "enter")
            await until(pilot, lambda: len(session.plies) == 2)
            await pilot.pause()
            thrown.append(session.plies[1].move)
            assert session.plies[1].player == CHANCE
            assert thrown[-1] in screen_text(app)
            await pilot.press("slash", *"undo", "enter")
            await until(pilot, lambda: not session.plies)
        assert thrown[0] == thrown[1]

    drive(session, script)


def test_hint_and_values() -> None:
    session = Session(load_game("tictactoe"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for move in ("a1", "b1", "a2", "c1"):
            session.move(move)
        app._changed()
        await pilot.press("h")
        await until(pilot, lambda: message(app).startswith("Hint: a3"))
        assert "X wins with the next move (proven)" in message(app)
        assert app.query_one(BoardView).cursor == "a3"
        await pilot.press("v")
        await until(pilot, lambda: bool(app.query_one(BoardView).badges))
        assert app.query_one(BoardView).badges["a3"] == "✓1"
        assert "✓1" in screen_text(app)
        await pilot.press("v")
        assert app.query_one(BoardView).badges == {}

    drive(session, script)


def test_the_engine_thinks_aloud_and_moves_now() -> None:
    session = Session(load_game("connect4"), ["engine:depth=40", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "depth" in screen_text(app))
        assert "thinking" in screen_text(app)
        await pilot.press("m")
        await until(pilot, lambda: session.human_to_move)
        assert "Yellow plays" in message(app)

    drive(session, script)


def test_save_and_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(load_game("connect4"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("4", "5", "s")
        line = app.query_one("#line", Input)
        assert line.value == "save connect4.json"
        await pilot.press("enter")
        assert message(app) == "Saved as connect4.json"
        await pilot.press("u", "u", "l", "enter")
        assert session.position.history_texts == ["4", "5"]
        await pilot.press("s", "escape")
        assert not line.has_class("open")

    drive(session, script)
    assert load_record(tmp_path / "connect4.json").moves == ("4", "5")


def test_the_typed_line_takes_moves_and_commands() -> None:
    session = Session(load_game("othello"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"d3", "enter")
        assert session.position.history_texts == ["d3"]
        await pilot.press("slash", *"undo", "enter")
        assert session.position.history_texts == []
        await pilot.press("slash", *"a1", "enter")
        assert "a1 is not a legal move here" in message(app)

    drive(session, script)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(language: str) -> None:
    session = Session(load_game("nim"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert ("give up the game" if language == "en" else "gibt die Partie auf") in str(app.screen._text)
        await pilot.press("q")
        assert not isinstance(app.screen, HelpScreen)

    drive(session, script, language)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
def test_any_size(size: tuple[int, int]) -> None:
    session = Session(load_game("othello"), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert app.size == size
        await pilot.press("enter")
        assert len(session.plies) == 1

    drive(session, script, size=size)


def test_a_game_without_a_picture() -> None:
    session = Session(race(), ["human", "human"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "[2]" in screen_text(app)
        await pilot.press("left", "enter")
        assert session.position.history_texts == ["1"]

    drive(session, script)


def test_the_clock_falls() -> None:
    session = Session(load_game("nim"), ["human", "human"], time=TimeControl(game=0.3))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: session.over)
        await pilot.pause()
        assert "White ran out of time" in message(app)

    drive(session, script)


def test_a_program_that_crashes_ends_the_game_politely() -> None:
    class Broken:
        def choose(self, position: Any, turn: Any) -> Any:
            raise RuntimeError("oh dear")

    session = Session(load_game("nim"), ["human", Broken()])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: session.over)
        await pilot.pause()
        assert "Black failed (RuntimeError: oh dear)" in message(app)

    drive(session, script)


def test_quitting_while_the_engine_thinks() -> None:
    session = Session(load_game("connect4"), ["engine:depth=40", "human"])
    thinking: list[Any] = []

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "depth" in screen_text(app))
        thinking.append(app._thinking)
        await pilot.press("q")

    drive(session, script)  # comes back: nothing waits for so deep a search
    assert thinking[0].stopped


def test_late_calls_find_nothing_to_do() -> None:
    """Timers and threads may call once more while the screen is being taken down."""
    session = Session(load_game("connect4"), ["human", "first"])

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        session.move("4")
        task = session.think()
        assert task is not None
        await app.query_one("#main").remove()
        app._tick()
        app._report(task, Result(0, 0, (3,), algorithm="test"))
        app._answered(task, task.run())
        assert len(session.plies) == 1
        await pilot.pause(0.3)

    drive(session, script)


def test_a_digit_waits_for_enter_where_another_might_follow() -> None:
    """Column 10 is full, so every legal move has one character; whoever types 1 may still mean 10."""
    game = load_game("connect4:width=10,height=5")
    session = Session(game, ["human", "human"], start=Position.of(game, "10 10 10 10 10"))
    assert all(len(move) == 1 for move in session.position.legal_texts)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        assert not session.plies
        assert app.query_one(Input).value == "1"
        await pilot.press("enter")
        assert [ply.move for ply in session.plies] == ["1"]

    drive(session, script)


def test_in_a_low_window_what_the_engine_thinks_is_still_seen() -> None:
    session = Session(load_game("connect4"), ["human", "engine:level=3"], seed=1)

    async def script(app: PlayApp, _pilot: Pilot[None]) -> None:
        text = screen_text(app)
        assert "nothing yet" in text
        assert "positions per move" not in " ".join(text.split())

    drive(session, script, size=(40, 12))
