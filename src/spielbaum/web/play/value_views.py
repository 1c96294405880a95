"""Values as messages: the sentence, a few characters for a badge, and a length for a bar."""

from __future__ import annotations

from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.describe import is_average, value_badge, value_words
from spielbaum.play.standing import share
from spielbaum.result import Line, Proof
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
