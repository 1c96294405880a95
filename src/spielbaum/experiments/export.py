"""Runs as tables for other programs: CSV, JSON, Parquet.

A run has several tables: what it came to (`results`, `strength`, `quality` …), and what it was made of, one
row a game, move or measurement. Cells are numbers, text, truth values or nothing.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.folder import MEASUREMENTS, Finished, read_games, read_settings
from spielbaum.experiments.measurements import (
    SETTINGS,
    AblateSummary,
    Choices,
    GrowthSummary,
    Lesson,
    Measurement,
    Series,
    SweepSummary,
    TuneSummary,
)
from spielbaum.experiments.scoreboard import Scoreboard, read_run
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.words import standing
from spielbaum.result import line_json

FORMATS = ("csv", "json", "parquet")

Cell = int | float | str | bool | None
Row = dict[str, Cell]


def tables_of(folder: Path) -> dict[str, list[Row]]:
    """All tables of a run by name, what it came to first."""
    kind = read_settings(folder).get("kind")
    if kind in ("match", "tournament", "multiplayer"):
        board, games = read_run(folder), read_games(folder)
        if isinstance(board, ShareBoard):
            results, played = _shares(board), _multiplayer_games(board, games)
        else:
            results, played = _results(board), _games(board, games)
        return {"results": results, "games": played, "moves": _moves(games)}
    if kind not in SETTINGS:
        raise BadInput("error.run.foreign", path=folder, why=BadInput("error.document.wrong", where="kind"))
    from spielbaum.experiments.experiments import read_experiment

    tables = _summary(read_experiment(folder))
    for _, finished in sorted(read_games(folder, MEASUREMENTS).items()):
        measured = finished.measurement
        if measured is not None:
            rows = tables.setdefault(measured.kind, [])
            rows += [{"task": finished.number} | row for row in _exploded(measured)]
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


def _results(board: Scoreboard) -> list[Row]:
    document = board.document()
    if board.plan.kind == "match":
        keys = ("wins", "losses", "draws", "score", "elo", "superiority", "draw_ratio", "pairs")
        first, second = board.plan.players
        return [{"first": first, "second": second} | flat({key: document[key] for key in keys})]
    _, order, _ = standing(board)
    rows = [
        flat({"place": order.index(index) + 1} | rated) for index, rated in enumerate(document["ratings"])
    ]
    return sorted(rows, key=lambda row: int(row["place"] or 0))


def _shares(board: ShareBoard) -> list[Row]:
    rows = board.document()["shares"]
    return [flat({"place": place} | rows[player]) for place, player in enumerate(board.order, start=1)]


def _multiplayer_games(board: ShareBoard, games: Mapping[int, Finished]) -> list[Row]:
    """As for two, with a column for each seat: who had it, and what came of it."""
    rows: list[Row] = []
    for number, finished in sorted(games.items()):
        seats = board.plan.pairing(number)
        row: Row = {"game": number, "unit": number // len(board.plan.seatings)}
        row |= {f"seat_{seat}": board.plan.players[player] for seat, player in enumerate(seats, start=1)}
        row |= {f"player_{seat}": player + 1 for seat, player in enumerate(seats, start=1)}
        rows.append(row | _ended(finished))
    return rows


def _ended(finished: Finished) -> Row:
    """How a multiplayer game ended: scores and pay-offs by seat."""
    record = finished.record
    if record is None or record.outcome is None:
        return {"reason": "unscored", "detail": finished.unscored}
    outcome = record.outcome
    row: Row = {f"score_{seat}": round(score, 6) for seat, score in enumerate(outcome.scores, start=1)}
    if outcome.payoffs is not None:
        row |= {f"payoff_{seat}": pay for seat, pay in enumerate(outcome.payoffs, start=1)}
    row |= {"reason": outcome.reason.value, "detail": outcome.detail, "plies": len(record.plies)}
    row |= {"opening": record.opening, "start": record.start, "moves": " ".join(record.moves)}
    return row | {"seed": record.seed, "date": record.date}


def _games(board: Scoreboard, games: Mapping[int, Finished]) -> list[Row]:
    rows: list[Row] = []
    for number, finished in sorted(games.items()):
        seats = [board.plan.players[player] for player in board.plan.pairing(number)]
        row: Row = {"game": number, "pair": number // 2, "first": seats[0], "second": seats[1]}
        record = finished.record
        if record is None or record.outcome is None:
            row |= {"score": None, "reason": "unscored", "detail": finished.unscored}
        else:
            row |= {"score": record.outcome.scores[0], "reason": record.outcome.reason.value}
            row |= {"detail": record.outcome.detail, "plies": len(record.plies), "opening": record.opening}
            row |= {"start": record.start, "moves": " ".join(record.moves), "seed": record.seed}
            row |= {"date": record.date}
        rows.append(row)
    return rows


def _moves(games: Mapping[int, Finished]) -> list[Row]:
    rows: list[Row] = []
    for number, finished in sorted(games.items()):
        for ply, each in enumerate(finished.record.plies if finished.record else (), start=1):
            row: Row = {"game": number, "ply": ply, "seat": each.player + 1, "move": each.move}
            row |= {"seconds": each.seconds, "slip": each.slip}
            if each.thought is not None:
                row |= flat(line_json(each.thought))
            rows.append(row)
    return rows


def _summary(summary: object) -> dict[str, list[Row]]:
    if isinstance(summary, SweepSummary):
        strength = [
            flat({"player": each.player}) | flat(step) | flat(total, "total")
            for each in summary.strength
            for step, total in zip(each.steps, each.cumulative[1:], strict=True)
        ]
        return {"strength": strength, "quality": [flat(each) for each in summary.quality]}
    if isinstance(summary, GrowthSummary):
        points = [
            flat({"algorithm": curve.algorithm}) | flat(point)
            for curve in summary.curves
            for point in curve.points
        ]
        fits = [
            flat({"algorithm": curve.algorithm, "exponent": curve.exponent}) | flat(curve.fit)
            for curve in summary.curves
            if curve.fit is not None
        ]
        return {"points": points, "fits": fits, "theory": [flat(each) for each in summary.theory]}
    if isinstance(summary, AblateSummary):
        return {"variants": [flat(each) for each in summary.variants]}
    assert isinstance(summary, TuneSummary)
    terms = enumerate(zip(summary.settings.terms, summary.settings.weights, strict=True))
    weights: list[Row] = []
    for index, (term, old) in terms:
        row: Row = {"term": term, "old": old}
        if summary.weights is not None and summary.fitted is not None:
            row |= {"new": summary.weights[index]} | flat(summary.fitted[index], "fitted")
        weights.append(row)
    return {"weights": weights}


def _exploded(measured: Measurement) -> Iterator[Row]:
    """One row for each thing that was seen: batches of positions and of depths are taken apart."""
    if isinstance(measured, Choices):
        names: tuple[str, ...] = ("moves", "depths", "nodes", "seconds")
        for position, cells in enumerate(_columns_of(measured, names), start=measured.first):
            row: Row = {"algorithm": measured.algorithm, "rung": measured.rung, "position": position}
            yield row | dict(zip(("move", "depth", "nodes", "seconds"), cells, strict=True))
    elif isinstance(measured, Series):
        names = ("nodes", "leaves", "held", "seconds", "values")
        for depth, cells in enumerate(_columns_of(measured, names), start=1):
            row = {"algorithm": measured.algorithm, "position": measured.position, "depth": depth}
            yield row | dict(zip((*names[:-1], "value"), cells, strict=True))
    elif isinstance(measured, Lesson):
        for features, mover in zip(measured.rows, measured.movers, strict=True):
            row = {"game": measured.game, "score": measured.score, "mover": mover}
            yield row | {f"feature_{index}": cell for index, cell in enumerate(features)}
    else:
        yield flat(measured)


def _columns_of(measured: Measurement, names: tuple[str, ...]) -> Iterator[tuple[Cell, ...]]:
    return zip(*(getattr(measured, name) for name in names), strict=True)
