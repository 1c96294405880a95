"""A tree in plain text, with its branches drawn beside it."""

from __future__ import annotations

from collections.abc import Callable

from spielbaum.result import CHANCE, Payoff
from spielbaum.trace import payoff
from spielbaum.tree.tree import Path, Tree

#: Draws beside a node what else is known of it.
Note = Callable[[Path, Tree], str]


def tree_text(tree: Tree, role: Callable[[int], str] | None = None, note: Note | None = None) -> str:
    """One node a line: the edge, the name, who moves, the value; `note` adds to it."""
    if role is None:
        role = _two_sides if tree.zero_sum else _number
    lines: list[str] = []
    stack: list[tuple[Path, Tree, str, str]] = [((), tree, "", "")]
    while stack:
        path, node, lead, branch = stack.pop()
        words = _words(node, role)
        if note is not None and (more := note(path, node)):
            words.append(more)
        lines.append((lead + branch + "  ".join(words)).rstrip())
        below = lead + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        last = len(node.children) - 1
        for index in range(last, -1, -1):
            child = node.children[index]
            stack.append(((*path, index), child, below, "└─ " if index == last else "├─ "))
    return "\n".join(lines)


def _words(node: Tree, role: Callable[[int], str]) -> list[str]:
    # A grown node is named by the way to it, which the edges show already.
    name = "" if node.state is not None else node.name
    words = [part for part in (node.label, name) if part]
    if not node.leaf or node.cut:
        words.append("*" if node.player == CHANCE else role(node.player))
    if node.dynamic:
        words.append("!")
    if node.value is not None:
        words.append(_value(node.value, estimate=not node.leaf or node.cut))
    elif node.cut:
        words.append("…")
    return words or ["·"]


def _value(value: Payoff, *, estimate: bool) -> str:
    return ("E = " if estimate else "") + payoff(value)


def _two_sides(player: int) -> str:
    return "MAX" if player == 0 else "MIN"


def _number(player: int) -> str:
    return str(player + 1)
