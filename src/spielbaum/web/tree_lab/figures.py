"""Searches as documents to be stepped through, and figures of them."""

from __future__ import annotations

import base64
import json
from typing import Any

from spielbaum.draw import SUFFIXES, Options, draw_scene, scene_of
from spielbaum.play.engine_search import ENGINE, algorithm_named
from spielbaum.result import Result
from spielbaum.search import record, strategy_nodes
from spielbaum.trace import Trace, trace_to_json
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.messages import Download
from spielbaum.web.tree_lab import messages
from spielbaum.web.tree_lab.stand_alone import stand_alone
from spielbaum.web.tree_lab.stepper_document import stepper_document
from spielbaum.web.tree_lab.tree_source import (
    MOST_DRAWN,
    MOST_EVENTS,
    MOST_FITTING_EVENTS,
    MOST_NODES,
    SourceTree,
    board_levels,
    command_line,
    find_tree,
    search_options,
)

MEDIA = {
    "svg": "image/svg+xml",
    "tikz": "application/x-tex",
    "mermaid": "text/plain",
    "text": "text/plain",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html",
    "json": "application/json",
}


def trace_search(run: messages.TraceRequest, games: GameCatalog, language: str) -> messages.StepperView:
    found = find_tree(run, games)
    return messages.StepperView(document=_document(run, found, language), command=command_line(run, found))


def draw_figure(request: messages.FigureRequest, games: GameCatalog, language: str) -> Download:
    content = _content(request, games, language)
    name = f"{request.algorithm}.{SUFFIXES.get(request.format, request.format)}"
    if isinstance(content, bytes):
        return Download(name=name, media=MEDIA[request.format], base64=base64.b64encode(content).decode())
    return Download(name=name, media=MEDIA[request.format], text=content)


def _content(request: messages.FigureRequest, games: GameCatalog, language: str) -> str | bytes:
    found = find_tree(request, games)
    if request.format == "html":
        documents = [_document(request, found, language, scope="tree-a")]
        if request.beside:
            known = algorithm_named(request.beside).options
            kept = {"depth", "fail_hard", "strict", "teams", "ties"} & set(known)
            other = request.model_copy(
                update={
                    name: messages.TraceRequest.model_fields[name].default
                    for name in search_options(request)
                    if name not in kept
                }
                | {"algorithm": request.beside}
            )
            documents.append(_document(other, found, language, scope="tree-b"))
        return stand_alone(documents)
    recorded, _ = _searched(request, found)
    if request.format == "json":
        return json.dumps(trace_to_json(recorded), ensure_ascii=False, indent=1) + "\n"
    drawn = scene_of(recorded, _options(request, found, language), game=found.game)
    return draw_scene(drawn, request.format, step=request.step)


def _document(
    run: messages.TraceRequest, found: SourceTree, language: str, scope: str | None = None
) -> dict[str, Any]:
    recorded, result = _searched(run, found)
    options = _options(run, found, language)
    return stepper_document(
        recorded, result, options, game=found.game, scope=scope or run.scope, ties=run.ties
    )


def _searched(run: messages.TraceRequest, found: SourceTree) -> tuple[Trace, Result[Any] | None]:
    algorithm = algorithm_named(run.algorithm)
    options = search_options(run) | {"limit": MOST_EVENTS}
    if algorithm is ENGINE:
        if run.game is not None and run.depth is None and run.game.depth is not None:
            options["depth"] = run.game.depth
        if "depth" not in options:  # as deep as one can look at
            options["limit"] = MOST_FITTING_EVENTS
        return record(
            algorithm, found.tree if found.game is None else found.game, found.tree.state, **options
        )
    if found.game is not None and found.searches_game(run):
        return record(algorithm, found.game, found.tree.state, most=MOST_NODES, **options)
    return record(algorithm, found.tree, **options)


def _options(run: messages.TraceRequest, found: SourceTree, language: str) -> Options:
    return Options(
        language=language,
        direction=run.direction,
        numbers=run.numbers,
        boards=board_levels(found.tree) if run.boards is None else run.boards,
        marked=strategy_nodes(found.tree, run.strategy - 1) if run.strategy else frozenset(),
        limit=MOST_DRAWN,
    )
