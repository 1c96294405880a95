"""The evaluation of chess: symmetric, explained by its terms, linear in its weights, below every win."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.compiler import Compiler
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.games.chess import exchange, weighed_chess
from spielbaum.games.chess import features as counted
from spielbaum.games.chess.board import State
from spielbaum.games.chess.evaluation import GRAIN, WIN, evaluation, features, phase, scale, terms
from spielbaum.games.chess.fen import START, write_fen
from spielbaum.games.chess.numbers import TABLE
from spielbaum.games.chess.weights import (
    AT,
    COUNT,
    GROUPS,
    MOST_WEIGHT,
    NAMES,
    SIZES,
    WEIGHTS,
    Places,
    ending_part,
    opening_part,
    pair,
)
from spielbaum.language import LANGUAGES, catalogue
from tests.games.test_chess_rules import PUBLISHED, fen, random_games

evaluate = evaluation()


def positions(seed: int) -> list[State]:
    found = []
    for text, _ in PUBLISHED:
        found += [fen(board.fen()) for board in random_games(seed, 2, text, 120)][::7]
    return found


def mirrored(s: State) -> State:
    """Colours and sides exchanged, by way of the notation."""
    board, side, rights, *rest = write_fen(s).split()
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    passant = rest[0][0] + {"3": "6", "6": "3"}[rest[0][1]] if rest[0] != "-" else "-"
    turned = "".join(sorted(rights.swapcase()))
    return fen(f"{rows} {'b' if side == 'w' else 'w'} {turned} {passant} 0 1")


def test_symmetric() -> None:
    for s in positions(seed=1):
        assert evaluate(mirrored(s)) == -evaluate(s), write_fen(s)


def test_terms_are_the_whole_evaluation() -> None:
    for s in positions(seed=2):
        parts = terms(s)
        assert [name for name, _ in parts] == list(GROUPS)
        assert sum(value for _, value in parts) == evaluate(s)


def test_terms_of_other_weights() -> None:
    """Who is ahead, and so how much of it counts, depends on the weights: here a rook is a burden."""
    turned_over = tuple(-weight for weight in WEIGHTS)
    other = weighed_chess(turned_over)
    assert other.evaluate is not None
    assert other.hints.features is not None
    for text in ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/8/N3K3 w - - 0 1"):
        s = fen(text)
        assert sum(value for _, value in terms(s, turned_over)) == other.evaluate(s)
        product = sum(f * w for f, w in zip(other.hints.features(s), turned_over, strict=True))
        assert int(product / GRAIN) == other.evaluate(s)


def test_every_feature_has_a_weight_and_a_group() -> None:
    assert tuple(TABLE) == Places._fields
    assert all(len(opening) == len(ending) for opening, ending in TABLE.values())
    assert max(map(abs, WEIGHTS)) <= MOST_WEIGHT
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(Places._fields)
    for group in GROUPS:
        for language in LANGUAGES:
            assert catalogue(language)[f"chess.term.{group}"]
            assert catalogue(language)[f"chess.term.{group}.why"]


def test_linear_in_the_weights() -> None:
    """The features times any weights are the evaluation with these weights."""
    dice = random.Random(3)
    assert len(NAMES) == len(WEIGHTS)
    other = tuple(weight + dice.randint(-3, 3) for weight in WEIGHTS)
    value = evaluation(other)
    for s in positions(seed=3):
        product = sum(f * w for f, w in zip(features(s), WEIGHTS, strict=True))
        assert evaluate(s) == int(product / GRAIN)
        near = sum(f * w for f, w in zip(features(s), other, strict=True))
        if (near > 0) == (product > 0):  # who is ahead decides what is drawish
            assert value(s) == int(near / GRAIN)


def test_pairs() -> None:
    for opening in (-900, -1, 0, 1, 900):
        for ending in (-900, -1, 0, 1, 900):
            value = 3 * pair(opening, ending) - pair(5, 7)
            assert (opening_part(value), ending_part(value)) == (3 * opening - 5, 3 * ending - 7)


def test_never_as_good_as_a_win() -> None:
    """Nine queens and everything else against a bare king."""
    s = fen("QQQ5/QQQ5/QQQ5/8/RRBBNN2/8/7k/K7 b - - 0 1")
    assert WIN // 4 < evaluate(s) < WIN - 1
    huge = evaluation(tuple(5_000 for _ in WEIGHTS))
    assert huge(s) == WIN - 1


def test_who_is_ahead() -> None:
    queen = fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    assert evaluate(queen) > 800
    # A piece alone does not win: the same advantage counts little without pawns.
    knight, with_pawn = fen("4kb2/8/8/8/8/8/8/3NKN2 w - - 0 1"), fen("4kb2/8/8/8/8/8/P7/3NKN2 w - - 0 1")
    assert 0 < evaluate(knight) < 150 < evaluate(with_pawn)
    assert phase(fen(START)) == 24
    assert phase(queen) == 4
    # The passed pawn near its goal is worth more than the one at home.
    far, near = fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert evaluate(far) > evaluate(near) + 50


def count(text: str) -> dict[str, list[int]]:
    """White's features less Black's, entry by entry."""
    counts = list(map(int, counted.balance(np.eye(COUNT, dtype=np.int64), fen(text))))
    return {name: counts[at : at + SIZES[name]] for name, at in AT._asdict().items()}


def entries(table: list[int]) -> dict[int, int]:
    """The entries of a table that count."""
    return {entry: number for entry, number in enumerate(table) if number}


def test_material_and_placement() -> None:
    s = count("4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1")
    assert (s["pawn"], s["doubled"], s["isolated"], entries(s["connected"])) == ([3], [1], [3], {})
    assert entries(s["pawn_square"]) == {8: 1, 10: 1, 16: 1}  # a2 c2 a3, as long as the king is on the right
    assert entries(s["pawn_square_theirs"]) == {8: 1, 10: 1, 16: 1}
    s = count("4k3/8/8/8/8/P7/P1P5/3K4 w - - 0 1")
    assert entries(s["pawn_square"]) == {15: 1, 13: 1, 23: 1}
    assert entries(s["pawn_square_theirs"]) == {8: 1, 10: 1, 16: 1}
    s = count("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    assert (s["bishop_pair"], s["bishop"], s["tempo"]) == ([1], [2], [1])
    assert entries(s["bishop_square"]) == {2: 1, 5: 1}
    assert entries(s["bishop_mobility"]) == {7: 2}
    s = count("4k3/8/8/8/8/8/PPP5/RN2KR2 b - - 0 1")
    assert (s["knight_and_pawns"], s["rook_and_pawns"], s["tempo"]) == ([-2], [-4], [-1])
    assert count("4k3/8/2p5/3N4/4P3/8/8/4K3 w - - 0 1")["knight_outpost"] == [0]
    assert count("4k3/8/2P5/3N4/4P3/8/8/4K3 w - - 0 1")["knight_outpost"] == [1]
    assert count("4k3/8/2p5/3B4/4P3/8/8/4K3 w - - 0 1")["bishop_outpost"] == [0]
    assert count("4k3/8/2P5/3B4/4P3/8/8/4K3 w - - 0 1")["bishop_outpost"] == [1]
    s = count("4k3/8/8/8/8/4P3/4B3/4K3 w - - 0 1")
    assert (s["shielded"], s["bishop_and_pawns"]) == ([1], [0])
    assert count("4k3/8/8/8/8/3P4/4B3/4K3 w - - 0 1")["bishop_and_pawns"] == [1]


@pytest.mark.parametrize(
    ("text", "table", "squares"),
    [
        ("7k/8/8/8/3N4/8/8/7K w - - 0 1", "knight_mobility", 8),
        ("7k/3p4/8/8/3N4/8/8/7K w - - 0 1", "knight_mobility", 6),  # the pawn guards c6 and e6
        ("7k/8/8/8/3N4/8/2P5/7K w - - 0 1", "knight_mobility", 7),  # an own pawn stands on c2
        ("7k/8/8/8/3R4/8/8/7K w - - 0 1", "rook_mobility", 14),
        ("7k/8/8/8/3R4/8/3P4/7K w - - 0 1", "rook_mobility", 12),
        ("7k/8/8/8/3R1R2/8/8/7K w - - 0 1", "rook_mobility", 13),  # through the other, but not onto it
        ("7k/8/8/3Q4/8/8/7K/8 w - - 0 1", "queen_mobility", 27),
        ("7k/8/2p5/3Q4/8/8/7K/8 w - - 0 1", "queen_mobility", 24),  # c6, but not b7, a8 and b5
    ],
)
def test_mobility(text: str, table: str, squares: int) -> None:
    found = entries(count(text)[table])
    assert set(found) == {squares}
    assert found[squares] > 0


def test_rooks_on_files() -> None:
    s = count("4k3/6p1/8/8/8/8/P7/RR2K3 w - - 0 1")
    assert (s["open_file"], s["half_open_file"]) == ([1], [0])
    s = count("4k3/1p6/8/8/8/8/P7/RR2K3 w - - 0 1")
    assert (s["open_file"], s["half_open_file"]) == ([0], [1])


def test_pawns() -> None:
    s = count("4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1")
    assert (s["isolated"], entries(s["connected"])) == ([0], {4: 2})
    assert (entries(s["passed"]), entries(s["passed_free"])) == ({4: 2}, {4: 2})
    assert entries(s["passed_own_king"]) == {5: 2}
    assert entries(s["passed_their_king"]) == {2: 2}
    assert s["protected_passed"] == [0]
    assert entries(count("4k3/p7/8/1P6/8/8/8/4K3 w - - 0 1")["passed"]) == {}
    s = count("3k4/8/3P4/2P5/8/8/2R5/4K3 w - - 0 1")
    assert (s["protected_passed"], s["rook_behind"]) == ([1], [1])
    s = count("3k4/3P4/8/8/8/8/8/4K3 w - - 0 1")
    assert (entries(s["passed_blocked"]), entries(s["passed_free"])) == ({6: 1}, {})
    # c3 cannot advance under the protection of d4, and Black's pawn watches c4.
    s = count("4k3/8/8/1p6/3P4/2P5/8/4K3 w - - 0 1")
    assert s["backward"] == [1]


def test_king_safety() -> None:
    s = count("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1")
    assert entries(s["shelter"]) == {1: 1, 9: 1, 17: 1, 0: -1, 8: -1, 16: -1}
    s = count("1k6/8/8/8/8/7p/5PpP/6K1 w - - 0 1")
    assert (entries(s["storm"]), entries(s["storm_stopped"])) == ({1: 1}, {2: 1})
    assert entries(count("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")["castling"]) == {1: 1, 2: -1}
    assert entries(count("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1")["castling"]) == {3: 1, 0: -1}


def test_danger() -> None:
    """More pieces at the king, more danger; without a queen it has a table of its own."""

    def danger(text: str, table: str = "danger") -> int:
        (entry,) = (entry for entry, number in entries(count(text)[table]).items() if number > 0)
        return entry

    alone = danger("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1")
    two = danger("6k1/5ppp/8/6N1/8/8/5PPP/3Q2K1 w - - 0 1")
    three = danger("6k1/5ppp/8/6NQ/8/3B4/5PPP/6K1 w - - 0 1")
    bare = danger("6k1/8/8/6NQ/8/3B4/5PPP/6K1 w - - 0 1")
    assert alone < two < three < bare
    rook = danger("6k1/5ppp/8/6N1/8/8/5PPP/3R2K1 w - - 0 1", "danger_without_queen")
    assert rook > danger("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "danger_without_queen")


def test_threats() -> None:
    """Those of the player who is not to move, and of the one who is."""
    s = count("4k3/8/8/3n1r2/4P3/8/8/4K3 w - - 0 1")
    assert (s["pawn_hits_minor"], s["pawn_hits_rook"], s["pawn_hits_queen"]) == ([0, 1], [0, 1], [0, 0])
    assert count("4k3/8/8/3n1r2/4P3/8/8/4K3 b - - 0 1")["pawn_hits_minor"] == [1, 0]
    s = count("4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1")
    assert (s["pawn_hits_minor"], s["pawn_will_hit"]) == ([0, 0], [0, 1])
    s = count("4k3/8/1q3r2/3N4/5b2/8/8/4K3 w - - 0 1")
    assert (s["minor_hits_queen"], s["minor_hits_rook"], s["minor_hits_minor"]) == ([0, 1], [0, 1], [0, 1])
    assert s["hanging"] == [0, 0]  # the rook protects the bishop; it and the queen protect each other
    s = count("4k3/8/8/1b6/8/8/p7/R3K3 w - - 0 1")
    assert (s["rook_hits_pawn"], s["hanging_pawn"], s["rook_hits_minor"]) == ([0, 1], [0, 1], [0, 0])
    assert count("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1")["king_hits"] == [0, 1]
    assert count("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")["pawn_hits_queen"] == [0, 1]
    assert count("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1")["minor_hits_pawn"] == [0, 1]
    assert count("4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1")["minor_hits_pawn"] == [0, 0]  # a pawn guards it
    s = count("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1")
    assert (s["rook_hits_minor"], s["hanging"]) == ([0, 1], [0, 1])
    s = count("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1")
    assert (s["rook_hits_minor"], s["hanging"]) == ([0, 0], [0, 0])
    s = count("8/4k3/3q4/8/8/8/8/3RK3 w - - 0 1")
    assert (s["rook_hits_queen"], s["hanging"]) == ([0, 1], [0, 0])  # the king protects her


def test_how_much_an_advantage_counts() -> None:
    """Less with bishops of opposite colours, more in a pawn ending."""
    assert scale(fen("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"), 1) > scale(fen(START), 1)
    opposite, same = "4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1", "2b1k3/8/8/8/8/8/PP6/4KB2 w - - 0 1"
    assert scale(fen(opposite), 1) < scale(fen(same), 1) == scale(fen(START), 1)
    assert scale(fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), 1) < scale(fen(opposite), 1)


@pytest.mark.long
def test_compiled_is_interpreted() -> None:
    """Evaluation, order and lively moves of the same states, as the engine compiles them.

    In the short run the signature of the engine shows a difference.
    """
    compiler = Compiler("test_chess")
    value, rank, lively = (compiler.rule(f) for f in (evaluate, exchange.order, exchange.noisy))

    @numba.njit
    def together(rows):  # type: ignore[no-untyped-def]
        found = []
        for row in rows:
            s = State(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
            found.append(value(s))
            for move in lively(s):
                found.append(move * 10_000 + rank(s, move))  # noqa: PERF401
        return found

    expected = []
    # h8 is the sign of a word, and pieces there are seen as well.
    corner = ("6kR/1p4p1/8/8/8/8/1P6/1K6 b - - 0 1", "7r/1b2p1k1/1p3RP1/3B4/7r/P7/6p1/6K1 w - - 1 34")
    states = [*positions(seed=4), *map(fen, corner)]
    for s in states:
        expected.append(evaluate(s))
        expected += [move * 10_000 + exchange.order(s, move) for move in exchange.noisy(s)]
    assert together(np.array(states, np.int64)) == expected


def test_search_with_the_evaluation() -> None:
    """A free queen is taken, and the estimate of the result is in points."""
    game, s = load_game("chess"), fen("q6k/8/8/8/8/8/R7/6K1 w - - 0 1")
    result = Engine(game).search(s, depth=3)
    assert game.move_name(s, result.move) == "Rxa8+"
    assert isinstance(result.value, int | float)
    assert 0 < result.value < 1


def test_other_weights() -> None:
    spec = "spielbaum.games.chess:weighed_chess:weights=" + "-".join(map(str, WEIGHTS))
    game = load_game(spec)
    assert game.evaluate is not None
    assert game.evaluate(game.start) == evaluate(game.start)
    assert game.hints.features is not None
    assert len(game.hints.features(game.start)) == len(game.hints.terms)
    with pytest.raises(BadInput, match="weights"):
        weighed_chess((1, 2, 3))
