"""The built wheel, installed where there is nothing else, is complete and works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

from spielbaum import alphabeta, load_game
from spielbaum.site.bytecode import LOCK
from spielbaum.site.programs import runner
from tests.support.site import KEPT, hosting, runtime

pytestmark = [pytest.mark.xdist_group("wheel")]

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Imports every module. What is missing may only be a package that an extra brings.
IMPORT_ALL = """
import importlib, pkgutil, sys, spielbaum
allowed = set(sys.argv[1:])
print(spielbaum.__file__)
for module in pkgutil.walk_packages(spielbaum.__path__, "spielbaum.", onerror=lambda name: None):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in allowed:
            raise
"""


def run(*words: object, **environment: str) -> str:
    """What the command prints; outside the checkout and without the surroundings' Python settings."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in words],
        env=surroundings | {"SPIELBAUM_LANG": "en", "NO_COLOR": "1"} | environment,
        cwd=ROOT.anchor,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{words} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as an installer would."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def clean_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and what it requires, and nothing else."""
    return environment(tmp_path_factory.mktemp("clean") / "environment", wheel)


def environment(folder: Path, wanted: object) -> Path:
    """The Python of a new environment in which that is installed."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    run(*pip, "install", "--quiet", "--no-compile", "--constraint", ROOT / "constraints.txt", wanted)
    return python


def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    here = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert here - packed == set()
    assert {name for name in packed if ".dist-info/" not in name} - here == set()


def test_every_module_imports_with_the_extras(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    place = run(sys.executable, "-c", IMPORT_ALL, PYTHONPATH=str(tmp_path)).splitlines()[0]
    assert Path(place).is_relative_to(tmp_path)


def test_every_module_imports_without_the_extras(clean_python: Path) -> None:
    extras = {"anywidget", "dask", "distributed", "fastapi", "h11", "matplotlib", "pydantic", "rich"}
    extras |= {"starlette", "textual", "traitlets", "typst", "uvicorn"}
    run(clean_python, "-c", IMPORT_ALL, *sorted(extras))


def test_the_command_works(clean_python: Path) -> None:
    spielbaum = clean_python.with_name("spielbaum")
    assert PROJECT["version"] in run(spielbaum, "--version")
    assert "connect4" in run(spielbaum, "games")
    tree = "((3 12 8)(2 4 6)(14 5 2))"
    assert run(spielbaum, "tree", "value", tree).startswith("Value: 3 for MAX (proven).\n")
    assert json.loads(run(spielbaum, "tree", "value", "--json", tree))["value"] == 3
    assert run(spielbaum, "games", SPIELBAUM_LANG="de") != run(
        spielbaum, "games"
    )  # both catalogues came along
    assert PROJECT["version"] in run(clean_python, "-m", "spielbaum", "--version")


#: What a notebook in a browser would do; without NumPy and Numba, as they have no wheels for it.
IN_A_BROWSER = """
const [folder, lock, ...wheels] = process.argv.slice(2);
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: `${folder}/`, lockFileContents: lock });
for (const wheel of wheels) pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
console.log(pyodide.runPython(`
import json, sys
from spielbaum import Position, Tree, alphabeta, load_game, minimax
from spielbaum.exercise import grade, make_exercises, solution
from spielbaum.games import entries

found = {"tree": minimax(Tree.read("((3 12 8)(2 4 6)(14 5 2))")).value}
for entry in entries():
    game = load_game(entry.name)
    position = Position(game, game.start)
    assert position.legal_texts and str(position)
    if game.two_player_zero_sum and not game.has_chance:
        found[entry.name] = alphabeta(game, depth=2).nodes
assert "<svg" in Position.of(load_game("chess"), "e4 e5 Nf3")._repr_svg_()
(exercise,) = make_exercises("alphabeta", number=1, seed=7)
assert grade(exercise, solution(exercise)).right
found["missing"] = [name for name in ("numpy", "numba") if name not in sys.modules]
json.dumps(found)
`));
"""


def test_it_works_in_a_browsers_python(wheel: Path, tmp_path: Path) -> None:
    required = [Requirement(text) for text in PROJECT["dependencies"]]
    there = {"sys_platform": "emscripten"}
    assert {each.name for each in required if not each.marker or each.marker.evaluate(there)} == {
        "click",
        "msgspec",
    }
    runtime()
    command = runner()
    assert command is not None  # Deno comes with the environment
    script = tmp_path / "notebook.mjs"
    script.write_text(IN_A_BROWSER, "utf-8")
    (msgspec,) = KEPT.glob("msgspec-*.whl")
    told = json.loads(run(*command, script, KEPT, json.dumps(LOCK), msgspec, wheel))
    assert told.pop("tree") == 3
    assert told.pop("missing") == ["numpy", "numba"]
    chess = load_game("chess")
    assert told["chess"] == alphabeta(chess, depth=2).nodes
    assert len(told) >= 10


@pytest.mark.long
def test_a_game_for_a_course_page(wheel: Path, tmp_path: Path) -> None:
    """The commands of docs/howto/site.md from an empty folder; copied to a folder in place of a host."""
    runtime()
    spielbaum = environment(tmp_path / "environment", f"{wheel}[web]").with_name("spielbaum")
    games = tmp_path / "games"
    own = ROOT / "examples" / "dots.py"
    run(spielbaum, "site", "-o", games, "--game", "connect4", "--game", own, "--runtime", KEPT)
    shutil.copytree(games, tmp_path / "course" / "games")
    with hosting(tmp_path) as host:
        modules = "games/connect4.wasm.bin", "games/dots.wasm.bin"
        for file in (
            "",
            "static/js/embed.js",
            *modules,
            "games/dots.solution.bin",
            "python/packages.zip.bin",
        ):
            with urlopen(f"{host}/{file}") as answer:
                assert len(answer.read()) > 500, file
