"""The one way to write a file: whole or not at all; links, devices and pipes as other programs treat them."""

from __future__ import annotations

import errno
import os
import pty
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from spielbaum.atomic import remove_leftovers, write_file, write_folder
from spielbaum.cli import main
from spielbaum.errors import BadInput, SpielbaumError
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have other files")

TREE = ["tree", "trace", "A(B(1 2) C(3))", "--format", "mermaid", "--lang", "en"]


def drawn() -> bytes:
    """What the command prints without -o."""
    return CliRunner().invoke(main, TREE).stdout_bytes


def spielbaum(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "spielbaum", *arguments]
    return subprocess.run(command, timeout=PATIENCE, check=False, **options)  # type: ignore[call-overload,no-any-return]


# --- plain files --------------------------------------------------------------------------------------------


def test_a_new_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        assert write_file(tmp_path / "new", "Täxt ", b"and ", memoryview(b"bytes"))
        assert write_file(tmp_path / "secret", "x", mode=0o600)
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == "Täxt and bytes".encode()
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new", "secret")]
    assert modes == [0o640, 0o600]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "secret"]


def test_an_old_file_keeps_its_mode_and_owner(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("before")
    path.chmod(0o604)
    owner = os.getuid()
    if owner == 0:  # only root can give files away
        owner = 65534
        os.chown(path, owner, owner)
    assert write_file(path, "after", mode=0o600)
    facts = path.stat()
    assert (path.read_text(), stat.S_IMODE(facts.st_mode), facts.st_uid) == ("after", 0o604, owner)


def test_the_longest_names(tmp_path: Path) -> None:
    for name in ("x" * 255, "ä" * 127, "." + "y" * 254):
        assert write_file(tmp_path / name, "here")
        assert (tmp_path / name).read_text() == "here"


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (errno.ENOSPC, SpielbaumError, "the disk is full"),
        (errno.EDQUOT, SpielbaumError, "the disk is full"),
        (errno.EIO, BadInput, os.strerror(errno.EIO)),
    ],
)
def test_what_fails_leaves_the_old_file(
    number: int, kind: type[SpielbaumError], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old"
    path.write_text("before")

    def failing(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(SpielbaumError, match=words) as caught:
        write_file(path, "after")
    assert type(caught.value) is kind
    assert [(found, found.read_text()) for found in tmp_path.iterdir()] == [(path, "before")]


@pytest.mark.parametrize("name", ["whole[1].table", "x" * 255])
def test_what_a_killed_attempt_left(name: str, tmp_path: Path) -> None:
    path, other = tmp_path / name, tmp_path / ".mine.tmp"
    other.touch()
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom spielbaum.atomic import write_pieces\n"
        "def pieces():\n    yield b'half'\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_pieces(Path(sys.argv[1]), pieces())\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    remove_leftovers(path)
    assert list(tmp_path.iterdir()) == [other]


def test_ctrl_c_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old"
    path.write_text("before")

    def interrupted(_file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(path, "after")
    assert [(found, found.read_text()) for found in tmp_path.iterdir()] == [(path, "before")]


def test_one_sentence_for_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, words in (
        (tmp_path / "none" / "x", f"there is no folder {tmp_path}/none"),
        (tmp_path / "file" / "x", f"there is no folder {tmp_path}/file"),
        (tmp_path, "it is a folder"),
        (tmp_path / ("x" * 256), os.strerror(errno.ENAMETOOLONG)),
        (tmp_path / "zero\0byte", "null"),
    ):
        with pytest.raises(BadInput, match=words) as caught:
            write_file(path, "after")
        assert "\n" not in str(caught.value)
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(BadInput):
        write_file(tmp_path / "circle", "after")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_what_is_protected_stays(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("before")
    path.chmod(0o444)  # a new name for another file would not ask for this right
    with pytest.raises(BadInput, match="not have permission"):
        write_file(path, "after")
    assert path.read_text() == "before"


def test_what_is_protected_stays_from_anybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where the tests run as root."""
    path = tmp_path / "old"
    path.write_text("before")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(BadInput, match="not have permission"):
        write_file(path, "after")
    assert path.read_text() == "before"


# --- links, devices, pipes ----------------------------------------------------------------------------------


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link, second = tmp_path / "folder" / "target", tmp_path / "link", tmp_path / "second"
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to("folder/target")
    second.symlink_to("link")
    assert write_file(second, "after")
    assert (link.is_symlink(), second.is_symlink(), target.is_symlink()) == (True, True, False)
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("after", 0o600)
    missing = tmp_path / "missing"
    missing.symlink_to("folder/new")
    assert write_file(missing, "made")
    assert missing.is_symlink()
    assert (tmp_path / "folder" / "new").read_text() == "made"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for name in (pipe, tmp_path / "link"):
        read: list[bytes] = []
        reader = Thread(target=lambda: read.append(pipe.read_bytes()))  # noqa: B023 - joined below
        reader.start()
        done = CliRunner().invoke(main, [*TREE, "-o", str(name)])
        reader.join(PATIENCE)
        assert (done.exit_code, read) == (0, [drawn()])
        assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_terminal_is_written_into() -> None:
    ours, theirs = pty.openpty()
    try:
        name = Path(os.ttyname(theirs))
        assert not write_file(name, "a figure")
        assert os.read(ours, 100) == b"a figure"
        assert stat.S_ISCHR(name.stat().st_mode)
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.fixture
def null(tmp_path: Path) -> Iterator[Path]:
    """A device like /dev/null, where this user may make one, so that no test can spoil the machine's."""
    path = tmp_path / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        path.read_bytes()  # some file systems let nobody open their devices
    except OSError:
        pytest.skip("this user cannot make devices here")
    yield path
    path.unlink()


def test_a_device_stays_a_device(null: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(null)
    for name in (null, tmp_path / "link"):
        done = CliRunner().invoke(main, [*TREE, "-o", str(name)])
        assert (done.exit_code, done.output) == (0, "")
        assert stat.S_ISCHR(null.lstat().st_mode)
        assert stat.S_IMODE(null.lstat().st_mode) & 0o600
    assert len(list(tmp_path.iterdir())) == 2


def test_standard_output(tmp_path: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("there is no /dev/stdout here")
    piped = spielbaum(*TREE, "-o", "/dev/stdout", stdout=subprocess.PIPE)
    assert (piped.returncode, piped.stdout) == (0, drawn())
    # Behind it may be a plain file, into which others write before and after.
    path = tmp_path / "all"
    with path.open("wb") as file:
        file.write(b"before\n")
        file.flush()
        done = spielbaum(*TREE, "-o", "/dev/stdout", stdout=file)
        os.write(file.fileno(), b"after\n")
    assert done.returncode == 0
    assert path.read_bytes() == b"before\n" + drawn() + b"after\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_descriptor_of_ours(tmp_path: Path) -> None:
    if not Path("/dev/fd").exists():
        pytest.skip("there is no /dev/fd here")
    with (tmp_path / "file").open("wb") as file:
        file.write(b"before ")
        file.flush()
        assert not write_file(Path(f"/dev/fd/{file.fileno()}"), "and after")
    assert (tmp_path / "file").read_bytes() == b"before and after"


def test_a_reader_that_went_away() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = spielbaum(*TREE, "-o", "/dev/stdout", stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


# --- folders ------------------------------------------------------------------------------------------------


def test_folders(tmp_path: Path) -> None:
    old, link = tmp_path / "old", tmp_path / "link"
    old.mkdir()
    old.chmod(0o711)
    link.symlink_to(old)
    assert write_folder(link, [("a", "1"), ("b", b"2")]) == 2
    assert link.is_symlink()
    assert stat.S_IMODE(old.stat().st_mode) == 0o711
    assert sorted(path.name for path in old.iterdir()) == ["a", "b"]
    with pytest.raises(BadInput, match="not an empty folder"):
        write_folder(old, [("c", "3")])
    (tmp_path / "file").touch()
    for taken in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BadInput):
            write_folder(taken, [("c", "3")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "old"]


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [*TREE, "-o", ""],
        ["exercise", "make", "--out", "", "--lang", "en"],
        ["book", "takeaway", "--out", "", "--lang", "en"],
        ["match", "takeaway", "random", "first", "--out", "", "--lang", "en"],
        ["runs", "list", "", "--lang", "en"],
        ["runs", "plot", "x", "-o", "", "--lang", "en"],
        ["runs", "report", "x", "-o", "", "--lang", "en"],
        ["runs", "export", "x", "-o", "", "--lang", "en"],
        ["runs", "compare", "x", "-o", "", "--lang", "en"],
        ["play", "--load", "", "--lang", "en"],
        ["solve", "nim", "--all", "-o", "", "--lang", "en"],
        ["serve", "--runs", "", "--lang", "en"],
    ],
)
def test_an_empty_name(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert "needs a name, but it is empty" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_book_needs_a_plain_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, words in (("pipe", "not a regular file"), ("none/x", "there is no folder")):
        done = CliRunner().invoke(main, ["book", "takeaway", "--out", str(tmp_path / name), "--lang", "en"])
        assert done.exit_code == 2
        assert words in done.stderr
        assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_no_other_module_writes_files() -> None:
    """Whoever needs a file written asks `atomic`; only what grows line by line opens its file itself."""
    package = Path(__file__).parents[1] / "src" / "spielbaum"
    signs = re.compile(
        r"(?<!formatter)(?<!super\(\))\.write_(text|bytes)\(|TemporaryFile\(|mkstemp|(?<!fd)open\(.*\"[wx]b?\""
    )
    files = {str(path.relative_to(package)): path.read_text("utf-8") for path in package.rglob("*.py")}
    found = {name for name, text in files.items() if signs.search(text)}
    # One of the others keeps what a process says on its standard error, in a file without a name; the other
    # one memory that was moved to the disk, likewise, and edges, which are written while they are found.
    # `compile_archive` runs inside Pyodide, whose files lie in the memory of its process.
    assert found == {
        "atomic.py",
        "site/compile_archive.py",
        "solution/storage.py",
        "web/experiments/processes.py",
    }
