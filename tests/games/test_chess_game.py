"""Chess as a game: conformance, its notations, how games end, and how the board looks."""

from __future__ import annotations

from typing import Any

import pytest

from spielbaum.board import Step, board_text
from spielbaum.conformance import check, check_game, explore
from spielbaum.draw.notebook import position_board
from spielbaum.errors import BadInput, IllegalMove
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.games.chess.fen import START, read_fen, write_fen
from spielbaum.games.chess.moves_text import read_uci
from spielbaum.play import play_match
from spielbaum.play.describe import outcome_words, parts_of, value_badge, value_words
from spielbaum.play.outcome import final_outcome
from spielbaum.play.player import Turn
from spielbaum.result import Line, Proof
from spielbaum.terminal.paint import changed_cells

CHESS = load_game("chess")


def test_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain rules; compiling all of them with checks takes a minute, and the next test does it."""
    monkeypatch.setattr(explore, "BREADTH_LIMIT", 20)
    monkeypatch.setattr(explore, "PLY_LIMIT", 40)
    monkeypatch.setattr(check._Inspection, "_compiled", lambda _: None)
    report = check_game(CHESS, games=2)
    assert not report.faults, [fault.sentence() for fault in report.faults]


@pytest.mark.long
def test_conforms_in_many_positions() -> None:
    report = check_game(CHESS, games=100)
    assert not report.faults, [fault.sentence() for fault in report.faults]


# -------------------------------------------------------------------------------------------------- FEN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8/8/8/8/8/8/8 w - - 0 1", ["8 rows"]),
        ("9/8/8/8/8/8/8/8 w - - 0 1", ["8 rows"]),
        ("²/8/8/8/8/8/8/8 w - - 0 1", ["8 rows"]),
        ("xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["8 rows"]),
        (f"{START} 1", ["two to six", "7"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", ["two to six", "1"]),
        (START.replace(" w ", " x "), ["w or b", "x"]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", ["one king"]),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", ["one king"]),
        ("4k2P/8/8/8/8/8/8/K7 w - - 0 1", ["pawn", "rank"]),
        ("QQQQQQQQ/QQ6/8/8/8/8/7k/K7 b - - 0 1", ["more pieces"]),
        ("4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", ["more pieces"]),
        (START.replace("KQkq", "KK"), ["KQkq", "KK"]),
        (START.replace("KQkq", "KX"), ["KQkq", "KX"]),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", ["K", "e1", "h1"]),
        ("4k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", ["q", "e8", "a8"]),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", ["not to move", "check"]),
        ("k7/8/8/8/q3r3/8/3n4/R3K3 w - - 0 1", None),
        ("4k3/4r3/8/8/1b5b/8/5n2/4K3 w - - 0 1", None),
        ("4r2k/8/8/8/1b5b/3n4/8/4K3 w - - 0 1", ["more than two"]),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4 0 1", ["rank 3", "e4"]),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1", ["d3"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", ["half-moves", "x"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 256 1", ["half-moves", "256"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1x", ["move number", "1x"]),
    ],
)
def test_impossible_positions_are_refused(text: str, words: list[str] | None) -> None:
    if words is None:
        assert read_fen(text) is not None
        return
    with pytest.raises(BadInput) as caught:
        read_fen(text)
    said = caught.value.sentence("en")
    assert all(word in said for word in [*words, text]), said
    assert caught.value.sentence("de") != said


def test_fields_at_the_end_may_be_left_out() -> None:
    for text in (START, START.removesuffix(" 0 1"), START.removesuffix(" - 0 1")):
        state = read_fen(text)
        assert state is not None
        assert write_fen(state) == START
    assert read_fen("e4 e5") is None
    assert str(Position.of(CHESS, START)) == str(Position(CHESS, CHESS.start))


# ------------------------------------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    "game",
    [
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O",
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1",
        "e4 e5 Sf3 Sc6 Lb5 a6 Lc6: dc6 0-0".replace("Lc6:", "L:c6"),
        "e4 e5 ♘f3 ♞c6 ♗b5 a6! Bc6?! dc6+ o-o",
        "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6 Bb5xc6 d7xc6 OO",
    ],
)
def test_ways_to_write_a_game(game: str) -> None:
    position = Position.of(CHESS, game)
    assert " ".join(position.history_texts) == "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"


def test_promotion_and_en_passant() -> None:
    promoting = Position.of(CHESS, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    for text, name in [
        ("a8=Q", "a8=Q"),
        ("a8N", "a8=N"),
        ("a8=q", "a8=Q"),
        ("a8=D", "a8=Q"),
        ("axb8=R+", "axb8=R+"),
        ("a7b8q", "axb8=Q+"),
        ("a7a8b", "a8=B"),
    ]:
        assert promoting.play(text).history_texts == [name]
    taking = Position.of(CHESS, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert taking.play("exd6 e.p.").history_texts == ["exd6"]
    assert str(taking.play("exd6")).count("p") == 0


def test_what_cannot_be_played_is_said() -> None:
    rooks = Position.of(CHESS, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    with pytest.raises(IllegalMove, match=r"Rd1 can mean several moves here: Rad1, Rhd1"):
        rooks.play("Rd1")
    assert rooks.play("Rad1").history_texts == ["Rad1"]
    with pytest.raises(IllegalMove, match=r"several moves here: a8=Q\+, a8=R\+, a8=B, a8=N\."):
        Position.of(CHESS, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").play("a8")
    with pytest.raises(IllegalMove, match=r"^Move 2 of e4 e4: e4 is not legal here; near it: e5, e6\.$"):
        Position.of(CHESS, "e4 e4")
    with pytest.raises(IllegalMove, match="over"):
        Position.of(CHESS, "f3 e5 g4 Qh4 a3")
    for rubbish in ("", "e2e5", "e7e8x", "0000", "Qq", "e9"):
        assert read_uci(CHESS.start, rubbish) is None


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        ("", "Nf4", "Nf4 is not legal here; near it: Nf3, Nh3, Nc3, Na3, f4."),
        ("", "e2e5", "e2e5 is not legal here; near it: e4, e3."),
        (
            "",
            "e7e5",
            "e7e5 is not legal: the player to move has no piece on e7; near it: e4, e3.",
        ),
        ("", "Bb5", "Bb5 is not legal here."),
        ("", "Nd4f3", "Nd4f3 is not legal: the player to move has no piece on d4"),
        ("", "e4=Q", "e4=Q is not legal: only a pawn that reaches the last rank becomes another piece"),
        ("", "e2e4Q", "e2e4Q is not legal: only a pawn that reaches the last rank becomes another piece"),
        ("", "Nf3=Q", "Nf3=Q is not legal: only a pawn that reaches the last rank becomes another piece"),
        ("", "g1f3q", "g1f3q is not legal: only a pawn that reaches the last rank becomes another piece"),
        ("", "e5=Q", "e5=Q is not legal here; near it: e4, e3."),
        ("", "xyz", "xyz cannot be read as a move; moves are written as in"),
        ("", "O-O", "O-O is not possible now: king and rook must not have moved"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "a8=K cannot be played: a pawn becomes a queen"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8p", "a7a8p cannot be played: a pawn becomes a queen"),
        (
            "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
            "Bd3",
            "Bd3 is not legal: the king would be in check after it.",
        ),
        (
            "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
            "Rd1",
            "Rd1 is not legal: the king is in check and would stay so; near it: Kd1.",
        ),
        (
            "4k3/8/8/8/8/5r2/4K3/R6R w - - 0 1",
            "Ke3",
            "Ke3 is not legal: the king would be in check after it; near it: Kd2, Kxf3, Kd1, Ke1.",
        ),
    ],
)
def test_a_refusal_says_why_and_names_few_moves(fen: str, move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Position.of(CHESS, fen).play(move)
    assert str(refused.value).startswith(sentence)
    assert move in refused.value.sentence("de")


@pytest.mark.parametrize("name", ["chess", "nim", "othello"])
def test_an_empty_move(name: str) -> None:
    with pytest.raises(IllegalMove, match=r"^A move was expected, but nothing was typed\.$"):
        Position.of(load_game(name)).play(" ")


def test_moves_are_read_with_numbers_and_in_small_letters() -> None:
    assert Position.of(CHESS, "e2-e4 e7-e5 g1-f3").history_texts == ["e4", "e5", "Nf3"]
    assert Position.of(CHESS, "1. e4 e5 2.Nf3 2...nc6").history_texts == ["e4", "e5", "Nf3", "Nc6"]


# ---------------------------------------------------------------------------------------------- endings


@pytest.mark.parametrize(
    ("game", "english", "german"),
    [
        ("f3 e5 g4 Qh4", "Black wins. Checkmate.", "Schachmatt."),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "A draw. Stalemate.", "Patt."),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1", "A draw. Too few pieces to give mate.", "Zu wenig Material"),
        ("7k/8/8/8/8/8/8/KR6 b - - 100 90", "A draw. Fifty moves", "Fünfzig Züge"),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "A draw. The position was repeated.", "wiederholt"),
    ],
)
def test_endings(game: str, english: str, german: str) -> None:
    position = Position.of(CHESS, game)
    assert position.over
    assert position.legal_texts == []
    outcome = final_outcome(position)
    assert outcome_words(CHESS, outcome, "en").startswith(english)
    assert german in outcome_words(CHESS, outcome, "de")


def test_repetition_counts_positions_not_pieces() -> None:
    """At the start both sides may still castle; the kings' walk ends that, so its position is another one."""
    knights = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"
    assert not Position.of(CHESS, knights).over
    again = Position.of(CHESS, f"{knights} Ng8")
    assert again.drawn_by_repetition
    # A position made without its history played move by move knows it all the same.
    assert Position(CHESS, again.root, again.history).drawn_by_repetition
    kings = "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8"
    assert not Position.of(CHESS, kings).over
    assert Position.of(CHESS, f"{kings} Ke2 Ke7").over is True
    # From a given position only what was played since counts.
    assert not Position.of(CHESS, write_fen(again.state)).over


