"""What a network sees of a position: numbers of the features that are active.

A game may say it itself (`active_features`, or `feature_sets`, 64 in a word). Else the parts of its state are
the features: a number that takes few values gives one feature for each, any other number one for each of its
bits, as those of a bitboard. It is the state and not the picture, as a picture is made of Python objects for
people and cannot be compiled, while the state is what the rules run on, for every game; it holds all that the
future depends on, and often more than the picture shows (cells that complete a line, who may still castle).

Which numbers take few values is seen in random games, the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from spielbaum.bits import lowest_bit
from spielbaum.engine.layout import written
from spielbaum.engine.network import LOOKS, SET
from spielbaum.engine.rules import Rules
from spielbaum.engine.shapes import fields_of, is_record_value, parts_of
from spielbaum.engine.writing import features_writer_of, sets_writer_of
from spielbaum.errors import BadInput
from spielbaum.forms import is_array
from spielbaum.game import Game

#: A number with this many values at most is a feature for each of them.
FEW = 32
#: Random games and positions that are looked at.
GAMES, STATES = 100, 4000
#: Of these so many are part of the digest.
CHECKED = 500
#: More features than this make no small network.
MOST = 1 << 15
_SIGN = 63


@dataclass(frozen=True, slots=True)
class Part:
    """Numbers at one place of a state (several where that is an array), and the features they make."""

    #: How it is reached from a state `s`, for people and for code.
    path: str
    #: How many numbers there are, and their dimensions.
    size: int
    array: bool
    #: The least value, where each is a feature; None where bits are.
    least: int | None
    #: Features per number.
    span: int

    @property
    def count(self) -> int:
        return self.size * self.span

    def source(self, base: int) -> list[str]:
        """Statements that write the active features from number `base` on."""
        if not self.array:
            return self._of_number(self.path, str(base))
        inner = self._of_number("part[i]", f"{base} + i * {self.span}")
        return [
            f"part = {self.path}.ravel()",
            f"for i in range({self.size}):",
            *(f"    {line}" for line in inner),
        ]

    def _of_number(self, value: str, base: str) -> list[str]:
        if self.least is not None:
            return [
                f"memory[at] = {base} + min(max(int({value}) - ({self.least}), 0), {self.span - 1})",
                "at += 1",
            ]
        bits = min(self.span, _SIGN)
        lines = [
            f"bits = int({value}) & {(1 << bits) - 1}",
            "while bits != 0:",
            f"    memory[at] = {base} + lowest_bit(bits)",
            "    at += 1",
            "    bits &= bits - 1",
        ]
        if self.span > _SIGN:
            lines += [f"if int({value}) < 0:", f"    memory[at] = {base} + {_SIGN}", "    at += 1"]
        return lines


@dataclass(frozen=True)
class Features:
    """The features of a game; `write(s, side, memory, at)` writes the numbers of the active ones."""

    count: int
    #: 2 where the game says what each player sees, 1 where the state is taken as it is.
    views: int
    #: At most this many are active at once.
    most_active: int
    write: Callable[..., int]
    #: Equal for equal features.
    digest: str
    parts: tuple[Part, ...] = ()
    #: How many sets of 64 features are written; 0 where the numbers are.
    sets: int = 0

    @property
    def room(self) -> int:
        """Words that are written at most."""
        return LOOKS + self.sets if self.sets else self.most_active

    @property
    def in_code(self) -> dict[str, Any]:
        """What the kernels that ask for features have to know."""
        writer = "write_sets" if self.sets else "write_features"
        return {writer: self.write, "IN_SETS": self.sets > 0, "ACTIVE": self.room}

    def active(self, state: Any, side: int) -> list[int]:
        """The active features as that player sees the position."""
        memory = [0] * self.room
        if not self.sets:
            return memory[: self.write(state, side, memory, 0)]
        self.write(state, memory, 0)
        each, look = self.sets // 2, memory[side]
        own, other = (0, each) if side == 0 else (each, 0)
        return [
            SET * (number + each * part) + (bit ^ look)
            for part, first in enumerate((own, other))
            for number in range(each)
            for bit in range(SET)
            if memory[LOOKS + first + number] >> bit & 1
        ]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each feature is, in a few characters; by their numbers where the game declares them."""
        if not self.parts:
            return tuple(map(str, range(self.count)))
        found: list[str] = []
        for part in self.parts:
            for number in range(part.size):
                path = part.path.removeprefix("s.") + (f"[{number}]" if part.array else "")
                for index in range(part.span):
                    mark = f"={index + part.least}" if part.least is not None else f".{index}"
                    found.append(f"{path}{mark}")
        return tuple(found)


