"""Positions of several words: every bit of every word counts in both hashes, alone and with others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from spielbaum import Game, Position, load_game
from spielbaum.bits import shift_left
from spielbaum.engine.rules import rules_of

BITS = range(64)


def hashes_of(start: Any) -> Any:
    """`check_and_place` of a game with such states."""
    game: Game[Any, Any] = Game(
        "words",
        start=start,
        moves=lambda _s: (),
        play=lambda s, _m: s,
        utility=lambda _s: 0,
        player=lambda _s: 0,
    )
    return rules_of(game).names["check_and_place"]


def single_bits(words: int) -> Iterator[tuple[int, ...]]:
    """Nothing, each bit alone, and each two bits in two words."""
    yield (0,) * words
    for word, bit in product(range(words), BITS):
        yield tuple(shift_left(1, bit) if i == word else 0 for i in range(words))
    for one, other in combinations(range(words), 2):
        for bit, second in product(BITS, BITS):
            yield tuple(
                shift_left(1, bit) if i == one else shift_left(1, second) if i == other else 0
                for i in range(words)
            )


def high_bits(words: int) -> Iterator[tuple[int, ...]]:
    """The four highest bits of every word in all combinations."""
    for tops in product(range(16), repeat=words):
        yield tuple(shift_left(top, 60) for top in tops)


def small_numbers(words: int) -> Iterator[tuple[int, ...]]:
    yield from product(range(-8, 9), repeat=words)


@pytest.mark.parametrize("family", [single_bits, high_bits, small_numbers])
@pytest.mark.parametrize("words", [2, 3])
def test_no_two_of_a_family_share_a_hash(family: Any, words: int) -> None:
    hashes = hashes_of((0,) * words)
    states = list(family(words))
    checks, places = zip(*(hashes(state) for state in states), strict=True)
    assert len(set(checks)) == len(set(places)) == len(states)
    low = len({place & 0xFFFFFF for place in places})  # what chooses the bucket; some 0.1 % meet by chance
    assert low > 0.99 * len(states)


@pytest.mark.parametrize("words", [2, 8])
def test_every_bit_reaches_every_bit_of_both_hashes(words: int) -> None:
    """Changing one bit changes each bit of each hash in about half of all positions."""
    hashes = hashes_of((0,) * words)
    chance = random.Random(words)
    number = 400
    for word, bit in [(0, 0), (0, 63), (1, 62), (words - 1, 63), (words - 1, 31), (1, 1)]:
        flipped = np.zeros((2, 64), int)
        for _ in range(number):
            state = [chance.randrange(-(1 << 63), 1 << 63) for _ in range(words)]
            other = state.copy()
            other[word] ^= shift_left(1, bit)
            for which, (a, b) in enumerate(zip(hashes(tuple(state)), hashes(tuple(other)), strict=True)):
                flipped[which] += [(a ^ b) >> i & 1 for i in BITS]
        assert flipped.min() > 0.35 * number
        assert flipped.max() < 0.65 * number


def test_the_last_column_of_an_array_counts() -> None:
    hashes = hashes_of(np.zeros((3, 8), np.int8))
    seen = set()
    for cells in product((0, 1, 2), repeat=3):
        board = np.zeros((3, 8), np.int8)
        board[:, 7] = cells
        seen.add(hashes(board))
    assert len(seen) == 27
    assert len({check for check, _ in seen}) == 27


def test_pieces_in_the_corner_of_the_chess_board() -> None:
    """A piece on h8 is in the top bit of two words at once."""
    game = load_game("chess")
    hashes = rules_of(game).names["check_and_place"]
    fens = [f"7{piece}/2k5/8/8/8/K7/8/8 w - - 0 1" for piece in "1nbrqNBRQ"]
    seen = {hashes(Position.of(game, fen.replace("71", "8")).state) for fen in fens}
    assert len({check for check, _ in seen}) == len({place for _, place in seen}) == len(fens)
