"""What a report tells, before it is a page or a deck of slides."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import quote

from spielbaum.lab.plots import Plot
from spielbaum.lab.report.replay import Replay

#: Where `spielbaum serve` is by default.
SERVER = "http://127.0.0.1:8421/"

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text; the first column names the row. Details are left to the report and out of slides."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What to start and where to look, to show it live."""

    command: str
    address: str


@dataclass(frozen=True, slots=True)
class Story:
    """`findings` are conclusions from the numbers, the main one first; `remarks` what limits them."""

    language: str
    title: str
    question: str
    findings: tuple[str, ...]
    remarks: tuple[str, ...]
    method: Facts
    machine: Facts
    plots: tuple[Plot, ...]
    tables: tuple[Table, ...]
    replay: Replay | None
    command: str
    demonstration: Demonstration
    date: str


def play_address(
    game: str, moves: Sequence[str], players: Sequence[str], language: str, start: str | None = None
) -> str:
    """The address of a position on the page *Play*, as the page itself writes it."""
    query: dict[str, str] = {"game": game}
    if start is not None:
        query["start"] = start
    if moves:
        query["moves"] = ",".join(move.replace("~", "~~").replace(",", "~.") for move in moves)
    query |= {f"p{number}": player for number, player in enumerate(players, start=1)}
    query["lang"] = language
    return SERVER + "?" + "&".join(f"{name}={quote(value, safe=':,=')}" for name, value in query.items())


def serve_command(game: str) -> tuple[str, str]:
    """The command that starts the server, and what the page calls the game: a file must come along."""
    path, ending, rest = game.partition(".py")
    if not ending:
        return "spielbaum serve", game
    return shlex.join(["spielbaum", "serve", "--game", path + ending]), PurePath(path).name + rest
