"""Whole games in plain lines, for every game and in both languages."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.games import built_in_names, load_game
from spielbaum.language import LANGUAGES, say
from spielbaum.play import Session, load_record, outcome_words
from spielbaum.terminal import PlainGame
from spielbaum.terminal.commands import COMMANDS
from tests.play.support import RACE
from tests.support.quick import SHORT_GAMES


def play(*arguments: str, lines: str = "", code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["play", *arguments], input=lines)
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", built_in_names())
def test_a_whole_game_of_every_kind(name: str, language: str) -> None:
    """A person who tries moves until one is legal, against quick opponents."""
    game = load_game(SHORT_GAMES.get(name, name))
    session = Session(game, ["human", *["random:seed=2"] * (game.facts.players - 1)], seed=1)
    said: list[str] = []
    random = Random(1)

    def read() -> str | None:
        if session.over:
            return say("terminal.command.quit", language)
        assert session.human_to_move
        return random.choice(session.position.legal_texts)

    PlainGame(session, language, read, said.append).run()
    assert session.outcome is not None
    text = "\n".join(said)
    assert game.board_text(session.position.state) in text
    assert said[-1] == say("terminal.bye", language)
    assert outcome_words(game, session.outcome, language) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = {name: say(f"terminal.command.{name}", language) for name in COMMANDS}
    lines = [
        "1", words["undo"], words["redo"], words["undo"], words["hint"], words["eval"], words["board"],
        "2", words["moves"], words["clock"], words["rules"], words["help"], f"{words['save']} g.json",
        words["resign"], words["review"], words["new"], "1", f"{words['load']} g.json", words["quit"],
    ]  # fmt: skip
    arguments = ("takeaway:matches=10", "--players", "human,first", "--lang", language)
    out = play(*arguments, lines="\n".join(lines) + "\n").stdout
    expected = {
        "en": [
            "Moves taken back: 2", "Hint: ", "(proven)", "Each move for White", "1. 2  1",
            "Legal moves: 1, 2",
            "0:00", "One heap of 10", "take back your last move", "Saved as g.json", "White resigns",
            "Loaded g.json", "Goodbye.",
        ],
        "de": [
            "Zurückgenommene Züge: 2", "Tipp: ", "(bewiesen)", "Jeder Zug für Weiß", "1. 2  1",
            "Erlaubte Züge: 1, 2", "0:00", "Ein Haufen mit 10", "nimmt Ihren letzten Zug zurück",
            "Gespeichert als g.json", "Weiß gibt auf", "Geladen: g.json", "Auf Wiedersehen.",
        ],
    }  # fmt: skip
    at = 0
    for words_expected in expected[language]:
        at = out.index(words_expected, at)
    assert load_record(tmp_path / "g.json").moves == ("2", "1")


def test_english_commands_work_in_german_too() -> None:
    out = play("takeaway", "--players", "human,first", "--lang", "de", lines="1\nundo\nquit\n").stdout
    assert "Zurückgenommene Züge: 2" in out


def test_the_hint_and_the_values_are_right() -> None:
    out = play("takeaway", "--players", "human,human", lines="hint\neval\n1\nquit\n").stdout
    assert "Hint: 1 – White wins in 2 moves (proven)" in out
    assert "  1  White wins in 2 moves (proven) *\n  2  Black wins with the next move (proven)\n" in out


def test_a_review_names_the_mistake_that_decided_the_game() -> None:
    arguments = ("tictactoe", "--players", "human,human")
    out = play(*arguments, lines="review\na1\na2\nb1\nc1\nb2\nc3\nb3\nreview\n").stdout
    assert "No move has been played yet." in out
    reviewed = out.partition("Searching 8 positions …")[2]
    assert "1. O: a2??" in reviewed
    assert "The first decisive mistake: move 1, O: a2." in reviewed
    assert "Accuracy: X 100 %, O" in reviewed


def test_games_with_dice_are_not_reviewed() -> None:
    out = play("pig:target=20", "--players", "human,human", "--seed", "1", lines="review\n").stdout
    assert "cannot be reviewed" in out


def test_the_end_of_the_input_is_the_end() -> None:
    assert play("takeaway", "--players", "human,first", lines="1").stdout.endswith("Goodbye.\n")
    assert play("takeaway", "--players", "human,first").stdout.endswith("Goodbye.\n")


def test_nothing_is_prompted_without_a_terminal() -> None:
    assert "to move:" not in play("takeaway", "--players", "human,first", lines="1\n").stdout


def test_bad_lines_get_one_sentence() -> None:
    lines = "9\nundo\nredo\nsafe\nload\nload none.json\nsave /none/there.json\n"
    out = play("takeaway", "--players", "human,first", lines=lines).stdout
    for words in (
        "9 is not a legal move here; legal moves: 1, 2.",
        "There is nothing to take back.",
        "There is nothing to play again.",
        "There is no command called safe; did you mean: save?",
        "Say which file to load",
        "none.json cannot be read: No such file",
        "/none/there.json cannot be written: there is no folder /none",
    ):
        assert words in out


def test_the_computer_may_begin() -> None:
    out = play("takeaway", "--first", "computer", "--level", "8", lines="1\n").stdout
    assert "White plays 1 – White wins in 2 moves (proven)" in out
    assert "level 8 – Full strength: never careless" in out


def test_programs_play_on_their_own() -> None:
    out = play("tictactoe", "--players", "alphabeta,alphabeta", lines="quit\n").stdout
    assert "A draw." in out


def test_three_players() -> None:
    out = play("trio", "--level", "1", "--seed", "1", lines="b2\nquit\n").stdout
    assert "O plays " in out
    assert "A plays " in out


@pytest.mark.long
def test_a_game_file_without_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "race.py"
    path.write_text(RACE, encoding="utf-8")
    out = play(str(path), "--players", "human,minimax", lines="1\nhint\nquit\n").stdout
    assert "State(count=0, player=0)" in out
    assert "Player 2 plays" in out
    assert "Hint: " in out


def test_going_on_with_a_saved_game(tmp_path: Path) -> None:
    path = str(tmp_path / "g.json")
    play("takeaway:matches=9", "--players", "human,first", lines=f"2\nsave {path}\n")
    out = play("--load", path, lines="moves\nundo\nquit\n").stdout
    assert "1. 2  1" in out
    assert "Black: first" in out
    assert "Moves taken back: 2" in out


def test_a_position_to_begin_with() -> None:
    out = play("connect4", "--position", "4455", "--players", "human,first", lines="moves\nquit\n").stdout
    assert "1. 4  4\n2. 5  5\n" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Say which game to play"),
        (["conect4"], "There is no game called conect4; did you mean: connect4?"),
        (["takeaway", "--players", "human"], "takeaway needs 2 players, but got 1."),
        (["takeaway", "--players", "human,engin"], "There is no player called engin"),
        (
            ["takeaway", "--players", "human,first", "--level", "1"],
            "--players and --level cannot be given together",
        ),
        (["takeaway", "--seconds", "1", "--level", "1"], "--seconds and --level cannot"),
        (["trio", "--players", "human,first,minimax"], "minimax needs two players and zero sum"),
        (["takeaway", "--clock", "soon"], "A clock is written 300"),
        (["takeaway", "--position", "1 7"], "Move 2 of 1 7: 7 is not a legal move here; legal moves: 1, 2."),
        (["takeaway", "--load", "none.json"], "none.json cannot be read"),
    ],
)
def test_wrong_use(arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_LANG", "en")
    result = play(*arguments, code=2)
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_LANG", "en")
