"""`spielbaum bench`: speed of the engine, and its signature."""

from __future__ import annotations

from dataclasses import asdict

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps
from spielbaum.cli.options import json_option
from spielbaum.language import say


@click.command("bench")
@json_option
@language_option
def command(as_json: bool, lang: str) -> None:
    """Search fixed positions of all games to fixed depths: one signature, and nodes per second."""
    from spielbaum.engine.bench import bench

    measured = []
    for one in bench(announcer(lang)):
        measured.append(one)
        if not as_json:
            rate = one.nodes / one.seconds / 1e6
            name = f"{one.game} {one.position}".strip()
            click.echo(f"{name:28} {one.depth:3} {one.nodes:10} {one.seconds:8.3f} s {rate:7.2f} M/s")
    signature = sum(one.nodes for one in measured)
    seconds = sum(one.seconds for one in measured)
    nps = round(signature / seconds)
    if as_json:
        document = {
            "signature": signature,
            "nps": nps,
            "seconds": round(seconds, 6),
            "positions": [asdict(one) for one in measured],
        }
        click.echo(dumps(document))
    else:
        click.echo(say("engine.signature", lang, signature=signature, nps=nps))
