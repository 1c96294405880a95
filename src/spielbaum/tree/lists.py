"""Trees as nested lists and as JSON, read and written.

    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]         a list is a node, a number a leaf
    [[(1, 2, 6), (4, 3, 2)], (6, 1, 2)]         a tuple is a pay-off for several players
    ["*", ["1/3", 6], ["2/3", [4, 5]]]          chance: "*", then each outcome with its probability
    {"name": "A", "children": [{"value": 3}, {"value": [1, 2, 6]}]}

In JSON players are counted from 1, player 0 is chance, and a node may also be a list or a number.
Probabilities are texts or numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from spielbaum.errors import TreeSyntaxError
from spielbaum.result import CHANCE, Payoff
from spielbaum.tree.draft import (
    MOST_DEPTH,
    MOST_NODES,
    Draft,
    fail,
    finished,
    finite,
    number_of,
    probability_of,
)
from spielbaum.tree.tree import Tree, fold

_TOKEN = re.compile(r"\s+ | [\[\],] | \( [^()\[\]]* \) | [^\s\[\],()]+ | .", re.VERBOSE)


def read_lists(text: str) -> Tree:
    """The tree of a list that is written out; one that holds JSON objects or chance is read as JSON."""
    if "{" in text or '"*"' in text:
        return read_json(text)
    open_nodes: list[Draft] = []
    root: Draft | None = None
    count = 0
    comma = True  # an item may follow
    for match in _TOKEN.finditer(text):
        token, offset = match[0], match.start()
        if token.isspace():
            continue
        if token == "]":
            if not open_nodes:
                raise fail("no_open", text, offset)
            if not open_nodes[-1].children:
                raise fail("empty_node", text, offset)
            open_nodes.pop()
            comma = False
            continue
        if root is not None and not open_nodes:
            raise fail("trailing", text, offset, text=token)
        if token == ",":
            if comma:
                raise fail("list_item", text, offset, text=token)
            comma = True
            continue
        if not comma:
            raise fail("comma", text, offset, text=token)
        node = Draft(offset)
        if token != "[":
            node.value = _value(token)
            if node.value is None:
                raise fail("no_number", text, offset, text=token)
        count += 1
        if count > MOST_NODES:
            raise fail("too_many", text, offset, limit=MOST_NODES)
        if open_nodes:
            open_nodes[-1].children.append(node)
        else:
            root = node
        comma = token == "["
        if token == "[":
            open_nodes.append(node)
            if len(open_nodes) > MOST_DEPTH:
                raise fail("too_deep", text, offset, limit=MOST_DEPTH)
    if open_nodes:
        raise fail("no_close", text, _at(open_nodes[-1]), count=len(open_nodes))
    if root is None:
        raise fail("empty", text, 0)
    return finished(root, text)


def _at(node: Draft) -> int:
    assert isinstance(node.offset, int)
    return node.offset


def _value(token: str) -> Payoff | None:
    if not token.startswith("("):
        return number_of(token)
    values = [number_of(part.strip()) for part in token[1:-1].removesuffix(",").split(",")]
    numbers = tuple(value for value in values if value is not None)
    if len(numbers) < len(values):
        return None
    return numbers[0] if len(numbers) == 1 else numbers


def read_json(text: str) -> Tree:
    """The tree of a JSON text."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise TreeSyntaxError("error.tree.json", line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:  # a ValueError: a number with thousands of digits
        raise fail("json_too_much", text, 0, limit=MOST_DEPTH) from error
    return tree_from_json(document)


def tree_from_lists(lists: Any) -> Tree:
    """The tree of nested lists in Python; a tuple is a pay-off for several players."""
    return tree_from_json(lists)


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "edge": str,
    "value": (int, float, list, tuple),
    "player": int,
    "dynamic": bool,
    "cut": bool,
    "probability": (int, float, str),
    "children": list,
}


