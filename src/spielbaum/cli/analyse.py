"""`spielbaum analyse`: what a position is worth, as far as the time allows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer, dumps, position_text, result_json
from spielbaum.cli.options import json_option, solution_option, weights_option
from spielbaum.game import Position
from spielbaum.games import load_game
from spielbaum.language import say
from spielbaum.play.player import Turn
from spielbaum.result import CHANCE

if TYPE_CHECKING:
    from spielbaum.result import Result

#: Where no limit is given.
SECONDS = 2.0
#: Moves of an answer that the text shows.
SHOWN = 6


@click.command("analyse")
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--seconds", type=float, help="time limit (2 if no limit is given)")
@click.option("--depth", type=int, help="depth limit in plies")
@click.option("--nodes", type=int, help="limit on the number of nodes")
@click.option(
    "--threads",
    type=int,
    default=1,
    show_default=True,
    help="threads together; where the exact solver runs beside the search, each has half",
)
@click.option(
    "--table-mb",
    type=float,
    default=64.0,
    show_default=True,
    help="size of the transposition table in megabytes; the exact solver beside the search has its own",
)
@click.option(
    "--interpreted", is_flag=True, help="do not compile the rules; slow, for rules that cannot be compiled"
)
@solution_option
@weights_option
@json_option
@language_option
def command(
    game: str,
    position: tuple[str, ...],
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int,
    table_mb: float,
    interpreted: bool,
    solution: Path | None,
    weights: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Search POSITION of GAME: its value, the best line, and each move with its value and best reply."""
    from spielbaum.engine import Engine
    from spielbaum.engine.engine import check_threads
    from spielbaum.play.engine_store import evaluations, solutions, think
    from spielbaum.play.judge import is_complete, judge, needs_solver
    from spielbaum.play.replies import with_replies

    rules = load_game(game)
    if weights is not None:  # the parts that could be told are those of the game's own evaluation
        rules = rules.with_presentation(parts=None)
    here = Position.of(rules, " ".join(position))
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    solved = solutions(solution, interpreted=interpreted)(here.game)
    evaluation = evaluations(weights)(here.game)

    def new_engine(threads: int) -> Engine[Any, Any]:
        return Engine(
            here.game,
            table_mb=table_mb,
            threads=threads,
            interpreted=interpreted,
            announce=announcer(lang),
            book=True,
            solution=solved,
            evaluation=evaluation,
        )

    check_threads(threads)
    judged = seconds is not None and depth is None and nodes is None
    solving = threads // 2 if judged and needs_solver(here.game) else 0
    engine = new_engine(threads - solving)
    with _shown(here, lang) as turn:
        if judged:
            assert seconds is not None
            solver = new_engine(max(solving, 1)) if needs_solver(here.game) else None
            result = judge(engine, solver, here, seconds, turn, every_move=True)
        else:  # so deep, or so many positions: that is a question about the search
            result = think(engine, here, turn, seconds=seconds, depth=depth, nodes=nodes, every_move=True)
    if not is_complete(result, here, every_move=True):
        result = with_replies(engine, here, result)
    if as_json:
        click.echo(dumps(result_json(here, position_text(here), result) | _more(here, result)))
    else:
        click.echo(_as_text(here, result, lang))


def _more(position: Position[Any, Any], result: Result[Any]) -> dict[str, object]:
    """What only `analyse` tells: what the evaluation is made of, and the speed."""
    game = position.game
    measure = game.presentation.measure or game.facts.unit
    parts = [] if game.presentation.parts is None else game.presentation.parts(position.state)
    return {
        "terms": {key.rpartition(".")[2]: units / measure for key, units in parts},
        "nps": round(result.nodes_per_second),
    }


def _as_text(position: Position[Any, Any], result: Result[Any], lang: str) -> str:
    from spielbaum.play.describe import value_words
    from spielbaum.play.rounds import line_words

    lines = [str(position), "", value_words(position.game, result, lang, position.state)]
    if result.moves:
        lines.append(say("engine.line", lang, line=line_words(position, result.moves)))
    lines += _parts(position, lang)
    lines += _moves(position, result, lang)
    lines.append(_effort(result, lang))
    return "\n".join(lines)


def _parts(position: Position[Any, Any], lang: str) -> list[str]:
    """A row for each part of the evaluation."""
    from spielbaum.play.describe import estimate, parts_of, parts_words

    parts = parts_of(position.game, position.state, lang)
    if not parts:
        return []
    game = position.game
    total = estimate(game, sum(part.value for part in parts), lang)
    rows = [(part.name, estimate(game, part.value, lang), part.why) for part in parts]
    return [f"{parts_words(game, lang)}: {total}", *_table(rows)]


def _moves(position: Position[Any, Any], result: Result[Any], lang: str) -> list[str]:
    """A row for each move: what it is worth, and what answers it."""
    from spielbaum.play.describe import value_badge
    from spielbaum.play.rounds import line_words

    game, state, here = position.game, position.state, position.player
    rows = [
        (
            game.move_name(state, line.moves[0]),
            value_badge(game, line, here, lang, state),
            line_words(position.after(line.moves[0]), line.moves[1 : SHOWN + 1]),
        )
        for line in result.lines
    ]
    key = "engine.replies"
    if game.has_chance:
        key = "engine.outcomes" if here == CHANCE else "engine.replies.chance"
    return [say(key, lang), *_table(rows)] if rows else []


def _table(rows: list[tuple[str, str, str]]) -> list[str]:
    """Name, number, words."""
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    return [f"  {name:<{first}}  {worth:>{second}}  {words}".rstrip() for name, worth, words in rows]


def _effort(result: Result[Any], lang: str) -> str:
    """What the answer took: nothing where the opening book had it."""
    from spielbaum.language import grouped
    from spielbaum.play.describe import number

    if result.algorithm == "book":
        return say("engine.effort.book", lang)
    rate = result.nodes_per_second / 1e6
    return say(
        "engine.effort.solved" if result.depth is None else "engine.effort",
        lang,
        depth=result.depth,
        nodes=grouped(result.nodes, lang),
        seconds=number(result.seconds, lang, sign=False),
        rate=number(rate, lang, sign=False),
    )


@contextmanager
def _shown(position: Position[Any, Any], lang: str) -> Iterator[Turn]:
    """A turn that shows on stderr what is known, in one line that is written over again and again."""
    if not sys.stderr.isatty():
        yield Turn()
        return
    try:
        yield Turn(report=lambda info: _show(position, info, lang))
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def _show(position: Position[Any, Any], info: Result[Any], lang: str) -> None:
    line = " ".join(position.line_texts(info.moves))
    text = f"{_effort(info, lang)} {info.points:+.2f} {line}"
    width = shutil.get_terminal_size().columns
    click.echo("\r\x1b[K" + text[: width - 1], err=True, nl=False)
