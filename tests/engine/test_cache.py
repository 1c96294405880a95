"""Compiled code on disk: used again, never stale, never trusted where others could write, not needed."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType

import pytest

from spielbaum.engine.cache_folder import (
    UntrustedPath,
    cache_folders,
    code_folder,
    read_trusted,
    trusted_folder,
)
from spielbaum.engine.digest import digest
from spielbaum.engine.rules import rules_of
from spielbaum.games import load_game
from tests.support.patience import PATIENCE

GAME = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    left: int
    player: int

def helper(left):
    return min({most}, left)

def heap(most: int = 2) -> Game:
    def moves(s):
        for taken in range(1, helper(s.left) + 1):
            yield taken
    def play(s, taken):
        return State(s.left - taken, 1 - s.player)
    def utility(s):
        return 1 if s.player == 0 else -1
    return Game("heap", start=State(10, 0), moves=moves, play=play, utility=utility)
"""

SCRIPT = """
import sys
from spielbaum import load_game
from spielbaum.engine import Engine
for spec in sys.argv[1:]:
    engine = Engine(load_game(spec), table_mb=0.01)
    print(*engine.perft(depth=5), engine.code.compilations)
"""


def started(cache: Path, *specs: object) -> subprocess.CompletedProcess[str]:
    """The script in a new process."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, specs)],
        env={**os.environ, "SPIELBAUM_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def counts(done: subprocess.CompletedProcess[str]) -> list[list[int]]:
    """Counts and, last, the number of compilations; one list per game."""
    assert done.returncode == 0, done.stderr
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def run(cache: Path, *specs: object) -> list[list[int]]:
    """The same for a process that had nothing to complain about."""
    done = started(cache, *specs)
    assert done.stderr == ""
    return counts(done)


@pytest.mark.skipif(os.name != "posix", reason="needs locks")
def test_of_processes_that_want_the_same_code_one_compiles(tmp_path: Path) -> None:
    cache, file = tmp_path / "cache", tmp_path / "heap.py"
    file.write_text(GAME.replace("{most}", "2"))
    with ThreadPoolExecutor(3) as several:
        done = list(several.map(lambda _: run(cache, file), range(3)))
    assert sorted(compilations for ((*_, compilations),) in done) == [0, 0, 1]
    assert not list(cache.glob("*.lock"))


def test_used_again_and_never_stale(tmp_path: Path) -> None:
    cache, file = tmp_path / "cache", tmp_path / "heap.py"
    file.write_text(GAME.replace("{most}", "2"))
    assert run(cache, file) == [[2, 4, 8, 16, 32, 1]]
    assert run(cache, file) == [[2, 4, 8, 16, 32, 0]]
    if os.name == "posix":
        assert stat.S_IMODE(cache.stat().st_mode) == 0o700
        assert all(stat.S_IMODE(code.stat().st_mode) == 0o600 for code in cache.iterdir())
    file.write_text(GAME.replace("{most}", "3") + "# a helper was edited\n")
    # The edited game and a built-in one side by side: each with its own code.
    other = tmp_path / "before.py"
    other.write_text(GAME.replace("{most}", "2"))
    first = run(cache, file, other)
    assert [counts[:5] for counts in first] == [[3, 9, 27, 76, 147], [2, 4, 8, 16, 32]]
    assert [counts[5] for counts in first] == [1, 0]
    assert [counts[:5] for counts in run(cache, other, file)] == [[2, 4, 8, 16, 32], [3, 9, 27, 76, 147]]

    # Damaged: made again, whatever is wrong with it, and kept.
    one, two = cache.glob("*.code")
    one.write_bytes(one.read_bytes()[:-10] + b"0123456789")
    two.write_bytes(b"something else")
    assert run(cache, other, file) == [[2, 4, 8, 16, 32, 1], [3, 9, 27, 76, 147, 1]]
    assert [counts[5] for counts in run(cache, other, file)] == [0, 0]


def test_what_is_written_for_a_game_is_found_again() -> None:
    """Compiled code names the modules of its functions: of one that belongs to none it is not found again."""
    for game in ("pig", "takeaway", "2048"):
        names = rules_of(load_game(game)).names
        functions = [value for value in names.values() if isinstance(value, FunctionType)]
        assert len(functions) > 10
        assert {function.__module__ for function in functions} <= set(sys.modules)


def test_works_without_a_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    done = started(blocked / "cache", "takeaway")
    assert counts(done) == [[2, 4, 7, 5, 1, 1]]
    assert done.stderr.count("Compiled code is not kept") == 1
    assert f"{blocked} is not a folder" in done.stderr


posix = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")


class Planted:
    """A pickle that leaves a mark when it is loaded."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.mark,)

    def file(self) -> bytes:
        """In the format that was once unpickled."""
        body = pickle.dumps(self)
        return b"spielbaum compiled 1\n" + hashlib.sha256(body).digest() + body


