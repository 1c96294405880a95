"""Solitaire Yahtzee (`examples/yahtzee.py`): its rules, and the best expected score, turn by turn."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielbaum import Game, Position, load_game
from spielbaum.engine import Engine
from spielbaum.engine.kernels import Kernel
from spielbaum.engine.ordering import ENTRY, MOVE
from spielbaum.engine.slots import (
    MOVE_WORDS,
    WORDS,
    Float64Array,
    Int64Array,
    State,
    banked,
    ended,
    pack,
    plain,
    play,
    take_move,
    unpack,
    write_moves,
)
from spielbaum.engine.specialise import code_of

ROOT = Path(__file__).resolve().parents[2]


def yahtzee(**boxes: int) -> Game[Any, Any]:
    parameters = ",".join(f"{name}={count}" for name, count in boxes.items())
    return load_game(f"{ROOT / 'examples' / 'yahtzee.py'}:{parameters}".rstrip(":"))


# ------------------------------------------------------------------------------------- rules


def test_a_turn() -> None:
    position = Position.of(yahtzee(), "13345 keep33 334 keep33 336")
    assert position.legal_texts[:2] == ["ones", "twos"]
    assert position.play("threes").state.score == 12
    assert position.play("full-house").state.score == 0
    assert position.play("three").state.score == 18
    first = Position.of(yahtzee(), "13345")
    assert first.play("small-straight").state.score == 0
    assert "keep-none" in first.legal_texts
    assert "keep13345" not in first.legal_texts


@pytest.mark.parametrize(
    ("dice", "box", "score"),
    [
        ("22333", "full-house", 25),
        ("33333", "full-house", 0),
        ("12346", "small-straight", 30),
        ("12346", "large-straight", 0),
        ("23456", "large-straight", 40),
        ("44445", "four", 21),
        ("44455", "four", 0),
        ("66666", "yahtzee", 50),
        ("66666", "sixes", 30),
        ("12466", "chance", 19),
    ],
)
def test_boxes(dice: str, box: str, score: int) -> None:
    assert Position.of(yahtzee(), f"{dice} {box}").state.score == score


def test_the_joker() -> None:
    """A further Yahtzee may go anywhere; it is a full house or a straight if its upper box is filled."""
    after = Position.of(yahtzee(), "11111 yahtzee 11111")
    assert after.play("ones").state.score == 50 + 5 + 100
    assert after.play("large-straight").state.score == 50 + 0 + 100
    assert after.play("three").state.score == 50 + 5 + 100
    joker = Position.of(yahtzee(), "11111 yahtzee 11112 ones 11111")
    assert joker.play("large-straight").state.score == 50 + 4 + 40 + 100
    assert joker.play("full-house").state.score == 50 + 4 + 25 + 100
    # Without the 50 points there is a joker, but nothing more to win.
    struck = Position.of(yahtzee(), "11112 yahtzee 11112 ones 11111 small-straight")
    assert struck.state.score == 4 + 30


def test_the_upper_bonus_comes_once() -> None:
    text = "11122 ones 22233 twos 33344 threes 44455 fours 55566 fives"
    assert Position.of(yahtzee(), text).state.score == 45
    whole = Position.of(yahtzee(), f"{text} 55666 sixes")
    assert (whole.state.score, whole.state.upper) == (63 + 35, 63)
    assert whole.play("55666").play("chance").state.score == 63 + 35 + 28


def test_one_box() -> None:
    """The chance of a Yahtzee in three throws, and the most that one throw is expected to bring."""
    game = yahtzee(upper=0, lower=1)

    @cache
    def worth(state: Any) -> float:
        if game.ended(state):
            return float(game.utility(state))  # type: ignore[arg-type]
        after = [worth(game.play(state, move)) for move in game.legal(state)]
        if not state.throwing:
            return max(after)
        shares = game.probabilities(state).values()
        return sum(float(share) * one for share, one in zip(shares, after, strict=True))

    assert worth(game.start) / 50 == pytest.approx(347_897 / 7_558_272, rel=1e-12)


# ------------------------------------------------------------------------------------- all turns
#
# As one graph the game has nearly a thousand million positions. But which dice can follow which is the same
# in all turns, and after a turn only the card matters. So the value of a card follows from those of later
# cards: what the last throws bring by the rules, compiled by the engine, and what comes before them by tables
# of one turn that are read off the rules.

#: More than there are numbers of cards.
CARDS = 1 << 20


def card_of(s: State) -> int:
    """The number of a score card."""
    return s.used | (1 if s.further else 0) << 13 | s.upper << 14  # type: ignore[no-any-return]


def cards_after(
    rows: Int64Array, last_throw: Int64Array, begin: int, end: int, met: Int64Array, memory: Int64Array
) -> int:
    """Write down the cards that one turn leads to, behind those from `begin` to `end`; how many there are."""
    behind = end
    for number in range(begin, end):
        s = unpack(rows[number * WORDS : (number + 1) * WORDS])
        for i in range(len(last_throw)):
            s = play(s, last_throw[i])
        outcomes = write_moves(s, memory, 0, len(memory))
        for at in range(0, outcomes, ENTRY + MOVE_WORDS):
            thrown = plain(play(s, take_move(memory, at + MOVE)))
            boxes = write_moves(thrown, memory, outcomes, len(memory))
            for box in range(outcomes, boxes, ENTRY + MOVE_WORDS):
                t = plain(play(thrown, take_move(memory, box + MOVE)))
                if not ended(t) and met[card_of(t)] == 0:
                    met[card_of(t)] = 1
                    pack(t, rows[behind * WORDS : (behind + 1) * WORDS])
                    behind += 1
    return behind


def values_of_cards(
    rows: Int64Array,
    last_throw: Int64Array,
    begin: int,
    end: int,
    first_kept: Int64Array,
    kept: Int64Array,
    first_shown: Int64Array,
    shown: Int64Array,
    shares: Float64Array,
    values: Float64Array,
    memory: Int64Array,
) -> float:
    """What the cards from `begin` to `end` bring from there on, by number; the value of the last one.

    `kept` are the dice that may be kept of each throw, from first_kept[i] on, and `shown` what may lie on the
    table after the others are thrown, with the `shares` of it.
    """
    throws, keeps = len(first_kept) - 1, len(first_shown) - 1
    final, thrown, mean = np.empty(throws), np.empty(throws), np.empty(keeps)
    for number in range(begin, end):
        start = s = unpack(rows[number * WORDS : (number + 1) * WORDS])
        for i in range(len(last_throw)):
            s = play(s, last_throw[i])
        outcomes = write_moves(s, memory, 0, len(memory))
        for i in range(throws):
            dice = plain(play(s, take_move(memory, i * (ENTRY + MOVE_WORDS) + MOVE)))
            boxes = write_moves(dice, memory, outcomes, len(memory))
            best = 0.0
            for box in range(outcomes, boxes, ENTRY + MOVE_WORDS):
                t = plain(play(dice, take_move(memory, box + MOVE)))
                rest = 0.0 if ended(t) else values[card_of(t)]
                best = max(best, banked(t) - banked(dice) + rest)
            final[i] = thrown[i] = best
        for _ in range(2):
            for i in range(keeps):
                mean[i] = 0.0
                for at in range(first_shown[i], first_shown[i + 1]):
                    mean[i] += shares[at] * thrown[shown[at]]
            for i in range(throws):
                thrown[i] = final[i]  # with throws left one may score as well
                for at in range(first_kept[i], first_kept[i + 1]):
                    thrown[i] = max(thrown[i], mean[kept[at]])
        whole = 0.0
        for at in range(first_shown[0], first_shown[1]):  # nothing is kept
            whole += shares[at] * thrown[shown[at]]
        values[card_of(start)] = whole
    return values[card_of(unpack(rows[(end - 1) * WORDS : end * WORDS]))]  # type: ignore[no-any-return]


def tables_of_a_turn(game: Game[Any, Any]) -> tuple[Any, ...]:
    """What `values_of_cards` is told of the dice; throws and keeps are in the order of their moves."""
    thrown = [game.play(game.start, move) for move in game.legal(game.start)]
    number = {state.dice: i for i, state in enumerate(thrown)}
    keeps: dict[int, Any] = {}
    kept: list[list[int]] = []
    for state in thrown:
        after = [game.play(state, move) for move in game.legal(state)]
        keeps |= {one.dice: one for one in after if one.throwing}
        kept.append([one.dice for one in after if one.throwing])
    place = {dice: i for i, dice in enumerate(keeps)}
    shown: list[list[int]] = []
    shares: list[float] = []
    for state in keeps.values():
        chances = game.probabilities(state)
        shown.append([number[game.play(state, move).dice] for move in chances])
        shares += map(float, chances.values())
    return (
        _begins(kept),
        np.array([place[dice] for some in kept for dice in some]),
        _begins(shown),
        np.array([one for some in shown for one in some]),
        np.array(shares),
    )


def _begins(lists: list[list[int]]) -> Any:
    return np.cumsum([0, *map(len, lists)])


def best_score(game: Game[Any, Any]) -> tuple[float, int]:
    """The best expected score, and how many score cards there are before a turn."""
    code = code_of(game)
    follow = code.make(Kernel("cards_after", (card_of, cards_after)), code.rules.names)
    value = code.make(Kernel("values_of_cards", (card_of, values_of_cards)), code.rules.names)
    # Some throw, nothing kept, twice: what comes now is the last throw.
    last_throw = np.array([game.legal(game.start)[0], 0, game.legal(game.start)[0], 0])
    words = code.rules.layout.words
    rows, met = np.zeros(CARDS * words, np.int64), np.zeros(CARDS, np.int64)
    memory = np.zeros(1 << 14, np.int64)
    code.rules.names["pack"](game.start, rows[:words])
    ends = [0, 1]
    while ends[-1] > ends[-2]:
        ends.append(int(follow(rows, last_throw, *ends[-2:], met, memory)))
    tables, values, found = tables_of_a_turn(game), np.zeros(CARDS), 0.0
    for begin, end in reversed(list(pairwise(ends[:-1]))):
        found = float(value(rows, last_throw, begin, end, *tables, values, memory))
    return found, ends[-1]


@pytest.mark.long
@pytest.mark.parametrize("boxes", [{"upper": 1, "lower": 2}, {"upper": 2, "lower": 1}])
def test_turn_by_turn_is_what_the_engine_finds(boxes: dict[str, int]) -> None:
    game = yahtzee(**boxes)
    assert best_score(game)[0] == pytest.approx(Engine(game).solve().value, rel=1e-12)


@pytest.mark.long
def test_the_best_expected_score() -> None:
    """Computed by Verhoeff (1999) and others since; 536,448 cards with the 128 that are full."""
    score, cards = best_score(yahtzee())
    assert score == pytest.approx(254.589609, abs=1e-6)
    assert cards == 536_448 - 128
