"""Sentences in German and English, from flat catalogues that the browser reads too.

A catalogue is a set of JSON files, one an area, each mapping a key to a sentence with
`{fields}`; a test asserts that both languages have the same keys with the same fields.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

LANGUAGES = ("en", "de")
LOCALE = Path(__file__).parent / "locale"
_POINT_AND_COMMA = str.maketrans(",.", ".,")

#: A text in one language (English is meant) or in several, by language code.
LocalizedText = str | Mapping[str, str]


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language."""
    sentences: dict[str, str] = {}
    for file in sorted((LOCALE / language).iterdir()):
        sentences |= json.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType(_extensions.get(language, {}) | sentences)


#: Sentences of other packages, by language.
_extensions: dict[str, dict[str, str]] = {}


def extend_catalogue(sentences: Mapping[str, Mapping[str, str]]) -> None:
    """Add sentences of another package, by language and key; those that are known stay as they are."""
    for language, added in sentences.items():
        _extensions.setdefault(language, {}).update(added)
    catalogue.cache_clear()


def say(key: str, language: str = "en", **fields: object) -> str:
    """The sentence of that key, filled in."""
    return catalogue(language)[key].format_map(fields)


def in_language(words: LocalizedText, language: str) -> str:
    """Those words in that language, in English where there is no translation."""
    if isinstance(words, str):
        return words
    return words.get(language) or words["en"]


def written(number: str, language: str) -> str:
    """A number that Python has written, such as -12,345.5, as people of that language write it: −12.345,5."""
    number = number.replace("-", "−")
    return number.translate(_POINT_AND_COMMA) if language == "de" else number


def fixed(value: float, digits: int, language: str, *, sign: bool = False) -> str:
    """A number with this many decimals; with `sign` a plus before what is more than zero."""
    rounded = round(value, digits) + 0.0  # no −0
    return written(f"{rounded:+.{digits}f}" if sign and rounded else f"{rounded:.{digits}f}", language)


def percent(share: float, digits: int, language: str) -> str:
    """A share between 0 and 1 as a percentage: 81.2 %."""
    return fixed(100 * share, digits, language) + " %"


def grouped(value: float, language: str) -> str:
    """A number in groups of three digits: 12,345.5 in English, 12.345,5 in German."""
    return written(f"{value:,}" if isinstance(value, int) else f"{value:,g}", language)


class Count(int):
    """How many there are of something, for a sentence that is said later, in a language nobody knows yet."""

    def sentence(self, language: str) -> str:
        return grouped(int(self), language)


class Size(int):
    """So many bytes, for a sentence: 0.3 MB, 12.5 GB."""

    def sentence(self, language: str) -> str:
        for unit, name in ((1e12, "TB"), (1e9, "GB")):
            if self >= unit:
                return f"{fixed(self / unit, 1, language)} {name}"
        return f"{fixed(self / 1e6, 0 if self >= 1e8 else 1, language)} MB"


def compact(value: float, language: str) -> str:
    """A count in few characters: 1234567 as 1.2 M, in German 1,2 M."""
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= unit:
            return fixed(value / unit, 1, language) + name
    return fixed(value, 0, language)


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language the system asks for: SPIELBAUM_LANG, then the POSIX variables in their order."""
    for variable in ("SPIELBAUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = environment.get(variable, "")[:2].lower()
        if code in LANGUAGES:
            return code
        if code:
            break
    return "en"
