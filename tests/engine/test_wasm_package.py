"""The package of a game is used by its name from JavaScript and TypeScript, in Node and in Deno."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from spielbaum.engine import Engine
from spielbaum.engine.wasm_package import package
from spielbaum.games import load_game
from tests.support.patience import PATIENCE
from tests.support.wasm import DENO, module_of

pytestmark = pytest.mark.xdist_group("wasm")

APP = Path(__file__).parent.parent / "support" / "wasm_app"
QUIET = ("--quiet", "--no-prompt", "--node-modules-dir=manual")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that depends on the package, as npm would have installed it."""
    folder = tmp_path_factory.mktemp("app")
    place = folder / "node_modules" / "spielbaum-takeaway"
    for name, content in package("takeaway", module_of("takeaway")).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    depends = {"spielbaum-takeaway": json.loads((place / "package.json").read_text())["version"]}
    (folder / "package.json").write_text(json.dumps({"type": "module", "dependencies": depends}))
    for name in ("app.mjs", "app.ts"):
        shutil.copy(APP / name, folder)
    return folder


def run(app: Path, command: Sequence[object]) -> str:
    env = os.environ | {"DENO_DIR": str(app / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        list(map(str, command)),
        cwd=app,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("runner", ["node", "deno"])
def test_a_program_finds_the_solver_by_the_name_of_the_package(runner: str, app: Path) -> None:
    if runner == "node" and shutil.which("node") is None:
        reason = "Node is missing; tools/node.sh installs it as root"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    command = ["node"] if runner == "node" else [DENO, "run", "--no-check", f"--allow-read={app}", *QUIET]
    found = json.loads(run(app, [*command, "app.mjs"]))
    game = load_game("takeaway")
    solved = Engine(game, table_mb=1).solve(game.start)
    assert found == {
        "names": ["takeaway", "takeaway"],
        "value": solved.value,
        "moves": list(solved.moves),
        "proof": "proven",
        "threads": 2,
        "found": solved.value,
    }


def test_types(app: Path) -> None:
    run(app, [DENO, "check", "--quiet", "--node-modules-dir=manual", "app.ts"])
