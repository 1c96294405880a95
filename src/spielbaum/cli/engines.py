"""What the commands of the engine share: saying that something is compiled, and results as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from spielbaum.game import Game, Position
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.result import Result


def announcer(language: str) -> Callable[[str], None]:
    """Says on stderr, once a game, that its rules are compiled; that takes seconds, once a machine."""
    said: set[str] = set()

    def announce(game: str) -> None:
        if game not in said:
            said.add(game)
            click.echo(say("engine.compiling", language, game=game), err=True)

    return announce


def position_text(position: Position[Any, Any]) -> str:
    """The moves that lead there; where it was given as a board, its notation, and the moves from there."""
    joined = ("" if position.game.move_width else " ").join(position.history_texts)
    return f"{position.root_notation or ''} {joined}".strip()


def move_names(game: Game[Any, Any], state: Any, line: Iterable[Any]) -> list[str]:
    """The texts of moves that follow each other."""
    names = []
    for move in line:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def result_json(position: Position[Any, Any], text: str, result: Result) -> dict[str, object]:
    """The fields that `solve` and `analyse` have in common."""
    game, state = position.game, position.state
    value = result.value
    assert not isinstance(value, tuple)
    return {
        "game": game.name,
        "position": text,
        "player": result.view,
        "value": value,
        "proof": result.proof.value,
        "bound": result.bound.value,
        "distance": result.distance,
        "move": game.move_name(state, result.move),
        "moves": {game.move_name(state, move): worth for move, worth in result.moves.items()},
        "proofs": {game.move_name(state, move): result.for_move(move).proof.value for move in result.moves},
        "line": move_names(game, state, result.line),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
    }


def dumps(document: object, *, one_line: bool = False) -> str:
    return json.dumps(document, ensure_ascii=False, indent=None if one_line else 2)
