"""Openings: the positions from which pairs of games begin, distinct and the same again with the same seed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from spielbaum.documents import Count
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game, Position
from spielbaum.play.record import notation_of, start_of
from spielbaum.result import CHANCE

#: More positions than this are never listed.
MOST = 20_000
#: After that many random games in a row without a new position there are hardly any others.
IN_VAIN = 500


@dataclass(frozen=True, slots=True)
class Opening:
    """A position in texts: where to begin (None: at the start of the game) and the moves from there."""

    start: str | None
    moves: tuple[str, ...]

    def position(self, game: Game[Any, Any]) -> Position[Any, Any]:
        position = start_of(game, self.start)
        for move in self.moves:
            position = position.play(move)
        return position


@dataclass(frozen=True, slots=True)
class Positions:
    """A set of distinct positions in which the game goes on: as it was written, and as it came out.

    `count` is what was asked for until they are chosen. Rules or files that have changed since show in
    `digest`.
    """

    text: str
    count: Count
    digest: str


def choose_positions(
    game: Game[Any, Any], text: str, wanted: int, seed: int, *, least_moves: int = 1
) -> tuple[Positions, tuple[Opening, ...]]:
    """The positions of that text, and how they are written down in the settings."""
    chosen = tuple(choose_openings(game, text, wanted, seed, least_moves=least_moves)) if wanted else ()
    return Positions(text, len(chosen), digest(chosen)), chosen


def digest(chosen: Sequence[Opening]) -> str:
    listed = json.dumps([[each.start, *each.moves] for each in chosen])
    return hashlib.sha256(listed.encode()).hexdigest()[:16]


def choose_openings(
    game: Game[Any, Any], text: str, wanted: int, seed: int, *, least_moves: int = 1
) -> list[Opening]:
    """Up to `wanted` openings: `start`, `random:PLIES`, `random:LEAST-MOST`, `all:PLIES` or `file:PATH`.

    No two of them are the same position, and in each there are `least_moves` legal moves or more, so in none
    the game is over. Fewer come back where there are no more. A longer list begins with the shorter one.
    """
    kind, _, rest = text.partition(":")
    if kind == "file" and rest:
        found = _of_file(game, Path(rest))
    elif kind == "random" and (span := re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", rest)):
        least, most = int(span[1]), int(span[2] or span[1])
        if least > most:
            raise BadInput("error.openings.text", given=text)
        found = _random(game, least, most, seed, least_moves)
    elif kind == "all" and re.fullmatch(r"\d{1,3}", rest):
        found = _all(game, int(rest), seed)
    elif text == "start":
        found = iter([Position(game, game.start)])
    else:
        raise BadInput("error.openings.text", given=text)
    openings: list[Opening] = []
    seen: set[Any] = set()
    for position in found:
        if len(game.legal(position.state)) < least_moves or _identity(position) in seen:
            continue
        seen.add(_identity(position))
        start = None if position.from_start else notation_of(game, position.root)
        openings.append(Opening(start, tuple(position.history_texts)))
        if len(openings) == wanted:
            break
    if not openings:
        raise BadInput("error.openings.none", given=text, game=game.name)
    return openings


def _random(
    game: Game[Any, Any], least: int, most: int, seed: int, least_moves: int
) -> Iterator[Position[Any, Any]]:
    """Random moves, of each number in turn; ends after many games that brought nothing new."""
    seen: set[Any] = set()
    number = vain = 0
    while vain < IN_VAIN:
        random = Random(f"{seed}/opening/{number}")
        plies = least + number % (most - least + 1)
        number += 1
        position = Position(game, game.start)
        while position.plies < plies and not position.over:
            position = position.after(_drawn(position, random))
        new = len(game.legal(position.state)) >= least_moves and _identity(position) not in seen
        vain = 0 if new else vain + 1
        if new:
            seen.add(_identity(position))
            yield position


def _drawn(position: Position[Any, Any], random: Random) -> Any:
    """A random move; where nature moves, by the weights of the outcomes."""
    game, state = position.game, position.state
    legal = game.legal(state)
    if position.player != CHANCE:
        return random.choice(legal)
    assert game.weight is not None
    return random.choices(legal, [int(game.weight(state, move)) for move in legal])[0]


def _all(game: Game[Any, Any], plies: int, seed: int) -> Iterator[Position[Any, Any]]:
    """Every position after that many moves, in an order that the seed shuffles."""
    level = {_identity(start): start for start in [Position(game, game.start)]}
    for _ in range(plies):
        following: dict[Any, Position[Any, Any]] = {}
        for position in level.values():
            for move in game.legal(position.state):
                after = position.after(move)
                following.setdefault(_identity(after), after)
            if len(following) > MOST:
                raise BadInput("error.openings.many", plies=plies, game=game.name, limit=MOST)
        level = following
    positions = list(level.values())
    Random(f"{seed}/openings").shuffle(positions)
    return iter(positions)


def _of_file(game: Game[Any, Any], path: Path) -> Iterator[Position[Any, Any]]:
    """One position a line, as moves or in the game's notation; empty lines and # comments are left out."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("error.openings.read", path=path, why=why) from error
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                yield Position.of(game, text)
            except SpielbaumError as error:
                raise BadInput("error.openings.line", path=path, line=number, why=error) from error


def _identity(position: Position[Any, Any]) -> Any:
    state = position.state
    return state.tobytes() if hasattr(state, "tobytes") else state
