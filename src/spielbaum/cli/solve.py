"""`spielbaum solve`: the exact value of positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps, result_json
from spielbaum.cli.executor import executor_options, opened_executor
from spielbaum.cli.options import solution_option
from spielbaum.cli.paths import Named, out_option
from spielbaum.cli.telling import Ticker
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.language import say
from spielbaum.result import CHANCE, Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.experiments.solving import Solution

#: Megabytes of the table where nobody says: with several processes, and at most.
CROWD_MB, MOST_MB = 256.0, 1024.0
#: The file is read again, piece by piece.
SOLUTION = Named(dir_okay=False, stdout=False)
#: Exit code where some lines of a file could not be used.
SOME_BAD = 2
#: Exit code where no worker could solve some of them.
SOME_FAILED = 1


@click.command("solve")
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option(
    "--file", type=click.File(encoding="utf-8", lazy=False), help="one position per line; - is standard input"
)
@click.option("--moves", is_flag=True, help="also the value of every move")
@click.option(
    "--table-mb",
    type=float,
    help="size of the transposition table in megabytes; by default a quarter of the free memory, "
    "at most 1024 (256 with several processes)",
)
@click.option("--no-book", is_flag=True, help="do not use the opening book of the package")
@solution_option
@click.option(
    "--interpreted", is_flag=True, help="do not compile the rules; slow, for rules that cannot be compiled"
)
@executor_options
@click.option(
    "--all", "whole", is_flag=True, help="every position of the game, written to a file for `table`"
)
@out_option("with --all: the file; by default the name of the game with .table, here", SOLUTION)
@click.option(
    "--memory", help="with --all: memory that may be used, such as 8GB; by default half of the free memory"
)
@click.option(
    "--threads", type=click.IntRange(1), help="with --all: number of threads; by default one per core"
)
@click.option(
    "--unfolded", is_flag=True, help="with --all: count mirror images and the like as positions of their own"
)
@click.option("--resume", is_flag=True, help="with --all: go on behind the last finished layer")
@click.option("--json", "as_json", is_flag=True, help="one JSON document; with --file, one per line")
@language_option
def command(
    game: str,
    position: tuple[str, ...],
    file: TextIO | None,
    moves: bool,
    table_mb: float | None,
    no_book: bool,
    solution: Path | None,
    interpreted: bool,
    workers: int | None,
    cluster: str,
    whole: bool,
    out: Path | None,
    memory: str | None,
    threads: int | None,
    unfolded: bool,
    resume: bool,
    as_json: bool,
    lang: str,
) -> int:
    """Solve POSITION of GAME, by default the start: value, distance and line under perfect play.

    A large file of positions can be solved by several processes or by a cluster.

    With --all the game is solved as a whole: every position that can be reached gets its value.
    """
    if whole:
        from spielbaum.cli.solve_all import solve_game

        if position or file is not None:
            raise BadInput("solution.no_position")
        for name, unfit in {
            "--moves": moves,
            "--table-mb": table_mb,
            "--no-book": no_book,
            "--solution": solution,
        }.items():
            if unfit:
                raise BadInput("solution.not_all", name=name)
        return solve_game(
            game,
            output=out,
            memory=memory,
            threads=threads,
            unfolded=unfolded,
            resume=resume,
            interpreted=interpreted,
            workers=workers,
            cluster=cluster,
            as_json=as_json,
            lang=lang,
        )
    for name, given in {"-o": out, "--memory": memory, "--threads": threads}.items():
        if given is not None:
            raise BadInput("solution.only_all", name=name)
    for name, flag in {"--unfolded": unfolded, "--resume": resume}.items():
        if flag:
            raise BadInput("solution.only_all", name=name)
    from spielbaum.engine import Engine
    from spielbaum.engine.table import free_memory
    from spielbaum.play.engine_store import solutions

    rules = load_game(game)
    crowd = workers is not None or bool(cluster)
    if file is not None and position:
        raise BadInput("engine.solve.both")
    if file is None and crowd:
        raise BadInput("engine.solve.workers")
    if table_mb is None:
        # The table takes what it needs: small positions leave most of it untouched.
        free = free_memory()
        table_mb = CROWD_MB if crowd or free is None else min(free / (4 << 20), MOST_MB)
    if crowd and solution is not None:
        raise BadInput("solution.crowd")
    engine = Engine(
        rules,
        table_mb=table_mb,
        interpreted=interpreted,
        announce=announcer(lang),
        book=not no_book,
        solution=None if crowd else solutions(solution, interpreted=interpreted)(rules),
    )
    if file is None:
        text = " ".join(position)
        here = Position.of(rules, text)
        thinking = engine.start_solving(here, every_move=moves)
        with Ticker(lambda seconds: _so_far("positions", thinking.nodes, seconds, lang)):
            result = thinking.result()
        click.echo(dumps(_document(here, text, result)) if as_json else _as_text(here, result, lang))
        return 0
    printer = _Printer(rules, as_json, lang, typed=file.isatty())
    if not crowd:
        with printer.ticker:
            for number, text in _lines(file):
                printer(_solved(engine, number, text, moves))
        return printer.code

    from spielbaum.experiments.portable_rules import PortableRules
    from spielbaum.experiments.solving import How, solve_lines

    engine.warm("solve")  # once here, so that the processes of this machine find it compiled
    how = How(PortableRules.of(game), table_mb, every_move=moves, book=not no_book, interpreted=interpreted)
    with opened_executor(workers, cluster, lang) as executor, printer.ticker:
        solve_lines(executor, how, _lines(file), printer)
    return printer.code


def _solved(engine: Engine[Any, Any], number: int, text: str, moves: bool) -> Solution:
    from spielbaum.experiments.solving import Solution

    try:
        return Solution(number, text, engine.solve(Position.of(engine.game, text), every_move=moves))
    except BadInput as error:
        return Solution(number, text, error)


class _Printer:
    """Prints the answer to each line of the file, tells how many there are, and knows the exit code."""

    def __init__(self, rules: Game[Any, Any], as_json: bool, lang: str, *, typed: bool) -> None:
        self.rules, self.as_json, self.lang = rules, as_json, lang
        self.code = 0
        self.answered = 0
        # Nothing is written into lines that are being typed.
        self.ticker = Ticker(lambda seconds: _so_far("lines", self.answered, seconds, lang), quiet=typed)

    def __call__(self, solution: Solution) -> None:
        with self.ticker.aside():
            self._print(solution)
            self.answered += 1

    def _print(self, solution: Solution) -> None:
        result = solution.result
        if isinstance(result, SpielbaumError):
            sentence = result.sentence(self.lang)
            click.echo(
                say("engine.solve.line", self.lang, number=solution.number, sentence=sentence), err=True
            )
            self.code = self.code or (SOME_BAD if isinstance(result, BadInput) else SOME_FAILED)
            return
        here = Position.of(self.rules, solution.text)
        if self.as_json:
            click.echo(dumps(_document(here, solution.text, result), one_line=True))
        else:
            click.echo(f"{solution.text}\t{_as_line(self.rules, here, result, self.lang)}")


def _so_far(what: str, count: int, seconds: float, lang: str) -> str:
    return say(f"progress.{what}", lang, count=count, seconds=f"{seconds:.0f}")


def _lines(file: TextIO) -> Iterator[tuple[int, str]]:
    """The lines with something on them, as they come."""
    number = 0
    while line := _next_line(file):
        number += 1
        if line.strip():
            yield number, line.strip()


def _next_line(file: TextIO) -> str:
    try:
        return file.readline()
    except UnicodeDecodeError as error:
        raise BadInput("engine.solve.encoding") from error


def _outcome(value: Any) -> str:
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def _document(position: Position[Any, Any], text: str, result: Result[Any]) -> dict[str, object]:
    return result_json(position, text, result) | {"result": _outcome(result.value)}


def _as_line(game: Game[Any, Any], position: Position[Any, Any], result: Result[Any], lang: str) -> str:
    from spielbaum.play.describe import value_words

    line = " ".join(position.line_texts(result.moves))
    return f"{result.value}\t{value_words(game, result, lang, position.state)}\t{line}"


def _as_text(position: Position[Any, Any], result: Result[Any], lang: str) -> str:
    from spielbaum.play.describe import number, player_name, value_words
    from spielbaum.solution.wording import error_text, signed

    game, state = position.game, position.state
    assert result.view is not None
    lines = [
        str(position),
        "",
        value_words(game, result, lang, state),
        say(
            "engine.value" if position.player != CHANCE else "engine.value.chance",
            lang,
            value=number(result.points, lang),
            player=player_name(game, result.view, lang),
        ),
    ]
    if result.moves:
        lines.append(say("engine.line", lang, line=" ".join(position.line_texts(result.moves))))
    if result.lines:
        names = [
            f"{game.move_name(state, line.moves[0])} "
            + (f"{line.points:+d}" if isinstance(line.points, int) else signed(line.points, lang))
            for line in result.lines
        ]
        lines.append(say("engine.moves", lang, moves=" · ".join(names)))
    if result.error:
        lines.append(
            say(
                "engine.error",
                lang,
                value=signed(result.points, lang),
                error=error_text(result.error, lang),
            )
        )
    if result.distance is not None:
        lines.append(say("engine.distance", lang, distance=result.distance))
    rate = result.nodes / result.seconds / 1e6 if result.seconds > 0 else 0.0
    lines.append(
        say("engine.solved", lang, nodes=result.nodes, seconds=f"{result.seconds:.3f}", rate=f"{rate:.2f}")
    )
    return "\n".join(lines)
