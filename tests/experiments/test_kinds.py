"""A kind of run is one object: what another package defines is everywhere, without a change anywhere else."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from spielbaum.experiments.options import form_of, options_of, settings_from, values_of
from spielbaum.experiments.registry import kinds
from spielbaum.language import LANGUAGES
from tests.support.patience import PATIENCE

SURVEY = Path(__file__).with_name("survey.py")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a machine on which a package with another kind of run is installed."""
    site = tmp_path_factory.mktemp("site")
    shutil.copy(SURVEY, site / "survey_package.py")
    metadata = site / "survey_package-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: survey-package\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[spielbaum.runs]\nsurvey = survey_package:KIND\n")
    path = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path, "SPIELBAUM_LANG": "en"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def run(environment: dict[str, str], folder: Path) -> Any:
    def spielbaum(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "spielbaum", *words],
            env=environment,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    spielbaum("survey", "tictactoe", "--samples", "3", "--seed", "2", "--workers", "1", "-o", "first")
    return spielbaum


def test_it_is_a_command(run: Any, folder: Path) -> None:
    assert "survey" in run("--help")
    page = run("survey", "--help")
    assert "how long random games are" in page
    assert "[default: 5" in page
    assert "Style" in page
    assert run("--lang", "de", "--help").count("wie lang zufällige Partien sind") == 1
    settings = json.loads((folder / "first" / "run.json").read_text(encoding="utf-8"))["settings"]
    assert (settings["kind"], settings["samples"], settings["games"]) == ("survey", 3, 10)
    shown = run("runs", "show", "first")
    assert shown.startswith("A random game takes ")
    assert "Lengths of random games" in shown
    assert json.loads(run("runs", "show", "first", "--json"))["state"]["complete"]
    assert run("runs", "list", ".") == "first: survey of tictactoe, 3 of 3\n"


def test_it_is_drawn_reported_presented_exported_and_compared(run: Any, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("runs", "plot", "first", "-o", "plies.svg") == "plies.svg\n"
    assert "Lengths of random games" in (folder / "plies.svg").read_text(encoding="utf-8")
    for words in ([], ["--slides", "--lang", "de"]):
        run("runs", "report", "first", "-o", "page.html", *words)
        page = (folder / "page.html").read_text(encoding="utf-8")
        question = "Wie lang sind zufällige Partien" if words else "How long are random games"
        assert question in page
        assert "spielbaum survey tictactoe --samples 3 --seed 2" in page.replace("</span> <span>", " ")
    rows = list(csv.DictReader(io.StringIO(run("runs", "export", "first"))))
    assert [row["sample"] for row in rows] == ["1", "2", "3"]
    assert len(run("runs", "export", "first", "--table", "sample").splitlines()) == 4
    assert "random" in run("runs", "compare", "first")


@pytest.fixture(scope="module")
def page(environment: dict[str, str], folder: Path) -> Iterator[Any]:
    httpx = pytest.importorskip("httpx")
    command = [
        sys.executable,
        "-m",
        "spielbaum",
        "serve",
        "--no-warmup",
        "--port",
        "0",
        "--workers",
        "1",
        "--runs",
        str(folder),
    ]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, cwd=folder) as server:
        try:
            assert server.stderr is not None
            address = server.stderr.readline().split()[3]
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                yield client
        finally:
            server.terminate()


def test_it_is_on_the_page(page: Any) -> None:
    overview = page.get("/api/experiments", headers={"Accept-Language": "de"}).json()
    form = next(kind for kind in overview["kinds"] if kind["name"] == "survey")
    assert (form["title"], form["about"]) == ("Erhebung", "wie lang zufällige Partien sind")
    fields = {field["name"]: field for field in form["fields"]}
    assert (fields["samples"]["default"], fields["style"]["label"]) == (5, "Spielweise")
    assert fields["style"]["choices"].keys() == {"fair", "greedy"}
    asked = {
        "kind": "survey",
        "name": "second",
        "settings": {"game": "tictactoe", "samples": 2, "style": "greedy"},
    }
    checked = page.post("/api/experiments/check", json=asked).json()
    assert checked["planned"] == 2
    assert "spielbaum survey tictactoe --samples 2 --style greedy" in checked["command"]
    assert page.post("/api/experiments/start", json=asked).status_code == 200
    end = monotonic() + PATIENCE
    while (view := page.get("/api/experiments/run/second").json())["line"]["state"] != "complete":
        assert monotonic() < end, view["line"]
        sleep(0.1)
    assert [figure["key"] for figure in view["figures"]] == ["plies"]
    assert len(view["tables"][0]["rows"]) == 2
    assert view["line"]["headline"]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_one_schema_for_form_settings_and_command(kind: Any) -> None:
    """Defaults are said once, and what a form sends is what settings say back."""
    options = options_of(kind.settings)
    given = {option.name: option.default for option in options if option.argument} | {"game": "tictactoe"}
    settings = settings_from(kind.settings, given)
    values = values_of(settings)
    for language in LANGUAGES:
        form = form_of(kind.name, kind.settings, language)
        assert {field["name"]: field["default"] for field in form} | {"game": "tictactoe"} == values
        assert all(field["label"] != field["name"] for field in form)
    assert settings_from(kind.settings, values) == settings
