"""Random games with chance: one set of rules per kind, a different game for each seed in the state.

Chance nodes stand anywhere, also one after the other and at the root; players have extra turns; different
ways lead to the same position; ends come early. Each kind declares other hints:

    plain     nothing but an evaluation: the table tells positions by all words of the state
    folded    `key` leaves out how a position came about and, where somebody moves, who that is, as all
              pay-offs are turned round with the player; `order` is random
    banked    points are won on the way, `rest` leaves them out; the game says itself where it is over
    solo      one player against nature, with points on the way
    wild      as folded, but the evaluation means nothing, depends on how the position came about and lies
              beyond all pay-offs
    bare      no evaluation, states are arrays, moves are pairs
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spielbaum import CHANCE, Facts, Game, Hints
from tests.support.random_game import stir

PLACES = 1009
LONGEST = 6
UNIT = 10
KINDS = ("plain", "folded", "banked", "solo", "wild", "bare")


class State(NamedTuple):
    """`tag` is how the position came about, `bank` what player 0 has won so far."""

    seed: int
    node: int
    ply: int
    turn: int
    tag: int
    bank: int


def random_chance(kind: str) -> Game[Any, Any]:
    """The rules of one kind."""
    if kind == "bare":
        return _bare(random_chance("plain"))
    solo, wild = kind == "solo", kind == "wild"
    banks = kind in ("banked", "solo")
    most = 3 + (2 * LONGEST if banks else 0)

    def nature(s: State) -> bool:
        return stir(s.seed, s.node, 3) % 5 < 2

    def width(s: State) -> int:
        x = stir(s.seed, s.node, 1)
        if s.ply >= LONGEST or (s.ply > 0 and x % 9 == 0):
            return 0
        return 1 + (x >> 8) % 4

    def player(s: State) -> int:
        return CHANCE if nature(s) and width(s) > 0 else s.turn

    def moves(s: State) -> Iterator[int]:
        for move in range(width(s)):  # noqa: UP028 (as beginners write it)
            yield move

    def play(s: State, move: int) -> State:
        turn = s.turn
        if not nature(s) and not solo and stir(s.seed, s.node, 4 + move) % 4 != 0:
            turn = 1 - turn
        bank = s.bank
        if banks and not nature(s):
            won = stir(s.seed, s.node, 10 + move) % 3
            bank += won if s.turn == 0 else -won
        node = (s.node * 5 + move + 1) % PLACES
        return State(s.seed, node, s.ply + 1, turn, (s.tag * 3 + move + 1) & 7, bank)

    def weight(s: State, move: int) -> int:
        return 1 + stir(s.seed, s.node, 20 + move) % 6

    def utility(s: State) -> int:
        points = stir(s.seed, s.node, 30) % 7 - 3
        return s.bank + (points if s.turn == 0 else -points)

    def evaluate(s: State) -> int:
        if wild:
            return stir(s.seed, s.node * 8 + s.tag, 31) % 201 - 100
        units = stir(s.seed, s.node, 31) % 19 - 9
        return s.bank * UNIT + (units if s.turn == 0 else -units)

    def order(s: State, move: int) -> int:
        return stir(s.seed, s.node * 8 + s.tag, 40 + move) % 5 - 2

    def over(s: State) -> bool:
        return width(s) == 0

    def key(s: State) -> tuple[int, int, int]:
        return s.seed, s.node * 2 + (s.turn if nature(s) else 0), s.ply

    folds = kind in ("folded", "wild")
    return Game(
        f"random-chance-{kind}",
        start=State(0, 0, 0, 0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        weight=weight,
        evaluate=evaluate,
        over=over if banks else None,
        facts=Facts(players=1 if solo else 2, values=(-most, most), unit=UNIT),
        hints=Hints(
            order=order if folds else None,
            key=key if folds else None,
            banked=(lambda s: s.bank) if banks else None,
            rest=key if banks else None,
        ),
    )


def _bare(plain: Game[Any, Any]) -> Game[Any, Any]:
    inner_moves, inner_play, inner_utility = plain.moves, plain.play, plain.utility
    inner_player, inner_weight = plain.player, plain.weight
    assert inner_weight is not None

    def view(s: npt.NDArray[np.int32]) -> State:
        return State(int(s[0]), int(s[1]), int(s[2]), int(s[3]), int(s[4]), int(s[5]))

    def moves(s: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
        for move in inner_moves(view(s)):
            yield (move, -move)

    def play(s: npt.NDArray[np.int32], move: tuple[int, int]) -> npt.NDArray[np.int32]:
        after = inner_play(view(s), move[0])
        board = s.copy()
        board[1] = after.node
        board[2] = after.ply
        board[3] = after.turn
        board[4] = after.tag
        return board

    def weight(s: npt.NDArray[np.int32], move: tuple[int, int]) -> int:
        return inner_weight(view(s), move[0])

    def utility(s: npt.NDArray[np.int32]) -> Any:
        return inner_utility(view(s))

    def player(s: npt.NDArray[np.int32]) -> int:
        return inner_player(view(s))

    return Game(
        "random-chance-bare",
        start=np.zeros(6, np.int32),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        weight=weight,
        facts=Facts(values=(-3, 3)),
    )


def state_of(game: Game[Any, Any], seed: int, node: int = 0, turn: int = 0, tag: int = 0) -> Any:
    """The root of one of the games."""
    turn = turn if game.facts.players > 1 else 0
    if isinstance(game.start, np.ndarray):
        return np.array([seed, node, 0, turn, tag, 0], np.int32)
    return State(seed, node, 0, turn, tag, 0)


class Plain:
    """Expectiminimax by the plain rules, in exact fractions and with nothing left out, for player 0."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._known: dict[Any, Fraction] = {}

    def value(self, state: Any, depth: int | None = None) -> Fraction:
        """The value of that depth; to the end of the game where there is no limit."""
        name = tuple(state), depth
        if name not in self._known:
            self._known[name] = self._value(state, depth)
        return self._known[name]

    def _value(self, state: Any, depth: int | None) -> Fraction:
        game = self.game
        if game.ended(state):
            return Fraction(game.utility(state))  # type: ignore[arg-type]
        if depth == 0:
            return Fraction(0 if game.evaluate is None else game.evaluate(state)) / game.facts.unit  # type: ignore[arg-type]
        below = None if depth is None else depth - 1
        values = {move: self.value(game.play(state, move), below) for move in game.legal(state)}
        player = game.player(state)
        if player == CHANCE:
            shares = game.probabilities(state)
            return sum((shares[move] * value for move, value in values.items()), Fraction(0))
        return max(values.values()) if player == 0 else min(values.values())
