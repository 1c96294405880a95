"""Runs as a page shows them: findings, settings and machine as messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.experiments import findings
from spielbaum.experiments.environment import machine_facts
from spielbaum.experiments.kind import Kind
from spielbaum.experiments.options import facts_of, form_of
from spielbaum.experiments.text import table_cells
from spielbaum.language import catalogue, say
from spielbaum.play.describe import game_title
from spielbaum.web.experiments.messages import (
    Axis,
    Fact,
    Figure,
    FormField,
    KindForm,
    Level,
    Point,
    Series,
    Table,
)
from spielbaum.web.game_catalog import GameCatalog


def found_fields(found: findings.Findings, language: str) -> dict[str, Any]:
    """Results, remarks, figures and tables, as fields of a RunView."""
    return {
        "answers": list(found.answers),
        "results": _facts(found.facts),
        "remarks": list(found.remarks),
        "figures": [_figure(figure, language) for figure in found.figures],
        "tables": [_table(table, language) for table in found.tables if table.rows],
    }


def _facts(facts: Any) -> list[Fact]:
    return [Fact(name=name, value=value) for name, value in facts]


def _figure(figure: findings.Figure, language: str) -> Figure:
    columns, rows = findings.figure_table(figure, language)
    return Figure(
        key=figure.key,
        title=figure.title,
        about=figure.about,
        kind=figure.kind,
        x=_axis(figure.x),
        y=_axis(figure.y),
        series=[
            Series(
                name=series.name,
                style=series.style,
                points=[Point(x=p.x, y=p.y.value, low=p.y.low, high=p.y.high) for p in series.points],
            )
            for series in figure.series
        ],
        levels=[Level(name=level.name, value=level.value) for level in figure.levels],
        names=list(figure.rows),
        columns=columns,
        rows=rows,
    )


def _axis(axis: findings.Axis) -> Axis:
    return Axis(title=axis.title, scale=axis.scale, percent=axis.percent, zero=axis.zero)


def _table(table: findings.Table, language: str) -> Table:
    head, rows = table_cells(table, language)
    return Table(
        key=table.key,
        title=table.title,
        columns=head,
        rows=rows,
        notes=list(table.notes),
        detail=table.detail,
    )


def settings_facts(kind: Kind, settings: Any, game: str, language: str) -> list[Fact]:
    shown = replace(settings, game=game)
    return _facts([(say("setting.game", language), game), *facts_of(kind.name, shown, language)])


def environment_facts(environment: Mapping[str, Any], language: str) -> list[Fact]:
    return _facts(machine_facts([environment], language))


def kind_form(kind: Kind, language: str) -> KindForm:
    """What the browser builds its form from."""
    words = catalogue(language)
    return KindForm(
        name=kind.name,
        title=words.get(f"run.kind.{kind.name}", kind.name),
        about=words.get(f"experiments.kind.{kind.name}.about", words.get(f"cli.{kind.name}.help", "")),
        players=kind.players,
        needs=list(kind.needs),
        fields=[FormField(**each) for each in form_of(kind.name, kind.settings, language)],
    )


def kind_title(name: str, language: str) -> str:
    return catalogue(language).get(f"run.kind.{name}", name)


def title_of(spec: str, games: GameCatalog, language: str) -> str:
    """The title of a game that the catalogue has, else its text."""
    try:
        return game_title(games.game(spec), language)
    except SpielbaumError:
        return spec
