"""`spielbaum ablate`: what each technique of the engine is worth."""

from __future__ import annotations

import click

from spielbaum.cli.experiment import carry_out, names
from spielbaum.cli.running import Running, running_options


@click.command("ablate")
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 100), default=8, show_default=True)
@click.option(
    "--nodes", type=click.IntRange(1), default=10_000_000, show_default=True, help="of a search at most"
)
@click.option("--positions", type=click.IntRange(1, 100_000), default=20, show_default=True)
@click.option(
    "--plies",
    "position_text",
    default="random:4-12",
    show_default=True,
    help="how positions come about: random:LEAST-MOST, all:PLIES, file:PATH",
)
@click.option("--variants", default="", help="only these, as in -table,-killers,bare")
@running_options(kept=False)
def command(
    game: str,
    depth: int,
    nodes: int,
    positions: int,
    position_text: str,
    variants: str,
    running: Running,
) -> None:
    """Search positions of GAME with techniques on and off: nodes, time, and whether the values agree.

    Exit code 3 where a technique that must not change values does. Interrupted at any time, the same command
    with --out goes on from there.
    """
    from spielbaum.experiments.ablate import make_ablate
    from spielbaum.experiments.measurements import AblateSummary

    summary = carry_out(
        lambda: make_ablate(
            game, depth=depth, nodes=nodes, positions=positions, position_text=position_text,
            variants=names(variants), seed=running.seed,
        ),
        running,
    )  # fmt: skip
    assert isinstance(summary, AblateSummary)
    if summary.agree is False:
        raise SystemExit(3)
