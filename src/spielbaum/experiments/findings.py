"""What a run has found, as data: sentences, tables and figures that every painter understands.

Nothing here knows a kind of run. A kind makes `Findings` of its summary; text, page, slides, matplotlib,
files for other programs and the browser paint them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from spielbaum.experiments import formats
from spielbaum.experiments.formats import Show
from spielbaum.experiments.statistics import Interval
from spielbaum.language import say

T = TypeVar("T")

Scale = Literal["linear", "log2", "log10"]
#: `lines` over x; `rows` with a value each, an interval, a bar or several marks; a `matrix` of shares; a
#: `board` with a signed number on each place: a series is a row of it.
FigureKind = Literal["lines", "rows", "matrix", "board"]
#: What was measured; a broad line fitted to it; what theory says; bars, plain and hatched; marks alone.
Style = Literal["measured", "fit", "theory", "bar", "hatched", "mark"]

#: No line has more points than can be told apart.
MOST_POINTS = 150
UNKNOWN = Interval(None, None, None)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its name for programs, its title for people, and how its cells are written.

    Without `show` it is for programs alone. A cell may be anything that `export.flat` takes apart.
    """

    key: str
    title: str = ""
    show: Show | None = formats.text


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as values; the first column names the row. Details are left out of slides and of the terminal."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    #: Sentences that belong below it.
    notes: tuple[str, ...] = ()
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """`zero` is the value of "no difference", where a line is drawn."""

    title: str
    scale: Scale = "linear"
    percent: bool = False
    zero: float | None = None
    signed: bool = False
    #: Shares of points get the difference in Elo beside them.
    elo: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A value at x, which is the number of the row or column in figures that have rows."""

    x: float
    y: Interval
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    points: tuple[Point, ...]
    style: Style = "measured"


@dataclass(frozen=True, slots=True)
class Level:
    """A line at one value over the whole width."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as data, with words that say how it is read."""

    key: str
    title: str
    about: str
    kind: FigureKind
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    #: How its values are written.
    show: Show = formats.plain
    levels: tuple[Level, ...] = ()
    #: Names of the rows, where it has rows; of the columns of a board.
    rows: tuple[str, ...] = ()
    #: What the notes of its points tell.
    note: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number by which runs are compared: what it is about, which of `formats.MEASURES`, the number.

    `what` are players, algorithms or other names, as they are written.
    """

    what: tuple[str, ...]
    measure: str
    value: Interval


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a run has to tell, in one language; what a kind has nothing for stays empty."""

    title: str
    question: str
    #: Conclusions from the numbers, the main one first.
    answers: tuple[str, ...] = ()
    #: What limits them.
    remarks: tuple[str, ...] = ()
    #: The numbers that are read first, each with its name.
    facts: tuple[tuple[str, str], ...] = ()
    measures: tuple[Measure, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    #: How numbers were made of what was seen.
    statistics: str = ""
    #: Whose games are worth looking at, as names of `PlayedGame.sides`: winner and loser, the best first.
    duels: tuple[tuple[str, str], ...] = ()
    #: Who plays in the demonstration, and the game where it is another one than the run's.
    opponent: str = ""
    demonstrated: str = ""


def row_figure(
    key: str,
    title: str,
    about: str,
    x: Axis,
    y: str,
    rows: Sequence[tuple[str, Interval]],
    show: Show,
) -> Figure:
    """One value with its interval for each row."""
    points = tuple(Point(place, value) for place, (_, value) in enumerate(rows))
    names = tuple(name for name, _ in rows)
    return Figure(key, title, about, "rows", x, Axis(y), (Series("", points),), show, rows=names)


def bare(value: float | None) -> Interval:
    """A number without an interval."""
    return Interval(value, None, None)


def thinned(things: Sequence[T]) -> list[T]:
    """At most `MOST_POINTS` of them, evenly, the last one included."""
    count = len(things)
    if count <= MOST_POINTS:
        return list(things)
    return [things[-1 - (MOST_POINTS - 1 - i) * (count - 1) // (MOST_POINTS - 1)] for i in range(MOST_POINTS)]


# --- figures in words ---------------------------------------------------------------------------------------


def description(figure: Figure, language: str) -> str:
    """What a figure shows, for those who cannot see it."""
    facts = []
    for series in figure.series:
        known = [point for point in series.points if point.y != UNKNOWN]
        if not known or series.style in ("fit", "theory"):
            continue
        name = series.name
        if figure.kind == "lines":
            ends = [figure.show(known[0].y, language), figure.show(known[-1].y, language)]
            facts.append(f"{name}: {' → '.join(dict.fromkeys(ends))}")
        elif figure.kind == "matrix":
            facts.append(f"{name}: {', '.join(point.note for point in known)}")
        elif figure.kind == "board":
            cells = [f"{figure.rows[int(p.x)]}{name} {figure.show(p.y, language)}".strip() for p in known]
            facts.append(", ".join(cells))
        else:
            head = f"{name}: " if len(figure.series) > 1 and name else ""
            cells = [f"{figure.rows[int(p.x)]} {figure.show(p.y, language)}" for p in known]
            facts.append(head + "; ".join(cells))
    facts += [f"{level.name}: {figure.show(bare(level.value), language)}" for level in figure.levels]
    about = figure.about.rstrip(".")
    return say("plot.about", language, title=f"{figure.title} – {about}", facts="; ".join(facts))


def figure_table(figure: Figure, language: str) -> tuple[list[str], list[list[str]]]:
    """The numbers behind a figure: columns and rows."""
    if figure.kind == "lines":
        columns = [say("experiments.column.series", language), figure.x.title, figure.y.title]
        rows = [
            [series.name, formats.number(point.x, language), figure.show(point.y, language), point.note]
            for series in figure.series
            for point in series.points
        ]
    elif figure.kind == "matrix":
        names = [series.name for series in figure.series]
        columns = [figure.y.title, *map(str, range(1, len(names) + 1))]
        notes = [{int(point.x): point.note for point in series.points} for series in figure.series]
        return columns, [
            [name, *(notes[row].get(place, "") for place in range(len(names)))]
            for row, name in enumerate(names)
        ]
    elif figure.kind == "board":
        lines = [{int(p.x): figure.show(p.y, language) for p in series.points} for series in figure.series]
        return ["", *figure.rows], [
            [series.name, *(line.get(place, "") for place in range(len(figure.rows)))]
            for series, line in zip(figure.series, lines, strict=True)
        ]
    else:
        columns = [figure.y.title, *(series.name or figure.x.title for series in figure.series)]
        cells = [{int(p.x): figure.show(p.y, language) for p in series.points} for series in figure.series]
        return columns, [
            [name, *(column.get(place, "") for column in cells)] for place, name in enumerate(figure.rows)
        ]
    if figure.note:
        return [*columns, figure.note], rows
    return columns, [row[:-1] for row in rows]
