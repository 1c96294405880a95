"""The tree lab: searches as documents to be stepped through, and figures of them."""

from __future__ import annotations

import base64
import json
from importlib.util import find_spec
from typing import Any

from fastapi import APIRouter

from spielbaum.draw import SUFFIXES, Options, draw_story, story_of
from spielbaum.result import Result
from spielbaum.search import ALGORITHMS, find_algorithm, record, strategy_nodes
from spielbaum.trace import Trace, trace_to_json
from spielbaum.web import lab_messages as messages
from spielbaum.web.house import PROBLEMS, Client, Home, Language
from spielbaum.web.lab_bundle import stand_alone
from spielbaum.web.lab_document import stepper_document
from spielbaum.web.lab_source import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_DRAWN,
    MOST_EVENTS,
    MOST_NODES,
    Found,
    command_line,
    find_tree,
    search_options,
)
from spielbaum.web.shelf import Shelf

router = APIRouter(prefix="/api/lab", responses=PROBLEMS, tags=["tree lab"])

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


@router.get("")
async def lab(language: Language) -> messages.Lab:
    """The algorithms, the formats of figures, the limits."""
    from spielbaum.exercise.model import KIND_CONVENTIONS, KINDS

    return messages.Lab(
        algorithms=[
            messages.AlgorithmView(
                name=one.name,
                title=one.title_in(language),
                options=list(one.options),
                zero_sum=one.zero_sum,
                window=one.window,
                traversal=one.traversal,
            )
            for one in ALGORITHMS.values()
        ],
        formats=[name for name in MEDIA if name not in ("png", "pdf") or find_spec("typst") is not None],
        limits={
            "characters": MOST_CHARACTERS,
            "nodes": MOST_NODES,
            "depth": MOST_DEPTH,
            "events": MOST_EVENTS,
        },
        kinds=list(KINDS),
        conventions={kind: list(names) for kind, names in KIND_CONVENTIONS.items()},
    )


@router.post("/trace")
async def trace(run: messages.Run, house: Home, language: Language, client: Client) -> messages.Stepper:
    """The search with all its steps, so that the page need not ask again."""
    return await house.answer(trace_search, run, language, client, drawing=True)


def trace_search(run: messages.Run, shelf: Shelf, language: str) -> messages.Stepper:
    found = find_tree(run, shelf)
    return messages.Stepper(document=_document(run, found, language), command=command_line(run, found.tree))


@router.post("/figure")
async def figure(wish: messages.Draw, house: Home, language: Language, client: Client) -> messages.Kept:
    """A file to keep: a figure of one step, the trace, or a page that steps without a server."""
    return await house.answer(draw_figure, wish, language, client, drawing=True)


def draw_figure(wish: messages.Draw, shelf: Shelf, language: str) -> messages.Kept:
    content = _content(wish, shelf, language)
    name = f"{wish.algorithm}.{SUFFIXES.get(wish.format, wish.format)}"
    if isinstance(content, bytes):
        return messages.Kept(name=name, media=MEDIA[wish.format], base64=base64.b64encode(content).decode())
    return messages.Kept(name=name, media=MEDIA[wish.format], text=content)


def _content(wish: messages.Draw, shelf: Shelf, language: str) -> str | bytes:
    found = find_tree(wish, shelf)
    if wish.format == "html":
        documents = [_document(wish, found, language, scope="tree-a")]
        if wish.beside:
            known = find_algorithm(wish.beside).options
            kept = {"depth", "fail_hard", "strict", "teams", "ties"} & set(known)
            other = wish.model_copy(
                update={
                    name: messages.Run.model_fields[name].default
                    for name in search_options(wish)
                    if name not in kept
                }
                | {"algorithm": wish.beside}
            )
            documents.append(_document(other, found, language, scope="tree-b"))
        return stand_alone(documents)
    recorded, _ = _searched(wish, found)
    if wish.format == "json":
        return json.dumps(trace_to_json(recorded), ensure_ascii=False, indent=1) + "\n"
    story = story_of(recorded, _options(wish, found, language), game=found.game)
    return draw_story(story, wish.format, step=wish.step)


def _document(run: messages.Run, found: Found, language: str, scope: str | None = None) -> dict[str, Any]:
    recorded, result = _searched(run, found)
    options = _options(run, found, language)
    return stepper_document(
        recorded, result, options, game=found.game, scope=scope or run.scope, ties=run.ties
    )


def _searched(run: messages.Run, found: Found) -> tuple[Trace, Result | None]:
    return record(run.algorithm, found.tree, limit=MOST_EVENTS, **search_options(run))


def _options(run: messages.Run, found: Found, language: str) -> Options:
    return Options(
        language=language,
        direction=run.direction,
        numbers=run.numbers,
        boards=run.boards,
        marked=strategy_nodes(found.tree, run.strategy - 1) if run.strategy else frozenset(),
        limit=MOST_DRAWN,
    )
