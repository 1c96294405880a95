"""Chess in the terminal: a cursor over the squares, promotions, typed moves; and in plain lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from spielbaum import Position
from spielbaum.games import load_game
from spielbaum.play import Session, load_record
from spielbaum.terminal.app import PlayApp
from spielbaum.terminal.help_screen import HelpScreen
from spielbaum.terminal.paint import View
from spielbaum.terminal.paint_steps import paint_figures
from spielbaum.terminal.promotion import PromotionScreen
from spielbaum.terminal.steps import Hand, with_places
from spielbaum.terminal.widgets import BoardView
from tests.terminal.test_app import drive, message, screen_text, until
from tests.terminal.test_plain import play

CHESS = load_game("chess")
PEOPLE = ("human", "human")
PROMOTES = "k2r4/4P3/8/8/8/8/8/4K3 w - - 0 1"


def session_at(text: str = "", players: tuple[str, str] = PEOPLE) -> Session:
    return Session(CHESS, players, start=Position.of(CHESS, text) if text else None)


async def point_from_behind(app: PlayApp, pilot: Pilot[None], square: str) -> None:
    await point(app, pilot, square, {"right": "left", "left": "right", "up": "down", "down": "up"})


async def point(app: PlayApp, pilot: Pilot[None], square: str, keys: Mapping[str, str] | None = None) -> None:
    """Arrow keys to a square, as long as it takes."""
    board = app.query_one(BoardView)
    assert board.cursor is not None
    for _ in range(16):
        dx, dy = ord(square[0]) - ord(board.cursor[0]), int(square[1]) - int(board.cursor[1])
        if dx == dy == 0:
            return
        key = "right" if dx > 0 else "left" if dx else "up" if dy > 0 else "down"
        await pilot.press((keys or {}).get(key, key))
    raise AssertionError(f"the cursor does not come to {square}")


def below(app: PlayApp) -> dict[str, str]:
    """What the screen shows in the half row below each square."""
    lines, board = screen_text(app).splitlines(), app.query_one(BoardView)
    left, top = board._corner[0] + board.region.x, board._corner[1] + board.region.y
    return {
        target.move: lines[top + target.y + 1][left + target.x : left + target.x + target.width].strip()
        for target in board._painting.targets
    }


def squares(app: PlayApp) -> dict[str, str]:
    """What the screen shows on each square."""
    lines, board = screen_text(app).splitlines(), app.query_one(BoardView)
    left, top = board._corner[0] + board.region.x, board._corner[1] + board.region.y
    return {
        target.move: lines[top + target.y][left + target.x : left + target.x + target.width].strip()
        for target in board._painting.targets
    }


def test_arrows_and_enter() -> None:
    session = session_at()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await point(app, pilot, "e2")
        assert squares(app)["e2"] == "[♙]"
        await pilot.press("enter")
        await point(app, pilot, "f2")
        shown = squares(app)
        assert (shown["e2"], shown["e3"], shown["e4"], shown["d3"]) == ("<♙>", "·", "·", "")
        await pilot.press("escape")
        assert squares(app)["e3"] == ""
        await point(app, pilot, "e2")
        await pilot.press("enter")
        await point(app, pilot, "e4")
        await pilot.press("enter")
        assert session.position.history_texts == ["e4"]
        await pilot.press("d", "5", "enter")
        assert session.position.history_texts == ["e4", "d5"]
        await pilot.press("B", *"b5", "enter", *"h6", "enter")
        assert session.position.history_texts == ["e4", "d5", "Bb5+"]
        assert message(app).startswith("h6 is not legal: the king is in check and would stay so")
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        assert "therefore the hint is on *" in str(app.screen._text)
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpScreen)
        await point(app, pilot, "a1")
        shown = squares(app)
        assert (shown["e8"], shown["b5"], shown["f1"], shown["d5"]) == ("+♚+", "(♗)", "( )", "♟")
        await pilot.press("slash", *"b8c6", "enter")
        await point(app, pilot, "b5")
        await pilot.press("enter")
        assert squares(app)["c6"] == "·♞·"

    drive(session, script)


def test_keys_in_quick_succession() -> None:
    """Faster than the line gets the focus: no key is lost, none does anything else."""
    session = session_at()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for key in (*"h4", "enter", *"Nh6", "enter"):
            app.post_message(Key(key, None if key == "enter" else key))
        await until(pilot, lambda: session.position.history_texts == ["h4", "Nh6"])
        await pilot.pause()
        assert app.query_one(BoardView).hand.origin is None

    drive(session, script)


def test_letters_of_pieces_begin_moves() -> None:
    """None of them ends the game, begins another or takes the line for something else."""
    session = session_at()

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        for move in ("nf3", "nc6", "e4", "e5", "le2", "sf6", "nc3", "le7", "rg1", "rf8"):
            await pilot.press(*move, "enter")
        assert " ".join(session.position.history_texts) == "Nf3 Nc6 e4 e5 Be2 Nf6 Nc3 Be7 Rg1 Rf8"
        await pilot.press(*"qh5", "enter")
        assert message(app).startswith("qh5 is not legal")
        await pilot.press("u", *"redo", "enter")
        assert len(session.position.history_texts) == 10
        await pilot.press("slash", *"new", "enter")
        assert session.position.history_texts == []

    drive(session, script)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "new redo save load"), ("de", "neu vor speichern laden")]
)
def test_help_names_the_keys_of_chess(language: str, words: str) -> None:
    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "^Q" in screen_text(app).splitlines()[-1]
        assert "…" not in screen_text(app).splitlines()[-1]
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        shown = str(app.screen._text)
        assert all(f" /{word} " in shown for word in words.split())
        assert " ^Q " in shown

    drive(session_at(), script, language)


def test_a_whole_game() -> None:
    session = session_at(players=("random:seed=1", "human"))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: session.human_to_move)
        await pilot.press("e", "5", "enter")
        await until(pilot, lambda: len(session.position.history_texts) == 3)
        session.resume(Session(CHESS, PEOPLE, start=Position.of(CHESS, "f3 e5 g4")).record())
        app._changed()
        await point_from_behind(app, pilot, "d8")
        await pilot.press("enter")
        await point_from_behind(app, pilot, "h4")
        await pilot.press("enter")
        assert message(app) == "Black wins. Checkmate."
        assert "the game is over" in screen_text(app)
        assert squares(app)["e1"] == "+♔+"

    drive(session, script)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("enter",), "e8=Q"),
        (("right", "enter"), "e8=R"),
        (("s",), "e8=N"),
        (("n",), "e8=N"),
        (("q",), "e8=Q"),
    ],
)
def test_promotion(keys: tuple[str, ...], move: str) -> None:
    session = session_at(PROMOTES)

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await point(app, pilot, "e7")
        await pilot.press("enter")
        await point(app, pilot, "e8")
        await pilot.press("enter")
        assert isinstance(app.screen, PromotionScreen)
        assert "[♕ Dame]" in screen_text(app)
        await pilot.press("escape")
        assert session.position.history_texts == []
        assert not isinstance(app.screen, PromotionScreen)
        await point(app, pilot, "e7")
        await pilot.press("enter")
        await point(app, pilot, "e8")
        await pilot.press("enter", *keys)
        assert session.position.history_texts == [move]

    drive(session, script, "de")


def test_the_mouse_and_the_side_of_black() -> None:
    """Who plays Black alone sits on Black's side; there h1 is in the upper left corner."""
    session = session_at(players=("first", "human"))

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: session.human_to_move)
        await pilot.pause()
        assert list(squares(app).items())[:2] == [("h1", "♖"), ("g1", "♘")]
        board = app.query_one(BoardView)
        (left, top), targets = board._corner, {t.move: t for t in board._painting.targets}
        for square in ("e7", "e5"):
            target = targets[square]
            await pilot.click(BoardView, offset=(left + target.x + 2, top + target.y))
        await pilot.pause()
        assert session.position.history_texts[1] == "e5"

    drive(session, script)


