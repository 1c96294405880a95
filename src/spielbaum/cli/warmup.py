"""`spielbaum warmup`: compile the games now, so that the first search of each starts at once."""

from __future__ import annotations

from time import perf_counter

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import dumps
from spielbaum.cli.options import json_option
from spielbaum.games import entries, load_game
from spielbaum.language import say


@click.command("warmup")
@click.argument("games", nargs=-1)
@json_option
@language_option
def command(games: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Compile GAMES, by default all built-in ones for two players, and keep the code on disk."""
    from spielbaum.engine import Engine

    warmed: list[dict[str, object]] = []
    chosen = [load_game(name) for name in games or (entry.name for entry in entries())]
    for game in chosen:
        if not games and not game.two_player_zero_sum:
            continue
        began = perf_counter()
        engine = Engine(game, table_mb=1)
        engine.warm("search", "solve", "perft")
        compiled, seconds = bool(engine.code.compilations), perf_counter() - began
        warmed.append({"game": game.name, "compiled": compiled, "seconds": round(seconds, 3)})
        if not as_json:
            key = "engine.warmed" if compiled else "engine.was_warm"
            click.echo(say(key, lang, game=game.name, seconds=f"{seconds:.1f}"))
    if as_json:
        click.echo(dumps({"games": warmed}))
