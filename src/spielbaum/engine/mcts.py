"""Monte Carlo tree search for any game: the door to the kernels in `uct.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event, Timer
from time import perf_counter
from typing import Any

import numpy as np

from spielbaum.engine import uct
from spielbaum.engine.frontend import lower
from spielbaum.engine.guards import check_answers
from spielbaum.engine.layout import layout_of, written
from spielbaum.engine.machine import mix
from spielbaum.engine.rules import Rules
from spielbaum.engine.specialise import Code
from spielbaum.engine.workspace import Workspace, new_workspace
from spielbaum.engine.writing import allocates, without_moves_of
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.result import CHANCE, Line, Payoff, Proof, Result, ranked

#: Where no number of playouts is given.
MOST_PLAYOUTS = 1 << 60
#: Plies below the root that the tree may reach; playouts go on beyond.
DEEPEST = 512
#: Seconds between two reports of what is known so far.
REPORT = 0.1


class Mcts:
    """UCT for one game, with any number of players and with chance, compiled for it when first used.

        mcts = Mcts(game)
        result = mcts.search(state, playouts=10_000, seed=1)     # the same again with the same seed
        result = mcts.search(state, seconds=0.5)

    Values are estimates: mean pay-offs of the playouts, from the mover's side in two-player zero-sum games,
    of the only player where there is one, one for each player otherwise. Lines end where nature moves; where
    it moves first, the value is the mean of all playouts, from the side of player 0. `result.lines` tells
    those of every move that was tried; `nodes` counts the positions of all playouts. Promise: with two
    players and ever more playouts the move tends to the minimax move (Kocsis and Szepesvári 2006); with more
    players to a max^n move where it is unique.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        table_mb: int = 64,
        interpreted: bool = False,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        self.game = game
        self._rules = rules_of(game)
        self._code = Code(self._rules, interpreted=interpreted, announce=announce)
        self._code.guard = partial(check_answers, game)
        self._nodes = (table_mb << 20) // (8 * uct.NODE)

    def warm(self) -> None:
        """Compile now rather than at the first search."""
        self._code["mcts"]

    def search(
        self,
        state: Any = None,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        stop: Event | None = None,
        report: Callable[[Result[Any]], None] | None = None,
    ) -> Result[Any]:
        """The most visited move after this many playouts or seconds, one of which must be given."""
        if seconds is None and playouts is None:
            raise BadInput("mcts.limit")
        if isinstance(state, Position):
            state = state.state
        if state is None:
            state = self.game.start
        if self.game.ended(state):
            value, view = self._final(state), self._view(state)
            return Result(value, view, (), Proof.PROVEN, distance=0, algorithm="mcts")
        kernel = self._code["mcts"]
        work = self._workspace(state, seed)
        began = perf_counter()
        deadline = None if seconds is None else began + seconds
        limit = MOST_PLAYOUTS if playouts is None else playouts
        listening = stop is not None or report is not None
        while work.info[uct.PLAYOUTS] < limit:
            left = None if deadline is None else deadline - perf_counter()
            if work.info[uct.PLAYOUTS] and ((left is not None and left <= 0) or (stop and stop.is_set())):
                break
            work.info[uct.LIMIT] = limit
            pause = min(x for x in (left, REPORT if listening else None, 3600.0) if x is not None)
            self._grow(kernel, work, max(pause, 0.0))
            if report is not None:
                report(self._result(state, work, perf_counter() - began))
        return self._result(state, work, perf_counter() - began)

    def _grow(self, kernel: Callable[..., None], work: Workspace, seconds: float) -> None:
        """Playouts up to info[LIMIT], or for this many seconds, but at least one."""
        work.control[0] = 0
        limit = int(work.info[uct.LIMIT])
        work.info[uct.LIMIT] = work.info[uct.PLAYOUTS] + 1
        kernel(work, 0)
        work.info[uct.LIMIT] = limit

        def halt() -> None:
            work.control[0] = 1

        timer = Timer(seconds, halt)
        timer.daemon = True
        timer.start()
        try:
            kernel(work, 0)
        finally:
            timer.cancel()

    def _workspace(self, state: Any, seed: int) -> Workspace:
        work = new_workspace(
            Code.zeros,
            Code.zeros(self._nodes * uct.NODE),
            Code.zeros(1),
            row=self._rules.layout.words,
            rows=1,
            plies=0,
            path=DEEPEST,
        )
        self._rules.names["pack"](state, work.rows[0])
        root = len(self.game.legal(state))
        work = work._replace(
            history=np.zeros(root * self.game.facts.players, np.int64),
            line=np.zeros((2, self.game.facts.players), np.int64),
        )
        work.table[uct.COUNT] = -1
        work.table[uct.WHO] = self.game.player(state)
        work.info[uct.USED] = 1
        work.info[uct.RANDOM] = _seeded(seed)
        return work

    # ------------------------------------------------------------------ reading the tree

    def _result(self, state: Any, work: Workspace, seconds: float) -> Result[Any]:
        legal = self.game.legal(state)
        tree, players = work.table, self.game.facts.players
        first, count = int(tree[uct.FIRST]), int(tree[uct.COUNT])
        view = self._view(state)
        lines: dict[Any, Line[Any]] = {}
        for i in range(count):
            at = (first + i) * uct.NODE
            visits = int(tree[at + uct.VISITS])
            if visits:
                mean = tuple(int(work.history[i * players + p]) / visits for p in range(players))
                move = legal[int(tree[at + uct.MOVE])]
                lines[move] = Line(self._from_view(mean, state), view, (move,))
        moves = self._line(state, work)
        if moves:
            best = lines[moves[0]] = replace(lines[moves[0]], moves=moves)
        else:
            sums = work.history.reshape(-1, players).sum(axis=0)
            mean = tuple(int(pay) / int(tree[uct.VISITS]) for pay in sums)
            best = Line(self._from_view(mean, state), view, ())
        return Result(
            best.value, view, moves,
            depth=int(work.info[uct.DEEPEST]), nodes=int(work.info[uct.STATES]),
            algorithm="mcts", leaves=int(work.info[uct.PLAYOUTS]), seconds=seconds,
            lines=ranked(lines.values(), max(self.game.player(state), 0), moves[0] if moves else None),
        )  # fmt: skip

    def _line(self, state: Any, work: Workspace) -> tuple[Any, ...]:
        """The most visited moves; of equally often visited ones the one with the best score."""
        tree, node = work.table, 0
        line: list[Any] = []
        while True:
            first, count = int(tree[node * uct.NODE + uct.FIRST]), int(tree[node * uct.NODE + uct.COUNT])
            if count <= 0 or self.game.player(state) == CHANCE:
                return tuple(line)
            node = max(
                range(first, first + count),
                key=lambda n: (tree[n * uct.NODE + uct.VISITS], tree[n * uct.NODE + uct.SUM]),
            )
            if tree[node * uct.NODE + uct.VISITS] == 0:
                return tuple(line)
            move = self.game.legal(state)[int(tree[node * uct.NODE + uct.MOVE])]
            line.append(move)
            state = self.game.play(state, move)

    def _view(self, state: Any) -> int | None:
        return max(self.game.player(state), 0) if self.game.one_number else None

    def _from_view(self, payoffs: tuple[Any, ...], state: Any) -> Payoff:
        view = self._view(state)
        value: Payoff = payoffs if view is None else payoffs[view]
        return value

    def _final(self, state: Any) -> Payoff:
        utility = self.game.utility(state)
        if isinstance(utility, tuple):
            return utility
        return utility if self._view(state) == 0 else -utility


