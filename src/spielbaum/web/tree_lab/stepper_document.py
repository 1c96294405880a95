"""A search as one document that a stepper shows without asking again: the page, or a file of its own.

    {"format": "spielbaum-stepper", "version": 1, "language": "en",
     "algorithm": "alphabeta", "title": "alpha-beta", "tree": "A(B(8 7 3) …)",
     "scene": {…},                     the figure at all its steps, see `spielbaum.draw.stepping`
     "palette": {"ink": ["#1c2230", "#e8eaf0"], …},       colours by day and by night
     "labels": {"0.2": "E", …},        what each drawn node is called
     "code": ["VALUE(n, α, β):", …],   the pseudocode
     "steps": [{"kind": "enter", "path": "0.2", "node": "E", "line": 0, "sentence": "…",
                "alpha": "-inf", "beta": 3, "value": null, "rest": true,
                "nodes": 5, "leaves": 3, "cuts": 0}, …],  the k-th event; the figure after it is step k + 1
     "counts": {…}, "plain": {…} | null,                  of this search, and of plain minimax (or max^n)
     "windowed": true, "strict": false, "answer": "Value: 3 for MAX (proven). …"}

`rest` says of an update that the node has further children, so that they may now be cut.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.draw import Options, scene_json, scene_of
from spielbaum.draw.theme import DARK, LIGHT, PALETTES
from spielbaum.game import Game
from spielbaum.game_space import TreeSpace
from spielbaum.language import say
from spielbaum.play.engine_search import ENGINE, algorithm_named
from spielbaum.result import Result, number_json
from spielbaum.search import find_algorithm, line_number, pseudocode
from spielbaum.search.maxn import Ties
from spielbaum.search.result_text import result_text
from spielbaum.trace import Again, Cutoff, Enter, Outcome, Path, Step, Trace, Update, leaf_counts
from spielbaum.tree import write_tree

FORMAT = "spielbaum-stepper"
VERSION = 1
#: How many nodes of a game are counted to say how many leaves were skipped.
MOST_COUNTED = 20_000


def stepper_document(
    trace: Trace,
    result: Result[Any] | None,
    options: Options,
    *,
    game: Game[Any, Any] | None = None,
    scope: str | None = None,
    ties: Ties = "first",
) -> dict[str, Any]:
    """The search as a document; `scope` names the picture where a page has several.

    `ties` is which of equally good children max^n took, for its pseudocode.
    """
    language = options.language
    algorithm = algorithm_named(trace.algorithm)
    # The page turns from day to night by itself, so the picture has the colours of the day only.
    shown = replace(options, theme="light") if options.theme == "auto" else options
    drawn = scene_of(trace, shown, game=game)
    scene = scene_json(drawn, scope=scope)
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": language,
        "algorithm": algorithm.name,
        "title": algorithm.title_in(language),
        "tree": write_tree(trace.space.tree) if isinstance(trace.space, TreeSpace) else None,
        "scene": scene,
        "palette": palette(options.theme),
        "labels": _labels(trace, scene, language),
        "code": [line.text for line in pseudocode(algorithm.name, language, ties)],
        "steps": _steps(trace, scene, language),
        "counts": _counts(trace),
        "plain": None if algorithm.traversal else plain_counts(trace, language),
        "windowed": algorithm.window,
        "strict": trace.strict,
        "answer": _answer(trace, result, language),
    }


def palette(theme: str) -> dict[str, list[str]]:
    """The colours by day and by night; the same ones where a theme was chosen."""
    day, night = (LIGHT, DARK) if theme == "auto" else (PALETTES[theme], PALETTES[theme])
    return {name: [day[name], night[name]] for name in day}


def _routes(trace: Trace, scene: dict[str, Any]) -> dict[Path, str]:
    """The address in the figure of every node that is drawn, by its path in the trace."""
    if isinstance(trace.space, TreeSpace):  # whose paths are the numbers of children, as addresses are
        return {_indices(node["path"]): node["path"] for node in scene["nodes"] if node["kind"] != "more"}
    routes: dict[Path, str] = {}
    drawn = {node["path"]: node for node in scene["nodes"]}
    below: dict[Path, list[Any]] = {}
    for event in trace.events:  # the figure has the children in the order in which the search came to them
        moves: tuple[Any, ...] = ()
        if isinstance(event, Enter | Again) and event.path:
            parent, moves = event.path[:-1], event.path[-1:]
        elif isinstance(event, Cutoff):
            parent, moves = event.path, event.skipped
        else:
            continue
        known = below.setdefault(parent, [])
        known += [move for move in moves if move not in known]
    stack: list[tuple[Path, str]] = [((), "")]
    while stack:
        path, address = stack.pop()
        if address in drawn and drawn[address]["kind"] != "more":
            routes[path] = address
            for i, move in enumerate(below.get(path, [])):
                stack.append(((*path, move), f"{address}.{i}" if address else str(i)))
    return routes


def _indices(address: str) -> Path:
    return tuple(map(int, address.split("."))) if address else ()


def _labels(trace: Trace, scene: dict[str, Any], language: str) -> dict[str, str]:
    labels = {address: trace.label(path, language) for path, address in _routes(trace, scene).items()}
    for node in scene["nodes"]:
        if node["kind"] == "more":
            labels[node["path"]] = say("draw.more", language, count=node["hidden"])
    return labels


def _steps(trace: Trace, scene: dict[str, Any], language: str) -> list[dict[str, Any]]:
    routes = _routes(trace, scene)
    tried: dict[Path, set[Any]] = {}  # children since the node was entered; PVS may look twice at one
    steps = []
    for step in trace.steps:
        event, path = step.event, step.path
        rest = False
        if isinstance(event, Enter):
            tried[event.path] = set()
            if event.path:
                tried.setdefault(event.path[:-1], set()).add(event.path[-1])
        elif isinstance(event, Update | Outcome):
            rest = len(tried.get(event.path, ())) < len(trace.space.legal_moves(event.path))
        steps.append(_step(step, None if path is None else routes.get(path), rest, language))
    return steps


def _step(step: Step, address: str | None, rest: bool, language: str) -> dict[str, Any]:
    return {
        "kind": step.kind,
        "path": address,
        "node": step.node(language),
        "line": line_number(step.trace.algorithm, step.line),
        "sentence": step.sentence(language),
        "alpha": number_json(step.alpha),
        "beta": number_json(step.beta),
        "value": number_json(step.value),
        "rest": rest,
        "nodes": step.nodes,
        "leaves": step.leaves,
        "cuts": step.cuts,
    }


def _counts(trace: Trace) -> dict[str, int | None]:
    last = trace.steps[-1]
    # The engine reduces and extends, so nobody can say which leaves it left out.
    seen, skipped = leaf_counts(trace, 0 if trace.algorithm == ENGINE.name else MOST_COUNTED)
    return {
        "nodes": last.nodes,
        "leaves": last.leaves,
        "cuts": last.cuts,
        "seen": seen,
        "skipped": skipped,
    }


def plain_counts(trace: Trace, language: str) -> dict[str, Any] | None:
    """What minimax (between two sides), expectiminimax (with chance) or max^n would look at.

    None where that is too much to count.
    """
    scene = trace.space
    if not isinstance(scene, TreeSpace):
        return None
    two_sides = "expectiminimax" if scene.tree.has_chance else "minimax"
    plain = find_algorithm(two_sides if scene.tree.zero_sum else "maxn")
    result = plain(scene.tree, depth=trace.depth)
    return {"algorithm": plain.title_in(language), "nodes": result.nodes, "leaves": result.leaves}


def _answer(trace: Trace, result: Result[Any] | None, language: str) -> str:
    if result is not None:
        return result_text(result, trace.space, language).replace("\n", " ")
    order = [trace.label(event.path, language) for event in trace.events if isinstance(event, Enter)]
    return say("answer.visits", language, order=" ".join(order))
