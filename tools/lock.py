"""Write constraints.txt: the exact versions that the ranges in pyproject.toml resolve to today.

Installs everything the package and its extras ask for into a fresh environment of the running Python, which
must be the oldest supported one (what runs there runs on the later ones too), and records what pip put there.
Only names and versions are kept: no places, no hosts, no paths.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+")
HEADER = """\
# Written by `make lock` from the ranges in pyproject.toml, with Python {python}. Do not edit.
"""


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    if running != oldest:
        sys.exit(
            f"lock with Python {oldest}, the oldest supported, not {running}: make lock PYTHON=python{oldest}"
        )

    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"]]
    for requirements in extras.values():
        wanted += [r for r in requirements if not r.startswith(f"{project['name']}[")]

    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = [str(Path(folder, "bin", "python")), "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", *wanted], check=True)
        frozen = subprocess.run(
            [*pip, "freeze", "--all", "--exclude", "pip"], check=True, capture_output=True, text=True
        ).stdout

    pins = sorted(frozen.splitlines(), key=str.lower)
    for pin in pins:
        if not PINNED.fullmatch(pin):
            sys.exit(f"not of the form name==version: {pin!r}")
    path = ROOT / "constraints.txt"
    path.write_text(HEADER.format(python=running) + "\n".join(pins) + "\n", encoding="utf-8")
    print(f"{path.name}: {len(pins)} pins")


if __name__ == "__main__":
    main()
