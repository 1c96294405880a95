"""What holds for every command: its options have common names, and its help is in both languages."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.cli.help import translations
from spielbaum.language import LANGUAGES


def all_commands(command: click.Command = main, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command and group, by what is typed after `spielbaum`."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from all_commands(below, f"{path} {name}".strip())


EVERYTHING = dict(all_commands())
COMMANDS = {name: command for name, command in EVERYTHING.items() if not isinstance(command, click.Group)}
each = pytest.mark.parametrize("name", EVERYTHING)
each_command = pytest.mark.parametrize("name", COMMANDS)

#: Commands that print no data, and what they do instead.
NO_DATA = {
    "play": "a dialogue",
    "table explore": "a dialogue",
    "serve": "serves pages",
    "bot": "speaks a protocol",
    "uci": "speaks a protocol",
    "talk": "writes a file",
    "book": "writes a file",
    "runs plot": "writes a file",
    "runs report": "writes a file",
    "runs export": "its --format says what it writes",
}
#: Options with the name of a file or folder that is read; everything that is written has -o.
READ = {
    "--docs",
    "--file",
    "--load",
    "--run",
    "--runs",
    "--runtime",
    "--solution",
    "--weights",
    "--solutions",
}
#: What one letter stands for, in every command.
LETTERS = {"-h": "--help", "-o": "--out", "-n": "--number", "-a": "--algorithm"}


def options(name: str) -> list[click.Option]:
    command = EVERYTHING[name]
    found = command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
    return [option for option in found if isinstance(option, click.Option)]


def names(option: click.Option) -> list[str]:
    return [*option.opts, *option.secondary_opts]


def texts(name: str) -> list[str]:
    """The parts of a help page as they are looked up."""
    paragraphs = inspect.cleandoc(EVERYTHING[name].help or "").split("\n\n")
    return [
        *(option.help.partition("  [default: ")[0] for option in options(name) if option.help),
        *(part if part.startswith("\b") else " ".join(part.split()) for part in paragraphs),
    ]


@each_command
def test_what_prints_data_takes_json(name: str) -> None:
    flags = {one for option in options(name) if option.is_flag for one in names(option)}
    assert ("--json" in flags) != (name in NO_DATA)


@each_command
def test_names_mean_the_same_everywhere(name: str) -> None:
    for option in options(name):
        said = names(option)
        if any("seed" in one for one in said):
            assert said == ["--seed"]
        if isinstance(option.type, click.Path | click.File):
            assert READ.intersection(said) or {"-o", "--out"} == set(said), said
        for letter in (one for one in said if not one.startswith("--")):
            assert LETTERS[letter] in said
        assert any(one.startswith("--") for one in said)


@each
def test_everything_is_explained(name: str) -> None:
    assert EVERYTHING[name].help
    assert [names(option) for option in options(name) if not option.help] == []


@each
def test_help_is_translated(name: str) -> None:
    assert [text for text in texts(name) if text not in translations("de")] == []


def test_every_translation_is_used() -> None:
    """Nothing is left of a help text that was changed."""
    written = json.loads(files("spielbaum.cli").joinpath("help_de.json").read_text(encoding="utf-8"))
    assert written.keys() - {text for name in EVERYTHING for text in texts(name)} == set()


@each
def test_help_pages(name: str) -> None:
    pages: dict[str, str] = {}
    for language in LANGUAGES:
        ways = [["--lang", language, *name.split(), "-h"]]
        if "--lang" in {one for option in options(name) for one in names(option)}:
            ways.append([*name.split(), "--help", "--lang", language])
        for words in ways:
            done = CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, words, prog_name="spielbaum")
            assert (done.exit_code, done.stderr) == (0, "")
            assert pages.setdefault(language, done.stdout) == done.stdout
    typed = f"spielbaum {name}".strip()
    assert pages["en"].startswith(f"Usage: {typed} [OPTIONS]")
    assert pages["de"].startswith(f"Aufruf: {typed} [OPTIONEN]")
    for english in (
        "Usage:",
        "Options:",
        "COMMAND",
        "Show this",
        "[default",
        "INTEGER",
        "FLOAT",
        "[required]",
    ):
        assert english not in pages["de"]
    assert "RANGE" not in pages["en"]


@pytest.mark.parametrize(
    "line", ["book takeaway -o -", "exercise make -o -", "tree trace (1,2) --format svg --frames -o -"]
)
def test_what_cannot_go_to_standard_output_says_so(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [*line.split(), "--lang", "en"])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert not list(tmp_path.iterdir())


def test_a_file_may_be_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    talk = CliRunner().invoke(main, ["talk", "takeaway", "-o", "-", "--lang", "en"])
    assert (talk.exit_code, talk.stdout[:15]) == (0, "<!doctype html>")
    sheet = CliRunner().invoke(main, ["exercise", "make", "--json"])
    assert json.loads(sheet.stdout)["exercises"]
    assert not list(tmp_path.iterdir())
