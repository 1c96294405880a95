"""The check passes what is sound and catches one deliberate fault of each kind."""

# ruff: noqa: ARG005 (the broken functions keep the arguments of the sound ones)

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from spielbaum.board import Board, Cell
from spielbaum.conformance import Fault, Report, Status, check_game
from spielbaum.conformance.guarded_rules import GuardedRules
from spielbaum.conformance.local import View, move_notation
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games import load_game
from spielbaum.games.mnk import State as Stones
from tests.support.changed import changed
from tests.support.quick import later

#: Where the plain rules are wrong, compiled ones say nothing more; `test_compiled.py` looks at those.
plain = pytest.mark.usefixtures("interpreted")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


SPECS = [
    later("tictactoe"),
    "trio:width=3,height=2,k=2",
    "takeaway",
    later("kalah:houses=3,seeds=2"),
    later("hexapawn"),
    later("dobutsu"),
    later("mnk:width=4,height=1,k=2"),
    later("mnk:width=3,height=2,k=2,players=4"),
    later("nim"),
    later("connect4:width=4,height=3,k=3"),
    later("kalah:houses=2,seeds=3,empty_capture=yes,end=mover,leftovers=finisher,pie=yes"),
    later("othello:size=4"),
]


@pytest.mark.parametrize("spec", SPECS)
def test_the_built_in_games_are_sound(spec: str) -> None:
    report = check_game(load_game(spec), games=60)
    assert [fault.sentence() for fault in report.faults] == []
    assert report.sound
    assert report.games == 60


@pytest.mark.long
@pytest.mark.parametrize(
    "spec", ["connect4", "kalah", "othello", "mnk", "morris", "morris:variant=achi,blocked=passes", "lgame"]
)
def test_the_large_games_are_sound(spec: str) -> None:
    assert check_game(load_game(spec)).sound


# --- deliberate faults --------------------------------------------------------------------------------------


class Heap(NamedTuple):
    left: int
    player: int


def heap(**changes: Any) -> Game[Any, Any]:
    """A sound game to break: take one or two of five; whoever takes the last one wins."""

    def moves(s: Heap) -> Iterator[int]:
        yield from range(1, min(2, s.left) + 1)

    game: Game[Any, Any] = Game(
        "heap",
        start=Heap(5, 0),
        moves=moves,
        play=lambda s, taken: Heap(s.left - taken, 1 - s.player),
        utility=lambda s: -1 if s.player == 0 else 1,
        evaluate=lambda s: 0,
        facts=Facts(
            unit=10,
            most_moves=2,
            longest=5,
        ),
        hints=Hints(
            order=lambda s, taken: taken,
            key=lambda s: s.left,
        ),
        presentation=Presentation(
            notation=lambda s: f"{s.left}/{s.player + 1}",
            parse=lambda text: Heap(int(text[0]), int(text[2]) - 1) if "/" in text else None,
            picture=lambda s: Board(
                "heaps", (tuple(Cell(move="1") for _ in range(s.left)),), row_names=("",)
            ),
        ),
    )
    return changed(game, **changes)


def array_game(play: Callable[[Any, int], Any]) -> Game[Any, Any]:
    """The same with an array as its state."""
    return heap(
        start=np.array([5, 0], dtype=np.int64),
        moves=lambda s: range(1, min(2, int(s[0])) + 1),
        play=play,
        player=lambda s: int(s[1]),
        utility=lambda s: -1 if s[1] == 0 else 1,
        evaluate=None,
        key=lambda s: int(s[0]),
        notation=None,
        parse=None,
        picture=None,
    )


def in_place(s: Any, taken: int) -> Any:
    s[0] -= taken
    s[1] = 1 - s[1]
    return s


def on_a_copy(s: Any, taken: int) -> Any:
    return in_place(s.copy(), taken)


def raising(*arguments: Any) -> Any:
    if arguments[0].left == 2:
        raise ZeroDivisionError("two")
    return 0


