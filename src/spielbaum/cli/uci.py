"""`spielbaum uci`: our engine for chess programs and tournament runners."""

from __future__ import annotations

import click

from spielbaum.cli.bot import leave, lines_in, write_line


@click.command("uci")
def command() -> None:
    """Be a UCI engine for chess, over standard input and output; docs/howto/uci.md says how to install it."""
    from spielbaum.play.uci_server import UciServer

    if not UciServer(write_line).serve(lines_in()):
        leave()
