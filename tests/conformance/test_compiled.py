"""The check runs the compiled rules beside the plain ones and names what differs."""

# ruff: noqa: ARG001, ARG005 (rules keep the arguments that rules have)

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum.bits import lowest_bit, shift_left
from spielbaum.conformance import Fault, Status, check_game
from spielbaum.errors import BrokenGame, SpielbaumError
from spielbaum.game import Game
from tests.support.changed import changed
from tests.support.quick import some

pytestmark = [
    # What NumPy warns of is what is looked for here.
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning"),
]


class Heap(NamedTuple):
    left: int
    player: int


def moves(s: Any) -> Iterator[int]:
    if s.left > 0:
        yield 1
    if s.left > 1:
        yield 2


def play(s: Any, taken: int) -> Any:
    return Heap(s.left - taken, 1 - s.player)


def utility(s: Any) -> int:
    return -1 if s.player == 0 else 1


def heap(**rules: Any) -> Game[Any, Any]:
    """A sound game to break: take one or two of five; whoever takes the last one wins."""
    game: Game[Any, Any] = Game("heap", start=Heap(5, 0), moves=moves, play=play, utility=utility)
    if "banked" in rules:
        rules = {"rest": lambda s: (s.left, s.player), **rules}
    return changed(game, **rules)


class Cells(NamedTuple):
    """A state with numbers of NumPy: the same game, and cells that never change."""

    left: int
    player: int
    bytes: Any
    unsigned: Any
    truths: Any
    words: Any


def cells(**rules: Any) -> Game[Any, Any]:
    def play_cells(s: Any, taken: int) -> Any:
        return Cells(s.left - taken, 1 - s.player, s.bytes, s.unsigned, s.truths, s.words)

    start = Cells(
        5,
        0,
        np.array([100, 100, -128], np.int8),
        np.array([1, 2, 200], np.uint8),
        np.array([True, True], np.bool_),
        np.array([1 << 63, 3], np.uint64),
    )
    return replace(heap(**rules), start=start, play=play_cells)


def faults(game: Game[Any, Any]) -> dict[str, Fault]:
    """The faults of the check by the rule that they are about."""
    report = check_game(game, games=20)
    found = {str(fault.fields.get("function", fault.key)): fault for fault in report.faults}
    for fault in found.values():
        assert fault.sentence("en") != fault.sentence("de") or fault.key == "compiled.refused"
    if found:
        assert {outcome.check: outcome.status for outcome in report.outcomes}["compiled"] is not Status.SOUND
    return found


def test_sound_games_agree() -> None:
    for game in (heap(), cells()):
        report = check_game(game, games=20)
        assert [fault.sentence() for fault in report.faults] == []
        (outcome,) = [outcome for outcome in report.outcomes if outcome.check == "compiled"]
        assert outcome.status is Status.SOUND
        assert outcome.count > 3 * report.positions  # of the five rules three are asked everywhere


# --- what only the position shows ---------------------------------------------------------------------------

SEVENTY, BIG, QUARTER = 70, 10**18, 1 << 62


def moves_of_a_set(s: Any) -> Iterator[int]:
    """A set has an order of its own, and compiled another one."""
    for number in {2016, 51872, 11639, 6234}:  # noqa: PLC0208 (on purpose)
        if s.left > 0:
            yield number


Rule = tuple[Callable[..., Any], str, str]

