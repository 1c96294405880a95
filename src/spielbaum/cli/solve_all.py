"""`spielbaum solve --all`: a whole game, every position of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from time import monotonic

import click

from spielbaum.cli.engines import announcer, dumps
from spielbaum.cli.executor import opened_executor
from spielbaum.cli.telling import Ticker
from spielbaum.errors import BadInput
from spielbaum.games import load_game
from spielbaum.language import fixed, grouped, say

#: Bytes where the system does not say how many are free.
USUAL_MEMORY = 4 << 30
#: The first arrays take more than one megabyte.
LEAST_MEMORY = 2 * 10**6
UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def read_memory(text: str | None) -> int:
    """`8GB`, `500 MB` or a number of bytes; half of the free memory where nobody says."""
    from spielbaum.engine.table import free_memory

    if text is None:
        return (free_memory() or 2 * USUAL_MEMORY) // 2
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", text.lower())
    size = int(float(match[1]) * UNITS[match[2]]) if match else 0
    if size < LEAST_MEMORY:
        raise BadInput("solution.memory", given=text)
    return size


def usual_name(game: str) -> Path:
    """connect4:width=4,height=4 is solved into connect4-width4-height4.table."""
    stem = game if not Path(game).suffix else Path(game).stem
    return Path(re.sub(r"[^A-Za-z0-9]+", "-", stem.replace("=", "")).strip("-") + ".table")


def solve_game(
    name: str,
    *,
    output: Path | None,
    memory: str | None,
    threads: int | None,
    unfolded: bool,
    resume: bool,
    interpreted: bool,
    workers: int | None,
    cluster: str,
    as_json: bool,
    lang: str,
) -> int:
    """Solve the game, write its file and say what came out."""
    from spielbaum.experiments.portable_rules import PortableRules
    from spielbaum.experiments.solving_whole_games import solve_with
    from spielbaum.solution import Solution
    from spielbaum.solution.solver import How, Progress, solve_all
    from spielbaum.solution.statistics import statistics_of
    from spielbaum.solution.wording import entry_words, error_text

    game = load_game(name)
    path = output or usual_name(name)
    how = How(read_memory(memory), threads, unfolded, resume, interpreted, announcer(lang))
    progress = Progress()

    def line(seconds: float) -> str:
        words = {
            "count": grouped(progress.done, lang),
            "total": grouped(progress.total, lang),
            "seconds": fixed(seconds, 0, lang),
        }
        left = ""
        if progress.total and progress.done:
            spent = monotonic() - progress.since
            left = say(
                "solution.left",
                lang,
                seconds=f"{spent / progress.done * (progress.total - progress.done):.0f}",
            )
        return say(f"solution.progress.{progress.stage}", lang, **words) + left

    begun = monotonic()
    if workers is not None or cluster:
        if threads is not None:
            raise BadInput("solution.threads_and_workers")
        with opened_executor(workers, cluster, lang) as executor, Ticker(line):
            # Processes of this machine share its memory; what other machines have, they have each.
            here = executor.at_once if not cluster or cluster.startswith("local") else 1
            each = replace(how, memory=how.memory // here)
            solve_with(executor, PortableRules.of(name), name, path, each, progress)
    else:
        with Ticker(line):
            solve_all(game, name, path, how, progress)
    seconds = monotonic() - begun
    solution = Solution.open(path, game)
    entry = solution.look(game.start)
    assert entry is not None
    if as_json:
        document: dict[str, object] = {"game": name, "file": str(path), "positions": len(solution)}
        if solution.expected_summary is not None:
            document["chance"] = sum(section.chance for section in solution.expected_summary.sections)
            document["start"] = {"value": entry.value}
            document["error"] = solution.error
        else:
            counts = statistics_of(solution).counts
            document |= {"won": counts.won, "drawn": counts.drawn, "cycle": counts.cycle, "lost": counts.lost}
            document["start"] = {
                "value": entry.value,
                "remoteness": entry.remoteness,
                "cycle": entry.cycle,
            }
        document |= {"seconds": round(seconds, 3), "bytes": path.stat().st_size}
        click.echo(dumps(document))
    else:
        size = path.stat().st_size
        unit = 10**6 if size >= 10**6 else 10**3
        click.echo(
            say(
                "solution.done",
                lang,
                count=grouped(len(solution), lang),
                path=path,
                seconds=fixed(seconds, 1, lang),
                size=f"{fixed(size / unit, 1, lang)} {'MB' if unit == 10**6 else 'kB'}",
            )
        )
        if solution.expected:
            words = entry_words(entry, game, lang)
            click.echo(say("table.start.expected", lang, entry=words, error=error_text(solution.error, lang)))
        click.echo(say("solution.next", lang, path=path))
    return 0
