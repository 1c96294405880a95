"""Names of openings, and what stands beside the players."""

from __future__ import annotations

import pytest

from spielbaum import Position, load_game
from spielbaum.board import Tally
from spielbaum.language import LANGUAGES, in_language
from spielbaum.play.openings import in_book, opening_of
from spielbaum.web.play.views import opening_name

CHESS = load_game("chess")


def name(moves: str, language: str = "en") -> str | None:
    found = opening_of(Position.of(CHESS, moves))
    return None if found is None else f"{found.code} {in_language(found.name, language)}"


def test_every_opening_can_be_played_and_is_found_again() -> None:
    seen = set()
    for opening in CHESS.presentation.openings:
        position = Position.of(CHESS, " ".join(opening.moves))
        assert position.history_texts == list(opening.moves), opening
        assert opening_of(position) is opening, opening
        assert all(in_language(opening.name, language) for language in LANGUAGES)
        seen.add(opening.moves)
    assert len(seen) > 150


def test_the_order_of_moves_does_not_matter_and_the_last_name_stays() -> None:
    assert name("") is None
    assert name("e4 e5 Nf3 Nc6 Bb5 a6") == "C70 Ruy Lopez, Morphy Defence"
    assert name("Nf3 Nc6 e4 e5 Bb5 a6 a3 h6 h3", "de") == "C70 Spanische Partie, Morphy-Verteidigung"
    assert name("c4 e6 d4 d5") == "D30 Queen's Gambit Declined"


def test_connect_four_has_a_book_where_others_have_names() -> None:
    game = load_game("connect4")
    assert in_book(Position.of(game, "4"))
    assert in_book(Position.of(game, "44"))
    assert not in_book(Position.of(game, "435"))
    assert not in_book(Position.of(load_game("connect4:width=6"), "3"))
    assert opening_name(Position.of(game, "4"), "en") == "In the opening book: its value is known"
    assert opening_name(Position.of(game, "435"), "en") is None
    assert opening_name(Position.of(game), "en") is None


def test_a_game_from_elsewhere_has_no_opening() -> None:
    position = Position.of(CHESS, "e4 e5 Nf3 Nc6")
    assert opening_of(Position(CHESS, position.state)) is None
    assert opening_of(Position.of(load_game("connect4"), "44")) is None
    ending = load_game("chess:men=KRK")
    assert ending.presentation.openings == ()
    assert opening_name(Position(ending, ending.start), "en") is None


@pytest.mark.parametrize(
    ("game", "moves", "counts"),
    [("othello", "", [2, 2]), ("othello", "d3", [4, 1]), ("kalah", "3", [1, 0]), ("kalah", "36", [2, 0])],
)
def test_discs_and_seeds(game: str, moves: str, counts: list[int]) -> None:
    position = Position.of(load_game(game), moves)
    tally = position.game.presentation.tally
    assert tally is not None
    assert [one.count for one in tally(position.root, position.state)] == counts


@pytest.mark.parametrize(
    ("start", "moves", "white", "black"),
    [
        ("", "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2", (8, "QP"), (0, "PP")),
        # A pawn that became a queen was not captured.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q+", (9, ""), (0, "")),
    ],
)
def test_captured_pieces(start: str, moves: str, white: tuple[int, str], black: tuple[int, str]) -> None:
    root = CHESS.start if not start else CHESS.presentation.parse(start)  # type: ignore[misc]
    position = Position(CHESS, root)
    for move in moves.split():
        position = position.after(CHESS.find_move(position.state, move))
    assert CHESS.presentation.tally is not None
    expected = [Tally("game.chess.lead", *side, lead=True) for side in (white, black)]
    assert list(CHESS.presentation.tally(position.root, position.state)) == expected
