"""Trees as Haskell writes them, read: `data Tree a = Node a [Tree a]`, as in Hughes' paper.

    Node 0 [Node 3 [], Node (-2) []]            a node, its value, its children
    Node "A" [Node 3 [], Node 4 []]             a name instead of a value
    Node ("B", 5) []                            both
    Node (1,2,6) []                             pay-offs of three players
    Node {rootLabel = 3, subForest = []}        as `show` writes a tree of Data.Tree

The value of a node without children is its pay-off, that of any other its estimate E(s).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from spielbaum.result import Value
from spielbaum.tree.draft import MOST_DEPTH, MOST_NODES, Draft, fail, finished, number_of
from spielbaum.tree.tree import Tree

#: How such a text begins. In the short notation nothing can follow a root that is called Node, except its
#: children in round brackets, directly behind the name.
BEGINNING = re.compile(r"\s*Node(?:\s+\S|\s*\{\s*rootLabel\b)")

_TOKEN = re.compile(
    r"""\s+ | "(?:[^"\\]|\\.)*" | [\[\](){},=] | [^\s\[\](){},="]+ | . """, re.VERBOSE | re.DOTALL
)

#: What may stand behind Node.
_LABELS = '3 | (-3) | "A" | ("A", 3) | (1,2,6)'


def read_haskell(text: str) -> Tree:
    """The tree of such a text."""
    reader = _Reader(text)
    root = reader.node(0)
    reader.end()
    return finished(root, text)


@dataclass
class _Reader:
    text: str
    at: int = 0
    count: int = 0

    def __post_init__(self) -> None:
        matches = _TOKEN.finditer(self.text)
        self.tokens = [(match[0], match.start()) for match in matches if not match[0].isspace()]
        self.tokens.append(("", len(self.text)))

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def offset(self) -> int:
        return self.tokens[self.at][1]

    def take(self, *expected: str) -> str:
        """The next token, which must be one of these."""
        token = self.token
        if token not in expected:
            raise fail("haskell", self.text, self.offset, expected=" | ".join(expected), given=token or "–")
        self.at += 1
        return token

    def end(self) -> None:
        if self.token:
            raise fail("trailing", self.text, self.offset, text=self.token)

    def node(self, depth: int) -> Draft:
        node = Draft(self.offset)
        self.count += 1
        if self.count > MOST_NODES:
            raise fail("too_many", self.text, self.offset, limit=MOST_NODES)
        if depth > MOST_DEPTH:
            raise fail("too_deep", self.text, self.offset, limit=MOST_DEPTH)
        self.take("Node")
        record = self.token == "{"
        if record:
            for token in ("{", "rootLabel", "="):
                self.take(token)
        self._label(node)
        if record:
            for token in (",", "subForest", "="):
                self.take(token)
        self.take("[")
        if self.token == "]":
            self.take("]")
        else:
            separator = ","
            while separator == ",":
                node.children.append(self.node(depth + 1))
                separator = self.take(",", "]")
        if record:
            self.take("}")
        return node

    def _label(self, node: Draft) -> None:
        """A number, a name in quotes, or several of them in brackets: a name first, then numbers."""
        if self.token != "(":
            if self.token.startswith('"'):
                node.name = self._name()
            else:
                node.value = self._number()
            return
        self.take("(")
        numbers: list[Value] = []
        if len(self.token) > 1 and self.token.startswith('"'):
            node.name = self._name()
        else:
            numbers.append(self._number())
        while self.take(",", ")") == ",":
            numbers.append(self._number())
        if numbers:
            node.value = numbers[0] if len(numbers) == 1 else tuple(numbers)

    def _name(self) -> str:
        token = self.token
        try:
            name = json.loads(token, strict=False)
        except ValueError as error:
            raise fail("haskell", self.text, self.offset, expected='"…"', given=token) from error
        self.at += 1
        return str(name)

    def _number(self) -> Value:
        value = number_of(self.token)
        if value is None:
            raise fail("haskell", self.text, self.offset, expected=_LABELS, given=self.token or "–")
        self.at += 1
        return value
