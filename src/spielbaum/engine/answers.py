"""What the compiled rules say, one by one and without a search, to be compared with plain Python.

One compiled function for each rule asks it about many positions in a row. The rules are compiled with checks
(`runtime_checks.py`): where compiled code would do something unseen, it raises and the place is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any

import numpy as np

from spielbaum.engine import ordering
from spielbaum.engine.blame import broken_rule
from spielbaum.engine.kernels import Kernel
from spielbaum.engine.layout import written
from spielbaum.engine.rules import rules_of
from spielbaum.engine.slots import Int64Array
from spielbaum.engine.specialise import Code
from spielbaum.errors import BrokenGame
from spielbaum.game import Game

#: Rules that are asked about a state and a move.
OF_MOVES = ("play", "order", "weight")

#: Words that the answers of one call may take together: 64 MB.
MOST_WORDS = 1 << 23


class Kind(Enum):
    """What a rule answers."""

    TRUTH = auto()
    NUMBER = auto()
    #: A tuple of numbers.
    NUMBERS = auto()
    STATE = auto()
    #: A state and two bounds.
    SETTLED = auto()
    MOVES = auto()
    #: Moves written down as the search does it, see `writing.py`.
    WRITTEN = auto()


_KINDS = {
    "over": Kind.TRUTH,
    "dynamic": Kind.TRUTH,
    "urgent": Kind.TRUTH,
    "play": Kind.STATE,
    "skip": Kind.STATE,
    "settle": Kind.SETTLED,
    "moves": Kind.MOVES,
    "noisy": Kind.MOVES,
    "candidates": Kind.MOVES,
}

# What a function does with the state `s`: write the answer from the word `at` of `out` on. The words of
# `note` are the position that is asked about, where to end, and how many words an answer may take.
_ASK = """
def ask_{rule}(states, given, out, note):
    for i in range(note[0], note[1]):
        note[0] = i
        s = unpack(states[i * WORDS : (i + 1) * WORDS])
        at = i * note[2]
        {body}
"""
_BODIES = {
    Kind.TRUTH: "out[at] = 1 if {call} else 0",
    Kind.NUMBER: "out[at] = {call}",
    Kind.STATE: "pack(plain({call}), out[at : at + WORDS])",
    Kind.SETTLED: """
        after, low, high = {call}
        pack(plain(after), out[at : at + WORDS])
        out[at + WORDS], out[at + WORDS + 1] = low, high
""",
    Kind.MOVES: """
        count = 0
        for move in {call}:
            if 1 + (count + 1) * MOVE_WORDS > note[2]:
                break
            put_move(move, out, at + 1 + count * MOVE_WORDS)
            count += 1
        out[at] = count
""",
    Kind.WRITTEN: """
        end = {rule}(s, out, at + 1, at + note[2])
        out[at] = end if end < 0 else end - at - 1
