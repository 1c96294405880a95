"""A look at what the rules answer, before they are compiled: compiled code would make numbers of anything.

One game is played in plain Python, a few plies of it. The first answer that is not what the rule promises is
named with the rule; `spielbaum check` looks at many games and positions and finds more.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event, Thread
from typing import Any

import numpy as np

from spielbaum.engine.shapes import is_record_value, parts_of
from spielbaum.errors import BrokenGame
from spielbaum.game import Game
from spielbaum.result import CHANCE

#: So many plies are looked at; the moves are chosen by these steps through the list, one after the other.
PLIES = 24
_STEPS = (0, 7, 3, 11, 5)

#: Fractions are refused with their line when the types are known, see `inspection.py`.
_NUMBER = (int, float, np.number, np.bool_)
#: Rules that answer with one number wherever the game goes on.
_OF_STATES = ("banked", "moment")


#: It takes no longer than this, whatever the rules do.
SECONDS = 2.0


def check_answers(game: Game[Any, Any]) -> None:
    """Raises BrokenGame where a rule answers something that cannot be right.

    What a rule raises is left to whoever runs it, and so is a rule that does not come back.
    """
    found: list[BrokenGame] = []
    late = Event()

    def look() -> None:
        try:
            _look(game, late)
        except BrokenGame as broken:
            found.append(broken)
        except Exception:  # noqa: BLE001 - a rule may raise anything, and will again
            return

    thread = Thread(target=look, daemon=True)
    thread.start()
    thread.join(SECONDS)
    late.set()
    if found:
        raise found[0]


def _look(game: Game[Any, Any], late: Event) -> None:
    state, form = game.start, _form(game.start)
    for ply in range(PLIES):
        if late.is_set():
            return
        _player(game, state)
        for name in _OF_STATES:
            rule = game.named(name)
            if rule is not None:
                _numbers(game, name, [rule(state)])
        if game.ended(state):
            _payoff(game, "utility", game.utility(state), game.facts.values)
            return
        if game.evaluate is not None:
            _payoff(game, "evaluate", game.evaluate(state), None)
        legal = game.legal(state)
        if not legal:
            raise BrokenGame("engine.guard.no_moves", game=game.name)
        if game.hints.order is not None:
            _numbers(game, "order", [game.hints.order(state, move) for move in legal[:4]])
        if game.player(state) == CHANCE:
            _weights(game, state, legal)
        state = game.play(state, legal[_STEPS[ply % len(_STEPS)] % len(legal)])
        if _form(state) != form:
            raise BrokenGame("engine.guard.form", game=game.name, expected=form, given=_form(state))


def _form(state: Any) -> str:
    """How the state is built; the search makes all kinds of whole numbers the same."""
    if isinstance(state, np.ndarray):
        return f"array{list(state.shape)}"
    if isinstance(state, tuple) or is_record_value(state):
        name = type(state).__name__ if is_record_value(state) else ""
        return f"{name}({', '.join(map(_form, parts_of(state)))})"
    return "number" if isinstance(state, _NUMBER) else type(state).__name__


def _player(game: Game[Any, Any], state: Any) -> None:
    player: Any = game.player(state)
    if game.has_chance and isinstance(player, int | np.integer) and player == CHANCE:
        return
    if not isinstance(player, int | np.integer | np.bool_) or not 0 <= player < game.facts.players:
        raise BrokenGame("engine.guard.player", game=game.name, given=player, most=game.facts.players - 1)


def _weights(game: Game[Any, Any], state: Any, outcomes: list[Any]) -> None:
    assert game.weight is not None
    for move in outcomes:
        given: Any = game.weight(state, move)
        if not isinstance(given, int | np.integer) or given <= 0:
            raise BrokenGame("engine.guard.weight", game=game.name, given=given)


def _payoff(game: Game[Any, Any], name: str, given: Any, values: tuple[Any, Any] | None) -> None:
    single = game.one_number
    if isinstance(given, tuple) == single or (not single and len(given) != game.facts.players):
        expected = 1 if single else game.facts.players
        raise BrokenGame("engine.guard.payoff", game=game.name, function=name, expected=expected, given=given)
    parts = (given,) if single else given
    _numbers(game, name, parts)
    for part in parts:
        if values is not None and not values[0] <= part <= values[1]:
            raise BrokenGame(
                "engine.guard.values", game=game.name, given=part, least=values[0], greatest=values[1]
            )


def _numbers(game: Game[Any, Any], name: str, answers: Iterable[Any]) -> None:
    for given in answers:
        if not isinstance(given, _NUMBER):
            raise BrokenGame("engine.guard.number", game=game.name, function=name, given=repr(given))
