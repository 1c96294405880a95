"""Generators of moves as the kernels run them: written down instead of yielded."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from spielbaum import load_game
from spielbaum.engine.layout import move_functions
from spielbaum.engine.rules import rules_of
from spielbaum.engine.writing import FULL, writer_of
from spielbaum.games import built_in_names

ROOM = 4096
_, (_, PUT, TAKE) = move_functions(0)


def written(moves: Callable[[Any], Any], s: Any, room: int = ROOM) -> list[int] | None:
    """What a writer of single words writes; None where there is no room."""
    rows = np.zeros(ROOM, np.int64)
    end = writer_of(moves, PUT, 3, 2)(s, rows, 5, room)
    return None if end == FULL else [TAKE(rows, at + 2) for at in range(5, end, 3)]


def is_rewritten(moves: Callable[[Any], Any]) -> bool:
    return bool(writer_of(moves, PUT, 3, 2).__name__ != "write")


def multiples(of: int) -> Callable[[int], Iterator[int]]:
    def moves(s: int) -> Iterator[int]:
        if s < 0:
            return
        for i in range(s):
            yield i * of
            if i == 7:
                return
        yield -1

    return moves


def test_a_generator_becomes_a_writer() -> None:
    moves = multiples(3)
    assert is_rewritten(moves)
    for s in range(-1, 12):
        assert written(moves, s) == list(moves(s))
    assert written(multiples(5), 2) == [0, 5, -1]  # what it closes over goes with it


def test_the_room_is_kept() -> None:
    assert written(multiples(1), 3, room=5 + 4 * 3) == [0, 1, 2, -1]
    assert written(multiples(1), 3, room=5 + 4 * 3 - 1) is None
    assert written(lambda s: [1] * s, 3, room=5 + 3 * 3) == [1, 1, 1]
    assert written(lambda s: [1] * s, 3, room=5 + 3 * 3 - 1) is None


def chained(s: int) -> Iterator[int]:
    yield from range(s)


def talkative(s: int) -> Iterator[int]:
    answer: Any = yield s
    yield 1 if answer is None else 2


def squares(s: int) -> list[int]:
    return [i * i for i in range(s)]


def last_word(s: int) -> Iterator[int]:
    yield s
    return (yield s + 1)


def clashing(s: int) -> Iterator[int]:
    for at_ in range(s):
        yield 2 * at_


def many(*s: int) -> Iterator[int]:
    yield s[0]


@pytest.mark.parametrize(
    "moves", [chained, talkative, squares, last_word, clashing, many, lambda s: (s, s + 1)]
)
def test_what_cannot_be_rewritten_runs_as_it_is(moves: Callable[[int], Any]) -> None:
    assert not is_rewritten(moves)
    assert written(moves, 3) == list(moves(3))


def test_functions_inside() -> None:
    def moves(s: int) -> Iterator[int]:
        """Even with a text
        of two lines."""
        for i in sorted(range(s), key=lambda i: -i):
            yield 2 * i

    assert is_rewritten(moves)
    assert written(moves, 3) == [4, 2, 0]


def test_without_source() -> None:
    module = ModuleType("nowhere")
    exec("def moves(s):\n    yield s\n    yield s + 1\n", module.__dict__)
    assert not is_rewritten(module.moves)
    assert written(module.moves, 3) == [3, 4]


def test_a_file_edited_since_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("def moves(s):\n    yield s + 1\n")
    module = ModuleType("rules")
    exec(compile(file.read_text(), file, "exec"), module.__dict__)
    assert is_rewritten(module.moves)
    for text in (
        "def moves(s):\n    yield s + 2\n",
        "def moves(s):\n    yield (s\n",
        "def moves(s):\n    nonlocal q\n",
    ):
        file.write_text(text)
        linecache.clearcache()
        assert not is_rewritten(module.moves)
        assert written(module.moves, 3) == [4]


@pytest.mark.parametrize("name", sorted(built_in_names()))
def test_every_game_writes_the_moves_it_yields(name: str) -> None:
    game = load_game(name)
    if game.facts.players != 2:
        pytest.skip("searched by other means")
    rules = rules_of(game)
    step = 2 + int(rules.names["MOVE_WORDS"])
    take = rules.names["take_move"]
    random, s = Random(1), game.start
    for _ in range(30):
        for rule in ("moves", "noisy"):
            if game.ended(s) and rule == "noisy":
                continue
            wanted = list(rules.names[rule](s))
            rows = np.zeros(ROOM, np.int64)
            end = rules.names[f"write_{rule}"](s, rows, 0, ROOM)
            assert [take(rows, at + 2) for at in range(0, end, step)] == wanted
        s = game.start if game.ended(s) else game.play(s, random.choice(game.legal(s)))
