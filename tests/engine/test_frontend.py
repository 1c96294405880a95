"""Rules as people write them: plain Python, rewritten, and compiled, they say the same."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import pytest

from spielbaum import load_game, replace_at
from spielbaum.engine import Engine
from spielbaum.engine.bits import NATIVE
from spielbaum.engine.frontend import lower
from spielbaum.engine.frontend.frontend import Frontend
from spielbaum.engine.rules import RULES
from spielbaum.engine.specialise import CannotCompile
from spielbaum.errors import SpielbaumError
from spielbaum.game import Game
from spielbaum.search import minimax
from tests.support.quick import some
from tests.support.ways import DEPTH, toured, ways

WAYS = ways()


def written(folder: Path, source: str, name: str = "game") -> Game[Any, Any]:
    file = folder / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    linecache.checkcache(str(file))
    return load_game(str(file))


def walked(game: Game[Any, Any], state: Any, ply: int, depth: int, seen: list[int]) -> list[int]:
    """What `toured` counts, in plain Python on the game itself; without the words of the table."""
    seen[0] += 1
    seen[1] += (ply + 1) * int(game.player(state))
    if game.ended(state):
        utility = game.utility(state)
        assert not isinstance(utility, tuple)
        seen[3] += (ply + 1) * int(utility)
        return seen
    for number, move in enumerate(game.legal(state), start=1):
        seen[4] += number
        if depth > 0:
            walked(game, game.play(state, move), ply + 1, depth - 1, seen)
    return seen


@pytest.mark.parametrize("name", some(WAYS, 16))
def test_every_way_compiles_and_means_the_same(name: str, tmp_path: Path) -> None:
    game = written(tmp_path, WAYS[name], name)
    compiled = toured(game, interpreted=False)
    assert compiled == toured(game, interpreted=True)
    compiled[2] = 0
    assert compiled == walked(game, game.start, 0, DEPTH, [0] * 5)


def test_there_are_many_ways() -> None:
    assert len(WAYS) >= 45


# -------------------------------------------------------------------------------- exactly as Python does it

#: A rule `f(s)` of numbers 0 to 7 that is used as pay-off; each does something that could go wrong.
RULES_OF_ONE_NUMBER = {
    "own any": """
def any(items):
    return 5
def f(s):
    return any(x > 1 for x in (1, 2)) + s
""",
    "local sum": """
def f(s):
    total = 0
    for sum in (1, s):
        total += sum
    return total
""",
    "any stops": """
T = (1, 2, 3, 4)
def f(s):
    return 1 if any(T[i] > 2 for i in (0, 1, 2, 99)) else 0
""",
    "all stops": """
T = (1, 2, 3, 4)
def f(s):
    return 1 if all(T[i] < 2 for i in (0, 1, 99)) else 0
""",
    "or stops": """
T = (1, 2, 3, 4)
def f(s):
    return 1 if s < 100 or any(T[i] for i in (99,)) else 0
""",
    "names of comprehensions": """
def f(s):
    x = 10
    y = sum(x * x for x in range(s))
    return x + y
""",
    "same name outside": """
def f(s):
    n = s
    return sum(n for n in range(n))
""",
    "names used again later": """
T = ((0, 1), (2, 3))
def f(s):
    if any(all(T[i % 2][1] > s for i in line) for line in T for p in range(2)):
        return 77
    total = 0
    for i in range(3):
        for p in range(2):
            total += i * p
    total += sum(sum(i for i in range(n)) for n in range(s))
    return total + max((lambda p: p + i)(n) for n in range(3))
""",
    "first of equals": """
def f(s):
    items = [(2, 7), (1, 8), (1, 9), (2, 6)]
    return 10 * min(items, key=lambda p: p[0])[1] + max(items, key=lambda p: p[0])[1]
""",
    "stable": """
def f(s):
    items = [(2, 7), (1, 8), (1, 9), (2, 6)]
    up = sorted(items, key=lambda p: p[0])
    down = sorted(items, key=lambda p: p[0], reverse=True)
    return up[0][1] + 10 * up[3][1] + 100 * down[0][1] + 1000 * down[2][1]
""",
    "sorting by what the state says": """
def f(s):
    up = sorted(range(8), key=lambda n: (n * s) % 5)
    return up[0] + 10 * up[1] + 100 * up[7]
""",
    "walrus in order": """
def f(s):
    n = s
    a = n * 100 + (n := n + 1) * 10 + n
    return a
""",
    "walrus only if asked": """
def f(s):
    n = 1
    if s > 3 and (n := s) > 5 or (m := s + 1) == 3:
        return n
    return 100 + n
""",
    "walrus in a choice": """
def f(s):
    n = 1
    x = (n := 2) if s > 3 else n + 5
    return 10 * x + n
""",
    "while else": """
