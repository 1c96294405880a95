"""Starting is quick: nothing heavy is imported before it is used."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {
    "dask",
    "distributed",
    "fastapi",
    "llvmlite",
    "matplotlib",
    "numba",
    "numpy",
    "rich",
    "textual",
    "typst",
    "uvicorn",
}

HELP = """
from spielbaum.cli import main
try:
    main(["--help"], prog_name="spielbaum")
except SystemExit as end:
    assert not end.code, end.code
"""
COMMAND_HELP = HELP.replace('"--help"', '"games", "--help"')


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import spielbaum", HEAVY | {"email", "msgspec"}),  # email comes with importlib.metadata
        (HELP, HEAVY),
        (COMMAND_HELP, HEAVY),
    ],
    ids=["import", "--help", "games --help"],
)
def test_nothing_heavy_is_imported(code: str, heavy: set[str]) -> None:
    report = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    out = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{code}\n{report}"], check=True, capture_output=True, text=True
    ).stdout
    modules = set(json.loads(out.splitlines()[-1]))
    assert "spielbaum" in modules
    assert not modules & heavy
