"""The one door: limits, stopping, threads, determinism, faults, files."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import threading
from collections import Counter
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest

from spielbaum import Bound, Game, Position, Proof, Result, load_game, minimax
from spielbaum.engine import Engine, Techniques, Thinking
from spielbaum.engine.bench import POSITIONS, bench
from spielbaum.engine.exact import Exact, Stopped
from spielbaum.errors import BadInput, BrokenGame, SpielbaumError
from spielbaum.result import payoff_for
from spielbaum.trace import Cutoff, Enter, Leaf, Leave, TableHit
from tests.support.patience import PATIENCE
from tests.support.quick import later
from tests.support.random_game import State, random_game
from tests.support.ring import ring

#: Changes only when the search does.
SIGNATURE = 387489


@pytest.fixture(scope="module")
def engine() -> Engine[Any, Any]:
    engine = Engine(load_game("connect4"), table_mb=4)
    engine.warm("search")
    return engine


@pytest.fixture(scope="module")
def small() -> Engine[Any, Any]:
    return Engine(random_game(), table_mb=0.1)


def test_signature() -> None:
    """Fixed positions, fixed depths: the nodes of all searches together."""
    measured = list(bench())
    assert len(measured) == len(POSITIONS)
    assert sum(one.nodes for one in measured) == SIGNATURE, [(one.game, one.nodes) for one in measured]


def test_limits_are_kept(engine: Engine[Any, Any]) -> None:
    assert engine.search(nodes=5000).nodes <= 5001
    assert engine.search(depth=5).depth == 5
    began = perf_counter()
    assert engine.search(seconds=0.05, depth=200).seconds < PATIENCE
    assert perf_counter() - began < PATIENCE
    assert engine.search(seconds=10**6, nodes=100).nodes <= 101
    assert engine.search(seconds=0).move in engine.game.legal(engine.game.start)


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"depth": 0},
        {"depth": 1000},
        {"depth": 2.5},
        {"nodes": 0},
        {"nodes": -5},
        {"nodes": 1 << 70},
    ],
)
def test_absurd_limits(engine: Engine[Any, Any], limits: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        engine.search(**limits)
    assert engine.search(depth=1).depth == 1


def test_one_thread_and_a_node_limit_give_the_same_search_twice() -> None:
    game = load_game("connect4")
    results = [Engine(game, table_mb=1).search(nodes=30_000) for _ in range(2)]
    first, second = ((r.nodes, r.value, r.moves, r.depth) for r in results)
    assert first == second


def test_a_stopped_search_answers_a_legal_move(engine: Engine[Any, Any]) -> None:
    thinking = engine.start()
    while (info := thinking.info) is None or (info.depth or 0) < 4:
        sleep(0.005)
    assert info.nodes_per_second > 0
    assert info.nodes <= thinking.nodes
    thinking.stop()
    result = thinking.result(timeout=PATIENCE)
    assert thinking.done
    assert result.move in engine.game.legal(engine.game.start)
    assert result.proof is Proof.ESTIMATE


def test_one_thing_at_a_time(engine: Engine[Any, Any]) -> None:
    thinking = engine.start()
    with pytest.raises(BadInput, match="still searching"):
        engine.search(depth=1)
    thinking.stop()
    thinking.result()
    assert engine.search(depth=1).move is not None


def test_asynchronous_iteration(engine: Engine[Any, Any]) -> None:
    async def follow() -> list[Result[Any]]:
        return [info async for info in engine.start(depth=7)]

    infos = asyncio.run(follow())
    assert infos[-1].depth == 7
    assert infos[-1].move in engine.game.legal(engine.game.start)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to threads")
def test_ctrl_c_stops_a_blocking_search(engine: Engine[Any, Any]) -> None:
    def interrupt() -> None:
        while not engine.memory.nodes or not engine._busy.locked():
            sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    engine.memory.workspaces.clear()  # nodes of the search before
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        engine.search(seconds=60)
    assert engine.search(depth=1).move is not None


def test_a_finished_game_is_refused(engine: Engine[Any, Any]) -> None:
    over = Position.of(engine.game, "1212121")
    with pytest.raises(BadInput, match="is over"):
        engine.search(over, depth=3)
    with pytest.raises(BadInput, match="is over"):
        engine.solve(over)


def test_games_that_do_not_fit() -> None:
    with pytest.raises(BadInput, match="two players"):
        Engine(load_game("trio"), table_mb=0.01).search(depth=2)
    with pytest.raises(BadInput, match="can repeat"):
        Engine(random_game().with_facts(repeats=True), table_mb=0.01).solve()
    with pytest.raises(BadInput, match="threads"):
        Engine(load_game("connect4"), threads=0)
    with pytest.raises(BadInput, match="States must be made of"):
        Engine(replace(random_game(), start=("text", 1)))


def test_a_search_that_is_stopped_while_it_is_compiled_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.engine.thinking.GRACE", 0.0)
    monkeypatch.setattr("spielbaum.engine.thinking.BEAT", 0.01)
    compiled = threading.Event()
    control = np.zeros(1, np.int64)

    def work(thinking: Thinking[int]) -> Result[int]:
        compiled.wait(PATIENCE)
        thinking.begin()
        return Result(0, 0, (1,), algorithm="engine")

    thinking = Thinking(work, control, lambda: 0, None)
    thinking.stop()
    with pytest.raises(TimeoutError):
        thinking.result(timeout=0.2)  # a limit
    compiled.set()
    assert thinking.result().move == 1


def test_solving_that_is_stopped_along_the_line_keeps_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_exact: Exact, _state: Any) -> int:
        raise Stopped

    monkeypatch.setattr(Exact, "value", stopped)
    found = Engine(load_game("connect4:width=3,height=3,k=3"), interpreted=True, table_mb=1).solve()
    assert found.proven
    assert len(found.moves) == 1


def test_solving_can_be_stopped_and_says_what_it_knows() -> None:
    engine = Engine(load_game("connect4"), table_mb=4)
    result = engine.start_solving(seconds=0.3).result()
    assert result.proof is Proof.BOUND
    assert result.move is None  # none is known to keep the bound


def test_solve_many(small: Engine[Any, Any]) -> None:
    states = [State(seed, 0, 0, 0) for seed in range(5)]
    assert [r.value for r in small.solve_many(states)] == [small.solve(s).value for s in states]


def test_repetition_is_a_draw() -> None:
    """Whoever walks round comes to where he was."""
    game = ring()
    here = Position(game, (0, 0), (1,))
    on = Engine(game, table_mb=0.01, interpreted=True).search(here, depth=3)
    assert on.value == 1  # whoever is next to the goal steps there
    home = Position(game, (0, 0), (1, 3, 3, 1))
    again = Engine(game, table_mb=0.01, interpreted=True).search(home, depth=1)
    assert again.value == 0  # both neighbours were there before: each is a draw, not the estimate
    off = Techniques(repetition=False)
    assert Engine(game, table_mb=0.01, interpreted=True, techniques=off).search(home, depth=1).value == 0.5


def test_positions_of_the_game_come_again_as_often_as_the_rule_says() -> None:
    """White is lost; that the position came once before does not save it, that it came twice does."""
    game = load_game("chess")
    start = Position.of(game, "6k1/8/8/8/8/8/1q6/6KQ w - - 0 1")
    dance = "h1d5 g8h8 d5h1 h8g8 "
    engine = Engine(game, table_mb=1)
    once, twice = (reduce(Position.play, (dance * times).split(), start) for times in (1, 2))
    back = game.find_move(once.state, "h1d5")
    assert engine.search(once, depth=2, only=[back]).value != 0
    assert engine.search(twice, depth=2, only=[back]).value == 0


def test_trace_of_a_lively_position() -> None:
    """The trace goes on where the depth limit is not the end, and says which moves a cut-off left out."""
    game = load_game("tictactoe")
    here = Position.of(game, "a1 b1")  # threats are near
    result = Engine(game, table_mb=0.01, interpreted=True).search(here, depth=3, trace=10_000)
    assert result.trace is not None
    entered = [event.path for event in result.trace.events if isinstance(event, Enter)]
    assert max(map(len, entered)) > 3
    cuts = [event for event in result.trace.events if isinstance(event, Cutoff)]
    assert cuts
    for cut in cuts:
        state = here.state
        for move in cut.path:
            state = game.play(state, move)
        assert cut.skipped
        assert set(cut.skipped) < set(game.legal(state))


@pytest.mark.parametrize("interpreted", [True, later(False)])
def test_trace(interpreted: bool) -> None:
    """The events of the search, in the words of the textbook; bounded.

    In the short run `search/test_first.py` reads those of compiled code.
    """
    small = Engine(random_game(), table_mb=0.1, interpreted=interpreted)
    result = small.search(State(11, 0, 0, 0), depth=5, trace=100_000)
    assert result.trace is not None
    kinds = {type(event) for event in result.trace.events}
    assert {Enter, Leaf} <= kinds
    assert any(isinstance(event, TableHit) for event in result.trace.events)
    assert len(result.trace.text().splitlines()) > 10
    plain = small.search(State(11, 0, 0, 0), depth=5)
    assert plain.value == result.value
    short = small.search(State(11, 0, 0, 0), depth=5, trace=50)
    assert short.trace is not None
    assert len(short.trace) <= 50
    assert short.move in small.game.legal(State(11, 0, 0, 0))


def test_a_trace_says_how_sure_values_are() -> None:
    """As the textbook's: proven values are those of the whole game, bounds are bounds of them."""
    engine = Engine(random_game(), table_mb=0.1, interpreted=True)
    game, met = engine.game, Counter[Proof]()
    whole = cache(lambda state: minimax(game, state))
    for start in (State(seed, 0, 2, 0) for seed in range(12)):
        found = engine.search(start, depth=4, trace=100_000)
        assert found.trace is not None
        valued = [event for event in found.trace.events if isinstance(event, Leave | TableHit)]
        for event in valued:
            assert event.proof is not None
            assert event.value is not None
            met[event.proof] += 1
            state = reduce(game.play, event.path, start)
            true, told = whole(state).value_for(game.player(state)), payoff_for(event.value, 0)
            if event.proof is Proof.PROVEN:
                assert told == true
            elif event.proof is Proof.BOUND:
                assert event.bound is not Bound.EXACT
                assert told <= true if event.bound is Bound.AT_LEAST else told >= true
        assert (valued[-1].proof is Proof.PROVEN) == found.proven  # the root is left last
    assert min(met.values()) > 5, met
    assert set(met) == set(Proof)


