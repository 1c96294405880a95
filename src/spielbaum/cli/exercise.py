"""`spielbaum exercise`: make exercises with solutions, and grade answers node by node."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spielbaum.cli import Group, language_option
from spielbaum.cli.options import json_option
from spielbaum.cli.paths import FILE, ON_DISK, STDOUT, out_option, write_out
from spielbaum.cli.tree_input import text_of
from spielbaum.errors import BadInput, UnknownName
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.exercise import Consequences, Exercise, Grade, Kind, Sheet

FORMATS = ("latex", "moodle", "html", "json", "answers")


@click.group(
    "exercise",
    cls=Group,
    tries=(("spielbaum exercise make", "cli.try.make"),),
)
@partial(language_option, expose_value=False)
def command() -> None:
    """Make exercises about trees with solutions, and grade answers node by node."""


# --------------------------------------------------------------------------- make


@command.command("make")
@click.option(
    "--kind",
    "kinds",
    default="alphabeta",
    show_default=True,
    help="values, alphabeta, visited, order, depth-limited, maxn, complete-tree, negamax, alliance, "
    "cut-order, killers, deepening, remoteness, expected-values, star1, same-choice; "
    "several joined by commas",
)
@click.option("--number", "-n", type=int, default=None, help="number of variants (1)")
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same sheet")
@click.option("--branching", type=int, help="children of a node (2; 3 for order, killers and star1)")
@click.option("--depth", type=int, help="depth of the tree (3; 2 for order, 4 for a deep cut)")
@click.option("--cuts", metavar="N|N-M", help="number of nodes at which alpha-beta cuts")
@click.option("--deep", is_flag=True, help="at least one deep cut")
@click.option("--order", default="any", show_default=True, help="order of the children: any, best, worst")
@click.option("--uneven", is_flag=True, help="unequal numbers of children, leaves at unequal depths")
@click.option("--players", type=int, help="number of players for maxn and alliance (3)")
@click.option("--teams", default="", help="players who form a team, for example 1+3 (chosen by the seed)")
@click.option("--ties", is_flag=True, help="leaves may be equal")
@click.option(
    "--game",
    default="",
    help="the game for complete-tree and remoteness, for example takeaway:matches=5; "
    "for remoteness also FILE.table",
)
@click.option("--tree", "tree_text", help="use this tree: its notation, @FILE, or - for standard input")
@click.option("--limit", type=int, help="depth limit of the kind depth-limited, with --tree")
@click.option(
    "--conventions",
    default="",
    help="accepted conventions, the first is printed: soft (the usual one), hard, soft-strict, hard-strict "
    "for alpha-beta; first (the usual one), last of equals for maxn; several joined by commas, or all",
)
@click.option("--title", default="", help="a title for the sheet")
@click.option(
    "--format",
    "forms",
    metavar="FORMATS",
    help=f"{', '.join(FORMATS)}; several joined by commas (latex)",
)
@json_option
@out_option("write all files into this new folder", ON_DISK, "FOLDER")
@click.option("--solutions", is_flag=True, help="print the solutions instead of the exercises")
@language_option
def make(
    kinds: str,
    number: int | None,
    seed: int,
    game: str,
    tree_text: str | None,
    limit: int | None,
    conventions: str,
    title: str,
    forms: str | None,
    as_json: bool,
    out: Path | None,
    solutions: bool,
    lang: str,
    **required: Any,
) -> None:
    """Make variants of an exercise sheet from a seed, as LaTeX, Moodle XML, HTML, JSON or empty answers.

    With -o the folder gets exercises.tex and solutions.tex, moodle.xml, exercises.html and
    solutions.html, exercises.json, and a file of empty answers for each exercise. Without it one format
    is printed; empty answers to several exercises are then a list.
    """
    from spielbaum.atomic import write_folder

    if as_json and forms not in (None, "json"):
        raise BadInput("usage.json_format", format=forms)
    formats = _listed("json" if as_json else forms or "latex", FORMATS, "exercise.format")
    if out is None and len(formats) > 1:
        raise BadInput("error.exercise.one_format")
    if solutions and (out is not None or formats[0] not in ("latex", "html")):
        raise BadInput("error.exercise.solutions")
    sheet = _sheet(kinds, number, seed, game, tree_text, limit, conventions, title, required)
    if out is None:
        click.echo(_printed(sheet, formats[0], lang, solutions), nl=False)
        return
    files = ((name, written()) for form in formats for name, written in _files(sheet, form, lang))
    count = write_folder(out, files)
    click.echo(say("exercise.made", lang, path=out, count=count), err=True)


def _printed(sheet: Sheet, form: str, lang: str, solutions: bool) -> str:
    """A format as one text; empty answers to several exercises are a list, as `check` reads it."""
    from spielbaum.exercise import blank_json, json_text

    if form == "answers":
        blanks = [blank_json(exercise) for _, _, exercise in sheet.exercises]
        return json_text(blanks[0] if len(blanks) == 1 else blanks)
    return list(_files(sheet, form, lang))[1 if solutions else 0][1]()


def _listed(text: str, known: tuple[str, ...], kind: str) -> list[str]:
    """The names in a list joined by commas, each once."""
    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    for name in names or [text]:
        if name not in known:
            raise UnknownName(kind, name, known)
    return names


def _sheet(
    kinds: str,
    number: int | None,
    seed: int,
    game: str,
    tree_text: str | None,
    limit: int | None,
    conventions: str,
    title: str,
    required: dict[str, Any],
) -> Sheet:
    from spielbaum.exercise import (
        CONVENTIONS,
        KIND_CONVENTIONS,
        KINDS,
        Exercise,
        Sheet,
        TreeRequirements,
        make_exercises,
    )
    from spielbaum.exercise.model import check_conventions
    from spielbaum.tree import read_tree

    names: list[Any] = _listed(kinds, KINDS, "exercise.kind")
    allowed = tuple(CONVENTIONS) if conventions == "all" else ()
    if conventions and not allowed:
        allowed = tuple(_listed(conventions, tuple(CONVENTIONS), "exercise.convention"))
        check_conventions(allowed, names)
    requirements = TreeRequirements(**(required | {"cuts": _cuts(required["cuts"])}))

    def counted(kind: Kind) -> tuple[str, ...]:
        return tuple(name for name in allowed if name in KIND_CONVENTIONS.get(kind, ()))

    if tree_text is not None:
        if number is not None or game or requirements != TreeRequirements(teams=requirements.teams):
            raise BadInput("error.exercise.tree_alone")
        tree = read_tree(text_of(tree_text))
        exercises = tuple(
            Exercise(kind, tree, counted(kind), limit, teams=requirements.teams) for kind in names
        )
        return Sheet((exercises,), None, title)
    if limit is not None:
        raise BadInput("error.exercise.limit_alone")
    columns = [
        make_exercises(kind, 1 if number is None else number, seed, requirements, counted(kind), game)
        for kind in names
    ]
    return Sheet(tuple(zip(*columns, strict=True)), seed, title)


def _cuts(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", text)
    if match is None:
        raise BadInput("error.exercise.cuts", given=text)
    return int(match[1]), int(match[2] or match[1])


def _files(sheet: Sheet, form: str, lang: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """The files of a format, each written when it is asked for."""
    from spielbaum.exercise import (
        blank_json,
        exercises_to_json,
        json_text,
        sheet_html,
        sheet_latex,
        sheet_moodle,
        solution,
    )

    match form:
        case "latex":
            yield "exercises.tex", lambda: sheet_latex(sheet, lang)
            yield "solutions.tex", lambda: sheet_latex(sheet, lang, solutions=True)
        case "html":
            yield "exercises.html", lambda: sheet_html(sheet, lang)
            yield "solutions.html", lambda: sheet_html(sheet, lang, solutions=True)
        case "moodle":
            yield "moodle.xml", lambda: sheet_moodle(sheet, lang)
        case "json":
            pairs = [(exercise, solution(exercise)) for _, _, exercise in sheet.exercises]
            yield "exercises.json", lambda: json_text(exercises_to_json(pairs, sheet.seed))
        case _:
            for variant, number, exercise in sheet.exercises:
                text = json_text(blank_json(exercise))
                yield f"answers-{variant}-{number}.json", lambda text=text: text  # type: ignore[misc]


# -------------------------------------------------------------------------- check


@command.command("check")
@click.argument("answers")
@click.option("--exercise", "exercise_file", help="the exercise, or the sheet with all of them: a JSON file")
@out_option("write the table to this CSV file; for a folder of answers", FILE)
@click.option(
    "--consequences",
    type=click.Choice(("full", "half", "none")),
    default="full",
    show_default=True,
    help="points for what is correct given an earlier mistake",
)
@json_option
@language_option
def check(
    answers: str,
    exercise_file: str | None,
    out: Path | None,
    consequences: Consequences,
    as_json: bool,
    lang: str,
) -> None:
    """Grade the file ANSWERS node by node and explain the first mistake; - reads standard input.

    The file holds one answer, or a list of answers to several exercises.

    If ANSWERS is a folder, all its *.json are graded into a CSV table: one row for each answer, with name,
    points, maximum and first mistake. Without -o the table is printed.

    Exit code 0: everything is right; 3: something is wrong or missing, or a file of the folder cannot be
    graded; 2: the single file cannot be graded.
    """
    from spielbaum.exercise import (
        answer_exercise,
        answer_from_json,
        exercises_from_json,
        grade,
        grade_to_json,
        json_text,
        read_document,
    )

    known: tuple[Exercise, ...] = ()
    if exercise_file is not None:
        known = exercises_from_json(read_document(_read(exercise_file), exercise_file))
    if Path(answers).is_dir():
        _check_folder(Path(answers), known, out, consequences, as_json, lang)
        return
    if out is not None:
        raise BadInput("error.exercise.folder_only", given=answers)
    document = read_document(_read(answers), answers)
    several = isinstance(document, list) and bool(document)
    graded: list[Grade] = []
    for item in document if several else [document]:
        exercise = answer_exercise(item, known)
        graded.append(grade(exercise, answer_from_json(item, exercise), consequences))
    if as_json:
        grades = [grade_to_json(one, lang) for one in graded]
        click.echo(json_text(grades if several else grades[0]), nl=False)
    else:
        heads = [
            say("exercise.sheet.id", lang, id=one.exercise.id) + "\n" if several else "" for one in graded
        ]
        reports = ["\n".join(_report(one, lang)) for one in graded]
        click.echo("\n\n".join(head + report for head, report in zip(heads, reports, strict=True)))
    if not all(one.right for one in graded):
        sys.exit(3)


def _check_folder(
    folder: Path,
    known: tuple[Exercise, ...],
    out: Path | None,
    consequences: Consequences,
    as_json: bool,
    lang: str,
) -> None:
    """The table to `out` or to stdout; what cannot be graded is reported on stderr, each file for itself."""
    from spielbaum.exercise import grade_folder, grades_csv, grades_rows, grades_to_json, json_text

    if out == Path(STDOUT):
        out = None
    graded = list(grade_folder(folder, known, consequences))
    rows = grades_rows(graded, lang)
    for one, row in zip(graded, rows, strict=True):
        if one.error is not None:
            click.echo(say("exercise.check.problem", lang, file=one.file, problem=row["problem"]), err=True)
    if out is not None and write_out(out, grades_csv(rows)):
        click.echo(say("exercise.check.graded", lang, path=out, count=len(rows)), err=True)
    if as_json:
        click.echo(json_text(grades_to_json(rows)), nl=False)
    elif out is None:
        click.echo(grades_csv(rows), nl=False)
    if not all(one.right for one in graded):
        sys.exit(3)


def _read(name: str) -> str:
    return text_of(name if name == "-" else f"@{name}")


def _report(graded: Grade, lang: str) -> Iterator[str]:
    from spielbaum.exercise import explain, mark_sentence

    for mark in graded.marks:
        verdict = say(f"exercise.verdict.{mark.verdict.name.lower()}", lang)
        yield f"{mark.points}/{mark.most}  {verdict:<20}  {mark_sentence(mark, lang)}"
    yield ""
    yield say("exercise.check.points", lang, points=graded.points, most=graded.most)
    if len(graded.exercise.conventions) > 1:
        convention = say(f"exercise.convention.{graded.solved.convention.name}", lang)
        yield say("exercise.check.convention", lang, convention=convention)
    first = explain(graded, lang)
    if first is None:
        yield say("exercise.check.right", lang)
        return
    yield say("exercise.check.first", lang)
    yield from (f"  {sentence}" for sentence in first.sentences)
