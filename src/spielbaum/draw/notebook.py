"""How positions, trees, traces and results show themselves in notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any

from spielbaum.board import Board, Cell, piece_changed
from spielbaum.draw.boards import board_svg
from spielbaum.draw.figure_options import Options
from spielbaum.draw.scene import scene_of
from spielbaum.draw.svg import tree_svg
from spielbaum.draw.wording import clean, payoff_text
from spielbaum.game import Position
from spielbaum.game_space import GameSpace
from spielbaum.language import in_language, say, system_language
from spielbaum.result import Bound, Proof, Result
from spielbaum.trace import Step, Trace
from spielbaum.tree import Tree


def shown_svg(thing: object) -> str | None:
    """The picture of a tree, a search, a step of one or a position; None where there is none to be had."""
    options = Options(language=system_language())
    if isinstance(thing, (Tree, Trace)):
        return tree_svg(scene_of(thing, options))
    if isinstance(thing, Step):
        return tree_svg(scene_of(thing.trace, options), thing.number + 1)
    if isinstance(thing, Position):
        board = position_board(thing)
        title = in_language(thing.game.presentation.title, options.language) or thing.game.name
        return None if board is None else board_svg(board, title=title)
    return None


def shown_html(result: Result[Any]) -> str:
    """A result as a small table, and its search where that was recorded."""
    language = system_language()
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(say(f'draw.result.{key}', language))}</th>"
        f"<td style='text-align:left'>{escape(clean(text))}</td></tr>"
        for key, text in _facts(result, language)
    )
    figure = tree_svg(scene_of(result.trace, Options(language=language))) if result.trace is not None else ""
    return f"<table>{rows}</table>{figure}"


def _facts(result: Result[Any], language: str) -> Iterator[tuple[str, str]]:
    value = payoff_text(result.value, language)
    sign = {Bound.AT_LEAST: "≥ ", Bound.AT_MOST: "≤ "}.get(result.bound, "")
    view = "" if result.view is None else say("draw.result.side", language, number=result.view + 1)
    proof = say(f"draw.result.{Proof(result.proof).value}", language)
    yield "value", ", ".join(filter(None, (sign + value, view, proof)))
    names = _line(result)
    if names:
        yield "move", names[0]
        yield "line", " ".join(names)
    yield "algorithm", result.algorithm
    if result.depth is not None:
        yield "depth", str(result.depth)
    yield "nodes", str(result.nodes)


def _line(result: Result[Any]) -> list[str]:
    """The moves in the words of the game, where the trace knows it."""
    space = result.trace.space if result.trace is not None else None
    if isinstance(space, GameSpace):
        return [space.move_text(result.moves[:i], move) for i, move in enumerate(result.moves)]
    return [" ".join(map(str, move)) if isinstance(move, tuple) else str(move) for move in result.moves]


def position_board(position: Position[Any, Any]) -> Board | None:
    """The board of a position, with the last move marked; None where the game has no picture."""
    picture = position.game.presentation.picture
    if picture is None:
        return None
    board = picture(position.state)
    if not position.history:
        return board
    return _marked(picture(position.states[-2]), board)


def _marked(before: Board, after: Board) -> Board:
    """The board with the places marked where a stone has come, or that were emptied of their seeds."""
    if [len(row) for row in before.rows] != [len(row) for row in after.rows]:
        return after

    def marked(old: Cell, new: Cell) -> Cell:
        placed = old.player is None and new.player is not None
        emptied = bool(old.count) and new.count == 0
        touched = placed or emptied or piece_changed(old, new)
        return replace(new, mark="last") if new.mark is None and touched else new

    rows = tuple(
        tuple(marked(old, new) for old, new in zip(row_before, row_after, strict=True))
        for row_before, row_after in zip(before.rows, after.rows, strict=True)
    )
    return replace(after, rows=rows)
