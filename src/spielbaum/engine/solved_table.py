"""Solved positions in memory, for an engine that treats them as proven.

The files of whole solutions are compressed, and kernels cannot read them: `spielbaum.solution.load_solution`
reads them into this table. Several engines may share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from spielbaum.engine.book import rules_digest
from spielbaum.engine.hashing import hashing
from spielbaum.engine.kernels import KERNELS
from spielbaum.engine.rules import Rules, rules_of
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.solved import (
    HEAD,
    MOST_MEN,
    PAIR,
    PLACES,
    entry_at,
    pack_solved,
    solved_plies,
    solved_value,
)
from spielbaum.engine.specialise import Code
from spielbaum.errors import BadInput, TooLarge
from spielbaum.game import Game

#: The share of the places that is taken.
LOAD = 0.7
#: More men than any board has: every position may be in the table.
ANY_MEN = 1 << 62


def _places(count: int) -> int:
    return int(count / LOAD) + 8


def bytes_needed(count: int) -> int:
    """Bytes that a table of so many positions takes."""
    return 8 * (HEAD + PAIR * _places(count))


class Solved(NamedTuple):
    """What a position is worth to the player to move, and the plies to the end; 0 for a draw by cycle."""

    value: int
    remoteness: int
    cycle: bool = False


class SolvedPositions:
    """A table of positions whose values are known, of a game or of its endings."""

    def __init__(
        self,
        game: Game[Any, Any],
        solved_game: Game[Any, Any],
        *,
        folded: bool,
        count: int,
        memory: int,
        interpreted: bool = False,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        """Room for `count` positions of `solved_game`, which is `game` or an ending of it."""
        self.game = game
        places, needed = _places(count), bytes_needed(count)
        if needed > memory:
            raise TooLarge(
                "solution.memory.engine",
                count=count,
                needed=f"{needed / 1e6:.0f}",
                memory=f"{memory / 1e6:.0f}",
            )
        self.words: Int64Array = np.zeros(HEAD + PAIR * places, np.int64)
        self.words[PLACES] = places
        self.words[MOST_MEN] = 0 if game.hints.men is not None else ANY_MEN
        hints = solved_game.hints
        key = (hints.solution_key or hints.key) if folded else None
        self._rules = rules_of(solved_game.with_hints(key=key, rest=None, banked=None))
        self._place = self._rules.names["check_and_place"]
        self._code = Code(self._rules, interpreted=interpreted, announce=announce)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<SolvedPositions of {self.game.name}: {len(self)}>"

    def add(self, keys: Int64Array, values: Any, remoteness: Any, cycle: Any) -> None:
        """Enter positions by the words of their keys; those that are there already stay as they are."""
        columns = (np.asarray(column, np.int64) for column in (values, remoteness, cycle))
        entries = np.asarray(pack_solved(*columns))  # type: ignore[arg-type]
        self._count += self._fill(self.words, keys.reshape(-1), entries, keys.shape[1])

    @cached_property
    def _fill(self) -> Any:
        width = self._rules.names["KEY_WORDS"]
        names = {**self._rules.names, "hash_key": hashing([f"s[{i}]" for i in range(width)], {})}
        return self._code.make(KERNELS["fill_solved"], names)

    def allow_men(self, states: Iterable[Any]) -> None:
        """Look up positions with as many men as the largest of these."""
        men = self.game.hints.men
        if men is not None:
            self.words[MOST_MEN] = max(int(self.words[MOST_MEN]), *(men(state) for state in states))

    # ------------------------------------------------------------------------------------------ asking

    def look(self, state: Any) -> Solved | None:
        """What is known of the position; None where it is not in the table."""
        if not self.may_hold(state):
            return None
        check, place = self._place(state)
        entry = entry_at(self.words, check, place)
        if entry == 0:
            return None
        return Solved(solved_value(entry), solved_plies(entry), bool(entry & 2))

    def line(self, state: Any) -> list[Any]:
        """Best play to the end, where somebody wins."""
        game, played = self.game, []
        known = self.proves(state)
        while known is not None and known.value != 0 and known.remoteness > 0:
            for move in game.legal(state):
                after = game.play(state, move)
                reply = self.look(after)
                if reply is not None and reply.remoteness == known.remoteness - 1:
                    same = game.player(after) == game.player(state)
                    if reply.value == (known.value if same else -known.value):
                        break
            else:
                break
            played.append(move)
            state, known = after, reply
        return played

    def may_hold(self, state: Any) -> bool:
        men = self.game.hints.men
        return men is None or men(state) <= self.words[MOST_MEN]

    def proves(self, state: Any) -> Solved | None:
        """The same, where no clock of the game ends it before."""
        known, clock = self.look(state), self.game.hints.clock_left
        if known is None or known.value == 0 or clock is None or known.remoteness <= clock(state):
            return known
        return None

    # ------------------------------------------------------------------------------------- for an engine

    @property
    def address(self) -> int:
        return int(self.words.ctypes.data)

    def check_fit(self, game: Game[Any, Any]) -> None:
        """Say so where these are positions of another game."""
        if game is not self.game and rules_digest(game) != rules_digest(self.game):
            raise BadInput("solution.foreign", game=game.name, other=self.game.name)

    def within(self, rules: Rules) -> Rules:
        """The rules for kernels that look positions up here."""
        return replace(rules, names={**rules.names, "SOLVED": True, "solved_place": self._place})
