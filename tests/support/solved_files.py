"""Files of whole games, solved in plain Python by the textbook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.search import retrograde
from spielbaum.solution import Entry, Section, facts_of, write_solution
from spielbaum.solution.position_words import PositionWords

Key = tuple[int, ...]
#: A state of each position.
States = dict[Key, Any]


def positions(game: Game[Any, Any], words: PositionWords) -> States:
    """All positions that can be reached from the start."""
    states: States = {words.of(game.start): game.start}
    waiting = [game.start]
    while waiting:
        state = waiting.pop()
        for after in (game.play(state, move) for move in game.legal(state)):
            if words.of(after) not in states:
                states[words.of(after)] = after
                waiting.append(after)
    return states


def solve_all(game: Game[Any, Any], states: States, *, folded: bool) -> dict[Key, Entry]:
    """Value and remoteness of every position, by the textbook's retrograde analysis."""
    solution = retrograde(game if folded else game.with_hints(key=None)).solution
    found = ((key, solution.at(state)) for key, state in states.items())
    return {key: Entry(int(entry.value), entry.remoteness or 0, entry.cycle) for key, entry in found}


def sections(
    solved: Mapping[Key, Entry],
    states: States,
    words: PositionWords,
    layer: Callable[[Any], int] | None = None,
) -> Iterable[Section]:
    """The positions, in one section or in one per layer."""
    layers: dict[int | None, list[Key]] = {}
    for key in solved:
        layers.setdefault(None if layer is None else layer(states[key]), []).append(key)
    for number, keys in layers.items():
        keys.sort()
        entries = [solved[key] for key in keys]
        yield Section(
            number,
            np.array(keys, np.int64),
            np.array([entry.value for entry in entries]),
            np.array([entry.remoteness for entry in entries]),
            np.array([entry.cycle for entry in entries]),
            np.array([words.of_state(states[key]) for key in keys], np.int64),
        )


def solved_file(
    path: Path, name: str, *, folded: bool | None = None, layer: Callable[[Any], int] | None = None
) -> dict[Key, Entry]:
    """Solve a game, write its file and give back what is in it."""
    game = load_game(name)
    facts = facts_of(game, name, folded=folded)
    words = PositionWords(game, folded=facts.folded)
    states = positions(game, words)
    solved = solve_all(game, states, folded=facts.folded)
    write_solution(path, facts, sections(solved, states, words, layer))
    return solved
