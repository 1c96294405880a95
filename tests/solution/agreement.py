"""Positions of a solution, chosen by chance, against searches that know nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from spielbaum import Engine
from spielbaum.solution import Solution
from spielbaum.solution.check import sampled_states
from spielbaum.solution.entries import Entry

#: Positions that are compared of each game, or all of them where there are fewer.
MANY = 100_000


def different_states(found: Solution, most: int) -> list[Any]:
    """So many different positions; all of them where there are fewer."""
    whole = len(found) <= most
    source = every_state(found) if whole else sampled_states(found, Random(1))
    states: dict[tuple[int, ...], Any] = {}
    for state in islice(source, 30 * most):
        states.setdefault(found.key(state), state)
        if len(states) == most:
            break
    assert len(states) == (len(found) if whole else most)
    return list(states.values())


def every_state(found: Solution) -> Iterator[Any]:
    """One state of each position that can be reached, by the plain rules."""
    game = found.game
    seen, waiting = {found.key(game.start)}, [game.start]
    while waiting:
        state = waiting.pop()
        yield state
        for after in (game.play(state, move) for move in game.legal(state)):
            if found.key(after) not in seen:
                seen.add(found.key(after))
                waiting.append(after)


def disagreements_with_values(found: Solution, most: int = MANY) -> list[Any]:
    """Positions that the exact solver values differently; it does not count plies."""
    states = different_states(found, most)
    values = Engine(found.game).values(states)
    entries = [found.look(state) for state in states]
    return [
        state
        for state, value, entry in zip(states, values, entries, strict=True)
        if entry is None or entry.value != value
    ]


def disagreements_with_search(found: Solution, depth: int, most: int = MANY) -> list[Any]:
    """Positions of which a search of so many plies says something else.

    What it proves must be in the solution, with as many plies; what ends within its depth it must prove.
    """
    game, engine = found.game, Engine(found.game)
    wrong = []
    for state in different_states(found, most):
        entry = found.look(state)
        if entry is None:
            wrong.append(state)
        elif game.ended(state):
            if entry != found.end(state):
                wrong.append(state)
        else:
            result = engine.search(state, depth=depth)
            value = result.value_for(game.player(state))
            if not result.proven:
                right = entry.value == 0 or entry.remoteness > depth
            elif value:
                right = entry == Entry(int(value), result.distance or 0)
            else:
                right = entry.value == 0
            if not right:
                wrong.append(state)
    return wrong
