"""The engine over a WebAssembly module, in Python without NumPy and Numba: the same tree as here."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pytest

from spielbaum import Game
from spielbaum.engine import Engine
from spielbaum.engine.wasm import build
from spielbaum.engine.wasm_module import WasmCode, WasmModule
from spielbaum.engine.words_in_memory import Words
from spielbaum.errors import BadInput, Unfit
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.play.engine_store import think
from spielbaum.play.player import Turn
from spielbaum.result import Result
from tests.engine.test_given_back import heap as take_up_to_three
from tests.engine.test_given_back import listed
from tests.engine.test_wasm import requests_for
from tests.support.patience import PATIENCE
from tests.support.quick import later
from tests.support.wasm import Native, module_of
from tests.support.wasm_host import RuntimeHost

#: Modules that several tests use are made once.
pytestmark = pytest.mark.xdist_group("wasm")

GAMES = [name for name in built_in_names() if load_game(name).fits_engine]
EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK = ("takeaway", "connect4")


def engine_of(name: str, **options: Any) -> Engine[Any, Any]:
    module = WasmModule(module_of(name), RuntimeHost)
    return Engine(load_game(name), table_mb=1, module=module, **options)


def compare(name: str, seed: int, games: int) -> None:
    here, there = Native(load_game(name)), Native(load_game(name), engine_of(name))
    for request in requests_for(name, seed, games):
        if request["kind"] != "rules":
            assert there.answer(request) == here.answer(request), request


@pytest.mark.parametrize("name", [name if name in QUICK else later(name) for name in GAMES])
def test_same_tree(name: str) -> None:
    """Values, lines, proofs and node counts are those of this machine, also with a table in use."""
    compare(name, seed=3, games=5)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in GAMES if load_game(name).has_chance])
def test_same_tree_on_many_positions_with_chance(name: str) -> None:
    """What `test_wasm.py` asks of the games without chance: two positions of each of so many random games."""
    compare(name, seed=4, games=300)


class Heap(NamedTuple):
    left: int
    player: int


def with_lists() -> Game[Heap, int]:
    """Take one to three; the moves are collected in a list."""

    def moves(s: Heap) -> list[int]:
        found = []
        for taken in range(1, min(s.left, 3) + 1):
            found.append(taken)  # noqa: PERF402
        return found

    def play(s: Heap, taken: int) -> Heap:
        return Heap(s.left - taken, 1 - s.player)

    def utility(s: Heap) -> int:
        return 1 if s.player == 0 else -1

    return Game("lists", Heap(21, 0), moves, play, utility)


def with_arrays() -> Game[Any, Any]:
    """Nim; the heaps lie in an array, of which every move makes a copy."""

    def moves(s: Any) -> Any:
        heaps = s[0]
        for heap in range(len(heaps)):
            for taken in range(1, heaps[heap] + 1):
                yield heap, taken

    def play(s: Any, move: Any) -> Any:
        heaps = s[0].copy()
        heaps[move[0]] -= move[1]
        return heaps, 1 - s[1]

    def player(s: Any) -> int:
        return int(s[1])

    def utility(s: Any) -> int:
        return 1 if s[1] == 1 else -1

    return Game("arrays", (np.array([3, 4, 2], np.int8), 0), moves, play, utility, player=player)


def with_nested_tuples() -> Game[Any, Any]:
    """Tic-Tac-Toe on rows of a board; lines are collected in a list of tuples."""

    def won(b: Any) -> bool:
        lines = [b[0], b[1], b[2], (b[0][0], b[1][1], b[2][2]), (b[0][2], b[1][1], b[2][0])]
        for column in range(3):
            lines.append((b[0][column], b[1][column], b[2][column]))  # noqa: PERF401
        return any(line[0] != 0 and line[0] == line[1] and line[1] == line[2] for line in lines)

    def moves(s: Any) -> Any:
        if won(s[0]):
            return
        for y in range(3):
            for x in range(3):
                if s[0][y][x] == 0:
                    yield y, x

    def play(s: Any, move: Any) -> Any:
        flat = [s[0][y][x] for y in range(3) for x in range(3)]
        flat[3 * move[0] + move[1]] = s[1] + 1
        rows = (flat[0], flat[1], flat[2]), (flat[3], flat[4], flat[5]), (flat[6], flat[7], flat[8])
        return rows, 1 - s[1]

    def player(s: Any) -> int:
        return int(s[1])

    def utility(s: Any) -> int:
        return 1 - 2 * (1 - int(s[1])) if won(s[0]) else 0

    return Game("nested", (((0, 0, 0), (0, 0, 0), (0, 0, 0)), 0), moves, play, utility, player=player)


OWN: dict[str, Callable[[], Game[Any, Any]]] = {
    "lists": lambda: take_up_to_three(listed),
    "appended": with_lists,
    "arrays": with_arrays,
    "nested": with_nested_tuples,
    "dots": lambda: load_game(str(EXAMPLES / "dots.py")),
    "merels": lambda: load_game(str(EXAMPLES / "merels.py")),
}


@pytest.mark.parametrize("name", [later(name) for name in OWN])
def test_rules_that_make_lists_and_arrays(name: str) -> None:
    """People's own games: the tree is the same."""
    game = OWN[name]()
    here, there = (
        Engine(game, table_mb=1),
        Engine(game, table_mb=1, module=WasmModule(build(game), RuntimeHost)),
    )
    asked: list[dict[str, Any]] = [{"depth": 6}, {"nodes": 20_000}, {"depth": 4, "every_move": True}]
    for limits in asked:
        one, other = here.search(**limits), there.search(**limits)
        assert (one.value, one.moves, one.nodes, one.lines) == (
            other.value,
            other.moves,
            other.nodes,
            other.lines,
        )


