"""Values as messages: the sentence, a few characters for a badge, and a length for a bar."""

from __future__ import annotations

from dataclasses import replace
from math import tanh
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.describe import moves_to_win, value_badge, value_words
from spielbaum.result import Bound, Payoff, Proof, Result, Value
from spielbaum.web.messages import Worth


def worth(position: Position[Any, Any], result: Result, language: str) -> Worth:
    """What a search says about a position."""
    game, value = position.game, result.value
    text = value_words(game, result, language, position.state)
    if isinstance(value, tuple):
        badge = value_badge(value, position.player, language)
        return Worth(text=text, short=badge, points=list(value), view=None, proof=result.proof, share=None)
    side = result.view or 0
    return Worth(
        text=text,
        short=_badge(position, result, language),
        points=value,
        view=side,
        proof=result.proof,
        share=share(game, result.value_for(0), result.proof),
    )


def _badge(position: Position[Any, Any], result: Result, language: str) -> str:
    """✓3 wins in three moves, ✗2 loses in two, = draws; else a number, from the side of `result.view`."""
    value, side = result.value, result.view or 0
    assert not isinstance(value, tuple)
    if result.proof is Proof.BOUND:
        return ("≤" if result.bound is Bound.AT_MOST else "≥") + value_badge(value, side, language)
    if result.proof is Proof.ESTIMATE:
        return value_badge(value, side, language)
    if value == 0:
        return "="
    winner = side if value > 0 else 1 - side
    moves = moves_to_win(position.game, result, winner, position.state)
    if moves is None and position.game.values != (-1, 1):
        return value_badge(value, side, language)
    return ("✓" if value > 0 else "✗") + ("" if moves is None else str(moves))


def certain(value: Payoff) -> Result:
    """The value of a position where the game is over."""
    view = None if isinstance(value, tuple) else 0
    return Result("rules", value, None, (), Proof.PROVEN, view=view, distance=0)


def for_move(result: Result, value: Payoff) -> Result:
    """The result that says what one of the moves is worth."""
    return replace(result, value=value, line=(), distance=None)


def share(game: Game[Any, Any], first: Value, proof: Proof) -> float:
    """How well the first player stands, from 0 to 1: proven ends are 0, ½, 1, estimates between them.

    Only a picture: an eighth of the greatest pay-off already fills most of the bar.
    """
    if proof is Proof.PROVEN:
        return 0.5 if first == 0 else float(first > 0)
    most = max(abs(v) for v in game.values) or 1
    scale = 0.5 if most == 1 else most / 8
    return round(0.5 + 0.45 * tanh(first / scale), 4)
