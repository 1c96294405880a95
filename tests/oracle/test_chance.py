"""The engine agrees with plain expectiminimax on random games with chance, whatever they declare.

A search of fixed depth has the value of that depth, what it calls proven is the value of the game, and a
bound is one; with any of the sound techniques switched off, with small tables and used ones, with one thread
and two.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from spielbaum import Game
from spielbaum.engine import Engine, Techniques
from spielbaum.result import Bound, Line, Proof
from tests.support.quick import later
from tests.support.random_chance import KINDS, Plain, random_chance, state_of

pytestmark = pytest.mark.xdist_group("chance")

NEAR = 1e-9
SWITCHES = ("table", "killers", "history", "order", "star", "probing")


def check_proof(line: Line[Any], true: float, met: Counter[str]) -> None:
    """What a line promises of the value of the game itself, for the side that the line is told from."""
    met[line.proof.value] += 1
    if line.proof is Proof.PROVEN:
        assert line.value == pytest.approx(true, abs=NEAR)
    elif line.proof is Proof.BOUND and line.bound is Bound.AT_LEAST:
        assert line.points <= true + NEAR
    elif line.proof is Proof.BOUND:
        assert line.points >= true - NEAR


def check_position(
    engine: Engine[Any, Any], plain: Plain, state: Any, chance: random.Random, met: Counter[str]
) -> None:
    """One search of the position, by depth or by nodes; sometimes of every move, sometimes solved."""
    game = engine.game
    estimates = not game.name.endswith("wild")  # those beyond all pay-offs are not the textbook's
    depth = chance.randrange(1, 9)
    every_move = chance.random() < 0.2
    fixed = chance.random() < 0.8
    limit: dict[str, Any] = {"depth": depth} if fixed else {"nodes": chance.choice((20, 200, 5000))}
    result = engine.search(state, **limit, every_move=every_move)
    sign = -1 if result.view == 1 else 1
    met["searched"] += 1
    if fixed and estimates:
        assert result.value == pytest.approx(sign * float(plain.value(state, depth)), abs=NEAR), (
            state,
            depth,
        )
    check_proof(result, sign * float(plain.value(state)), met)
    for line in result.lines:
        after = game.play(state, line.moves[0])
        check_proof(line, sign * float(plain.value(after)), met)
        if fixed and estimates:
            assert line.value == pytest.approx(sign * float(plain.value(after, depth - 1)), abs=NEAR)
    if result.moves and result.proven:
        after = game.play(state, result.moves[0])
        assert plain.value(after) == plain.value(state)
    if chance.random() < 0.2:
        solved = engine.solve(state, every_move=every_move)
        assert solved.proof is Proof.PROVEN
        check_proof(solved, sign * float(plain.value(state)), met)
        for line in solved.lines:
            check_proof(line, sign * float(plain.value(game.play(state, line.moves[0]))), met)
        met["solved"] += 1


def positions(game: Game[Any, Any], start: Any, chance: random.Random, count: int) -> Iterator[Any]:
    """The start and some positions after it, where the game is not over."""
    state = start
    for _ in range(count):
        yield state
        state = game.play(state, chance.choice(game.legal(state)))
        if game.ended(state):
            state = start


def check_games(
    kind: str, seeds: range, *, each: int = 1, fresh: int = 5, interpreted: bool = False
) -> Counter[str]:
    """So many positions of each game; every so many games on a fresh engine with techniques switched off."""
    game = random_chance(kind)
    used = {
        threads: Engine(game, table_mb=0.05, threads=threads, interpreted=interpreted) for threads in (1, 2)
    }
    met: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        state = state_of(game, seed, chance.randrange(100), chance.randrange(2), chance.randrange(8))
        engine = used[2 if seed % 8 == 7 and not interpreted else 1]
        if seed % fresh == 0:
            off = [name for name in SWITCHES if chance.random() < 0.4]
            techniques = replace(Techniques(), **dict.fromkeys(off, False))
            size = chance.choice((0.0001, 0.002, 0.02))
            engine = Engine(game, table_mb=size, techniques=techniques, interpreted=interpreted)
        elif seed % 7 == 0:
            engine.clear()
        plain = Plain(game)
        for position in positions(game, state, chance, each):
            check_position(engine, plain, position, chance, met)
    return met


@pytest.mark.parametrize("kind", ["folded", *(later(kind) for kind in KINDS if kind != "folded")])
def test_compiled(kind: str) -> None:
    met = check_games(kind, range(250))
    assert met["searched"] == 250
    assert min(met["solved"], met["proven"], met["estimate"]) > 25
    assert met["bound"] > 5


@pytest.mark.parametrize("kind", KINDS)
def test_interpreted(kind: str) -> None:
    met = check_games(kind, range(1000, 1030), interpreted=True)
    assert min(met["proven"], met["estimate"]) > 2


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many(kind: str) -> None:
    """10⁵ positions in all."""
    games, each = 100_000 // len(KINDS) // 8 + 1, 8
    met = check_games(kind, range(10_000, 10_000 + games), each=each, fresh=20)
    assert met["searched"] == games * each
    assert met["proven"] > 1000


def test_star_leaves_out_what_cannot_matter() -> None:
    game = random_chance("folded")
    nodes = Counter[str]()
    for seed in range(40):
        for name, off in (("plain", ("star", "probing")), ("star1", ("probing",)), ("star2", ())):
            techniques = replace(Techniques(table=False), **dict.fromkeys(off, False))
            engine = Engine(game, table_mb=0.001, techniques=techniques)
            nodes[name] += engine.search(state_of(game, seed), depth=6).nodes
    assert nodes["star1"] < 0.9 * nodes["plain"]
    assert nodes["star2"] < nodes["plain"]


def test_solving_reads_no_entries_of_a_search() -> None:
    """What a search keeps has the bank in it, what solving keeps has not; here both have the same place."""
    game = random_chance("banked")
    game = replace(
        game, hints=replace(game.hints, rest=lambda s: (s.seed, s.node, s.ply, s.turn, s.tag, s.bank))
    )
    engine = Engine(game, table_mb=0.05, interpreted=True)
    plain = Plain(game)
    for seed in range(8):
        for state in positions(game, state_of(game, seed, 3, 0, 0), random.Random(seed), 4):
            engine.search(state, depth=8)
            solved = engine.solve(state)
            check_proof(solved, (-1 if solved.view == 1 else 1) * float(plain.value(state)), Counter())
            found = engine.search(state, depth=8)
            sign = -1 if found.view == 1 else 1
            assert found.value == pytest.approx(sign * float(plain.value(state, 8)), abs=NEAR)
