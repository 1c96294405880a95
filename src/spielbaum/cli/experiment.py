"""What `sweep`, `ablate`, `growth` and `tune` share: the run, the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from spielbaum.cli.running import Running
from spielbaum.cli.telling import Teller
from spielbaum.errors import BadInput
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.experiments.experiment import Experiment, Progress
    from spielbaum.experiments.folder import Run
    from spielbaum.experiments.measurements import Summary


def carry_out(
    make: Callable[[], Experiment],
    running: Running,
    *,
    cores_each: int = 0,
    after: Callable[[Summary, Run], None] = lambda _summary, _run: None,
) -> Summary:
    """Measure, tell how it goes, and print what came of it."""
    from spielbaum.cli.engines import announcer, dumps
    from spielbaum.experiments.environment import environment
    from spielbaum.experiments.experiment import investigate
    from spielbaum.experiments.folder import open_run
    from spielbaum.experiments.measurements import document
    from spielbaum.experiments.tables import experiment_text, progress_line
    from spielbaum.play import EngineStore

    lang, out = running.lang, running.out
    EngineStore.announce = announcer(lang)
    experiment = make()
    with (
        _folder(out) as folder,
        running.executor(cores_each=cores_each) as executor,
        open_run(
            folder, document(experiment.settings), environment(executor.at_once, running.cluster)
        ) as run,
    ):
        teller: Teller[Progress] = Teller(lambda progress: progress_line(progress, lang))
        if run.finished:
            fields = {"done": len(run.finished), "planned": experiment.stages[-1]}
            click.echo(say("experiment.resumed", lang, **fields), err=True)
        try:
            summary = investigate(experiment, run, executor, teller)
        except KeyboardInterrupt:
            teller.end()
            run.write_summary(document(experiment.summary(run.finished)))
            key = "experiment.dropped" if out is None else "experiment.interrupted"
            click.echo(say(key, lang, path=out, done=len(run.finished)), err=True)
            raise
        teller.end()
        run.write_summary(document(summary))
        click.echo(dumps(document(summary)) if running.as_json else experiment_text(summary, lang))
        after(summary, run)
    return summary


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="spielbaum-") as folder:
        yield Path(folder)


def names(text: str) -> tuple[str, ...]:
    """`minimax,alphabeta` as a list; empty for nothing."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def ladder(text: str) -> tuple[float, ...]:
    """`0.01,0.02,0.04` as numbers."""
    number = r"\d{1,15}(?:\.\d{1,9})?|\.\d{1,9}"
    if not re.fullmatch(rf"\s*(?:{number})(?:\s*,\s*(?:{number}))*\s*", text):
        raise BadInput("error.sweep.ladder", given=text)
    return tuple(float(part) for part in text.split(","))
