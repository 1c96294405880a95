"""Calls of functions that Python or its library brings along, written out.

Each function here takes the call and gives what stands in its place, or None where the call may stay.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from spielbaum.engine.frontend import library
from spielbaum.engine.frontend.trees import (
    applied,
    call_node,
    copied,
    located,
    name_node,
    substituted,
    template,
)

if TYPE_CHECKING:
    from spielbaum.engine.frontend.lowering import Lowering

_REDUCTIONS = {
    "any": ("if ITEM:\n    return True", "return False"),
    "all": ("if not ITEM:\n    return False", "return True"),
    "sum": ("total_ = total_ + ITEM", "return total_"),
    "next": ("return ITEM", ""),
}
_LEAST = """
value_ = ITEM
rank_ = RANK
if not found_:
    best_, first_, found_ = value_, rank_, True
elif rank_ < first_:
    best_, first_ = value_, rank_
"""
_SORT = """
ranks_ = [RANK for value_ in items_]
sorted_ = [value_ for value_ in items_]
for i_ in range(1, len(sorted_)):
    value_, rank_ = sorted_[i_], ranks_[i_]
    j_ = i_
    while j_ > 0 and (ranks_[j_ - 1] < rank_ if reverse_ else rank_ < ranks_[j_ - 1]):
        sorted_[j_], ranks_[j_] = sorted_[j_ - 1], ranks_[j_ - 1]
        j_ -= 1
    sorted_[j_], ranks_[j_] = value_, rank_
