"""Findings as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from spielbaum.experiments import formats
from spielbaum.experiments.findings import Figure, Findings, Table, figure_table
from spielbaum.experiments.runner import Progress
from spielbaum.language import say


def findings_text(findings: Findings, language: str) -> str:
    """The tables and boards, and what else there is to say."""
    tables = [
        [table.title, *table_lines(table, language), *table.notes]
        for table in findings.tables
        if table.rows and not table.detail
    ]
    boards = [board_lines(figure, language) for figure in findings.figures if figure.kind == "board"]
    paragraphs = [list(findings.answers), *tables, *boards, list(findings.remarks)]
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def table_lines(table: Table, language: str) -> list[str]:
    """Columns side by side; those of names to the left, numbers to the right."""
    head, rows = table_cells(table, language)
    return aligned(
        [head, *rows] if any(head) else rows, [_is_name(table, column) for column in range(len(head))]
    )


def board_lines(figure: Figure, language: str) -> list[str]:
    """A board of numbers under its title, with what they mean."""
    head, rows = figure_table(figure, language)
    return [figure.title, *aligned([*rows, head], [True, *[False] * len(figure.rows)]), figure.about]


def _is_name(table: Table, column: int) -> bool:
    shown = [each for each in table.columns if each.show is not None]
    upright = is_upright(table)
    return column == 0 or upright or shown[column].show in (formats.name,)


def is_upright(table: Table) -> bool:
    """A table of one row is shown as a list: a line for each of its cells."""
    return len(table.rows) == 1 and sum(column.show is not None for column in table.columns) > 3


def table_cells(table: Table, language: str) -> tuple[list[str], list[list[str]]]:
    """Head and rows as people read them."""
    shown = [(place, column.show) for place, column in enumerate(table.columns) if column.show is not None]
    head = [table.columns[place].title for place, _ in shown]
    rows = [[show(row[place], language) for place, show in shown] for row in table.rows]
    if is_upright(table):
        return [say("report.table.measure", language), say("report.table.value", language)], [
            [title, cell] for title, cell in zip(head, rows[0], strict=True)
        ]
    return head, rows


def aligned(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if left[column] else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def progress_line(progress: Progress, status: str, language: str) -> str:
    """How far a run is, and how it stands."""
    left = ""
    if progress.left is not None and progress.done < progress.planned:
        left = say("run.left", language, left=formats.duration(progress.left, language))
    line = say("run.progress", language, done=progress.done, planned=progress.planned, left=left)
    return f"{line} · {status}" if status else line
