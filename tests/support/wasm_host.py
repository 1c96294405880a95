"""WebAssembly modules run by an ordinary runtime, so that what drives them is tested without a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import wasmtime

from spielbaum.engine.wasm_link import FROM
from spielbaum.engine.wasm_module import ThreadPool


class RuntimeHost:
    """A running module; see `spielbaum.engine.wasm_module.Host`."""

    def __init__(self, module: bytes, stopped: Callable[[], bool], _pool: ThreadPool | None = None) -> None:
        self._store = wasmtime.Store()
        compiled = wasmtime.Module(self._store.engine, module)
        linker = wasmtime.Linker(self._store.engine)
        kind = wasmtime.FuncType([], [wasmtime.ValType.i32()])
        linker.define_func(FROM, "stopped", kind, lambda: int(stopped()))
        self._exports = linker.instantiate(self._store, compiled).exports(self._store)
        self._memory: Any = self._exports["memory"]

    def call(self, name: str, *numbers: int) -> int:
        function: Any = self._exports[name]
        return int(function(self._store, *numbers) or 0)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        self._memory.write(self._store, content, address)
