"""The built wheel, installed where there is nothing else, is complete and works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

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
    folder = tmp_path_factory.mktemp("clean") / "environment"
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    run(*pip, "install", "--quiet", "--no-compile", "--constraint", ROOT / "constraints.txt", wheel)
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
    extras |= {"starlette", "textual", "typst", "uvicorn"}
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
