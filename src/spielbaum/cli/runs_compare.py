"""`spielbaum runs compare`: several runs side by side."""

from __future__ import annotations

from pathlib import Path

import click

from spielbaum.cli import language_option
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import PATH
from spielbaum.language import say


@click.command("compare")
@click.argument("folders", type=PATH, nargs=-1, required=True)
@click.option("-o", "--out", type=PATH, help="also a figure: file.svg, .png or .pdf")
@json_option
@language_option
def command(folders: tuple[Path, ...], out: Path | None, as_json: bool, lang: str) -> None:
    """Show the main numbers of the runs in FOLDERS side by side, with their intervals."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments.compare import comparison, headlines
    from spielbaum.experiments.match.summary import interval_document
    from spielbaum.experiments.plots import Plot
    from spielbaum.experiments.text import aligned

    found = headlines(folders, lang)
    if out is not None:
        Plot(comparison(found, lang), lang).write(out)
    if as_json:
        rows = [
            {
                "run": each.run,
                "what": each.what(lang),
                "measure": each.measure.measure,
                **interval_document(each.measure.value),
            }
            for each in found
        ]
        click.echo(dumps({"runs": rows}))
        return
    lines = [[say(f"compare.{name}", lang) for name in ("run", "what", "measure", "value")]]
    lines += [
        [each.run, each.what(lang), say(f"compare.{each.measure.measure}", lang), each.value(lang)]
        for each in found
    ]
    click.echo("\n".join(aligned(lines, [True] * 4)))