def tree_from_json(document: Any) -> Tree:
    """The tree of a JSON document as `tree_to_json` makes it, or of nested lists."""
    top: list[Draft] = []
    waiting: list[tuple[Any, str, int, list[Draft]]] = [(document, "$", 0, top)]
    count = 0
    while waiting:
        item, place, depth, siblings = waiting.pop()
        count += 1
        if count > MOST_NODES:
            raise fail("too_many", "", place, limit=MOST_NODES)
        if depth > MOST_DEPTH:
            raise fail("too_deep", "", place, limit=MOST_DEPTH)
        item, probability = _outcome(item, place) if isinstance(item, _Outcome) else (item, None)
        node, children, where = _node(item, place)
        node.probability = node.probability or probability
        siblings.append(node)
        below = [
            (child, f"{where}[{index}]", depth + 1, node.children) for index, child in enumerate(children)
        ]
        waiting.extend(reversed(below))
    return finished(top[0])


class _Outcome(NamedTuple):
    """An item behind "*"."""

    item: Any


def _outcome(outcome: _Outcome, place: str) -> tuple[Any, Fraction | None]:
    """What an outcome leads to, and its probability."""
    item = outcome.item
    if not isinstance(item, list | tuple) or len(item) != 2:
        raise fail("bad_item", "", place, item=_short(item))
    return item[1], _probability(item[0], place)


def _probability(item: Any, place: str) -> Fraction:
    found = None if isinstance(item, bool) else probability_of(str(item))
    if found is None:
        raise fail("probability", "", place, text=_short(item))
    return found


def _node(item: Any, place: str) -> tuple[Draft, Sequence[Any], str]:
    """The node without its children, its children, and where those are."""
    if isinstance(item, list):
        if not item:
            raise fail("empty_node", "", place)
        if item[0] == "*":
            return Draft(place, player=CHANCE), [_Outcome(part) for part in item[1:]], place
        return Draft(place), item, place
    if not isinstance(item, dict):
        return Draft(place, value=_checked(item, place)), (), place
    for key, value in item.items():
        wrong = key not in _FIELDS or not isinstance(value, _FIELDS[key])
        if wrong or (key == "player" and isinstance(value, bool)):
            raise fail("bad_item", "", place, item=_short({key: value}))
    value = item.get("value")
    player = item.get("player")
    if player is not None and player < 0:
        raise fail("bad_player", "", place, text=player)
    node = Draft(
        place,
        edge=item.get("edge", ""),
        name=item.get("name", ""),
        player=None if player is None else player - 1,
        value=None if value is None else _checked(tuple(value) if isinstance(value, list) else value, place),
        dynamic=item.get("dynamic", False),
        cut=item.get("cut", False),
        probability=_probability(item["probability"], place) if "probability" in item else None,
    )
    return node, item.get("children", ()), f"{place}.children"


def _checked(item: Any, place: str) -> Payoff:
    numbers = item if isinstance(item, tuple) else (item,)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | float) or not finite(number):
            raise fail("bad_item", "", place, item=_short(item))
    if not numbers:
        raise fail("bad_item", "", place, item="()")
    value: Payoff = numbers[0] if len(numbers) == 1 else numbers
    return value


def _short(item: Any) -> str:
    text = repr(item)
    return text if len(text) <= 60 else text[:59] + "…"


def tree_to_lists(tree: Tree) -> Any:
    """Nested lists of the leaves; names, edges and estimates are left out."""

    def listed(node: Tree, _: int, children: list[Any]) -> Any:
        if node.player == CHANCE and children:
            shares = [str(child.probability) for child in node.children]
            return ["*", *map(list, zip(shares, children, strict=True))]
        return children or node.value

    return fold(listed, tree)


def tree_to_json(tree: Tree) -> dict[str, Any]:
    """A JSON document with everything the tree says."""

    def document(node: Tree, _: int, children: list[dict[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {"player": node.player + 1}
        if node.name:
            found["name"] = node.name
        if node.edge:
            found["edge"] = node.edge
        if node.value is not None:
            found["value"] = list(node.value) if isinstance(node.value, tuple) else node.value
        if node.probability is not None:
            found["probability"] = str(node.probability)
        if node.dynamic:
            found["dynamic"] = True
        if node.cut:
            found["cut"] = True
        if children:
            found["children"] = children
        return found

    return fold(document, tree)
