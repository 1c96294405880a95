"""A table in a file: versioned, checked, and only for the rules it was made with.

The file is one line of JSON (format, version, digest of the rules, sizes, checksum) and the words of the
table as they lie in memory, little-endian. Nothing in it is ever run or unpickled. It is written beside its
place and moved there when complete.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from spielbaum.atomic import write_file
from spielbaum.documents import Natural, read_head
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.table import BUCKET, ENTRIES, MOST_GENERATION, free_memory
from spielbaum.errors import BadInput

FORMAT = "spielbaum table"
VERSION = 2
#: The first line is not longer than this.
MOST_HEAD = 1000


@dataclass(frozen=True, slots=True)
class Head:
    """The first line."""

    rules: str
    writer: str
    words: Natural
    generation: Natural
    oldest: Natural
    sha256: str


def write_table(path: Path, table: Int64Array, rules: str, writer: str, generation: int, oldest: int) -> None:
    words = (table if sys.byteorder == "little" else table.byteswap()).data.cast("B")
    head = {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules,
        "writer": writer,
        "words": len(table),
        "generation": generation,
        "oldest": oldest,
        "sha256": hashlib.sha256(words).hexdigest(),
    }
    write_file(path, json.dumps(head) + "\n", words)


def read_table(path: Path, rules: str) -> tuple[Int64Array, str, int, int]:
    """The table in the file, which kernel wrote it, its generation and the oldest one that counts."""
    try:
        with path.open("rb") as file:
            head = _head(path, file.readline(MOST_HEAD))
            if head.rules != rules:
                raise BadInput("engine.file.rules", path=path)
            size = head.words * 8
            free = free_memory()
            if free is not None and size > free:
                raise BadInput("engine.table.memory", given=size >> 20, free=free >> 20)
            body = file.read(size + 1)
    except OSError as error:
        raise BadInput("engine.file.read", path=path, error=error.strerror or error) from error
    if len(body) != size or hashlib.sha256(body).hexdigest() != head.sha256:
        raise BadInput("engine.file.damaged", path=path)
    table = np.frombuffer(bytearray(body), "<i8").astype(np.int64, copy=False)
    return table, head.writer, head.generation, head.oldest


def _head(path: Path, line: bytes) -> Head:
    head = read_head(line, Head, mark=FORMAT, version=VERSION, refusal="engine.file", path=path)
    buckets = head.words // BUCKET
    fits = head.words == buckets * 2 * ENTRIES and buckets > 0 and buckets & (buckets - 1) == 0
    if not fits or not 1 <= head.oldest <= head.generation <= MOST_GENERATION:
        raise BadInput("engine.file.damaged", path=path)
    return head
