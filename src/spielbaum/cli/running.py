"""What every run is told, whatever it measures: where it is kept, who works, how the result is printed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli import language_option
from spielbaum.cli.executor import executor_options, opened_executor
from spielbaum.cli.paths import PATH

if TYPE_CHECKING:
    from spielbaum.experiments import TaskExecutor


@dataclass(frozen=True, slots=True)
class Running:
    """The options that `running_options` gives to a command, as one argument."""

    out: Path | None
    seed: int
    workers: int | None
    cluster: str
    as_json: bool
    lang: str

    def executor(self, *, cores_each: int = 0) -> AbstractContextManager[TaskExecutor]:
        return opened_executor(self.workers, self.cluster, self.lang, cores_each=cores_each)


def running_options(*, kept: bool) -> Callable[[Any], Any]:
    """The command gets `running`; with `kept` the folder of the run has to be named."""
    told = "folder of the run" if kept else "folder of the run, to be resumed"
    options: list[Any] = [
        click.option("--out", type=PATH, required=kept, help=told),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
        executor_options,
        click.option("--json", "as_json", is_flag=True, help="one JSON document"),
        language_option,
    ]

    def decorate(command: Any) -> Any:
        @wraps(command)
        def gathered(**given: Any) -> Any:
            running = Running(**{each.name: given.pop(each.name) for each in fields(Running)})
            return command(running=running, **given)

        decorated: Any = gathered
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate
