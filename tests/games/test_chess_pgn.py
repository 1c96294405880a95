"""PGN: our games are read by python-chess and python-chess's by us; whole files, and files with mistakes."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess.pgn as oracle
import pytest

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.games.chess.board import clock
from spielbaum.games.chess.legal import moves
from spielbaum.games.chess.pgn import pgn_games, read_pgn, write_pgn
from spielbaum.games.chess.rules import play
from spielbaum.play import Session, load_record, play_match, save_record
from spielbaum.play.describe import outcome_words
from spielbaum.play.outcome import Outcome, Reason, drawn_by, lost_by
from spielbaum.play.pgn import first_pgn_record
from tests.games.test_chess_rules import PUBLISHED

CHESS = load_game("chess")

ANNOTATED = """
[Event "A \\"quoted\\" event"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 {best by test} e5 2. Nf3 $1 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) Nc6 ; the rest is theory
3.Bb5 a6?! 4. Ba4 Nf6 5. O-O! Be7
% a line for programs
6. Re1 1-0

[Event "two"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"]
[SetUp "1"]

12... Kd7 13. e4 *
"""


def test_reading() -> None:
    one, two = read_pgn(ANNOTATED)
    assert one.tags["Event"] == 'A "quoted" event'
    assert (one.tags["White"], one.result) == ("Anna", "1-0")
    assert " ".join(one.position.history_texts) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1"
    assert " ".join(two.position.history_texts) == "Kd7 e4"
    assert two.result == "*"
    assert read_pgn("") == []
    assert read_pgn("1. e4 e5")[0].position.history_texts == ["e4", "e5"]


def test_writing() -> None:
    position = Position.of(CHESS, "f3 e5 g4 Qh4")
    assert write_pgn(position, {"White": 'A "B"', "Annotator": "C"}) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A \\"B\\""]\n[Black "?"]\n'
        '[Result "0-1"]\n[Annotator "C"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    )


def test_round_trip_with_python_chess() -> None:
    dice = random.Random(1)
    for text, _ in PUBLISHED:
        position = Position.of(CHESS, text)
        for _ in range(60):
            if position.over:
                break
            position = position.after(dice.choice(CHESS.legal(position.state)))
        written = write_pgn(position)
        assert max(map(len, written.splitlines()[10:])) < 80
        theirs = oracle.read_game(io.StringIO(written))
        assert theirs is not None
        assert not theirs.errors
        assert theirs.end().board().fen() == CHESS.presentation.notation(position.state)  # type: ignore[misc]
        (ours,) = read_pgn(str(theirs))
        assert ours.position == position or ours.position.state == position.state
        assert ours.position.history == position.history


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. e4 e5 2. Ke3 *", ["Game 1", "move 2", "Ke3", "legal"]),
        ("1. e4 *\n\n1. d4 d4 *", ["Game 2", "move 1", "d4"]),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', ["Game 1", "king"]),
        ('[FEN "nothing"]\n\n*', ["Game 1", "nothing"]),
        ('1. e4\n[White "open', ["line 2"]),
        ("1. e4 { open", ["line 1"]),
        ("1. e4 e5\n2. Nf3 (2. f4 (2. Nc3) exf4 *\n\n1. d4 *", ["line 2", "(", "not closed"]),
        ('1. e4\n(1. d4 *\n\n[Event "two"]\n\n1. d4 (1. c4) d5) *', ["line 2", "(", "not closed"]),
        ("1. e4 -- 2. d4 *", ["Game 1", "move 1", "--"]),
        ('[White "open\n[Black "Bert"]\n\n1. e4 *', ["line 1"]),
        ("1. f3 e5 2. g4 Qh4# 3. a3", ["Game 1", "move 3", "a3", "Checkmate"]),
        ('[FEN "4k3/8/8/8/3r4/3K4/8/8 w - - 0 84"]\n\n84. Kxd4 Kd7 *', ["ply 2", "Kd7", "give mate"]),
    ],
)
def test_mistakes_are_said(text: str, words: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        read_pgn(text)
    said = caught.value.sentence("en")
    assert all(word in said for word in words), said
    assert caught.value.sentence("de") != said


def test_records(tmp_path: Path) -> None:
    """A record saved as .pgn comes back with its moves and its outcome."""
    path = tmp_path / "game.pgn"
    record = play_match(CHESS, ["random", "first"], seed=4, most_plies=30)
    save_record(record, path)
    again = load_record(path)
    assert again.moves == record.moves
    assert again.tags["White"] == "random"
    resigned = record.ended(lost_by(CHESS, 0, Reason.RESIGNATION))
    save_record(resigned, path)
    assert load_record(path).outcome == resigned.outcome
    path.write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="no game"):
        load_record(path)
    other = play_match(load_game("tictactoe"), ["first", "first"])
    with pytest.raises(BadInput, match="Only games of chess"):
        save_record(other, path)


@pytest.mark.parametrize(
    "text",
    [
        "1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 O-O *",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 *",
        "1. e4 1… e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O *",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0–0 *",
        "1. e4 = e5 +/- 2. Nf3 +- Nc6 -+ 3. Bc4 N Bc5 -/+ (3... d6 ± N) 4. O-O ∞ ! *",
    ],
)
def test_moves_as_other_programs_write_them(text: str) -> None:
    (game,) = read_pgn(text)
    assert game.position.history_texts == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]


@pytest.mark.parametrize("passing", ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6 e.p.!"])
def test_en_passant_in_words(passing: str) -> None:
    (game,) = read_pgn(f"1. e4 a6 2. e5 d5 3. {passing} cxd6 *")
    assert game.position.history_texts == ["e4", "a6", "e5", "d5", "exd6", "cxd6"]


def test_tags_as_other_programs_write_them() -> None:
    (game,) = read_pgn(
        '[White-Title "GM"]\n[A+#=:_9 "all"]\n[Event "The "Big" one" ] [Site "C"]\n[White ""]\n'
        '[Black "a \\"] b"]\n\n*'
    )
    assert game.tags == {
        "White-Title": "GM",
        "A+#=:_9": "all",
        "Event": 'The "Big" one',
        "Site": "C",
        "White": "",
        "Black": 'a "] b',
    }


def test_games_without_moves_keep_their_tags() -> None:
    """Neither moves nor a result: a tag that is there already begins the next game."""
    one, two = read_pgn('[Event "one"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n[Event "two"]\n\n1. d4 *')
    assert (one.tags["Event"], one.position.history_texts) == ("one", [])
    assert (two.tags, two.position.history_texts) == ({"Event": "two"}, ["d4"])
    first, second = read_pgn('[Event "?"]\n[White "Anna"]\n\n[White "Bert"]\n\n1. d4 *')
    assert (first.tags, second.tags) == ({"Event": "?", "White": "Anna"}, {"White": "Bert"})
    # Twice in the same block it is a slip, and the game is still one.
    (game,) = read_pgn('[Event "?"]\n[ECO "A40"]\n[ECO "A41"]\n\n1. d4 *')
    assert game.tags == {"Event": "?", "ECO": "A41"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. e4 1/2", "1/2-1/2"),
        ("1. e4 1/2-1/2", "1/2-1/2"),
        ("1. e4 ½–½", "1/2-1/2"),
        ("1. e4 0–1", "0-1"),
        ('[Result "1/2"]\n\n1. e4', "1/2-1/2"),
        ('[Result "1-0"]\n\n1. e4', "1-0"),
        ('[Result "?"]\n\n1. e4', "*"),
        ("1. e4", "*"),
    ],
)
def test_results(text: str, result: str) -> None:
    (game,) = read_pgn(text)
    assert (game.result, game.position.history_texts) == (result, ["e4"])


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('[Result "?"]\n\n1. e4', None),
        ('[Result "1/2"]\n\n1. e4', drawn_by(CHESS, Reason.AGREEMENT)),
        ("1. e4 1/2", drawn_by(CHESS, Reason.AGREEMENT)),
        ('[Termination "adjudication"]\n\n1. e4 1/2-1/2', drawn_by(CHESS, Reason.LENGTH)),
        ("1. e4 0-1", lost_by(CHESS, 0, Reason.RESIGNATION)),
        ('[Termination "time forfeit"]\n\n1. e4 1-0', lost_by(CHESS, 1, Reason.TIME)),
        ('[Termination "Time forfeit"]\n\n1. e4 0-1', lost_by(CHESS, 0, Reason.TIME)),
    ],
)
def test_outcomes(text: str, outcome: Outcome | None) -> None:
    assert first_pgn_record(text).outcome == outcome


def test_breaking_off_survives_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    record = first_pgn_record("1. e4 e5 *")
    drawn = drawn_by(CHESS, Reason.AGREEMENT)
    save_record(record.ended(drawn), path)
    assert '[Result "1/2-1/2"]' in path.read_text(encoding="utf-8")
    again = load_record(path).outcome
    assert again == drawn
    assert outcome_words(CHESS, again, "en") == "A draw by agreement."
    assert "Einigung" in outcome_words(CHESS, again, "de")
    late = lost_by(CHESS, 1, Reason.TIME)
    save_record(record.ended(late), path)
    assert '[Termination "time forfeit"]' in path.read_text(encoding="utf-8")
    assert load_record(path).outcome == late


def test_only_the_first_game_is_read(tmp_path: Path) -> None:
    """Mistakes in later games, even text that is none, do not matter; nor are these games played."""
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *\n\n1. e5 *\n\n{ open", encoding="utf-8")
    assert load_record(path).moves == ("e4",)
    games = pgn_games(path.read_text(encoding="utf-8"))
    assert next(games).position.history_texts == ["e4"]
    with pytest.raises(BadInput, match="Game 2"):
        next(games)


def test_latin_1(tmp_path: Path) -> None:
    """The encoding of the standard; files in UTF-8 are told from it."""
    path = tmp_path / "game.pgn"
    for encoding in ("latin-1", "utf-8", "utf-8-sig"):
        path.write_bytes('[White "Müller"]\n\n1. e4 *'.encode(encoding))
        assert load_record(path).tags == {"White": "Müller"}


def test_a_game_that_goes_on_after_an_unclaimed_draw() -> None:
    """Fifty moves without a pawn move or a capture, six more, then a pawn moves; White won in the end."""
    start = "r3k3/7p/8/8/8/8/7P/R3K3 w - - 0 1"
    position, dice = Position.of(CHESS, start), random.Random(1)
    while position.plies < 112:
        quiet = [m for m in moves(position.state) if clock(play(position.state, m)) > position.plies]
        position = position.after(dice.choice(quiet))
    assert position.claimable
    with pytest.raises(BadInput):
        Session(CHESS, ["human", "human"], start=position).move("h4")
    text = f'[FEN "{start}"]\n\n{" ".join([*position.history_texts, "h4"])} 1-0'
    (read,) = read_pgn(text)
    assert read.position.plies == 113
    assert not read.position.over
    record = first_pgn_record(text)
    assert record.outcome == lost_by(CHESS, 1, Reason.RESIGNATION)
    assert len(record.replay()) == 114
    # Also where the draw could still be claimed when Black gave up.
    record = first_pgn_record(text.replace("h4 1-0", "1-0"))
    assert record.outcome == lost_by(CHESS, 1, Reason.RESIGNATION)
    assert record.replay()[-1].over