@pytest.mark.long
def test_memory_is_given_back() -> None:
    """Rules that copy an array at every move need no more memory for the next search than for the last."""
    game = with_arrays()
    engine = Engine(game, table_mb=1, module=WasmModule(build(game), Sized))
    assert isinstance(engine.code, WasmCode)
    host = engine.code._host
    assert isinstance(host, Sized)
    pages = []
    for _ in range(6):
        engine.clear()
        engine.search(nodes=50_000)
        pages.append(host.pages)
    assert pages[-1] == pages[2]


def test_tables_begin_with_a_line_of_the_cache() -> None:
    """Also those that come after small blocks, in new pages, or in the place of others."""
    host = RuntimeHost(module_of("takeaway"), lambda: False)
    tables = []
    for megabytes in (1, 2, 4):
        host.call("allocate", 24)
        tables.append(host.call("allocate", megabytes << 20))
    host.call("release", tables[1])
    tables += [host.call("allocate", 2 << 20), host.call("allocate", 100_000)]
    assert [table % 64 for table in tables] == [0] * 5
    assert tables[3] == tables[1]


class Sized(RuntimeHost):
    @property
    def pages(self) -> int:
        return int(self._memory.size(self._store))


def test_outcomes_and_tables_that_are_full_of_generations() -> None:
    """Many searches in a row, with a table that is cleared in between or not, stay those of this machine."""
    game = load_game("takeaway")
    here, there = Engine(game, table_mb=0.01), engine_of("takeaway")
    there.memory.table = there.code.new_table(0.01)
    states = [game.play(game.start, move) for move in game.legal(game.start)]
    assert there.outcomes(states) == here.outcomes(states)
    for number in range(300):
        if number % 100 == 50:
            here.clear()
            there.clear()
        one, other = here.search(nodes=50), there.search(nodes=50)
        assert (one.value, one.moves, one.nodes) == (other.value, other.moves, other.nodes)
    assert there.table.tolist() == here.table.tolist()


def test_without_numpy_and_numba() -> None:
    """The package and an engine of a module import neither."""
    code = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
from spielbaum.engine import Engine
from spielbaum.engine import wasm_pyodide
from spielbaum.engine.wasm_module import WasmModule
from spielbaum.games import load_game
from spielbaum.play.engine_store import EngineStore
from tests.support.wasm_host import RuntimeHost
module = WasmModule(sys.stdin.buffer.read(), RuntimeHost)
EngineStore.module = lambda game: module
with EngineStore().lend(load_game("takeaway"), table_mb=1) as engine:
    print(engine.search(depth=6).value, engine.solve(every_move=True).value, engine.perft(None, 3))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=module_of("takeaway"),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    engine = Engine(load_game("takeaway"), table_mb=1)
    expected = f"{engine.search(depth=6).value} {engine.solve().value} {engine.perft(None, 3)}"
    assert done.stdout.decode().strip() == expected


