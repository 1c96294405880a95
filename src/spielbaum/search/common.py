"""What the textbook searchers share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import Any, Literal, Protocol

from spielbaum.errors import BadInput, TooLarge
from spielbaum.game import Game, M, S
from spielbaum.game_space import space_of
from spielbaum.result import CHANCE, Bound, Payoff, Proof, Result, Value
from spielbaum.search.recorder import Recorder
from spielbaum.search.watch import Watch
from spielbaum.trace import Path, Trace
from spielbaum.tree import Tree

#: The moves from a node on, as the search expects them to be played.
Moves = tuple[Any, ...]
Window = tuple[Value, Value]
#: A pay-off from another side, or one number for each player.
Side = Callable[[Payoff], Any]

FULL: Window = (-inf, inf)

#: How many calls deep a search may go; a ply takes two.
MOST_CALLS = 12_000


class Problem(Protocol[S, M]):
    """What a searcher works on: the rules of a game, or an explicit tree."""

    def as_game(self) -> Game[S, M]: ...


@dataclass(frozen=True)
class Search:
    """One run of a searcher: the rules, the state it begins at, and who watches."""

    algorithm: str
    game: Game[Any, Any]
    state: Any
    watch: Watch
    #: Further plies for lively positions below the depth limit.
    quiescence: int = 0
    tree: Tree | None = None
    strict: bool = False
    fail_hard: bool = False

    def choices(self, state: Any, depth: int | None) -> list[Any]:
        """The moves to look at; empty where the state is judged as it is.

        At the depth limit a lively state is looked into further. Where the game tells its noisy moves
        only those are tried, and None comes first: to stand pat, for nobody is forced to join in.
        """
        game = self.game
        if depth is None or depth > 0:
            return game.legal(state)
        if (
            depth <= -self.quiescence
            or game.hints.dynamic is None
            or not game.hints.dynamic(state)
            or game.ended(state)
        ):
            return []
        if game.hints.noisy is None:
            return game.legal(state)
        return [None, *game.hints.noisy(state)]

    def evaluate_leaf(self, path: Path, state: Any, side: Side = lambda value: value) -> Any:
        """The pay-off where the game is over, E(s) where the search stops; the node is left.

        `side` says what the pay-off is for the side that the search counts from.
        """
        game, watch = self.game, self.watch
        final = game.ended(state)
        if not final and not watch.limited:  # a leaf below which a tree was cut has no moves at any depth
            watch.limited = next(iter(game.moves(state)), None) is not None
        # Averages are exact only of numbers that are.
        value = side(game.utility(state) if final else game.estimate(state, exactly=game.has_chance))
        watch.leaf(path, value, final=final, unknown=not final and not self._estimated(state))
        return value

    def _estimated(self, state: Any) -> bool:
        """Whether there is an evaluation of the state."""
        return state.value is not None if self.tree is not None else self.game.evaluate is not None

    def stand_pat(self, path: Path, state: Any) -> Any:
        """E(s) of a lively state, as the choice not to join in."""
        value = self.game.estimate(state)
        self.watch.stand_pat(path, value)
        return value

    def result(
        self,
        value: Payoff,
        line: Moves,
        depth: int | None,
        *,
        verdict: tuple[Bound, Proof] | None = None,
        view: int | None = 0,
    ) -> Result[Any]:
        """The answer; the watch says how sure it is, unless `verdict` does."""
        watch = self.watch
        state = self.state
        for move in line:
            state = self.game.play(state, move)
        bound, proof = verdict or watch.verdict(value, self.game.player(self.state), watch.known)
        chance = not line and self.game.player(state) == CHANCE
        if not line and not chance and not self.game.ended(state):  # no move at all is no proven move
            proof = Proof.ESTIMATE
        distance = len(line) if self.game.ended(state) else None
        return Result(
            value, view, line, proof, bound, distance, depth, watch.nodes,
            algorithm=self.algorithm, leaves=watch.leaves, seconds=watch.seconds,
            trace=self.trace(depth, line),
        )  # fmt: skip

    def trace(self, depth: int | None, line: Moves | None = None) -> Trace | None:
        """What the watch recorded, if it is one that records."""
        watch = self.watch
        if not isinstance(watch, Recorder):
            return None
        return Trace(
            tuple(watch.events),
            self.algorithm,
            space_of(self.game if self.tree is None else self.tree, self.state),
            watch.view,
            watch.sides,
            self.strict,
            self.fail_hard,
            depth,
            line,
        )


def start_search(
    algorithm: str,
    problem: Problem[Any, Any],
    state: Any,
    watch: Watch | None,
    depth: int | None = None,
    *,
    zero_sum: bool = True,
    chance: bool = False,
    view: int | Literal["mover", "root"] = 0,
    sides: bool = True,
    nested: bool = True,
    quiescence: int = 0,
    strict: bool = False,
    fail_hard: bool = False,
) -> Search:
    """Check that the algorithm fits and set the watch. A tree is a game whose states are its nodes."""
    tree = problem if isinstance(problem, Tree) else None
    game = problem.as_game()
    if zero_sum:
        game.require_two_player_zero_sum(algorithm, chance=chance)
    elif not chance:
        game.require_no_chance(algorithm)
    if depth is not None and depth < 0:
        raise BadInput("error.search.depth", given=depth)
    state = game.start if state is None else state
    if watch is None:
        watch = Watch()
    side = game.player(state) if view == "root" else view
    least, greatest = game.facts.values
    if side == 1 and game.two_player_zero_sum:
        least, greatest = -greatest, -least
    watch.start(view=side, sides=sides, values=(least, greatest), nested=nested)
    return Search(algorithm, game, state, watch, quiescence, tree, strict, fail_hard)


def check_window(window: Window) -> None:
    alpha, beta = window
    if not alpha < beta:
        raise BadInput("error.search.window", alpha=alpha, beta=beta)


def check_depth(path: Path) -> None:
    """For searches that do not recurse: they may go as deep as the others."""
    if len(path) > MOST_CALLS // 2:
        raise TooLarge("error.search.too_deep", limit=MOST_CALLS // 2)


def less(depth: int | None) -> int | None:
    """One ply less of the depth limit, where there is one."""
    return None if depth is None else depth - 1


def then(move: Any, line: Moves) -> Moves:
    """The line that begins with the move; standing pat ends it."""
    return () if move is None else (move, *line)


# --- whose side a value is from, in the negamax forms


def turn(game: Game[Any, Any], before: Any, after: Any) -> int:
    """−1 where the other player is to move after it, +1 after an extra turn or a pass."""
    return 1 if game.player(before) == game.player(after) else -1


def turned(alpha: Value, beta: Value, sign: int) -> tuple[Value, Value]:
    """The window for the child: (−β, −α), or the same one where the same player moves again."""
    return (alpha, beta) if sign == 1 else (-beta, -alpha)


def for_mover(search: Search, path: Path, state: Any) -> Value:
    """The pay-off or E(s) from the side of the player to move; the node is left."""
    sign = 1 if search.game.player(state) == 0 else -1
    value: Value = search.evaluate_leaf(path, state, lambda payoff: sign * payoff)
    return value


# --- deep recursion

_lock = Lock()
_deep = 0
_usual = 0


@contextmanager
def deep_calls() -> Iterator[None]:
    """Let the searchers recurse as deep as trees of games are, and say so where that is not enough.

    Calls from Python to Python take no room on the C stack, so a higher limit is safe for them; it is
    put back when the last search in any thread is over.
    """
    global _deep, _usual
    with _lock:
        if not _deep:
            _usual = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual, MOST_CALLS))
        _deep += 1
    try:
        yield
    except RecursionError as error:
        raise TooLarge("error.search.too_deep", limit=MOST_CALLS // 2) from error
    finally:
        with _lock:
            _deep -= 1
            if not _deep:
                sys.setrecursionlimit(_usual)
