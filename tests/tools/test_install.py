"""Packages are installed also where another package manager is at work."""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

TOOLS = Path(__file__).parents[2] / "tools"

#: An apt-get that finds its lock taken as long as a file is there, and says what it did.
APT = """#!/bin/sh
echo "$@" >> {folder}/asked
case "$*" in *{busy}*)
    if [ -e {folder}/lock ]; then
        echo "E: Could not get lock {where}. It is held by process 17 (unattended-upgr)" >&2
        tries="$(cat {folder}/tries 2>/dev/null || echo 0)"
        echo "$((tries + 1))" > {folder}/tries
        [ "$tries" -lt 2 ] || {then} {folder}/lock
        exit 100
    fi
esac
case "$*" in *missing*) echo "E: Unable to locate package missing" >&2; exit 100 ;; esac
"""


def install(folder: Path, package: str, busy: str, then: str = "rm", **environment: str) -> tuple[int, str]:
    """What becomes of it where `busy` finds the lock taken, and after three tries does `then` with it."""
    program = folder / "apt-get"
    where = {"update": "/var/lib/apt/lists/lock", "install": "/var/cache/apt/archives/lock"}[busy]
    program.write_text(APT.format(folder=folder, busy=busy, where=where, then=then))
    program.chmod(0o755)
    (folder / "lock").touch()
    done = subprocess.run(
        [TOOLS / "install.sh", package],
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PAUSE": "0", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("busy", ["update", "install"])
def test_a_package_manager_that_is_busy_is_waited_for(tmp_path: Path, busy: str) -> None:
    code, said = install(tmp_path, "chromium", busy)
    assert code == 0
    assert said.count("Waiting for another package manager") == 1
    assert "held by process 17" in said
    asked = (tmp_path / "asked").read_text().splitlines()
    assert len([line for line in asked if busy in line]) == 4
    assert asked[-1].endswith("install chromium")
    assert all("DPkg::Lock::Timeout=600" in line for line in asked)


def test_not_for_ever(tmp_path: Path) -> None:
    code, said = install(tmp_path, "chromium", "update", then="test", PATIENCE="0")
    assert code == 100
    assert "Gave up after 0 s" in said
    assert "held by process 17" in said


def test_another_fault_is_told_at_once(tmp_path: Path) -> None:
    code, said = install(tmp_path, "missing", "update")
    assert code == 100
    assert "Unable to locate package missing" in said
    assert len([line for line in (tmp_path / "asked").read_text().splitlines() if "install" in line]) == 1


@pytest.mark.parametrize(
    ("name", "unknown", "packages"),
    [
        ("chromium", "", ["chromium-headless-shell"]),
        ("chromium", "chromium-headless-shell", ["chromium-headless-shell", "chromium"]),
        ("stockfish", "", ["stockfish"]),
    ],
)
def test_what_the_tests_need_is_installed_in_this_way(
    tmp_path: Path, name: str, unknown: str, packages: list[str]
) -> None:
    """As root, on a machine that has neither: here both are played."""
    for program, does in {"id": "echo 0", "dirname": f"echo {tmp_path}"}.items():
        (tmp_path / program).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / program).chmod(0o755)
    (tmp_path / "apt-get").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "apt-get").chmod(0o755)
    (tmp_path / "install.sh").write_text(
        f'#!/bin/sh\necho "$1" >> {tmp_path}/installed\n[ "$1" != "{unknown}" ]\n'
    )
    (tmp_path / "install.sh").chmod(0o755)
    script = (TOOLS / f"{name}.sh").read_text()
    # Programs of this machine are not looked for.
    done = subprocess.run(
        ["/bin/sh", "-c", script.replace(":/usr/games", "")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "installed").read_text().split() == packages


@pytest.mark.skipif(not Path("/usr/bin/apt-get").exists() or os.geteuid() != 0, reason="needs root and apt")
def test_the_words_of_the_real_program_are_known(tmp_path: Path) -> None:
    """Its lists in a folder of the test, and the lock on them held by the test."""
    lists = tmp_path / "lists"
    (lists / "partial").mkdir(parents=True)
    with (lists / "lock").open("w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            ["/usr/bin/apt-get", "-o", f"Dir::State::Lists={lists}", "-o", "Dir::Etc::SourceList=/dev/null",
             "-o", "Dir::Etc::SourceParts=/dev/null", "update"],
            env={**os.environ, "LC_ALL": "C"}, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert done.returncode == 100
    assert "Could not get lock" in done.stderr
    assert "Unable to lock" in done.stderr