def test_stop_from_outside() -> None:
    """Whoever runs the module is asked while the search runs; it ends with what is known by then."""
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    module = WasmModule(module_of("connect4"), RuntimeHost, stopped)
    engine = Engine(load_game("connect4"), table_mb=1, module=module)
    thinking = engine.start()
    assert not thinking.done
    result = thinking.result()
    assert asked == 21
    assert (result.depth or 0) >= 1
    assert result.move in load_game("connect4").legal(load_game("connect4").start)
    asked = 0
    bound = engine.solve()
    assert not bound.proven
    assert asked == 21


def test_stop_and_reports_of_a_turn() -> None:
    """A player's turn hears of each depth from inside the search, and may stop it there."""
    game = load_game("connect4")
    heard: list[Result[Any]] = []

    def report(info: Result[Any]) -> None:
        heard.append(info)
        if len(heard) > 5:
            turn.stop.set()

    turn = Turn(stop=Event(), report=report)
    result = think(engine_of("connect4"), Position.of(game, ""), turn)
    depths = [info.depth for info in heard]
    assert depths[:6] == [1, 2, 3, 4, 5, 6]
    # What is told last comes from an iteration that was cut short, if it had found something.
    assert result == heard[-1] or result.depth == heard[-1].depth


def test_time_limit_and_waiting() -> None:
    engine = engine_of("connect4")
    assert engine.search(seconds=0.05).move is not None

    async def all_news() -> list[Result[Any]]:
        return [news async for news in engine.start(nodes=1000)]

    (last,) = asyncio.run(all_news())
    assert last.nodes >= 1000
    stopped = engine.start()
    stopped.stop()
    assert stopped.result().move is not None


def test_modules_that_do_not_fit() -> None:
    """Each is refused with a sentence."""
    content = module_of("takeaway")
    kalah, takeaway = load_game("kalah"), load_game("takeaway")
    with pytest.raises(BadInput, match="belongs to takeaway"):
        Engine(kalah, module=WasmModule(content, RuntimeHost))
    for damaged in (b"", b"something else", content[:100]):
        with pytest.raises(BadInput, match="damaged"):
            Engine(takeaway, module=WasmModule(damaged, RuntimeHost))
    other = content.replace(b'"format":3', b'"format":2')
    with pytest.raises(BadInput, match="another version"):
        Engine(takeaway, module=WasmModule(other, RuntimeHost))
    with pytest.raises(BadInput, match="2 threads cannot search takeaway here, only 1"):
        engine_of("takeaway", threads=2)
    with pytest.raises(Unfit, match="cannot do that"):
        engine_of("takeaway").search(depth=2, trace=10)


@pytest.mark.parametrize("name", ["takeaway", later("tictactoe"), later("kalah"), later("chess")])
def test_traces(name: str) -> None:
    """A search tells each of its steps as it does here."""
    game = load_game(name)
    content = build(game, trace=True)
    here = Engine(game, table_mb=1, interpreted=True).search(depth=3, trace=5000)
    there = Engine(game, table_mb=1, module=WasmModule(content, RuntimeHost)).search(depth=3, trace=5000)
    assert here.trace is not None
    assert there.trace is not None
    assert len(here.trace.events) > 10
    assert there.trace.events == here.trace.events


def test_words() -> None:
    """Views of memory are read and written as NumPy's would be."""

    class Bytes:
        content = bytearray(8 * 12)

        def read(self, address: int, size: int) -> bytes:
            return bytes(self.content[address : address + size])

        def write(self, address: int, content: bytes) -> None:
            self.content[address : address + len(content)] = content

    grid = Words(Bytes(), 0, (3, 4))
    grid[1] = [1, 2, 3, -4]
    grid[2, 1] = 7
    grid[0][2:4] = 5
    assert grid.tolist() == [[0, 0, 5, 5], [1, 2, 3, -4], [0, 7, 0, 0]]
    assert grid[1:].tolist() == [[1, 2, 3, -4], [0, 7, 0, 0]]
    assert (grid[1, 3], list(grid[1][:2]), len(grid), 7 in grid[2]) == (-4, [1, 2], 3, True)
    with pytest.raises(IndexError):
        grid[3]
    with pytest.raises(ValueError, match="2 words for 4"):
        grid[0] = [1, 2]
