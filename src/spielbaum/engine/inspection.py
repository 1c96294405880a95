"""Refuses rules that would compute other numbers compiled than in Python, whatever the position.

A shift by a constant of 64 or more, a power that does not fit, signed and unsigned words in one operation,
`~` of a truth value, answers with a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba.core import ir, types
from numba.core.ir_utils import find_const, guard

from spielbaum.engine.arithmetic import (
    LEAST,
    MOST,
    MOST_UNSIGNED,
    SIGNS,
    WORD,
    WouldDiffer,
    assignments_of,
    is_whole,
    kinds_in,
    operation_of,
)
from spielbaum.errors import BadInput

#: In these both operands become words of one kind.
_MIXING = frozenset({"+", "-", "*", "//", "%", "**", "&", "|", "^"})
#: The exponents beyond which only 0, 1 and -1 stay small.
_MOST_EXPONENT = 64


def inspect_constants(rule: Any) -> None:
    """Refuse whole numbers that no word can hold; Python has worked out `1 << 70` already."""
    for assignment in assignments_of(rule):
        if isinstance(assignment.value, ir.Const | ir.Global | ir.FreeVar):
            number = assignment.value.value
            if type(number) is int and not LEAST <= number <= MOST_UNSIGNED:
                raise _refused(rule, assignment, "number", number=_told(number))


def inspect_rule(rule: Any, kinds: Mapping[str, Any], returned: Any, role: str | None) -> None:
    """Refuse what would be another number compiled than in Python, whatever the position."""
    for assignment in assignments_of(rule):
        expression = assignment.value
        if isinstance(expression, ir.Expr):
            _inspect_operation(rule, kinds, assignment, expression)
    _inspect_joins(rule, kinds)
    if role is not None and _has_fraction(returned):
        raise _refused(rule, None, "payoff" if role == "utility" else "fraction", name=role)


def _inspect_operation(rule: Any, kinds: Mapping[str, Any], assignment: Any, expression: Any) -> None:
    sign, operands = operation_of(expression)
    if not sign or not all(is_whole(kinds[operand.name]) for operand in operands):
        return
    given = [kinds[operand.name] for operand in operands]
    if sign == "~" and isinstance(given[0], types.Boolean):
        raise _refused(rule, assignment, "invert")
    if len(operands) == 1:
        return
    known = [_constant(rule, kinds, operand) for operand in operands]
    count = known[1]
    if sign in ("<<", ">>") and count is not None and not 0 <= count < WORD:
        raise _refused(rule, assignment, "shift", sign=sign, count=count)
    if sign == "**" and count is not None and count < 0:
        raise _refused(rule, assignment, "power", count=count)
    if sign == "<<" or sign in _MIXING:
        result = _worked_out(sign, *known)
        if result is not None and not LEAST <= result <= MOST_UNSIGNED:
            raise _refused(rule, assignment, "result", sign=sign)
    signed = [isinstance(kind, types.Boolean) or kind.signed for kind in given]
    if sign in _MIXING and any(signed) and any(_may_be_large(rule, kinds, operand) for operand in operands):
        large = [number for number in known if number is not None and number > MOST]
        if large:
            raise _refused(rule, assignment, "unsigned", number=large[0])
        # The bits below a mask that is no negative number are the same either way.
        mask = known[signed.index(True)]
        if sign != "&" or mask is None or mask < 0:
            raise _refused(rule, assignment, "mixed", sign=sign)


def _may_be_large(rule: Any, kinds: Mapping[str, Any], operand: Any) -> bool:
    """Whether this is an unsigned word, and no sum or the like of narrower numbers such as uint8 cells."""
    if types.unliteral(kinds[operand.name]) != types.uint64:
        return False
    made = guard(rule.get_definition, operand)
    sign, operands = operation_of(made) if isinstance(made, ir.Expr) else ("", ())
    return not sign or any(_may_be_large(rule, kinds, part) for part in operands)


def _inspect_joins(rule: Any, kinds: Mapping[str, Any]) -> None:
    """A variable that is a signed word on one way and an unsigned one on another becomes a fraction."""
    sources: dict[str, list[Any]] = {}
    first: dict[str, Any] = {}
    for assignment in assignments_of(rule):
        name, value = assignment.target.name, assignment.value
        if not isinstance(kinds.get(name), types.Float):
            continue
        first.setdefault(name, assignment)
        if isinstance(value, ir.Expr) and value.op == "phi":
            joined = [part for part in value.incoming_values if part is not ir.UNDEFINED]
        elif isinstance(value, ir.Expr) and value.op == "cast":
            joined = [value.value]
        else:
            joined = [value]
        sources.setdefault(name, []).extend(
            kinds[part.name] if isinstance(part, ir.Var) else kinds[name] for part in joined
        )
    for name, joined in sources.items():
        if joined and all(map(is_whole, joined)):
            raise _refused(rule, first[name], "joined", name=name.split(".")[0].lstrip("$"))


def _has_fraction(kind: Any) -> bool:
    """Whether an answer of this kind has a number with a fraction in it."""
    if isinstance(kind, types.Generator):
        return _has_fraction(kind.yield_type)
    if isinstance(kind, types.BaseTuple):
        return any(map(_has_fraction, kinds_in(kind)))
    if isinstance(kind, types.Array | types.List):
        return _has_fraction(kind.dtype)
    if isinstance(kind, types.Optional):
        return _has_fraction(kind.type)
    return isinstance(kind, types.Float)


def _worked_out(sign: str, left: int | None, right: int | None) -> int | None:
    """What Python makes of two constants; None where one is not known, or the question has no answer."""
    if left is None or right is None:
        return None
    if sign in ("//", "%"):
        return None
    if sign == "**":
        right = min(right, _MOST_EXPONENT)  # more is too much already, or one of 0, 1 and -1
    operation = next(fn for fn, name in SIGNS.items() if name == sign)
    result: int = operation(left, right)
    return result


def _constant(rule: Any, kinds: Mapping[str, Any], operand: Any) -> int | None:
    kind = kinds[operand.name]
    found = kind.literal_value if isinstance(kind, types.IntegerLiteral) else guard(find_const, rule, operand)
    return int(found) if isinstance(found, int | np.integer) else None


def _refused(rule: Any, assignment: Any, key: str, **fields: object) -> WouldDiffer:
    place = rule.loc if assignment is None else assignment.loc
    reason = BadInput(f"engine.refused.{key}", **fields)
    return WouldDiffer(reason, place.filename, place.line)


def _told(number: int) -> str:
    text = str(number)
    return text if len(text) <= 25 else f"{text[:22]}…"
