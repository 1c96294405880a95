"""Values as messages: the sentence, a few characters for a badge, and a length for a bar."""

from __future__ import annotations

from math import tanh
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.describe import is_average, value_badge, value_words
from spielbaum.result import Line, Proof, Value
from spielbaum.web.play.messages import ValueView


def value_view(position: Position[Any, Any], line: Line[Any], language: str) -> ValueView:
    """What a search says about a position."""
    game, value = position.game, line.value
    text = value_words(game, line, language, position.state)
    badge = sign(game, line) + value_badge(game, line, position.player, language, position.state)
    if isinstance(value, tuple):
        return ValueView(text=text, short=badge, points=list(value), view=None, proof=line.proof, share=None)
    side = line.view or 0
    return ValueView(
        text=text,
        short=badge,
        points=value,
        view=side,
        proof=line.proof,
        share=share(game, line.value_for(0), line.proof),
    )


def sign(game: Game[Any, Any], line: Line[Any]) -> str:
    """What a badge begins with that tells no result: ≈ an estimate, Ø an average that is known."""
    if line.proof is Proof.ESTIMATE:
        return "≈"
    return "Ø" if is_average(game, line) else ""


def share(game: Game[Any, Any], first: Value, proof: Proof) -> float:
    """How well the first player stands, from 0 to 1: proven ends are 0, ½, 1, estimates between them.

    Only a picture: an eighth of the greatest pay-off already fills most of the bar, or three of what the
    game measures in (pawns in chess).
    """
    most = max(abs(v) for v in game.facts.values) or 1
    if proof is Proof.PROVEN and game.has_chance:  # what can be expected on average
        return round(0.5 + 0.5 * float(first) / most, 4)
    if proof is Proof.PROVEN:
        return 0.5 if first == 0 else float(first > 0)
    if game.presentation.measure:
        scale = 3 * game.presentation.measure / game.facts.unit
    else:
        scale = 0.5 if most == 1 else most / 8
    return round(0.5 + 0.45 * tanh(first / scale), 4)
