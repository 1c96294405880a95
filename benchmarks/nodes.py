"""Nodes per second of the same Connect Four search: Spielbaum, easyAI, OpenSpiel.

Alpha-beta from the empty board to a fixed depth, worth 0 at the depth limit, columns from left to right, no
table. Nodes are calls of the search function; the peers are counted in a run of their own, so that counting
costs them no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from benchmarks.turns import Peer, rates
from spielbaum.engine import Engine, Techniques
from spielbaum.games import load_game

TITLE = "Nodes per second, the same Connect Four search"

PLAIN = Techniques(
    table=False, killers=False, history=False, order=False, null_windows=False, aspiration=False,
    enhanced_cutoffs=False, quiescence=False, repetition=False, reductions=False, null_move=False,
    deeper_entries=False,
)  # fmt: skip
WITH_TABLE = replace(PLAIN, table=True)


def run(options: Options) -> Iterator[Row]:
    depths = {"spielbaum": 9 if options.quick else 11, "easyai": 4 if options.quick else 5}
    depths["openspiel"] = 5 if options.quick else 7
    ours = {
        "no table": _ours(PLAIN, depths["spielbaum"]),
        "with table": _ours(WITH_TABLE, depths["spielbaum"]),
    }
    peers = {
        "easyAI": (_easyai, depths["easyai"], Target(least=500)),
        "OpenSpiel": (_openspiel, depths["openspiel"], Target(least=10)),
    }
    made: dict[str, Peer] = {}
    for name, (make, depth, _) in peers.items():
        try:
            made[name] = make(depth)
        except ImportError:
            say(f"{name} is not installed")
    measured = rates(ours, made)
    for name in ours:
        rate = measured[name]
        if name == "with table":
            yield Row("nodes", f"{name}, depth {depths['spielbaum']}", "nodes/s", rate)
            continue
        for peer_name, (_, depth, target) in peers.items():
            if peer_name not in made:
                yield Row("nodes", name, "nodes/s", rate, f"{peer_name}: not installed")
                continue
            theirs = measured[peer_name]
            note = f"depth {depths['spielbaum']} against {depth}"
            yield Row("nodes", name, "nodes/s", rate, peer_name, theirs, rate / theirs, target, note)


def _ours(techniques: Techniques, depth: int) -> Callable[[], int]:
    """The rules alone: no estimate, no order, nothing settled."""
    full = load_game("connect4").with_facts(unit=1)
    bare = full.with_hints(order=None, dynamic=None, noisy=None, settle=None, candidates=None)
    game = replace(bare, evaluate=None)
    engine = Engine(game, techniques=techniques)
    engine.search(depth=2)

    def search() -> int:
        engine.clear()
        return engine.search(depth=depth).nodes

    return search


def _easyai(depth: int) -> tuple[Callable[[], Any], int]:
    from importlib import import_module

    from easyAI import Human_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    def search() -> Any:
        return Negamax(depth)(ConnectFour([Human_Player(), Human_Player()]))

    return search, _calls(import_module("easyAI.AI.Negamax"), "negamax", search)


def _openspiel(depth: int) -> tuple[Callable[[], Any], int]:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")

    def search() -> Any:
        return minimax.alpha_beta_search(game, value_function=lambda _state: 0.0, maximum_depth=depth)

    return search, _calls(minimax, "_alpha_beta", search)


def _calls(module: Any, name: str, search: Callable[[], Any]) -> int:
    """How often the search function calls itself."""
    function = getattr(module, name)
    calls = 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*arguments, **named)

    setattr(module, name, counted)
    try:
        search()
    finally:
        setattr(module, name, function)
    return calls
