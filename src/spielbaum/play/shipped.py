"""The learned evaluations that come with the package; `docs/howto/learn.md` says how they were made."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from spielbaum.errors import BadInput
from spielbaum.game import Game

if TYPE_CHECKING:
    from spielbaum.engine.evaluation import Network

#: In the place of a file of weights: those that the package has for the game.
SHIPPED = "shipped"
_ENDING = ".weights"


@cache
def _parameters() -> dict[str, dict[str, Any]]:
    """For which games there are weights, and with what parameters."""
    found = {}
    for file in (files("spielbaum") / "data").iterdir():
        if file.name.endswith(_ENDING):
            with file.open("rb") as content:
                head = json.loads(content.readline())
            found[file.name.removesuffix(_ENDING)] = head["parameters"]
    return dict(sorted(found.items()))


def is_shipped(game: Game[Any, Any]) -> bool:
    """Whether there are weights for such a game, as far as its name and its parameters tell."""
    return _parameters().get(game.name) == game.rule_parameters


def shipped_network(game: Game[Any, Any]) -> Network:
    """The network for such a game."""
    from spielbaum.engine.evaluation import network_of

    if game.name not in _parameters():
        raise BadInput("network.unshipped", game=game.name, known=", ".join(_parameters()))
    name = game.name + _ENDING
    return network_of((files("spielbaum") / "data" / name).read_bytes(), game, name)
