"""`--workers` and `--cluster`, for every command that lets others work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.experiments import TaskExecutor


def executor_options(command: Any) -> Any:
    """Who does the work."""
    for option in (
        click.option(
            "--cluster",
            default="",
            metavar="ADDRESS",
            help="a Dask cluster instead: tcp://HOST:8786, or local:4 for four workers on this machine",
        ),
        click.option(
            "--workers", type=click.IntRange(1, 1024), help="number of worker processes (one per core)"
        ),
    ):
        command = option(command)
    return command


@contextmanager
def opened_executor(
    workers: int | None, cluster: str, lang: str, *, cores_each: int = 0
) -> Iterator[TaskExecutor]:
    """The executor that the options ask for, with a word where it is smaller than asked for."""
    from spielbaum.experiments import open_executor

    with open_executor(workers, cluster, cores_each=cores_each) as executor:
        local = re.fullmatch(r"local:(\d+)", cluster)
        if executor.at_once < (int(local[1]) if local else workers or 0):
            click.echo(say("run.fewer_workers", lang, workers=executor.at_once), err=True)
        yield executor
