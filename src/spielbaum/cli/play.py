"""`spielbaum play`: a game against the computer, on the full screen or in plain lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spielbaum.cli import language_option
from spielbaum.cli.line_input import full_screen, line_input
from spielbaum.cli.options import solution_option, weights_option
from spielbaum.cli.paths import PATH
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.language import say

#: Thinking time of the computer where nothing is said.
SECONDS = 2.0


@click.command("play")
@click.argument("game", required=False)
@click.option(
    "--seconds", type=click.FloatRange(0.001, 3600), help="seconds the computer may think per move (2)"
)
@click.option("--level", type=click.IntRange(1, 8), help="strength of the computer instead, from 1 to 8")
@click.option("--first", type=click.Choice(["human", "computer"]), help="who moves first (human)")
@click.option("--players", help="all players in order: human,engine:level=3,random")
@click.option("--position", default="", help="start from here: moves, or the game's notation for a position")
@click.option("--clock", default="", help="time per player in seconds: 300, 300+2 or 10/move")
@click.option("--seed", type=click.IntRange(0), help="the same seed gives the same random choices")
@click.option("--load", type=PATH, help="continue a saved game")
@solution_option
@weights_option
@click.option("--plain", is_flag=True, help="lines of text instead of the full screen")
@language_option
def command(
    game: str | None,
    seconds: float | None,
    level: int | None,
    first: str | None,
    players: str | None,
    position: str,
    clock: str,
    seed: int | None,
    load: Path | None,
    solution: Path | None,
    weights: Path | None,
    plain: bool,
    lang: str,
) -> None:
    """Play GAME against the computer: a name, name:width=6,height=5, or a file with your own rules."""
    from spielbaum.play import EngineStore, Session, TimeControl, load_record, parse_player, split_players
    from spielbaum.play.engine_store import evaluations, solutions

    _not_both("--seconds", seconds, "--level", level)
    for name, value in (("--seconds", seconds), ("--level", level), ("--first", first)):
        _not_both("--players", players, name, value)
    _not_both("--load", load, "--position", position or None)
    EngineStore.announce = _Announce(lang)
    EngineStore.solution = solutions(solution)
    EngineStore.evaluation = evaluations(weights)
    record = None if load is None else load_record(load)
    if game is None and record is None:
        raise BadInput("error.play.which")
    rules = load_game(game) if game is not None else record.rules()  # type: ignore[union-attr]
    if players is not None:
        specs = split_players(players)
    elif record is not None and (seconds, level, first) == (None, None, None):
        specs = list(record.players)
        for spec in specs:
            if parse_player(spec).local:  # a file from elsewhere must not start programs here
                raise BadInput("error.play.program", player=spec)
    else:
        specs = opponents(rules, seconds, level, first)
    start = Position.of(rules, position) if position else None
    session = Session(rules, specs, start=start, time=TimeControl.parse(clock), seed=seed)
    if record is not None:
        session.resume(record)
    try:
        _run(session, lang, plain)
    finally:
        session.close()


class _Announce:
    """Says once for each game that it has to be compiled."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._said: set[str] = set()

    def __call__(self, game: str) -> None:
        if game not in self._said:
            self._said.add(game)
            click.echo(say("terminal.compiling", self._lang, game=game), err=True)


def opponents(game: Game[Any, Any], seconds: float | None, level: int | None, first: str | None) -> list[str]:
    """One person, and computers in all other places."""
    if level is not None:
        computer = f"engine:level={level}"
    else:
        kind = "engine" if game.fits_engine else "mcts"
        computer = f"{kind}:seconds={seconds or SECONDS:g}"
    human = 1 if first == "computer" else 0
    return ["human" if player == human else computer for player in range(game.facts.players)]


def _not_both(one: str, first: object, other: str, second: object) -> None:
    if first is not None and second is not None:
        raise BadInput("error.play.both", one=one, other=other)


def _run(session: Any, lang: str, plain: bool) -> None:
    if full_screen(plain, lang):
        from spielbaum.terminal.app import PlayApp

        PlayApp(session, lang).run()
        return
    from spielbaum.terminal import PlainGame

    read, prompt = line_input()
    PlainGame(session, lang, read, click.echo, prompt).run()