def rules_of(game: Game[Any, Any]) -> Rules:
    """What the kernels of `uct.py` need of a game with any number of players."""
    declared = {"moves": game.moves, "play": game.play, "player": game.player, "utility": game.utility}
    more = {"over": game.over, "weight": game.weight}
    lowered = lower(game, declared | {name: rule for name, rule in more.items() if rule is not None})
    layout = layout_of(game.start, lowered.mirrors)
    pack, unpack, _ = layout.functions()
    moves, utility = lowered.rules["moves"], lowered.rules["utility"]

    if isinstance(game.facts.values[0], float) or isinstance(game.facts.values[1], float):
        raise BadInput("mcts.values", game=game.name)
    shares = "\n".join(f"    out[{p}] = pay[{p}]" for p in range(game.facts.players))
    if game.two_player_zero_sum:
        shares = "    out[0] = pay\n    out[1] = -pay"
    elif game.one_number:
        shares = "    out[0] = pay"
    source = f"def payoffs(s, out):\n    pay = utility(s)\n{shares}\n"
    (payoffs,) = written(source, {"utility": utility}, "payoffs")
    names: dict[str, Any] = {
        "moves": moves,
        "play": lowered.rules["play"],
        "player": lowered.rules["player"],
        "ended": lowered.rules.get("over") or without_moves_of(moves),
        "MOVES_ALLOCATE": allocates(moves),
        "payoffs": payoffs,
        "pack": pack,
        "unpack": unpack,
        "PLAYERS": game.facts.players,
        "LEAST": game.facts.values[0],
        "GREATEST": game.facts.values[1],
        "LONGEST": game.facts.longest or 1000,
        "HAS_CHANCE": game.has_chance,
    }
    if game.has_chance:
        names["weight"] = lowered.rules["weight"]
    return Rules(game, layout, names, lowered.refusal, lowered.rules)


def _seeded(seed: int) -> int:
    """Where the row of random numbers begins: far apart for neighbouring seeds, far from an overflow."""
    return mix(seed) >> 2