@posix
def test_planted_code_does_not_run(tmp_path: Path) -> None:
    """Neither from a folder that others can write to, nor from a file that has got into our own."""
    own, theirs, mark = tmp_path / "own", tmp_path / "theirs", tmp_path / "mark"
    assert run(own, "takeaway")[0][-1] == 1
    (name,) = (code.name for code in own.iterdir())
    # The planted pickle is dangerous at all: whoever loads it runs it.
    pickle.loads(pickle.dumps(Planted(mark)))  # noqa: S301
    mark.unlink()

    theirs.mkdir()
    theirs.chmod(0o777)
    for content in (Planted(mark).file(), (own / name).read_bytes()):
        (theirs / name).write_bytes(content)
        done = started(theirs, "takeaway")
        assert counts(done) == [[2, 4, 7, 5, 1, 1]]  # compiled, not loaded
        assert done.stderr.count(f"others can write to {theirs} (mode 0777)") == 1
        assert (theirs / name).read_bytes() == content
        assert stat.S_IMODE(theirs.stat().st_mode) == 0o777
        assert not mark.exists()

    (own / name).write_bytes(Planted(mark).file())
    assert run(own, "takeaway")[0][-1] == 1
    assert not mark.exists()
    assert run(own, "takeaway")[0][-1] == 0
    (own / name).chmod(0o620)
    assert run(own, "takeaway")[0][-1] == 1
    assert run(own, "takeaway")[0][-1] == 0


@pytest.mark.long
def test_every_kernel_is_kept(tmp_path: Path) -> None:
    """What a kernel returns has a place in the file, also where it is traced."""
    script = """
from spielbaum import load_game
from spielbaum.engine import Engine
engine = Engine(load_game("takeaway"), table_mb=0.01)
engine.warm("search", "trace", "solve", "perft")
print(engine.code.compilations)
print(engine.search(depth=9).value, engine.solve().value, *engine.perft(depth=3))
"""
    lines = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "SPIELBAUM_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        lines.append(done.stdout.splitlines())
    assert lines[0][1] == lines[1][1] == "1 1 2 4 7"
    assert (lines[0][0], lines[1][0]) == ("4", "0")


@posix
def test_a_folder_is_trusted(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "cache"
    before = os.umask(0)
    try:
        assert trusted_folder(folder) == folder.resolve()
    finally:
        os.umask(before)
    # What was missing is closed to others, whatever the umask says, and stays as it is.
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder.parent, folder)] == [0o700, 0o700]
    folder.chmod(0o755)
    assert trusted_folder(folder) == folder.resolve()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    link = tmp_path / "link"
    link.symlink_to("above/../above")
    assert trusted_folder(link / "cache") == folder.resolve()
    folder.parent.chmod(0o1777)  # sticky, like /tmp: nobody else can rename our folder
    assert trusted_folder(folder) == folder.resolve()


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722, 0o720, 0o1777])
def test_a_folder_that_others_write_to_is_refused(mode: int, tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(UntrustedPath, match="others can write to"):
        trusted_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == mode
    if mode != 0o1777:  # nor anything below it, through a link as well: they could exchange it
        (folder / "below").mkdir(mode=0o700)
        (tmp_path / "link").symlink_to(folder / "below")
        for each in (folder / "below", tmp_path / "link", tmp_path / "link" / ".." / "below"):
            with pytest.raises(UntrustedPath, match=f"others can write to {folder}"):
                trusted_folder(each)


@posix
def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "circle").symlink_to("circle")
    for name in ("file", "file/below", "circle", "circle/below"):
        with pytest.raises(UntrustedPath):
            trusted_folder(tmp_path / name)


