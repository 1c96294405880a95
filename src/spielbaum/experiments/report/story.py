"""What a report tells, before it is a page or a deck of slides."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import quote, urlsplit

from spielbaum.errors import BadInput
from spielbaum.experiments.plots import Plot
from spielbaum.experiments.report.replay import Replay

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
    """What to start and where to look, to show it live; `query` is the position on the page *Play*."""

    command: str
    server: str
    query: str

    @property
    def address(self) -> str:
        return self.server + self.query


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


def play_query(
    game: str, moves: Sequence[str], players: Sequence[str], language: str, start: str | None = None
) -> str:
    """A position on the page *Play*, as that page writes it into its address."""
    query: dict[str, str] = {"game": game}
    if start is not None:
        query["start"] = start
    if moves:
        query["moves"] = ",".join(move.replace("~", "~~").replace(",", "~.") for move in moves)
    query |= {f"p{number}": player for number, player in enumerate(players, start=1)}
    query["lang"] = language
    return "?" + "&".join(f"{name}={quote(value, safe=':,=')}" for name, value in query.items())


def server_address(text: str) -> str:
    """The address of a server with a slash at its end, or one sentence."""
    parts = urlsplit(text)
    try:
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, or too large a one
        known = False
    if not known or parts.query or parts.fragment or re.search(r"[\s\"'<>\\]", text):
        raise BadInput("report.error.server", given=text, example=SERVER)
    return text.rstrip("/") + "/"


def serve_command(game: str, server: str = SERVER) -> tuple[str, str]:
    """The command that starts the server, and what the page calls the game: a file must come along."""
    words = ["spielbaum", "serve"]
    here, usual = urlsplit(server), urlsplit(SERVER)
    if here.hostname in ("127.0.0.1", "localhost") and here.port not in (None, usual.port):
        words += ["--port", str(here.port)]
    path, ending, rest = game.partition(".py")
    if not ending:
        return shlex.join(words), game
    return shlex.join([*words, "--game", path + ending]), PurePath(path).name + rest