def bad_reader(_s: Any, _text: str) -> int:
    raise BadInput("error.plain", text="never")


random = Random(0)


def stones(s: Stones) -> int:
    return sum(own.bit_count() for own in s.stones)


def row(**hints: Any) -> Game[Any, Any]:
    """Three by two cells, two in a row win: each move lays a stone, so that stones are layers."""
    return load_game("mnk:width=3,height=2,k=2").with_hints(**{"layer": stones, **hints})


def layer_that_raises(s: Stones) -> int:
    return stones(s) if stones(s) < 3 else 1 // 0


class Round(NamedTuple):
    left: int
    ply: int
    player: int


def by_rounds(**hints: Any) -> Game[Any, Any]:
    """The heap with a count of its plies, which the value does not depend on."""
    return heap(
        start=Round(5, 0, 0),
        play=lambda s, taken: Round(s.left - taken, s.ply + 1, 1 - s.player),
        layer=lambda s: s.ply,
        notation=None,
        parse=None,
        **hints,
    )


def unfair(**hints: Any) -> Game[Any, Any]:
    """A heap of which only the first player may take two."""
    return heap(
        moves=lambda s: [1, 2][: 2 - s.player][: s.left], order=None, picture=None, evaluate=None, **hints
    )


#: A fault: the game, the check that finds it, the key of the sentence, and the moves that show it.
FAULTS: dict[str, tuple[Game[Any, Any], str, str, str | None]] = {
    "facts: players": (heap(players=0), "facts", "facts.players", ""),
    "facts: values": (heap(values=(1, -1)), "facts", "facts.values", ""),
    "facts: unit": (heap(unit=0), "facts", "facts.unit", ""),
    "facts: names": (heap(player_names=("White",)), "facts", "facts.names", ""),
    "facts: start": (heap(start=["a list"]), "facts", "state.type", ""),
    "state of another type": (heap(play=lambda s, m: [s.left - m]), "state", "state.type", "1"),
    "state of another form": (
        heap(
            play=lambda s, m: (
                Heap(s.left - m, s.player == 0) if s.left < 4 else Heap(s.left - m, 1 - s.player)
            )
        ),
        "state",
        "state.form",
        "2 2",
    ),
    "player out of range": (
        heap(players=2, player=lambda s: s.player + (s.left < 4)),
        "player",
        "player",
        "2",
    ),
    "no move before the end": (heap(over=lambda s: s.left < 0), "legality", "over", "1 2 2"),
    "a move twice": (
        heap(moves=lambda s: [1, 1] if s.left > 1 else [1] * s.left),
        "legality",
        "moves.twice",
        "",
    ),
    "moves of two forms": (
        heap(
            moves=lambda s: [1, (1, 2)] if s.left else [],
            play=lambda s, m: Heap(s.left - 1, 1 - s.player),
        ),
        "legality",
        "moves.type",
        "",
    ),
    "moves by chance": (
        heap(moves=lambda s: [random.randint(1, 10**9)] if s.left else [], play=lambda s, m: Heap(0, 1)),
        "legality",
        "unstable",
        "",
    ),
    "endless moves": (heap(moves=lambda s: iter(lambda: 1, 2)), "legality", "moves.endless", ""),
    "illegal noisy move": (
        heap(noisy=lambda s: [2] if s.left == 1 else []),
        "legality",
        "moves.strange",
        "2 2",
    ),
    "no candidates": (
        heap(candidates=lambda s: [1] if s.left > 3 else []),
        "legality",
        "candidates.none",
        "2",
    ),
    "candidates without the best": (heap(candidates=lambda s: [1]), "candidates", "candidates.best", None),
    "wrong bounds": (heap(settle=lambda s: (s, 0, 0)), "settle", "settle.bounds", None),
    "settled too far": (
        heap(settle=lambda s: (Heap(max(s.left - 1, 0), s.player), -1, 1)),
        "settle",
        "settle.value",
        None,
    ),
    "play by chance": (
        heap(play=lambda s, m: Heap(s.left - m, random.randint(0, 1))),
        "play",
        "unstable",
        None,
    ),
    "play that does nothing": (
        heap(play=lambda s, m: s if s.left == 5 and m == 2 else Heap(s.left - m, 1 - s.player)),
        "play",
        "play.same",
        "",
    ),
    "skip that does not": (heap(skip=lambda s: Heap(s.left + 1, s.player)), "play", "skip", ""),
    "play in place": (array_game(in_place), "purity", "purity", ""),
    "utility of the wrong form": (heap(utility=lambda s: (1, -1)), "utility", "utility.type", "1 2 2"),
    "utility out of range": (heap(utility=lambda s: 7), "utility", "utility.range", "1 2 2"),
    "pay-offs that are not zero-sum": (
        heap(players=3, utility=lambda s: (1, 0, 0), evaluate=None),
        "utility",
        "utility.sum",
        "1 2 2",
    ),
    "pay-offs above the total": (
        heap(players=3, zero_sum=False, total=0, utility=lambda s: (1, 0, 0), evaluate=None),
        "utility",
        "utility.total",
        "1 2 2",
    ),
    "evaluation of the wrong form": (heap(evaluate=lambda s: None), "evaluation", "evaluate.type", ""),
    "evaluation as large as a win": (
        heap(evaluate=lambda s: 10 if s.left == 2 else 0),
        "evaluation",
        "evaluate.range",
        "1 2",
    ),
    "evaluation beyond the pay-offs": (
        heap(
            players=3,
            zero_sum=False,
            values=(0, 1),
            utility=lambda s: (1, 0, 0),
            evaluate=lambda s: (10, 0, 0),
        ),
        "evaluation",
        "evaluate.between",
        "",
    ),
    "evaluation by chance": (
        heap(evaluate=lambda s: random.randint(0, 10**6), unit=10**7),
        "evaluation",
        "unstable",
        "",
    ),
    "evaluation of the wrong sign": (
        heap(evaluate=lambda s: (-1 if s.left % 3 else 1) * (1 if s.player == 0 else -1)),
        "evaluation_side",
        "evaluate.reversed",
        None,
    ),
    "evaluation for the mover": (
        heap(evaluate=lambda s: 1 if s.left % 3 else -1),
        "evaluation_side",
        "evaluate.mover",
        None,
    ),
    "order without a number": (heap(order=lambda s, m: "first"), "hints", "order", ""),
    "dynamic without an answer": (heap(dynamic=lambda s: "lively"), "hints", "dynamic", ""),
    "key that cannot be hashed": (heap(key=lambda s: [s.left]), "key", "key.hash", ""),
    "key by chance": (heap(key=lambda s: random.random()), "key", "unstable", ""),
    "rest that joins different values": (
        heap(rest=lambda s: s.left // 2, banked=lambda s: 0),
        "rest",
        "rest.value",
        None,
    ),
    "rest without what is banked": (heap(rest=lambda s: s.left), "facts", "facts.rest", ""),
    "key that joins different values": (heap(key=lambda s: s.left // 2), "symmetry", "key.value", None),
    "layer that jumps": (row(layer=lambda s: 2 * stones(s)), "layer", "layer.step", ""),
    "layer that stays": (row(layer=lambda s: min(stones(s), 2)), "layer", "layer.step", None),
    "layer that goes back": (row(layer=lambda s: -stones(s)), "layer", "layer.step", ""),
    "layer that some moves jump over": (heap(layer=lambda s: 5 - s.left), "layer", "layer.step", ""),
    "layer that is a float": (row(layer=lambda s: stones(s) / 1), "layer", "layer.whole", ""),
    "layer that is a truth": (row(layer=lambda s: stones(s) > 0), "layer", "layer.whole", ""),
    "layer by chance": (row(layer=lambda s: random.randint(0, 10**9)), "layer", "unstable", ""),
    "layer that raises": (row(layer=layer_that_raises), "raises", "raises", None),
    "one key in two layers": (by_rounds(), "layer", "layer.key", "2"),
    "solution key that cannot be hashed": (heap(solution_key=lambda s: [s.left]), "key", "key.hash", ""),
    "solution key by chance": (heap(solution_key=lambda s: random.random()), "key", "unstable", ""),
    "solution key of another form": (
        heap(solution_key=lambda s: (s.left,) if s.left == 5 else s.left),
        "key",
        "key.form",
        "1",
    ),
    "solution key that is a float": (heap(solution_key=lambda s: s.left / 2), "key", "key.form", ""),
    "key that forgets who moves": (unfair(), "symmetry", "key.value", None),
    "solution key that forgets who moves": (
        unfair(key=None, solution_key=lambda s: s.left),
        "folding",
        "folding.moves",
        None,
    ),
    "solution key that forgets a cell": (
        row(solution_key=lambda s: tuple(own & ~2 for own in s.stones)),
        "folding",
        "folding.moves",
        None,
    ),
    "solution key that folds what is no symmetry": (
        # The cells of a row moved on by one: 0 1 2 becomes 1 2 0.
        row(
            solution_key=lambda s: min(
                s.stones, tuple((own << 1 & 0x66) | (own >> 2 & 0x11) for own in s.stones)
            )
        ),
        "folding",
        "folding.moves",
        None,
    ),
    "solution key that folds an end": (
        heap(solution_key=lambda s: (max(s.left, 1), s.player)),
        "folding",
        "folding.ended",
        None,
    ),
    "solution key that forgets who won": (
        heap(utility=lambda s: 1, key=None, solution_key=lambda s: s.left),
        "folding",
        "folding.payoff",
        None,
    ),
    "solution key that tells only the value": (
        # What is left mod 3 tells who wins, but not how long it takes.
        heap(solution_key=lambda s: s.left % 3),
        "folding",
        "folding.moves",
        None,
    ),
    "more moves than declared": (heap(most_moves=1), "most_moves", "most_moves", ""),
    "longer than declared": (heap(longest=3), "longest", "longest", None),
    "undeclared repetition": (
        heap(
            moves=lambda s: [1, 2] if s.left else [],
            play=lambda s, m: Heap(s.left - 1, 1 - s.player) if m == 1 else Heap(s.left, 1 - s.player),
            longest=None,
        ),
        "longest",
        "repeats",
        None,
    ),
    "two moves of one name": (heap(move_text=lambda s, m: "x"), "move_notation", "move.twice", ""),
    "move without a name": (heap(move_text=lambda s, m: " "), "move_notation", "move.empty", ""),
    "move text too long": (
        heap(move_width=1, move_text=lambda s, m: f"m{m}"),
        "move_notation",
        "move.width",
        "",
    ),
    "move text that cannot be read": (heap(parse_move=bad_reader), "move_notation", "move.unread", ""),
    "move text read as another": (heap(parse_move=lambda s, text: 1), "move_notation", "move.misread", ""),
    "notation that cannot be read": (
        heap(parse=lambda text: bad_reader(text, "") if "/" in text else None),
        "board_notation",
        "notation.unread",
        "",
    ),
    "notation not recognised": (heap(parse=lambda text: None), "board_notation", "notation.none", ""),
    "notation read as another": (
        heap(parse=lambda text: Heap(int(text[0]), 0) if "/" in text else None),
        "board_notation",
        "notation.misread",
        "1",
    ),
    "moves mistaken for a board": (
        heap(notation=None, parse=lambda text: Heap(4, 0)),
        "position_text",
        "position.misread",
        None,
    ),
    "moves that cannot be read": (
        heap(notation=None, parse=lambda text: bad_reader(text, "")),
        "position_text",
        "position.unread",
        None,
    ),
    "picture of another type": (heap(picture=lambda s: "a picture"), "picture", "picture.type", ""),
    "picture that offers too much": (
        heap(picture=lambda s: Board("heaps", ((Cell(move="2"),),), row_names=("",))),
        "picture",
        "picture.move",
        "2 2",
    ),
    "utility raises": (
        heap(utility=raising, moves=lambda s: [1] if s.left > 2 else []),
        "raises",
        "raises",
        "1 1 1",
    ),
    "evaluate raises": (heap(evaluate=raising), "raises", "raises", "1 2"),
    "moves raises": (
        heap(moves=lambda s: raising(s) or [1, 2] if s.left > 1 else []),
        "raises",
        "raises",
        "1 2",
    ),
}


def fault_of(report: Report, key: str) -> Fault:
    found = [fault for fault in report.faults if fault.key == key]
    assert found, [fault.sentence() for fault in report.faults]
    return found[0]


def test_the_game_to_break_is_sound() -> None:
    report = check_game(heap(), games=50)
    assert [fault.sentence() for fault in report.faults] == []


@plain
@pytest.mark.parametrize("name", FAULTS)
def test_fault(name: str) -> None:
    game, check, key, moves = FAULTS[name]
    report = check_game(game, games=400 if check == "evaluation_side" else 60)
    fault = fault_of(report, key)
    assert fault.check == check
    assert {outcome.check: outcome.status for outcome in report.outcomes}[check] is Status.FAULTY
    assert fault.sentence("en") != fault.sentence("de")
    if moves is not None:
        assert " ".join(fault.moves) == moves


@plain
def test_arrays_that_play_copies_are_sound() -> None:
    report = check_game(array_game(on_a_copy), games=50)
    assert [fault.sentence() for fault in report.faults] == []


def test_every_fault_is_reported() -> None:
    report = check_game(heap(most_moves=1, order=lambda s, m: "x", key=lambda s: [s.left]), games=20)
    assert {fault.key for fault in report.faults} >= {"most_moves", "order", "key.hash"}


@plain
def test_what_was_not_checked_is_said() -> None:
    report = check_game(heap(evaluate=None, longest=None), games=20)
    skipped = {outcome.check: outcome.why("en") for outcome in report.outcomes if outcome.reason}
    assert {"evaluation", "longest", "settle", "candidates"} <= set(skipped)
    assert all(skipped.values())
    trio = check_game(load_game("trio:width=3,height=2,k=2"), games=20)
    assert {outcome.check for outcome in trio.outcomes if outcome.reason == "players"} == {
        "symmetry",
        "folding",
        "evaluation_side",
    }


@plain
def test_a_deep_fault_is_shown_by_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a full corner matters; a random game reaches it late, three stones are enough."""
    monkeypatch.setattr("spielbaum.conformance.explore.BREADTH_LIMIT", 300)
    game = load_game("connect4")
    corner = 1 << 2  # the third cell of the first column

    def most(s: Any) -> Iterator[int]:
        yield from range(7)
        if s.filled & corner:
            yield 0

    report = check_game(replace(game, moves=most, over=lambda s: s.filled.bit_count() == 42), games=30)
    fault = fault_of(report, "moves.twice")
    assert fault.moves == ("1", "1", "1")
    assert fault.shortest


@plain
def test_a_fault_beyond_the_breadth_first_part_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.conformance.explore.BREADTH_LIMIT", 300)
    game = load_game("connect4")
    wanted = sum(1 << bit for bit in (0, 1, 2, 3, 4, 5))

    def evaluate(s: Any) -> Any:
        return None if s.filled & wanted == wanted else 0

    report = check_game(replace(game, evaluate=evaluate), games=100)
    fault = fault_of(report, "evaluate.type")
    assert fault.moves == ("1",) * 6
    assert not fault.shortest


@plain
def test_a_wrong_symmetry_is_found() -> None:
    """Stones mirrored without their owners: X..O and O..X are not the same position."""
    game = load_game("mnk:width=4,height=2,k=3")

    def key(s: Stones) -> int:
        return min(s.stones[0] | s.stones[1] << 20, s.stones[1] | s.stones[0] << 20)

    fault = fault_of(check_game(game.with_hints(key=key), games=100), "key.value")
    assert fault.check == "symmetry"
    assert fault.fields["also"]


def outcomes(game: Game[Any, Any]) -> dict[str, tuple[Status, str | None]]:
    report = check_game(game, games=60)
    return {outcome.check: (outcome.status, outcome.reason) for outcome in report.outcomes}


@plain
def test_layers_and_solution_keys_that_are_sound() -> None:
    found = outcomes(row(solution_key=lambda s: s.stones))
    assert found["layer"] == found["key"] == (Status.SOUND, None)
    assert found["folding"] == (Status.NOT_CHECKED, "no_pairs")
    mirrored = row(solution_key=lambda s: min(s.stones, tuple(own >> 4 | (own & 7) << 4 for own in s.stones)))
    assert outcomes(mirrored)["folding"] == (Status.SOUND, None)
    assert outcomes(by_rounds(key=lambda s: (s.left, s.ply)))["layer"] == (Status.SOUND, None)


@plain
def test_a_key_for_values_alone_is_sound_but_none_for_whole_games() -> None:
    """What is left mod 3 tells who wins, but 0 is an end and 3 is not."""
    report = check_game(heap(key=lambda s: s.left % 3), games=60)
    assert report.sound
    found = {outcome.check: outcome for outcome in report.outcomes}
    assert found["symmetry"].status is Status.SOUND
    assert found["folding"].reason == "value_key"
    assert "solution_key" in found["folding"].why("de")


@plain
def test_values_tell_what_the_moves_that_were_looked_at_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.conformance.values.MOVES_OF_PAIRS", 0)
    game = heap(utility=lambda s: 1, key=None, solution_key=lambda s: s.left)
    fault = fault_of(check_game(game, games=60), "solution_key.value")
    assert fault.check == "folding"


@plain
def test_a_wrong_key_of_a_game_that_goes_in_circles_is_found() -> None:
    """Minimax knows no values there; retrograde analysis does. The key forgets one of nine points."""
    game = load_game("morris")
    state = check_game(game.with_hints(key=lambda s: s & ~0b11), games=20)
    assert fault_of(state, "key.value").check == "symmetry"


@plain
def test_a_game_without_end_ends() -> None:
    game = heap(moves=lambda s: [1], play=lambda s, m: Heap(s.left % 7 + 1, 1 - s.player), longest=None)
    report = check_game(changed(game, repeats=True, parse=None, notation=None, picture=None), games=3)
    assert report.unfinished == 3


@plain
def test_the_same_seed_gives_the_same_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.conformance.explore.BREADTH_LIMIT", 30)
    game = load_game("trio:width=3,height=2,k=2")
    assert check_game(game, 30, 5) == check_game(game, 30, 5)
    assert check_game(game, 30, 5).outcomes != check_game(game, 30, 6).outcomes


def test_texts_of_moves_are_asked_for_in_proportion_to_the_moves() -> None:
    """Some games have hundreds of moves in every position: all texts for each of them take too long."""
    game = load_game("lgame")
    told: list[int] = []
    text = game.presentation.move_text
    assert text is not None

    def counted(s: Any, move: Any) -> str:
        told.append(move)
        return text(s, move)

    game = replace(game, presentation=replace(game.presentation, move_text=counted))
    view = View(GuardedRules(game), game.start, game.legal(game.start))
    assert list(move_notation(view)) == []
    assert len(told) == 2 * len(view.moves)
