"""`spielbaum warmup`: compile the games now, so that the first search of each starts at once."""

from __future__ import annotations

from time import perf_counter

import click

from spielbaum.cli import language_option
from spielbaum.games import entries, load_game
from spielbaum.language import say


@click.command("warmup")
@click.argument("games", nargs=-1)
@language_option
def command(games: tuple[str, ...], lang: str) -> None:
    """Compile GAMES, by default all built-in ones for two players, and keep the code on disk."""
    from spielbaum.engine import Engine

    chosen = [load_game(name) for name in games or (entry.name for entry in entries())]
    for game in chosen:
        if not games and not game.two_player_zero_sum:
            continue
        began = perf_counter()
        engine = Engine(game, table_mb=1)
        engine.warm("search", "solve", "perft")
        key = "engine.warmed" if engine.code.compilations else "engine.was_warm"
        click.echo(say(key, lang, game=game.name, seconds=f"{perf_counter() - began:.1f}"))