@posix
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_what_belongs_to_others_is_refused(tmp_path: Path) -> None:
    nobody = 65534
    sticky = tmp_path / "sticky"
    sticky.mkdir()
    sticky.chmod(0o1777)
    theirs = sticky / "theirs"
    theirs.mkdir(mode=0o700)
    file = sticky / "file"
    file.write_bytes(b"code")
    file.chmod(0o600)
    assert read_trusted(file) == b"code"
    link = sticky / "link"
    link.symlink_to(tmp_path)
    os.chown(theirs, nobody, nobody)
    os.chown(file, nobody, nobody)
    os.lchown(link, nobody, nobody)
    for each in (theirs, theirs / "below", link / "below"):
        with pytest.raises(UntrustedPath, match="belongs to another user"):
            trusted_folder(each)
    with pytest.raises(UntrustedPath, match="belongs to another user"):
        read_trusted(file)


@posix
def test_a_file_is_looked_at_before_it_is_read(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_bytes(b"code")
    for mode in (0o600, 0o644):
        file.chmod(mode)
        assert read_trusted(file) == b"code"
    for mode in (0o620, 0o602, 0o666):
        file.chmod(mode)
        with pytest.raises(UntrustedPath, match="others can write to"):
            read_trusted(file)
    file.chmod(0o600)
    link.symlink_to(file)
    with pytest.raises(OSError, match="symbolic links"):
        read_trusted(link)
    os.mkfifo(pipe, 0o600)  # whoever opened it to read would wait for ever
    with pytest.raises(UntrustedPath, match="not a regular file"):
        read_trusted(pipe)


@posix
def test_the_next_best_folder_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPIELBAUM_CACHE", raising=False)
    caches, session = tmp_path / "caches", tmp_path / "session"
    caches.mkdir()
    caches.chmod(0o777)
    session.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_CACHE_HOME", str(caches))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(session))
    place = code_folder()
    assert (place.wanted, place.used) == (caches / "spielbaum", (session / "spielbaum").resolve())
    assert place.why is not None
    assert "others can write" in str(place.why)
    session.chmod(0o777)
    assert code_folder().used is None
    caches.chmod(0o700)
    assert code_folder() == (caches / "spielbaum", (caches / "spielbaum").resolve(), None)


@pytest.mark.parametrize(
    ("environment", "platform", "end"),
    [
        ({"SPIELBAUM_CACHE": "/x/y"}, "linux", "/x/y"),
        ({"XDG_CACHE_HOME": "/x"}, "linux", "/x/spielbaum"),
        ({}, "linux", ".cache/spielbaum"),
        ({}, "darwin", "Library/Caches/spielbaum"),
        ({"LOCALAPPDATA": "/x/Local"}, "win32", "/x/Local/spielbaum"),
    ],
)
def test_where_the_cache_is(environment: dict[str, str], platform: str, end: str) -> None:
    assert cache_folders(environment, platform)[0].as_posix().endswith(end)


def test_digest_follows_what_a_function_does() -> None:
    def make(bound: int) -> object:
        def helper(x: int) -> int:
            return x + bound

        def rule(x: int) -> int:
            return helper(x)

        return rule

    assert digest(make(1)) == digest(make(1))
    assert digest(make(1)) != digest(make(2))


def test_without_numba(tmp_path: Path) -> None:
    """NUMBA_DISABLE_JIT=1: the oracle tests on small positions, with the same kernels as plain Python."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/oracle",
            "-k",
            "test_interpreted",
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "SPIELBAUM_CACHE": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 passed" in done.stdout
    assert not list(tmp_path.glob("*.code"))
