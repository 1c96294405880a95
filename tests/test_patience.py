"""No test depends on how fast the machine is: whoever waits for something has `PATIENCE`.

Looked for are numbers written down as time-outs and deadlines. Where a limit is what is tested, or is
expected to pass, its line says so: `# a limit: …`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

#: Methods whose first argument is how long they wait.
WAITING = {"wait", "communicate", "join", "result", "acquire", "set_default_timeout"}
CLOCKS = {"monotonic", "perf_counter", "time"}
#: Seconds a test may take, as pyproject.toml has it.
USUAL = 1800


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def limits(tree: ast.AST) -> Iterator[int]:
    """Lines with a number of seconds after which somebody stops waiting."""
    for node in ast.walk(tree):
        given: list[ast.expr] = []
        if isinstance(node, ast.Call):
            given = [word.value for word in node.keywords if word.arg == "timeout"]
            if isinstance(node.func, ast.Attribute) and node.func.attr in WAITING:
                given += node.args[:1]
            if name_of(node) == "wait_for":
                given += node.args[1:2]
            if ast.unparse(node.func) == "pytest.mark.timeout":  # may only be longer than for other tests
                given += [each for each in node.args if float(ast.unparse(each)) < USUAL]
        elif isinstance(node, ast.BinOp):  # monotonic() + 5
            if (
                isinstance(node.op, ast.Add)
                and isinstance(node.left, ast.Call)
                and name_of(node.left) in CLOCKS
            ):
                given = [node.right]
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.BinOp):  # monotonic() - began < 30
            if isinstance(node.left.op, ast.Sub) and name_of(node.left.left) in CLOCKS:
                given = node.comparators
        for each in given:
            if isinstance(each, ast.Constant) and type(each.value) in (int, float):
                yield each.lineno


def test_whoever_waits_has_patience() -> None:
    found = []
    for path in Path(__file__).parent.rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        numbers = limits(ast.parse("\n".join(lines)))
        found += [f"{path}:{number}" for number in numbers if "# a limit" not in lines[number - 1]]
    assert not found, "use tests.support.patience.PATIENCE"


@pytest.mark.parametrize(
    "line",
    [
        "process.wait(60)",
        "process.communicate(timeout=60)",
        "httpx.Client(timeout=120)",
        "asyncio.wait_for(story(), 240)",
        "until = time.monotonic() + 5",
        "assert perf_counter() - began < 30",
        "@pytest.mark.timeout(1200)\ndef test(): pass",
    ],
)
def test_a_short_limit_is_found(line: str) -> None:
    assert list(limits(ast.parse(line)))
