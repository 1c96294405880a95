"""German and English say the same things."""

from __future__ import annotations

import json
from pathlib import Path
from string import Formatter

import pytest

import spielbaum
from spielbaum.language import LANGUAGES, catalogue, in_language, say, system_language

LOCALE = Path(spielbaum.__file__).parent / "locale"
AREAS = sorted({path.name for path in LOCALE.rglob("*.json")})


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_have_the_same_sentences(area: str) -> None:
    english, german = (
        json.loads((LOCALE / language / area).read_text(encoding="utf-8")) for language in ("en", "de")
    )
    assert list(english) == list(german)
    for key in english:
        assert fields(english[key]) == fields(german[key]), key
        assert english[key].strip(), key
        assert german[key].strip(), key


def test_no_key_stands_in_two_files() -> None:
    for language in LANGUAGES:
        files = [json.loads((LOCALE / language / area).read_text(encoding="utf-8")) for area in AREAS]
        assert len(catalogue(language)) == sum(map(len, files))


def test_keys_are_written_once() -> None:
    """JSON keeps the last of two equal keys and says nothing."""
    for path in LOCALE.rglob("*.json"):
        pairs: list[tuple[str, object]] = json.loads(
            path.read_text(encoding="utf-8"), object_pairs_hook=lambda found: found
        )
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), path


def test_every_language_is_there() -> None:
    assert {path.name for path in LOCALE.iterdir()} == set(LANGUAGES)


def test_sentences_are_filled_in() -> None:
    assert say("error.game.no_file", "de", path="a.py") == "Die Datei a.py gibt es nicht."
    assert in_language({"en": "heap"}, "de") == "heap"
    assert in_language("heap", "de") == "heap"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"SPIELBAUM_LANG": "en", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_system_language(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language