def test_counting_begins_again_where_moves_need_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.engine.memory.ROWS", 2)
    engine = Engine(load_game("tictactoe"), table_mb=0.01, interpreted=True)
    assert engine.perft(depth=4) == [9, 72, 504, 3024]


# ------------------------------------------------------------------------------------------ bad rules


def test_rules_that_cannot_be_compiled() -> None:
    """Which function and which line; interpreted they work, but only if asked."""

    def moves(s: State) -> Any:
        words = "{}".format(s.node)  # noqa: UP032
        yield from range(len(words) + 1)

    game = replace(random_game(hints=False), moves=moves)
    with pytest.raises(BadInput) as caught:
        Engine(game, table_mb=0.01).search(depth=2)
    sentence = caught.value.sentence("en")
    first = moves.__code__.co_firstlineno
    assert "moves of random" in sentence
    assert Path(__file__).name in sentence
    assert any(f"line {first + i})" in sentence for i in range(4)), sentence
    assert "Regel" in caught.value.sentence("de") or "übersetzen" in caught.value.sentence("de")
    assert Engine(game, table_mb=0.01, interpreted=True).search(depth=1).depth == 1


def test_a_rule_that_raises_inside_compiled_code() -> None:
    def utility(s: State) -> int:
        return 1 // (s.ply - s.ply)

    engine = Engine(replace(random_game(hints=False), utility=utility), table_mb=0.01)
    with pytest.raises(BrokenGame, match="ZeroDivisionError"):
        engine.search(State(1, 0, 0, 0), depth=8)
    with pytest.raises(BrokenGame):  # and the engine can still be used
        engine.search(State(1, 0, 0, 0), depth=8)


