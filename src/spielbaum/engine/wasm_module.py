"""The engine's kernels in a WebAssembly module, called from Python that has neither NumPy nor Numba.

`Engine(game, module=WasmModule(…))` is the engine with other kernels: the same deepening, the same solver,
the same tree. Arrays lie in the memory of the module. Who runs the module is a matter of where Python runs:
`wasm_pyodide.py` in a web page, a runtime for WebAssembly elsewhere; all that it has to do is `Host`.

Python has no threads there. A search runs in whoever asks for its result, and the running kernel asks from
time to time whether to stop (`wasm_runtime.ll`); the answer has to be known without waiting. Where memory may
be shared, workers of JavaScript help (`ThreadPool`, `js/driver/helper.js`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from spielbaum.engine import workspace
from spielbaum.engine.layout import Layout, layout_of, written
from spielbaum.engine.rules import Rules
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.table import generation_of, words_of_table
from spielbaum.engine.thinking import InPlace, Thinking
from spielbaum.engine.wasm_link import custom_section
from spielbaum.engine.words_in_memory import WORD, Memory, Words
from spielbaum.engine.workspace import Workspace
from spielbaum.errors import BadInput, BrokenGame, Unfit
from spielbaum.game import Game
from spielbaum.result import Result

if TYPE_CHECKING:
    from spielbaum.engine.deepening import Helper
    from spielbaum.engine.expected_graph import Reachable

M = TypeVar("M")
T = TypeVar("T")

#: The section of a module with what a driver has to know.
SECTION = "spielbaum"
#: The version of what a module says about itself.
FORMAT = 3
#: Words of `info` that drivers read or write.
INFO = (
    "NODES", "NODE_LIMIT", "FAULT", "SWITCHES", "GENERATION", "OLDEST", "PATH", "EVENTS", "LEAVES", "PARTIAL",
    "IN_USE", "KEPT", "FRESH", "FIRST", "LEFT_OUT",
)  # fmt: skip
#: Bytes of a table that are looked at at once.
_CHUNK = 1 << 20


def memory_facts() -> dict[str, Any]:
    """How kernels and drivers of this version share memory: equal, or they do not belong together."""
    return {
        "workspace": list(Workspace._fields),
        "info": {name: getattr(workspace, name) for name in INFO},
        "faults": {name: getattr(workspace, name) for name in ("ROWS_FULL", "EVENTS_FULL", "TOO_DEEP")},
    }


class Host(Memory, Protocol):
    """A module that runs."""

    def call(self, name: str, *numbers: int) -> int:
        """What the exported function returns."""


class ThreadPool(Protocol):
    """Workers that search in a memory which several instances of a module share."""

    @property
    def threads(self) -> int:
        """How many there are with the one that tells them what to do."""

    def begin(self, number: int, task: Mapping[str, Any]) -> None:
        """Let that helper search; what a task is, `helper.js` says."""

    def wait(self) -> bool:
        """Wait until all have ended; whether a rule raised an exception."""


class Start(Protocol):
    """Start a module; it imports the function, whether to stop, and of a pool the memory."""

    def __call__(
        self, module: bytes, stopped: Callable[[], bool], pool: ThreadPool | None = None, /
    ) -> Host: ...


def packer_of(layout: Layout) -> Callable[[Any, Any], None]:
    """`pack(state, row)`, where the row is a list, or words in memory."""
    pack: Callable[[Any, Any], None]
    (pack,) = written(layout.source, layout.names, "pack")
    if layout.parts:
        return pack

    def pack_arrays(state: Any, row: Any) -> None:
        import numpy as np  # is there: the state is made of it

        words = np.zeros(layout.words, np.int64)
        pack(state, words)
        row[: layout.words] = words.tolist()

    return pack_arrays


def _never() -> bool:
    return False


@dataclass(frozen=True)
class WasmModule:
    """The module of a game, and how to run it.

    `stopped` is asked every few milliseconds of a search, whether it has to end now; a `pool` helps engines
    with several threads.
    """

    content: bytes = field(repr=False)
    start: Start
    stopped: Callable[[], bool] = _never
    pool: ThreadPool | None = None

    def code_of(self, game: Game[Any, Any], threads: int = 1) -> WasmCode:
        """The kernels for an engine; says so where the module is of another game, or of another version."""
        facts = self._facts()
        if facts is None:
            raise BadInput("wasm.module.damaged", game=game.name)
        if any(facts.get(name) != fact for name, fact in {"format": FORMAT, **memory_facts()}.items()):
            raise BadInput("wasm.module.version", game=game.name)
        most = 1 if self.pool is None or game.has_chance else self.pool.threads
        if threads > most:
            raise BadInput("wasm.module.threads", game=game.name, given=threads, most=most)
        code = WasmCode(game, facts, self, self.pool if threads > 1 else None)
        if facts["game"] != game.name or facts["start"] != [str(word) for word in code.packed(game.start)]:
            raise BadInput("wasm.module.other", game=game.name, given=facts["game"])
        return code

    def _facts(self) -> dict[str, Any] | None:
        section = custom_section(self.content, SECTION)
        try:
            facts = None if section is None else json.loads(section)
        except ValueError:
            return None
        return facts if isinstance(facts, dict) else None


class WasmCode:
    """The kernels in an instance of the module; see `backend.py`."""

    compilations = 0

    def __init__(
        self, game: Game[Any, Any], facts: dict[str, Any], module: WasmModule, pool: ThreadPool | None
    ) -> None:
        self.facts = facts
        self._stopped = module.stopped
        self._thinking: InPlace[Any] | None = None
        #: Memory that nobody uses any more: given back when there is a quiet moment.
        self._unused: list[int] = []
        self._pool = pool
        self._host = module.start(module.content, self._due, pool)
        layout = layout_of(game.start)
        declared = game.named("urgent")
        names = {
            "pack": packer_of(layout),
            "check_and_place": lambda state: self._asked("key", state),
            "rest_and_place": lambda state: self._asked("rest_key", state),
            "urgent": declared if declared is not None else lambda _state: False,
            "NEAR": facts["near"],
            "SPAN": facts["span"],
            "GROWS": facts["grows"],
            "HAS_BANKED": facts["banked"],
            "HAS_SKIP": facts["sizes"]["estimates"] > 0,
            "HAS_SWING": facts["swing"] is not None,
        }
        self.rules = Rules(game, layout, names)
        self._state = self.zeros(max(layout.words, 1))
        self._answer = self.zeros(2)
        self._window = self.zeros(3)
        self._directory = self.zeros(3 * len(Workspace._fields))

    def packed(self, state: Any) -> list[int]:
        """The words of a state."""
        row = [0] * self.rules.layout.words
        self.rules.names["pack"](state, row)
        return [int(word) for word in row]

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in self.facts["kernels"]:
            raise Unfit("wasm.module.kernel", game=self.rules.game.name, kernel=name)
        if name == "chance":
            return self._chance
        return partial(self._search if name in ("search", "trace") else self._run, name)

    def zeros(self, *shape: int) -> Int64Array:
        while self._unused:
            self._host.call("release", self._unused.pop())
        words = shape[0] * (shape[1] if len(shape) == 2 else 1)
        address = self._host.call("allocate", WORD * max(words, 1)) & 0xFFFFFFFF
        if address == 0:
            raise BadInput("engine.table.memory", given=WORD * words >> 20, free="?")
        return cast("Int64Array", Words(self._host, address, shape, _Block(address, self._unused)))

    def new_table(self, megabytes: float) -> Int64Array:
        return self.zeros(words_of_table(megabytes))

    def lower_generations(self, table: Any, oldest: int, by: int, words: int) -> None:
        """The same as in `table.py`, word by word; once in some hundred searches."""
        for first in range(0, len(table), _CHUNK // WORD):
            part = table[first : first + _CHUNK // WORD]
            entries = part.tolist()
            if not any(entries):
                continue
            for at in range(0, len(entries), words):
                data = entries[at + 1]
                generation = generation_of(data)
                if generation < oldest:
                    entries[at : at + words] = [0] * words
                else:
                    lowered = data + ((max(generation - by, 1) - generation) << 8)
                    entries[at] ^= data ^ lowered
                    entries[at + 1] = lowered
            part[:] = entries

    def thinking(
        self,
        work: Callable[[Thinking[M]], Result[M]],
        control: Int64Array,
        counters: Callable[[], int],
        seconds: float | None,
    ) -> Thinking[M]:
        self._thinking = thinking = InPlace(work, control, counters, seconds)
        return thinking

    def together(self, lead: Callable[[], T], helpers: Sequence[Helper], stop: Callable[[], None]) -> T:
        if self._pool is None:
            return lead()
        directories = []
        for number, helper in enumerate(helpers):
            search = helper.search
            directories.append(self.zeros(3 * len(Workspace._fields)))
            directories[-1][:] = _places(search.work)
            task = {
                "directory": _address(directories[-1]),
                "state": [str(word) for word in self.packed(helper.state)],
                "left": [bool(out) for out in search.left_out],
                "first": helper.first,
                "last": helper.last,
                "everyMove": helper.every_move,
                "offset": search.offset,
                "aspire": search.aspire,
            }
            self._pool.begin(number, task)
        try:
            answer = lead()
        finally:
            stop()
            raised = self._pool.wait()
        if raised:
            raise BrokenGame("wasm.raised", game=self.rules.game.name)
        return answer

    def solve_reachable(
        self,
        _state: Any,
        _threads: int,
        _wanted: Callable[[], bool],
        _begin: Callable[[], None],
        _most: int | None = None,
    ) -> Reachable:
        raise Unfit("wasm.module.kernel", game=self.rules.game.name, kernel="solve")

    # -------------------------------------------------------------------------------------- inside

    def _due(self) -> bool:
        return self._stopped() or (self._thinking is not None and self._thinking.due())

    def _search(self, name: str, work: Workspace, depth: int, low: int, high: int) -> tuple[int, int]:
        self._window[:2] = low, high
        self._run(name, work, depth, _address(self._window))
        value, proof = self._window[:2]
        return int(value), int(proof)

    def _chance(self, work: Workspace, depth: int, low: float, high: float) -> tuple[float, float, int]:
        window = _address(self._window)
        self._host.write(window, struct.pack("<dd", low, high))
        self._run("chance", work, depth, window)
        found: tuple[float, float, int] = struct.unpack("<ddq", self._host.read(window, 3 * WORD))
        return found

    def _run(self, name: str, work: Workspace, number: int, *window: int) -> None:
        self._directory[:] = _places(work)
        self._called(name, _address(self._directory), number, *window)

    def _asked(self, question: str, state: Any) -> tuple[int, int]:
        self._state[: self.rules.layout.words] = self.packed(state)
        self._called(question, _address(self._state), 0, _address(self._answer), len(self._answer))
        check, place = self._answer
        return int(check), int(place)

    def _called(self, name: str, *numbers: int) -> None:
        if self._host.call(name, *numbers) != 0:
            raise BrokenGame("wasm.raised", game=self.rules.game.name)


class _Block:
    """Memory of the module: unused when the last array in it is."""

    def __init__(self, address: int, unused: list[int]) -> None:
        self._address = address
        self._unused = unused

    def __del__(self) -> None:
        self._unused.append(self._address)


def _places(work: Workspace) -> list[int]:
    """Three words for each array: address, rows, columns."""
    arrays = cast("tuple[Words, ...]", tuple(work))
    return [word for array in arrays for word in (array.address, array.shape[0], (*array.shape, 1)[1])]


def _address(words: Any) -> int:
    return cast("int", words.address)
