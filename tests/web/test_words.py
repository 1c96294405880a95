"""Every sentence the pages use exists, and none is there for nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import spielbaum
from spielbaum.language import LANGUAGES, catalogue

PACKAGE = Path(spielbaum.__file__).parent
SCRIPTS = sorted((PACKAGE / "web" / "static" / "js").rglob("*.js"))
SOURCES = [*SCRIPTS, *(PACKAGE / "web").rglob("*.py"), PACKAGE / "cli" / "serve.py"]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
#: Keys written out, and the beginnings of keys that are put together.
WHOLE = set(re.findall(r"[\"'`](web(?:\.\w+)+)[\"'`]", TEXT))
BEGINNINGS = tuple(set(re.findall(r"[`\"](web\.[\w.]*)\$?\{", TEXT)) | {"web.help."})


def keys() -> set[str]:
    text = (PACKAGE / "locale" / "en" / "web.json").read_text(encoding="utf-8")
    return set(json.loads(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_exists(language: str) -> None:
    assert WHOLE - set(catalogue(language)) == set()


def test_every_sentence_is_used() -> None:
    assert {key for key in keys() - WHOLE if not key.startswith(BEGINNINGS)} == set()


def test_scripts_build_no_markup_from_text() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
        ):
            assert word not in text, f"{path.name} uses {word}"


def test_scripts_load_nothing_from_elsewhere() -> None:
    static = PACKAGE / "web" / "static"
    for path in [*SCRIPTS, *static.rglob("*.css")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, path.name
        assert "https:" not in text, path.name
        if path.suffix == ".css":  # in scripts that is how types are named
            assert "@import" not in text, path.name