def f(s):
    n = 0
    while (n := n + 1) < s:
        if n == 3:
            break
    else:
        n += 50
    return n
""",
    "joined lists": """
def f(s):
    a = []
    for n in range(s):
        a = a + [n, s]
    for n in a:
        s += n
    return 10 * len(a) + s
""",
    "grown lists": """
def f(s):
    a = []
    a += [s, 2]
    a += (n for n in range(3))
    a.extend(n * n for n in range(s))
    return sum(a) + 100 * len(a)
""",
    "next": """
def f(s):
    return next((n for n in range(8) if n * n > s), -1) + 10 * next(n for n in range(100) if n > s)
""",
    "negative rows": """
T = ((1,), (2, 3), (4, 5, 6))
def f(s):
    return sum(T[-1]) + 10 * sum(T[-(s % 3) - 1]) + 100 * len(T[s % 3])
""",
    "rows of pairs": """
T = (((1, 2),), (), ((3, 4), (5, 6)))
def f(s):
    total = 0
    for a, b in T[s % 3]:
        total += 10 * a + b
    return total
""",
    "tuple keys": """
T = {(0, 0): 3, (1, 2): 4}
def f(s):
    return T.get((s % 2, 2 * (s % 2)), 9) + 10 * T.get((s, s), 7)
""",
    "keys in order": """
T = {5: 1, 3: 2, 8: 3}
def f(s):
    total = 0
    for key in T:
        total = 10 * total + key
    for value in T.values():
        total = 10 * total + value
    return total + len(T) + (s in T) - (s not in T)
""",
    "defaults and keywords": """
def g(a, b=2, *, c, d=4):
    return 1000 * a + 100 * b + 10 * c + d
def f(s):
    return g(1, c=s) + g(1, 3, d=s, c=0)
""",
    "nothing at all": """
def f(s):
    return (min((n for n in range(s) if n > 90), default=-7)
            + max([n for n in range(s)], default=5) + sum(n for n in range(0) if n))
""",
    "chained": """
from itertools import chain, pairwise, permutations
def f(s):
    total = 0
    for n in chain(range(s), (7, 8)):
        total = total * 3 + n
    for a, b in pairwise((1, s, 4)):
        total += a * b
    for a, b in permutations(range(3), 2):
        total = total + a * 10 + b
    return total
""",
    "stars": """
def f(s):
    t = (1, 2, 3, 4)
    u = (*t[: s % 5], 9, *t)
    return len(u) * 100 + u[-1] + u[s % 4]
""",
    "a method named as one of lists": """
class Box(NamedTuple):
    a: int
    b: int
    def count(self, x):
        return 7 * x + self.a
    def index(self, x):
        return x
def f(s):
    box = Box(s, 2)
    t = (1, 1, s)
    return t.count(1) + 10 * Box(s, 1).count(2)
""",
    "enumerations": """
from enum import IntEnum
class Kind(IntEnum):
    ONE = 1
    TWO = 2
def f(s):
    return (Kind.TWO if s == Kind.ONE else Kind.ONE) + Kind.TWO.value * 10
""",
    "constants of modules": """
import string, math
def f(s):
    return int(math.pi * s) + math.gcd(s, 6)
""",
}

GAME = """
from typing import NamedTuple
from spielbaum import Game

{rule}

def make() -> Game:
    def moves(s):
        for n in range(1, 3):
            if s + n < 8:
                yield n
    def over(s):
        return s >= 5
    def play(s, n):
        return s + n
    def utility(s):
        return f(s)
    return Game("one", start=0, moves=moves, play=play, utility=utility, over=over, player=lambda s: s % 2)
