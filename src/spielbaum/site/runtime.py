"""The Python for browsers: Pyodide and the wheels that our sources need there, each file known by its digest.

Pyodide is fetched by npm or Deno, wheels by pip; they ask whatever they are set up to ask. What was fetched
is kept in the folder of our caches and checked each time it is read: only the first site needs a network.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from spielbaum.atomic import make_folder, write_file
from spielbaum.errors import BadInput
from spielbaum.site.bytecode import compiled
from spielbaum.site.programs import deno, run

#: The platform of Pyodide's wheels, and the Python in it.
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"


@dataclass(frozen=True, slots=True)
class Package:
    """A file that is fetched: what is asked for, its name, and what its content must be."""

    asked: str
    file: str
    digest: str


PYODIDE = "314.0.7"
#: What a site needs of Pyodide.
PARTS = (
    Package(PYODIDE, "pyodide.mjs", "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109"),
    Package(PYODIDE, "pyodide.asm.mjs", "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635"),
    Package(PYODIDE, "pyodide.asm.wasm", "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6"),
    Package(PYODIDE, "python_stdlib.zip", "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a"),
)
WHEELS = (
    Package(
        "annotated-types==0.8.0",
        "annotated_types-0.8.0-py3-none-any.whl",
        "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    ),
    Package(
        "msgspec==0.22.0",
        "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    ),
    Package(
        "pydantic==2.14.3",
        "pydantic-2.14.3-py3-none-any.whl",
        "3f7b347782ab7e4cf4c798496ae3a82787d9f21ec12676a9c564355eeef8daa8",
    ),
    Package(
        "pydantic-core==2.50.4",
        "pydantic_core-2.50.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
    ),
    Package(
        "typing-extensions==4.16.0",
        "typing_extensions-4.16.0-py3-none-any.whl",
        "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    ),
    Package(
        "typing-inspection==0.4.5",
        "typing_inspection-0.4.5-py3-none-any.whl",
        "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
    ),
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """The files of Pyodide by name, the contents of the wheels, and who compiles the sources in archives."""

    parts: dict[str, bytes]
    wheels: tuple[bytes, ...]
    compiled: Callable[[dict[str, bytes]], dict[str, bytes]] = lambda archives: archives


def find_runtime(folder: Path, tell: Callable[[str, str], None] = lambda _key, _file: None) -> Runtime:
    """The Python for browsers from that folder; what is missing there is fetched.

    `tell` hears what takes its time or cannot be had, as the key of a sentence about a file.
    """
    if any(_kept(part, folder) is None for part in PARTS):
        tell("site.fetching", f"pyodide {PYODIDE}")
        _fetch(PARTS, folder, _pyodide)
    for wheel in WHEELS:
        if _kept(wheel, folder) is None:
            tell("site.fetching", wheel.file)
            _fetch((wheel,), folder, partial(_pip, wheel))

    def with_bytecode(archives: dict[str, bytes]) -> dict[str, bytes]:
        made = compiled(archives, folder)
        if made is None:
            tell("site.no_bytecode", "Python")
        return made or archives

    return Runtime(
        {part.file: _content(part, folder) for part in PARTS},
        tuple(_content(wheel, folder) for wheel in WHEELS),
        with_bytecode,
    )


def _kept(package: Package, folder: Path) -> bytes | None:
    """The file, where it is there and as it should be."""
    path = folder / package.file
    content = path.read_bytes() if path.is_file() else b""
    return content if sha256(content).hexdigest() == package.digest else None


def _content(package: Package, folder: Path) -> bytes:
    content = _kept(package, folder)
    if content is None:
        raise BadInput("site.other_content", file=package.file)
    return content


def _fetch(packages: Sequence[Package], folder: Path, fetch: Callable[[Path], Path]) -> None:
    """Let somebody put the files into a folder, and keep those that are as they should be."""
    with TemporaryDirectory() as place:
        found = fetch(Path(place))
        contents = {package.file: _content(package, found) for package in packages}
    make_folder(folder)
    for name, content in contents.items():
        write_file(folder / name, content)


def _pyodide(place: Path) -> Path:
    """Pyodide, by npm or by Deno, whichever there is."""
    npm, runner = shutil.which("npm"), deno()
    write_file(place / "package.json", json.dumps({"dependencies": {"pyodide": PYODIDE}}))
    name = f"pyodide {PYODIDE}"
    if npm is not None:
        run(
            "site.not_fetched",
            name,
            [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"],
            place,
        )
    elif runner is not None:
        command = [runner, "install", "--quiet", "--node-modules-dir=auto"]
        run("site.not_fetched", name, command, place, DENO_DIR=str(place / "deno"))
    else:
        raise BadInput("site.no_npm", file=name)
    return place / "node_modules" / "pyodide"


def _pip(wheel: Package, place: Path) -> Path:
    fitting = ("--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp")
    what = ("--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet", *fitting, "--dest", str(place))
    run("site.not_fetched", wheel.file, [sys.executable, "-m", "pip", "download", *what, wheel.asked], place)
    return place
