"""A game looked at again, against exact values: what changes the result is found, and nothing else blamed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spielbaum import Engine, Game, Position, load_game
from spielbaum.play.insight import Insight
from spielbaum.play.player import Turn
from spielbaum.play.review import lost_words, review, verdict_on
from spielbaum.result import Line, Proof, final_line
from tests.support.patience import PATIENCE
from tests.support.quick import later

#: Seconds per position; as long as a busy machine may take to prove it.
SECONDS = PATIENCE / 4


def random_game(game: Game[Any, Any], random: Random, opening: int) -> Position[Any, Any]:
    """A whole game; its first moves are skipped, as nobody proves what they are worth in a second.

    One that ends with them is no game of which anything is left, so another is drawn.
    """
    begun = Position(game, game.start)
    while begun.plies < opening:
        begun = begun.after(random.choice(begun.legal_moves))
        if begun.over:
            begun = Position(game, game.start)
    position = Position(game, begun.state)
    while not position.over:
        position = position.after(random.choice(position.legal_moves))
    return position


def changes(engine: Engine[Any, Any], last: Position[Any, Any]) -> set[int]:
    """The plies whose move made another result certain, from the exact values of both positions."""
    found = set()
    for before, after in zip(last.positions, last.positions[1:], strict=False):
        game, player = last.game, before.player
        here = engine.solve(before, line=False).value_for(player)
        there = (
            final_line(game.utility(after.state)) if after.over else engine.solve(after, line=False)
        ).value_for(player)
        if (here > 0) - (here < 0) != (there > 0) - (there < 0):
            found.add(before.plies)
    return found


@pytest.mark.parametrize(
    ("name", "games", "opening"),
    [
        ("tictactoe", 10, 0),
        later("tictactoe", 200, 0),
        later("connect4", 200, 8),
        later("kalah:houses=4,seeds=3", 100, 0),
        later("othello:size=6", 50, 18),
    ],
)
def test_every_change_of_the_result_is_found_and_nothing_else_is_a_blunder(
    name: str, games: int, opening: int
) -> None:
    game, random = load_game(name), Random(5)
    insight, engine = Insight(game), Engine(game)
    for _ in range(games):
        last = random_game(game, random, opening)
        plies = list(review(insight, last, SECONDS, Turn(), "en"))
        blunders = {ply.ply for ply in plies if ply.verdict == "blunder"}
        assert blunders == changes(engine, last), [ply.move for ply in plies]
        for ply in plies:
            assert (ply.fall > 0) == (ply.verdict == "blunder")


@pytest.mark.long
def test_the_game_that_was_reviewed_wrongly() -> None:
    """Twice the result changes in it; once a harmless move was blamed instead."""
    game = load_game("connect4")
    last = Position.of(game, "3454446555145316")
    plies = list(review(Insight(game), last, SECONDS, Turn(), "en"))
    blunders = {ply.ply for ply in plies if ply.verdict == "blunder"}
    assert blunders == changes(Engine(game, book=True), last)


def test_mistakes_are_found_where_nothing_is_proven_yet() -> None:
    """Estimates fill the bar where points are counted too: once nobody made a mistake in such games.

    The cell beside an empty corner gives the corner away.
    """
    game = load_game("othello")
    last = Position.of(game, "d3 c5 f6 d2 c2 b2 c3 e3 b1 f5 a2 f4")
    plies = list(review(Insight(game), last, 0.2, Turn(), "en", range(10, 12)))
    (given_away,) = [ply for ply in plies if ply.ply == 10]
    assert (given_away.move, given_away.verdict) == ("a2", "mistake")
    assert " points (before:" in given_away.why


def line(value: float, proof: Proof) -> Line[Any]:
    return Line(value, 0, (), proof)


@pytest.mark.parametrize(
    ("name", "here", "after", "words"),
    [
        ("chess", line(0.005, Proof.ESTIMATE), line(-0.01, Proof.ESTIMATE), "cost about 3.00 pawns"),
        # Once: about 200.22 pawns.
        ("chess", line(0.005, Proof.ESTIMATE), line(-1, Proof.PROVEN), "loses by force"),
        ("chess", line(0.02, Proof.ESTIMATE), line(0, Proof.PROVEN), "leaves no more than a draw"),
        ("chess", line(1, Proof.PROVEN), line(0.02, Proof.ESTIMATE), "put a certain win at risk"),
        ("chess", line(1, Proof.PROVEN), line(-1, Proof.PROVEN), "turned a win into a loss"),
        ("kalah", line(0.2, Proof.ESTIMATE), line(0, Proof.ESTIMATE), "cost about 9.7 points"),
        ("kalah", line(7, Proof.PROVEN), line(2, Proof.PROVEN), "cost 5 points"),
        ("kalah", line(7, Proof.PROVEN), line(0.2, Proof.ESTIMATE), "put a certain win at risk"),
    ],
)
def test_what_is_not_equally_sure_is_not_subtracted(
    name: str, here: Line[Any], after: Line[Any], words: str
) -> None:
    assert lost_words(load_game(name), here, after, 0, "en") == words


def test_what_is_not_proven_is_no_blunder_where_it_could_be() -> None:
    connect4, chess = load_game("connect4"), load_game("chess")
    assert verdict_on(connect4, 5, 0.9, certain=False) == "mistake"
    assert verdict_on(chess, 5, 0.9, certain=False) == "blunder"
    assert verdict_on(connect4, 2, 0.0, certain=True) == "good"
    assert verdict_on(connect4, 20, 0.0, certain=True) == "inaccuracy"
