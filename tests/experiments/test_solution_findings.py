"""Solutions as findings: the figure and the table hold the counts of the file."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from spielbaum.experiments.plots import Plot
from spielbaum.experiments.solution_findings import distribution, solution_findings
from spielbaum.solution import Solution
from spielbaum.solution.statistics import statistics_of
from tests.support.solved_files import solved_file


def test_counts_of_tic_tac_toe(tmp_path: Path) -> None:
    """5,478 positions, as every count of its reachable positions says."""
    layer = lambda state: sum(own.bit_count() for own in state.stones)  # noqa: E731
    solved_file(tmp_path / "t.table", "tictactoe", folded=False, layer=layer)
    found = solution_findings(Solution.open(tmp_path / "t.table"), "en")
    assert found.facts == (
        ("positions", "5,478"),
        ("won", "2,836"),
        ("drawn", "1,068"),
        ("lost", "1,574"),
        ("start", "draw in 9"),
    )
    (figure,) = found.figures
    shown = {series.name: sum(point.y.value or 0 for point in series.points) for series in figure.series}
    assert shown == {"won": 2836, "drawn": 1068, "lost": 1574}
    assert figure.y.scale == "log10"
    (table,) = found.tables
    assert [row[:2] for row in table.rows][:4] == [(0, 1), (1, 9), (2, 72), (3, 252)]


def test_the_figure_can_be_painted_where_nothing_is_drawn(tmp_path: Path) -> None:
    solved_file(tmp_path / "n.table", "nim:heaps=1-2")
    figure = distribution(statistics_of(Solution.open(tmp_path / "n.table")), "de")
    assert [series.name for series in figure.series] == ["gewonnen", "verloren"]
    assert figure.y.scale == "linear"
    picture = ElementTree.fromstring(Plot(figure, "de").svg())
    assert "Halbzüge bis zum Ende" in "".join(picture.itertext())


def test_draws_by_cycle_are_counted_and_have_no_place_in_the_figure(tmp_path: Path) -> None:
    solved_file(tmp_path / "m.table", "morris")
    solution = Solution.open(tmp_path / "m.table")
    found, counts = solution_findings(solution, "en"), statistics_of(solution).counts
    assert ("drawn by cycle", str(counts.cycle)) in found.facts
    assert {series.name for series in found.figures[0].series} == {"won", "lost"}
    assert found.tables == ()
