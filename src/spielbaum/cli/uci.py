"""`spielbaum uci`: our engine for chess programs and tournament runners."""

from __future__ import annotations

import click

from spielbaum.cli.bot import leave, lines_in, write_line


@click.command("uci")
def command() -> None:
    """Run as a UCI chess engine on standard input and output; the documentation says how to install it."""
    from spielbaum.play.uci_server import UciServer

    if not UciServer(write_line).serve(lines_in()):
        leave()
