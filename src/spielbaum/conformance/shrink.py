"""Fewer moves that still show the same fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spielbaum.conformance.guarded_rules import Broken, GuardedRules

#: Sequences tried to shorten one counter-example.
TRIES = 500


def replay(rules: GuardedRules, moves: list[Any]) -> Any:
    """The state after these moves; None where one of them is illegal."""
    state = rules.game.start
    for move in moves:
        if move not in rules.moves(state):
            return None
        state = rules.play(state, move)
    return state


def shrink(rules: GuardedRules, moves: list[Any], fails: Callable[[Any], bool]) -> list[Any]:
    """Leave out as many moves as possible, long stretches first, as long as the last state still fails."""
    tries = TRIES
    length = max(1, len(moves) // 2)
    while length:
        at = 0
        while at + length <= len(moves) and tries:
            tries -= 1
            fewer = moves[:at] + moves[at + length :]
            try:
                state = replay(rules, fewer)
            except Broken:
                state = None
            if state is not None and fails(state):
                moves = fewer
            else:
                at += 1
        length //= 2
    return moves
