"""`spielbaum tournament`: many players against each other, with a cross table and ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielbaum.cli.match import carry_out, run_options

if TYPE_CHECKING:
    from spielbaum.lab.plan import Form


@click.command("tournament")
@click.argument("game")
@click.argument("players", nargs=-1, required=True)
@click.option("--games", type=int, default=20, show_default=True, help="of each pairing; an even number")
@click.option(
    "--form",
    type=click.Choice(["round-robin", "gauntlet"]),
    default="round-robin",
    show_default=True,
    help="everybody against everybody, or the first against all others",
)
@run_options
def command(
    game: str,
    players: tuple[str, ...],
    games: int,
    form: Form,
    out: Path,
    openings: str,
    clock: str,
    seed: int,
    workers: int | None,
    cluster: str,
    as_json: bool,
    lang: str,
) -> None:
    """Let many players play a tournament of GAME: each opening twice, with the sides swapped.

    Interrupted at any time, the same command goes on from there.
    """
    from spielbaum.cli.engines import announcer
    from spielbaum.lab import make_plan
    from spielbaum.play import Engines

    Engines.announce = announcer(lang)
    plan = make_plan(
        "tournament", game, list(players),
        games=games, openings=openings, seed=seed, clock=clock, form=form,
    )  # fmt: skip
    carry_out(plan, out, workers, cluster, as_json, lang)
