"""`spielbaum match`: two players, or as many as the game has, until it is known who is stronger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli.running import Running, running_options
from spielbaum.cli.telling import Teller
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.experiments import Plan, Scoreboard, Sprt
    from spielbaum.experiments.plan import Seating


def game_options(command: Any) -> Any:
    """What matches and tournaments are told alike."""
    options: list[Any] = [
        click.option(
            "--openings",
            default="random:4",
            show_default=True,
            help="random:PLIES, all:PLIES, file:PATH or start",
        ),
        click.option("--clock", default="", help="time for each: 60, 60+0.5 or 0.1/move, in seconds"),
        running_options(kept=True),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.command("match")
@click.argument("game")
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--games",
    type=int,
    default=None,
    help="an even number (100); for more than two players a multiple of the seatings of an opening (120)",
)
@click.option("--sprt", help="stop as soon as it is clear which is true: ELO0,ELO1; for two players")
@click.option(
    "--seating",
    type=click.Choice(["permutations", "rotations"]),
    default="permutations",
    show_default=True,
    help="for more than two players: each opening in every order of the seats, or moved on by one each time",
)
@game_options
def command(
    game: str,
    players: tuple[str, ...],
    games: int | None,
    sprt: str | None,
    seating: Seating,
    openings: str,
    clock: str,
    running: Running,
) -> None:
    """Let PLAYERS play a match of GAME: each opening twice, with the sides swapped.

    A game for three or more needs as many players; each opening is then played in all orders of the seats,
    and what is measured is each player's share of the points. Players are written as in
    `engine:nodes=20000`, `mcts:playouts=500` or, in alliance with the first of them,
    `alliance:depth=3,with=1`. Interrupted at any time, the same command goes on from there.
    """
    from spielbaum.cli.engines import announcer
    from spielbaum.experiments import make_plan
    from spielbaum.play import EngineStore

    EngineStore.announce = announcer(running.lang)
    test = None if sprt is None else read_sprt(sprt)
    plan = make_plan(
        "match",
        game,
        list(players),
        games=games,
        openings=openings,
        seed=running.seed,
        clock=clock,
        sprt=test,
        seating=seating,
    )
    carry_out(plan, running)


def read_sprt(text: str) -> Sprt:
    from spielbaum.experiments import Sprt

    number = r"[+-]?\d{1,4}(?:\.\d+)?"
    match = re.fullmatch(rf"\s*({number})\s*,\s*({number})\s*", text)
    if match is None:
        raise BadInput("error.run.sprt", given=text)
    return Sprt(float(match[1]), float(match[2]))


def carry_out(plan: Plan, running: Running) -> None:
    """Play, tell how it goes, and print what came of it."""
    from spielbaum.cli.engines import dumps
    from spielbaum.experiments import (
        conduct,
        cores_each,
        environment,
        live_line,
        open_run,
        read_run,
        summary_text,
    )
    from spielbaum.experiments.experiment import Clock

    lang, out = running.lang, running.out
    assert out is not None, "the option is required"
    with (
        running.executor(cores_each=cores_each(plan)) as executor,
        open_run(out, plan.settings, environment(executor.at_once, running.cluster)) as run,
    ):
        clock = Clock([1.0] * plan.total, run.finished)
        teller: Teller[Scoreboard] = Teller(lambda board: live_line(board, lang, left(board)))

        def left(board: Scoreboard) -> float | None:
            """Nobody knows when a sequential test will be decided."""
            return None if board.complete or plan.sprt is not None else clock.progress().left

        def tell(board: Scoreboard) -> None:
            if board.played > clock.done:
                clock.tick(clock.done)
            teller(board)

        if run.finished:
            click.echo(say("run.resumed", lang, games=len(run.finished)), err=True)
        try:
            board = conduct(plan, run, executor, tell)
        except KeyboardInterrupt:
            teller.end()
            run.write_summary(read_run(out).document())
            click.echo(say("run.interrupted", lang, path=out, games=len(run.finished)), err=True)
            raise
        except SpielbaumError:
            teller.end()
            raise
        teller.end()
        run.write_summary(board.document())
    click.echo(dumps(board.document()) if running.as_json else summary_text(board, lang))