"""


@pytest.mark.parametrize("what", some(RULES_OF_ONE_NUMBER, 12))
def test_exactly_as_python_does_it(what: str, tmp_path: Path) -> None:
    game = written(tmp_path, GAME.replace("{rule}", RULES_OF_ONE_NUMBER[what]))
    compiled = toured(game, interpreted=False)
    compiled[2] = 0
    assert compiled == walked(game, game.start, 0, DEPTH, [0] * 5)


# --------------------------------------------------------------------------------------------- refusals

REFUSED = {
    "lru_cache": (
        "import functools\n@functools.lru_cache\ndef g(n):\n    return n\ndef f(s):\n    return g(s)",
        "g(s)",
    ),
    "text": ("def f(s):\n    return int('{}'.format(s))", "format(s)"),
    "try": (
        "def f(s):\n    try:\n        return (1, 2)[s]\n    except IndexError:\n        return str(s)",
        "try:",
    ),
    "random": (
        "import random\ndef f(s):\n    return random.choice([1, s]) + random.shuffle(s)",
        "random.choice",
    ),
    "dataclass_open": (
        "from dataclasses import dataclass\n@dataclass\nclass D:\n    a: int\ndef f(s):\n    return D(s).a",
        "D(s).a",
    ),
    "dictionary": ("T = {1: 2}\ndef g(t, s):\n    return t[s]\ndef f(s):\n    return g(T, s)", "g(T, s)"),
    "table_text": ("T = {'a': 1}\ndef f(s):\n    return T['a']", "T['a']"),
    "itertools": (
        "from itertools import product\ndef f(s):\n    return sum(1 for _ in product((0, 1), repeat=s))",
        "product((0",
    ),
    "list_joined": (
        "def f(s):\n    a = []\n    for n in a:\n        a = a + [s]\n    return len(a)",
        "a + [s]",
    ),
    "table_large": ("T = [1 << 80, 2]\ndef f(s):\n    return T[s] & 1", "T[s] & 1"),
    "kwargs": ("def g(**k):\n    return k['a']\ndef f(s):\n    return g(a=s)", "def g"),
    "object": (
        "class C:\n    def __init__(self):\n        self.a = 1\nc = C()\ndef g(x):\n    return x.a\n"
        "def f(s):\n    return g(c)",
        "g(c)",
    ),
    "module": ("import bisect\nT = (1, 2, 3)\ndef f(s):\n    return bisect.bisect(T, s)", "bisect.bisect"),
}


@pytest.mark.parametrize("key", REFUSED)
def test_what_stays_refused_says_where_and_what_to_do(key: str, tmp_path: Path) -> None:
    rule, line = REFUSED[key]
    source = GAME.replace("{rule}", rule)
    game = written(tmp_path, source)
    with pytest.raises(CannotCompile) as raised:
        toured(game, interpreted=False)
    fields = raised.value.fields
    assert fields["file"] == str(tmp_path / "game.py")
    assert line in source.splitlines()[int(str(fields["line"])) - 1]
    reason = fields["reason"]
    assert isinstance(reason, SpielbaumError)
    assert reason.key == f"compile.refused.{key}"
    for language in ("en", "de"):
        sentence = raised.value.sentence(language)
        for inner in ("numba", "nopython", "UniTuple", "int64", "reflected", "spielbaum/engine", "$"):
            assert inner not in sentence, sentence


def test_refused_rules_still_run_interpreted(tmp_path: Path) -> None:
    game = written(tmp_path, GAME.replace("{rule}", REFUSED["lru_cache"][0]))
    assert toured(game, interpreted=True)[0] > 1


def test_without_source_it_says_so() -> None:
    scope: dict[str, Any] = {}
    exec(GAME.replace("{rule}", "def f(s):\n    return sum(n for n in range(s))"), scope)
    with pytest.raises(CannotCompile) as raised:
        toured(scope["make"](), interpreted=False)
    assert "source" in str(raised.value)


# ------------------------------------------------------------------------------------- around the compiler


def rules(game: Game[Any, Any]) -> dict[str, Any]:
    return {name: rule for name in RULES if (rule := game.named(name)) is not None}


@pytest.mark.parametrize("name", ["takeaway", "connect4", "kalah", "othello", "tictactoe", "chess"])
def test_games_that_need_no_rewriting_are_left_alone(name: str) -> None:
    game = load_game(name)
    lowered = lower(game, rules(game))
    assert lowered.rules == rules(game)
    assert not lowered.sources


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    game = written(tmp_path, WAYS["any_of_generator"])
    lowered = lower(game, rules(game))
    source = lowered.sources["make.<locals>.over"]
    assert "def any_in_over(items_, s):" in source
    assert "return any_in_over(LINES, s) or 0 not in s.cells" in source


@pytest.mark.long
def test_a_dataclass_is_searched_and_solved(tmp_path: Path) -> None:
    game = written(tmp_path, WAYS["frozen_dataclass_methods"])
    state = type(game.start)
    engine = Engine(game, table_mb=0.1)
    solved = engine.solve(every_move=True)
    assert solved.value == minimax(game).value == engine.search(depth=8).value
    assert engine.values([state(n, 0) for n in range(1, 8)]) == [-1, 1, 1, -1, 1, 1, -1]


#: Modules of helpers that rules of games use.
OFFERED = ("spielbaum.bits", "spielbaum.tables")


@pytest.mark.parametrize("function", [function for function in NATIVE if function.__module__ in OFFERED])
def test_what_has_instructions_of_its_own_keeps_them(function: Any) -> None:
    """Rewritten like any other function it would still mean the same, and be slow."""
    assert Frontend((0,), 0).function(function) is function


def test_replace_at() -> None:
    assert replace_at((1, 2, 3), 0, 9) == (9, 2, 3)
    assert replace_at((1, 2, 3), -1, 9) == (1, 2, 9)
    with pytest.raises(IndexError):
        replace_at((1, 2, 3), 3, 9)
