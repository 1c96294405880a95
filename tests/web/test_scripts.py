"""The logic of the scripts, without a browser: `tests/js`, run by Deno."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
DENO = Path(sys.executable).parent / "deno"
FILES = sorted((ROOT / "tests" / "js").glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name).removesuffix(".test.js"))
def test_script(file: Path, tmp_path: Path) -> None:
    """Scripts are tested without any permission: they read no file and ask nobody."""
    done = subprocess.run(
        [DENO, "test", "--no-check", "--no-prompt", "--quiet", file],
        cwd=ROOT,
        env=os.environ | {"DENO_DIR": str(tmp_path), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_tests() -> None:
    assert len(FILES) > 5
