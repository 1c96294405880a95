"""`spielbaum tournament`: many players against each other, with a cross table and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spielbaum.cli.match import carry_out, game_options
from spielbaum.cli.running import Running

if TYPE_CHECKING:
    from spielbaum.experiments.plan import Form


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
@game_options
def command(
    game: str,
    players: tuple[str, ...],
    games: int,
    form: Form,
    openings: str,
    clock: str,
    running: Running,
) -> None:
    """Let many players play a tournament of GAME: each opening twice, with the sides swapped.

    Interrupted at any time, the same command goes on from there.
    """
    from spielbaum.cli.engines import announcer
    from spielbaum.experiments import make_plan
    from spielbaum.play import EngineStore

    EngineStore.announce = announcer(running.lang)
    plan = make_plan(
        "tournament", game, list(players),
        games=games, openings=openings, seed=running.seed, clock=clock, form=form,
    )  # fmt: skip
    carry_out(plan, running)
