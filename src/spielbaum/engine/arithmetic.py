"""Where compiled whole numbers are other numbers than Python's.

Python's whole numbers are endless and NumPy's know their width; compiled, everything is counted in 64 bits,
and a shift by more, an overflow or an index outside an array gives whatever the machine makes of it. Each
rule passes two stages of our own on its way through Numba, when the types of everything in it are known:

- `inspect_rule` refuses what is wrong whatever the position: a shift by a constant of 64 or more, a power
  that does not fit, signed and unsigned words in one operation, `~` of a truth value, answers with a
  fraction;
- `guard_rule`, for `checked=True` only, puts a question before each operation that can go wrong: does the
  index lie within the array, does the sum fit? Where not, the compiled code raises and says the line.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import ir, types
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import find_const, guard
from numba.core.lowering import Lower
from numba.core.typed_passes import (
    BaseNativeLowering,
    NativeLowering,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import IRProcessing

from spielbaum import bits
from spielbaum.engine.inner_code import inner_stages
from spielbaum.errors import BadInput

LEAST, MOST, MOST_UNSIGNED = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
WORD = 64

#: Operations by their sign; those with `=` mean the same.
_SIGNS: dict[Any, str] = {
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
#: In these both operands become words of one kind.
_MIXING = frozenset({"+", "-", "*", "//", "%", "**", "&", "|", "^"})
#: The exponents beyond which only 0, 1 and -1 stay small.
_MOST_EXPONENT = 64


class WouldDiffer(Exception):
    """A rule that would not compute compiled what it computes in Python; says why and where."""

    def __init__(self, reason: BadInput, file: str, line: int) -> None:
        super().__init__(reason)
        self.reason, self.file, self.line = reason, file, line
        #: The rule, or the function that it calls.
        self.function = ""


def pipeline(roles: Mapping[CodeType, str], *, checked: bool) -> type[CompilerBase]:
    """Numba's stages with ours among them; `roles` says which rule of the game a function is."""

    class Stages(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.roles = roles
            stages = inner_stages(self.state)
            stages.add_pass_after(_Constants, IRProcessing)
            stages.add_pass_after(_Inspection, NopythonTypeInference)
            if checked:
                stages.add_pass_after(_Guarding, PreLowerStripPhis)
                stages.add_pass_after(_Lowering, NativeLowering)
                stages.passes = [stage for stage in stages.passes if stage[0] is not NativeLowering]
            stages.finalize()
            return [stages]

    return Stages


class _Stage(FunctionPass):
    def __init__(self) -> None:  # Numba declares it abstract
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        function = state.func_id.func
        role = state.roles.get(function.__code__)
        try:
            return self.work(state, role)
        except WouldDiffer as refused:
            refused.function = role or function.__name__
            raise

    def work(self, state: Any, role: str | None) -> bool:
        """Do it; whether anything was changed."""
        raise NotImplementedError


@register_pass(mutates_CFG=False, analysis_only=True)
class _Constants(_Stage):
    _name = "spielbaum_constants"

    def work(self, state: Any, _role: str | None) -> bool:
        inspect_constants(state.func_ir)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _Inspection(_Stage):
    _name = "spielbaum_inspection"

    def work(self, state: Any, role: str | None) -> bool:
        inspect_rule(state.func_ir, state.typemap, state.return_type, role)
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class _Guarding(_Stage):
    _name = "spielbaum_guards"

    def work(self, state: Any, _role: str | None) -> bool:
        guard_rule(state.func_ir, state.typemap)
        return True


# ------------------------------------------------------------------------------------- before it is compiled


def inspect_constants(rule: Any) -> None:
    """Refuse whole numbers that no word can hold; Python has worked out `1 << 70` already."""
    for assignment in _assignments(rule):
        if isinstance(assignment.value, ir.Const | ir.Global | ir.FreeVar):
            number = assignment.value.value
            if type(number) is int and not LEAST <= number <= MOST_UNSIGNED:
                raise _refused(rule, assignment, "number", number=_told(number))


def inspect_rule(rule: Any, kinds: Mapping[str, Any], returned: Any, role: str | None) -> None:
    """Refuse what would be another number compiled than in Python, whatever the position."""
    for assignment in _assignments(rule):
        expression = assignment.value
        if isinstance(expression, ir.Expr):
            _inspect_operation(rule, kinds, assignment, expression)
    _inspect_joins(rule, kinds)
    if role is not None and _has_fraction(returned):
        raise _refused(rule, None, "payoff" if role == "utility" else "fraction", name=role)


def _inspect_operation(rule: Any, kinds: Mapping[str, Any], assignment: Any, expression: Any) -> None:
    sign, operands = _operation(expression)
    if not sign or not all(_is_whole(kinds[operand.name]) for operand in operands):
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
    sign, operands = _operation(made) if isinstance(made, ir.Expr) else ("", ())
    return not sign or any(_may_be_large(rule, kinds, part) for part in operands)


def _inspect_joins(rule: Any, kinds: Mapping[str, Any]) -> None:
    """A variable that is a signed word on one way and an unsigned one on another becomes a fraction."""
    sources: dict[str, list[Any]] = {}
    first: dict[str, Any] = {}
    for assignment in _assignments(rule):
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
        if joined and all(map(_is_whole, joined)):
            raise _refused(rule, first[name], "joined", name=name.split(".")[0].lstrip("$"))


def _has_fraction(kind: Any) -> bool:
    """Whether an answer of this kind has a number with a fraction in it."""
    if isinstance(kind, types.Generator):
        return _has_fraction(kind.yield_type)
    if isinstance(kind, types.BaseTuple):
        return any(map(_has_fraction, _parts(kind)))
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
    operation = next(fn for fn, name in _SIGNS.items() if name == sign)
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


# ----------------------------------------------------------------------------------------- while it runs


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
        sign, operands = _operation(expression)
        if sign in _QUESTIONS and all(_is_whole(kinds[operand.name]) for operand in operands):
            yield Guard(sign, operands, statement.loc)


def _is_indexed(kinds: Mapping[str, Any], value: Any, index: Any) -> bool:
    """Whether this takes one element (or a part of an array with more axes) by numbers alone."""
    container, place = kinds[value.name], kinds[index.name]
    if isinstance(container, types.Array):
        places = _parts(place) if isinstance(place, types.BaseTuple) else (place,)
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
        place_kinds = list(_parts(place))
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
class _Lowering(BaseNativeLowering):
    _name = "spielbaum_lowering"  # type: ignore[assignment]

    def __init__(self) -> None:  # Numba declares it abstract
        super().__init__()  # type: ignore[no-untyped-call]

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


# --------------------------------------------------------------------------------------------- both


def _operation(expression: Any) -> tuple[str, tuple[Any, ...]]:
    """The sign of an operation on numbers and its operands; no sign where it is something else."""
    if expression.op == "unary":
        return _SIGNS.get(expression.fn, ""), (expression.value,)
    if expression.op == "binop":
        return _SIGNS.get(expression.fn, ""), (expression.lhs, expression.rhs)
    if expression.op == "inplace_binop":
        return _SIGNS.get(expression.immutable_fn, ""), (expression.lhs, expression.rhs)
    return "", ()


def _parts(kind: Any) -> tuple[Any, ...]:
    """The kinds of what is in a tuple."""
    return tuple(kind)


def _is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def _assignments(rule: Any) -> Iterable[Any]:
    return (
        statement
        for block in rule.blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Assign)
    )
