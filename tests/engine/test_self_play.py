"""Games of the search against itself, in compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from spielbaum.engine import Engine
from spielbaum.engine.scores import BOTH
from spielbaum.engine.self_play import (
    DECIDED_PLIES,
    MOVER,
    PLAYED_OUT,
    PROOF,
    WORTH,
    counted_ahead,
    played,
)
from spielbaum.game import Game, Position
from spielbaum.game_fields import Facts
from spielbaum.games import load_game

pytestmark = pytest.mark.xdist_group("network")


def engine(interpreted: bool = False) -> Engine[Any, Any]:
    return Engine(load_game("tictactoe"), table_mb=1, interpreted=interpreted)


def test_compiled_games_are_those_of_plain_python() -> None:
    one, other = engine(), engine(interpreted=True)
    for seed in range(3):
        rows, worth = played(one, 60, 2, 0.1, seed, 20)
        same, as_much = played(other, 60, 2, 0.1, seed, 20)
        assert np.array_equal(rows, same)
        assert worth == as_much


def test_positions_follow_each_other_and_what_is_proven_is_true() -> None:
    player = engine()
    game, unpack = player.game, player.rules.names["unpack"]
    words, unit = player.rules.layout.words, player.rules.names["UNIT"]
    seen = set()
    for seed in range(12):
        rows, worth = played(player, 200, 3, 0.0, seed, 20)
        assert worth in (-1, 0, 1)
        for before, after in pairwise(rows):
            stones = [
                sum(bin(part).count("1") for part in unpack(row[:words]).stones) for row in (before, after)
            ]
            assert stones[0] < stones[1]
        for row in rows:
            state = unpack(row[:words].copy())
            assert row[words + MOVER] == game.player(state)
            if row[words + PROOF] == BOTH:
                assert row[words + WORTH] == unit * int(player.solve(state).points)
                seen.add(state)
    assert len(seen) > 10


def test_random_openings_differ_and_seeds_repeat() -> None:
    player = engine()
    games = [played(player, 30, 1, 0.0, seed, 20)[0].tobytes() for seed in (*range(8), 0)]
    assert len(set(games)) > 2
    assert games[0] == games[8]


def test_a_game_that_is_too_long_is_drawn() -> None:
    rows, worth = played(engine(), 30, 0, 0.0, 1, 3)
    assert len(rows) <= 3
    assert worth == 0


def wandering(repetition: int) -> Game[tuple[int, int, int], int]:
    """On rings of 3 and 4 cells each player goes on or back; a game without any other end."""

    def moves(s: tuple[int, int, int]) -> Iterator[int]:
        yield 1
        yield 2 + s[2]

    def play(s: tuple[int, int, int], step: int) -> tuple[int, int, int]:
        return ((s[0] + step) % 3, s[1], 1) if s[2] == 0 else (s[0], (s[1] + step) % 4, 0)

    return Game(
        "wandering",
        start=(0, 0, 0),
        moves=moves,
        play=play,
        utility=lambda _: 0,
        player=lambda s: s[2],
        over=lambda _: False,
        evaluate=lambda s: s[0] - s[1],
        facts=Facts(values=(-1, 1), unit=8, repeats=True, repetition=repetition),
    )


@pytest.mark.parametrize("repetition", [0, 2, 3])
def test_repetition_ends_a_game_where_the_rules_say_so(repetition: int) -> None:
    game = wandering(repetition)
    player = Engine(game, table_mb=1, interpreted=True)
    words, unpack = player.rules.layout.words, player.rules.names["unpack"]
    for seed in range(4):
        rows, worth = played(player, 30, 0, 0.5, seed, 40)
        assert worth == 0
        position = Position(game, game.start)
        for row in rows[1:]:
            after = unpack(row[:words].copy())
            (move,) = [m for m in position.legal_moves if game.play(position.state, m) == after]
            position = position.after(move)
            assert not position.over
        if repetition == 0:
            assert len(rows) == 40
        else:
            assert len(rows) < 40
            assert any(position.after(move).over for move in position.legal_moves)


@pytest.mark.parametrize(("estimate", "winner"), [(8, 1), (-8, -1), (7, 0)])
def test_who_is_far_ahead_for_long_has_won_except_in_some_games(estimate: int, winner: int) -> None:
    game = replace(wandering(0).with_facts(unit=100).with_hints(swing=1), evaluate=lambda _: estimate)
    player = Engine(game, table_mb=1, interpreted=True)
    rows, worth = played(player, 10, 0, 0.0, PLAYED_OUT + 1, 40)
    assert worth == winner
    assert len(rows) == (DECIDED_PLIES if winner else 40)
    rows, worth = played(player, 10, 0, 0.0, PLAYED_OUT, 40)
    assert (len(rows), worth) == (40, 0)


def test_the_count_begins_anew_where_nobody_is_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.engine.self_play.SWING", 100)
    counts = [0]
    for value in (800, 900, 799, -800, -900, 1000, 800):
        counts.append(counted_ahead(counts[-1], value))
    assert counts[1:] == [1, 2, 0, -1, -2, 1, 2]
