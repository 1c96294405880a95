"""`spielbaum sweep`: strength as a function of thinking time."""

from __future__ import annotations

import click

from spielbaum.cli.experiment import carry_out, ladder, names
from spielbaum.cli.running import Running, running_options
from spielbaum.errors import BadInput


@click.command("sweep")
@click.argument("game")
@click.option("--seconds", help="ladder of seconds a move: 0.01,0.02,0.04")
@click.option("--nodes", help="ladder of nodes a move: 1000,2000,4000")
@click.option("--depth", help="ladder of depths: 2,4,6")
@click.option("--players", default="engine", show_default=True, help="whose neighbours on the ladder play")
@click.option(
    "--games", type=click.IntRange(0), default=40, show_default=True, help="of each step; an even number"
)
@click.option("--openings", default="random:4", show_default=True, help="of the games, as for match")
@click.option(
    "--algorithms",
    default="minimax,alphabeta,ordered,compiled,table,engine,mcts",
    show_default=True,
    help="whose moves are held against perfect play",
)
@click.option(
    "--positions", type=click.IntRange(0), default=40, show_default=True, help="in which they move; 0: none"
)
@click.option(
    "--plies",
    "position_text",
    default="random:8-16",
    show_default=True,
    help="how positions come about: random:LEAST-MOST, all:PLIES, file:PATH",
)
@click.option(
    "--solve-seconds",
    type=click.FloatRange(0.01, 86_400),
    default=10.0,
    show_default=True,
    help="how long a position may take to be solved",
)
@running_options(kept=False)
def command(
    game: str,
    seconds: str | None,
    nodes: str | None,
    depth: str | None,
    players: str,
    games: int,
    openings: str,
    algorithms: str,
    positions: int,
    position_text: str,
    solve_seconds: float,
    running: Running,
) -> None:
    """How strong is a player of GAME with more time? Elo for each doubling, moves against perfect play.

    Neighbours on the ladder play each other, each opening twice with the sides swapped. Algorithms are
    minimax, alphabeta, ordered (plain Python), compiled, table, engine and mcts. Interrupted at any time, the
    same command with --out goes on from there.
    """
    from spielbaum.experiments.measurements import Limit
    from spielbaum.experiments.sweep import make_sweep

    given: dict[Limit, str | None] = {"seconds": seconds, "nodes": nodes, "depth": depth}
    asked = [(limit, text) for limit, text in given.items() if text is not None]
    if len(asked) != 1:
        raise BadInput("error.sweep.which")
    limit, text = asked[0]
    rungs = ladder(text)
    carry_out(
        lambda: make_sweep(
            game, limit, rungs, players=names(players), games=games, openings=openings,
            algorithms=names(algorithms), positions=positions, position_text=position_text,
            solve_seconds=solve_seconds, seed=running.seed,
        ),
        running, cores_each=1 if limit == "seconds" else 0,
    )  # fmt: skip
