"""Trees as text, read and written.

    A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))      named nodes
    ((3 12 8) (2 4 6) (14 5 2))                             unnamed nodes
    (1,2,6 (4,3,2 6,1,2))                                   pay-offs of three players
    A(B*(1/6: 3  1/3: C(4 5)  1/2: -2) 1)                   chance at B, with probabilities

A node is `edge:name*@player=value!?` followed by its children in brackets, every part optional: `1/3:`
labels the branch above it, `*` says that nature moves, `@2` that the second player moves (otherwise the
players take turns), `=5` is a leaf's pay-off or an inner node's estimate, `!` marks it as dynamic, `?` as a
leaf below which the tree was cut, so that its value is an estimate. A word that is a number is a leaf. A leaf
that is only the name of an inner node is that node again, see `graph`. A part with special characters is
written "in quotes".

Below a node with `*` the label of each branch begins with its probability, a fraction or a decimal, as in
`1/6:` or `"1/6 a six":`; they sum to one, and without any all outcomes are equally likely. Nature takes no
turn: after MAX and chance comes MIN.

Nested lists and JSON are read too, see `lists`, and trees as Haskell writes them,
`Node 0 [Node 3 [], Node 5 []]`, see `haskell`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spielbaum.result import CHANCE, Payoff
from spielbaum.tree.draft import MOST_DEPTH, MOST_NODES, Draft, fail, finished, payoff_of
from spielbaum.tree.tree import Tree, fold, turns_taken

_TOKEN = re.compile(r"""\s+ | [()] | (?: "(?:[^"\\]|\\.)*" | [^\s()"] )+ | " """, re.VERBOSE | re.DOTALL)
_WORD = re.compile(
    r"""
    (?: (?P<edge> "(?:[^"\\]|\\.)*" | [^\s()":@=!?]+ ) : )?
    (?P<name> "(?:[^"\\]|\\.)*" | [^\s()":@=!?]*? )
    (?P<chance> \* )?
    (?: @ (?P<player> [0-9]{1,4} ) )?
    (?: = (?P<value> [^\s()":@=!?]+ ) )?
    (?P<dynamic> ! )?
    (?P<cut> \? )?
    """,
    re.VERBOSE | re.DOTALL,
)
#: What needs no quotes. A bracket at the beginning would look like a list.
_PLAIN = re.compile(r'[^\s()":@=!?\[{][^\s()":@=!?]*(?<!\*)')


def read_tree(text: str) -> Tree:
    """The tree that the text describes, in any of the notations."""
    from spielbaum.tree.haskell import BEGINNING, read_haskell
    from spielbaum.tree.lists import read_json, read_lists

    if BEGINNING.match(text):
        return read_haskell(text)
    match text.lstrip()[:1]:
        case "[":
            return read_lists(text)
        case "{":
            return read_json(text)
        case _:
            return finished(_read_words(text), text)


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """The words and brackets with where they begin and end; a label and what it labels are one word."""
    label: tuple[str, int] | None = None  # as in `1/6: 3`, with where it begins
    for match in _TOKEN.finditer(text):
        token, start, end = match[0], match.start(), match.end()
        if token.isspace():
            continue
        if label is not None and token in ("(", ")"):
            yield *label, start
        elif label is not None:
            token, start = label[0] + token, label[1]
        label = None
        if token.endswith(":"):
            label = token, start
        else:
            yield token, start, end
    if label is not None:
        yield *label, len(text)


def _read_words(text: str) -> Draft:
    open_nodes: list[Draft] = []
    root: Draft | None = None
    node: Draft | None = None  # the node that a bracket directly behind it would open
    end = -1  # where that node's word ended
    count = 0
    for token, offset, after in _tokens(text):
        if token == ")":
            if not open_nodes:
                raise fail("no_open", text, offset)
            closed = open_nodes.pop()
            if not closed.children:
                raise fail("empty_node", text, offset)
            node = None
            continue
        if token == "(" and node is not None and end == offset:
            opened = node
        else:
            if root is not None and not open_nodes:
                raise fail("trailing", text, offset, text=token)
            opened = Draft(offset) if token == "(" else _word(token, text, offset)
            count += 1
            if count > MOST_NODES:
                raise fail("too_many", text, offset, limit=MOST_NODES)
            if open_nodes:
                open_nodes[-1].children.append(opened)
            else:
                root = opened
        if token == "(":
            if opened.number:
                raise fail("number_with_children", text, offset, text=write_payoff(opened.value or 0))
            open_nodes.append(opened)
            if len(open_nodes) > MOST_DEPTH:
                raise fail("too_deep", text, offset, limit=MOST_DEPTH)
            node = None
        else:
            node, end = opened, after
    if open_nodes:
        raise fail("no_close", text, open_nodes[-1].offset, count=len(open_nodes))
    if root is None:
        raise fail("empty", text, 0)
    return root


def _word(token: str, text: str, offset: int) -> Draft:
    match = _WORD.fullmatch(token)
    if match is None:
        raise fail("bad_word", text, offset, text=token)
    node = Draft(offset, edge=_unquote(match["edge"] or ""), name=_unquote(match["name"]))
    node.dynamic, node.cut = match["dynamic"] is not None, match["cut"] is not None
    if match["value"] is not None:
        node.value = payoff_of(match["value"])
        if node.value is None:
            raise fail("no_number", text, offset, text=match["value"])
    else:  # a number is a leaf, as in 8 or 1/3:8
        node.value = payoff_of(match["name"])
        if node.value is not None:
            node.name, node.number = "", True
    if match["chance"] is not None:
        if match["player"] is not None:
            raise fail("bad_player", text, offset, text=match["player"])
        node.player = CHANCE
    elif match["player"] is not None:
        node.player = int(match["player"]) - 1
        if node.player < 0:
            raise fail("bad_player", text, offset, text=match["player"])
    return node


def _unquote(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL) if word.startswith('"') else word


# ------------------------------------------------------------------------ writing


def write_tree(tree: Tree) -> str:
    """The tree in the short notation; `read_tree` gives the same tree back."""
    players = max(2, tree.payoffs or 1)  # as a reader sees it, who does not know the game

    def written(node: Tree, depth: int, children: list[str]) -> str:
        edge = f"{_quote(node.label)}:" if node.label else ""
        name = _quote(node.name) if node.name else ""
        player = "" if node.player == depth % players else f"@{node.player + 1}"
        if node.player == CHANCE:
            player = "*"
        bare = not children and not name and not player
        value = "" if node.value is None else ("" if bare else "=") + write_payoff(node.value)
        word = f"{edge}{name}{player}{value}{'!' if node.dynamic else ''}{'?' if node.cut else ''}"
        return f"{word}({' '.join(children)})" if children else word

    return fold(written, tree, turns_taken)


def write_payoff(value: Payoff) -> str:
    """A pay-off as the notation writes it: 3, 2.5 or 1,2,6."""
    if isinstance(value, tuple):
        return ",".join(map(write_payoff, value))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _quote(text: str) -> str:
    if _PLAIN.fullmatch(text) and payoff_of(text) is None:
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
