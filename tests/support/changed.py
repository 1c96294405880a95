"""A game with other rules, facts, hints or presentation, each by its name alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.game import Game
from spielbaum.game_fields import GROUPS, group_of


def changed(game: Game[Any, Any], **changes: Any) -> Game[Any, Any]:
    """The game with these fields changed, whichever group they are in."""
    own = {name: change for name, change in changes.items() if group_of(name) is None}
    for group in GROUPS:
        named = {name: change for name, change in changes.items() if group_of(name) == group}
        own[group] = replace(getattr(game, group), **named)
    return replace(game, **own)
