"""The addresses of pages, as `js/play/address.js` and `js/tree_lab/address.js` read and write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.web.game_catalog import GameCatalog


def address_of(spec: str, position: Position[Any, Any], players: Sequence[str], language: str) -> str:
    """The page *Play* with that position on the board."""
    start = position.root_notation
    if start is None and not position.from_start:
        raise BadInput("notebook.no_notation", game=position.game.name)
    fields = {"game": spec, "lang": language}
    if start is not None:
        fields["start"] = start
    if position.history:
        fields["moves"] = ",".join(map(_escaped, position.history_texts))
    fields |= {f"p{number}": player for number, player in enumerate(players, start=1)}
    return "?" + urlencode(fields)


def tree_address(tree: str, language: str) -> str:
    """The page *Tree lab* with that tree."""
    return "?" + urlencode({"tree": tree, "lang": language})


def position_at(address: str, games: GameCatalog) -> Position[Any, Any]:
    """The position on the board of the page *Play* at that address."""
    fields = {name: values[0] for name, values in parse_qs(address.removeprefix("?")).items()}
    moves = [_unescaped(move) for move in fields.get("moves", "").split(",") if move]
    last = games.position(fields["game"], fields.get("start", ""), moves)
    at = int(fields["at"]) if "at" in fields else last.plies
    return last.positions[min(at, last.plies)]


def _escaped(move: str) -> str:
    return move.replace("~", "~~").replace(",", "~.")


def _unescaped(move: str) -> str:
    return re.sub(r"~([.~])", lambda found: "," if found[1] == "." else "~", move)