#: Rules that differ: those of one game are different rules, so that one game shows them all. Each with what
#: Python answers and what the sentence says about the compiled rule, in the position that is named first.
#: Keys hold the whole position besides, so that nothing else is wrong with them.
DIFFERENT: dict[str, tuple[Callable[..., Game[Any, Any]], dict[str, Rule]]] = {
    "shifts": (
        heap,
        {
            "order": (lambda s, move: 1 << (s.left + 60), "36893488147419103232", "a shift by 64 bits"),
            "key": (
                lambda s: (s.left, s.player, s.left << 62),
                "(5, 0, 23058",
                "(5, 0, 4611686018427387904)",
            ),
            "moment": (lambda s: 7 >> (s.left * 20), "0", "a shift by 64 bits"),
            "rest": (lambda s: (s.left, s.player, shift_left(1, 60 + s.left)), "(5, 0, 0)", "a shift by 64"),
            "banked": (lambda s: lowest_bit(s.left - 5), "-1", "lowest_bit of a word without a bit"),
        },
    ),
    "powers and sums": (
        heap,
        {
            "order": (lambda s, move: 3 ** (s.left * 10), "717897987691852588770249", "more than 64 bits"),
            "key": (lambda s: (s.left, s.player, s.left * BIG * 2), "(5, 0, 10", "more than 64 bits"),
            "moment": (lambda s: 9 * BIG + s.left * (BIG // 10), "9500000000000000000", "more than 64 bits"),
            "rest": (
                lambda s: (s.left, s.player, -9 * BIG - s.left * BIG),
                "(5, 0, -14",
                "more than 64 bits",
            ),
            "banked": (lambda s: 2 ** (s.left - 6), "0.5", "a power with a negative exponent"),
        },
    ),
    "ends of the range": (
        heap,
        {
            "order": (lambda s, move: -(s.left - 5 - QUARTER - QUARTER), "9223372036854775808", "64 bits"),
            "key": (
                lambda s: (s.left, s.player, (s.left - 5 - QUARTER - QUARTER) // (s.left - 6)),
                "(5, 0, 9223372036854775808)",
                "64 bits",
            ),
            "moment": (lambda s: int(s.left * 1e19), "50000000000000000000", "-9223372036854775808"),
            "rest": (lambda s: (s.left, s.player, (-s.left).bit_length()), "(5, 0, 3)", "(5, 0, 64)"),
            "banked": (lambda s: (-s.left).bit_count(), "2", "63"),
        },
    ),
    "int8": (
        cells,
        {
            "order": (lambda s, move: s.bytes[0] + s.bytes[1], "-56", "a number of the type int8 overflows"),
            "key": (lambda s: (s.left, s.player, s.bytes[0] * s.bytes[1]), "(5, 0, 16)", "int8 overflows"),
            "moment": (lambda s: s.bytes[0] * 100, "16", "a number of the type int8 overflows"),
            "rest": (lambda s: (s.left, s.player, -s.bytes[2]), "(5, 0, -128)", "int8 overflows"),
            "banked": (lambda s: s.bytes[0] * s.left, "-12", "500"),
        },
    ),
    "uint8, truth values, uint64": (
        cells,
        {
            "order": (lambda s, move: s.unsigned[0] - s.unsigned[1], "255", "a number of the type uint8"),
            "key": (lambda s: (s.left, s.player, s.bytes[0] << 1), "(5, 0, -56)", "(5, 0, 200)"),
            "moment": (lambda s: s.truths[0] + s.truths[1], "True", "2"),
            "rest": (lambda s: (s.left, s.player, s.words[0]), "(5, 0, 9223372036854775808)", "(5, 0, -922"),
            "banked": (lambda s: s.unsigned[2] + s.unsigned[2] - s.left, "139", "a number of the type uint8"),
        },
    ),
    "moves in the order of a set": (heap, {"moves": (moves_of_a_set, "[", "[")}),
}


@pytest.mark.parametrize("name", some(DIFFERENT, 6))
def test_the_first_difference_of_each_rule_is_named(name: str) -> None:
    build, rules = DIFFERENT[name]
    more: dict[str, Any] = {"play": lambda s, move: Heap(0, 1)} if "moves" in rules else {}
    found = faults(build(**more, **{rule: function for rule, (function, _, _) in rules.items()}))
    assert set(found) == set(rules)
    for rule, (_, plain, compiled) in rules.items():
        fault = found[rule]
        assert fault.check == "compiled", fault.sentence()
        assert fault.key.startswith("compiled."), fault.sentence()
        assert fault.moves == (), fault.sentence()  # shown by the start
        assert f"returns {plain}" in fault.sentence()
        assert compiled in fault.sentence().split("in Python", 1)[1]


def test_a_difference_far_from_the_start_comes_with_its_moves() -> None:
    """Seven moves down, one bit too many."""

    def order(s: Any, move: int) -> int:
        return 1 << (64 if s.left == 1 else 0)

    fault = faults(heap(order=order))["order"]
    assert fault.moves in (("1", "1", "1", "1"), ("1", "1", "2"), ("2", "2"))
    assert fault.shortest
    assert "line " in fault.sentence()
    assert "test_compiled.py" in fault.sentence()


def test_play_is_compared_move_by_move() -> None:
    class Counted(NamedTuple):
        left: int
        player: int
        sum: Any

    def play_counted(s: Any, taken: int) -> Any:
        return Counted(s.left - taken, 1 - s.player, np.int8(s.sum + np.int8(100)))

    game = heap(start=Counted(5, 0, np.int8(0)), play=play_counted)
    fault = faults(game)["play"]
    assert fault.moves == ("1",)
    assert "a number of the type int8 overflows" in fault.sentence()


@pytest.mark.long
def test_states_that_need_more_than_64_bits() -> None:
    class Large(NamedTuple):
        left: int
        player: int
        mark: int

    def mark(s: Any, taken: int) -> Any:
        return Large(s.left - taken, 1 - s.player, s.mark * 4_000_000_000)

    report = check_game(heap(start=Large(5, 0, 1), play=mark), games=20)
    (fault,) = report.faults
    assert fault.key in ("state.large", "compiled.raises.at")
    assert fault.check == "compiled"


@pytest.mark.long
def test_settle_is_compared() -> None:
    def settle(s: Any) -> Any:
        return s, -1, 1 - (1 << (s.left + 60) & 1)

    assert "a shift by 64 bits" in faults(heap(settle=settle))["settle"].sentence()


@pytest.mark.long
def test_rules_for_several_players_are_compared() -> None:
    def pay(s: Any) -> Any:
        return (1, 0, 1 << (s.left + 64) & 1)

    game = heap(utility=pay).with_facts(players=3, zero_sum=False, values=(0, 1))
    assert "a shift by 64 bits" in faults(game)["utility"].sentence()


# --- what is wrong whatever the position --------------------------------------------------------------------


def joined(s: Any) -> Any:
    number = np.uint64(1)
    if s.left > 2:
        number = s.left
    return number > 1


REFUSED: dict[str, tuple[Game[Any, Any], str, str]] = {
    "1 << 70": (heap(order=lambda s, move: (1 << 70) // (s.left + 1) % 3), "order", "64 bits"),
    "1 << a constant": (heap(order=lambda s, move: (1 << SEVENTY) % 3), "order", "<< 70"),
    "x << 64": (heap(key=lambda s: (s.left << 64) >> 64), "key", "<< 64"),
    "x >> 64": (heap(key=lambda s: s.left + (s.left >> 64)), "key", ">> 64"),
    "x >> a constant": (heap(moment=lambda s: s.left >> SEVENTY), "moment", ">> 70"),
    "2 ** 70": (heap(order=lambda s, move: 2**70 // (s.left + 1) % 3), "order", "64 bits"),
    "2 ** a constant": (heap(order=lambda s, move: 2**SEVENTY % 3), "order", "64 bits"),
    "x ** -1": (heap(order=lambda s, move: int((s.left + 1) ** -1)), "order", "negative exponent"),
    "a product of constants": (heap(order=lambda s, move: BIG * BIG % 7), "order", "64 bits"),
    "uint64 + 1": (cells(order=lambda s, move: int(s.words[1] + 1)), "order", "unsigned"),
    "uint64 * a number": (
        cells(order=lambda s, move: int(s.words[1] * (s.left + 1))),
        "order",
        "unsigned",
    ),
    "x & 1 << 63": (heap(order=lambda s, move: s.left & 1 << 63), "order", "-(1 << 63)"),
    "uint64 | 1": (cells(key=lambda s: (s.left, s.player, s.words[1] | 1)), "key", "unsigned"),
    "uint64 on one way": (heap(urgent=joined), "urgent", "unsigned"),
    "~ of a comparison": (heap(order=lambda s, move: ~(s.left == move)), "order", "not"),
    "pay-offs that are 1.0": (heap(utility=lambda s: -1.0 if s.player == 0 else 1.0), "utility", "`values`"),
    "an evaluation of quarters": (heap(evaluate=lambda s: s.left / 16), "evaluate", "`unit`"),
    "an order with a fraction": (heap(order=lambda s, move: move / 2), "order", "fraction"),
    "banked halves": (heap(banked=lambda s: s.left * 0.5), "banked", "fraction"),
    "bounds with a fraction": (heap(settle=lambda s: (s, -1.5, 1.5)), "settle", "fraction"),
}


@pytest.mark.parametrize("name", some(REFUSED, 10))
def test_what_is_always_wrong_is_refused_with_its_line(name: str) -> None:
    game, rule, why = REFUSED[name]
    (fault,) = check_game(game, games=5).faults
    assert fault.key == "compiled.refused", fault.sentence()
    sentence = fault.sentence()
    assert sentence.startswith(f"{rule} of heap would compute something different compiled than in Python")
    assert why in sentence
    line = game.named(rule).__code__.co_firstlineno
    found = fault.fields["error"]
    assert isinstance(found, SpielbaumError)
    where = found.fields["line"]
    assert isinstance(where, int)
    assert line <= where <= line + 4
    assert found.fields["file"] == __file__
    assert fault.sentence("de").startswith(f"{rule} von heap würde übersetzt anders rechnen als in Python")


@pytest.mark.parametrize("payoff", some([0.5, 3.5, -1.25], 3))
def test_pay_offs_with_a_fraction(payoff: float) -> None:
    game = heap(utility=lambda s: payoff).with_facts(values=(-4, 4))
    (fault,) = check_game(game, games=5).faults
    assert fault.key == "utility.whole"
    assert str(payoff) in fault.sentence()
    assert "multiply" in fault.sentence()


def test_a_truth_value_in_a_field_of_whole_numbers() -> None:
    (fault,) = check_game(heap(play=lambda s, move: Heap(s.left - move, s.player == 0)), games=5).faults
    assert fault.key == "state.form"


@pytest.mark.long
def test_an_index_outside_an_array_is_found() -> None:
    """In Python it raises; compiled it would read what lies behind the array."""
    table = np.arange(9)
    board = tuple(range(9))
    for rules in (
        heap(order=lambda s, move: table[s.left + move + 3]),
        heap(order=lambda s, move: board[s.left + move + 3]),
    ):
        found = check_game(rules, games=5).faults
        assert [fault.key for fault in found] == ["raises"]
        assert "IndexError" in found[0].sentence()
    assert faults(heap(order=lambda s, move: table[s.left - 9] + board[-move])) == {}


def test_games_that_cannot_be_compiled_say_so() -> None:
    tables: dict[int, str] = {1: "one", 2: "two"}
    report = check_game(heap(order=lambda s, move: len(f"{tables[move]!r:>5}")), games=5)
    assert report.sound
    (outcome,) = [outcome for outcome in report.outcomes if outcome.check == "compiled"]
    assert outcome.status is Status.NOT_CHECKED
    assert "order of heap" in outcome.why("en")
    assert outcome.why("en") != outcome.why("de")


@pytest.mark.long
def test_moves_of_several_numbers_need_no_text() -> None:
    def pairs(s: Any) -> Iterator[tuple[int, int]]:
        for taken in range(1, min(2, s.left) + 1):
            yield taken, -taken

    def play_pair(s: Any, move: tuple[int, int]) -> Any:
        return Heap(s.left - move[0], 1 - s.player)

    game = heap(moves=pairs, play=play_pair)
    assert faults(game) == {}
    assert game.move_name(game.start, (1, -1)) == "1--1"


@pytest.mark.long
def test_whoever_asks_gets_the_error_of_the_rule() -> None:
    from spielbaum.engine.answers import Answers

    answers = Answers(heap(order=lambda s, move: 1 << (s.left + 60)))
    found, error = answers.ask("order", answers.pack([Heap(2, 0), Heap(3, 0), Heap(5, 0)]), [1, 1, 1])
    assert found == [1 << 62, -(1 << 63)]
    assert isinstance(error, BrokenGame)
    assert "a shift by 64 bits" in error.sentence()


@dataclass(frozen=True)
class Record:
    left: int
    player: int
    cells: tuple[int, int] = (0, 0)


@pytest.mark.long
def test_states_of_a_dataclass_are_compared() -> None:
    def play_record(s: Any, taken: int) -> Any:
        return Record(s.left - taken, 1 - s.player, (taken, s.cells[0]))

    game = heap(start=Record(5, 0), play=play_record)
    report = check_game(game, games=20)
    assert [fault.sentence() for fault in report.faults] == []
    assert {outcome.check: outcome.status for outcome in report.outcomes}["compiled"] is Status.SOUND
    wrong = game.with_hints(key=lambda s: (s.left, s.player, s.left << 62))
    assert set(faults(wrong)) == {"key"}


def test_rules_that_the_front_end_rewrites_are_compared() -> None:
    """Keys and orders as people write them, rewritten before they are compiled."""
    table = [[1], [2, 3], [4, 5, 6]]

    def order(s: Any, taken: int) -> int:
        return sum(part for row in table for part in row) + taken

    def key(s: Any) -> Any:
        return s.left, s.player, max(part * s.left for part in (1, 2, 3))

    report = check_game(heap(order=order, key=key), games=20)
    assert [fault.sentence() for fault in report.faults] == []
    assert {outcome.check: outcome.status for outcome in report.outcomes}["compiled"] is Status.SOUND
    wrong = heap(order=lambda s, taken: sum(1 << (60 + part) for part in range(s.left)))
    assert "a shift by 64 bits" in faults(wrong)["order"].sentence()


def test_compiled_answers_are_kept_with_their_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The second time nothing is compiled, as in another process, and errors still say where."""
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path / "cache"))
    from spielbaum.engine import specialise
    from spielbaum.engine.answers import Answers

    def order(s: Any, taken: int) -> int:
        return 1 << int(s.left + 60)

    announced: list[str] = []
    found = []
    for _ in range(2):
        answers = Answers(heap(order=order), announced.append)
        _, error = answers.ask("order", answers.pack([Heap(5, 0)]), [1])
        assert error is not None
        found.append(error.fields)
        monkeypatch.setattr(specialise, "_loaded", {})
    assert announced == ["heap"]
    assert found[0] == found[1]
    assert found[0]["line"] == order.__code__.co_firstlineno + 1
