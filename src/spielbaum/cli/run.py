"""One command for each kind of run, made from the schema of its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli import language_option
from spielbaum.cli.executor import executor_options, opened_executor
from spielbaum.cli.help import HelpContext
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import ON_DISK, out_option
from spielbaum.cli.telling import Teller
from spielbaum.errors import SpielbaumError
from spielbaum.language import catalogue, say

if TYPE_CHECKING:
    from spielbaum.experiments import Progress
    from spielbaum.experiments.kind import Kind
    from spielbaum.experiments.options import Option


def command_of(name: str) -> click.Command:
    """`spielbaum match`, `spielbaum sweep` …"""
    from spielbaum.experiments.options import options_of
    from spielbaum.experiments.registry import kind_named

    kind = kind_named(name)

    def run(**given: Any) -> None:
        _run(kind, given)

    words = catalogue("en")
    command: Any = run
    for option in reversed(_RUNNING):
        command = option(command)
    for each in reversed(options_of(kind.settings)):
        command = _parameter(each, kind)(command)
    about = [words.get(f"cli.{name}.about") or words[f"cli.{name}.help"]]
    about += [words[key] for key in (f"cli.{name}.more", "cli.run.resume") if key in words]
    made: click.Command = click.command(name, help="\n\n".join(about))(command)
    made.context_class = HelpContext
    return made


#: What every run is told, whatever it measures: where it is kept, who works, how the result is printed.
_RUNNING: list[Any] = [
    out_option(say("cli.run.out", "en"), ON_DISK, "FOLDER"),
    executor_options,
    json_option,
    language_option,
]


def _parameter(option: Option, kind: Kind) -> Any:
    """An option of the schema for Click; help pages are translated from the English catalogue."""
    from spielbaum.experiments.options import help_of, label, write

    if option.argument:
        many = option.type == "players"
        return click.argument(option.name, nargs=-1 if many else 1, required=True)
    # Bounds are those of the schema, which `settings_from` checks.
    types: dict[str, Any] = {"whole": int, "decimal": float, "choice": click.Choice(option.known())}
    shown = write(option.default) if option.default not in (None, "", ()) else option.hint
    text = help_of(kind.name, option.name, "en") or label(kind.name, option.name, "en")
    return click.option(
        option.flag,
        option.name,
        type=types.get(option.type, str),
        default=None,
        help=f"{text}  [default: {shown}]" if shown else text,
    )


def _run(kind: Kind, given: dict[str, Any]) -> None:
    """Measure, tell how it goes, and print what came of it."""
    from spielbaum.cli.engines import announcer, dumps
    from spielbaum.experiments import document, environment, open_run, prepare, run_experiment
    from spielbaum.experiments.options import options_of, parse, settings_from
    from spielbaum.experiments.text import findings_text, progress_line
    from spielbaum.play import EngineStore

    lang, out = given["lang"], given["out"]
    values = {
        option.name: parse(option, given[option.name])
        for option in options_of(kind.settings)
        if given[option.name] is not None
    }
    settings = settings_from(kind.settings, values)
    EngineStore.announce = announcer(lang)
    experiment = prepare(settings)
    cores_each = kind.cores_each(experiment.settings)
    with (
        _folder(out) as folder,
        opened_executor(given["workers"], given["cluster"], lang, cores_each=cores_each) as executor,
        open_run(folder, experiment.settings, environment(executor.at_once, given["cluster"])) as run,
    ):

        def line(progress: Progress) -> str:
            return progress_line(progress, kind.status(progress.found.summary(), lang), lang)

        teller: Teller[Progress] = Teller(line)
        planned = experiment.stages[-1]
        if run.finished:
            click.echo(say("run.resumed", lang, done=len(run.finished), planned=planned), err=True)
        try:
            summary = run_experiment(experiment, run, executor, teller)
        except KeyboardInterrupt:
            teller.end()
            found = kind.accumulator(experiment.settings)
            for _, finished in sorted(run.finished.items()):
                found.add(finished)
            run.write_summary(found.summary(), kind.tell(found.summary(), lang).measures)
            key = "run.dropped" if out is None else "run.interrupted"
            click.echo(say(key, lang, path=out, done=len(run.finished)), err=True)
            raise
        except SpielbaumError:
            teller.end()
            raise
        teller.end()
        findings = kind.tell(summary, lang)
        run.write_summary(summary, findings.measures)
        click.echo(dumps(document(summary)) if given["as_json"] else findings_text(findings, lang))
        said = kind.afterwards(run.folder, summary, lang)
        if said and out is not None:
            click.echo(said, err=True)
    if kind.failed(summary):
        raise SystemExit(3)


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="spielbaum-") as folder:
        yield Path(folder)
