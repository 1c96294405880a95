"""Nodes per second of the same search of Pig: Spielbaum, OpenSpiel, plain Python in the manner of easyAI.

Expectiminimax from 0–0 with 100 points to win, worth 0 at the depth limit; nothing is cut and there is no
table. easyAI knows no chance; the plain search does with a game as its Negamax does: an object with
`possible_moves` and `make_move`, copied for each move. Nodes are calls of the search function; the peers are
counted in a run of their own. OpenSpiel does not count chance nodes as plies, so its depth is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

from benchmarks.nodes import _calls
from benchmarks.options import Options, say
from benchmarks.report import Row, Target
from benchmarks.turns import Peer, rates
from spielbaum.engine import Engine, Techniques
from spielbaum.games import load_game

TITLE = "Nodes per second, the same expectiminimax search of Pig"

PLAIN = Techniques(**{each.name: False for each in fields(Techniques)})
PIG = "spielbaum.games.pig:pig"


def run(options: Options) -> Iterator[Row]:
    depths = {"spielbaum": 14 if options.quick else 16, "OpenSpiel": 5 if options.quick else 7}
    depths["plain Python"] = 6 if options.quick else 8
    ours = {
        "expectiminimax": _ours(PLAIN, depths["spielbaum"]),
        "Star2 with table": _ours(Techniques(), depths["spielbaum"]),
    }
    made: dict[str, Peer] = {"plain Python": _plain(depths["plain Python"])}
    try:
        made["OpenSpiel"] = _openspiel(depths["OpenSpiel"])
    except ImportError:
        say("OpenSpiel is not installed")
    measured = rates(ours, made)
    targets = {"OpenSpiel": Target(least=100), "plain Python": Target(least=500)}
    for peer_name, target in targets.items():
        rate = measured["expectiminimax"]
        if peer_name not in made:
            yield Row("chance", "expectiminimax", "nodes/s", rate, f"{peer_name}: not installed")
            continue
        theirs = measured[peer_name]
        note = f"depth {depths['spielbaum']} against {depths[peer_name]}"
        yield Row("chance", "expectiminimax", "nodes/s", rate, peer_name, theirs, rate / theirs, target, note)
    yield Row(
        "chance", f"Star2 with table, depth {depths['spielbaum']}", "nodes/s", measured["Star2 with table"]
    )


def _ours(techniques: Techniques, depth: int) -> Callable[[], int]:
    """The rules alone, without an estimate."""
    engine = Engine(replace(load_game(PIG), evaluate=None), techniques=techniques)
    engine.search(depth=2)

    def search() -> int:
        engine.clear()
        return engine.search(depth=depth).nodes

    return search


def _openspiel(depth: int) -> Peer:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("pig")

    def search() -> Any:
        return minimax.expectiminimax(game.new_initial_state(), depth, lambda _state: 0.0, 0)

    return search, _calls(minimax, "expectiminimax", search)


class PlainPig:
    """Pig as a game for easyAI is written: an object that moves change."""

    def __init__(self) -> None:
        self.points = [0, 0]
        self.total = 0
        self.turn = 0
        self.rolling = False

    def possible_moves(self) -> list[str]:
        if self.rolling:
            return ["1", "2", "3", "4", "5", "6"]
        if self.total == 0:
            return ["roll"]
        return ["hold"] if self.points[self.turn] + self.total >= 100 else ["hold", "roll"]

    def make_move(self, move: str) -> None:
        if move == "roll":
            self.rolling = True
        elif move == "hold":
            self.points[self.turn] += self.total
            self.total, self.turn = 0, 1 - self.turn
        else:
            self.rolling = False
            if move == "1":
                self.total, self.turn = 0, 1 - self.turn
            else:
                self.total += int(move)

    def is_over(self) -> bool:
        return max(self.points) >= 100

    def scoring(self) -> float:
        return 0.0 if not self.is_over() else 1.0 if self.points[0] >= 100 else -1.0

    def copy(self) -> PlainPig:
        return deepcopy(self)


def plain_expectiminimax(game: PlainPig, depth: int, count: list[int]) -> float:
    """The value for the first player; `count` counts calls."""
    count[0] += 1
    if depth == 0 or game.is_over():
        return game.scoring()
    values = []
    for move in game.possible_moves():
        after = game.copy()
        after.make_move(move)
        values.append(plain_expectiminimax(after, depth - 1, count))
    if game.rolling:
        return sum(values) / len(values)
    return max(values) if game.turn == 0 else min(values)


def _plain(depth: int) -> Peer:
    count = [0]
    plain_expectiminimax(PlainPig(), depth, count)
    return lambda: plain_expectiminimax(PlainPig(), depth, [0]), count[0]
