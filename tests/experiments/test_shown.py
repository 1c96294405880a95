"""Experiments as figures, reports, slides and tables."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from matplotlib.lines import Line2D
from numpy import asarray

from spielbaum.cli import main
from spielbaum.experiments import findings_of, kind_of
from spielbaum.experiments.export import export, tables_of
from spielbaum.experiments.folder import read_settings, read_summary
from spielbaum.experiments.growth.summary import GrowthSummary
from spielbaum.experiments.options import command_line
from spielbaum.experiments.plots import draw, plots_of
from spielbaum.experiments.plots.style import new_figure, paper
from spielbaum.experiments.report import report_html, report_of, slides_html
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.sweep.findings import strongest
from spielbaum.experiments.sweep.summary import SweepSummary
from spielbaum.experiments.tune.summary import TuneSummary
from tests.experiments.made import make_sweep
from tests.experiments.measuring import measure
from tests.experiments.shown import experiments
from tests.experiments.test_report import Page

FIGURES = {
    "sweep": ["elo", "quality", "keeping", "depth"],
    "depths": ["elo", "nodes"],
    "growth": ["growth"],
    "ablate": ["ablation"],
    "tune": ["weights", "loss"],
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return experiments(tmp_path_factory.mktemp("experiments"))


def heights(line: Line2D) -> list[float]:
    return [float(y) for _, y in asarray(line.get_xydata())]


@pytest.mark.parametrize("name", FIGURES)
def test_an_experiment_is_shown_in_both_languages(folders: dict[str, Path], name: str) -> None:
    assert [plot.name for plot in plots_of(folders[name])] == FIGURES[name]
    german, english = (report_of(folders[name], language) for language in ("de", "en"))
    assert german.findings.question != english.findings.question
    assert len(german.findings.answers) == len(english.findings.answers)
    page = Page(slides_html(english) if name in ("growth", "tune") else report_html(german))
    assert len(page.ids) == len(set(page.ids))
    assert not re.findall(r"\{\w+\}", " ".join(page.texts["p"] + page.texts["dd"])), "a field was left"
    assert (english.replay is not None) == (name in ("sweep", "depths", "tune"))


@pytest.mark.parametrize(
    ("name", "varied"),
    [
        ("sweep", {"en": "over positions per move", "de": "über den Stellungen je Zug"}),
        ("depths", {"en": "over search depth", "de": "über der Suchtiefe"}),
    ],
)
def test_titles_say_what_was_varied(folders: dict[str, Path], name: str, varied: dict[str, str]) -> None:
    for language, over in varied.items():
        report = report_of(folders[name], language)
        for plot in report.plots:
            assert plot.title.endswith(over)
            assert plot.title in plot.svg("page")
        assert report.findings.title.endswith(over)
        told = " ".join([report.findings.title, report.findings.question, *report.findings.answers])
        assert "thinking" not in told
        assert "Bedenkzeit" not in told
        for figure in report.findings.figures:
            assert figure.title.endswith(over)
            assert "thinking" not in figure.about
            assert "Bedenkzeit" not in figure.about


def test_where_depth_was_varied_strength_is_counted_in_plies(folders: dict[str, Path]) -> None:
    (strength, *_) = report_of(folders["depths"]).sections
    told = [*strength.head, *(cell for row in strength.rows for cell in row), *strength.notes]
    assert "Elo per ply" in told
    assert not any("doubling" in words for words in told)


def test_findings_of_a_sweep_are_those_of_its_summary(folders: dict[str, Path]) -> None:
    summary = read_summary(folders["sweep"])
    assert isinstance(summary, SweepSummary)
    finding = report_of(folders["sweep"]).findings.answers[0]
    gain = summary.strength[0].per_doubling
    assert gain.value is not None and gain.low is not None  # noqa: PT018 - both for the types
    assert f"{gain.value:+.1f} ± ".replace("-", "−") in finding
    assert ("do not prove" in finding) == (gain.low <= 0)
    table = report_of(folders["sweep"]).sections[0]
    assert [row[1] for row in table.rows] == ["20 → 80", "80 → 320"]


def test_the_lines_of_the_figures_are_the_numbers_of_the_summary(folders: dict[str, Path]) -> None:
    sweep = read_summary(folders["sweep"])
    assert isinstance(sweep, SweepSummary)
    with paper():
        ax = draw(findings_of(sweep).figures[0], ax=new_figure()[1])
    assert [elo.value for elo in sweep.strength[0].cumulative] in [heights(line) for line in ax.get_lines()]
    growth = read_summary(folders["growth"])
    assert isinstance(growth, GrowthSummary)
    with paper():
        ax = draw(findings_of(growth).figures[0], ax=new_figure()[1])
    lines = {str(line.get_label()).partition(" (b")[0]: heights(line) for line in ax.get_lines()}
    for curve, label in zip(growth.curves, ("minimax (Python)", "alpha-beta (Python)"), strict=False):
        assert lines[label] == [point.nodes for point in curve.points]
    assert lines["minimal tree"] == [bound.minimal for bound in growth.theory]


def test_nothing_but_wins_is_an_arrow_and_no_line(folders: dict[str, Path]) -> None:
    from dataclasses import replace

    summary = read_summary(folders["depths"])
    assert isinstance(summary, SweepSummary)
    open_end = replace(
        summary.strength[0],
        cumulative=(Interval(0, 0, 0), Interval(None, 120, None)),
        per_doubling=Interval(None, 120, None),
    )
    with paper():
        ax = draw(findings_of(replace(summary, strength=(open_end,))).figures[0], ax=new_figure()[1])
    arrows = [line for line in ax.get_lines() if line.get_marker() == 6]
    assert [heights(line) for line in arrows] == [[120]]


@pytest.mark.parametrize("name", FIGURES)
def test_the_command_line_makes_the_same_run(folders: dict[str, Path], name: str) -> None:
    """Other settings would be refused."""
    settings = read_settings(folders[name])
    words = shlex.split(command_line(kind_of(settings).name, settings, str(folders[name])))
    done = CliRunner().invoke(main, [*words[1:], "--workers", "1", "--json"], prog_name="spielbaum")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["state"]["complete"]


def test_tables_of_experiments_hold_every_measurement(folders: dict[str, Path]) -> None:
    tables = {name: tables_of(folder) for name, folder in folders.items()}
    assert list(tables["sweep"]) == ["strength", "quality", "solved", "choices", "contest"]
    assert len(tables["sweep"]["choices"]) == 2 * 3 * 10
    assert len(tables["sweep"]["contest"]) == 2 * 8
    assert len(tables["sweep"]["quality"]) == 2 * 3
    assert list(tables["growth"]) == ["fits", "nodes", "points", "theory", "series"]
    assert [row["depth"] for row in tables["growth"]["series"] if row["algorithm"] == "minimax"]
    assert len(tables["ablate"]["search"]) == 4 * len(tables["ablate"]["variants"])
    summary = read_summary(folders["tune"])
    assert isinstance(summary, TuneSummary)
    assert len(tables["tune"]["lesson"]) == summary.positions
    assert tuple(row["new"] for row in tables["tune"]["weights"]) == summary.weights
    for each in tables.values():
        for rows in each.values():
            for form in ("csv", "json", "parquet"):
                assert export(rows, form)


def test_an_experiment_without_a_measurement_says_so(folders: dict[str, Path], tmp_path: Path) -> None:
    for name in FIGURES:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "run.json").write_bytes((folders[name] / "run.json").read_bytes())
        (folder / "measurements.jsonl").write_text("", encoding="utf-8")
        report = report_of(folder)
        assert report.findings.remarks[0].startswith("The run is not finished: 0 of")
        assert report.plots == ()
        Page(report_html(report))
        Page(slides_html(report))
        done = CliRunner().invoke(main, ["runs", "plot", str(folder)], prog_name="spielbaum")
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_runs_side_by_side(folders: dict[str, Path], tmp_path: Path) -> None:
    def compare(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["runs", "compare", *arguments], prog_name="spielbaum")

    everything = [str(folder) for folder in folders.values()]
    rows = json.loads(compare(*everything, "--json").stdout)["runs"]
    measures = [row["measure"] for row in rows]
    assert measures == sorted(measures, key=["elo", "rating", "doubling", "ply", "branching", "ratio"].index)
    growth = read_summary(folders["growth"])
    assert isinstance(growth, GrowthSummary)
    fits = [round(curve.fit.branching.value or 0, 2) for curve in growth.curves if curve.fit is not None]
    assert [row["value"] for row in rows if row["measure"] == "branching"] == fits
    done = compare(*everything, "--lang", "de", "-o", str(tmp_path / "x.svg"))
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Lauf")
    assert len(done.stdout.splitlines()) == len(rows) + 1
    assert "minimax" in (tmp_path / "x.svg").read_text(encoding="utf-8").lower()
    alone = compare(str(folders["tune"]), "-o", str(tmp_path / "y.svg"))
    assert (alone.exit_code, alone.stderr.count("\n")) == (2, 1)
    assert compare(str(tmp_path)).exit_code == 2


def test_the_demonstration_shows_what_was_measured(folders: dict[str, Path]) -> None:
    assert "alphabeta:nodes=320" in report_of(folders["sweep"]).demonstration.address
    assert "alphabeta:depth=2" in report_of(folders["depths"]).demonstration.address
    summary = read_summary(folders["tune"])
    assert isinstance(summary, TuneSummary)
    assert f"?game={summary.game}&" in report_of(folders["tune"]).demonstration.address
    by_chance = make_sweep("tictactoe", "nodes", [20, 80], players=("mcts",), games=2)
    assert strongest(by_chance.settings) == "mcts:playouts=80"


def test_the_report_of_a_sweep_tells_of_openings_that_came_again(tmp_path: Path) -> None:
    sweep = make_sweep("tictactoe", "depth", [1, 2], players=("alphabeta",), games=4, openings="start")
    measure(sweep, tmp_path)
    (remark,) = report_of(tmp_path, "de").findings.remarks
    assert remark.startswith("Es gibt nur 1 ")


DOCS = Path(__file__).parents[2] / "docs" / "runs"


@pytest.mark.parametrize(
    "path", sorted(DOCS.glob("*/*.html")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_committed_pages_are_small_and_say_what_their_run_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < 500_000
    page = Page(text)
    (language,) = (str(attributes["lang"]) for attributes in page.tags("html"))
    report = report_of(path.parent, language)
    said = page.texts["p"] + page.texts["h1"]
    for sentence in (report.findings.title, *report.findings.answers):
        assert sentence in said
    assert {plot.name for plot in report.plots} == {figure.stem for figure in path.parent.glob("*.svg")}
