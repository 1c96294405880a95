"""The command that starts the server."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from tests.support.patience import PATIENCE
from tests.web.conftest import TRAP

pytestmark = pytest.mark.xdist_group("serve")


def children(process: int) -> list[int]:
    return [
        int(word)
        for task in Path(f"/proc/{process}/task").iterdir()
        for word in (task / "children").read_text().split()
    ]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes through /proc")
def test_it_serves_until_it_is_interrupted_and_leaves_nothing_behind() -> None:
    command = [sys.executable, "-m", "spielbaum", "serve", "--no-warmup", "--port", "0", "--lang", "en"]
    command += ["--game", str(TRAP)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
        assert address is not None
        assert "Spielbaum" in httpx.get(address[0], timeout=PATIENCE).text
        names = [
            game["name"] for game in httpx.get(f"{address[0]}api/games", timeout=PATIENCE).json()["games"]
        ]
        assert names[-1] == "trap"
        workers = children(server.pid)
        assert workers
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_port_in_use_is_explained(language: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port), "--lang", language])
    assert result.exit_code == 2
    assert str(port) in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("game", ["nothing.py", f"{TRAP}:nobody"])
def test_a_game_that_cannot_be_loaded_is_explained(game: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--game", game])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(TRAP.read_text(encoding="utf-8"), encoding="utf-8")
    result = CliRunner().invoke(main, ["serve", "--game", str(path)])
    assert result.exit_code == 2
    assert "nim" in result.stderr


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_folder_of_solutions_that_is_none_is_refused(tmp_path: Path, language: str) -> None:
    missing = tmp_path / "nowhere"
    result = CliRunner().invoke(main, ["serve", "--solutions", str(missing), "--lang", language])
    assert result.exit_code == 2
    assert "nowhere" in result.stderr
    assert result.stderr.count("\n") == 1
