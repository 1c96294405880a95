"""`spielbaum talk`: slides for a talk of ten minutes about a game and the program that plays it."""

from __future__ import annotations

from pathlib import Path

import click

from spielbaum.cli import language_option
from spielbaum.cli.paths import PATH, out_option, write_out


@click.command("talk")
@click.argument("game")
@out_option("write it to this file; by default it is named after the game")
@click.option("--author", default="", help="the speaker; by default __author__ of the file with the rules")
@click.option(
    "--position", default="", metavar="MOVES", help="the position that is searched and demonstrated"
)
@click.option(
    "--run", type=PATH, help="a run whose figures are shown, for example from `spielbaum match --out RUN`"
)
@click.option("--server", metavar="ADDRESS", help="address of your Spielbaum server, for the live link")
@language_option
def command(
    game: str,
    out: Path | None,
    author: str,
    position: str,
    run: Path | None,
    server: str | None,
    lang: str,
) -> None:
    """Write a talk of ten minutes about GAME, for example my_game.py, as one HTML file.

    Slides with the rules, the algorithm, a tree of the game, its evaluation function, measured numbers, and a
    position to demonstrate live. The key N shows what to say on each slide, and when.
    """
    from spielbaum.experiments.report import SERVER, talk_html

    text = talk_html(game, lang, author=author, position=position, run=run, server=server or SERVER)
    path = out or Path(f"{Path(game.partition(':')[0]).stem}-talk.html")
    if write_out(path, text):
        click.echo(path)
