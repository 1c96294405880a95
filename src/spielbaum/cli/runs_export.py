"""`spielbaum runs export`: the tables of a run for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from spielbaum.cli import language_option
from spielbaum.cli.paths import PATH
from spielbaum.errors import BadInput
from spielbaum.language import say


@click.command("export")
@click.argument("folder", type=PATH)
@click.option("-o", "--out", type=PATH, help="the file; CSV and JSON also go to stdout")
@click.option("--format", "form", type=click.Choice(["csv", "json", "parquet"]), help="by the file's ending")
@click.option("--table", default="", help="which table; what the run came to by default")
@language_option
def command(folder: Path, out: Path | None, form: str | None, table: str, lang: str) -> None:
    """Write a table of the run in FOLDER as CSV, JSON or Parquet.

    Each kind of run has tables of its own; without --table the main one is written, and the others are named.
    """
    from spielbaum.atomic import write_file
    from spielbaum.experiments.export import FORMATS, choose_table, export, tables_of

    ending = "" if out is None else out.suffix.lower().removeprefix(".")
    chosen = form or ending or "csv"
    if chosen not in FORMATS:
        raise BadInput("error.export.format", path=out, known=", ".join(f".{name}" for name in FORMATS))
    if out is None and chosen == "parquet":
        raise BadInput("error.export.binary")
    tables = tables_of(folder)
    name, rows = choose_table(tables, table)
    data = export(rows, chosen)
    if out is None:
        click.echo(data.decode(), nl=False)
    elif write_file(out, data):
        click.echo(out)
    others = [other for other in tables if other != name]
    if others and not table:
        click.echo(say("export.others", lang, table=name, others=", ".join(others)), err=True)
