"""Walking through the positions of a game: counting, playing at random, solving small ones exactly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from spielbaum.game import Game


def perft(game: Game[Any, Any], depth: int, state: Any = None) -> int:
    """How many sequences of that many moves there are."""
    state = game.start if state is None else state
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, depth - 1, game.play(state, move)) for move in moves)


def by_ply(game: Game[Any, Any]) -> Iterator[set[Any]]:
    """The distinct states after 0, 1, 2 … moves; for games in which the ply is part of the state."""
    level = {game.start}
    while level:
        yield level
        level = {game.play(state, move) for state in level for move in game.legal(state)}


def reachable(game: Game[Any, Any]) -> set[Any]:
    """All states of a game."""
    seen = {game.start}
    level = [game.start]
    while level:
        following = []
        for state in level:
            for move in game.legal(state):
                child = game.play(state, move)
                if child not in seen:
                    seen.add(child)
                    following.append(child)
        level = following
    return seen


def random_game(game: Game[Any, Any], seed: int) -> tuple[list[Any], list[Any]]:
    """The states of a random game and the moves between them."""
    random, state = Random(seed), game.start
    states, moves = [state], []
    while legal := game.legal(state):
        move = random.choice(legal)
        state = game.play(state, move)
        moves.append(move)
        states.append(state)
    return states, moves


def solve(game: Game[Any, Any], state: Any = None, known: dict[Any, int] | None = None) -> int:
    """The value for the player to move, by minimax with the game's keys; two players, zero sum."""
    state = game.start if state is None else state
    known = {} if known is None else known
    key = state if game.hints.key is None else game.hints.key(state)
    if key not in known:
        mover = game.player(state)
        if game.ended(state):
            payoff = game.utility(state)
            assert isinstance(payoff, int)
            known[key] = payoff if mover == 0 else -payoff
        else:
            values = []
            for move in game.moves(state):
                child = game.play(state, move)
                value = solve(game, child, known)
                values.append(value if game.player(child) == mover else -value)
            known[key] = max(values)
    return known[key]