def features_of(rules: Rules) -> Features:
    """The features that the game declares, or those of the parts of its state."""
    game = rules.game
    if game.hints.feature_sets is not None:
        return _in_sets(game, rules.feature_sets)
    if game.hints.active_features is not None:
        return _declared(game, rules.active_features)
    states = list(sampled_states(game))
    parts = tuple(part for each in _places(states) if (part := _part(*each)) is not None)
    count = sum(part.count for part in parts)
    if not parts or count > MOST:
        raise BadInput("network.features", game=game.name, count=count, most=MOST)
    lines: list[str] = []
    base = active = 0
    for part in parts:
        lines += part.source(base)
        base += part.count
        active += part.size * (1 if part.least is not None else part.span)
    body = "".join(f"    {line}\n" for line in (*lines, "return at"))
    source = f"def write_features(s, side, memory, at):\n{body}"
    (write,) = written(source, {"lowest_bit": lowest_bit}, "write_features")
    found = Features(count, 1, active, write, "", parts)
    return replace(found, digest=_digest(game, found, states))


def _declared(game: Game[Any, Any], active: Callable[..., Any] | None) -> Features:
    count = game.hints.feature_count
    if not 0 < count <= MOST or active is None:
        raise BadInput("network.features", game=game.name, count=count, most=MOST)
    rule, most = game.hints.active_features, 1
    assert rule is not None
    states = list(sampled_states(game))
    for state in states:
        for side in range(2):
            numbers = [int(number) for number in rule(state, side)]
            if not all(0 <= number < count for number in numbers):
                raise BadInput("network.number", game=game.name, given=max(numbers, key=abs), count=count)
            most = max(most, len(numbers))
    room = 2 * most + 8  # more than was seen; the writer never goes beyond
    found = Features(count, 2, room, features_writer_of(active, count, room), "")
    return replace(found, digest=_digest(game, found, states))


def _in_sets(game: Game[Any, Any], writer: Callable[..., Any] | None) -> Features:
    count, rule = game.hints.feature_count, game.hints.feature_sets
    if not 0 < count <= MOST or writer is None or count % (2 * SET):
        raise BadInput("network.features", game=game.name, count=count, most=MOST)
    states, sets = list(sampled_states(game)), count // SET
    for state in states:
        words = [] if rule is None else [int(word) for word in rule(state)]
        if len(words) != LOOKS + sets or not all(0 <= look < SET for look in words[:LOOKS]):
            raise BadInput("network.sets", game=game.name, given=len(words), count=LOOKS + sets)
    found = Features(count, 2, count, sets_writer_of(writer, LOOKS + sets), "", sets=sets)
    return replace(found, digest=_digest(game, found, states))


def _digest(game: Game[Any, Any], features: Features, states: Sequence[Any]) -> str:
    """Equal for games that are played alike and have the same features, as some positions show."""
    course = hashlib.sha256(f"{game.name} {features.count} {features.views} {features.parts}".encode())
    for state in states[:CHECKED]:
        seen = [features.active(state, side) for side in range(2)]
        course.update(f"{seen} {game.player(state)} {len(game.legal(state))}\n".encode())
    return course.hexdigest()


def sampled_states(game: Game[Any, Any]) -> Iterator[Any]:
    """Positions of random games, the same ones each time."""
    number = 0
    for index in range(GAMES):
        random = Random(f"spielbaum features {index}")
        state = game.start
        while not game.ended(state):
            yield state
            number += 1
            if number >= STATES:
                return
            state = game.play(state, random.choice(game.legal(state)))


def _places(states: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Each number or array of a state, as code, with what was seen there."""

    def walk(path: str, seen: list[Any]) -> Iterator[tuple[str, list[Any]]]:
        sample = seen[0]
        if not (isinstance(sample, tuple) or is_record_value(sample)):
            yield path, seen
            return
        names = fields_of(type(sample)) if is_record_value(sample) else ()
        for index, parts in enumerate(zip(*map(parts_of, seen), strict=True)):
            yield from walk(f"{path}.{names[index]}" if names else f"{path}[{index}]", list(parts))

    if states:
        yield from walk("s", list(states))


def _part(path: str, seen: list[Any]) -> Part | None:
    """What is seen there as features; None where it is always the same."""
    array = is_array(seen[0])
    size = int(seen[0].size) if array else 1
    numbers = {int(number) for value in seen for number in (value.ravel() if array else (value,))}
    least, most = min(numbers), max(numbers)
    if least == most:
        return None
    if most - least < FEW:
        return Part(path, size, array, least, most - least + 1)
    bits = 64 if least < 0 else most.bit_length()
    return Part(path, size, array, None, bits)
