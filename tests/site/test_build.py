"""What is in the folder of a site, without a browser and without the Python for browsers."""

from __future__ import annotations

import gzip
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from spielbaum.errors import BadInput
from spielbaum.language import LANGUAGES
from spielbaum.site.build import HAND, LIBRARY, PAGES, Plan, site_files
from spielbaum.site.imports import imports_of
from spielbaum.site.runtime import PARTS, Runtime

OWN = Path(__file__).parent.parent / "support" / "trap.py"


def wheel(files: dict[str, str]) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def told(files: dict[str, bytes], answer: str) -> Any:
    """What is in the file of an answer."""
    return json.loads(gzip.decompress(files[f"{answer}.bin"]))


def names_in(archive: bytes) -> list[str]:
    with ZipFile(BytesIO(gzip.decompress(archive))) as opened:
        return opened.namelist()


PLAIN = {part.file: part.file.encode() * 100 for part in PARTS}
#: A library of two modules, one of which has nothing to do in a page.
RUNTIME = Runtime(
    PLAIN | {LIBRARY: wheel({"json/__init__.py": "x = 2", "unittest/__init__.py": "x = 3"})},
    (wheel({"something/here.py": "x = 1"}),),
)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return site_files(Plan(("tictactoe", "nim"), {"trap": str(OWN)}), RUNTIME)


def test_pages_ask_for_nothing_but_files_of_the_site(files: dict[str, bytes]) -> None:
    pages = [name for name in files if name.endswith("index.html")]
    assert len(pages) == len(PAGES)
    for page in pages:
        text = files[page].decode()
        addresses = re.findall(r'(?:src|href)="([^"]*)"', text)
        assert addresses
        for address in addresses:
            assert not address.startswith(("/", "http"))
            folder = Path(page).parent
            parts = (folder / address).parts
            while ".." in parts:
                at = parts.index("..")
                parts = parts[: at - 1] + parts[at + 1 :]
            assert "/".join(parts) in files, address
        assert "Content-Security-Policy" in text
        assert "unsafe-inline" not in text
        assert not re.search(r"<script(?![^>]*src=)", text)


def test_pages_begin_with_a_picture_in_the_language_of_the_reader(files: dict[str, bytes]) -> None:
    for page, folder in (("play", ""), ("tree_lab", "tree-lab/")):
        assert files[f"first/{page}.svg"].startswith(b"<svg")
        assert f"first/{page}.svg" in files[f"{folder}index.html"].decode()
    assert HAND in files["static/js/tree_lab/address.js"].decode()
    script = files["static/js/first.js"].decode()
    assert f"const known = {json.dumps(list(LANGUAGES))};" in script
    styles = files["static/css/base.css"].decode()
    assert all(f":root:lang({code}) .first" in styles for code in LANGUAGES)


def test_scripts_import_what_is_there(files: dict[str, bytes]) -> None:
    scripts = {name: content.decode() for name, content in files.items() if name.startswith("static/js/")}
    assert '"./python.js"' in scripts["static/js/answers.js"]
    for name, text in scripts.items():
        for address in re.findall(r'^(?:import|export) .*?from "(\.[^"]+)"', text, re.MULTILINE | re.DOTALL):
            if not address.endswith(".d.ts"):
                found = (Path("/") / name).parent.joinpath(address).resolve().relative_to("/")
                assert str(found) in files, (name, address)


def test_what_is_asked_first_is_answered_already(files: dict[str, bytes]) -> None:
    known = json.loads(files["site.json"])["known"]
    assert (
        known['/api/position {"game":"nim","start":"","moves":[]}'] == "answers/LANGUAGE/start/nim.json.bin"
    )
    for path in known.values():
        for language in LANGUAGES:
            told(files, path.removesuffix(".bin").replace("LANGUAGE", language))
    about = told(files, "answers/about.json")
    assert about["default_game"] == "tictactoe"
    assert about["pages"] == list(PAGES)
    assert "png" not in told(files, "answers/en/tree-lab.json")["formats"]
    games = told(files, "answers/de/games.json")["games"]
    assert [game["name"] for game in games] == ["tictactoe", "nim", "trap"]


def test_python_has_our_sources_the_wheels_and_the_own_games(files: dict[str, bytes]) -> None:
    facts = json.loads(files["site.json"])
    assert gzip.decompress(files["python/pyodide.asm.wasm.bin"]) == RUNTIME.parts["pyodide.asm.wasm"]
    names = names_in(files["python/packages.zip.bin"])
    assert {"something/here.py", "spielbaum/site/answering.py", "spielbaum/locale/de/web.json"} <= set(names)
    assert not [name for name in names if name.startswith("spielbaum/experiments/")]
    assert names_in(files[f"python/{LIBRARY}.bin"]) == ["json/__init__.py"]
    assert facts["python"]["files"] == {"trap": "/lib/site/site_games/trap.py"}
    assert "site_games/trap.py" in names
    assert all(facts["sizes"][name] == len(files[f"python/{name}"]) for name in facts["sizes"])


def test_the_service_worker_keeps_every_file_and_changes_with_each(files: dict[str, bytes]) -> None:
    script = files["service_worker.js"].decode()
    kept = json.loads(re.search(r"FILES = (\[.*?\]);", script, re.DOTALL).group(1))  # type: ignore[union-attr]
    assert {name.removesuffix("index.html") for name in files} - {"service_worker.js"} == set(kept)
    other = site_files(Plan(("tictactoe",), {"trap": str(OWN)}), RUNTIME)["service_worker.js"].decode()
    version = r'VERSION = "(\w+)"'
    assert re.search(version, script) is not None
    assert re.findall(version, script) != re.findall(version, other)


def test_the_same_site_has_the_same_bytes(files: dict[str, bytes]) -> None:
    assert site_files(Plan(("tictactoe", "nim"), {"trap": str(OWN)}), RUNTIME) == files


def test_own_games_bring_the_parts_of_the_library_that_they_import(tmp_path: Path) -> None:
    game = tmp_path / "mine.py"
    source = OWN.read_text("utf-8")
    library = {
        "unittest/__init__.py": "import pdb",
        "pdb.py": "import json",
        "json/__init__.py": "",
        "bdb.py": "",
    }
    runtime = Runtime(PLAIN | {LIBRARY: wheel(library)}, RUNTIME.wheels)
    game.write_text(source.replace("from spielbaum", "import unittest.mock\nfrom spielbaum", 1), "utf-8")
    plan = Plan((), {"mine": str(game)})
    found = names_in(site_files(plan, runtime)[f"python/{LIBRARY}.bin"])
    assert found == ["unittest/__init__.py", "pdb.py", "json/__init__.py"]
    for missing in ("numpy", "curses.panel"):
        game.write_text(source.replace("from spielbaum", f"import {missing}\nfrom spielbaum", 1), "utf-8")
        with pytest.raises(BadInput, match=f"mine.py imports {missing}, which Python inside pages"):
            site_files(plan, runtime)


def test_imports_for_type_checkers_and_for_running_a_file_are_nobodys() -> None:
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\nelse:\n    import ast\n"
    source += 'def f():\n    from os import path\nif __name__ == "__main__":\n    import turtle\n'
    assert list(imports_of(source)) == ["typing", "ast", "os"]