def test_a_match_ends_with_the_repetition() -> None:
    class Wanderer:
        def choose(self, position: Position[Any, Any], _turn: Turn) -> int:
            text = ("Nf3", "Nf6", "Ng1", "Ng8")[len(position.history) % 4]
            return CHESS.find_move(position.state, text)  # type: ignore[no-any-return]

    record = play_match(CHESS, [Wanderer(), Wanderer()])
    assert len(record.plies) == 8
    assert record.outcome is not None
    assert record.outcome.draw
    assert record.outcome.detail == "play.ending.repetition"
    record.replay()


# ---------------------------------------------------------------------------------------------- picture


def test_picture() -> None:
    board = CHESS.presentation.picture(Position.of(CHESS, "e4 f5 Qh5").state)  # type: ignore[misc]
    assert board_text(board).splitlines() == [
        "8 r n b q k b n r",
        "7 p p p p p . p p",
        "6 . . . . . . . .",
        "5 . . . . . p . Q",
        "4 . . . . P . . .",
        "3 . . . . . . . .",
        "2 P P P P . P P P",
        "1 R N B . K B N R",
        "  a b c d e f g h",
    ]
    marks = {(y, x): cell.mark for y, row in enumerate(board.rows) for x, cell in enumerate(row) if cell.mark}
    assert marks == {(0, 4): "check"}
    assert board.steps == (Step("g6", (1, 6), (2, 6)),)
    promotion = CHESS.presentation.picture(Position.of(CHESS, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").state)  # type: ignore[misc]
    assert Step("a8=N", (1, 0), (0, 0), "N") in promotion.steps


def test_estimates_are_told_in_pawns() -> None:
    def told(value: float, proof: Proof = Proof.ESTIMATE) -> tuple[str, str]:
        result = Line[int](value, 1, (), proof)
        return value_words(CHESS, result, "en"), value_badge(CHESS, result, 1, "de")

    assert told(0.00625) == ("Black is better (estimate, +1.25)", "+1,25")
    assert told(-0.0005) == ("White is better (estimate, +0.10)", "−0,10")
    assert told(0) == ("even (estimate)", "0,00")
    assert told(-1, Proof.PROVEN) == ("White wins (proven)", "✗")


def test_the_evaluation_is_explained() -> None:
    state = Position.of(CHESS, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1").state
    assert CHESS.presentation.parts is not None
    assert CHESS.evaluate is not None
    assert sum(units for _, units in CHESS.presentation.parts(state)) == CHESS.evaluate(state)
    parts = parts_of(CHESS, state, "de")
    assert sum(round(100 * part.value) for part in parts) == CHESS.evaluate(state)
    assert parts[0].name == "Material"
    assert all(part.value and part.why for part in parts)
    assert parts_of(load_game("connect4"), load_game("connect4").start, "en") == []


def test_the_last_move_is_marked_where_it_began_and_ended() -> None:
    position = Position.of(CHESS, "e4 d5 exd5")
    assert CHESS.presentation.picture is not None
    before, after = (
        CHESS.presentation.picture(Position.of(CHESS, "e4 d5").state),
        CHESS.presentation.picture(position.state),
    )
    assert changed_cells(before, after) == {(4, 4), (3, 3)}
    board = position_board(position)
    assert board is not None
    marked = {(y, x) for y, row in enumerate(board.rows) for x, cell in enumerate(row) if cell.mark == "last"}
    assert marked == {(4, 4), (3, 3)}
