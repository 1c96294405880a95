"""A module as a package for JavaScript: with its driver, types, and what npm wants to know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files

from spielbaum import __version__

#: What only a package of one game has, with the name of the game to fill in.
_ENTRY = ("index.js", "index.d.ts")


def driver() -> dict[str, bytes]:
    """The ES modules that drive modules of games, and their types: file names with their content."""
    return {name: content for name, content in _scripts() if name not in _ENTRY}


def package(name: str, module: bytes) -> dict[str, bytes]:
    """The files of the package `spielbaum-NAME`."""
    entry = {file: content.replace(b"GAME", name.encode()) for file, content in _scripts() if file in _ENTRY}
    about = {
        "name": f"spielbaum-{name.lower()}",
        "version": __version__,
        "description": f"The game {name}: rules, search and exact solver",
        "type": "module",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./*.wasm": "./*.wasm",
        },
        "license": "MIT",
    }
    return {
        f"{name}.wasm": module,
        **entry,
        **driver(),
        "package.json": json.dumps(about, indent=2).encode() + b"\n",
    }


def _scripts() -> Iterator[tuple[str, bytes]]:
    folder = files("spielbaum.engine") / "js"
    for place, prefix in ((folder, ""), (folder / "driver", "driver/")):
        for file in sorted(place.iterdir(), key=lambda each: each.name):
            if file.is_file():
                yield prefix + file.name, file.read_bytes()
