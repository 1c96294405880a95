"""Random games: one set of rules, a different tree for each seed in the state.

The shape of the tree, who moves next, pay-offs and estimates are read off a hash of (seed, node), so one
compiled engine searches as many random trees as a test likes. Nodes are numbered modulo a small number:
different ways lead to the same position, and a position never comes again, as it knows its ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spielbaum import Facts, Game, Hints

PLACES = 1009
LONGEST = 7


class State(NamedTuple):
    seed: int
    node: int
    ply: int
    player: int


def stir(seed: int, node: int, salt: int) -> int:
    """A number below 2³¹, the same in Python and compiled: no product exceeds 62 bits."""
    x = (seed * 40503 + node * 7919 + salt * 104729 + 12345) & 0x7FFFFFFF
    x = ((x ^ (x >> 15)) * 739982445) & 0x7FFFFFFF
    x = ((x ^ (x >> 12)) * 695872825) & 0x7FFFFFFF
    return x ^ (x >> 15)


def random_game(*, prefer_early: bool = True, settled: bool = False, hints: bool = True) -> Game[Any, Any]:
    """Up to four moves, extra turns, early ends; `settled` plays forced moves out before solving."""

    def width(s: State) -> int:
        x = stir(s.seed, s.node, 1)
        if s.ply >= LONGEST or (s.ply > 0 and x % 9 == 0):
            return 0
        return 1 + (x >> 8) % 4

    def moves(s: State) -> Iterator[int]:
        for move in range(width(s)):  # noqa: UP028 (as beginners write it)
            yield move

    def play(s: State, move: int) -> State:
        turn = stir(s.seed, s.node, 2 + move) % 4 != 0
        return State(s.seed, (s.node * 5 + move + 1) % PLACES, s.ply + 1, 1 - s.player if turn else s.player)

    def utility(s: State) -> int:
        return stir(s.seed, s.node, 20) % 7 - 3

    def evaluate(s: State) -> int:
        return stir(s.seed, s.node, 21) % 19 - 9

    def order(s: State, move: int) -> int:
        return stir(s.seed, s.node, 30 + move) % 5

    def dynamic(s: State) -> bool:
        return stir(s.seed, s.node, 22) % 3 == 0

    def noisy(s: State) -> Iterator[int]:
        for move in range(width(s)):
            if stir(s.seed, s.node, 40 + move) % 2 == 0:
                yield move

    def settle(s: State) -> tuple[State, int, int]:
        while width(s) == 1:
            s = play(s, 0)
        if width(s) == 0:
            value = utility(s)
            return s, value, value
        return s, -3, 3

    return Game(
        "random",
        start=State(0, 0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        evaluate=evaluate if hints else None,
        facts=Facts(
            values=(-3, 3),
            unit=10,
            prefer_early=prefer_early and not settled,
        ),
        hints=Hints(
            order=order if hints else None,
            dynamic=dynamic if hints else None,
            noisy=noisy if hints else None,
            settle=settle if settled else None,
        ),
    )


def random_array_game() -> Game[Any, Any]:
    """The same trees with a NumPy array as state and pairs of numbers as moves; nothing else declared."""
    plain = random_game(hints=False)

    def view(s: npt.NDArray[np.int32]) -> State:
        return State(int(s[0]), int(s[1]), int(s[2]), int(s[3]))

    inner_moves, inner_play, inner_utility = plain.moves, plain.play, plain.utility

    def moves(s: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
        for move in inner_moves(view(s)):
            yield (move, -move)

    def play(s: npt.NDArray[np.int32], move: tuple[int, int]) -> npt.NDArray[np.int32]:
        after = inner_play(view(s), move[0])
        board = s.copy()
        board[1] = after.node
        board[2] = after.ply
        board[3] = after.player
        return board

    def utility(s: npt.NDArray[np.int32]) -> Any:
        return inner_utility(view(s))

    def player(s: npt.NDArray[np.int32]) -> int:
        return int(s[3])

    return Game(
        "random-array",
        start=np.zeros(4, np.int32),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        facts=Facts(values=(-3, 3)),
    )
