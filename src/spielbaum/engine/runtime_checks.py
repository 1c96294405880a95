"""Questions asked while compiled rules run, for `checked=True`: does the index lie within the array, does the
sum fit? Where not, the compiled code raises and says the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import ir, types
from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import guard
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering

from spielbaum import bits
from spielbaum.engine.arithmetic import LEAST, WORD, is_whole, kinds_in, operation_of


class Guard(ir.Stmt):
    """A question asked before an operation; where the answer is no, the rule raises."""

    def __init__(self, sign: str, operands: tuple[Any, ...], loc: Any) -> None:
        self.sign, self.operands, self.loc = sign, operands, loc

    def __str__(self) -> str:
        return f"guard {self.sign} {', '.join(map(str, self.operands))}"


#: Functions of `spielbaum.bits` with an argument that must be right, and which one.
_BIT_FUNCTIONS: dict[Any, tuple[str, int]] = {
    bits.shift_left: ("<<", 1),
    bits.shift_right: (">>", 1),
    bits.lowest_bit: ("lowest_bit", 0),
}


def guard_rule(rule: Any, kinds: Mapping[str, Any]) -> None:
    """Put a guard before everything in the rule that could go wrong unseen."""
    for block in rule.blocks.values():
        guarded: list[Any] = []
        for statement in block.body:
            guarded += _guards(rule, kinds, statement)
            guarded.append(statement)
        block.body = guarded


def _guards(rule: Any, kinds: Mapping[str, Any], statement: Any) -> Iterator[Guard]:
    if isinstance(statement, ir.SetItem):
        if _is_indexed(kinds, statement.target, statement.index):
            yield Guard("[]", (statement.target, statement.index), statement.loc)
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Expr):
        return
    expression = statement.value
    if expression.op == "getitem" and _is_indexed(kinds, expression.value, expression.index):
        yield Guard("[]", (expression.value, expression.index), statement.loc)
    elif expression.op == "static_getitem" and expression.index_var is not None:
        if isinstance(kinds[expression.value.name], types.Array) and _is_indexed(
            kinds, expression.value, expression.index_var
        ):
            yield Guard("[]", (expression.value, expression.index_var), statement.loc)
    elif expression.op == "call":
        called = guard(rule.get_definition, expression.func)
        function = getattr(called, "value", None)
        if function in _BIT_FUNCTIONS and not expression.kws:
            sign, which = _BIT_FUNCTIONS[function]
            yield Guard(sign, (expression.args[which],) * 2, statement.loc)
    else:
        sign, operands = operation_of(expression)
        if sign in _QUESTIONS and all(is_whole(kinds[operand.name]) for operand in operands):
            yield Guard(sign, operands, statement.loc)


def _is_indexed(kinds: Mapping[str, Any], value: Any, index: Any) -> bool:
    """Whether this takes one element (or a part of an array with more axes) by numbers alone."""
    container, place = kinds[value.name], kinds[index.name]
    if isinstance(container, types.Array):
        places = kinds_in(place) if isinstance(place, types.BaseTuple) else (place,)
        return len(places) <= container.ndim and all(isinstance(part, types.Integer) for part in places)
    return isinstance(container, types.BaseTuple) and isinstance(place, types.Integer)


def _lower_guard(lower: Any, stated: Guard) -> None:
    """Write the question as machine code."""
    builder, context = lower.builder, lower.context

    def refuse(wrong: Any, error: type[Exception], text: str) -> None:
        with builder.if_then(wrong, likely=False):
            lower.return_exception(error, (text,), stated.loc)

    kinds = [lower.typeof(operand.name) for operand in stated.operands]
    values = [lower.loadvar(operand.name) for operand in stated.operands]
    if stated.sign == "[]":
        _index_within(context, builder, kinds, values, refuse)
        return
    words = [
        value if kind == types.uint64 else context.cast(builder, value, types.unliteral(kind), types.int64)
        for kind, value in zip(kinds, values, strict=True)
    ]
    _QUESTIONS[stated.sign](builder, kinds, words, refuse)


Refuse = Callable[[Any, type[Exception], str], None]


def _index_within(context: Any, builder: Any, kinds: list[Any], values: list[Any], refuse: Refuse) -> None:
    container, place = kinds
    if isinstance(container, types.Array):
        array = context.make_array(container)(context, builder, values[0])
        sizes = [builder.extract_value(array.shape, axis) for axis in range(container.ndim)]
    else:
        sizes = [_word(len(container))]
    if isinstance(place, types.BaseTuple):
        places = [builder.extract_value(values[1], i) for i in range(len(place))]
        place_kinds = list(kinds_in(place))
    else:
        places, place_kinds = [values[1]], [place]
    for index, kind, size in zip(places, place_kinds, sizes, strict=False):
        word = context.cast(builder, index, types.unliteral(kind), types.int64)
        below = builder.icmp_signed("<", word, builder.neg(size))
        above = builder.icmp_signed(">=", word, size)
        refuse(builder.or_(below, above), IndexError, "an index lies outside the array or tuple")


def _word(number: int) -> Any:
    return llvm.Constant(llvm.IntType(WORD), number)


def _unsigned(kinds: list[Any]) -> bool:
    return any(kind == types.uint64 for kind in kinds)


def _fits(operation: str) -> Callable[..., None]:
    """Whether a sum, difference or product fits into a word, and into what NumPy makes of narrow ones."""

    def ask(builder: Any, kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
        if _unsigned(kinds):  # wraps around in NumPy too
            return
        answer = getattr(builder, f"s{operation}_with_overflow")(*words)
        text = "a whole number needs more than 64 bits"
        if operation == "mul":
            text += "; times(…) of spielbaum.bits keeps the lowest 64"
        refuse(builder.extract_value(answer, 1), OverflowError, text)
        _fits_narrow(builder, kinds, builder.extract_value(answer, 0), refuse)

    return ask


def _fits_narrow(builder: Any, kinds: list[Any], word: Any, refuse: Refuse) -> None:
    """Numbers of int8, uint16 … stay what they are in NumPy, where compiled code counts on.

    A constant beside them is Python's and changes nothing. Any other word may be NumPy's, and then the
    result is one, or Python's, and then it is not: nothing can be said.
    """
    narrow = [kind for kind in kinds if not isinstance(kind, types.IntegerLiteral | types.Boolean)]
    if not narrow or any(kind.bitwidth == WORD for kind in narrow):
        return
    widest = np.result_type(*(np.dtype(kind.name) for kind in narrow))
    limits = np.iinfo(widest)
    below = builder.icmp_signed("<", word, _word(int(limits.min)))
    above = builder.icmp_signed(">", word, _word(int(limits.max)))
    text = f"a number of the type {widest} overflows; write int(…) around the operands"
    refuse(builder.or_(below, above), OverflowError, text)


def _shift_count(builder: Any, _kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
    count = words[1]
    refuse(builder.icmp_signed("<", count, _word(0)), ValueError, "a shift by a negative number")
    refuse(builder.icmp_signed(">=", count, _word(WORD)), OverflowError, "a shift by 64 bits or more")


def _power(builder: Any, kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
    base, exponent = words
    if not _unsigned(kinds[1:]):
        wrong = builder.icmp_signed("<", exponent, _word(0))
        refuse(wrong, ValueError, "a power with a negative exponent is no whole number")
    if _unsigned(kinds):
        return
    double = llvm.DoubleType()
    power = builder.module.declare_intrinsic("llvm.pow", [double])
    absolute = builder.module.declare_intrinsic("llvm.fabs", [double])
    result = builder.call(power, [builder.sitofp(base, double), builder.sitofp(exponent, double)])
    large = builder.fcmp_ordered(">=", builder.call(absolute, [result]), llvm.Constant(double, 2.0**63))
    refuse(large, OverflowError, "a whole number needs more than 64 bits")


def _negation(builder: Any, kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
    if _unsigned(kinds):
        return
    wrong = builder.icmp_signed("==", words[0], _word(LEAST))
    refuse(wrong, OverflowError, "a whole number needs more than 64 bits")
    _fits_narrow(builder, kinds, builder.neg(words[0]), refuse)


def _division(builder: Any, kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
    if _unsigned(kinds):
        return
    least = builder.icmp_signed("==", words[0], _word(LEAST))
    flips = builder.icmp_signed("==", words[1], _word(-1))
    refuse(builder.and_(least, flips), OverflowError, "a whole number needs more than 64 bits")


def _no_bit(builder: Any, _kinds: list[Any], words: list[Any], refuse: Refuse) -> None:
    wrong = builder.icmp_signed("==", words[0], _word(0))
    refuse(wrong, ValueError, "lowest_bit of a word without a bit")


_QUESTIONS: dict[str, Callable[..., None]] = {
    "+": _fits("add"),
    "-": _fits("sub"),
    "*": _fits("mul"),
    "//": _division,
    "**": _power,
    "<<": _shift_count,
    ">>": _shift_count,
    "-x": _negation,
    "lowest_bit": _no_bit,
}


class _Lower(Lower):
    """Writes machine code for guards, besides what Numba knows."""

    def lower_inst(self, inst: Any) -> Any:
        if isinstance(inst, Guard):
            return _lower_guard(self, inst)
        return super().lower_inst(inst)  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)
class GuardedLowering(BaseNativeLowering):
    _name = "spielbaum_lowering"  # type: ignore[assignment]

    def __init__(self) -> None:  # Numba declares it abstract
        super().__init__()  # type: ignore[no-untyped-call]

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower
