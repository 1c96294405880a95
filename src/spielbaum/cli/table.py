"""`spielbaum table`: what is in the solution of a whole game."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli import Group, language_option
from spielbaum.cli.check import UNSOUND
from spielbaum.cli.engines import dumps, position_text
from spielbaum.cli.line_input import full_screen, line_input
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import FILE
from spielbaum.cli.telling import elapsed
from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.language import grouped, say
from spielbaum.result import CHANCE

if TYPE_CHECKING:
    from spielbaum.solution import Entry, MoveEntry, Solution
    from spielbaum.solution.statistics import Counts

game_option = click.option(
    "--game", metavar="GAME", help="the rules, if the file is about a game that is not built in"
)


class TableGroup(Group):
    """A group in which a file without a command before it is shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for option in self.get_params(ctx) for name in option.opts}
        if args and args[0].startswith("-") and args[0].partition("=")[0] not in own:
            args = [show.name or "", *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        known = args[0] in self.list_commands(ctx)
        return super().resolve_command(ctx, args if known else [show.name or "", *args])


@click.group(
    "table",
    cls=TableGroup,
    tries=(
        ("spielbaum table nim.table", "cli.try.table"),
        ("spielbaum table look nim.table 3-5-7", "cli.try.table.look"),
        ("spielbaum table check nim.table --sample 1000", "cli.try.table.check"),
        ("spielbaum table explore nim.table", "cli.try.table.explore"),
    ),
)
@partial(language_option, expose_value=False)
def command() -> None:
    """What is in the solution of a whole game: every position with its value and remoteness."""


@command.command("show")
@click.argument("file", type=FILE)
@game_option
@json_option
@language_option
def show(file: Path, game: str | None, as_json: bool, lang: str) -> None:
    """Count what is in FILE: wins, draws and losses, by remoteness and by layer."""
    from spielbaum.solution.statistics import statistics_of
    from spielbaum.solution.wording import entry_words, state_text

    solution = _opened(file, game)
    if solution.expected:
        click.echo(dumps(_expected_json(solution)) if as_json else _expected_text(solution, lang))
        return
    found = statistics_of(solution)
    rules = solution.game
    example = None if found.longest_state is None else state_text(rules, found.longest_state)
    if as_json:
        document = {
            "game": solution.facts.game,
            "folded": solution.facts.folded,
            **_counts_json(found.counts),
            "values": [{"value": value, "positions": count} for value, count in found.by_value.items()],
            "remoteness": [{"plies": plies, **_counts_json(c)} for plies, c in found.by_remoteness.items()],
            "layers": [{"layer": layer, **_counts_json(c)} for layer, c in found.by_layer.items()],
            "start": _entry_json(found.start),
            "longest_win": None
            if found.longest is None
            else {**_entry_json(found.longest), "position": example},
        }
        click.echo(dumps(document))
        return
    total = found.counts
    folded = say("table.folded" if solution.facts.folded else "table.unfolded", lang)
    lines = [
        say(
            "table.title",
            lang,
            game=solution.facts.game,
            positions=grouped(total.positions, lang),
            folded=folded,
        )
    ]
    fields = {name: grouped(count, lang) for name, count in asdict(total).items()}
    lines.append(say("table.counts", lang, **fields))
    lines.append(say("table.start", lang, entry=entry_words(found.start, rules, lang)))
    if found.longest is not None:
        lines.append(say("table.longest", lang, entry=entry_words(found.longest, rules, lang)))
        lines += [] if example is None else [f"  {example}"]
    lines += ["", *_rows("table.column.plies", found.by_remoteness, lang)]
    if found.by_layer:
        lines += ["", *_rows("table.column.layer", found.by_layer, lang)]
    click.echo("\n".join(lines))


@command.command("look")
@click.argument("file", type=FILE)
@click.argument("position", nargs=-1)
@game_option
@json_option
@language_option
def look(file: Path, position: tuple[str, ...], game: str | None, as_json: bool, lang: str) -> None:
    """Look POSITION, by default the start, up in FILE: its value and remoteness, and those of every move."""
    from spielbaum.play.describe import player_name
    from spielbaum.solution.walk import ranked_moves
    from spielbaum.solution.wording import entry_words, error_text, move_words

    solution = _opened(file, game)
    here = Position.of(solution.game, " ".join(position))
    entry = solution.look(here.state)
    if entry is None:
        raise BadInput("table.unknown_position", path=file, position=" ".join(position))
    moves = ranked_moves(solution, here.state)
    named = [(solution.game.move_name(here.state, move.move), move) for move in moves]
    if as_json:
        document = {
            "game": solution.facts.game,
            "position": position_text(here),
            **_entry_json(entry, solution.expected),
            "moves": [
                {"move": name, **_entry_json(each.entry, solution.expected), **_share_json(each)}
                for name, each in named
            ],
        }
        if solution.expected:
            document["error"] = solution.error
        click.echo(dumps(document))
        return
    words = entry_words(entry, here.game, lang)
    if solution.expected:
        words = say("table.within", lang, entry=words, error=error_text(solution.error, lang))
    if here.player == CHANCE:
        told = say("table.nature", lang, entry=words)
    else:
        told = say("table.to_move", lang, player=player_name(solution.game, here.player, lang), entry=words)
    lines = [str(here), "", told]
    width = max((len(name) for name, _ in named), default=0)
    lines += [f"  {name:<{width}}  {move_words(each, here.game, lang)}" for name, each in named]
    click.echo("\n".join(lines))


@command.command("explore")
@click.argument("file", type=FILE)
@click.argument("position", nargs=-1)
@game_option
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same positions")
@click.option("--plain", is_flag=True, help="lines of text instead of the full screen")
@language_option
def explore(
    file: Path, position: tuple[str, ...], game: str | None, seed: int, plain: bool, lang: str
) -> None:
    """Walk through FILE from POSITION, by default the start; with --plain by a move or a command per line.

    Every move is shown with a sign, its outcome and its remoteness; a terminal shows them in colours as well,
    unless NO_COLOR is set.
    """
    from spielbaum.terminal.explorer import Explorer, opened

    walk = opened(file, None if game is None else load_game(game), " ".join(position))
    if full_screen(plain, lang):
        from spielbaum.terminal.explorer_app import ExplorerApp

        ExplorerApp(walk, lang, seed=seed).run()
        return
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    read, prompt = line_input()
    Explorer(walk, lang, read, click.echo, prompt, coloured=coloured, seed=seed).run()


@command.command("check")
@click.argument("file", type=FILE)
@click.option(
    "--sample", type=click.IntRange(min=1), default=1000, show_default=True, help="positions to look at"
)
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same positions")
@game_option
@json_option
@language_option
def check(file: Path, sample: int, seed: int, game: str | None, as_json: bool, lang: str) -> int:
    """Check that sampled positions of FILE follow from their successors by the rules, run in plain Python.

    Exit code 3 where one does not.
    """
    from spielbaum.solution import check_solution
    from spielbaum.solution.wording import entry_words, state_text

    solution = _opened(file, game)
    with elapsed(lang):
        found = check_solution(solution, sample, seed)
    if as_json:
        wrong = None
        if found is not None:
            fields = _entry_json(found.entry, solution.expected)
            wrong = {"position": state_text(solution.game, found.state), **fields}
            wrong["why"] = found.why.sentence(lang)
        document = {"game": solution.facts.game, "sample": sample, "seed": seed, "sound": found is None}
        click.echo(dumps(document | {"contradiction": wrong}))
    elif found is None:
        click.echo(say("table.check.sound", lang, sample=grouped(sample, lang)))
    else:
        words = entry_words(found.entry, solution.game, lang)
        where = state_text(solution.game, found.state)
        click.echo(say("table.check.wrong", lang, position=where, entry=words, why=found.why.sentence(lang)))
    return 0 if found is None else UNSOUND


def _opened(file: Path, game: str | None) -> Solution:
    from spielbaum.solution import Solution

    return Solution.open(file, None if game is None else load_game(game))


def _expected_json(solution: Solution) -> dict[str, Any]:
    """What is in the solution of a game with chance."""
    summary = solution.expected_summary
    assert summary is not None
    layers = [
        {
            "layer": each.layer,
            "positions": each.positions,
            "chance": each.chance,
            "least": each.least,
            "greatest": each.greatest,
        }
        for each in sorted(summary.sections, key=lambda each: each.layer or 0)
    ]
    return {
        "game": solution.facts.game,
        "folded": solution.facts.folded,
        "positions": len(solution),
        "chance": sum(each.chance for each in summary.sections),
        "error": summary.error,
        "start": _entry_json(solution.look(solution.game.start), expected=True),
        "layers": layers,
    }


def _expected_text(solution: Solution, lang: str) -> str:
    from spielbaum.solution.wording import entry_words, error_text, signed

    summary = solution.expected_summary
    assert summary is not None
    chance = sum(each.chance for each in summary.sections)
    lines = [
        say(
            "table.title",
            lang,
            game=solution.facts.game,
            positions=grouped(len(solution), lang),
            folded=say("table.folded" if solution.facts.folded else "table.unfolded", lang),
        ),
        say(
            "table.counts.expected", lang, chance=grouped(chance, lang), error=error_text(summary.error, lang)
        ),
        say("table.start", lang, entry=entry_words(solution.look(solution.game.start), solution.game, lang)),
        "",
    ]
    columns = ("layer", "positions", "nature", "least", "greatest")
    rows = [[say(f"table.column.{column}", lang) for column in columns]]
    for each in sorted(summary.sections, key=lambda each: each.layer or 0):
        layer = "" if each.layer is None else str(each.layer)
        counts = [grouped(each.positions, lang), grouped(each.chance, lang)]
        rows.append([layer, *counts, signed(each.least, lang), signed(each.greatest, lang)])
    return "\n".join(lines + _aligned(rows))


def _entry_json(entry: Entry | None, expected: bool = False) -> dict[str, Any]:
    """The fields of an entry; a draw by cycle has no remoteness, and an expected value is all there is."""
    if expected:
        return {"value": None if entry is None else entry.value}
    if entry is None:
        return {"value": None, "remoteness": None, "cycle": None}
    remoteness = None if entry.cycle else entry.remoteness
    return {"value": entry.value, "remoteness": remoteness, "cycle": entry.cycle}


def _share_json(move: MoveEntry) -> dict[str, Any]:
    """The probability of an outcome where nature moves."""
    return {} if move.share is None else {"probability": float(move.share)}


def _counts_json(counts: Counts) -> dict[str, int]:
    return {"positions": counts.positions, **asdict(counts)}


def _rows(first: str, counts: dict[int, Counts], lang: str) -> list[str]:
    """A table with a row for each number; what is drawn by cycle only where anything is."""
    columns = ["won", "drawn", "cycle", "lost"]
    if not any(each.cycle for each in counts.values()):
        columns.remove("cycle")
    rows = [[say(first, lang), *(say(f"table.column.{column}", lang) for column in columns)]]
    rows += [
        [str(number), *(grouped(getattr(each, column), lang) for column in columns)]
        for number, each in counts.items()
    ]
    return _aligned(rows)


def _aligned(rows: list[list[str]]) -> list[str]:
    """The columns below each other, each to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=True)) for row in rows]