def test_hint_and_values() -> None:
    session = session_at("f3 e5 g4")

    async def script(app: PlayApp, pilot: Pilot[None]) -> None:
        board = app.query_one(BoardView)
        await pilot.press("asterisk")
        await until(pilot, lambda: "Hint: Qh4#" in message(app))
        assert (board.hand.origin, board.cursor) == ("d8", "h4")
        await pilot.press("escape", "v")
        await until(pilot, lambda: bool(board.badges))
        await point(app, pilot, "a1")
        assert next(iter(board.badges)) == "Qh4#"
        # Every figure can still be seen, with the value of its best move below it.
        assert "".join(squares(app)[f"{file}8"] for file in "abcdefgh") == "♜♞♝♛♚♝♞♜"
        assert below(app)["d8"] == board.badges["Qh4#"]
        await point(app, pilot, "d8")
        await pilot.press("enter")
        assert squares(app)["h4"] == "·"
        assert below(app)["h4"] == board.badges["Qh4#"]
        assert (squares(app)["b8"], below(app)["b8"]) == ("♞", "▄▄▄▄▄")

    drive(session, script)


def test_values_stand_apart_and_hide_nothing() -> None:
    position = Position(CHESS, CHESS.start)
    assert CHESS.presentation.picture is not None
    board = with_places(CHESS.presentation.picture(position.state))
    values = {move: f"{'+' if at % 2 else '−'}{at}.25" for at, move in enumerate(position.legal_texts)}
    hand = Hand()
    view = View(
        badges=values, square_badges=hand.square_badges(CHESS.presentation.picture(position.state), values)
    )
    wide = paint_figures(board, [], view, 46, 20).text().splitlines()
    assert wide[15].split() == ["1", *"♖♘♗♕♔♗♘♖"]
    assert wide[13].split() == ["2", *"♙♙♙♙♙♙♙♙"]
    assert len(wide[14].split()) == 8, "eight values below eight pawns, with room between them"
    # Without half rows there is a list below the board, best first, in the rows that are left.
    narrow = paint_figures(board, [], view, 27, 15)
    assert narrow.needs == (26, 9)
    assert narrow.height == 15
    assert narrow.width <= 27
    lines = narrow.text().splitlines()
    assert lines[7].split() == ["1", *"♖♘♗♕♔♗♘♖"]
    assert lines[9].startswith("  ".join(f"{move} {value}" for move, value in list(values.items())[:2]))


