"""`spielbaum games`: what games there are, with their switches and rules."""

from __future__ import annotations

import inspect
import json
from typing import Any

import click

from spielbaum.cli import language_option
from spielbaum.cli.options import json_option
from spielbaum.errors import SpielbaumError
from spielbaum.game import Game
from spielbaum.games import Entry, entries, load_game
from spielbaum.language import in_language, say


@click.command("games")
@click.argument("name", required=False)
@json_option
@language_option
def command(name: str | None, as_json: bool, lang: str) -> None:
    """List the games, or show the rules of one: NAME, NAME:option=value or file.py."""
    if name is not None:
        game = load_game(name)
        description = _describe(game, lang) | {"source": _source(name)}
        click.echo(_as_json(description) if as_json else _rules(game, lang))
        return
    games = []
    for entry in entries():
        try:
            games.append((entry, load_game(entry.name)))
        except SpielbaumError as error:  # another package's; the other games are still there
            click.echo(error.sentence(lang), err=True)
    if as_json:
        listed = [
            _describe(game, lang) | {"name": entry.name, "source": entry.source} for entry, game in games
        ]
        click.echo(_as_json(listed))
        return
    width = max(len(entry.name) for entry, _ in games)
    for entry, game in games:
        title = in_language(game.presentation.title, lang) or game.name
        click.echo(f"{entry.name:{width}}  {title}{_origin(entry, lang)}")
        for line in _switches(game, lang):
            click.echo(f"{'':{width}}    {line}")
    click.echo(f"\n{say('games.hint', lang)}", err=True)


def _rules(game: Game[Any, Any], lang: str) -> str:
    """Title, players, rules, switches and the board at the start."""
    shown = game.presentation
    lines = [in_language(shown.title, lang) or game.name]
    if shown.player_names:
        names = ", ".join(in_language(name, lang) for name in shown.player_names)
        lines.append(say("games.players", lang, names=names))
    if shown.rules:
        lines += ["", in_language(shown.rules, lang)]
    switches = _switches(game, lang)
    if switches:
        lines += ["", say("games.switches", lang), *(f"  {line}" for line in switches)]
    return "\n".join([*lines, "", game.board_text(game.start)])


def _switches(game: Game[Any, Any], lang: str) -> list[str]:
    """`name=value  meaning`, one a line."""
    written = {name: f"{name}={_value(value, lang)}" for name, value in game.presentation.parameters.items()}
    width = max(map(len, written.values()), default=0)
    meanings = {name: in_language(game.presentation.switches.get(name, ""), lang) for name in written}
    return [f"{text:{width}}  {meanings[name]}".rstrip() for name, text in written.items()]


def _value(value: object, lang: str) -> str:
    """As it is written on the command line."""
    if value is inspect.Parameter.empty:
        return f"({say('games.required', lang)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _describe(game: Game[Any, Any], lang: str) -> dict[str, object]:
    return {
        "name": game.name,
        "title": in_language(game.presentation.title, lang),
        "rules": in_language(game.presentation.rules, lang),
        "players": game.facts.players,
        "player_names": [in_language(name, lang) for name in game.presentation.player_names],
        "zero_sum": game.facts.zero_sum,
        "values": list(game.facts.values),
        "most_moves": game.facts.most_moves,
        "longest": game.facts.longest,
        "switches": [
            {
                "name": name,
                "value": None if value is inspect.Parameter.empty else value,
                "meaning": in_language(game.presentation.switches.get(name, ""), lang),
            }
            for name, value in game.presentation.parameters.items()
        ],
    }


def _origin(entry: Entry, lang: str) -> str:
    return "" if entry.source == "spielbaum" else f" ({say('games.from', lang, source=entry.source)})"


def _source(name: str) -> str:
    """The package a game comes from; for a file or a module, what was typed."""
    known = {entry.name: entry.source for entry in entries()}
    return known.get(name.partition(":")[0], name)


def _as_json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)
