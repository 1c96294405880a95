"""Trees as text, nested lists and JSON, read and written.

    A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))      named nodes
    ((3 12 8) (2 4 6) (14 5 2))                             unnamed nodes
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]]                     nested lists
    (1,2,6 (4,3,2 6,1,2))                                   pay-offs of three players

A node is `edge:name@player=value!?` followed by its children in brackets, every part optional: `1/3:`
labels the branch above it, `@2` says that the second player moves (otherwise the players take turns),
`=5` is a leaf's pay-off or an inner node's estimate, `!` marks it as dynamic, `?` as a leaf below which
the tree was cut, so that its value is an estimate. A word that is a number is a leaf. A part with
special characters is written "in quotes".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from spielbaum.errors import TreeSyntaxError
from spielbaum.result import Payoff, Value
from spielbaum.tree.tree import Tree

#: What the reader accepts at most, so that a pasted text cannot exhaust the machine.
MOST_NODES = 100_000
MOST_DEPTH = 200

_TOKEN = re.compile(r"""\s+ | [()] | (?: "(?:[^"\\]|\\.)*" | [^\s()"] )+ | " """, re.VERBOSE)
_WORD = re.compile(
    r"""
    (?: (?P<edge> "(?:[^"\\]|\\.)*" | [^\s()":@=!?]+ ) : )?
    (?P<name> "(?:[^"\\]|\\.)*" | [^\s()":@=!?]* )
    (?: @ (?P<player> \d+ ) )?
    (?: = (?P<value> [^\s()":@=!?]+ ) )?
    (?P<dynamic> ! )?
    (?P<cut> \? )?
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_PLAIN = re.compile(r'[^\s()":@=!?]+')


# ------------------------------------------------------------------------ reading


@dataclass
class _Node:
    """A node as it is being read."""

    edge: str
    name: str
    player: int | None
    value: Payoff | None
    dynamic: bool
    cut: bool
    children: list[_Node]
    offset: int


def read_tree(text: str) -> Tree:
    """The tree that the text describes, in any of the notations."""
    stripped = text.lstrip()
    if stripped.startswith(("[", "{")):
        return _read_json(text)
    return _finished(_read_words(text), text)


def _fail(key: str, text: str, offset: int, /, **fields: object) -> TreeSyntaxError:
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return TreeSyntaxError(f"error.tree.{key}", line=line, column=column, **fields)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for match in _TOKEN.finditer(text):
        if not match[0].isspace():
            yield match[0], match.start()


def _read_words(text: str) -> _Node:
    open_nodes: list[_Node] = []
    root: _Node | None = None
    node: _Node | None = None  # the node that a bracket directly behind it would open
    end = -1  # where that node's word ended
    count = 0
    for token, offset in _tokens(text):
        if token == ")":
            if not open_nodes:
                raise _fail("no_open", text, offset)
            closed = open_nodes.pop()
            if not closed.children:
                raise _fail("empty_node", text, offset)
            node = None
            continue
        if token == "(" and node is not None and end == offset:
            opened = node
        else:
            if root is not None and not open_nodes:
                raise _fail("trailing", text, offset, text=token)
            opened = (
                _Node("", "", None, None, False, False, [], offset)
                if token == "("
                else _word(token, text, offset)
            )
            count += 1
            if count > MOST_NODES:
                raise _fail("too_many", text, offset, limit=MOST_NODES)
            if open_nodes:
                open_nodes[-1].children.append(opened)
            else:
                root = opened
        if token == "(":
            if _is_number_leaf(opened):
                raise _fail("number_with_children", text, offset, text=opened.value)
            open_nodes.append(opened)
            if len(open_nodes) > MOST_DEPTH:
                raise _fail("too_deep", text, offset, limit=MOST_DEPTH)
            node = None
        else:
            node, end = opened, offset + len(token)
    if open_nodes:
        raise _fail("no_close", text, open_nodes[-1].offset, count=len(open_nodes))
    if root is None:
        raise _fail("empty", text, 0)
    return root


def _is_number_leaf(node: _Node) -> bool:
    return not node.name and node.value is not None and not node.dynamic and node.player is None


def _word(token: str, text: str, offset: int) -> _Node:
    if (value := _payoff(token)) is not None:
        return _Node("", "", None, value, False, False, [], offset)
    match = _WORD.fullmatch(token)
    if match is None:
        raise _fail("bad_word", text, offset, text=token)
    edge, name = _unquote(match["edge"] or ""), _unquote(match["name"])
    value = None
    if match["value"] is not None:
        value = _payoff(match["value"])
        if value is None:
            raise _fail("no_number", text, offset, text=match["value"])
    elif not match["name"].startswith('"') and match["player"] is None and not match["dynamic"]:
        value = _payoff(match["name"])  # as in `1/3:8`
        name = "" if value is not None else name
    player = int(match["player"]) - 1 if match["player"] else None
    if player is not None and player < 0:
        raise _fail("bad_player", text, offset, text=match["player"])
    return _Node(
        edge, name, player, value, match["dynamic"] is not None, match["cut"] is not None, [], offset
    )


def _payoff(word: str) -> Payoff | None:
    parts = word.split(",")
    if not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    values = tuple(_number(part) for part in parts)
    return values[0] if len(values) == 1 else values


def _number(word: str) -> Value:
    return int(word) if word.lstrip("+-").isdigit() else float(word)


def _unquote(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word


def _finished(root: _Node, text: str) -> Tree:
    """Check what only the whole tree shows, give each node its player, and build it from below."""
    width: int | None = None
    order: list[tuple[_Node, int]] = []
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        order.append((node, depth))
        stack.extend((child, depth + 1) for child in node.children)
        if not node.children and node.value is None:
            raise _fail("no_number", text, node.offset, text=node.name or text[node.offset : node.offset + 1])
        if node.value is not None:
            length = len(node.value) if isinstance(node.value, tuple) else 1
            if width is not None and length != width:
                raise _fail("tuple_length", text, node.offset, expected=width, given=length)
            width = length
    players = max(2, width or 1)
    built: dict[int, Tree] = {}
    for node, depth in reversed(order):
        player = depth % players if node.player is None else node.player
        if player >= players:
            raise _fail("bad_player", text, node.offset, text=player + 1)
        built[id(node)] = Tree(
            [built.pop(id(child)) for child in node.children],
            name=node.name,
            value=node.value,
            player=player,
            edge=node.edge,
            dynamic=node.dynamic,
            cut=node.cut,
        )
    return built[id(root)]


def _read_json(text: str) -> Tree:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise TreeSyntaxError("error.tree.json", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise _fail("too_deep", text, 0, limit=MOST_DEPTH) from error
    return tree_from_lists(document) if isinstance(document, list) else tree_from_json(document)


def tree_from_lists(lists: Sequence[Any]) -> Tree:
    """The tree of nested lists; a tuple is a pay-off for several players."""
    return _finished(_from_lists(lists, 0), str(lists))


def _from_lists(item: Any, depth: int) -> _Node:
    node = _Node("", "", None, None, False, False, [], 0)
    if depth > MOST_DEPTH:
        raise TreeSyntaxError("error.tree.too_deep", line=1, column=1, limit=MOST_DEPTH)
    if isinstance(item, list) and item:
        node.children = [_from_lists(child, depth + 1) for child in item]
    elif isinstance(item, tuple) or _is_value(item):
        node.value = item
    else:
        raise TreeSyntaxError("error.tree.bad_item", item=json.dumps(item))
    return node


def _is_value(item: object) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool) and isfinite(item)


_FIELDS = {
    "name": str,
    "edge": str,
    "value": (int, float, list),
    "player": int,
    "dynamic": bool,
    "cut": bool,
    "children": list,
}


def tree_from_json(document: Any) -> Tree:
    """The tree of a JSON document as `tree_to_json` makes it."""
    return _finished(_from_json(document, 0), "")


def _from_json(item: Any, depth: int) -> _Node:
    if not isinstance(item, dict):
        return _from_lists(item, depth)
    if depth > MOST_DEPTH:
        raise TreeSyntaxError("error.tree.too_deep", line=1, column=1, limit=MOST_DEPTH)
    for key, value in item.items():
        if key not in _FIELDS or not isinstance(value, _FIELDS[key]):  # type: ignore[arg-type]
            raise TreeSyntaxError("error.tree.bad_item", item=json.dumps({key: value})[:80])
    value = item.get("value")
    if isinstance(value, list):
        value = tuple(value)
    if value is not None and not all(map(_is_value, value if isinstance(value, tuple) else (value,))):
        raise TreeSyntaxError("error.tree.bad_item", item=json.dumps(item["value"])[:80])
    player = item.get("player")
    return _Node(
        item.get("edge", ""),
        item.get("name", ""),
        None if player is None else player - 1,
        value,
        item.get("dynamic", False),
        item.get("cut", False),
        [_from_json(child, depth + 1) for child in item.get("children", [])],
        0,
    )


# ------------------------------------------------------------------------ writing


def write_tree(tree: Tree) -> str:
    """The tree in the short notation; `read_tree` gives the same tree back."""
    players = max(2, tree.players)
    return _written(tree, 0, players)


def _written(tree: Tree, depth: int, players: int) -> str:
    edge = f"{_quote(tree.edge)}:" if tree.edge else ""
    name = _quote(tree.name) if tree.name else ""
    player = "" if tree.player == depth % players else f"@{tree.player + 1}"
    bare = tree.leaf and not name and not player and not tree.dynamic
    value = "" if tree.value is None else ("" if bare else "=") + write_payoff(tree.value)
    word = f"{edge}{name}{player}{value}{'!' if tree.dynamic else ''}"
    if tree.leaf:
        return word
    return f"{word}({' '.join(_written(child, depth + 1, players) for child in tree.children)})"


def write_payoff(value: Payoff) -> str:
    """A pay-off as the notation writes it: 3, 2.5 or 1,2,6."""
    if isinstance(value, tuple):
        return ",".join(map(write_payoff, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _quote(text: str) -> str:
    if _PLAIN.fullmatch(text) and _payoff(text) is None:
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def tree_to_lists(tree: Tree) -> Any:
    """Nested lists of the leaves."""
    return [tree_to_lists(child) for child in tree.children] if tree.children else tree.value


def tree_to_json(tree: Tree) -> dict[str, Any]:
    """A JSON document with everything the tree says; players are counted from 1."""
    document: dict[str, Any] = {"player": tree.player + 1}
    if tree.name:
        document["name"] = tree.name
    if tree.edge:
        document["edge"] = tree.edge
    if tree.value is not None:
        document["value"] = list(tree.value) if isinstance(tree.value, tuple) else tree.value
    if tree.dynamic:
        document["dynamic"] = True
    if tree.children:
        document["children"] = [tree_to_json(child) for child in tree.children]
    return document
