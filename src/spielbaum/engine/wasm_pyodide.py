"""WebAssembly modules run by the browser that Python itself runs in, by Pyodide's bridge to JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from spielbaum.engine.wasm_link import FROM
from spielbaum.engine.wasm_module import ThreadPool


class PageHost:
    """A running module; see `Host`."""

    def __init__(self, module: bytes, stopped: Callable[[], bool], pool: ThreadPool | None) -> None:
        # Both are parts of Pyodide.
        import js  # type: ignore[import-not-found]
        from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

        self._bytes: Any = js.Uint8Array
        given: dict[str, Any] = {"stopped": create_proxy(lambda: int(stopped()))}
        if isinstance(pool, PageThreads):
            compiled = pool.script.module
            given["memory"] = pool.script.memory
        else:
            compiled = js.WebAssembly.Module.new(to_js(module))
        imports = to_js({FROM: given}, dict_converter=js.Object.fromEntries)
        self._exports: Any = js.WebAssembly.Instance.new(compiled, imports).exports
        if isinstance(pool, PageThreads):
            self._exports.stack_pointer.value = pool.script.stack()
        self._functions: dict[str, Any] = {}

    def call(self, name: str, *numbers: int) -> int:
        if name not in self._functions:
            self._functions[name] = getattr(self._exports, name)
        return int(self._functions[name](*numbers) or 0)

    def read(self, address: int, size: int) -> bytes:
        content: bytes = self._view(address, size).to_bytes()
        return content

    def write(self, address: int, content: bytes) -> None:
        self._view(address, len(content)).assign(content)

    def _view(self, address: int, size: int) -> Any:
        # Made anew each time: a memory that has grown is another buffer.
        return self._bytes.new(self._exports.memory.buffer, address, size)


class PageThreads:
    """Workers of the page, begun before Python was asked; see `sharing.js`."""

    def __init__(self, script: Any) -> None:
        self.script = script

    @property
    def threads(self) -> int:
        return int(self.script.threads)

    def begin(self, number: int, task: Mapping[str, Any]) -> None:
        import js

        self.script.begin(number, js.JSON.parse(json.dumps(task)))

    def wait(self) -> bool:
        self.script.wait()
        return bool(self.script.raised)


def start(module: bytes, stopped: Callable[[], bool], pool: ThreadPool | None = None) -> PageHost:
    """Run the module; only in Python that runs in a page or worker."""
    return PageHost(module, stopped, pool)
