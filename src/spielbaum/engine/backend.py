"""What runs the kernels of an engine.

This machine (`specialise.py`), or a WebAssembly module (`wasm_module.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from spielbaum.engine.rules import Rules
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.thinking import Thinking
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine.expected_graph import Reachable

M = TypeVar("M")


class Backend(Protocol):
    """Kernels by their names, and the arrays that they work on."""

    @property
    def rules(self) -> Rules: ...

    @property
    def compilations(self) -> int:
        """How many kernels had to be compiled so far."""

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A kernel of `kernels.py`, compiled; takes a workspace, and what else its function says."""

    def zeros(self, *shape: int) -> Int64Array: ...

    def new_table(self, megabytes: float) -> Int64Array: ...

    def lower_generations(self, table: Int64Array, oldest: int, by: int, words: int) -> None: ...

    def thinking(
        self,
        work: Callable[[Thinking[M]], Result[M]],
        control: Int64Array,
        counters: Callable[[], int],
        seconds: float | None,
    ) -> Thinking[M]:
        """Begin the work, in a thread where there are any."""

    def solve_reachable(
        self,
        state: Any,
        threads: int,
        wanted: Callable[[], bool],
        begin: Callable[[], None],
        most: int | None = None,
    ) -> Reachable: ...
