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
from spielbaum.games.chess.pgn import read_pgn, write_pgn
from spielbaum.play import load_record, play_match, save_record
from spielbaum.play.outcome import Reason, lost_by
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
    assert " ".join(one.position.moves) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1"
    assert " ".join(two.position.moves) == "Kd7 e4"
    assert two.result == "*"
    assert read_pgn("") == []
    assert read_pgn("1. e4 e5")[0].position.moves == ["e4", "e5"]


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
        assert theirs.end().board().fen() == CHESS.notation(position.state)  # type: ignore[misc]
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
        ('1. e4\n[White "open', ["Line 2"]),
        ("1. e4 { open", ["Line 1"]),
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
