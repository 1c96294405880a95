"""Functions of Python as JavaScript: what people see of a game, for pages that have no Python.

A page with one game needs its rules, which are compiled, and what people see of them: the picture of a
position and the names of moves. Those are ordinary Python on whole numbers, texts and tuples; here they are
translated, function by function, with everything they call. Names are looked up, not guessed: what is not a
local variable has its value already, and becomes a constant.

What Python's operators and functions do is done by `python_values.js`: a whole number is a BigInt, a tuple
or list an array, a record an object of a class with the same fields. What has no translation is refused
(`Untranslatable`) with its line; whoever writes a site also plays random games in both languages and compares
what comes out (`light.py`).
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import itertools
import json
import typing
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from spielbaum import bits
from spielbaum.engine.frontend.source import definition_of
from spielbaum.errors import BadInput
from spielbaum.forms import is_array

#: What the translated text calls the functions of `python_values.js`.
PY = "py"
#: Words of JavaScript that are names in Python, and those that the translated text uses itself.
RESERVED = frozenset(
    {
        *(
            PY,
            "arguments",
            "await",
            "case",
            "catch",
            "const",
            "debugger",
            "default",
            "delete",
            "do",
            "enum",
            "eval",
        ),
        *(
            "export",
            "extends",
            "false",
            "function",
            "implements",
            "in",
            "instanceof",
            "interface",
            "let",
            "new",
        ),
        *("null", "package", "private", "protected", "public", "static", "super", "switch", "this", "throw"),
        *("true", "typeof", "undefined", "var", "void"),
    }
)
#: Functions that `python_values.js` has under the same names.
KNOWN: dict[Callable[..., Any], str] = {
    function: function.__name__
    for function in (
        *(
            abs,
            all,
            any,
            bool,
            chr,
            dict,
            divmod,
            enumerate,
            filter,
            frozenset,
            int,
            isinstance,
            iter,
            len,
            list,
        ),
        *(map, max, min, next, ord, range, reversed, round, set, sorted, str, sum, tuple, zip),
        *(dataclasses.replace, functools.reduce, itertools.combinations, itertools.product, typing.cast),
        *(itertools.chain, bits.popcount, bits.flip_rows),
    )
}
OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert", ast.Not: "not", ast.Eq: "eq",
    ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.In: "in",
    ast.NotIn: "notIn", ast.Is: "is", ast.IsNot: "isNot",
}  # fmt: skip


class Untranslatable(BadInput):
    """There is no JavaScript for it."""

    def __init__(self, what: str, function: str) -> None:
        super().__init__("site.untranslatable", what=what.splitlines()[0][:100], function=function)


def translated(functions: Mapping[str, Callable[..., Any]], runtime: str) -> str:
    """A module that exports the functions under these names; `runtime` is where `python_values.js` is."""
    translator = _Translator()
    exports = [
        f"export const {name} = {translator.value(function, name)};" for name, function in functions.items()
    ]
    head = f"// Written by Spielbaum from Python.\n\nimport * as {PY} from {json.dumps(runtime)};\n"
    return "\n".join([head, *translator.written, *exports, ""])


class _Translator:
    """Everything of one module: constants, records and functions, each written once."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._names: dict[int, str] = {}
        #: Kept, so that no other object gets the identity of one that was named.
        self._objects: list[object] = []

    def value(self, thing: Any, where: str) -> str:
        """An expression for something that is known while translating."""
        match thing:
            case None:
                return "null"
            case Enum():
                return self.value(thing.value, where)
            case bool():
                return "true" if thing else "false"
            case int():
                return f"{thing}n" if thing >= 0 else f"({thing}n)"
            case float() | str():
                return json.dumps(thing, ensure_ascii=False)  # an infinite number: as in JavaScript
            case range():
                ends = (thing.start, thing.stop, thing.step)
                return f"{PY}.range({', '.join(self.value(end, where) for end in ends)})"
        if id(thing) in self._names:
            return self._names[id(thing)]
        if callable(thing) and thing in KNOWN:
            return f"{PY}.{KNOWN[thing]}"
        return self._named(thing, where)

    def _named(self, thing: Any, where: str) -> str:
        label = getattr(thing, "__name__", "constant")
        name = f"{_identifier(label if label.isidentifier() else 'lambda')}_{len(self._objects)}"
        self._objects.append(thing)
        self._names[id(thing)] = name
        made = self._made(thing, where)
        # Functions may call each other: their names must be there before any of them runs.
        self.written.append(f"const {name} = {made};")
        return name

    def _made(self, thing: Any, where: str) -> str:
        def several(items: Iterable[Any]) -> str:
            return "[" + ", ".join(self.value(item, where) for item in items) + "]"

        match thing:
            case FunctionType():
                return _Function(self, thing).text
            case functools._lru_cache_wrapper():
                return self.value(thing.__wrapped__, where)
            case functools.partial():
                keywords = (
                    "{" + ", ".join(f"{k}: {self.value(v, where)}" for k, v in thing.keywords.items()) + "}"
                )
                return f"{PY}.partial({self.value(thing.func, where)}, {several(thing.args)}, {keywords})"
            case type() if fields := record_fields(thing):
                defaults = ", ".join(
                    f"{json.dumps(name)}: {self.value(default, where)}"
                    for name, default in fields.items()
                    if default is not inspect.Parameter.empty
                )
                names = json.dumps(list(fields))
                kind = "true" if issubclass(thing, tuple) else "false"
                return f"{PY}.record({json.dumps(thing.__name__)}, {names}, {{{defaults}}}, {kind})"
            case tuple() if record_fields(type(thing)):
                return f"{self.value(type(thing), where)}(...{several(tuple(thing))})"
            case tuple() | list():
                return several(thing)
            case set() | frozenset():
                return f"{PY}.set({several(sorted(thing, key=repr))})"
            case _ if is_array(thing):
                return self.value(thing.tolist(), where)
            case Mapping():
                pairs = ", ".join(several(pair) for pair in thing.items())
                return f"{PY}.dict([{pairs}])"
        if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
            values = (getattr(thing, field.name) for field in dataclasses.fields(thing))
            return f"{self.value(type(thing), where)}(...{several(values)})"
        raise Untranslatable(f"{type(thing).__name__} {getattr(thing, '__name__', '')}".strip(), where)