""",
}


class Answers:
    """The compiled rules of a game; what does not compile raises when the object is made."""

    def __init__(self, game: Game[Any, Any], announce: Callable[[str], None] | None = None) -> None:
        self.game = game
        self.rules = rules_of(game)
        self._words = self.rules.layout.words
        self._move_words = int(self.rules.names["MOVE_WORDS"])
        #: Numbers in an answer, where they are several.
        self._counts: dict[str, int] = {}
        #: What can be asked: the rules that the game declares; `write_moves` are the moves as the search
        #: lists them.
        self.kinds: dict[str, Kind] = {
            rule: self._kind(rule, function) for rule, function in self.rules.declared.items()
        }
        self.kinds |= {f"write_{rule}": Kind.WRITTEN for rule in ("moves", "noisy") if rule in self.kinds}
        self._numbers = {rule: number for number, rule in enumerate(self.kinds)}
        names = {**self.rules.names, **self.rules.declared}
        for rule, kind in self.kinds.items():
            source = _ASK.format(rule=rule, body=self._body(rule, kind).strip())
            (names[f"ask_{rule}"],) = written(source, names, f"ask_{rule}")
        lines = [
            f"    if which == {number}:\n        ask_{rule}(states, given, out, note)\n"
            for rule, number in self._numbers.items()
        ]
        source = f"def answers(which, states, given, out, note):\n{''.join(lines)}"
        (entry,) = written(source, names, "answers")
        arrays: dict[str, Any] = dict.fromkeys(("states", "given", "out", "note"), Int64Array)
        entry.__annotations__ = {"which": int, **arrays}
        entry.__module__ = __name__  # the cache keeps code of known modules only
        code = Code(self.rules, interpreted=False, announce=announce, checked=True)
        self._entry = code.make(Kernel("answers", (entry,)), names)

    def _kind(self, rule: str, function: Callable[..., Any]) -> Kind:
        count = 0
        if rule in ("utility", "evaluate"):
            count = 0 if self.game.one_number else self.game.facts.players
        elif rule in ("key", "rest"):
            sample = function(self.game.start)
            count = len(sample) if isinstance(sample, tuple) else 0
        if count:
            self._counts[rule] = count
            return Kind.NUMBERS
        return _KINDS.get(rule, Kind.NUMBER)

    def _body(self, rule: str, kind: Kind) -> str:
        call = f"{rule}(s, take_move(given, i * MOVE_WORDS))" if rule in OF_MOVES else f"{rule}(s)"
        if kind is Kind.NUMBERS:
            parts = (f"out[at + {i}] = answer[{i}]" for i in range(self._counts[rule]))
            return "; ".join((f"answer = {call}", *parts))
        return _BODIES[kind].format(rule=rule, call=call)

    # -------------------------------------------------------------------------------------- asking

    def pack(self, states: Sequence[Any]) -> Int64Array:
        """The states, a row each; OverflowError where a number has more than 64 bits."""
        rows = np.zeros((len(states), self._words), np.int64)
        for state, row in zip(states, rows, strict=True):
            self.rules.names["pack"](state, row)
        return rows

    def ask(
        self, rule: str, rows: Int64Array, moves: Sequence[Any] = (), most: int = 0
    ) -> tuple[list[Any], BrokenGame | None]:
        """The answers for these packed states, and for a move in each, up to the first that raises.

        A list of moves ends after `most` and one more.
        """
        width = self._width(rule, most)
        found: list[Any] = []
        step = max(MOST_WORDS // width, 1)
        for first in range(0, len(rows), step):
            part = rows[first : first + step]
            given = np.zeros(len(part) * self._move_words, np.int64)
            for i, move in enumerate(moves[first : first + step]):
                self.rules.names["put_move"](move, given, i * self._move_words)
            out = np.zeros((len(part), width), np.int64)
            note = np.array([0, len(part), width], np.int64)
            error: BrokenGame | None = None
            done = len(part)
            try:
                self._entry(self._numbers[rule], part.reshape(-1), given, out.reshape(-1), note)
            except Exception as raised:  # noqa: BLE001 - whatever a rule raises is an answer
                error, done = broken_rule(self.rules, raised), int(note[0])
            found += [self._read(rule, answer) for answer in out[:done]]
            if error is not None:
                return found, error
        return found, None

    def _width(self, rule: str, most: int) -> int:
        kind = self.kinds[rule]
        widths = {
            Kind.NUMBERS: self._counts.get(rule, 1),
            Kind.STATE: self._words,
            Kind.SETTLED: self._words + 2,
            Kind.MOVES: 1 + (most + 1) * self._move_words,
            Kind.WRITTEN: 1 + (most + 1) * (ordering.ENTRY + self._move_words),
        }
        return max(widths.get(kind, 1), 1)

    def _read(self, rule: str, answer: Int64Array) -> Any:
        """The answer as Python would give it."""
        kind = self.kinds[rule]
        take_move, unpack = self.rules.names["take_move"], self.rules.names["unpack"]
        if kind is Kind.TRUTH:
            return bool(answer[0])
        if kind is Kind.NUMBERS:
            return tuple(map(int, answer))
        if kind is Kind.STATE:
            return unpack(answer)
        if kind is Kind.SETTLED:
            return unpack(answer), int(answer[-2]), int(answer[-1])
        if kind is Kind.MOVES:
            return [take_move(answer, 1 + i * self._move_words) for i in range(int(answer[0]))]
        if kind is Kind.WRITTEN:
            step = ordering.ENTRY + self._move_words
            used = int(answer[0]) if answer[0] >= 0 else len(answer) - 1  # FULL
            return [take_move(answer, at + ordering.MOVE) for at in range(1, 1 + used, step)]
        return int(answer[0])
