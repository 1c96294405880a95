"""Options that mean the same in every command: `--json`, `--format` beside it, and `--solution`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from spielbaum.cli.paths import ON_DISK
from spielbaum.errors import BadInput

#: `--json`, for every command that prints data.
json_option = click.option("--json", "as_json", is_flag=True, help="one JSON document")


def format_options(formats: Sequence[str], default: str) -> Callable[[Any], Any]:
    """`--format`, handed on as `form`, and `--json` as the short way to say `--format json`."""

    def decorated(run: Any) -> Any:
        @wraps(run)  # with the options that were already declared
        def command(*, form: str | None, as_json: bool, **given: Any) -> Any:
            if as_json and form not in (None, "json"):
                raise BadInput("usage.json_format", format=form)
            return run(form="json" if as_json else form or default, **given)

        known = f"{', '.join(formats)} ({default})"
        return click.option("--format", "form", type=click.Choice(formats), metavar="FORMAT", help=known)(
            json_option(command)
        )

    return decorated


#: `--solution`, for every command that thinks with the engine.
solution_option = click.option(
    "--solution",
    type=ON_DISK,
    help="what has been solved: a file written by `solve --all`, or a folder of them (SPIELBAUM_SOLUTIONS)",
)

#: `--weights`, for commands that judge positions with the engine.
weights_option = click.option(
    "--weights",
    type=ON_DISK,
    help="a learned evaluation: the file that `learn` has written, or `shipped`: the package's own",
)