def record_fields(kind: type) -> dict[str, Any]:
    """The fields of a NamedTuple or dataclass with their defaults; none where it is another class."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        defaults: dict[str, Any] = getattr(kind, "_field_defaults", {})
        return {name: defaults.get(name, inspect.Parameter.empty) for name in kind._fields}
    if dataclasses.is_dataclass(kind):
        return {
            field.name: inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default
            for field in dataclasses.fields(kind)
        }
    return {}


def _identifier(name: str) -> str:
    return f"{name}$" if name in RESERVED else name


class _Function:
    """One function with those inside it."""

    def __init__(self, translator: _Translator, function: FunctionType) -> None:
        self.translator = translator
        self.name = function.__qualname__.replace("<locals>.", "")
        definition = definition_of(function)
        if definition is None:
            raise self.refused("its source was not found")
        self.scopes: list[set[str]] = []
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self.known = {name: cell.cell_contents for name, cell in cells}
        self.known = vars(builtins) | function.__globals__ | self.known
        given = function.__defaults__ or ()
        arguments = definition.args
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults = {argument.arg: value for argument, value in zip(plain[::-1], given[::-1], strict=False)}
        defaults |= function.__kwdefaults__ or {}
        self.text = self.function(
            definition, {name: translator.value(value, self.name) for name, value in defaults.items()}
        )

    def refused(self, what: str | ast.AST) -> Untranslatable:
        return Untranslatable(ast.unparse(what) if isinstance(what, ast.AST) else what, self.name)

    # --- scopes

    @contextmanager
    def scope(self, names: set[str]) -> Any:
        self.scopes.append(names)
        yield
        self.scopes.pop()

    def function(self, node: ast.FunctionDef | ast.Lambda, defaults: Mapping[str, str]) -> str:
        """The expression of a function; `defaults` are those that are known already."""
        arguments = node.args
        if arguments.kwarg is not None:
            raise self.refused(f"**{arguments.kwarg.arg}")
        plain = [*arguments.posonlyargs, *arguments.args]
        more = dict(zip([a.arg for a in plain][::-1], arguments.defaults[::-1], strict=False))
        more |= {
            a.arg: d
            for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if d is not None
        }
        names = [a.arg for a in (*plain, *arguments.kwonlyargs)]
        body = node.body if isinstance(node.body, list) else [ast.Return(node.body)]
        local, outer = _assigned(body)
        parameters = []
        for name in names:
            default = defaults.get(name) or (self.expression(more[name]) if name in more else None)
            parameters.append(f"{_identifier(name)} = {default}" if default else _identifier(name))
        if arguments.vararg is not None:
            if arguments.kwonlyargs:
                raise self.refused(f"*{arguments.vararg.arg}")
            parameters.append(f"...{_identifier(arguments.vararg.arg)}")
            names.append(f"*{arguments.vararg.arg}")
        declared = sorted(local - set(names) - outer - {name.lstrip("*") for name in names})
        with self.scope({*local, *(name.lstrip("*") for name in names)} - outer):
            lines = [self.statement(each) for each in body]
        if declared:
            lines.insert(0, f"let {', '.join(map(_identifier, declared))};")
        star = "*" if _yields(body) else ""
        text = f"function{star} ({', '.join(parameters)}) {{\n" + "\n".join(lines) + "\n}"
        return f"{PY}.named({json.dumps(names)}, {text})"

    # --- statements

    def block(self, statements: Iterable[ast.stmt]) -> str:
        return "{\n" + "\n".join(map(self.statement, statements)) + "\n}"

    def statement(self, node: ast.stmt) -> str:
        e = self.expression
        match node:
            case ast.Return(value=value):
                return f"return {'null' if value is None else e(value)};"
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ";"
            case ast.Expr(value=value):
                return f"{e(value)};"
            case ast.Assign(targets=targets, value=value):
                names = [self.target(target) for target in targets]
                first = self.assign(targets[0], e(value)) if len(names) == 1 else None
                if first is None:
                    raise self.refused(node)
                return first
            case ast.AnnAssign(target=target, value=value):
                return ";" if value is None else self.assign(target, e(value))
            case ast.AugAssign(target=target, op=op, value=value):
                reading = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
                changed = f"{PY}.changed.{self.operator(op)}" if isinstance(op, ast.Add | ast.BitOr) else None
                call = changed or f"{PY}.{self.operator(op)}"
                return self.assign(target, f"{call}({e(reading)}, {e(value)})")
            case ast.If(test=test, body=body, orelse=other):
                tail = f" else {self.block(other)}" if other else ""
                return f"if ({self.truth(test)}) {self.block(body)}{tail}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self.truth(test)}) {self.block(body)}"
            case ast.For(target=target, iter=of, body=body, orelse=[]):
                return f"for ({self.target(target)} of {PY}.iter({e(of)})) {self.block(body)}"
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
            case ast.FunctionDef(name=name, decorator_list=[]):
                return f"{_identifier(name)} = {self.function(node, {})};"
            case ast.Raise():
                return f"{PY}.raised({json.dumps(self.name)});"
            case ast.Assert(test=test):
                return f"if (!{self.truth(test)}) {PY}.raised({json.dumps(self.name)});"
            case ast.Nonlocal():
                return ";"
        raise self.refused(node)

    def target(self, node: ast.expr) -> str:
        """Where a value goes: a name, or several."""
        match node:
            case ast.Name(id=name):
                return _identifier(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return "[" + ", ".join(map(self.target, parts)) + "]"
            case ast.Starred(value=value):
                return f"...{self.target(value)}"
            case ast.Subscript():
                return ""
        raise self.refused(node)

    def assign(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Name():
                return f"{self.target(target)} = {value};"
            case ast.Tuple() | ast.List():
                return f"{self.target(target)} = {PY}.list({value});"
            case ast.Subscript(value=of, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = ", ".join("null" if end is None else self.expression(end) for end in (lower, upper))
                return f"{PY}.setSlice({self.expression(of)}, {ends}, {value});"
            case ast.Subscript(value=of, slice=place) if not isinstance(place, ast.Slice):
                return f"{PY}.setItem({self.expression(of)}, {self.expression(place)}, {value});"
        raise self.refused(target)

    # --- expressions

    def operator(self, op: ast.AST) -> str:
        if type(op) not in OPERATORS:
            raise self.refused(type(op).__name__)
        return OPERATORS[type(op)]

    def truth(self, node: ast.expr) -> str:
        return f"{PY}.truth({self.expression(node)})"

    def expression(self, node: ast.expr) -> str:
        e = self.expression
        match node:
            case ast.Constant(value=value):
                return self.translator.value(value, self.name)
            case ast.Name(id=name):
                return self.name_of(name)
            case ast.BinOp(left=left, op=op, right=right):
                return f"{PY}.{self.operator(op)}({e(left)}, {e(right)})"
            case ast.UnaryOp(op=op, operand=operand):
                return f"{PY}.{self.operator(op)}({e(operand)})"
            case ast.BoolOp(op=op, values=values):
                which = "every" if isinstance(op, ast.And) else "some"
                first, *others = map(e, values)
                return f"{PY}.{which}({first}, {', '.join(f'() => {other}' for other in others)})"
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [left, *others]
                parts = [
                    f"{PY}.{self.operator(op)}({e(one)}, {e(other)})"
                    for one, op, other in zip(sides, ops, others, strict=False)
                ]
                return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.truth(test)} ? {e(body)} : {e(other)})"
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return f"[{self.items(items)}]"
            case ast.Set(elts=items):
                return f"{PY}.set([{self.items(items)}])"
            case ast.Dict(keys=keys, values=values) if None not in keys:
                pairs = zip(keys, values, strict=True)
                return f"{PY}.dict([{', '.join(f'[{e(k)}, {e(v)}]' for k, v in pairs if k is not None)}])"
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                return f"({_identifier(name)} = {e(value)})"
            case ast.Lambda():
                return self.function(node, {})
            case ast.JoinedStr(values=values):
                return f"[{', '.join(map(self.formatted, values))}].join('')"
            case ast.Subscript(value=of, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                ends = ", ".join("null" if end is None else e(end) for end in (lower, upper, step))
                return f"{PY}.slice({e(of)}, {ends})"
            case ast.Subscript(value=of, slice=place):
                return f"{PY}.item({e(of)}, {e(place)})"
            case ast.Attribute(value=of, attr=attr):
                static = self.static(node)
                if static is not None:
                    return self.translator.value(static[0], self.name)
                return f"{PY}.attribute({e(of)}, {json.dumps(attr)})"
            case ast.Call():
                return self.call(node)
            case ast.ListComp(elt=element, generators=generators):
                return f"{PY}.list({self.comprehension(element, generators)})"
            case ast.SetComp(elt=element, generators=generators):
                return f"{PY}.set({self.comprehension(element, generators)})"
            case ast.GeneratorExp(elt=element, generators=generators):
                return self.comprehension(element, generators)
            case ast.DictComp(key=key, value=value, generators=generators):
                pair = ast.Tuple([key, value], ast.Load())
                return f"{PY}.dict({self.comprehension(pair, generators)})"
            case ast.Yield(value=value):
                return f"(yield {'null' if value is None else e(value)})"
            case ast.YieldFrom(value=value):
                return f"(yield* {PY}.iter({e(value)}))"
        raise self.refused(node)

    def items(self, nodes: Iterable[ast.expr]) -> str:
        return ", ".join(
            f"...{PY}.iter({self.expression(node.value)})"
            if isinstance(node, ast.Starred)
            else self.expression(node)
            for node in nodes
        )

    def name_of(self, name: str) -> str:
        if any(name in scope for scope in self.scopes):
            return _identifier(name)
        if name not in self.known:
            raise self.refused(name)
        return self.translator.value(self.known[name], f"{self.name}: {name}")

    def static(self, node: ast.expr) -> tuple[Any] | None:
        """What an attribute of a module or class is; nothing where it is one of a value."""
        match node:
            case ast.Name(id=name) if not any(name in scope for scope in self.scopes):
                found = self.known.get(name)
                return (found,) if isinstance(found, ModuleType | type) else None
            case ast.Attribute(value=of, attr=attr):
                base = self.static(of)
                return None if base is None or not hasattr(base[0], attr) else (getattr(base[0], attr),)
        return None

    def call(self, node: ast.Call) -> str:
        arguments = self.items(node.args)
        keywords = ", ".join(
            f"{json.dumps(keyword.arg)}: {self.expression(keyword.value)}" for keyword in node.keywords
        )
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.refused(node)
        match node.func:
            case ast.Attribute(value=of, attr=attr) if self.static(node.func) is None:
                return (
                    f"{PY}.method({self.expression(of)}, {json.dumps(attr)}, [{arguments}], {{{keywords}}})"
                )
            case ast.Attribute():
                static = self.static(node.func)
                assert static is not None
                function = self.translator.value(static[0], self.name)
            case _:
                function = self.expression(node.func)
        if keywords:
            return f"{PY}.call({function}, [{arguments}], {{{keywords}}})"
        return f"{function}({arguments})"

    def comprehension(self, element: ast.expr, generators: list[ast.comprehension]) -> str:
        """A generator that runs at once."""
        names: set[str] = set()
        for generator in generators:
            names |= {each.id for each in ast.walk(generator.target) if isinstance(each, ast.Name)}
        first = self.expression(generators[0].iter)
        with self.scope(names):
            text = f"yield {self.expression(element)};"
            for number in range(len(generators) - 1, -1, -1):
                generator = generators[number]
                for test in reversed(generator.ifs):
                    text = f"if ({self.truth(test)}) {text}"
                of = "$0" if number == 0 else self.expression(generator.iter)
                text = f"for (const {self.target(generator.target)} of {PY}.iter({of})) {text}"
        return f"(function* ($0) {{ {text} }})({first})"

    def formatted(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return json.dumps(text, ensure_ascii=False)
            case ast.FormattedValue(value=value, conversion=-1, format_spec=spec):
                if spec is None:
                    return f"{PY}.str({self.expression(value)})"
                return f"{PY}.format({self.expression(value)}, {self.expression(spec)})"
        raise self.refused(node)


def _assigned(body: Iterable[ast.stmt]) -> tuple[set[str], set[str]]:
    """The names that the statements of a function assign, and those that belong to a function around it."""
    local: set[str] = set()
    outer: set[str] = set()

    def visit(node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(name=name):
                local.add(name)
                return
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                # A walrus in it would assign here.
                local.update(each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
                return
            case ast.Nonlocal(names=names):
                outer.update(names)
            case ast.Name(id=name, ctx=ast.Store()):
                local.add(name)
        for each in ast.iter_child_nodes(node):
            visit(each)

    for statement in body:
        visit(statement)
    return local, outer


def _yields(body: Iterable[ast.stmt]) -> bool:
    def visit(node: ast.AST) -> bool:
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            return False
        return any(map(visit, ast.iter_child_nodes(node)))

    return any(map(visit, body))
