"""Whole games solved in plain Python: retrograde analysis over dictionaries, for wins, draws and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.solution import Entry, Section, facts_of, write_solution
from spielbaum.solution.position_words import PositionWords

Key = tuple[int, ...]
#: Positions by key with their states, and the keys after each move, with whether the same player moves again.
States = dict[Key, Any]
Successors = dict[Key, list[tuple[Key, bool]]]


def positions(game: Game[Any, Any], key: Callable[[Any], Key]) -> tuple[States, Successors]:
    """All positions that can be reached from the start."""
    states: States = {key(game.start): game.start}
    successors: Successors = {}
    waiting = [key(game.start)]
    while waiting:
        here = waiting.pop()
        state = states[here]
        successors[here] = []
        for move in game.legal(state):
            after = game.play(state, move)
            there = key(after)
            successors[here].append((there, game.player(after) == game.player(state)))
            if there not in states:
                states[there] = after
                waiting.append(there)
    return states, successors


def solve_all(game: Game[Any, Any], states: States, successors: Successors) -> dict[Key, Entry]:
    """Value and remoteness of every position."""
    solved: dict[Key, Entry] = {}
    drawn_ends: set[Key] = set()
    for key, state in states.items():
        if game.ended(state):
            utility = game.utility(state)
            assert utility in (-1, 0, 1)
            value = int(utility) if game.player(state) == 0 else -int(utility)
            if value == 0:
                drawn_ends.add(key)
            solved[key] = Entry(value)
    # Wins and losses: in round n those with remoteness n, which rest on the rounds before.
    plies, settled = 0, True
    while settled:
        plies += 1
        settled = False
        new: dict[Key, Entry] = {}
        for key, after in successors.items():
            if key in solved:
                continue
            values = [
                None if there not in solved else solved[there].value * (1 if same else -1)
                for there, same in after
            ]
            if 1 in values:
                new[key] = Entry(1, plies)
            elif all(value == -1 for value in values):
                new[key] = Entry(-1, plies)
        solved |= new
        settled = bool(new)
    # Draws by rule among the rest: (position, whether it is the mover who forces the end) → plies.
    rest = {key for key in states if key not in solved} | drawn_ends
    forced = {(key, mover): 0 for key in drawn_ends for mover in (False, True)}
    plies, settled = 0, True
    while settled:
        plies += 1
        found = set()
        for key in rest - drawn_ends:
            inside = [(there, same) for there, same in successors[key] if there in rest]
            if (key, True) not in forced and any((there, same) in forced for there, same in inside):
                found.add((key, True))
            if (key, False) not in forced and all((there, not same) in forced for there, same in inside):
                found.add((key, False))
        forced |= dict.fromkeys(found, plies)
        settled = bool(found)
    for key in rest - drawn_ends:
        known = [forced[key, mover] for mover in (False, True) if (key, mover) in forced]
        solved[key] = Entry(0, min(known)) if known else Entry(0, 0, True)
    return solved


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
    states, successors = positions(game, words.of)
    solved = solve_all(game, states, successors)
    write_solution(path, facts, sections(solved, states, words, layer))
    return solved
