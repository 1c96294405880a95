"""Compiled code is found again only where nothing it depends on has changed."""

from __future__ import annotations

import enum
import functools
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum.engine.digest import describe, digest
from tests.support.patience import PATIENCE
from tests.support.quick import later

# ------------------------------------------------------------------------------------------ in one process


def rule_on(value: Any) -> Callable[[Any], Any]:
    """A rule that finds the value in its closure."""

    def rule(s: Any) -> Any:
        return value.most if hasattr(value, "most") else (value, s)

    return rule


def module(**names: Any) -> ModuleType:
    made = ModuleType("constants")
    vars(made).update(names)
    return made


def colour(red: int, base: type[enum.Enum] = enum.IntEnum) -> Any:
    return base("Colour", {"RED": red, "BLUE": 7})  # type: ignore[call-arg]


def holder(most: int) -> Any:
    class Holder:
        def __init__(self) -> None:
            self.most = most

        def method(self, s: int) -> int:
            return min(self.most, s)

    return Holder()


def with_attribute(most: int) -> Any:
    return type("Rules", (), {"most": most})


def with_property(more: int) -> Any:
    class Rules:
        @property
        def most(self) -> int:
            return 3 + more

    return Rules()


def with_operator(more: int) -> Any:
    class Number:
        def __add__(self, other: int) -> int:
            return other + more

    return Number()


def with_defaults(*, most: int) -> Any:
    def rule(s: int, most: int = most) -> int:
        return s + most

    return rule


def with_keyword_default(*, most: int) -> Any:
    def rule(s: int, *, most: int = most) -> int:
        return s + most

    return rule


def frozen(default: int) -> Any:
    @dataclass(frozen=True)
    class State:
        most: int = default

    return State


def named(default: int) -> Any:
    class State(NamedTuple):
        left: int
        most: int = default

    return State


