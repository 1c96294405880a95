"""What is solved so far while a book is made: a text file that only grows, so that nothing is lost.

The first line says what it is and for which rules. Each further line is a position, written when it is
solved: number, value, distance, nodes, checksum. A line that was cut off or damaged is left out, and its
position is solved again.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from spielbaum.atomic import lock_file, write_error
from spielbaum.documents import parse_json
from spielbaum.engine.book import Known
from spielbaum.errors import BadInput

FORMAT = "spielbaum book journal"
VERSION = 1
#: In place of nodes: the book needs this position, however quickly it is solved.
NEEDED = -1


#: Number, value, distance, nodes.
_ENTRY = re.compile(r"([0-9a-f]{1,1000}) (-?\d{1,18}) (\d{1,9}) (-?\d{1,18})")


class Solved(NamedTuple):
    """A position of the journal."""

    known: Known
    nodes: int


class Journal:
    """The solved positions by their numbers, in memory and in the file."""

    def __init__(self, path: Path, rules: str, file: BinaryIO) -> None:
        self.path = path
        self.rules = rules
        self.file = file
        self.solved: dict[int, Solved] = {}
        self._read()

    def add(self, number: int, known: Known, nodes: int) -> None:
        """Keep a position; where it is known already, only that it is needed."""
        before = self.solved.get(number)
        if before is not None and (before.nodes == NEEDED or nodes != NEEDED):
            return
        self.solved[number] = Solved(known, nodes)
        self._append(f"{number:x} {known.value} {known.distance} {nodes}")

    def _append(self, text: str) -> None:
        try:
            self.file.write(_line(text))
            self.file.flush()
        except OSError as error:
            raise write_error(self.path, error) from error

    def _read(self) -> None:
        self.file.seek(0)
        content = self.file.read()
        head, _, body = content.partition(b"\n")
        if not content:
            self._append(json.dumps({"format": FORMAT, "version": VERSION, "rules": self.rules}))
            return
        self._check(head)
        for line in body.split(b"\n"):
            text = _text(line)
            if text is not None and (found := _ENTRY.fullmatch(text)):
                known = Known(int(found[2]), int(found[3]))
                self.solved[int(found[1], 16)] = Solved(known, int(found[4]))
        if not content.endswith(
            b"\n"
        ):  # the line that was being written is ended, so that it spoils no other
            self.file.write(b"\n")

    def _check(self, line: bytes) -> None:
        try:
            head = parse_json(_text(line) or "")
        except BadInput as error:
            raise BadInput("book.journal.foreign", path=self.path) from error
        if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != VERSION:
            raise BadInput("book.journal.foreign", path=self.path)
        if head.get("rules") != self.rules:
            raise BadInput("book.journal.rules", path=self.path)


def _line(text: str) -> bytes:
    return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


def _text(line: bytes) -> str | None:
    """The line without its checksum; None where that is wrong."""
    text, _, check = line.rpartition(b" ")
    return text.decode("ascii", "replace") if check == b"%08x" % zlib.crc32(text) else None


@contextmanager
def open_journal(path: Path, rules: str) -> Iterator[Journal]:
    """The journal in that file, a new one where there is none; for one process at a time."""
    try:
        file = path.open("a+b")
    except OSError as error:
        raise write_error(path, error) from error
    with file:
        if not lock_file(file):
            raise BadInput("book.journal.busy", path=path)
        yield Journal(path, rules, file)
        with suppress(OSError):
            os.fsync(file.fileno())
