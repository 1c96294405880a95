"""`spielbaum site`: the pages as a folder of files, for any web host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import click

from spielbaum.atomic import make_folder, write_file
from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import FOLDER, Named, out_option
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.games import entries, load_game
from spielbaum.language import say

_FOLDER = Named(stdout=False, file_okay=False)


@click.command("site")
@out_option("the folder; created if it does not exist", _FOLDER, "FOLDER", required=True)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    help="a game to offer: its name, or a file with your own rules; by default all built-in games",
)
@click.option(
    "--runtime",
    type=FOLDER,
    metavar="FOLDER",
    help="folder in which the Python for browsers is kept; by default in the cache folder",
)
@click.option(
    "--light",
    is_flag=True,
    help="a small page with one game and without Python; it plays and does nothing else",
)
@click.option(
    "--docs",
    type=FOLDER,
    metavar="FOLDER",
    help="a folder with documentation to put beside the pages, which link to it: index.html, "
    "and de/index.html in German",
)
@json_option
@language_option
def command(
    out: Path,
    games: tuple[str, ...],
    runtime: Path | None,
    light: bool,
    docs: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Write the pages as a folder of files that any web host can serve; Python runs inside the pages."""
    try:
        from spielbaum.site.build import Plan, found_docs, site_files
        from spielbaum.site.light import check_light, light_files
        from spielbaum.site.rehearsal import PATIENCE, STAGES, rehearse
        from spielbaum.site.runtime import find_runtime
        from spielbaum.site.solving import solve_small
        from spielbaum.web.game_catalog import files_by_name
    except ModuleNotFoundError as error:
        raise BadInput("web.serve.extra") from error
    from spielbaum.engine.cache_folder import cache_folders
    from spielbaum.engine.wasm import build

    registered = [entry.name for entry in entries()]
    names = tuple(name for name in games if name in registered) if games else tuple(registered)
    files = files_by_name([game for game in games if game not in registered])
    specs = {name: name for name in names} | files

    if docs is not None:
        found_docs(docs)

    def tell(key: str, file: str) -> None:
        click.echo(say(key, lang, file=file), err=True)

    endless = say("site.endless", lang, seconds=PATIENCE)
    announce = announcer(lang, "wasm.compiling")
    rehearsed = {}
    for name, spec in files.items():
        announce(name)
        rehearsed[name] = rehearse(spec, trace=not light)
    modules = {name: own.module for name, own in rehearsed.items() if own.module is not None}
    #: Why a stage of a game is left out; empty where it is not.
    reasons = {name: dict.fromkeys(STAGES, endless) | own.passed for name, own in rehearsed.items()}
    for name, why in reasons.items():
        for stage in ("shown", "compiled") if light else ("shown",):
            if why[stage]:
                raise BadInput("site.not_shown", game=name, why=why[stage])
        for stage, key in (("compiled", "site.without_engine"), ("solved", "site.without_solution")):
            if why[stage]:
                click.echo(say(key, lang, game=name, why=why[stage]), err=True)

    def all_but(stage: str) -> frozenset[str]:
        return frozenset(name for name, why in reasons.items() if why[stage])

    if light:
        if len(specs) != 1:
            raise BadInput("site.light.one")
        ((name, spec),) = specs.items()
        game = load_game(spec)
        check_light(game)
        module = modules.get(name) or build(game, announce)
        plan = Plan(names, files, {name: module}, documentation=docs)
        written = light_files(plan, tell)
    else:
        kept = runtime or (cache_folders() or [Path("build")])[0] / "site"
        found = find_runtime(kept, tell)
        compiled = {name: spec for name, spec in specs.items() if name not in all_but("compiled")}
        plan = Plan(names, files, _modules(compiled, modules, announce, lang), documentation=docs)
        written = site_files(replace(plan, solved=solve_small(plan.catalog, all_but("solved"))), found)
    for name, content in written.items():
        make_folder((out / name).parent)
        write_file(out / name, content)
    size = sum(map(len, written.values()))
    if as_json:
        click.echo(dumps({"folder": str(out), "games": plan.catalog.names(), "bytes": size}))
        return
    click.echo(say("site.written", lang, path=out, count=len(written), size=f"{size / 1e6:.1f}"))


def _modules(
    specs: Mapping[str, str], made: Mapping[str, bytes], announce: Callable[[str], None], lang: str
) -> dict[str, bytes]:
    """The engine's module of each game that can have one; of the others it is said why not."""
    from spielbaum.engine.wasm import build

    found = dict(made)
    for name, spec in specs.items():
        if name in made:
            continue
        try:
            found[name] = build(load_game(spec), announce, trace=True)
        except SpielbaumError as error:
            why = error.sentence(lang)
            click.echo(say("site.without_engine", lang, game=name, why=why), err=True)
    return found
