"""The WebAssembly module of a game does what the engine does here: the same rules, the same tree."""

from __future__ import annotations

import random
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum import Game
from spielbaum.engine.specialise import CannotCompile
from spielbaum.engine.wasm import build, kernels_of
from spielbaum.engine.wasm_link import PADDED, NotLinked, leb, link, sleb
from spielbaum.games import built_in_names, load_game
from tests.support.quick import later
from tests.support.wasm import Native, Request, ask, module_of, random_game, run_script

#: Modules that several tests use are made once.
pytestmark = pytest.mark.xdist_group("wasm")

GAMES = [
    name
    for name in built_in_names()
    if load_game(name).two_player_zero_sum and not load_game(name).has_chance
]
#: Of the short run: a search worth the name, and a game that is solved from its start.
QUICK = ("connect4", "takeaway")
#: Plies after which positions of games that may end early are solved in no time.
SOLVED_FROM = {"connect4": 24, "othello": 46, "kalah": 20, "2048": 1000, "einstein": 44}
#: Plies that a search of some thousand nodes takes.
DEPTHS = {"chess": 5, "dobutsu": 5, "lgame": 2, "2048": 4, "einstein": 3, "backgammon": 2}


class Heap(NamedTuple):
    left: int
    player: int


def requests_for(name: str, seed: int, games: int) -> list[Request]:
    """Questions about positions of random games."""
    game = load_game(name)
    chance = random.Random(f"{name} {seed}")
    depth = DEPTHS.get(name, 6)
    asked: list[Request] = []

    def add(kind: str, numbers: list[int], **options: Any) -> None:
        asked.append({"kind": kind, "numbers": numbers, "options": options})

    for _ in range(games):
        numbers = random_game(game, chance, 120)
        add("rules", numbers)
        if not numbers:
            continue
        here = numbers[: chance.randrange(len(numbers))]
        add("rules", here)
        add("search", here, depth=depth)
        add("search", here, nodes=3000)
        add("search", here, depth=depth - 1, everyMove=True)
        add("search", here, depth=depth - 1, lines=3)
        add("perft", here, depth=2)
        late = numbers[: max(len(numbers) - 9, len(here), 0)]
        if not game.facts.repeats and len(late) >= SOLVED_FROM.get(name, 0):
            add("solve", late, everyMove=chance.random() < 0.5)
            if "solve" in kernels_of(game):
                add("values", late, fresh=True)
        if chance.random() < 0.2:
            add("clear", [])
    return asked


def compare(name: str, asked: list[Request], folder: Path) -> None:
    native = Native(load_game(name))
    answers = ask(module_of(name), asked, folder)
    for request, answer in zip(asked, answers, strict=True):
        assert answer == native.answer(request), request


@pytest.mark.parametrize("name", [name if name in QUICK else later(name) for name in GAMES])
def test_same_tree(name: str, tmp_path: Path) -> None:
    """Rules, node counts, values, lines and proofs are those of the engine, also with a table in use."""
    compare(name, requests_for(name, 1, 5), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_same_tree_on_many_positions(name: str, tmp_path: Path) -> None:
    """The same on ten thousand positions in all: two of each random game, besides its end."""
    compare(name, requests_for(name, 2, -(-5_000 // len(GAMES))), tmp_path)


def test_driver(tmp_path: Path) -> None:
    """Searches end when they are told to, with an answer; what makes no sense is refused with a sentence."""
    found = run_script("wasm_driver.js", module_of("connect4"), tmp_path)
    assert found["stopped"]["depth"] >= 3
    assert found["stopped"]["moves"] >= 1
    assert found["timed"]["depth"] >= 1
    assert found["timed"]["moves"] >= 1
    assert found["only"][0] == found["only"][1]
    assert found["unchanged"] == 0
    assert found["bound"] == "bound"
    refusals = found["refusals"]
    assert "busy" in refusals["busy"]
    assert refusals["illegal"] == "99 is no legal move; legal are: 0 1 2 3 4 5 6"
    assert "needs a limit" in refusals["limit"]
    assert refusals["depth"] == "depth must be a number from 1 to 250, not 0.5"
    assert "not over" in refusals["running"]
    assert "section spielbaum is missing" in refusals["bytes"]


def test_threads_share_a_table(tmp_path: Path) -> None:
    """A search of fixed depth has the value of that depth, whoever filled the table; helpers do take part."""
    found = run_script("wasm_threads.js", module_of("connect4"), tmp_path)
    assert found["threads"] == [1, 3]
    for alone, together in found["same"]:
        assert together == alone
    assert min(found["counted"]) > 0
    assert found["few"] <= 30_100
    assert found["timed"] >= 1
    assert found["exact"] == "proven"
    assert "bytes of the module" in found["refusals"]["bare"]
    assert "Cross-Origin-Opener-Policy" in found["refusals"]["page"]


@pytest.mark.long
def test_rules_that_need_other_libraries() -> None:
    """A logarithm is computed by a library of the machine, which a module has not."""

    def moves(s: Heap) -> range:
        return range(1, min(s.left, 3) + 1)

    def play(s: Heap, taken: int) -> Heap:
        return Heap(s.left - taken, 1 - s.player)

    def utility(s: Heap) -> int:
        return 1 if s.player == 0 else -1

    def evaluate(s: Heap) -> int:
        return int(log(1 + s.left))

    game = Game("logarithm", Heap(7, 0), moves, play, utility, evaluate=evaluate)
    with pytest.raises(CannotCompile, match="cannot become a WebAssembly module: its rules need log"):
        build(game)


def test_numbers_of_the_linker() -> None:
    """The examples of the DWARF standard, and numbers of the size that LLVM leaves room for."""
    assert leb(624485) == bytes.fromhex("e58e26")
    assert sleb(-123456) == bytes.fromhex("c0bb78")
    assert leb(3, PADDED) == bytes.fromhex("8380808000")
    assert sleb(-2, PADDED) == bytes.fromhex("feffffff7f")


def test_linker_refuses_other_files() -> None:
    with pytest.raises(ValueError, match="no WebAssembly object"):
        link(b"something else", {}, {})
    # An object that imports the function env.log, of type 0.
    imports = b"\x01\x03env\x03log\x00\x00"
    types = b"\x01\x60\x00\x00"
    content = b"\0asm\1\0\0\0" + b"".join(
        bytes([number, len(part)]) + part for number, part in ((1, types), (2, imports))
    )
    with pytest.raises(NotLinked, match="log"):
        link(content, {}, {})
