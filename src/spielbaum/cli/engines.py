"""What the commands of the engine share: saying that something is compiled, and results as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from spielbaum.game import Position
from spielbaum.language import say
from spielbaum.result import Line, Result, line_json


def announcer(language: str, key: str = "engine.compiling") -> Callable[[str], None]:
    """Says on stderr, once per game, that its rules are compiled; that takes seconds, once per machine.

    For WebAssembly they are compiled each time, which `key` says.
    """
    said: set[str] = set()

    def announce(game: str) -> None:
        if game not in said:
            said.add(game)
            click.echo(say(key, language, game=game), err=True)

    return announce


def position_text(position: Position[Any, Any]) -> str:
    """The moves that lead there; where it was given as a board, its notation, and the moves from there."""
    joined = ("" if position.game.presentation.move_width else " ").join(position.history_texts)
    return f"{position.root_notation or ''} {joined}".strip()


def result_json(position: Position[Any, Any], text: str, result: Result[Any]) -> dict[str, object]:
    """The fields that `solve` and `analyse` have in common; `lines` has one entry for every move."""

    def named(line: Line[Any]) -> dict[str, object]:
        told = line.in_words(position.line_texts(line.moves))
        document = {"move": told.move, **line_json(told)}
        if not told.nodes:  # not counted for this line alone
            del document["nodes"]
        return document

    return {
        "game": position.game.name,
        "position": text,
        **named(result),
        "lines": [named(line) for line in result.lines],
        "seconds": round(result.seconds, 6),
    }


def dumps(document: object, *, one_line: bool = False) -> str:
    return json.dumps(document, ensure_ascii=False, indent=None if one_line else 2)
