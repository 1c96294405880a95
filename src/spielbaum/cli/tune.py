"""`spielbaum tune`: weights of an evaluation from results of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from spielbaum.cli.experiment import carry_out
from spielbaum.cli.running import Running, running_options
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.experiments.folder import Run
    from spielbaum.experiments.measurements import Summary


@click.command("tune")
@click.argument("game")
@click.option(
    "--player", default="engine:nodes=1000", show_default=True, help="who plays, against itself at first"
)
@click.option("--games", type=int, default=400, show_default=True, help="to learn from")
@click.option(
    "--match", type=click.IntRange(0), default=200, show_default=True, help="games of new against old weights"
)
@click.option(
    "--samples", type=click.IntRange(1, 1000), default=8, show_default=True, help="positions of a game"
)
@click.option("--ridge", type=click.FloatRange(0, 1e9), default=1.0, show_default=True)
@click.option(
    "--held-out",
    type=click.FloatRange(0, 0.9),
    default=0.2,
    show_default=True,
    help="share of the games that is kept back",
)
@click.option("--openings", default="random:6", show_default=True, help="as for match")
@running_options(kept=False)
def command(
    game: str,
    player: str,
    games: int,
    match: int,
    samples: int,
    ridge: float,
    held_out: float,
    openings: str,
    running: Running,
) -> None:
    """Fit the weights of GAME's evaluation to results of games, and let new weights play against old ones.

    The new weights are written to weights.json in the folder of the run; use them as GAME:weights=FILE.
    Interrupted at any time, the same command with --out goes on from there.
    """
    from spielbaum.experiments.plan import cores_for
    from spielbaum.experiments.tune import make_tune

    def keep(summary: Summary, run: Run) -> None:
        from spielbaum.experiments.tune_summary import with_weights, write_weights

        path = write_weights(run.folder, summary)
        if path is not None and running.out is not None:
            told = say("experiment.tune.file", running.lang, path=path, game=with_weights(game, path))
            click.echo(told, err=True)

    carry_out(
        lambda: make_tune(
            game, player=player, games=games, match=match, samples=samples, ridge=ridge, held_out=held_out,
            openings=openings, seed=running.seed,
        ),
        running, cores_each=cores_for([player]), after=keep,
    )  # fmt: skip
