"""`spielbaum runs report`: what a run came to, as a page to read or slides to present."""

from __future__ import annotations

from pathlib import Path

import click

from spielbaum.cli import language_option
from spielbaum.cli.paths import PATH


@click.command("report")
@click.argument("folder", type=PATH)
@click.option("-o", "--out", type=PATH, help="the file; by default named like the run")
@click.option("--slides", is_flag=True, help="a deck to present instead of a page to read")
@click.option("--server", metavar="ADDRESS", help="where Spielbaum runs in the browser, for the live link")
@language_option
def command(folder: Path, out: Path | None, slides: bool, server: str | None, lang: str) -> None:
    """Write a report of the run in FOLDER as one HTML file that needs nothing else.

    Question, answer, method, figures, table, a game to step through with the arrow keys, the command that
    makes the run again, and how to show it live.
    """
    from spielbaum.atomic import write_file
    from spielbaum.experiments.report import SERVER, report_html, report_of, slides_html

    report = report_of(folder, lang, server or SERVER)
    path = out or Path(f"{folder.resolve().name}{'-slides' if slides else ''}.html")
    if write_file(path, slides_html(report) if slides else report_html(report)):
        click.echo(path)
