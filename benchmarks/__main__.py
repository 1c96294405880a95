"""`python -m benchmarks`: measure, and write one table as Markdown and JSON."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from benchmarks.options import Missing, Options, say
from benchmarks.report import Answer, as_json, as_markdown, load_average, now, put_into, surroundings

QUESTIONS = (
    "solving",
    "steps",
    "book",
    "threads",
    "nodes",
    "chance",
    "handmade",
    "kalah",
    "whole",
    "limits",
    "startup",
    "perft",
    "chess",
    "wasm",
    "site",
)
#: Asked only by name: they take hours.
LONG = ("strength", "backgammon", "tiles")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", choices=QUESTIONS + LONG, action="append", help="this question (may be repeated)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="few and small cases: rough figures in a minute or two"
    )
    parser.add_argument(
        "--positions", type=Path, help="folder with end_easy.txt, middle_easy.txt …; else from a seed"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the positions where there is no folder")
    parser.add_argument(
        "--empty", action="store_true", help="solve the empty Connect Four board, too: minutes"
    )
    parser.add_argument("--every", type=int, default=1, help="solve only every n-th position")
    parser.add_argument("--out", type=Path, help="write FILE.md and FILE.json")
    parser.add_argument("--page", type=Path, help="put the table between the marks of this page")
    given = parser.parse_args(arguments)
    options = Options(given.quick, given.positions, given.empty, given.seed, max(given.every, 1))
    about = surroundings()
    answers = [answer(question, options) for question in given.only or QUESTIONS]
    table = as_markdown(answers, about)
    if given.out is not None:
        given.out.with_suffix(".md").write_text(table, encoding="utf-8")
        given.out.with_suffix(".json").write_text(as_json(answers, about), encoding="utf-8")
    if given.page is not None:
        put_into(given.page, table)
    print(table)


def answer(question: str, options: Options) -> Answer:
    """Ask one question; what cannot be measured says why."""
    module = import_module(f"benchmarks.{question}")
    say(f"--- {module.TITLE}")
    before = load_average()
    found = Answer(question, module.TITLE, began=now())
    try:
        found.rows.extend(module.run(options))
    except Missing as error:
        found.missing = str(error)
    found.load = (before, load_average())
    return found


if __name__ == "__main__":
    main()
