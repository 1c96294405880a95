"""Trees and searches that several tests draw."""

from __future__ import annotations

from functools import cache

from spielbaum import load_game
from spielbaum.search import record
from spielbaum.trace import Trace
from spielbaum.tree import Tree, read_tree

HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
TRIPLES = "A(B(1,2,6 4,3,2) C(6,1,2 7,4,1))"

#: Names that mean something in one format or another. Each must come out as a name and nothing else.
NASTY = (
    "</text><script>alert(1)</script>",
    '"]; click n0 callback; n0["',
    "]]>--><!--",
    "\\input{/etc/passwd}",
    "\\end{forest}\\write18{ls}",
    "$x^2$ % # & _ ~ { } \\",
    "a&b<c>d'e\"f`g",
    "{{unbalanced",
    "unbalanced}}",
    "#35;quot;<br/>",
    "one\ntwo\r\nthree\ttabs",
    "\x1b[31mred\x1b[0m\x07",
    "שלום עולם",
    "\u202egnirts desrever\u202c",
    "🙂 emoji 👩‍👩‍👧",
    "漢字かな交じり",
    "Größe, façade, Øre, Łódź, ñandú",
    "x" * 400,
    "",
    " ",
    "[a, b=c]",
    "%%{init: {}}%%",
    "javascript:alert(1)",
    "\ud800 lone surrogate \x00 nul \ufffe",
    "^^5c^^7e",
)


def nasty_tree() -> Tree:
    """Each nasty text as the name of an inner node, of a leaf, and as a move."""
    return Tree(
        [
            Tree([Tree(value=i, name=text, edge=text)], name=text, edge=text, player=1)
            for i, text in enumerate(NASTY)
        ],
        name="root",
    )


@cache
def hand_trace(algorithm: str = "alphabeta") -> Trace:
    return record(algorithm, read_tree(HAND))[0]


@cache
def triples_trace() -> Trace:
    return record("maxn", read_tree(TRIPLES))[0]


@cache
def take_away_trace() -> Trace:
    return record("minimax", load_game("takeaway:matches=4"))[0]


@cache
def nasty_trace() -> Trace:
    return record("alphabeta", nasty_tree())[0]
