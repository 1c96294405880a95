"""One function of the rules, rewritten in the part of Python that Numba compiles.

The tree is walked once. A name that is no local variable has a value that is known now (a constant, a helper,
a class, a module), so what `any` or `table` or `self` means is looked up, never guessed: a user's own `any`
is left alone. Parts that need statements, as `any(… for …)` does, become functions of their own, called where
the expression stood with the local variables they use. So nothing is evaluated in another order or more
often than Python does it.
"""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable
from enum import Enum
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from spielbaum.engine.frontend.calls import SPECIAL
from spielbaum.engine.frontend.meanings import UNKNOWN, Meanings
from spielbaum.engine.frontend.refusals import KNOWN_MODULES
from spielbaum.engine.frontend.tables import (
    NoTable,
    dictionary_functions,
    is_uniform,
    row_functions,
)
from spielbaum.engine.frontend.trees import (
    applied,
    as_list,
    bound_names,
    call_node,
    dotted,
    empty_lists,
    free_names,
    has_other_name,
    is_generator,
    located,
    name_node,
    own_order,
    statement_node,
    substituted,
    targets_of,
    template,
    yields_of,
)
from spielbaum.engine.frontend.walrus import without_walrus
from spielbaum.engine.shapes import fields_of, is_record
from spielbaum.forms import is_hashable

if TYPE_CHECKING:
    from spielbaum.engine.frontend.frontend import Frontend


