"""`spielbaum doctor`: does the engine work here, and with what?"""

from __future__ import annotations

import os
import platform
import stat
from importlib.metadata import version
from pathlib import Path

import click

from spielbaum import __version__
from spielbaum.cli import language_option
from spielbaum.cli.engines import dumps
from spielbaum.cli.options import json_option
from spielbaum.language import say


@click.command("doctor")
@click.option("--source", metavar="GAME", help="print what is compiled for this game, as Python source")
@click.option(
    "--kernel",
    type=click.Choice(("search", "trace", "solve", "perft")),
    default="search",
    show_default=True,
    help="which kernel of the game --source prints",
)
@json_option
@language_option
def command(source: str | None, kernel: str, as_json: bool, lang: str) -> int:
    """Show versions, processor, memory and cache, and check that compiling works."""
    if source is not None:
        text = _source(source, kernel)
        click.echo(dumps({"game": source, "kernel": kernel, "source": text}) if as_json else text, nl=as_json)
        return 0
    facts = _facts(lang)
    if as_json:
        click.echo(dumps(facts))
    else:
        names = {name: say(f"engine.doctor.{name}", lang) for name in facts}
        width = max(map(len, names.values()))
        for name, value in facts.items():
            if name == "cache_refused" and value is None:
                continue
            click.echo(f"{names[name]:{width}}  {_words(value, lang)}")
    return 0 if facts["compiles"] else 1


def _source(game: str, kernel: str) -> str:
    from spielbaum.engine.kernels import KERNELS
    from spielbaum.engine.listing import listing
    from spielbaum.engine.rules import rules_of
    from spielbaum.engine.specialise import module_of
    from spielbaum.games import load_game

    return listing(f"The kernel {kernel} of {game}", module_of(KERNELS[kernel], rules_of(load_game(game))))


def _facts(lang: str) -> dict[str, object]:
    from llvmlite import binding

    from spielbaum.engine.cache_folder import code_folder
    from spielbaum.engine.table import free_memory

    place = code_folder()
    folder = place.used
    files = [] if folder is None else list(folder.glob("*.code"))
    free = free_memory()
    return {
        "spielbaum": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "numpy": version("numpy"),
        "system": platform.platform(),
        "processor": binding.get_host_cpu_name(),
        "cores": os.cpu_count(),
        "memory_mb": None if free is None else free >> 20,
        "cache": None if folder is None else str(folder),
        "cache_refused": None if place.why is None else place.why.sentence(lang),
        "cache_mode": None if folder is None else f"{stat.S_IMODE(folder.stat().st_mode):04o}",
        "cache_files": len(files),
        "cache_mb": round(sum(map(_size, files)) / (1 << 20), 1),
        "compiles": _compiles(),
    }


def _size(file: Path) -> int:
    """Its bytes; none where another process has just tidied it away."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _compiles() -> bool:
    """Whether a small search, compiled here, gives the known answer: five matches are won by taking one."""
    from spielbaum.engine import Engine
    from spielbaum.errors import SpielbaumError
    from spielbaum.games import load_game

    try:
        result = Engine(load_game("takeaway"), table_mb=0.01).search(depth=5)
    except SpielbaumError:
        return False
    return (result.value, result.move) == (1, 1)


def _words(value: object, lang: str) -> str:
    if isinstance(value, bool):
        return say("engine.yes" if value else "engine.no", lang)
    return "?" if value is None else str(value)
