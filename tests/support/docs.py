"""Runs the code in a Markdown file and compares what it prints.

    ```python                     executed; the blocks of a file share one namespace, from top to bottom
    ```output                     directly after such a block: what the block printed
    ```pycon                      a dialogue with `>>>`, compared line by line
    ```console                    `$ spielbaum …` lines, each followed by what it prints
    ```python file=mygame.py      not executed but written there, for the commands that follow
    ```python no-run: reason      left alone, and the reason says why

In expected output `…` stands for the rest of a line (or any part of it), a line of nothing but `…` for any
number of lines. A command must end with exit code 0, unless the next line is `$ echo $?` with another number
below it. What it writes to stderr counts only where it fails: notes about progress differ from run to run.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from click.testing import CliRunner

if TYPE_CHECKING:
    from click import Command

RUN = frozenset({"python", "pycon", "console"})
_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,}) *(?P<language>[^\s`]*) *(?P<note>[^`]*)")


class WrongDocument(AssertionError):
    """The document promises something that does not happen."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what else stands on its first line, its text and where that begins."""

    language: str
    note: str
    text: str
    line: int


def blocks(markdown: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown text."""
    lines = iter(enumerate(markdown.splitlines(), start=1))
    for number, line in lines:
        opening = _FENCE.fullmatch(line)
        if opening is None:
            continue
        indent, fence = len(opening["indent"]), opening["fence"]
        body = []
        for _, inner in lines:
            stripped = inner.strip()
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                break
            body.append(inner[indent:] if not inner[:indent].strip() else inner.lstrip())
        else:
            raise WrongDocument(f"line {number}: this block is never closed")
        yield Block(opening["language"].lower(), opening["note"].strip(), "\n".join(body), number + 1)


def matches(expected: str, actual: str) -> bool:
    """Whether the output is the expected one, with `…` as the wildcard; space at the end does not count."""
    pattern = ""
    for line in _lines(expected):
        if line.strip() == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*".join(re.escape(part) for part in line.split("…")) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in _lines(actual))) is not None


def run_document(path: Path, command: Command | None = None) -> int:
    """Run every block of the file in the current folder; how many there were.

    `command` takes the part of `spielbaum` on the command line; by default it is `spielbaum` itself.
    """
    module = ModuleType("document_" + re.sub(r"\W", "_", path.stem))
    sys.modules[module.__name__] = module  # dataclasses and pickles look their module up there
    count = 0
    printed: str | None = None  # by the Python block just before this one
    try:
        for block in blocks(path.read_text(encoding="utf-8")):
            where = f"{path.name}, line {block.line}"
            before, printed = printed, None
            if block.language == "output":
                if before is None:
                    raise WrongDocument(f"{where}: there is no Python block directly before this output")
                _compare(block.text, before, where)
            elif block.language in RUN and _wanted(block, where):
                count += 1
                if block.language == "console":
                    _run_console(block, command, path)
                elif block.language == "pycon":
                    _run_dialogue(block, module, path)
                else:
                    printed = _run_python(block, module, path)
    finally:
        del sys.modules[module.__name__]
    return count


def _wanted(block: Block, where: str) -> bool:
    """Whether the block is to be run; one that names a file is written to it."""
    if not block.note:
        return True
    if block.note.startswith("no-run"):
        if not block.note.removeprefix("no-run").strip(" :"):
            raise WrongDocument(f"{where}: no-run needs a reason: ```{block.language} no-run: reason")
        return False
    if block.note.startswith("file="):
        target = Path(block.note.removeprefix("file="))
        if target.is_absolute() or ".." in target.parts:
            raise WrongDocument(f"{where}: {target} lies outside the folder of the document")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.text + "\n", encoding="utf-8")
        return False
    raise WrongDocument(f"{where}: unknown note {block.note!r}; there are 'no-run: reason' and 'file=name'")


def _run_python(block: Block, module: ModuleType, path: Path) -> str:
    code = compile("\n" * (block.line - 1) + block.text, str(path), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, module.__dict__)
    return out.getvalue()


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got, optionflags) or matches(want, got)


def _run_dialogue(block: Block, module: ModuleType, path: Path) -> None:
    test = doctest.DocTestParser().get_doctest(
        block.text + "\n", module.__dict__, path.name, str(path), block.line - 1
    )
    test.globs = module.__dict__  # get_doctest copies them; the blocks share one namespace
    report = io.StringIO()
    runner = doctest.DocTestRunner(checker=_Checker(), verbose=False)
    if runner.run(test, out=report.write, clear_globs=False).failed:
        raise WrongDocument(report.getvalue())


@dataclass
class _Call:
    line: int
    words: list[str]
    expected: list[str]
    code: int = 0


def _calls(block: Block, path: Path) -> list[_Call]:
    """The commands of a console block, each with the output and the exit code that are expected."""
    calls: list[_Call] = []
    lines = iter(enumerate(block.text.splitlines(), start=block.line))
    asked_for_code = False
    for number, line in lines:
        where = f"{path.name}, line {number}"
        if not line.startswith("$ "):
            if asked_for_code:
                calls[-1].code = int(line)
                asked_for_code = False
            elif calls:
                calls[-1].expected.append(line)
            elif line.strip():
                raise WrongDocument(f"{where}: output without a command ('$ spielbaum …') before it")
            continue
        text = line.removeprefix("$ ")
        while text.endswith("\\"):
            text = text[:-1] + next(lines)[1].removeprefix("> ")
        if text.strip() == "echo $?":
            if not calls:
                raise WrongDocument(f"{where}: there is no command before this 'echo $?'")
            asked_for_code = True
            continue
        words = shlex.split(text, comments=True)
        unknown = {"|", ">", ">>", "<", "&&", ";", "&"} & set(words)
        if words[:1] != ["spielbaum"] or unknown:
            raise WrongDocument(f"{where}: only plain 'spielbaum …' commands are run, not {text!r}")
        calls.append(_Call(number, words[1:], []))
    return calls


def _run_console(block: Block, command: Command | None, path: Path) -> None:
    if command is None:
        from spielbaum.cli import main as spielbaum

        command = spielbaum
    for call in _calls(block, path):
        where = f"{path.name}, line {call.line}: spielbaum {shlex.join(call.words)}"
        result = CliRunner().invoke(command, call.words, prog_name="spielbaum")
        if result.exit_code != call.code:
            if result.exception is not None and not isinstance(result.exception, SystemExit):
                raise result.exception
            raise WrongDocument(
                f"{where}: exit code {result.exit_code}, expected {call.code}\n{result.output}"
            )
        _compare("\n".join(call.expected), result.stdout if result.exit_code == 0 else result.output, where)


def _compare(expected: str, actual: str, where: str) -> None:
    if not matches(expected, actual):
        difference = difflib.unified_diff(
            _lines(expected), _lines(actual), "the document", "what happens", lineterm=""
        )
        raise WrongDocument("\n".join([where, *difference]))


def _lines(text: str) -> list[str]:
    """The lines without space at their ends and without empty lines at the end."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
