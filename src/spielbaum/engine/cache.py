"""Compiled code on disk, in the user's cache folder.

One file an entry point, named by the digest of everything the code depends on (see `digest.py`), so a file
is never stale: changed rules look for another name. Numba's own cache would miss every time, since it
hashes captured cells, and would not notice changes in other files; of its machinery only the two functions
that take a compile result apart and put it together are used. Facts on disk:

- the folder is private (0700), and one that others may write to is not used;
- a file is written beside its place and moved there, so processes that compile the same thing at the same
  time do not disturb each other;
- a file begins with a checksum; one that does not match, or cannot be put together, is made again;
- code that holds an address of its process is not written: it would end any other one;
- where nothing can be written the engine works all the same, only compiling takes place every time;
- of the files not used for a while the oldest are deleted when there are more than `MOST_FILES`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from spielbaum.engine.files import cache_folder, private_folder, write_atomically

MAGIC = b"spielbaum compiled 1\n"
MOST_FILES = 400


class CodeCache(_Cache):
    """What Numba asks for compiled code: one file, checked before it is used."""

    def __init__(
        self, name: str, on_miss: Callable[[], None], on_refusal: Callable[[], None] = lambda: None
    ) -> None:
        self.on_miss = on_miss
        #: Called where the code is good for this process only.
        self.on_refusal = on_refusal
        self.folder = private_folder(cache_folder())
        self.path = None if self.folder is None else self.folder / f"{name}.code"

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self._load(target_context)
        if result is None:
            self.on_miss()
        return result

    def _load(self, target_context: Any) -> Any:
        if self.path is None:
            return None
        target_context.refresh()
        try:
            content = self.path.read_bytes()
            head, body = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
            if head != MAGIC + hashlib.sha256(body).digest():
                return None
            # The folder is private and the checksum right: this is what we wrote.
            parts = pickle.loads(body)  # noqa: S301
            result = CompileResult._rebuild(target_context, *parts)
            os.utime(self.path)
        except Exception:  # noqa: BLE001 - whatever is wrong with the file, it is made again
            return None
        return result

    def save_overload(self, sig: Any, data: Any) -> None:
        if self.path is None:
            return
        if data.library.has_dynamic_globals:  # addresses of this process: a huge table, a foreign function
            self.on_refusal()
            return
        with suppress(OSError):
            body = dumps(data._reduce())
            write_atomically(self.path, MAGIC, hashlib.sha256(body).digest(), body)
            self._tidy()

    def _tidy(self) -> None:
        assert self.folder is not None
        files = sorted(self.folder.glob("*.code"), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_FILES]:
            file.unlink(missing_ok=True)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)