return sorted_
"""


def _reduction(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    name = str(lowering.static(node.func).__name__)
    if not node.args or isinstance(node.args[0], ast.Starred):
        return None
    items = lowering.as_generator(node.args[0])
    if items is None:
        if name == "next":
            return None
        items = _over(lowering, node.args[0], node)
    body, tail = _REDUCTIONS[name]
    more: tuple[tuple[str, ast.expr], ...] = ()
    head = ""
    if name == "sum":
        start = node.args[1] if len(node.args) > 1 else next((k.value for k in node.keywords), None)
        if start is None:
            head = "total_ = 0"
        else:
            more = (("total_", start),)
    elif name == "next":
        tail = "return default_" if len(node.args) > 1 else "raise StopIteration"
        more = (("default_", node.args[1]),) if len(node.args) > 1 else ()
    return lowering.lifted(name, items, body, tail, head=head, more=more)


def _least(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    name = str(lowering.static(node.func).__name__)
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if len(node.args) == 2 and not keywords:  # numbers or tuples
        wanted = "lesser" if name == "min" else "greater"
        return call_node(
            _library(lowering, wanted, node), [lowering.visit(argument) for argument in node.args], node
        )
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred) or None in keywords:
        return None
    items = lowering.as_generator(node.args[0])
    if items is None:
        items = _over(lowering, node.args[0], node)
    rank = keywords.get("key")
    body = _LEAST if name == "min" else _LEAST.replace("rank_ < first_", "rank_ > first_")
    if rank is None:
        rank = name_node("value_", node)
    default = keywords.get("default")
    more = () if default is None else (("default_", default),)
    missing = (
        f"raise ValueError('{name}() iterable argument is empty')" if default is None else "return default_"
    )
    tail = f"if not found_:\n    {missing}\nreturn best_"
    return lowering.lifted(name, items, body, tail, head="found_ = False", more=more, rank=rank)


def _over(lowering: Lowering, items: ast.expr, node: ast.AST) -> ast.GeneratorExp:
    """The items one by one, as a generator expression."""
    item = lowering.fresh("item_")
    part = ast.comprehension(ast.Name(item, ast.Store()), items, [], 0)
    return located(ast.GeneratorExp(name_node(item, node), [part]), node)  # type: ignore[no-any-return]


def _sorted(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        return None
    items = lowering.whole(node.args[0])
    if "key" not in keywords:
        node.args = [items]
        return None
    body = [substituted(s, {"RANK": applied(keywords["key"], "value_")}) for s in template(_SORT)]
    reverse = keywords.get("reverse", ast.copy_location(ast.Constant(False), node))
    for statement in body:
        located(statement, node)
    return lowering.helper("sorted", body, (("items_", items), ("reverse_", reverse)), node)


def _tuple(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        return None
    items = lowering.as_generator(node.args[0])
    if items is None:
        return call_node(_library(lowering, "sequence", node), [lowering.visit(node.args[0])], node)
    listed = ast.copy_location(ast.ListComp(items.elt, items.generators), node)
    part = items.generators[0]
    if len(items.generators) > 1 or part.ifs:
        return lowering.visit(listed)  # type: ignore[no-any-return]
    value = lowering.static(part.iter)
    if isinstance(value, range):
        part.iter = _indexed(lowering, part.iter, node)
    first, part.iter = part.iter, ast.copy_location(ast.Name("items_", ast.Load()), node)
    returned = ast.Return(
        call_node(ast.Name("same_length", ast.Load()), [ast.Name("items_", ast.Load()), listed], node)
    )
    lowering.scope["same_length"] = library.same_length
    lowering._taken.add("same_length")
    return lowering.helper("tuple", [ast.copy_location(returned, node)], (("items_", first),), node)


def _list(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    if len(node.args) == 1 and not node.keywords:
        items = lowering.as_generator(node.args[0])
        if items is not None:
            return lowering.visit(ast.copy_location(ast.ListComp(items.elt, items.generators), node))  # type: ignore[no-any-return]
    return None


def _set(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    if len(node.args) == 1:
        node.args = [lowering.whole(node.args[0])]
    return None


def _mapped(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    items = lowering.as_generator(node)
    return None if items is None else lowering.visit_GeneratorExp(items)


def _reversed(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    return call_node(_library(lowering, "backwards", node), [lowering.iterable(node.args[0])], node)


def _library(lowering: Lowering, name: str, node: ast.AST) -> ast.expr:
    return lowering.use_lowered(name, getattr(library, name), node)


def _product(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    repeat = next((lowering.static(k.value) for k in node.keywords if k.arg == "repeat"), 1)
    if type(repeat) is not int or any(isinstance(a, ast.Starred) for a in node.args):
        raise lowering.refuse("itertools", node, name="product")
    return _combined(lowering, node, "product", library.PRODUCT, len(node.args) * repeat, node.args * repeat)


def _combinations(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    count = lowering.static(node.args[1]) if len(node.args) == 2 else None
    return _combined(lowering, node, "combinations", library.COMBINATIONS, count, node.args[:1])


def _permutations(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    count = lowering.static(node.args[1]) if len(node.args) == 2 else None
    return _combined(lowering, node, "permutations", library.PERMUTATIONS, count, node.args[:1])


def _chain(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    return _combined(lowering, node, "chain", library.CHAIN, len(node.args), node.args)


def _pairwise(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    return _combined(lowering, node, "pairwise", library.PAIRWISE, len(node.args), node.args)


def _combined(
    lowering: Lowering,
    node: ast.Call,
    name: str,
    known: dict[int, Callable[..., Any]],
    count: Any,
    arguments: list[ast.expr],
) -> ast.expr:
    if count not in known:
        raise lowering.refuse("itertools", node, name=name)
    function = lowering.use_lowered(known[count].__name__, known[count], node)
    return call_node(function, [_indexed(lowering, copied(argument), node) for argument in arguments], node)


def _indexed(lowering: Lowering, node: ast.expr, at: ast.AST) -> ast.expr:
    """Items that are gone over more than once, or asked for by their number."""
    value = lowering.static(node)
    if isinstance(value, range):
        return lowering.use_lowered(
            "numbers", lowering.frontend.kept(("range", repr(value)), tuple(value)), at
        )
    if isinstance(value, tuple | list):
        return lowering.iterable(node)
    return call_node(_library(lowering, "sequence", at), [lowering.iterable(lowering.whole(node))], at)


def _data_replace(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    if len(node.args) != 1:
        raise lowering.refuse("kwargs", node)
    return lowering.replaced(node, node.args[0], node.keywords)


def _length(lowering: Lowering, node: ast.Call) -> ast.expr | None:
    value = lowering.static(node.args[0]) if len(node.args) == 1 else None
    if isinstance(value, dict | list | tuple | set | frozenset):
        return ast.copy_location(ast.Constant(len(value)), node)
    return None


SPECIAL: dict[Any, Callable[[Lowering, ast.Call], ast.expr | None]] = {
    any: _reduction,
    all: _reduction,
    sum: _reduction,
    next: _reduction,
    min: _least,
    max: _least,
    sorted: _sorted,
    tuple: _tuple,
    list: _list,
    set: _set,
    frozenset: _set,
    map: _mapped,
    filter: _mapped,
    reversed: _reversed,
    len: _length,
    itertools.product: _product,
    itertools.combinations: _combinations,
    itertools.permutations: _permutations,
    itertools.chain: _chain,
    itertools.pairwise: _pairwise,
    dataclasses.replace: _data_replace,
}
