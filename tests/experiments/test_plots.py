"""Figures: what they show, that they stand alone, and that colour is never the only sign."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from numpy import asarray

from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.experiments import Sprt, findings_of, read_summary
from spielbaum.experiments.findings import (
    Axis,
    Figure,
    Point,
    Series,
    bare,
    description,
    figure_table,
    row_figure,
)
from spielbaum.experiments.formats import digits, elo, number
from spielbaum.experiments.plots import Plot, draw, plots_of
from spielbaum.experiments.plots.style import DARK, PAPER, SERIES, look
from spielbaum.experiments.plots.svg import PROPERTIES
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.text import board_lines
from tests.experiments.support import play, small_plan

SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["runs", *arguments], prog_name="spielbaum")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "match"
    play(small_plan(games=16, sprt=Sprt(0, 100)), folder)
    return folder


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "tournament"
    play(small_plan(players=["alphabeta:depth=2", "first", "random", "first"], games=4), folder)
    return folder


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_series_differ_by_more_than_colour() -> None:
    looks = [look(index) for index in range(len(SERIES))]
    for sign in ("color", "marker", "linestyle"):
        assert len({str(each[sign]) for each in looks}) == len(SERIES)


def test_colours_stand_out_on_paper_and_on_the_dark_page() -> None:
    for colour in SERIES:
        assert contrast(colour, PAPER) >= 3, colour
        assert contrast(DARK[colour], DARK[PAPER]) >= 3, colour


def test_the_course_of_a_match_follows_its_pairs(match: Path) -> None:
    board = read_summary(match)
    tallies = board.running()
    assert [tally.games for tally in tallies] == list(range(2, 2 * len(tallies) + 1, 2))
    assert tallies[-1] == board.tallies[0, 1]


def test_the_score_with_its_interval_and_elo(match: Path) -> None:
    board = read_summary(match)
    figure = findings_of(board).figures[0]
    ax = draw(figure)
    line = next(line for line in ax.get_lines() if line.get_marker() == "o")
    assert asarray(line.get_xydata()).tolist() == [[t.games, t.units.mean] for t in board.running()]
    assert draw(figure, ax=ax) is ax
    import matplotlib.pyplot

    matplotlib.pyplot.close("all")


def dots(rows: list[tuple[str, Interval]], title: str = "") -> Figure:
    return row_figure("x", title, title, Axis("Elo", zero=0), "player", rows, elo)


def test_open_intervals_end_in_an_arrow() -> None:
    ax = draw(
        dots(
            [
                ("sure", Interval(10, -5, 25)),
                ("at least", Interval(None, 120, None)),
                ("at most", Interval(None, None, -120)),
                ("unknown", Interval(None, None, None)),
            ]
        )
    )
    markers = [str(line.get_marker()) for line in ax.get_lines()]
    assert (markers.count("o"), markers.count(">"), markers.count("<")) == (1, 1, 1)
    left, right = ax.get_xlim()
    assert left < -120 < 120 < right
    import matplotlib.pyplot

    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_figure_of_a_run_is_a_sound_picture(match: Path, tournament: Path, language: str) -> None:
    named = {}
    for folder in (match, tournament):
        for plot in plots_of(folder, language):
            text = plot.svg()
            root = ElementTree.fromstring(text)
            ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
            assert len(ids) == len(set(ids))
            assert not list(root.iter(f"{SVG}style"))
            assert all("style" not in node.attrib for node in root.iter())
            assert root.attrib["role"] == "img"
            words = {node.attrib.get("id", ""): node.text for node in root}
            title, about = (words[name] for name in root.attrib["aria-labelledby"].split())
            assert (title, about) == (plot.title, plot.description)
            assert all(use.attrib["href"][1:] in ids for use in root.iter(f"{SVG}use"))
            named[plot.name] = plot
    assert list(named) == ["score", "llr", "elo", "ratings", "crosstable"]
    assert ("Punkte" in named["score"].description) == (language == "de")


def test_the_same_figure_is_the_same_file(match: Path) -> None:
    assert plots_of(match)[0].svg() == plots_of(match)[0].svg()


def test_a_page_can_change_the_colours(match: Path) -> None:
    text = plots_of(match)[0].svg("page")
    used = [name for colour, name in PROPERTIES.items() if f"var({name}, {colour})" in text]
    assert {"--plot-ink", "--plot-grid", "--plot-0", "--plot-muted"} <= set(used)
    assert f'fill="{PAPER}"' not in text


def test_names_of_players_are_text_and_nothing_else(tmp_path: Path) -> None:
    """A dollar would be mathematics, and a tag markup."""
    name = "<b>$x$</b> & co"
    plot = Plot(dots([(name, Interval(1, 0, 2))], name), "en")
    root = ElementTree.fromstring(plot.svg())
    assert name in {node.text for node in root.iter(f"{SVG}text")}
    plot.write(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_the_command(match: Path, tournament: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("plot", str(match))
    assert (done.exit_code, done.stdout) == (0, "match-score.svg\n"), done.stderr
    assert "llr" in done.stderr
    for ending, start in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("SVG", b"<svg")):
        done = run("plot", str(tournament), "--kind", "crosstable", "-o", f"x.{ending}")
        assert done.exit_code == 0, done.stderr
        assert Path(f"x.{ending}").read_bytes().startswith(start)
    done = run("plot", str(tournament), "--all", "-o", "some/where", "--lang", "de")
    assert sorted(path.name for path in Path("some/where").iterdir()) == ["crosstable.svg", "ratings.svg"]
    assert "Kreuztabelle" in Path("some/where/crosstable.svg").read_text(encoding="utf-8")


def test_bad_input_is_one_sentence(match: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    play(small_plan(games=2), empty)
    (empty / "games.jsonl").write_text("", encoding="utf-8")
    for arguments, sentence in (
        ([str(match), "--kind", "scor"], "no figure called scor; did you mean: score"),
        ([str(match), "-o", str(tmp_path / "x.gif")], ".svg, .png, .pdf"),
        ([str(match), "-o", "/proc/none/x.svg"], "/proc/none"),
        ([str(match), "--all", "-o", "/proc/none"], "/proc/none"),
        ([str(tmp_path)], "There is no run"),
        ([str(empty)], "nothing to draw yet"),
    ):
        done = run("plot", *arguments)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
        assert sentence in done.stderr


def test_without_matplotlib_one_sentence_says_what_to_install(
    match: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    plots = plots_of(match)  # what there is can be said without it
    with pytest.raises(BadInput, match=r"spielbaum\[plots\]"):
        plots[0].svg()
    done = run("plot", str(match))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_numbers_along_axes() -> None:
    assert [number(value, "de") for value in (0.25, 12, -3.5, 0.1 + 0.2)] == ["0,25", "12", "−3,5", "0,3"]
    assert number(1234.5, "en", sign=True) == "+1234.5"


def test_a_score_of_nothing_but_wins_is_drawn(tmp_path: Path) -> None:
    play(small_plan(players=["perfect", "random"], games=8, openings="random:1"), tmp_path)
    figure = findings_of(read_summary(tmp_path)).figures[0]
    ax = draw(figure)
    assert ax.get_ylim()[1] > 1
    import matplotlib.pyplot

    matplotlib.pyplot.close("all")


def board() -> Figure:
    rows = [(1, [(0, 2.5), (1, -10.0)]), (2, [(1, 0.0)])]
    return Figure(
        "places", "Places", "What they are worth.", "board", Axis(""), Axis("points"),
        tuple(
            Series(str(name), tuple(Point(x, bare(value)) for x, value in points)) for name, points in rows
        ),
        show=digits(1, sign=True), rows=("a", "b"),
    )  # fmt: skip


@pytest.mark.parametrize(("language", "number"), [("en", "−10.0"), ("de", "−10,0")])
def test_a_board_says_its_numbers_everywhere(language: str, number: str) -> None:
    """In the picture, in its description, in the table behind it, and in the terminal."""
    figure = board()
    assert number in Plot(figure, language).svg()
    assert f"b1 {number}" in description(figure, language)
    columns, rows = figure_table(figure, language)
    assert columns == ["", "a", "b"]
    assert [rows[0][2], rows[1][1]] == [number, ""]
    assert board_lines(figure, language)[1].split() == ["1", *rows[0][1:]]
    assert board_lines(figure, language)[3].split() == ["a", "b"]


def test_signs_on_a_board_differ_by_more_than_colour() -> None:
    from matplotlib.colors import to_rgba

    ax = draw(board())
    assert [text.get_text() for text in ax.texts] == ["+2.5", "−10.0", "0.0"]
    (*first, faint), (*second, strong), _ = (to_rgba(patch.get_facecolor()) for patch in ax.patches)
    assert first != second
    assert faint < strong  # the larger number
    import matplotlib.pyplot

    matplotlib.pyplot.close("all")
