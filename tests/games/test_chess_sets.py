"""What a network sees of a chess position."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from spielbaum.engine.features import Features, features_of
from spielbaum.engine.rules import rules_of
from spielbaum.games import load_game
from spielbaum.games.chess.board import State
from spielbaum.games.chess.fen import read_fen
from spielbaum.games.chess.sets import PAIR, SETS, everywhere, feature_sets
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


@cache
def features() -> Features:
    return features_of(rules_of(chess))


def active(s: State, side: int) -> set[int]:
    return set(features().active(s, side))


def test_players_see_the_same_in_the_same_position() -> None:
    """With colours exchanged and the board turned over, Black sees what White saw."""
    for state_there in random_states(40):
        s = state_there._replace(status=state_there.status & 1)  # nobody may castle
        for side in range(2):
            assert active(turned(s), 1 - side) == active(s, side)


def test_wings_are_the_same_without_the_right_to_castle() -> None:
    fen = "5rk1/1pp2pb1/p1np1np1/8/2PPP3/2N2P2/PP4PP/R1BQ2K1 w - - 0 1"
    rows = fen.split(maxsplit=1)[0].split("/")
    other = "/".join(row[::-1] for row in rows) + " w - - 0 1"
    for side in range(2):
        assert active(state(fen), side) == active(state(other), side)


def test_pieces_and_passed_pawns() -> None:
    s = state("4k3/p1p5/8/4P2p/3n4/5B2/P4Q2/6K1 w - - 0 1")
    sets = list(feature_sets(s))
    assert len(sets) == 2 + SETS
    assert sets[:2] == [0, 56]
    white, black = (list(map(squares, sets[at : at + 7])) for at in (2, 10))
    assert white == [{8, 36}, set(), {21}, set(), {13}, {6}, {36}]
    assert black == [{48, 50, 39}, {27}, set(), set(), set(), {60}, {50, 39}]
    assert active(s, 0) & set(range(6 * 64, 7 * 64)) == {6 * 64 + 36}
    assert active(s, 1) & set(range(6 * 64, 7 * 64)) == {6 * 64 + (50 ^ 56), 6 * 64 + (39 ^ 56)}


def test_passed_pawns_are_those_that_no_pawn_can_stop() -> None:
    """By looking at each square before them."""

    def stopped(s: State, square: int, side: int) -> bool:
        own = s.black if side else s.white
        file, rank, step = square % 8, square // 8, -1 if side else 1
        while 0 <= (rank := rank + step) < 8:
            for near in (file - 1, file, file + 1):
                there = 8 * rank + near
                if 0 <= near < 8 and s.pawns >> there & 1 and (near == file or not own >> there & 1):
                    return True
        return False

    for s in random_states(60):
        sets = list(feature_sets(s))
        for side in range(2):
            pawns = squares(sets[2 + 8 * side])
            inner = {square for square in squares(sets[8 + 8 * side]) if 8 <= square < 56}
            assert inner == {square for square in pawns if not stopped(s, square, side)}


@pytest.mark.parametrize(
    ("rights", "white", "black"),
    [("KQkq", {0, 7}, {56, 63}), ("Kq", {7}, {56}), ("Qk", {0}, {63}), ("-", set(), set())],
)
def test_rights_stand_where_the_rook_does(rights: str, white: set[int], black: set[int]) -> None:
    sets = list(feature_sets(state(f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")))
    assert (squares(sets[8]), squares(sets[16])) == (white, black)


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("r3k2r/8/8/8/8/8/8/2B1KB2 w - - 0 1", {2, PAIR}, {2}),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", {2}, {0}),
        ("rnbqkbnr/qqqqqqqq/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", {7, PAIR}, {PAIR - 1, PAIR}),
    ],
)
def test_pieces_are_counted(fen: str, white: set[int], black: set[int]) -> None:
    sets = list(feature_sets(state(fen)))
    for bits, numbers in ((sets[9], white), (sets[17], black)):
        assert squares(bits) == {square for number in numbers for square in squares(everywhere(number))}


def test_numbers_are_the_same_however_one_looks() -> None:
    found = [squares(everywhere(number)) for number in range(16)]
    assert sum(map(len, found)) == len(set().union(*found)) == 64
    for each in found:
        for look in (7, 56, 63):
            assert {square ^ look for square in each} == each
