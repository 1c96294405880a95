"""Where compiled whole numbers are other numbers than Python's.

Python's whole numbers are endless and NumPy's know their width; compiled, everything is counted in 64 bits,
and a shift by more, an overflow or an index outside an array gives whatever the machine makes of it. Each
rule passes stages of our own on its way through Numba (`stages.py`), when the types of everything in it are
known: `inspection.py` refuses what is wrong whatever the position, and `runtime_checks.py`, for
`checked=True` only, asks before each operation that can go wrong. Here is what both know of operations.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from numba.core import ir, types

from spielbaum.errors import BadInput

LEAST, MOST, MOST_UNSIGNED = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
WORD = 64

#: Operations by their sign; those with `=` mean the same.
SIGNS: dict[Any, str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.mul: "*",
    operator.floordiv: "//",
    operator.mod: "%",
    operator.pow: "**",
    operator.lshift: "<<",
    operator.rshift: ">>",
    operator.and_: "&",
    operator.or_: "|",
    operator.xor: "^",
    operator.neg: "-x",
    operator.invert: "~",
}


class WouldDiffer(Exception):
    """A rule that would not compute compiled what it computes in Python; says why and where."""

    def __init__(self, reason: BadInput, file: str, line: int) -> None:
        super().__init__(reason)
        self.reason, self.file, self.line = reason, file, line
        #: The rule, or the function that it calls.
        self.function = ""


def operation_of(expression: Any) -> tuple[str, tuple[Any, ...]]:
    """The sign of an operation on numbers and its operands; no sign where it is something else."""
    if expression.op == "unary":
        return SIGNS.get(expression.fn, ""), (expression.value,)
    if expression.op == "binop":
        return SIGNS.get(expression.fn, ""), (expression.lhs, expression.rhs)
    if expression.op == "inplace_binop":
        return SIGNS.get(expression.immutable_fn, ""), (expression.lhs, expression.rhs)
    return "", ()


def kinds_in(kind: Any) -> tuple[Any, ...]:
    """The kinds of what is in a tuple."""
    return tuple(kind)


def is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def assignments_of(rule: Any) -> Iterable[Any]:
    return (
        statement
        for block in rule.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign)
    )
