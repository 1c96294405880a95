"""What a network sees of a chess position."""

from __future__ import annotations

from random import Random

import pytest

from spielbaum.bits import flip_rows
from spielbaum.games import load_game
from spielbaum.games.chess.board import State
from spielbaum.games.chess.fen import read_fen
from spielbaum.games.chess.sets import MOST_PIECES, PIECES, SETS, feature_sets, mirrored
from spielbaum.games.chess.sides import turned

chess = load_game("chess")


def state(fen: str) -> State:
    found = read_fen(fen)
    assert found is not None
    return found


def squares(bits: int) -> set[int]:
    return {square for square in range(64) if bits >> square & 1}


def random_states(count: int) -> list[State]:
    found: list[State] = []
    random = Random(4)
    while len(found) < count:
        s = chess.start
        for _ in range(random.randrange(120)):
            if chess.ended(s):
                break
            s = chess.play(s, random.choice(chess.legal(s)))
        found.append(s)
    return found


def test_the_board_is_mirrored() -> None:
    for square in range(64):
        bits = flip_rows(flip_rows(1 << square if square < 63 else -1 << 63))
        assert squares(mirrored(bits)) == {square ^ 7}
        assert mirrored(mirrored(bits)) == bits


def test_players_see_the_same_in_the_same_position() -> None:
    """With colours exchanged and the board turned over, Black sees what White saw."""
    for state_there in random_states(40):
        s = state_there._replace(status=state_there.status & 1)  # nobody may castle
        for side in range(2):
            assert list(feature_sets(turned(s), 1 - side)) == list(feature_sets(s, side))


def test_wings_are_the_same_without_the_right_to_castle() -> None:
    fen = "5rk1/1pp2pb1/p1np1np1/8/2PPP3/2N2P2/PP4PP/R1BQ2K1 w - - 0 1"
    rows = fen.split(maxsplit=1)[0].split("/")
    other = "/".join(row[::-1] for row in rows) + " w - - 0 1"
    for side in range(2):
        assert list(feature_sets(state(fen), side)) == list(feature_sets(state(other), side))


def test_pieces_and_passed_pawns() -> None:
    s = state("4k3/p1p5/8/4P2p/3n4/5B2/P4Q2/6K1 w - - 0 1")
    sets = list(feature_sets(s, 0))
    assert len(sets) == SETS
    assert squares(sets[0]) == {8, 36}
    assert squares(sets[2]) == {21}
    assert squares(sets[4]) == {13}
    assert squares(sets[5]) == {6}
    assert squares(sets[6]) == {48, 50, 39}
    assert squares(sets[7]) == {27}
    assert squares(sets[11]) == {60}
    assert squares(sets[12]) == {36}
    assert squares(sets[13]) == {50, 39}
    assert squares(sets[14]) == {PIECES + 3}


@pytest.mark.parametrize(
    ("fen", "side", "flags"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0, {0, 1, 2, 3}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", 0, {0, 3}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", 1, {1, 2}),
        ("r3k2r/8/8/8/8/8/8/2B1KB2 w - - 0 1", 0, {4}),
        ("r3k2r/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, {5}),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", 0, set()),
    ],
)
def test_rights_and_bishops(fen: str, side: int, flags: set[int]) -> None:
    *_, last = feature_sets(state(fen), side)
    assert squares(last) & set(range(PIECES)) == flags


def test_no_more_pieces_are_counted_than_there_are_places() -> None:
    many = state("rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w - - 0 1")
    for side in range(2):
        *_, last = feature_sets(many, side)
        assert max(squares(last)) == PIECES + MOST_PIECES
