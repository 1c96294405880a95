"""`spielbaum book`: an opening book, computed with the exact solver."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer
from spielbaum.cli.executor import executor_options, opened_executor
from spielbaum.cli.paths import Named, out_option
from spielbaum.cli.telling import Teller
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.engine.book_making import Progress

#: A file that is read again when the book is continued.
BOOK = Named(dir_okay=False, stdout=False)
#: Exit code where the time was over before the book was complete.
INCOMPLETE = 3


@click.command("book")
@click.argument("game")
@click.option("--plies", type=click.IntRange(0, 60), default=8, show_default=True, help="depth of the book")
@click.option(
    "--reach",
    type=click.Choice(["perfect", "any"]),
    default="any",
    show_default=True,
    help="only positions that can arise if one side plays perfectly, or any",
)
@out_option("write the book to this file", BOOK, required=True)
@click.option(
    "--seconds", type=click.FloatRange(min=0), help="stop after this time; the same command continues later"
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="threads that search together",
)
@click.option(
    "--table-mb",
    type=float,
    default=256.0,
    show_default=True,
    help="size of the transposition table of each worker in megabytes",
)
@executor_options
@language_option
def command(
    game: str,
    plies: int,
    reach: str,
    out: Path,
    seconds: float | None,
    threads: int,
    table_mb: float,
    workers: int | None,
    cluster: str,
    lang: str,
) -> int:
    """Compute an opening book of GAME: the exact value of its first positions.

    What is solved is kept beside the book, in a file that ends in .journal; interrupted at any time, the
    same command goes on from there. Runs with another --plies or --reach add to the same book. With
    --workers or --cluster several positions are solved at the same time.
    """
    from spielbaum.engine import Engine
    from spielbaum.engine.book import rules_digest, write_book
    from spielbaum.engine.book_journal import open_journal
    from spielbaum.engine.book_making import Maker, OutOfTime
    from spielbaum.engine.engine import check_fit

    rules = load_game(game)
    check_fit(rules)
    if out.exists() and not out.is_file():  # the journal lies beside it, and the book is read again
        raise BadInput("book.no_file", path=out)
    journal_path = out.with_name(out.name + ".journal")
    complete = True
    with open_journal(journal_path, rules_digest(rules)) as journal:
        engine = Engine(rules, table_mb=table_mb, threads=threads, announce=announcer(lang))
        engine.warm("solve")
        with ExitStack() as stack:
            solve = None
            if workers is not None or cluster:
                from spielbaum.experiments.portable_rules import PortableRules
                from spielbaum.experiments.solving import How, solver

                how = How(PortableRules.of(game), table_mb, threads, book=False)
                solve = solver(stack.enter_context(opened_executor(workers, cluster, lang)), how)
            teller: Teller[Progress] = Teller(lambda progress: _words(progress, lang))
            maker = Maker(engine, journal, teller, seconds, solve)
            try:
                maker.make(plies, reach)
            except OutOfTime:
                complete = False
            finally:
                teller.end()
        write_book(out, rules, maker.entries, plies)
    size = out.stat().st_size
    key = "book.done" if complete else "book.incomplete"
    click.echo(say(key, lang, path=out, positions=len(maker.entries), size=f"{size / 1000:.1f}"), err=True)
    return 0 if complete else INCOMPLETE


def _words(progress: Progress, lang: str) -> str:
    left = progress.seconds_left
    return say(
        "book.progress",
        lang,
        ply=progress.ply,
        known=progress.known,
        total=progress.total,
        each=f"{progress.seconds / max(progress.solved, 1):.2f}",
        minutes="–" if left is None else f"{left / 60:.1f}",
    )