class Lowering(Meanings, ast.NodeTransformer):
    """Rewrites one definition."""

    def __init__(
        self,
        frontend: Frontend,
        function: FunctionType,
        definition: ast.FunctionDef,
        given: dict[str, Any],
        role: str,
        hints: dict[str, type],
    ) -> None:
        super().__init__(frontend, function, definition, given, role, hints)
        self._helpers: list[ast.FunctionDef] = []
        self._generator = is_generator(definition)
        self._lists = empty_lists(definition)

    # ------------------------------------------------------------------------------------- the whole

    def run(self) -> tuple[ast.FunctionDef, list[ast.FunctionDef]]:
        """The rewritten definition and its helpers, which come before it."""
        definition = self.definition
        arguments = definition.args
        if arguments.kwarg is not None:
            raise self.refuse("kwargs", definition)
        stored = {
            n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        for name in self.given:
            if name in stored:
                raise self.refuse("given_changed", definition, name=name)
        body = definition.body
        if ast.get_docstring(definition) is not None:
            body = body[1:] or [ast.copy_location(ast.Pass(), definition)]
        body = without_walrus(body, self)
        if self.role == "moves" and not self._generator:
            body = [*self._each(body), ast.copy_location(ast.Return(None), definition)]
            self._generator = True
            if not any(isinstance(node, ast.Yield) for statement in body for node in ast.walk(statement)):
                body.append(statement_node("if False:\n    yield 0", definition))
        definition.body = self._block(body)
        arguments.args += arguments.kwonlyargs
        arguments.kwonlyargs, arguments.kw_defaults = [], []
        for group in (arguments.posonlyargs, arguments.args):
            group[:] = [argument for argument in group if argument.arg not in self.given]
        arguments.defaults = []
        return definition, self._helpers

    def _each(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements with each `return moves` as a loop that yields them."""

        class Returns(ast.NodeTransformer):
            def visit_Return(self, node: ast.Return) -> Any:
                return yields_of(node.value, node)

            def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
                return node

            def visit_Lambda(self, node: ast.Lambda) -> Any:
                return node

        return [part for statement in body for part in as_list(Returns().visit(statement))]

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in statements for part in as_list(self.visit(statement))]

    # ------------------------------------------------------------------------------ names and attributes

    def visit_Name(self, node: ast.Name) -> Any:
        if not isinstance(node.ctx, ast.Load) or self._is_local(node.id):
            return node
        value = self._value(node.id)
        if value is UNKNOWN or getattr(builtins, node.id, UNKNOWN) is value:
            return node
        if isinstance(value, dict):
            raise self.refuse("dictionary", node, name=node.id)
        if _is_object(value):
            raise self.refuse("object", node, name=node.id, kind=type(value).__name__)
        return self.use(node.id, value, node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if not isinstance(node.ctx, ast.Load):
            raise self.refuse("attribute_set", node, name=node.attr)
        owner, value = self.static(node.value), self.static(node)
        if value is not UNKNOWN:
            if known_module(owner) or (isinstance(value, Enum) and not isinstance(value, int)):
                return self.generic_visit(node)
            return self.use(dotted(node), value, node)
        found = self._member(node)
        if found is None:
            return self.generic_visit(node)
        cls, member = found
        if isinstance(member, property | functools.cached_property):
            getter = member.fget if isinstance(member, property) else member.func
            assert isinstance(getter, FunctionType)
            call = self._method(cls, node.attr, getter, node)
            return call_node(call, [self.visit(node.value)], node)
        if isinstance(member, FunctionType | staticmethod | classmethod):
            raise self.refuse("method_value", node, name=node.attr)
        return self.use(f"{cls.__name__}_{node.attr}", member, node)

    # ------------------------------------------------------------------------------------------- calls

    def visit_Call(self, node: ast.Call) -> Any:
        called = self.static(node.func)
        if called is not UNKNOWN:
            return self._call_known(node, called)
        if isinstance(node.func, ast.Attribute):
            table = self.static(node.func.value)
            if isinstance(table, dict):
                return self._dictionary_method(node, node.func, table)
            if node.func.attr == "_replace" and not node.args:
                return self.replaced(node, node.func.value, node.keywords)
            found = self._member(node.func)
            if found is not None:
                return self._call_member(node, node.func, *found)
            if node.func.attr == "extend" and len(node.args) == 1:
                node.args = [self.whole(node.args[0])]
        return self.generic_visit(node)

    def _call_member(self, node: ast.Call, function: ast.Attribute, cls: type, member: Any) -> ast.expr:
        arguments = [self.visit(argument) for argument in node.args]
        keywords = [self.visit(keyword) for keyword in node.keywords]
        if isinstance(member, staticmethod):
            lowered = self.frontend.function(member.__func__)
            return call_node(
                self.use_lowered(f"{cls.__name__}_{function.attr}", lowered, node), arguments, node, keywords
            )
        if not isinstance(member, FunctionType):
            raise self.refuse("method_kind", node, name=function.attr)
        call = self._method(cls, function.attr, member, node)
        return call_node(call, [self.visit(function.value), *arguments], node, keywords)

    def _call_known(self, node: ast.Call, called: Any) -> Any:
        special = SPECIAL.get(called) if is_hashable(called) else None
        if special is not None:
            found = special(self, node)
            if found is not None:
                return found
        if isinstance(called, type) and is_record(called):
            self._fit_fields(node, called)
        result = self.generic_visit(node)
        assert isinstance(result, ast.Call)
        return result

    def _fit_fields(self, node: ast.Call, cls: type) -> None:
        """Tuples that become part of a state have the length they have at the start."""
        names = fields_of(cls)
        for index, argument in enumerate(node.args):
            if index < len(names) and not isinstance(argument, ast.Starred):
                node.args[index] = self._fitted(cls, names[index], argument)
        for keyword in node.keywords:
            if keyword.arg in names:
                keyword.value = self._fitted(cls, str(keyword.arg), keyword.value)

    def _fitted(self, cls: type, name: str, node: ast.expr) -> ast.expr:
        fit = self.frontend.fit_field(cls, name)
        if fit is None or isinstance(node, ast.Attribute):
            return node
        return call_node(self.use_lowered(f"as_{name}", fit, node), [node], node)

    def replaced(self, node: ast.Call, base: ast.expr, keywords: list[ast.keyword]) -> ast.expr:
        """`s._replace(left=…)` and `replace(s, left=…)`."""
        names = [keyword.arg for keyword in keywords]
        if None in names:
            raise self.refuse("kwargs", node)
        wanted = {str(name) for name in names}
        known = self._class_of(base)
        found = [known] if known is not None else self.frontend.classes.with_fields(wanted)
        if len(found) != 1 or not wanted <= set(fields_of(found[0])):
            raise self.refuse("replace", node, fields=", ".join(sorted(wanted)))
        (cls,) = found
        for keyword in keywords:
            keyword.value = self._fitted(cls, str(keyword.arg), keyword.value)
        lowered = self.frontend.replacer(cls, tuple(sorted(wanted)), self, node)
        call = self.use_lowered(f"{cls.__name__}_with_{'_'.join(sorted(wanted))}", lowered, node)
        return call_node(call, [self.visit(base)], node, [self.visit(keyword) for keyword in keywords])

    # ------------------------------------------------------------------------------------------- tables

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.ctx, ast.Load):
            value = self.static(node.value)
            if isinstance(value, dict):
                functions = self._dictionary(node.value, value)
                return call_node(self._from(functions, "_at", node), [self.visit(node.slice)], node)
            if isinstance(value, list | tuple) and not isinstance(node.slice, ast.Slice):
                table = self._plain(value, dotted(node.value), node)
                if not is_uniform(table) and self.static(node.slice) is UNKNOWN:
                    functions = self._rows(node.value, value, table)
                    if not any(name.endswith("_at") for name in functions):
                        raise self.refuse("table_rows", node, name=dotted(node.value))
                    return call_node(self._from(functions, "_at", node), [self.visit(node.slice)], node)
        return self.generic_visit(node)

    def _rows(self, node: ast.AST, value: Any, table: Any) -> dict[str, Any]:
        name = dotted(node)
        try:
            return self.frontend.kept_functions((name, id(value)), lambda: row_functions(name, table), value)
        except NoTable as no:
            raise self.refuse(f"table_{no}", node, name=name) from no

    def _dictionary(self, node: ast.AST, value: dict[Any, Any]) -> dict[str, Any]:
        name = dotted(node)
        try:
            return self.frontend.kept_functions(
                (name, id(value)), lambda: dictionary_functions(name, value), value
            )
        except NoTable as no:
            raise self.refuse(f"table_{no}", node, name=name) from no

    def _from(self, functions: dict[str, Any], ending: str, node: ast.AST) -> ast.expr:
        name, found = next((n, f) for n, f in functions.items() if n.endswith(ending))
        return self.use_lowered(name, found, node)

    def _dictionary_method(self, node: ast.Call, function: ast.Attribute, table: dict[Any, Any]) -> ast.expr:
        functions = self._dictionary(function.value, table)
        name = function.attr
        arguments = [self.visit(argument) for argument in node.args]
        if name == "get" and len(arguments) == 2:
            return call_node(self._from(functions, "_get", node), arguments, node)
        if name == "items" and not arguments:
            return call_node(self._from(functions, "_items", node), [], node)
        if name in ("keys", "values") and not arguments:
            found = next((n for n in functions if n.endswith(f"_{name}")), None)
            if found is not None:
                return self.use_lowered(found, functions[found], node)
        raise self.refuse("dictionary_method", node, name=f"{dotted(function.value)}.{name}")

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            table = self.static(node.comparators[0])
            if isinstance(table, dict):
                has = self._from(self._dictionary(node.comparators[0], table), "_has", node)
                call = call_node(has, [self.visit(node.left)], node)
                if isinstance(node.ops[0], ast.In):
                    return call
                return ast.copy_location(ast.UnaryOp(ast.Not(), call), node)
        return self.generic_visit(node)

    # ----------------------------------------------------------------------------- loops over generators

    def iterable(self, node: ast.expr) -> ast.expr:
        """What a loop goes over, in a form that Numba can loop over."""
        value = self.static(node)
        if isinstance(value, dict):
            functions = self._dictionary(node, value)
            return self._from(functions, "_keys", node)
        if isinstance(node, ast.Subscript):
            rows = self.static(node.value)
            if isinstance(rows, list | tuple):
                table = self._plain(rows, dotted(node.value), node)
                if not is_uniform(table) and self.static(node.slice) is UNKNOWN:
                    functions = self._rows(node.value, rows, table)
                    if not any(name.endswith("_at") for name in functions):
                        return call_node(
                            self._from(functions, "_items", node), [self.visit(node.slice)], node
                        )
        visited = self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.iterable(node.iter)
        node.target = self.visit(node.target)
        node.body, node.orelse = self._block(node.body), self._block(node.orelse)
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        """Anywhere else a generator expression is a generator function, called on the spot."""
        return self.lifted("items", node, "yield ITEM", "")

    def _comprehension(self, node: Any) -> Any:
        first, *others = node.generators
        first.iter = self.iterable(first.iter)
        self._local.append({name for part in node.generators for name in targets_of(part.target)})
        for part in others:
            part.iter = self.iterable(part.iter)
        for part in node.generators:
            part.ifs = [self.visit(test) for test in part.ifs]
        if isinstance(node, ast.DictComp):
            node.key, node.value = self.visit(node.key), self.visit(node.value)
        else:
            node.elt = self.visit(node.elt)
        self._local.pop()
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self._comprehension(node)

    def lifted(
        self,
        name: str,
        node: ast.GeneratorExp,
        body: str,
        tail: str,
        *,
        head: str = "",
        more: tuple[tuple[str, ast.expr], ...] = (),
        rank: ast.Lambda | ast.expr | None = None,
    ) -> ast.expr:
        """A function that runs the generator expression, with what is done for each item; and its call.

        ITEM in the body stands for the item, RANK for its rank; `more` are further arguments by name.
        """
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                raise self.refuse("walrus", part)
            if isinstance(part, ast.Await) or getattr(part, "is_async", False):
                raise self.refuse("async", part)
        statements = [substituted(statement, {"ITEM": node.elt}) for statement in template(body)]
        if rank is not None:
            statements = [
                substituted(statement, {"RANK": applied(rank, "value_")}) for statement in statements
            ]
        first = node.generators[0].iter
        for number, part in reversed(list(enumerate(node.generators))):
            for test in reversed(part.ifs):
                statements = [ast.copy_location(ast.If(test, statements, []), test)]
            source = ast.Name("items_", ast.Load()) if number == 0 else part.iter
            statements = [ast.copy_location(ast.For(part.target, source, statements, []), node)]
        whole = [*template(head), *statements, *template(tail)]
        return self.helper(name, whole, (("items_", first), *more), node)

    def helper(
        self, wanted: str, body: list[ast.stmt], arguments: tuple[tuple[str, ast.expr], ...], node: ast.AST
    ) -> ast.expr:
        """A function of its own with these statements; called with the arguments and local variables."""
        own = {name for name, _ in arguments}
        bound = own | {name for statement in body for name in bound_names(statement)}
        loaded = [name for statement in body for name in free_names(statement)]
        captured = [name for name in dict.fromkeys(loaded) if name not in bound and self._is_local(name)]
        # A variable of the same name outside is another one; the first iterable sees that, the rest does not.
        values = [
            self.iterable(value) if i == 0 else self.visit(value) for i, (_, value) in enumerate(arguments)
        ]
        name = self.fresh(f"{wanted}_in_{self.definition.name.strip('<>')}")
        outer, self._local = self._local, [bound | set(captured)]
        hints, lists = self.hints, self._lists
        self.hints = {name: cls for name, cls in hints.items() if name in captured}
        body = self._block(body)
        self._local, self.hints, self._lists = outer, hints, lists
        parameters = [ast.arg(parameter) for parameter in (*own_order(arguments), *captured)]
        made = ast.FunctionDef(name, ast.arguments([], parameters, None, [], [], None, []), body, [], None)
        located(made, node)
        self._helpers.append(made)
        return call_node(name_node(name, node), [*values, *(name_node(c, node) for c in captured)], node)

    def whole(self, node: ast.expr) -> ast.expr:
        """A generator expression that is used up at once is a list."""
        if isinstance(node, ast.GeneratorExp):
            return ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        found = self.as_generator(node)
        return node if found is None else ast.copy_location(ast.ListComp(found.elt, found.generators), node)

    def as_generator(self, node: ast.expr) -> ast.GeneratorExp | None:
        """`map`, `filter` and generator expressions as generator expressions."""
        if isinstance(node, ast.GeneratorExp):
            return node
        if not isinstance(node, ast.Call) or node.keywords or len(node.args) != 2:
            return None
        called = self.static(node.func)
        if called not in (map, filter):
            return None
        function, items = node.args
        inner = self.as_generator(items)
        name = self.fresh("item_")
        if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
            name = function.args.args[0].arg
        iterable = items if inner is None else inner
        part = ast.comprehension(ast.Name(name, ast.Store()), iterable, [], 0)
        if called is map:
            result: ast.expr = applied(function, name)
        else:
            result = ast.Name(name, ast.Load())
            nothing = isinstance(function, ast.Constant) and function.value is None
            part.ifs = [ast.Name(name, ast.Load()) if nothing else applied(function, name)]
        made = ast.GeneratorExp(result, [part])
        return located(made, node)  # type: ignore[no-any-return]

    # -------------------------------------------------------------------------------------- statements

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            item = self.fresh("item_")
            self._local[0].add(item)
            loop = ast.For(
                ast.Name(item, ast.Store()),
                node.value.value,
                [ast.Expr(ast.Yield(ast.Name(item, ast.Load())))],
                [],
            )
            return self.visit_For(located(loop, node))
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        raise self.refuse("yield_value", node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`found += [a, b]` on a list that began empty."""
        if (
            isinstance(node.target, ast.Name)
            and isinstance(node.op, ast.Add)
            and node.target.id in self._lists
        ):
            return self._appended(node.target.id, node.value, node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """`found = found + [a]` on a list that began empty and has no other name."""
        target, value = node.targets[0], node.value
        if (
            len(node.targets) == 1
            and isinstance(target, ast.Name)
            and target.id in self._lists
            and isinstance(value, ast.BinOp)
            and isinstance(value.op, ast.Add)
            and isinstance(value.left, ast.Name)
            and value.left.id == target.id
        ):
            if has_other_name(self.definition, target.id):
                raise self.refuse("list_joined", node, name=target.id)
            return self._appended(target.id, value.right, node)
        return self.generic_visit(node)

    def _appended(self, name: str, value: ast.expr, node: ast.stmt) -> list[ast.stmt]:
        def append(item: ast.expr) -> ast.stmt:
            call = call_node(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [item], node)
            return ast.copy_location(ast.Expr(call), node)

        if isinstance(value, ast.List | ast.Tuple) and not any(
            isinstance(e, ast.Starred) for e in value.elts
        ):
            made = [append(self.visit(item)) for item in value.elts]
        else:
            item = self.fresh("item_")
            self._local[0].add(item)
            loop = ast.For(
                ast.Name(item, ast.Store()), self.whole(value), [append(ast.Name(item, ast.Load()))], []
            )
            made = [self.visit_For(ast.copy_location(loop, node))]
        for statement in made:
            located(statement, node)
        return made

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if value is None or self._generator:
            return node if value is None else self.generic_visit(node)
        if isinstance(value, ast.List) and not value.elts:
            node.value = call_node(self.use_lowered("no_moves", self.frontend.no_moves, node), [], node)
            return node
        result = self.generic_visit(node)
        assert isinstance(result, ast.Return)
        if self.role == "state" and result.value is not None and self.frontend.fit_state is not None:
            fit = self.use_lowered("as_state", self.frontend.fit_state, node)
            result.value = call_node(fit, [result.value], node)
        return result

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """`(*before, new, *behind)` as `before + (new,) + behind`."""
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(e, ast.Starred) for e in node.elts):
            return self.generic_visit(node)
        parts: list[ast.expr] = []
        single: list[ast.expr] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                if single:
                    parts.append(ast.copy_location(ast.Tuple(single, ast.Load()), node))
                    single = []
                call = ast.copy_location(ast.Name("tuple", ast.Load()), node)
                parts.append(call_node(call, [element.value], node))
            else:
                single.append(element)
        if single:
            parts.append(ast.copy_location(ast.Tuple(single, ast.Load()), node))
        if self._is_local("tuple") or self._value("tuple") is not tuple:
            return self.generic_visit(node)
        joined = parts[0]
        for part in parts[1:]:
            joined = ast.copy_location(ast.BinOp(joined, ast.Add(), part), node)
        return self.visit(joined)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._inner(node, node.args, lambda: self._block(node.body))

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return self._inner(node, node.args, lambda: self.visit(node.body))

    def _inner(self, node: Any, arguments: ast.arguments, body: Callable[[], Any]) -> Any:
        names = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self._local.append(names | (bound_names(node) if isinstance(node, ast.FunctionDef) else set()))
        generator, self._generator = self._generator, False
        role, self.role = self.role, ""
        node.body = body()
        self._generator, self.role = generator, role
        self._local.pop()
        return node


def known_module(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] in KNOWN_MODULES


def _is_object(value: Any) -> bool:
    """Whether it is an object of a class of the user's, which has no meaning in compiled code."""
    kind = type(value)
    return (
        not isinstance(value, tuple | int | float | Enum | type | ModuleType)
        and isinstance(vars(kind).get("__module__"), str)
        and kind.__module__.partition(".")[0]
        not in ("builtins", "numpy", "numba", "functools", "spielbaum", "math")
        and "__dict__" in dir(kind)
        and not callable(value)
    )
