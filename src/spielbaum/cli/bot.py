"""`spielbaum bot`: one of our players as a program for others, over standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from spielbaum.cli import language_option


@click.command("bot")
@click.argument("game", required=False)
@click.option("--player", default="engine", show_default=True, help="the player: engine:nodes=1000, mcts, …")
@language_option
def command(game: str | None, player: str, lang: str) -> None:
    """Play GAME as a bot that speaks the protocol of docs/protocol.md; without GAME, any game by name."""
    from spielbaum.cli.engines import announcer
    from spielbaum.games import load_game
    from spielbaum.play import EngineStore
    from spielbaum.play.bot_server import BotServer

    EngineStore.announce = announcer(lang)
    server = BotServer(None if game is None else load_game(game), player, write_line)
    if not server.serve(lines_in()):
        leave()


def write_line(line: str) -> None:
    """A line to standard output, at once; with a question mark for what its encoding does not know."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(line.encode(encoding, "replace").decode(encoding))


def lines_in() -> Iterator[str]:
    """The lines of standard input as they come, whatever bytes they are."""
    for line in iter(sys.stdin.buffer.readline, b""):
        yield line.decode("utf-8", "replace")


def leave() -> None:
    """End at once, in the middle of work that cannot be interrupted."""
    sys.stdout.flush()
    os._exit(0)
