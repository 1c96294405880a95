"""Bytecode for the Python inside pages: without it, compiling sources is most of the time until it answers.

Bytecode belongs to one version of Python, so Pyodide compiles, run by Node or Deno; what it made is kept with
its files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from spielbaum.atomic import write_file
from spielbaum.site import compile_archive
from spielbaum.site.programs import run, runner

SCRIPT = Path(__file__).parent / "compile.mjs"
#: What Pyodide has to know of packages: there are none to be fetched.
LOCK = {
    "info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"},
    "packages": {},
}
#: What is compiled: this package, and everything that this module of it imports.
PACKAGE, FIRST = "spielbaum", "spielbaum.site.answering"


def compiled(archives: Mapping[str, bytes], folder: Path) -> dict[str, bytes] | None:
    """The archives, by name, with bytecode in place of sources; None where there is nobody to run Pyodide.

    `folder` has its files; there the archives are kept under their names until a source changes.
    """
    digest = _digest(archives)
    kept = {name: _kept(folder / f"bytecode-{name}", digest) for name in archives}
    whole = {name: content for name, content in kept.items() if content is not None}
    if len(whole) == len(archives):
        return whole
    command = runner()
    if command is None:
        return None
    made = _by_pyodide(archives, folder, command)
    signed = {name: _signed(content, digest) for name, content in made.items()}
    for name, content in signed.items():
        write_file(folder / f"bytecode-{name}", content)
    return signed


def _digest(archives: Mapping[str, bytes]) -> bytes:
    """Of everything that bytecode is made from."""
    digest = sha256(Path(compile_archive.__file__).read_bytes())
    for content in archives.values():
        digest.update(sha256(content).digest())
    return digest.hexdigest().encode()


def _by_pyodide(archives: Mapping[str, bytes], folder: Path, command: Sequence[str]) -> dict[str, bytes]:
    with TemporaryDirectory() as place:
        paths = {name: Path(place) / name for name in archives}
        for name, path in paths.items():
            write_file(path, archives[name])
        words = (SCRIPT, f"{folder.resolve()}/", json.dumps(LOCK), compile_archive.__file__, PACKAGE, FIRST)
        run("site.not_compiled", PACKAGE, [*command, *map(str, (*words, *paths.values()))], Path(place))
        return {name: path.read_bytes() for name, path in paths.items()}


def _signed(archive: bytes, digest: bytes) -> bytes:
    """The archive with a comment that says what it was made from."""
    content = BytesIO(archive)
    with ZipFile(content, "a") as opened:
        opened.comment = digest
    return content.getvalue()


def _kept(path: Path, digest: bytes) -> bytes | None:
    """The archive, where it was made from these sources and nothing of it is damaged."""
    content = path.read_bytes() if path.is_file() else b""
    try:
        with ZipFile(BytesIO(content)) as opened:
            whole = opened.comment == digest and opened.testzip() is None
    except BadZipFile:
        whole = False
    return content if whole else None
