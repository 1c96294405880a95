"""Help pages in the reader's language.

Commands and options carry their English help, as Click expects it. This is the one place where a help page
is written, so it is also where its parts are translated: Click's own words (`Usage:`, `[default: …]`) by the
catalogue, the help of commands and options by `help_de.json`, from the English text to the German one.
A text that comes from the catalogue, as `help=say("…")`, needs no second entry: its key is found again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

from spielbaum.language import LANGUAGES, catalogue, say, system_language

#: A context shares this memory with those of the commands below it.
LANGUAGE = "spielbaum.language"


def language_of(context: click.Context) -> str:
    """The language that the arguments read so far ask for; else the system's."""
    language: str = context.meta.get(LANGUAGE) or system_language()
    return language


def translated(text: str, language: str) -> str:
    """The text in that language, as it is where there is no translation."""
    return text if language == LANGUAGES[0] else translations(language).get(text, text)


@cache
def translations(language: str) -> Mapping[str, str]:
    """From the English text to that of the language."""
    known = {text: catalogue(language)[key] for key, text in catalogue(LANGUAGES[0]).items()}
    written = Path(__file__).with_name(f"help_{language}.json").read_text(encoding="utf-8")
    known |= json.loads(written)
    return known


class HelpContext(click.Context):
    """A context whose help page is written in the reader's language."""

    def make_formatter(self) -> click.HelpFormatter:
        return HelpPage(language_of(self), self.terminal_width, self.max_content_width)


class HelpPage(click.HelpFormatter):
    """Writes a help page; every text that comes in is English and goes out in the language."""

    def __init__(self, language: str, width: int | None, most: int | None) -> None:
        super().__init__(width=width, max_width=most)
        self.language = language

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        for english, key in _USAGE.items():
            args = args.replace(english, say(key, self.language))
        super().write_usage(prog, args, prefix or f"{say('help.usage', self.language)}: ")

    def write_heading(self, heading: str) -> None:
        key = _HEADINGS.get(heading)
        super().write_heading(heading if key is None else say(key, self.language))

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(self._said(part) for part in text.split("\n\n")))

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **extra: Any) -> None:
        said = [(self._names(name), self._described(text)) for name, text in rows]
        super().write_dl(said, *args, **extra)

    def _said(self, paragraph: str) -> str:
        """A paragraph; where its lines are kept, after a \\b, they are part of what is looked up."""
        kept = paragraph.startswith("\b")
        return translated(paragraph if kept else " ".join(paragraph.split()), self.language)

    def _described(self, text: str) -> str:
        """The help of an option and what Click adds: `[default: 3; x>=1]`."""
        if translated(text, self.language) != text:
            return translated(text, self.language)
        match = re.fullmatch(r"(.*?)(?:^|  )\[([^\[\]]*)\]", text, re.DOTALL)
        if match is None:
            return text
        extra = match[2]
        for english, key in _EXTRAS.items():
            extra = re.sub(english, say(key, self.language), extra)
        return "  ".join(filter(None, (translated(match[1], self.language), f"[{extra}]")))

    def _names(self, names: str) -> str:
        """`--limit INTEGER RANGE` as `--limit N`."""
        option, _, value = names.removesuffix(" RANGE").rpartition(" ")
        key = _METAVARS.get(value)
        return names if key is None or not option else f"{option} {say(key, self.language)}"


_HEADINGS = {"Options": "help.options", "Commands": "cli.commands"}
_USAGE = {"[OPTIONS]": "help.usage.options", "[COMMAND] [ARGS]...": "help.usage.command"}
_EXTRAS = {"^default: ": "help.default", "^required": "help.required"}
_METAVARS = {
    "INTEGER": "help.integer",
    "FLOAT": "help.float",
    "TEXT": "help.text",
    "FILE": "help.file",
    "FILENAME": "help.file",
    "DIRECTORY": "help.folder",
    "FOLDER": "help.folder",
    "PATH": "help.path",
    "PLAYER": "help.player",
    "GAME": "help.game",
    "MOVES": "help.moves",
    "ADDRESS": "help.address",
    "ORDER": "help.order",
}