# ---------------------------------------------------------------------------------------------- files


def test_a_saved_table_is_loaded(small: Engine[Any, Any], tmp_path: Path) -> None:
    state = State(77, 0, 0, 0)
    first = small.solve(state)
    small.save(tmp_path / "table")
    other = Engine(random_game(), table_mb=0.01)
    other.load(tmp_path / "table")
    again = other.solve(state)
    assert (again.value, again.moves) == (first.value, first.moves)
    assert again.nodes < first.nodes


def test_files_that_are_refused(small: Engine[Any, Any], tmp_path: Path) -> None:
    good = tmp_path / "good"
    small.save(good)
    content = good.read_bytes()
    head, body = content.split(b"\n", 1)
    bad = {
        "damaged": head + b"\n" + body[:-1] + bytes([body[-1] ^ 1]),
        "short": content[:-8],
        "long": content + b"x",
        "version": content.replace(b'"version": 2', b'"version": 1'),
        "foreign": b"PK\x03\x04 something else\n",
        "empty": b"",
        "numbers": content.replace(b'"generation": ', b'"generation": -'),
    }
    for name, wrong in bad.items():
        path = tmp_path / name
        path.write_bytes(wrong)
        with pytest.raises(BadInput, match=name if name in ("damaged", "version") else "table|damaged"):
            small.load(path)
    with pytest.raises(BadInput, match="other rules"):
        Engine(random_game(prefer_early=False), table_mb=0.01).load(good)
    with pytest.raises(BadInput, match="cannot be read"):
        small.load(tmp_path / "missing")
    assert small.solve(State(1, 0, 0, 0)).proven


