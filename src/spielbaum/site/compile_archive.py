"""Sources into bytecode, whole archives at a time.

Runs in the Python that shall read the bytecode, which is Pyodide's (`compile.mjs`), so it needs nothing else.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Container
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from io import BytesIO
from pathlib import Path
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

#: The same date in all archives: the same site has the same bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)
#: A file of bytecode that belongs to sources with this hash and is never held against them (PEP 552).
UNCHECKED = (1).to_bytes(4, "little")
#: An entry of the table of lines that has none; the lowest three bits say for how many words of code.
NOWHERE = 0x80 | 15 << 3


def compile_files(folder: str, package: str, first: str) -> None:
    """Compile what is used of the archives in the folder: our package, and what its module `first` imports.

    The rest stays as it is: bytecode takes nearly twice the room of sources.
    """
    place = Path(folder)
    unpacked = str(place / "unpacked")
    for path in place.glob("*.zip"):
        with ZipFile(path) as archive:
            archive.extractall(unpacked)
    # Behind the library that runs already, which is the same.
    sys.path.append(unpacked)
    import_module(first)
    for path in sorted(place.glob("*.zip")):
        path.write_bytes(compile_archive(path.read_bytes(), package, set(sys.modules)))


def compile_archive(content: bytes, package: str, used: Container[str]) -> bytes:
    """The archive with bytecode in place of the sources of that package and of the modules that are used."""
    packed = BytesIO()
    with ZipFile(BytesIO(content)) as sources, ZipFile(packed, "w") as written:
        for name in sources.namelist():
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name.endswith(".py") and (module in used or f"{module}.".startswith(f"{package}.")):
                add(written, f"{name}c", bytecode(name, sources.read(name)))
            elif not name.endswith("/"):
                add(written, name, sources.read(name))
    return packed.getvalue()


def bytecode(name: str, source: bytes) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(_without_lines(code))


def _without_lines(code: CodeType) -> CodeType:
    """Without line numbers, a quarter of it: where there are no sources nobody can look them up.

    Entries of the table that have no position are one byte for eight words of code
    (CPython's notes on its location tables); what prints errors trips over a table that is too short.
    """
    inner = (_without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NOWHERE | 7]) * eights + (bytes([NOWHERE | rest - 1]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=tuple(inner))


def add(archive: ZipFile, name: str, content: bytes, kind: int = ZIP_DEFLATED) -> None:
    archive.writestr(ZipInfo(name, EPOCH), content, kind, 9)
