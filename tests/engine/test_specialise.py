"""One module per game and kernel: every name means one thing, and all of it can be printed."""

from __future__ import annotations

import ast
from types import FunctionType

import pytest
from click.testing import CliRunner

from spielbaum.cli.doctor import command
from spielbaum.engine.kernels import KERNELS, Kernel
from spielbaum.engine.listing import listing
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import assemble, module_of
from spielbaum.games import load_game

BOTH_MEAN_IT = 1


def uses_it() -> int:
    return BOTH_MEAN_IT


def uses_another() -> int:
    return OTHER_ONE  # type: ignore[name-defined,no-any-return]  # noqa: F821


def test_a_name_with_two_meanings_is_an_error() -> None:
    """Also where a rule has the name of something that the kernel defines itself."""
    with pytest.raises(NameError, match="BOTH_MEAN_IT means two things in the kernel small"):
        assemble(Kernel("small", (uses_it,)), {"BOTH_MEAN_IT": 2})
    elsewhere = FunctionType(uses_it.__code__, {"BOTH_MEAN_IT": 3, "__name__": "elsewhere"}, "uses_it_too")
    with pytest.raises(NameError, match="BOTH_MEAN_IT"):
        assemble(Kernel("small", (uses_it, elsewhere)), {})
    with pytest.raises(NameError, match="the same name"):
        assemble(Kernel("small", (uses_it, uses_it)), {})
    assert assemble(Kernel("small", (uses_it,)), {}).bind()() == 1
    assert assemble(Kernel("small", (uses_another,)), {"OTHER_ONE": 5}).bind()() == 5


@pytest.mark.parametrize("kernel", ["search", "trace", "solve", "perft"])
def test_the_listing_is_python(kernel: str) -> None:
    """Every function of the kernel, once, and the rules with their helpers are in it."""
    text = listing("title", module_of(KERNELS[kernel], rules_of(load_game("connect4"))))
    functions = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    own = [function.__name__ for function in KERNELS[kernel].functions]
    assert [functions.count(name) for name in own] == [1] * len(own)
    assert {"play", "pack"} & set(functions)
    assert "NotImplementedError" not in text  # no place is left open


def test_doctor_prints_it() -> None:
    """In plain text and as JSON."""
    done = CliRunner().invoke(command, ["--source", "takeaway", "--kernel", "perft"])
    assert done.exit_code == 0, done.output
    assert "def perft(" in done.output
    assert "# most = 2" in done.output  # what a rule finds in its closure
    as_json = CliRunner().invoke(command, ["--source", "takeaway", "--kernel", "perft", "--json"])
    assert '"kernel": "perft"' in as_json.output
