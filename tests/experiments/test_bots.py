"""Programs as players in runs: found by the workers, counted with their reasons, and never left behind."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.experiments.kind import GAMES
from spielbaum.experiments.match.tasks import cores_each
from tests.experiments.support import lines, small_plan
from tests.support.patience import PATIENCE

ODD = Path(__file__).parents[1] / "play" / "odd_bot.py"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


def spielbaum(*arguments: str, folder: Path) -> list[str]:
    (folder / "odd").write_text(f"#!{sys.executable}\n" + ODD.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "odd").chmod(0o755)
    return [sys.executable, "-m", "spielbaum", *arguments]


def running(folder: Path) -> list[str]:
    """The programs that were started from that folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if str(folder / "odd").encode() in words:
            found.append(path.parent.name)
    return found


def none_left(folder: Path) -> bool:
    until = time.monotonic() + PATIENCE
    while running(folder) and time.monotonic() < until:
        time.sleep(0.02)
    return not running(folder)


def test_a_tournament_of_bots(tmp_path: Path) -> None:
    command = spielbaum(
        "tournament", "takeaway", "bot:./odd good", "bot:./odd illegal", "bot:./odd stubborn,seconds=1",
        "--games", "2", "--workers", "1", "--out", "run", "--json", "--openings", "start", folder=tmp_path,
    )  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["endings"] == {"illegal move": 4, "normal": 2}
    # The run says where the programs are, whatever folder a worker is in.
    settings = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert f"bot:{tmp_path}/odd good" in json.dumps(settings)
    assert none_left(tmp_path)


@pytest.mark.parametrize(
    ("sent", "other"),
    [
        pytest.param(signal.SIGKILL, "bot:./odd deaf", id="kill"),
        pytest.param(signal.SIGINT, "first", id="Ctrl-C", marks=pytest.mark.long),
    ],
)
def test_a_driver_that_is_killed_leaves_no_bot_behind(
    sent: signal.Signals, other: str, tmp_path: Path
) -> None:
    command = spielbaum(
        "match", "tictactoe", "bot:./odd stubborn", other, "--games", "2000", "--workers", "1",
        "--out", "run", folder=tmp_path,
    )  # fmt: skip
    driver = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "run" / GAMES).exists() or len(lines(tmp_path / "run")) < 3:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert running(tmp_path)
        driver.send_signal(sent)
        driver.wait(PATIENCE)
    finally:
        driver.kill()
        driver.wait()
    assert none_left(tmp_path)
    # Ctrl-C while the last line is on its way to the disk takes that line back.
    assert len(lines(tmp_path / "run")) >= 3 - (sent == signal.SIGINT)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("bot:./nowhere", "There is no program"),
        ("bot:./odd start-crash", "odd start-crash failed: it ended with exit code 1; it last wrote: "),
        ("bot:./odd game-error", "odd game-error gave up: I would rather not"),
    ],
)
def test_a_bot_that_does_not_work_is_refused_before_the_first_game(
    player: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["match", "takeaway", player, "first", "--games", "2", "--out", "run", "--lang", "en"]
    spielbaum(folder=tmp_path)
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert not (tmp_path / "run").exists()


def test_bots_are_timed_like_engines(tmp_path: Path) -> None:
    shutil.copy(ODD, tmp_path / "odd.py")
    bot = f"bot:{sys.executable} {tmp_path / 'odd.py'} good"
    assert cores_each(small_plan(players=[bot, "first"]).settings) == 1
    assert cores_each(small_plan(players=[f"{bot},nodes=10", "first"]).settings) == 0
