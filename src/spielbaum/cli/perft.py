"""`spielbaum perft`: how many games of each length there are; a check of rules, and a measure of speed."""

from __future__ import annotations

from time import perf_counter

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps
from spielbaum.cli.options import json_option
from spielbaum.cli.telling import elapsed
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.language import say


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=int)
@click.argument("position", nargs=-1)
@json_option
@language_option
def command(game: str, depth: int, position: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Count the games of GAME up to DEPTH plies, from POSITION or from the start."""
    from spielbaum.engine import Engine

    here = Position.of(load_game(game), " ".join(position))
    engine = Engine(here.game, table_mb=0.001, announce=announcer(lang))
    engine.warm("perft")
    with elapsed(lang):
        began = perf_counter()
        counts = engine.perft(here, depth)
        seconds = perf_counter() - began
    if as_json:
        document = {
            "game": here.game.name,
            "position": " ".join(position),
            "depth": depth,
            "nodes": counts[-1],
            "by_depth": counts,
            "seconds": round(seconds, 6),
        }
        click.echo(dumps(document))
        return
    width = len(str(max(counts)))
    for ply, count in enumerate(counts, start=1):
        click.echo(f"{ply:3}  {count:{width}}")
    total = sum(counts)
    click.echo(
        say("engine.counted", lang, seconds=f"{seconds:.2f}", rate=f"{total / max(seconds, 1e-9) / 1e6:.1f}"),
        err=True,
    )
