"""Runs as tables for other programs: CSV, JSON, Parquet.

A run has several tables: what it came to (`results`, `strength`, `quality` …), and what it was made of, one
row a game, move or measurement. Cells are numbers, text, truth values or nothing.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.findings import Table
from spielbaum.experiments.folder import read_record, read_summary
from spielbaum.experiments.formats import Span, Wld
from spielbaum.experiments.kind import Kind, Record, rows_of
from spielbaum.experiments.registry import kind_of

FORMATS = ("csv", "json", "parquet")

Cell = int | float | str | bool | None
Row = dict[str, Cell]


def tables_of(folder: Path) -> dict[str, list[Row]]:
    """All tables of a run by name, what it came to first."""
    summary = read_summary(folder)
    kind = kind_of(summary.settings)
    tables = {table.key: table_rows(table) for table in kind.tell(summary, "en").tables}
    return tables | record_tables(kind, summary.settings, read_record(folder, kind))


def table_rows(table: Table) -> list[Row]:
    """A table of the findings, with a column for everything that its cells hold."""
    return [
        {
            name: cell
            for column, value in zip(table.columns, row, strict=True)
            for name, cell in flat(value, column.key).items()
        }
        for row in table.rows
    ]


def record_tables(kind: Kind, settings: Any, record: Record) -> dict[str, list[Row]]:
    """What was seen: one table for each kind of measurement, where the kind of run has none of its own."""
    if kind.tables is not None:
        return kind.tables(settings, record)
    tables: dict[str, list[Row]] = {}
    for number, finished in sorted(record.items()):
        if finished.measurement is not None:
            rows = tables.setdefault(finished.measurement.kind, [])
            rows += [{"task": number} | flat(row) for row in rows_of(finished.measurement)]
    return tables


def choose_table(tables: Mapping[str, list[Row]], name: str) -> tuple[str, list[Row]]:
    """The table of that name; the first without one."""
    if not name:
        name = next(iter(tables))
    if name not in tables:
        raise UnknownName("table", name, tables)
    return name, tables[name]


def export(rows: list[Row], form: str) -> bytes:
    """The table in one of `FORMATS`; columns that a row does not have are empty."""
    return _WRITERS[form](rows)


# --- writers ------------------------------------------------------------------------------------------------


def _columns(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: list[Row]) -> bytes:
    """Commas, quotes where needed, UTF-8, a line break of one character."""
    file = io.StringIO()
    writer = csv.DictWriter(file, _columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def _json(rows: list[Row]) -> bytes:
    return (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()


def _parquet(rows: list[Row]) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise BadInput("error.export.no_pyarrow") from error
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows)}
    file = io.BytesIO()
    parquet.write_table(pyarrow.table({name: _alike(cells) for name, cells in columns.items()}), file)
    return file.getvalue()


def _alike(cells: list[Cell]) -> list[Cell]:
    """Whole numbers among others become floats: a column has one type."""
    if any(isinstance(cell, float) for cell in cells):
        return [float(cell) if isinstance(cell, int) else cell for cell in cells]
    return cells


_WRITERS: dict[str, Callable[[list[Row]], bytes]] = {"csv": _csv, "json": _json, "parquet": _parquet}

# --- rows ---------------------------------------------------------------------------------------------------


def flat(thing: Any, name: str = "") -> Row:
    """Nested values under joined names (`elo_low`); lists of plain values as one text."""
    if isinstance(thing, Wld | Span):  # their parts have names enough
        name = ""
    if is_dataclass(thing) and not isinstance(thing, type):
        thing = asdict(thing)
    if isinstance(thing, Mapping):
        row: Row = {}
        for key, value in thing.items():
            row |= flat(value, f"{name}_{key}" if name else str(key))
        # The middle of an interval has the name of the interval.
        return {key.removesuffix("_value"): value for key, value in row.items()} if name else row
    if isinstance(thing, (tuple, list)):
        plain = all(each is None or isinstance(each, (int, float, str)) for each in thing)
        return {name: " ".join(map(str, thing)) if plain else json.dumps(thing, ensure_ascii=False)}
    return {name: thing}
