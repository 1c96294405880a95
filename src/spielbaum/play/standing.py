"""How well a player stands, between what is lost and what is won."""

from __future__ import annotations

from math import tanh
from typing import Any

from spielbaum.game import Game
from spielbaum.result import Line, Payoff, Proof, Value


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


def standing(game: Game[Any, Any], value: Payoff, proof: Proof, player: int) -> float:
    """How well a player stands, from 0 to 1; `value` is for the first player, or for each."""
    if isinstance(value, tuple):
        least, most = game.facts.values
        return float((value[player] - least) / ((most - least) or 1))
    first = share(game, value, proof)
    return first if player == 0 else 1 - first


def for_first(line: Line[Any]) -> Payoff:
    """The value from the first player's side."""
    return line.value if isinstance(line.value, tuple) else line.value_for(0)
