"""Figures, steps and last moves as the page gets them."""

from __future__ import annotations

import httpx
import pytest

from spielbaum.draw.pieces import SETS, Outline
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.play.standing import share
from spielbaum.result import Proof
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import game_view
from spielbaum.web.play.messages import PositionView, RecordRequest
from spielbaum.web.play.positions import write_record
from spielbaum.web.play.views import position_view
from spielbaum.web.server_limits import ServerLimits

pytestmark = pytest.mark.xdist_group("web")

GAMES = GameCatalog()
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def view(*moves: str, start: str = "", language: str = "en", game: str = "chess") -> PositionView:
    return position_view(GAMES.position(game, start, moves), game, language, ServerLimits())


def test_the_figures_are_those_of_the_drawings() -> None:
    figures = game_view(GAMES.game("chess"), "chess", "en").figures
    shown = {letter: Outline(one.outline, one.inner, one.turns) for letter, one in figures.items()}
    assert shown == SETS["chess"]
    assert [figures[letter].name for letter in "KQP"] == ["king", "queen", "pawn"]
    assert game_view(GAMES.game("othello"), "othello", "en").figures == {}


def test_every_legal_move_is_a_step() -> None:
    shown = view("e4", "d5")
    assert shown.board is not None
    assert sorted(step.move for step in shown.board.steps) == sorted(shown.legal_moves)
    takes = next(step for step in shown.board.steps if step.move == "exd5")
    assert (takes.origin, takes.target, takes.becomes) == ((4, 4), (3, 3), None)
    promoted = view(start="8/P6k/8/8/8/8/8/K7 w - - 0 1").board
    assert promoted is not None
    assert {step.becomes for step in promoted.steps if step.target == (0, 0)} == set("QRBN")


@pytest.mark.parametrize(
    ("moves", "start", "language", "words", "marked"),
    [
        (["e4"], "", "en", "pawn from e2 to e4", {"e2", "e4"}),
        (["e4", "d5", "exd5"], "", "en", "pawn from e4 to d5, takes pawn", {"e4", "d5"}),
        (["e4", "d5", "Bb5"], "", "de", "Läufer von f1 nach b5, Schach", {"f1", "b5"}),
        (["e4", "a6", "e5", "d5", "exd6"], "", "en", "pawn from e5 to d6, takes pawn", {"e5", "d6"}),
        (["O-O"], CASTLES, "en", "castles on the king's side", {"e1", "g1"}),
        (["O-O-O"], CASTLES, "de", "lange Rochade", {"e1", "c1"}),
        (["a7a8q"], "8/P6k/8/8/8/8/8/K7 w - - 0 1", "en", "pawn from a7 to a8, becomes queen", {"a7", "a8"}),
    ],
)
def test_the_last_move(moves: list[str], start: str, language: str, words: str, marked: set[str]) -> None:
    shown = view(*moves, start=start, language=language)
    assert shown.board is not None
    assert shown.last == words
    found = {
        f"{'abcdefgh'[x]}{8 - y}"
        for y, row in enumerate(shown.board.rows)
        for x, cell in enumerate(row)
        if cell.mark == "last"
    }
    assert found == marked


@pytest.mark.parametrize(
    ("start", "moves", "words"),
    [
        ("8/8/8/8/8/8/8/KK5k w - - 0 1", [], "White has 2 and Black 1"),
        ("7k/8/6K1/8/8/8/8/P7 w - - 0 1", [], "first or last rank"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", [], "not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", [], "castling right K"),
        ("garbage", [], "chess cannot read the position garbage; it is written as in rnbqkbnr"),
        ("", ["e4", "e5", "Ke4"], "Ke4 is not legal here; near it: Ke2."),
        ("", ["e4", "Ke4", "e5"], "Move 2 of e4 Ke4 e5: Ke4 is not legal here."),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", ["Rd1"], "several moves here: Rad1, Rhd1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a8=K"], "a pawn becomes a queen"),
        ("", ["<b>x</b>"], "cannot be read as a move"),
    ],
)
def test_what_is_refused_gets_one_sentence(
    client: httpx.Client, start: str, moves: list[str], words: str
) -> None:
    body = {"game": "chess", "start": start, "moves": moves}
    answer = client.post("/api/position", json=body)
    german = client.post("/api/position", json=body, headers={"Accept-Language": "de"})
    assert (answer.status_code, german.status_code) == (422, 422)
    assert words in answer.json()["error"]
    assert german.json()["error"] != answer.json()["error"]
    assert " is not " not in german.json()["error"]


def test_no_visitor_starts_a_program(client: httpx.Client) -> None:
    body = {"game": "chess", "player": "uci:/no/such/engine"}
    assert client.post("/api/think", json=body).status_code == 422


def test_rounds_are_numbered_as_in_the_notation() -> None:
    assert view("e4", "e5", "Nf3").rounds == [1, 1, 2]
    assert view("Kd8", "Kd2", start="4k3/8/8/8/8/8/P7/4K3 b - - 0 7").rounds == [7, 8]
    assert view("4", "4", "5", game="connect4").rounds == [1, 1, 2]


def test_places_need_no_words() -> None:
    assert view("4", game="connect4").last is None


@pytest.mark.parametrize(("game", "moves"), [("chess", ["e4", "e5"]), ("connect4", ["4"])])
def test_pgn_is_written_for_chess_only(game: str, moves: list[str]) -> None:
    asked = {"game": game, "moves": moves, "players": ["human", "human"], "format": "pgn"}
    request = RecordRequest.model_validate(asked)
    if "pgn" in game_view(GAMES.game(game), game, "en").record_formats:
        assert game == "chess"
        assert "1. e4 e5 *" in (write_record(request, GAMES, "en").text or "")
    else:
        with pytest.raises(BadInput):
            write_record(request, GAMES, "en")


def test_pawns_move_the_bar() -> None:
    game = load_game("chess")
    pawn = game.presentation.measure / game.facts.unit
    bars = [share(game, pawns * pawn, Proof.ESTIMATE) for pawns in (-9, -1, 0, 1, 3, 9)]
    assert bars == sorted(bars)
    assert bars[2] == 0.5
    assert 0.6 < bars[3] < 0.7
    assert bars[-1] < 1


def test_boards_with_chance_tell_the_dice_the_score_and_the_new_tile() -> None:
    start = "2-2/0-4+0"
    slid = view("left", start=start, game="2048:width=2,height=2").board
    assert slid is not None
    assert slid.score == 4
    # A slide changes many tiles and marks none; what comes after it is the only one that changed.
    assert {cell.mark for row in slid.rows for cell in row} == {None}
    added = view("left", "2b1", start=start, game="2048:width=2,height=2").board
    assert added is not None
    new = [cell for row in added.rows for cell in row if cell.mark == "last"]
    assert [cell.count for cell in new] == [2]
    thrown = view("31", game="backgammon").board
    assert thrown is not None
    assert (thrown.dice, thrown.score) == ([3, 1], None)
    points = view(start="12-9+5/2", game="pig:target=20").board
    assert points is not None
    assert [(cell.player, cell.count) for cell in points.rows[0]] == [(0, 12), (None, 5), (1, 9)]
