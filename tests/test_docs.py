"""The code in README.md and docs/ runs and prints what it says; how to write it: tests/support/docs.py."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from tests.support.docs import WrongDocument, blocks, matches, run_document
from tests.support.quick import later

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


#: Runs of minutes, what tests/experiments/test_learn.py does with a game that is compiled anyway, a
#: cluster such as tests/experiments/test_cluster.py starts, and the German twin of a page whose code is
#: the same.
LATER = (
    *("docs/howto/experiments.md", "docs/howto/reports.md", "docs/howto/learn.md", "docs/howto/cluster.md"),
    "docs/de/tutorial.md",
)


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder, English, no colours, eighty columns: what a reader can count on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPIELBAUM_LANG", "en")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    "path",
    [later(path) if path.relative_to(ROOT).as_posix() in LATER else path for path in DOCUMENTS],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_document(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.is_relative_to(ROOT / "docs" / "de"):
        monkeypatch.setenv("SPIELBAUM_LANG", "de")
    run_document(path)


# --- the runner itself --------------------------------------------------------------------------------------


@click.group()
def toy() -> None:
    """A command line to try the runner on."""


@toy.command()
@click.argument("words", nargs=-1)
def say(words: tuple[str, ...]) -> None:
    for word in words:
        click.echo(word)
    click.echo("a note about progress", err=True)


@toy.command()
def fail() -> None:
    click.echo("this went wrong", err=True)
    raise SystemExit(3)


@toy.command()
def crash() -> None:
    raise ZeroDivisionError


@toy.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
def show(path: Path) -> None:
    click.echo(path.read_text(encoding="utf-8"), nl=False)


def run(text: str) -> int:
    document = Path("document.md")
    document.write_text(text, encoding="utf-8")
    return run_document(document, toy)


def fence(language: str, *lines: str) -> str:
    return "\n".join([f"```{language}", *lines, "```", ""])


def test_blocks_are_found_with_their_line() -> None:
    found = list(blocks("text\n\n```python\na = 1\n```\n\n- item\n\n  ~~~~console\n  $ x\n    y\n  ~~~~\n"))
    assert [(b.language, b.text, b.line) for b in found] == [
        ("python", "a = 1", 4),
        ("console", "$ x\n  y", 10),
    ]


def test_an_open_block_is_an_error() -> None:
    with pytest.raises(WrongDocument, match="never closed"):
        run("```python\na = 1\n")


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("", ""),
        ("a", "a\n"),
        ("a", "a  \n\n"),
        ("a …", "a b c"),
        ("a … c", "a b c"),
        ("…", ""),
        ("…", "a\nb\n"),
        ("a\n…\nc", "a\nc"),
        ("a\n…\nc", "a\nb\nb\nc"),
        ("a(b|c)*", "a(b|c)*"),
    ],
)
def test_output_that_matches(expected: str, actual: str) -> None:
    assert matches(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("", "a"),
        ("a", ""),
        ("a", "b"),
        ("a …", "b"),
        ("a …", "a \nb"),
        ("a\n…\nc", "a\nb"),
        ("a.c", "abc"),
        ("a", "a\nb"),
    ],
)
def test_output_that_does_not_match(expected: str, actual: str) -> None:
    assert not matches(expected, actual)


def test_python_blocks_share_a_namespace() -> None:
    assert run(fence("python", "a = 20") + fence("python", "assert a + 1 == 21")) == 2


def test_a_failing_python_block_fails() -> None:
    with pytest.raises(AssertionError):
        run(fence("python", "assert 1 == 2"))


def test_a_traceback_points_into_the_document() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run("one\n\n" + fence("python", "a = 1", "a / 0"))
    place = caught.traceback[-1]
    assert (Path(place.path).name, place.lineno + 1) == ("document.md", 5)


def test_printed_output_is_compared() -> None:
    assert run(fence("python", "print(6 * 7)") + fence("output", "42")) == 1
    with pytest.raises(WrongDocument, match=r"(?s)line 5.*-43.*\+42"):
        run(fence("python", "print(6 * 7)") + fence("output", "43"))
    with pytest.raises(WrongDocument, match="no Python block"):
        run(fence("output", "42"))


def test_dialogues_are_compared() -> None:
    assert run(fence("python", "a = 6") + fence("pycon", ">>> a * 7", "42", ">>> print('a b')", "a …")) == 2
    assert run(fence("pycon", ">>> b = 1") + fence("python", "assert b == 1")) == 2
    with pytest.raises(WrongDocument, match=r"(?s)line 2.*Expected:\s+43.*Got:\s+42"):
        run(fence("pycon", ">>> 6 * 7", "43"))


def test_commands_are_compared() -> None:
    assert (
        run(
            fence(
                "console", "$ spielbaum say 'one two' three  # words", "one two", "three", "$ spielbaum say"
            )
        )
        == 1
    )
    assert run(fence("console", "$ spielbaum say one \\", "two", "one", "two")) == 1
    with pytest.raises(WrongDocument, match=r"(?s)line 2: spielbaum say one.*-two.*\+one"):
        run(fence("console", "$ spielbaum say one", "two"))
    with pytest.raises(WrongDocument, match=r"\+one"):
        run(fence("console", "$ spielbaum say one"))


def test_a_failing_command_must_be_announced() -> None:
    assert run(fence("console", "$ spielbaum fail", "this went wrong", "$ echo $?", "3")) == 1
    with pytest.raises(WrongDocument, match="exit code 3, expected 0"):
        run(fence("console", "$ spielbaum fail", "this went wrong"))
    with pytest.raises(WrongDocument, match="exit code 0, expected 3"):
        run(fence("console", "$ spielbaum say", "$ echo $?", "3"))
    with pytest.raises(ZeroDivisionError):
        run(fence("console", "$ spielbaum crash"))


@pytest.mark.parametrize("line", ["$ make run", "$ spielbaum say a | wc", "$ echo $?", "output alone"])
def test_what_cannot_be_run_is_an_error(line: str) -> None:
    with pytest.raises(WrongDocument, match="line 2"):
        run(fence("console", line))


def test_leaving_a_block_out_needs_a_reason() -> None:
    assert run(fence("python no-run: needs a cluster", "1 / 0")) == 0
    assert run(fence("console no-run: changes the system", "$ make run")) == 0
    for note in ("no-run", "no-run:", "norun: because"):
        with pytest.raises(WrongDocument, match="line 2"):
            run(fence(f"python {note}", "1 / 0"))


def test_a_block_can_be_a_file() -> None:
    assert (
        run(
            fence("python file=my/game.py", "1 / 0")
            + fence("console", "$ spielbaum show my/game.py", "1 / 0")
        )
        == 1
    )
    with pytest.raises(WrongDocument, match="outside"):
        run(fence("python file=../game.py", "1 / 0"))


def test_other_languages_are_left_alone() -> None:
    assert run(fence("", "1 / 0") + fence("text", "1 / 0") + fence("json", "{")) == 0
