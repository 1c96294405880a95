"""`spielbaum runs`: what matches and tournaments there are, and what came of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from spielbaum.cli import Group, language_option, runs_compare, runs_export, runs_plot, runs_report
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
    """What matches and tournaments there are, and what came of them."""


@command.command("list")
@click.argument("folder", type=PATH, default=Path())
@click.option("--json", "as_json", is_flag=True, help="one JSON document")
@language_option
def list_runs(folder: Path, as_json: bool, lang: str) -> None:
    """List the runs in FOLDER (by default this one), the folder itself included."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments.folder import RUN

    if not folder.is_dir():
        raise BadInput("error.run.no_folder", path=folder)
    found: list[dict[str, Any]] = []
    for path in [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]:
        if not (path / RUN).is_file():
            continue
        try:
            found.append({"folder": str(path)} | _document(path))
        except SpielbaumError as error:  # one that is damaged must not hide the others
            click.echo(say("cli.error", lang, sentence=error.sentence(lang)), err=True)
    if as_json:
        click.echo(dumps({"runs": found}))
        return
    for run in found:
        kind = say(f"run.kind.{run['kind']}", lang)
        if "state" in run:
            fields = {"game": run["settings"]["game"], "done": run["state"]["done"]}
            fields |= {"folder": run["folder"], "planned": run["state"]["planned"]}
            click.echo(say("experiment.runs.line", lang, kind=kind, **fields))
            continue
        fields = {name: run[name] for name in ("folder", "game", "played", "planned")}
        click.echo(say("run.runs.line", lang, kind=kind, players=", ".join(run["players"]), **fields))
    if not found:
        click.echo(say("run.runs.none", lang, folder=folder), err=True)


@command.command("show")
@click.argument("folder", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="one JSON document")
@language_option
def show_run(folder: Path, as_json: bool, lang: str) -> None:
    """Tell what came of the run in FOLDER so far; it may still be going on."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments import read_run, summary_text
    from spielbaum.experiments.experiments import is_experiment, read_experiment
    from spielbaum.experiments.tables import experiment_text

    if as_json:
        click.echo(dumps(_document(folder)))
    elif is_experiment(folder):
        click.echo(experiment_text(read_experiment(folder), lang))
    else:
        click.echo(summary_text(read_run(folder), lang))


def _document(folder: Path) -> dict[str, Any]:
    from spielbaum.experiments import read_run
    from spielbaum.experiments.experiments import is_experiment, read_experiment
    from spielbaum.experiments.measurements import document

    return document(read_experiment(folder)) if is_experiment(folder) else read_run(folder).document()


for each in (runs_plot, runs_report, runs_compare, runs_export):
    command.add_command(each.command)
