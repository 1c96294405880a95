"""Figures on the command line: to stdout, to a file, every step to a folder."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from spielbaum.atomic import write_file, write_folder
from spielbaum.cli import main
from spielbaum.cli.drawing import FIGURES
from spielbaum.draw import Options, draw
from spielbaum.errors import BadInput
from tests.draw.samples import HAND, hand_trace


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tree", *arguments, "--lang", "en"])


@pytest.mark.parametrize("form", FIGURES)
def test_every_format(form: str, tmp_path: Path) -> None:
    if form in ("png", "pdf"):
        pytest.importorskip("typst")
    path = tmp_path / "figure"
    done = run("trace", HAND, "--format", form, "--step", "12", "-o", str(path))
    assert (done.exit_code, done.stdout) == (0, "")
    drawn = draw(hand_trace(), FIGURES[form], step=12)
    if isinstance(drawn, str):
        assert path.read_text(encoding="utf-8") == drawn
        assert run("trace", HAND, "--format", form, "--step", "12").stdout.rstrip() == drawn.rstrip()
        assert run("trace", HAND, "--format", form, "--step", "12", "-o", "-").stdout == drawn
    elif form == "png":  # a PDF carries the time
        assert path.read_bytes() == drawn
        assert run("trace", HAND, "--format", form, "--step", "12", "-o", "-").stdout_bytes == drawn


def test_frames(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "frames"
    done = run("trace", HAND, "--format", "svg", "--frames", "-o", str(folder))
    assert done.exit_code == 0
    steps = len(hand_trace()) + 1
    assert sorted(path.name for path in folder.iterdir()) == [f"step-{i:02}.svg" for i in range(steps)]
    sizes = {ElementTree.parse(path).getroot().get("width") for path in folder.iterdir()}
    assert len(sizes) == 1  # nothing jumps from frame to frame
    again = run("trace", HAND, "--format", "svg", "--frames", "-o", str(folder))
    assert again.exit_code == 2
    assert "is not an empty folder" in again.stderr


def test_options_reach_the_figure() -> None:
    done = run(
        *(
            "trace",
            HAND,
            "--format",
            "svg",
            "--theme",
            "print",
            "--direction",
            "right",
            "--title",
            "Exercise 1",
        ),
        *("--numbers", "--hide", "windows, chosen", "--nodes", "9"),
    )
    wanted = Options(
        theme="print",
        direction="right",
        title="Exercise 1",
        numbers=True,
        windows=False,
        chosen=False,
        limit=9,
    )
    assert done.stdout == draw(hand_trace(), "svg", wanted)


def test_grown_trees() -> None:
    plain = run("grow", "takeaway", "--format", "figure").stdout
    valued = run("grow", "takeaway", "--values", "--format", "figure").stdout
    for drawn in (plain, valued):  # 20 nodes, 8 of them leaves
        assert drawn.count("△") + drawn.count("▽") == 12
    assert valued.count("1") > plain.count("1")
    # Endless for all that a figure knows, and yet drawn.
    assert "nodes" in run("grow", "connect4", "--format", "figure", "--nodes", "20").stdout


def test_boards_in_the_nodes() -> None:
    done = run("grow", "tictactoe", "--depth", "1", "--format", "svg", "--boards", "2")
    assert done.stdout.count('class="b-mark-0"') == 9


def test_a_scene_is_one_document() -> None:
    document = json.loads(run("trace", HAND, "--format", "scene").stdout)
    assert (document["format"], document["version"]) == ("spielbaum-scene", 1)
    assert len(document["steps"]) == len(hand_trace()) + 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--format", "svg", "--step", "99"], "There is no step 99"),
        (["--step", "3"], "The format text is not a figure"),
        (["--format", "json", "--theme", "dark"], "The format json is not a figure"),
        (["--format", "svg", "--frames", "-o", "x", "--step", "1"], "it does not go with --step"),
        (["--format", "svg", "--frames"], "a new folder, which -o names"),
        (["--format", "svg", "--frames", "-o", "-"], "a new folder, which -o names"),
        (["--format", "svg", "--json"], "--json means --format json"),
        (["--format", "scene", "--frames", "-o", "x"], "contains all steps in one document"),
        (["--format", "svg", "--hide", "colours"], "colours cannot be hidden"),
        (["--format", "svg", "-o", "no/such/folder/f.svg"], "cannot be written"),
    ],
)
def test_wrong_use(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("trace", HAND, *arguments)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_file(path, "\ud800")
    assert path.read_text() == "before"

    def frames() -> object:
        yield "step-0.svg", "<svg/>"
        raise BadInput("error.draw.step", step=1, last=0)

    with pytest.raises(BadInput):
        write_folder(tmp_path / "frames", frames())  # type: ignore[arg-type]
    assert [found.name for found in tmp_path.iterdir()] == ["figure.svg"]
