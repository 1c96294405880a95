"""Is the code slower than it was? `python -m tools.compare_revisions OLD [NEW]`; NEW is else this folder.

Both revisions do the same pieces of work by turns, in two processes, so that compiling is over before
anything is measured and a busy machine disturbs both alike. Where code and tables happen to lie in memory
makes one process up to a sixth slower than the next of the same revision, for as long as it lives; so both
are started anew every few rounds. Processor time is counted. Prints a table in Markdown: old time divided by
new time, so that 0.97 means three hundredths slower, by the best round and by the middle of all pairs; and
whether both searched the same tree, as only then the times can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "compare"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

#: Game, position and depth. Each piece takes some hundredths of a second: what a question costs besides its
#: search, about a thousandth, must not be what is measured.
SEARCHES = {
    "chess, search": ("chess", KIWIPETE, 12),
    "connect4, search": ("connect4", "44455554221", 20),
    "kalah, search": ("kalah", "", 15),
    "othello, search": ("othello", "", 11),
    "mnk, search": ("mnk:width=5,height=5,k=4", "", 9),
    "nim, search": ("nim:heaps=5-7-9-11-13", "", 8),
}
COUNTS = {"chess, perft": ("chess", KIWIPETE, 4), "connect4, perft": ("connect4", "", 9)}
SOLVED = {
    "connect4, solve": ("connect4", "13555111322723"),
    "kalah, solve": ("kalah:houses=4,seeds=4", ""),
    "nim, solve": ("nim:heaps=5-7-9-11-13", ""),
}
TEXTBOOK = {
    "textbook minimax": ("minimax", "tictactoe", 5),
    "textbook alphabeta": ("alphabeta", "connect4", 5),
    "textbook pvs": ("pvs", "kalah", 6),
}
COMMANDS = {"import": "import spielbaum", "help": "from spielbaum.cli import main; main(['--help'])"}

#: Rounds until both processes are started anew.
ROUNDS_TOGETHER = 5

#: A piece of work: prepared, then done; what it counted says whether both did the same.
Work = Callable[[], Callable[[], Any]]


def work() -> dict[str, Work]:
    """The pieces of work by their names. Only what all revisions have in common is used."""
    from spielbaum import search as textbook
    from spielbaum.engine import Engine
    from spielbaum.game import Position
    from spielbaum.games import load_game

    def new(spec: str, text: str) -> tuple[Any, Any]:
        game = load_game(spec)
        engine: Any = Engine(game, table_mb=16)
        return engine, Position.of(game, text)

    def searching(spec: str, text: str, depth: int) -> Callable[[], Any]:
        engine, position = new(spec, text)
        engine.search(position, depth=1)
        engine.clear()
        return lambda: engine.search(position, depth=depth).nodes

    def counting(spec: str, text: str, depth: int) -> Callable[[], Any]:
        engine, position = new(spec, text)
        engine.perft(position, 1)
        return lambda: engine.perft(position, depth)

    def solving(spec: str, text: str) -> Callable[[], Any]:
        engine, position = new(spec, text)
        engine.warm("solve")
        return lambda: engine.solve(position).nodes

    def by_the_book(name: str, spec: str, depth: int) -> Callable[[], Any]:
        game, search = load_game(spec), getattr(textbook, name)
        return lambda: search(game, depth=depth).nodes

    return {
        **{name: partial(searching, *one) for name, one in SEARCHES.items()},
        **{name: partial(counting, *one) for name, one in COUNTS.items()},
        **{name: partial(solving, *one) for name, one in SOLVED.items()},
        **{name: partial(by_the_book, *one) for name, one in TEXTBOOK.items()},
    }


def answer() -> None:
    """The process of one revision: does what it is asked for, line by line."""
    pieces = work()
    for line in sys.stdin:
        do = pieces[line.strip()]()
        began = process_time()
        counted = do()
        print(json.dumps([process_time() - began, counted]), flush=True)


def _spent_by_children() -> float:
    """In microseconds' steps; `os.times` counts in hundredths of a second."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Revision:
    """One of the two, with its process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment = os.environ | {
            "PYTHONPATH": str(folder / "src"),
            "SPIELBAUM_CACHE": str(FOLDER / "cache"),
            "PYTHONDONTWRITEBYTECODE": "",  # a start without files of bytecode measures Python's compiler
        }
        self._process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def restart(self) -> None:
        self.end()
        self._process = self._started()

    def ask(self, name: str) -> tuple[float, Any]:
        """Processor seconds, and what was counted."""
        if name in COMMANDS:
            return self._start(COMMANDS[name])
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(name, file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self._folder}: the process ended while it did this: {name}")
        seconds, counted = json.loads(line)
        return seconds, counted

    def _start(self, command: str) -> tuple[float, Any]:
        began = _spent_by_children()
        subprocess.run(
            [sys.executable, "-c", command], env=self._environment, stdout=subprocess.DEVNULL, check=True
        )
        return _spent_by_children() - began, None

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def checked_out(revision: str | None) -> Iterator[Path]:
    """A folder with the files of a revision."""
    if revision is None:
        yield ROOT
        return
    folder = FOLDER / revision
    git = ["git", "-C", str(ROOT), "worktree"]
    if folder.exists():  # a run that was ended by force left it
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)
    subprocess.run([*git, "add", "--quiet", "--force", "--detach", str(folder), revision], check=True)
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def compare(old: Revision, new: Revision, names: list[str], rounds: int) -> Iterator[str]:
    """The table, row by row."""
    yield "| work | same tree | old, best | new, best | old / new, best | middle of the pairs |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        counts = [one.ask(name)[1] for one in (old, new)]  # compiles
        spent: list[list[float]] = [[], []]
        for number in range(rounds):
            if number % ROUNDS_TOGETHER == 0 and name not in COMMANDS:
                for one in (old, new):
                    one.restart()
                    one.ask(name)  # the first time is slower
            for which in (0, 1) if number % 2 else (1, 0):
                spent[which].append((old, new)[which].ask(name)[0])
        best = [min(times) for times in spent]
        pairs = median(before / after for before, after in zip(*spent, strict=True))
        same = "yes" if counts[0] == counts[1] else f"no: {counts[0]}, {counts[1]}"
        yield (
            f"| {name} | {same} | {best[0] * 1000:.1f} ms | {best[1] * 1000:.1f} ms "
            f"| {best[0] / best[1]:.2f} | {pairs:.2f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", nargs="?")
    parser.add_argument("new", nargs="?")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--only", default="", help="the pieces of work whose names contain this")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answer()
        return
    if asked.old is None:
        parser.error("which revision is the old one?")
    names = [*SEARCHES, *COUNTS, *SOLVED, *TEXTBOOK, *COMMANDS]
    names = [name for name in names if asked.only in name]
    with checked_out(asked.old) as before, checked_out(asked.new) as now:
        old, new = Revision(before), Revision(now)
        try:
            for row in compare(old, new, names, asked.rounds):
                print(row, flush=True)
        finally:
            old.end()
            new.end()


if __name__ == "__main__":
    main()
