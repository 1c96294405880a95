"""What is known of a game while it is solved: files in a folder beside the output, for each shard of a layer.

A layer that was enumerated has its states and keys; one whose moves were tried has notes and edges (see
`engine/graph.py`) as well; one that was valued, its values. An attempt that was ended, by whatever, goes on
behind the last complete file (`resume`). Files are renamed when they are complete, and their names say how
long they are: one that a power failure cut short does not count. A game that does not go by layers has one.
"""

from __future__ import annotations

import mmap
import os
import secrets
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from spielbaum.atomic import lock_file, remove_leftovers, write_error, write_pieces
from spielbaum.engine.position_set import EdgeColumns
from spielbaum.errors import BadInput, TooLarge
from spielbaum.language import Count, Size

Int64Array = npt.NDArray[np.int64]

#: Bytes that are written at a time.
PIECE = 1 << 23
#: Bytes of the disk that are left alone, but of a small one no more than a sixteenth.
LEAST_FREE, LEAST_SHARE = 1 << 30, 16


class Storage:
    """The folder."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self.path = output.with_name(output.name + ".part")
        #: The open folder, locked until it is closed, which the end of the process does in any case.
        self._lock: int | None = None
        #: This attempt began with an empty folder: there is nothing to make way.
        self._began_empty = False

    def prepare(self, digest: str, *, resume: bool) -> None:
        """Keep what an earlier attempt with the same rules left, if it is to go on; else begin anew.

        Refuses a folder in which another process is at work. The files of other rules are deleted one by one,
        as the folder itself carries the lock.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.path)
            remove_leftovers(self.output)
            if not resume or not self.was_prepared(digest):
                for path in self.path.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                (self.path / f"{digest}.rules").touch()
                self._began_empty = True
        except OSError as error:
            raise write_error(self.path, error) from error

    def was_prepared(self, digest: str) -> bool:
        """Whether this is a folder for rules whose digest begins like that."""
        return any(self.path.glob(f"{digest}*.rules"))

    def folder(self, layer: int) -> Path:
        """Each layer has its own: there may be thousands, and files are found by how their names begin."""
        return self.path / f"{layer:05}"

    def has(self, layer: int, what: str) -> bool:
        return self._found(layer, what) is not None

    def size(self, layer: int, what: str) -> int:
        """The bytes of a file that is there."""
        found = self._found(layer, what)
        assert found is not None
        return found.stat().st_size

    def _found(self, layer: int, what: str) -> Path | None:
        for path in self.folder(layer).glob(f"{what}.*"):
            if path.suffix == f".{path.stat().st_size}":
                return path
        return None

    def write(self, layer: int, what: str, array: npt.NDArray[Any]) -> None:
        data = np.ascontiguousarray(array).view(np.uint8).data
        if len(data) >= PIECE:
            self.check_room(len(data))
        pieces = (data[at : at + PIECE] for at in range(0, len(data), PIECE))
        write_pieces(self.place_for(layer, what, len(data)), pieces, flush=False)

    def place_for(self, layer: int, what: str, size: int) -> Path:
        """Where a new file goes; one of another length, from an attempt that was ended, makes way for it.

        Threads that add the same position at once leave a copy, so the next attempt may find fewer positions
        or more; the older file would look as complete as the new one.
        """
        folder = self.folder(layer)
        folder.mkdir(exist_ok=True)
        place = folder / f"{what}.{size}"
        for path in () if self._began_empty else folder.glob(f"{what}.*"):
            if path != place:
                path.unlink(missing_ok=True)
        return place

    def read(self, layer: int, what: str, kind: Any) -> npt.NDArray[Any]:
        """The numbers of a file, as they are needed; changes of them stay in memory."""
        path = self._found(layer, what)
        assert path is not None
        if not path.stat().st_size:
            return np.zeros(0, kind)
        return np.memmap(path, kind, "c").view(np.ndarray)

    def scratch(self, count: int, content: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array on the disk that begins with that content and is zero else.

        The file has no name any more, so it is gone with this process, however that ends. It takes room where
        it is written to: see `check_room`.
        """
        self.check_room(content.nbytes)
        size = max(count, 1) * content.itemsize
        try:
            with tempfile.TemporaryFile(dir=self.path) as file:
                file.truncate(size)
                memory = mmap.mmap(file.fileno(), size)
        except OSError as error:
            raise write_error(self.path, error) from error
        array = np.frombuffer(memory, content.dtype)[:count]
        array[: len(content)] = content
        return array

    def check_room(self, needed: int = 0) -> None:
        """Stop before the disk is full: a page of scratch that cannot be written would end the process."""
        free, least = free_room(self.path)
        if free < needed + least:
            raise BadInput("solution.disk", path=self.path, needed=Size(needed + least), free=Size(free))

    def check_total(self, name: str, count: int, least: int) -> None:
        """Stop where so many positions, of which `count` were found so far, cannot find room on the disk."""
        used = sum(path.stat().st_size for path in self.path.glob("*/*"))
        needed = used * least // count
        left, kept = free_room(self.path)
        free = max(left + used - kept, 0)
        if needed > free:
            raise TooLarge(
                "solution.too_large.disk",
                game=name,
                count=Count(count),
                least=Count(least),
                path=self.path.parent.absolute(),
                needed=Size(needed),
                free=Size(free),
            )

    def delete(self, layer: int, what: str) -> None:
        """Files that nobody needs any more; `what` may have a star in it."""
        for path in self.folder(layer).glob(f"{what}.*"):
            path.unlink(missing_ok=True)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self.release()

    def release(self) -> None:
        """Let other processes use the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _locked(folder: Path) -> int:
    """The folder, open and locked against other processes."""
    opened = os.open(folder, os.O_RDONLY)
    if not lock_file(opened):
        os.close(opened)
        raise BadInput("solution.busy", path=folder)
    return opened


def free_room(path: Path) -> tuple[int, int]:
    """How many bytes of the disk are free, and how many of them are left alone."""
    usage = shutil.disk_usage(path)
    return usage.free, min(LEAST_FREE, usage.total // LEAST_SHARE)


class EdgeFile(EdgeColumns):
    """The edges of a layer while they are found, a file per column."""

    def __init__(
        self, storage: Storage, layer: int, shard: int = 0, columns: Sequence[str] = ("edges",)
    ) -> None:
        super().__init__(columns)
        self._storage, self._layer, self._shard = storage, layer, shard
        # Two workers may be at the same shard, where one was given up too early.
        mark = secrets.token_hex(4)
        self._unfinished = [storage.folder(layer) / f"{column}.{shard}-{mark}" for column in columns]
        self._files: list[IO[bytes]] = []
        try:
            storage.folder(layer).mkdir(exist_ok=True)
            self._files += [path.open("wb") for path in self._unfinished]
        except OSError as error:
            raise write_error(self._unfinished[0], error) from error

    def __enter__(self) -> EdgeFile:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def append(self, column: int, edges: npt.NDArray[np.int32]) -> None:
        if edges.nbytes >= PIECE:
            self._storage.check_room(edges.nbytes)
        try:
            self._files[column].write(edges.data)
        except OSError as error:
            raise write_error(self._unfinished[column], error) from error

    def finish(self, count: int) -> None:
        """All `count` positions of the layer are through."""
        for column, file, unfinished in zip(self.columns, self._files, self._unfinished, strict=True):
            try:
                file.close()
                place = self._storage.place_for(self._layer, f"{column}.{self._shard}", 4 * self._written)
                unfinished.replace(place)
            except OSError as error:
                raise write_error(unfinished, error) from error
        self._storage.write(self._layer, f"where.{self._shard}", self.where(count))
