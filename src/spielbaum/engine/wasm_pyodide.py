"""WebAssembly modules run by the browser that Python itself runs in, by Pyodide's bridge to JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spielbaum.engine.wasm_link import FROM


class PageHost:
    """A running module; see `Host`."""

    def __init__(self, module: bytes, stopped: Callable[[], bool]) -> None:
        # Both are parts of Pyodide.
        import js  # type: ignore[import-not-found]
        from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

        self._bytes: Any = js.Uint8Array
        imports = to_js(
            {FROM: {"stopped": create_proxy(lambda: int(stopped()))}},
            dict_converter=js.Object.fromEntries,
        )
        compiled = js.WebAssembly.Module.new(to_js(module))
        self._exports: Any = js.WebAssembly.Instance.new(compiled, imports).exports
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


def start(module: bytes, stopped: Callable[[], bool]) -> PageHost:
    """Run the module; only in Python that runs in a page or worker."""
    return PageHost(module, stopped)
