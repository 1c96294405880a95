"""Wrong use of the command line: one sentence on stderr in the reader's language, exit code 2."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.cli.usage import in_our_words
from spielbaum.language import LANGUAGES, catalogue


def refused(arguments: list[str], system: str = "en") -> str:
    done = CliRunner(env={"SPIELBAUM_LANG": system}).invoke(main, arguments, prog_name="spielbaum")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr.strip()


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        (
            "solve takeaway --movs",
            "There is no option --movs; did you mean: --moves, --memory, --out?",
            "Eine Option --movs gibt es nicht; meinten Sie: --moves, --memory, --out?",
        ),
        (
            "sovle takeaway",
            "There is no command called sovle; did you mean: solve?",
            "Einen Befehl namens sovle gibt es nicht; meinten Sie: solve?",
        ),
        (
            "exercise chekc",
            "There is no command called exercise chekc; did you mean: exercise check, exercise make?",
            "Einen Befehl namens exercise chekc gibt es nicht; meinten Sie: exercise check, exercise make?",
        ),
        (
            "solve",
            "GAME is missing; spielbaum solve --help shows what is expected.",
            "GAME fehlt; spielbaum solve --help zeigt, was erwartet wird.",
        ),
        (
            "book takeaway",
            "The option --out is missing; spielbaum book --help shows what is expected.",
            "Die Option --out fehlt; spielbaum book --help zeigt, was erwartet wird.",
        ),
        (
            "perft takeaway deep",
            "DEPTH must be a whole number, but is 'deep'.",
            "DEPTH muss eine ganze Zahl sein, ist aber 'deep'.",
        ),
        (
            "check takeaway --games many",
            "--games must be a whole number, but is 'many'.",
            "--games muss eine ganze Zahl sein, ist aber 'many'.",
        ),
        (
            "analyse takeaway --seconds soon",
            "--seconds must be a number, but is 'soon'.",
            "--seconds muss eine Zahl sein, ist aber 'soon'.",
        ),
        (
            "check takeaway --games 0",
            "--games must be from 1 to 100000, but is 0.",
            "--games muss zwischen 1 und 100000 liegen, ist aber 0.",
        ),
        (
            "book takeaway --out b --seconds -1",
            "--seconds must be at least 0, but is -1.0.",
            "--seconds muss mindestens 0 sein, ist aber -1.0.",
        ),
        (
            "book takeaway --out b --reach some",
            "--reach must be one of perfect, any, but is 'some'.",
            "--reach muss eines von perfect, any sein, ist aber 'some'.",
        ),
        (
            "book takeaway --out .",
            "--out must be a file, but . is a folder.",
            "--out muss eine Datei sein, aber . ist ein Ordner.",
        ),
        ("solve takeaway --file none.txt", "There is no file none.txt.", "Die Datei none.txt gibt es nicht."),
        (
            "solve takeaway --file .",
            ". cannot be opened: Is a directory.",
            ". lässt sich nicht öffnen: Is a directory.",
        ),
        (
            "solve takeaway --table-mb",
            "The option --table-mb needs a value.",
            "Die Option --table-mb braucht einen Wert.",
        ),
        (
            "solve takeaway --moves=all",
            "The option --moves takes no value.",
            "Die Option --moves nimmt keinen Wert.",
        ),
        (
            "check takeaway kalah nim",
            "There are more arguments than expected: kalah nim; "
            "spielbaum check --help shows what is expected.",
            "Das sind mehr Argumente als erwartet: kalah nim; "
            "spielbaum check --help zeigt, was erwartet wird.",
        ),
        (
            "--json solve takeaway",
            "spielbaum itself has no option --json; the options of a command come after it: "
            "spielbaum COMMAND … --json",
            "spielbaum selbst hat keine Option --json; die Optionen eines Befehls stehen hinter ihm: "
            "spielbaum BEFEHL … --json",
        ),
        (
            "--versoin",
            "There is no option --versoin; did you mean: --version?",
            "Eine Option --versoin gibt es nicht; meinten Sie: --version?",
        ),
    ],
)
def test_one_sentence_in_both_languages(
    line: str, english: str, german: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(line.split()) == f"Error: {english}"
    assert refused(line.split(), "de") == f"Fehler: {german}"


def test_the_option_beats_the_system() -> None:
    assert refused(["perft", "--lang", "de", "takeaway", "deep"]).startswith("Fehler: DEPTH muss")
    assert refused(["perft", "--lang=en", "takeaway", "deep"], "de").startswith("Error: DEPTH must")
    assert refused(["perft", "takeaway", "1", "--lang", "fr"], "de") == (
        "Fehler: --lang muss eines von en, de sein, ist aber 'fr'."
    )


def test_the_language_may_stand_before_the_command() -> None:
    assert refused(["--lang", "de", "perft", "takeaway", "deep"]).startswith("Fehler: DEPTH muss")
    assert refused(["--lang", "fr", "perft", "takeaway", "1"]).startswith("Error: --lang must be one of")
    twice = ["--lang", "de", "perft", "takeaway", "deep", "--lang=en"]
    assert refused(twice).startswith("Error: DEPTH must")
    assert refused([*twice, "--lang", "de"]).startswith("Fehler: DEPTH muss")

    def said(*words: str) -> str:
        done = CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, words, prog_name="spielbaum")
        assert done.exit_code == 0
        return done.stdout

    german, english = said("games", "takeaway", "--lang", "de"), said("games", "takeaway")
    assert german != english
    assert said("--lang", "de", "games", "takeaway") == german
    assert said("--lang", "de", "games", "takeaway", "--lang", "en") == english
    assert catalogue("de")["cli.play.help"][:30] in said("--lang", "de", "--help")


def test_an_option_unlike_any_is_told_all_of_them() -> None:
    assert refused(["check", "takeaway", "--qqqqqqqqqqqqqqqqqq"]).endswith(
        "did you mean: --games, --help, --json, --lang, --seed, -h?"
    )


def test_other_messages_come_through_as_one_line() -> None:
    assert in_our_words(click.UsageError("Something\n\tnew.")).sentence("de") == "Something new."
    surprising = click.BadParameter("odd", param=click.Option(["--depth"], type=int))
    assert "--depth" in in_our_words(surprising).sentence("de")
    assert "odd" in in_our_words(surprising).sentence("de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", ["", "tree", "exercise", "runs"])
def test_a_group_alone_shows_its_help_and_something_to_try(group: str, language: str) -> None:
    words = [group] if group else []
    alone = CliRunner(env={"SPIELBAUM_LANG": language}).invoke(main, words, prog_name="spielbaum")
    assert (alone.exit_code, alone.stderr) == (0, "")
    assert alone.stdout.startswith(" ".join([f"{catalogue(language)['help.usage']}: spielbaum", *words]))
    assert f"{catalogue(language)['cli.try']}:\n  spielbaum " in alone.stdout
    for also in ([*words, "--help"], [*words, "--lang", language], ["--lang", language, *words]):
        done = CliRunner(env={"SPIELBAUM_LANG": language}).invoke(main, also, prog_name="spielbaum")
        assert (done.exit_code, done.stdout) == (0, alone.stdout)


def test_spielbaum_alone_as_it_is_typed() -> None:
    """Without arguments of its own a program reads those it was started with."""
    done = subprocess.run([sys.executable, "-m", "spielbaum"], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n  spielbaum serve --open\n" in done.stdout


def test_what_is_to_be_tried_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    groups = [
        main,
        *(import_module(f"spielbaum.cli.{name}").command for name in ("tree", "exercise", "runs")),
    ]
    for line, _ in [one for group in groups for one in group.tries]:
        program, *words = shlex.split(line)
        assert program == "spielbaum"
        # What would wait for somebody is only asked whether it knows its words.
        asked = [*words, "--help"] if words[0] in ("serve", "play") else words
        done = CliRunner(env={"SPIELBAUM_LANG": "en"}).invoke(main, asked, prog_name="spielbaum")
        assert done.exit_code == 0, (line, done.stderr)
        assert done.stdout
