"""`spielbaum runs plot`: what a run came to, as a figure."""

from __future__ import annotations

from pathlib import Path

import click

from spielbaum.cli import language_option
from spielbaum.cli.paths import PATH
from spielbaum.language import say


@click.command("plot")
@click.argument("folder", type=PATH)
@click.option("-o", "--out", type=PATH, help="file.svg, .png or .pdf")
@click.option("--kind", default="", help="which figure; the most telling by default")
@click.option("--all", "every", is_flag=True, help="all figures of the run, into the folder --out")
@language_option
def command(folder: Path, out: Path | None, kind: str, every: bool, lang: str) -> None:
    """Draw the figures of the run in FOLDER, and print the names of the files.

    Each kind of run has figures of its own; without --kind the most telling one is drawn, and the others are
    named.
    """
    from spielbaum.atomic import make_folder
    from spielbaum.experiments.plots import choose, plots_of

    plots = plots_of(folder, lang)
    if every:
        target = out or Path()
        choose(plots, "")  # there has to be one
        make_folder(target)
        for plot in plots:
            path = target / f"{plot.name}.svg"
            plot.write(path)
            click.echo(path)
        return
    plot = choose(plots, kind)
    path = out or Path(f"{folder.resolve().name}-{plot.name}.svg")
    if plot.write(path):
        click.echo(path)
    others = [other.name for other in plots if other is not plot]
    if others and not kind:
        click.echo(say("plot.others", lang, others=", ".join(others)), err=True)
