"""`spielbaum growth`: nodes against depth."""

from __future__ import annotations

import click

from spielbaum.cli.experiment import carry_out, names
from spielbaum.cli.running import Running, running_options


@click.command("growth")
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 100), default=12, show_default=True, help="at most")
@click.option(
    "--nodes", type=click.IntRange(1), default=300_000, show_default=True, help="of a search at most"
)
@click.option("--positions", type=click.IntRange(1, 100_000), default=1, show_default=True)
@click.option(
    "--plies",
    "position_text",
    default="start",
    show_default=True,
    help="how positions come about: start, random:LEAST-MOST, all:PLIES, file:PATH",
)
@click.option(
    "--algorithms",
    default="minimax,alphabeta,ordered,perfect,engine",
    show_default=True,
    help="also: compiled, table",
)
@running_options(kept=False)
def command(
    game: str,
    depth: int,
    nodes: int,
    positions: int,
    position_text: str,
    algorithms: str,
    running: Running,
) -> None:
    """Count the nodes of GAME by depth, and fit branching factors: against b^d, b^(d/2) and the minimal tree.

    Exit code 3 where algorithms that must have the same value do not. Interrupted at any time, the same
    command with --out goes on from there.
    """
    from spielbaum.experiments.growth import make_growth
    from spielbaum.experiments.measurements import GrowthSummary

    summary = carry_out(
        lambda: make_growth(
            game, depth=depth, nodes=nodes, positions=positions, position_text=position_text,
            algorithms=names(algorithms), seed=running.seed,
        ),
        running,
    )  # fmt: skip
    assert isinstance(summary, GrowthSummary)
    if summary.disagreements:
        raise SystemExit(3)
