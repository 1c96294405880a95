"""The evaluation of chess: symmetric, explained by its terms, linear in its weights, below every win."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.specialise import Compiler
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.games.chess import exchange, weighed_chess
from spielbaum.games.chess import features as counted
from spielbaum.games.chess.board import State
from spielbaum.games.chess.evaluation import GRAIN, WIN, evaluation, features, phase, terms
from spielbaum.games.chess.fen import START, write_fen
from spielbaum.games.chess.weights import (
    GROUPS,
    NAMES,
    TABLE,
    WEIGHTS,
    Weights,
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


def test_every_feature_has_a_weight_and_a_group() -> None:
    assert tuple(TABLE) == Weights._fields
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(Weights._fields)
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


def test_features_one_by_one() -> None:
    """Each is counted as its name says."""

    def count(text: str) -> dict[str, int]:
        vectors = Weights(*np.eye(len(Weights._fields), dtype=np.int64))
        return dict(zip(Weights._fields, map(int, counted.balance(vectors, fen(text))), strict=True))

    s = count("4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1")
    assert (s["pawn"], s["doubled"], s["isolated"], s["supported"], s["passed"]) == (3, 1, 3, 0, 1)
    s = count("4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1")
    assert (s["isolated"], s["supported"], s["passed"], s["pawn_advance"]) == (0, 1, 12, 6)
    s = count("4k3/p7/8/1P6/8/8/8/4K3 w - - 0 1")
    assert s["passed"] == 0
    s = count("4k3/6p1/8/8/8/8/P7/RR2K3 w - - 0 1")
    assert (s["open_file"], s["half_open_file"]) == (1, 0)
    s = count("4k3/1p6/8/8/8/8/P7/RR2K3 w - - 0 1")
    assert (s["open_file"], s["half_open_file"]) == (0, 1)
    s = count("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1")
    assert (s["shelter"], s["bare_file"]) == (3, -3)
    s = count("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1")
    assert s["pawn_threat"] == 1
    s = count("4k3/8/2p5/3N4/4P3/8/8/4K3 w - - 0 1")
    assert s["outpost"] == 0
    s = count("4k3/8/2P5/3N4/4P3/8/8/4K3 w - - 0 1")
    assert s["outpost"] == 1
    s = count("7k/8/8/8/8/5N2/8/Q5RK b - - 0 1")  # queen on the long diagonal, rook on the g-file
    assert s["king_attack"] == 2 * (5 + 3)
    s = count("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    assert (s["bishop_pair"], s["bishop"], s["tempo"]) == (1, 2, 1)


def test_compiled_is_interpreted() -> None:
    """Evaluation, order and lively moves of the same states, as the engine compiles them."""
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
    states = positions(seed=4)
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
    assert game.features is not None
    assert len(game.features(game.start)) == len(game.terms)
    with pytest.raises(BadInput, match="weights"):
        weighed_chess((1, 2, 3))