DIFFERENT: dict[str, tuple[Any, Any]] = {
    "enumeration": (colour(1), colour(2)),
    "member of an enumeration": (colour(1).RED, colour(2).RED),
    "kind of enumeration": (colour(1), colour(1, enum.Enum)),
    "constant of a module": (module(most=1), module(most=2)),
    "constant of a module in a module": (module(most=module(most=1)), module(most=module(most=2))),
    "function of a module": (module(most=rule_on(1)), module(most=rule_on(2))),
    "attribute of an object": (holder(1), holder(2)),
    "bound method": (holder(1).method, holder(2).method),
    "attribute of a class": (with_attribute(1), with_attribute(2)),
    "property": (with_property(1), with_property(2)),
    "operator": (with_operator(1), with_operator(2)),
    "default": (with_defaults(most=1), with_defaults(most=2)),
    "keyword default": (with_keyword_default(most=1), with_keyword_default(most=2)),
    "default of a dataclass": (frozen(1), frozen(2)),
    "default of a NamedTuple": (named(1), named(2)),
    "object of a dataclass": (frozen(1)(1), frozen(1)(2)),
    "truth value": (True, 1),
    "zero": (0.0, -0.0),
    "number": (1, 1.0),
    "NumPy number": (np.int8(1), np.int64(1)),
    "NumPy number and number": (np.int64(1), 1),
    "list": ([1, 2], [2, 1]),
    "list and tuple": ([1, 2], (1, 2)),
    "frozen set": (frozenset({1, 2}), frozenset({1, 3})),
    "dictionary": ({1: 2}, {1: 3}),
    "order of a dictionary": ({1: 2, 3: 4}, {3: 4, 1: 2}),
    "key of a dictionary": ({1: 2}, {True: 2}),
    "array": (np.array([1, 2]), np.array([1, 3])),
    "array of another kind": (np.zeros(2, np.int32), np.zeros(2, np.float32)),
    "array of another shape": (np.zeros((2, 3)), np.zeros((3, 2))),
    "fields of an array": (np.zeros(1, [("a", "i8")]), np.zeros(1, [("b", "i8")])),
    "array in a tuple": ((np.array([1]),), (np.array([2]),)),
    "partial": (functools.partial(pow, 2), functools.partial(pow, 3)),
    "partial by keyword": (functools.partial(pow, exp=2), functools.partial(pow, exp=3)),
    "remembering": (functools.lru_cache(rule_on(1)), functools.lru_cache(rule_on(2))),
    "text": ("a", "b"),
    "builtin": (min, max),
    "range": (range(3), range(4)),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_every_difference_is_seen(what: str) -> None:
    one, other = DIFFERENT[what]
    assert describe(rule_on(one)) == describe(rule_on(one))
    assert not describe(rule_on(one)).unseen
    assert digest(rule_on(one)) != digest(rule_on(other))


@pytest.mark.parametrize(
    "make",
    [
        colour,
        holder,
        with_attribute,
        with_property,
        with_operator,
        frozen,
        named,
        lambda most: module(most=most),
    ],
)
def test_equal_things_are_equal(make: Callable[[int], Any]) -> None:
    assert digest(rule_on(make(1))) == digest(rule_on(make(1)))


def test_what_the_rules_do_not_use_does_not_matter() -> None:
    assert digest(rule_on(module(most=1, other=1))) == digest(rule_on(module(most=1, other=2)))


class Evasive:
    def __getattr__(self, name: str) -> int:
        return len(name)


class Growing(int):
    pass


@pytest.mark.parametrize(
    "thing",
    [Evasive(), Growing(3), random.Random(1).random, np.array([object()]), [Evasive()], iter([1])],
)
def test_what_cannot_be_seen_is_never_taken_for_the_same(thing: Any) -> None:
    assert describe(rule_on(thing)).unseen
    assert digest(rule_on(thing)) != digest(rule_on(thing))


def test_recursion_ends() -> None:
    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    def odd(n: int) -> bool:
        return n != 0 and even(n - 1)

    endless: list[Any] = [1]
    endless.append(endless)
    assert digest(even, endless) == digest(even, endless)


# -------------------------------------------------------------------------------------- in new processes

GAME = """
from enum import IntEnum
from typing import NamedTuple
import numpy as np
import constants
import constants.deeper
from spielbaum import Game

class Kind(IntEnum):
    FIRST = 1

class State(NamedTuple):
    left: int
    player: int

def make() -> Game:
    most = 3
    def moves(s):
        for taken in range(Kind.FIRST, min(most, s.left) + 1):
            if taken != constants.NOT and taken != constants.deeper.NOT:
                yield taken
    def play(s, taken):
        return State(s.left - taken, 1 - s.player)
    def utility(s):
        return 1 if s.player == 0 else -1
    return Game("heap", start=State(10, 0), moves=moves, play=play, utility=utility)
"""

TABLES = """
from typing import NamedTuple
import numpy as np
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

TABLE = np.arange({size}) % 3
PAIR = (np.arange(60)[::3], np.ones({size}, np.int64))

def step(n):
    return TABLE[n] + PAIR[1][n]

def make() -> Game:
    inner = np.arange(2 * {size})[::2] % 2
    def moves(s):
        for taken in range(1, step(s.left) + 1):
            if taken <= s.left and taken + 2 * inner[s.left] >= 0 and PAIR[0][taken] == 3 * taken:
                yield taken
    def play(s, taken):
        return State(s.left - taken, 1 - s.player)
    def utility(s):
        return 1 if s.player == 0 else -1
    return Game("tables", start=State(10, 0), moves=moves, play=play, utility=utility)
"""

SCRIPT = """
import sys
from spielbaum import load_game
from spielbaum.engine import Engine
engine = Engine(load_game(sys.argv[1]), table_mb=0.01)
print(*engine.perft(depth=5))
print(*Engine(load_game(sys.argv[1]), table_mb=0.01, interpreted=True).perft(depth=5))
print(engine.code.compilations)
"""


def run(folder: Path) -> tuple[str, int, str]:
    """The counts, compared with those of plain Python, the number of compilations, and what was said."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder / "game.py")],
        env={
            **os.environ,
            "SPIELBAUM_CACHE": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled, interpreted, compilations = done.stdout.splitlines()
    assert compiled == interpreted
    return compiled, int(compilations), done.stderr


def test_an_edit_anywhere_gives_new_code(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "constants").mkdir()
    (tmp_path / "constants" / "__init__.py").write_text("NOT = 9\nOTHER = 1\n")
    (tmp_path / "constants" / "deeper.py").write_text("NOT = 9\n")
    seen = [run(tmp_path)[0]]
    (tmp_path / "constants" / "__init__.py").write_text("NOT = 9\nOTHER = 2\n")
    assert run(tmp_path) == (seen[0], 0, "")
    for name, text in (
        ("constants/__init__.py", "NOT = 1\n"),
        ("constants/deeper.py", "NOT = 2\n"),
        ("game.py", GAME.replace("FIRST = 1", "FIRST = 0").replace("most = 3", "most = 5")),
    ):
        (tmp_path / name).write_text(text)
        counts, compilations, _ = run(tmp_path)
        assert compilations == 1
        assert counts not in seen
        seen.append(counts)


@pytest.mark.parametrize(("size", "kept"), [(150_000, True), later(2_200_000, False)])
def test_large_tables_are_right_in_every_process(tmp_path: Path, size: int, kept: bool) -> None:
    (tmp_path / "game.py").write_text(TABLES.replace("{size}", str(size)))
    counts, _, said = run(tmp_path)
    assert ("16 MB" in said) == (not kept)
    assert run(tmp_path)[:2] == (counts, 0 if kept else 1)
