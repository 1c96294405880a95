"""Python as JavaScript: the same functions, the same answers in both."""

# The samples are to have what people write, wise or not.
# ruff: noqa: ARG001, C416, PLC3002, PLR0133, PTH123

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum.bits import flip_rows, popcount
from spielbaum.site.build import STATIC
from spielbaum.site.javascript import Untranslatable, translated
from spielbaum.site.programs import runner
from tests.support.patience import PATIENCE

BIG = (1 << 62) + 12345
TABLE = {"a": 1, (2, 3): "pair", True: "one"}


class Pair(NamedTuple):
    first: int
    second: int = 7


@dataclass(frozen=True)
class Stone:
    owner: int | None = None
    name: str = "x"


def numbers(a: int, b: int) -> tuple[Any, ...]:
    return (
        a + b,
        a - b,
        a * b,
        a // b,
        a % b,
        -a // b,
        -a % b,
        a // -b,
        a % -b,
        divmod(-a, b),
        abs(-a),
        a**3,
        ~a,
    )


def bit_tricks(a: int, b: int) -> tuple[Any, ...]:
    shifted = a << 70 >> 3
    return (
        a & b,
        a | b,
        a ^ b,
        shifted,
        -a >> 2,
        popcount(-a),
        flip_rows(a),
        a.bit_length(),
        (a > b) + 1,
        True & (a > 0),
    )


def texts(a: int, b: int) -> list[str]:
    words = ["North", "East"]
    return [
        f"{a}{b:>4}|{b:03}|{words[0]:^9}|{words[1]:<6}|{a == b}",
        "-".join(str(i) for i in range(b)),
        words[0][::-1],
        words[1].upper() + words[0].lower(),
        "abc"[-2:],
        str(None),
        "x" * b,
        chr(ord("a") + b),
        "  a b ".strip(),
    ]


def loops(a: int, b: int) -> list[Any]:
    found: list[Any] = []
    for i, (x, *rest) in enumerate(zip(range(b), reversed(range(b)), strict=True)):
        if i == 2:
            continue
        if i > 5:
            break
        found.append((i, x, rest))
    n = a % 17
    while n and len(found) < 20:
        n //= 2
        found += [n]
    return found


def containers(a: int, b: int) -> list[Any]:
    seen = {x % 3 for x in range(b)} | {(1, 2)}
    table = {k: v for k, v in zip("abc", range(3), strict=True)}
    table["d"] = a
    rows = [[0] * 3 for _ in range(2)]
    rows[1][-1] = b
    rows[0][1:] = [8, 9, 10]
    return [
        (1, 2) in seen,
        2 in seen,
        5 not in seen,
        len(seen),
        sorted(table.items()),
        rows,
        TABLE[1],
        TABLE[2, 3],
        TABLE.get("z", "none"),
        max([(1, 2), (1, 3), (0, 9)]),
        min("hello"),
        sum([1, 2, b]),
        any([]),
        all([0, 1]),
        sorted([3, 1, 2], key=lambda x: -x),
        max([], default=4),
        list(map(abs, [-1, 1])),
        next(iter([5])),
        1 == True,
        [list(c) for c in combinations(range(4), 2)],
        list(product("ab", [1, 2])),
        reduce(lambda x, y: x * y, [1, 2, b]),
        ((a - a) and 1, (a - a) or 5, "x"[b:] or "empty", 1 < b < 9, not b, b if a else None),
        [x for x in range(b) if x & 1],
    ]


def records(a: int, b: int) -> list[Any]:
    one = Pair(a)
    other = one._replace(second=b)
    stone = replace(Stone(1), name="y")
    x, y = other
    return [
        one == (a, 7),
        one != other,
        other.second,
        x + y,
        stone.name,
        stone == Stone(1, "y"),
        Stone().owner is None,
    ]


def closures(a: int, b: int) -> list[Any]:
    count = 0

    def step(by: int = 2, *, times: int = 1) -> int:
        nonlocal count
        count += by * times
        return count

    def walk(n: int) -> Any:
        if n > 0:
            yield n
            yield from walk(n - 1)

    return [
        step(),
        step(3),
        step(times=4),
        list(walk(b)),
        ADD(1),
        ADD(other=2),
        [(lambda q: q + a)(1)],
        (c := b) + c,
    ]


@lru_cache
def helper(one: int, other: int = 5) -> int:
    return one * 10 + other + (BIG & 7)


ADD = partial(helper, 3)
FUNCTIONS: tuple[Callable[[int, int], Any], ...] = (
    numbers, bit_tricks, texts, loops, containers, records, closures,
)  # fmt: skip
CASES = [(5, 3), (BIG, 7), (123456789, 4)]
SCRIPT = """
import * as seen from "./seen.mjs";
const plain = (v) => typeof v === "bigint" ? `${v}n` : v instanceof Array ? Array.from(v, plain) : v;
const cases = %s;
const all = %s.map((name) => cases.map(([a, b]) => seen[name](BigInt(a), BigInt(b))));
console.log(JSON.stringify(plain(all)));
"""


def plain(value: Any) -> Any:
    """As the script writes it: whole numbers with an n."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    return f"{value}n" if isinstance(value, int) else [plain(part) for part in value]


def test_functions_do_the_same_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "values.mjs").write_bytes((STATIC / "js" / "light" / "python_values.js").read_bytes())
    names = [function.__name__ for function in FUNCTIONS]
    (tmp_path / "seen.mjs").write_text(
        translated(dict(zip(names, FUNCTIONS, strict=True)), "./values.mjs"), "utf-8"
    )
    cases = [[str(a), str(b)] for a, b in CASES]
    (tmp_path / "run.mjs").write_text(SCRIPT % (json.dumps(cases), json.dumps(names)), "utf-8")
    command = runner()
    assert command is not None
    done = subprocess.run(
        [*command, str(tmp_path / "run.mjs")], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    for function, found in zip(FUNCTIONS, json.loads(done.stdout), strict=True):
        for case, answer in zip(CASES, found, strict=True):
            assert answer == plain(function(*case)), (function.__name__, case)


def unknown_function(a: int) -> str:
    return hex(a)


def unknown_statement(a: int) -> int:
    with open(str(a)) as file:
        return len(file.read())


def unknown_keywords(a: int, **more: int) -> int:
    return a


@pytest.mark.parametrize("function", [unknown_function, unknown_statement, unknown_keywords])
def test_what_has_no_translation_is_named(function: Callable[..., Any]) -> None:
    with pytest.raises(Untranslatable, match=f"in {function.__name__}.* has no translation"):
        translated({"it": function}, "./values.mjs")
