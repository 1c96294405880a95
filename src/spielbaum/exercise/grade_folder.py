"""A folder of answers graded into a table: one row for each answer, also for those that cannot be read."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.exercise.document import VERSION
from spielbaum.exercise.explain import mark_sentence
from spielbaum.exercise.grade import Grade, grade
from spielbaum.exercise.marks import Consequences
from spielbaum.exercise.model import Exercise
from spielbaum.exercise.reading import MOST_CHARACTERS, answer_exercise, answer_from_json, read_document

#: What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Graded:
    """An answer in a folder: its grade, or the error for which it has none.

    `name` says whose it is: the folder below the graded one in which the file lies, else the file itself.
    """

    file: str
    name: str
    grade: Grade | None = None
    error: SpielbaumError | None = None

    @property
    def right(self) -> bool:
        return self.grade is not None and self.grade.right


def grade_folder(
    folder: Path, known: tuple[Exercise, ...] = (), consequences: Consequences = "full"
) -> Iterator[Graded]:
    """Grade every `*.json` in the folder and in those below it, in the order of their names.

    A file holds one answer or a list of them. What cannot be graded comes back with its error; the others
    are graded nevertheless. Hidden files and links are left out: links could lead anywhere.
    """
    files = sorted(_answer_files(folder))
    if not files:
        raise BadInput("error.exercise.no_answers", path=folder)
    for file in files:
        relative = file.relative_to(folder)
        name = relative.parts[0] if len(relative.parts) > 1 else file.stem
        for graded in _graded(file, known, consequences):
            if isinstance(graded, SpielbaumError):
                yield Graded(relative.as_posix(), name, error=graded)
            else:
                yield Graded(relative.as_posix(), name, graded)


def _answer_files(folder: Path) -> Iterator[Path]:
    for path, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            file = Path(path, name)
            if name.startswith(".") or file.is_symlink() or not file.is_file():
                continue
            if name.lower().endswith(".json"):
                yield file


def _graded(
    file: Path, known: tuple[Exercise, ...], consequences: Consequences
) -> Iterator[Grade | SpielbaumError]:
    try:
        document = read_document(_text(file), file.name)
    except SpielbaumError as error:
        yield error
        return
    for answer in document if isinstance(document, list) and document else [document]:
        try:
            exercise = answer_exercise(answer, known)
            yield grade(exercise, answer_from_json(answer, exercise), consequences)
        except SpielbaumError as error:
            yield error


def _text(file: Path) -> str:
    try:
        # One more than any document may have: the reader then says that it is too long.
        with file.open(encoding="utf-8") as stream:
            return stream.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise BadInput("error.tree.no_file", path=file.name, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise BadInput("error.tree.no_text", path=file.name) from error


def grades_rows(graded: Iterable[Graded], language: str = "en") -> list[dict[str, Any]]:
    """What stands in the table; points are None where there is no grade, `problem` says why."""
    return [_row(one, language) for one in graded]


def _row(one: Graded, language: str) -> dict[str, Any]:
    found = one.grade
    first = None if found is None else found.first
    return {
        "file": one.file,
        "name": one.name,
        "exercise": None if found is None else found.exercise.id,
        "kind": None if found is None else found.exercise.kind,
        "points": None if found is None else found.points,
        "maximum": None if found is None else found.most,
        "first_mistake": "" if first is None else mark_sentence(first, language),
        "problem": "" if one.error is None else one.error.sentence(language),
    }


def grades_csv(rows: list[dict[str, Any]]) -> str:
    """The table as CSV: commas, quotes where needed. A text that a spreadsheet would compute gets a `'`."""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _harmless(cell) for key, cell in row.items()} for row in rows)
    return file.getvalue()


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def grades_to_json(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The table as a document."""
    return {"format": "spielbaum-grades", "version": VERSION, "answers": rows}
