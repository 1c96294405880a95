"""How the tree commands print trees and searches, one function a format."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

from spielbaum.errors import TooLarge
from spielbaum.language import say
from spielbaum.result import Result
from spielbaum.search.result_text import result_json, result_text
from spielbaum.search.tree_values import node_values
from spielbaum.trace import Enter, Path, Trace, leaf_counts, trace_to_json
from spielbaum.tree import Tree, tree_text, tree_to_json, tree_to_lists, write_tree
from spielbaum.tree.draft import MOST_NODES

#: How many nodes of a game are counted to say how many leaves were skipped.
MOST_COUNTED = 100_000


def json_text(document: Any) -> str:
    try:
        return json.dumps(document, ensure_ascii=False, indent=2)
    except RecursionError as error:
        raise TooLarge("error.tree.grown_deep", limit=MOST_NODES) from error


# ------------------------------------------------------------------------ trees

Role = Callable[[int], str]


#: The nodes of a strategy.
Nodes = frozenset[Path]
#: Stands behind them.
MARK = "◆"


def _as_text(tree: Tree, role: Role, values: bool, marked: Nodes) -> str:
    known = node_values(tree) if values else {}

    def note(path: Path, node: Tree) -> str:
        value = "" if not values or (node.leaf and node.value is not None) else known[path].text()
        if value and not value.startswith(("≈", "≥", "≤")):
            value = f"= {value}"
        return "  ".join(filter(None, (value, MARK if path in marked else "")))

    return tree_text(tree, role, note)


TREE_FORMATS: dict[str, Callable[[Tree, Role, bool, Nodes], str]] = {
    "text": _as_text,
    "notation": lambda tree, _role, _values, _marked: write_tree(tree),
    "lists": lambda tree, _role, _values, _marked: json.dumps(tree_to_lists(tree)),
    "json": lambda tree, _role, values, marked: json_text(_document(tree, values, marked)),
}
#: Those that can mark a strategy.
MARKING_FORMATS = ("text", "json")


def _document(tree: Tree, values: bool, marked: Nodes) -> dict[str, Any]:
    known = node_values(tree) if values else {}
    document = tree_to_json(tree)
    stack: list[tuple[tuple[int, ...], dict[str, Any]]] = [((), document)] if values or marked else []
    while stack:
        path, node = stack.pop()
        if values:
            node |= known[path].document()
        if marked:
            node["strategy"] = path in marked
        stack.extend(((*path, i), child) for i, child in enumerate(node.get("children", ())))
    return document


# ----------------------------------------------------------------------- traces


def trace_text(trace: Trace, result: Result[Any] | None, language: str) -> str:
    """The protocol in words, and what came out."""
    width = shutil.get_terminal_size().columns
    parts = [trace.text(language, width), ""]
    if result is None:
        order = [
            trace.label(step.event.path, language) for step in trace.steps if isinstance(step.event, Enter)
        ]
        parts.append(say("answer.visits", language, order=" ".join(order)))
    else:
        parts += [result_text(result, trace.space, language), leaves_text(trace, language)]
    return "\n".join(parts)


def leaves_text(trace: Trace, language: str) -> str:
    seen, skipped = leaf_counts(trace, MOST_COUNTED)
    if skipped is None:
        return say("answer.leaves.unknown", language, seen=seen)
    return say("answer.leaves", language, seen=seen, skipped=skipped, all=seen + skipped)


def trace_json(trace: Trace, result: Result[Any] | None, language: str) -> str:
    """One document: what came out, every event, and the last word on every node."""
    seen, skipped = leaf_counts(trace, MOST_COUNTED)
    document = {} if result is None else result_json(result, trace.space)
    whole = trace_to_json(trace, MOST_COUNTED)
    document |= {"leaves_seen": seen, "leaves_skipped": skipped, "trace_view": whole.pop("view")} | whole
    document["results"] = {
        node["label"]: {"value": node["value"], "result": node["status"]} for node in whole["nodes"]
    }
    document["protocol"] = [step.sentence(language) for step in trace.steps]
    return json_text(document)


TRACE_FORMATS: dict[str, Callable[[Trace, Result[Any] | None, str], str]] = {
    "text": trace_text,
    "json": trace_json,
}
