"""How well a player stands, between what is lost and what is won."""

from __future__ import annotations

from math import tanh
from typing import Any

from spielbaum.game import Game
from spielbaum.result import Line, Payoff, Proof, Value


def told(game: Game[Any, Any], value: Value, proof: Proof) -> Value:
    """The number that people are told: an estimate in what the game measures in (pawns), or in the points
    that it usually comes to; what is proven, and what a search found to be the end, in points.
    """
    shown = game.presentation
    if proof is not Proof.ESTIMATE:
        return value
    if shown.measure:
        return value * game.facts.unit / shown.measure
    if _is_fraction(game, value, proof) and shown.units_per_point:
        most = max(map(abs, game.facts.values))
        return max(-most, min(value * game.facts.unit / shown.units_per_point, most))
    return value


def _is_fraction(game: Game[Any, Any], value: Value, proof: Proof) -> bool:
    """Whether an evaluation says it: it is less than a point, and no average of a game with chance."""
    return proof is Proof.ESTIMATE and abs(value) < 1 and not game.has_chance


def share(game: Game[Any, Any], first: Value, proof: Proof) -> float:
    """How well the first player stands, from 0 to 1: proven ends are 0, ½, 1, estimates between them.

    Only a picture: an eighth of the greatest pay-off already fills most of the bar, or three of what the
    game measures in (pawns in chess), or half of one point where nobody knows what an estimate comes to.
    """
    most = max(abs(v) for v in game.facts.values) or 1
    if proof is Proof.PROVEN and game.has_chance:  # what can be expected on average
        return round(0.5 + 0.5 * float(first) / most, 4)
    if proof is Proof.PROVEN:
        return 0.5 if first == 0 else float(first > 0)
    shown = game.presentation
    if shown.measure:
        first, scale = first * game.facts.unit / shown.measure, 3.0
    elif most == 1 or (_is_fraction(game, first, proof) and not shown.units_per_point):
        scale = 0.5
    else:
        first, scale = told(game, first, proof), most / 8
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
