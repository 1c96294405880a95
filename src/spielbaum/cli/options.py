"""Options that mean the same in every command: `--json`, `--format` beside it, and `--solution`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli.paths import ON_DISK
from spielbaum.errors import BadInput
from spielbaum.game import Game

if TYPE_CHECKING:
    from spielbaum.engine.solved_table import SolvedPositions

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
    help="what is solved already: a file of `solve --all`, or a folder of them (SPIELBAUM_SOLUTIONS)",
)


def solutions(
    path: Path | None, interpreted: bool = False
) -> Callable[[Game[Any, Any]], SolvedPositions | None]:
    """What is solved of a game: in the file or folder, or where nobody says, in the usual folder."""
    found: dict[int, tuple[Game[Any, Any], SolvedPositions | None]] = {}

    def solution(game: Game[Any, Any]) -> SolvedPositions | None:
        from spielbaum.solution import load_solution, usual_solution

        if id(game) not in found:
            loaded = (
                usual_solution(game, interpreted=interpreted)
                if path is None
                else load_solution(game, path, interpreted=interpreted)
            )
            found[id(game)] = game, loaded
        return found[id(game)][1]

    return solution
