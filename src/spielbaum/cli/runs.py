"""`spielbaum runs`: which runs there are, and what came of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from spielbaum.cli import Group, language_option, runs_compare, runs_export, runs_plot, runs_report
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import PATH
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.language import say


@click.group(
    "runs",
    cls=Group,
    tries=(
        ("spielbaum match tictactoe perfect random --games 10 --out first-run", "cli.try.match"),
        ("spielbaum runs show first-run", "cli.try.show"),
    ),
)
@partial(language_option, expose_value=False)
def command() -> None:
    """List runs, and show, compare, draw and export their results."""


@command.command("list")
@click.argument("folder", type=PATH, default=Path())
@json_option
@language_option
def list_runs(folder: Path, as_json: bool, lang: str) -> None:
    """List the runs in FOLDER (by default this one), the folder itself included."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments import document, read_summary
    from spielbaum.experiments.folder import RUN
    from spielbaum.experiments.options import compared

    if not folder.is_dir():
        raise BadInput("error.run.no_folder", path=folder)
    found: dict[Path, Any] = {}
    for path in [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]:
        if not (path / RUN).is_file():
            continue
        try:
            found[path] = read_summary(path)
        except SpielbaumError as error:  # one that is damaged must not hide the others
            click.echo(say("cli.error", lang, sentence=error.sentence(lang)), err=True)
    if as_json:
        runs = [{"folder": str(path)} | document(summary) for path, summary in found.items()]
        click.echo(dumps({"runs": runs}))
        return
    for path, summary in found.items():
        settings, state = summary.settings, summary.state
        fields = {
            "folder": path,
            "kind": say(f"run.kind.{settings.kind}", lang),
            "game": ", ".join([settings.game, *compared(settings)]),
            "done": state.done,
            "planned": state.planned,
        }
        click.echo(say("run.runs.line", lang, **fields))
    if not found:
        click.echo(say("run.runs.none", lang, folder=folder), err=True)


@command.command("show")
@click.argument("folder", type=PATH)
@json_option
@language_option
def show_run(folder: Path, as_json: bool, lang: str) -> None:
    """Show the results of the run in FOLDER so far; it may still be running."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments import document, findings_of, findings_text, read_summary

    summary = read_summary(folder)
    click.echo(dumps(document(summary)) if as_json else findings_text(findings_of(summary, lang), lang))


for each in (runs_plot, runs_report, runs_compare, runs_export):
    command.add_command(each.command)