def test_a_full_disk(small: Engine[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays, nothing half-written is left, one sentence says why."""
    path = tmp_path / "table"
    small.save(path)
    before = path.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SpielbaumError, match="the disk is full"):
        small.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_cut_short_without_a_table() -> None:
    """An iteration that is cut short begins with the best move of the last one, table or not."""
    game = load_game("connect4")
    here = Position.of(game, "44444526")
    bare = Techniques(table=False, killers=False, history=False, order=False)
    engine = Engine(game, techniques=bare)
    whole, deeper = engine.search(here, depth=5), engine.search(here, depth=6)
    assert {whole.move, deeper.move}.isdisjoint(game.legal(here.state)[:1])
    for nodes in range(whole.nodes, deeper.nodes, 50):
        assert engine.search(here, nodes=nodes).move in (whole.move, deeper.move)


def test_a_rule_that_never_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told so, some seconds after the search should have ended."""
    monkeypatch.setattr("spielbaum.engine.thinking.GRACE", 0.3)
    awake = threading.Event()

    def play(s: int, move: int) -> int:
        awake.wait(PATIENCE)
        return s + move

    game = Game(
        "trap",
        start=0,
        moves=lambda s: range(1, 3) if s < 9 else (),
        play=play,
        utility=lambda _s: 0,
        player=lambda s: s % 2,
    )
    try:
        with pytest.raises(BrokenGame) as caught:
            Engine(game, table_mb=0.01, interpreted=True).search(seconds=0.05)
        assert caught.value.key == "engine.rule.stuck"
    finally:
        awake.set()