def test_a_game_in_plain_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    lines = ["e4", "e5", "Nf3", "g8f6", "Bc4", "Le7", "O-O", "Ke8", f"save {file}", "quit"]
    out = play("chess", "--players", "human,human", "--lang", "en", lines="\n".join(lines) + "\n").stdout
    assert "White (PNBRQK): human" in out
    assert "R N B Q . R K ." in out
    assert "Ke8 is not legal here; near it: Kf8" in out
    assert load_record(file).moves == ("e4", "e5", "Nf3", "Nf6", "Bc4", "Be7", "O-O")
    position = ("--position", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    lines = ["e7e8q", "board", "quit"]
    out = play("chess", *position, "--players", "human,first", "--lang", "de", lines="\n".join(lines)).stdout
    assert "8 . . . . Q . . ." in out


def test_the_whole_screen() -> None:
    """Eighty columns are enough for everything."""
    session = session_at("e4 e5 Qh5 Nc6 Bc4 g6 Qf3")

    async def script(app: PlayApp, _pilot: Pilot[None]) -> None:
        text = screen_text(app)
        assert "    ".join("abcdefgh") in text
        assert "♔ White" in text
        assert "♚ Black" in text
        assert len(squares(app)) == 64
        assert "* hint" in text
        assert "type a move such as h4" in message(app)

    drive(session, script)


def test_german_letters_are_shown_and_typed(tmp_path: Path) -> None:
    """Files keep the English letters, which can be typed as well."""
    path = tmp_path / "game.pgn"
    lines = ["Sf3", "Nf6", "züge", f"speichern {path}"]
    out = play("chess", "--players", "human,human", "--lang", "de", lines="\n".join(lines) + "\n").stdout
    assert "1. Sf3  Sf6" in out
    assert "1. Nf3" not in out
    assert "1. Nf3 Nf6" in path.read_text()
