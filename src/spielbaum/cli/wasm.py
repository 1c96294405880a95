"""`spielbaum wasm`: a game as a WebAssembly module, with the JavaScript that drives it."""

from __future__ import annotations

import re
from pathlib import Path

import click

from spielbaum.atomic import make_folder, write_file
from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import Named, out_option
from spielbaum.games import load_game
from spielbaum.language import say

_FOLDER = Named(stdout=False, file_okay=False)


@click.command("wasm")
@click.argument("game")
@out_option("the folder; created if it does not exist", _FOLDER, "FOLDER", required=True)
@click.option("--trace", is_flag=True, help="with a search that writes its steps down")
@json_option
@language_option
def command(game: str, out: Path, trace: bool, as_json: bool, lang: str) -> None:
    """Write GAME as a WebAssembly module with the JavaScript that drives it, as a package for npm."""
    chosen = load_game(game)
    from spielbaum.engine.wasm import build
    from spielbaum.engine.wasm_package import package

    name = re.sub(r"[^\w-]+", "-", chosen.name).strip("-")
    content = package(name, build(chosen, announcer(lang, "wasm.compiling"), trace=trace))
    for file, data in content.items():
        make_folder((out / file).parent)
        write_file(out / file, data)
    sizes = {str(out / file): len(data) for file, data in content.items()}
    if as_json:
        click.echo(dumps({"game": chosen.name, "files": sizes}))
        return
    for path, size in sizes.items():
        click.echo(say("wasm.written", lang, path=path, size=round(size / 1000)))
