"""An opening book: positions whose exact value is known, in a file that only the same rules can read.

The file is one line of JSON (format, version, game, digest of the rules, sizes, checksum) and, compressed,
three columns: the numbers of the positions in ascending order, each less the one before; their values for
the player to move; and, where early wins are preferred, the plies to the end. Every whole number takes as
many bytes as it needs. Moves are not stored: a best one leads to a position that the book has, too.
Nothing in the file is ever run or unpickled.

*Other rules* are recognised by what they do, not by their code, which is another one under every version of
Python: the digest goes over the facts of the game and the course of `GAMES` games played at random.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum.atomic import write_file
from spielbaum.documents import Natural, read_head
from spielbaum.engine.shapes import flat_parts
from spielbaum.errors import BadInput
from spielbaum.forms import is_array, is_int
from spielbaum.game import Game
from spielbaum.result import CHANCE

FORMAT = "spielbaum book"
VERSION = 1
#: The first line is not longer than this, nor the whole file …
MOST_HEAD = 2000
MOST_SIZE = 1 << 28
#: … nor what it unfolds to.
MOST_BODY = 1 << 30

GAMES = 32
MOST_PLIES = 200


class Known(NamedTuple):
    """The value of a position for the player to move, and the plies to the end where early wins count."""

    value: int
    distance: int = 0


class Book:
    """Positions of one game and what they are worth."""

    def __init__(self, game: Game[Any, Any], entries: Mapping[int, Known]) -> None:
        self.game = game
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, state: Any) -> Known | None:
        return self.entries.get(position_number(self.game, state))

    def move(self, state: Any) -> Any:
        """A move that keeps the value and leads to a position of the book; None without one.

        Of several the one to the position with the least number: the same in every mirror image.
        """
        known = self.get(state)
        best, least = None, None
        for move in self.game.legal(state) if known is not None else ():
            after = self.game.play(state, move)
            number = position_number(self.game, after)
            child = end_of(self.game, after) or self.entries.get(number)
            if child is not None and seen_from(self.game, state, after, child) == known:
                if least is None or number < least:
                    best, least = move, number
        return best

    def line(self, state: Any) -> tuple[Any, ...]:
        """Moves that keep the value, as far as the book goes."""
        moves: list[Any] = []
        while (move := self.move(state)) is not None:
            moves.append(move)
            state = self.game.play(state, move)
        return tuple(moves)


def end_of(game: Game[Any, Any], state: Any) -> Known | None:
    """The pay-off for whoever would move, where the game is over."""
    if not game.ended(state):
        return None
    utility = game.utility(state)
    assert not isinstance(utility, tuple)
    return Known(int(utility) if game.player(state) == 0 else -int(utility))


def seen_from(game: Game[Any, Any], state: Any, after: Any, child: Known) -> Known:
    """What is known of the position after a move, as the position before it sees it."""
    value = child.value if game.player(after) == game.player(state) else -child.value
    return Known(value, child.distance + 1 if game.counts_plies and value != 0 else 0)


# ---------------------------------------------------------------------------------- what identifies it


def position_number(game: Game[Any, Any], state: Any) -> int:
    """The position as one number; equal exactly where the keys are, or the states of a game without."""
    name = state if game.hints.key is None else game.hints.key(state)
    if isinstance(name, bool) or is_int(name):
        return _unsigned(int(name))
    return int.from_bytes(b"\x01" + b"".join(_varint(_unsigned(part)) for part in _parts(name)), "big")


def _parts(thing: Any) -> Iterator[int]:
    for part in flat_parts(thing):
        if is_array(part):
            yield from (int(number) for number in part.ravel())
        else:
            yield int(part)


def rules_digest(game: Game[Any, Any]) -> str:
    """A text that is equal for games that are played alike; see above."""
    facts = [game.name, game.facts.players, game.facts.zero_sum, game.facts.values, game.counts_plies]
    course = hashlib.sha256(json.dumps(facts, default=int).encode())
    random = 1
    for _ in range(GAMES):
        state = game.start
        for _ in range(MOST_PLIES):
            legal = game.legal(state)
            course.update(f"{position_number(game, state):x} {game.player(state)} {len(legal)}\n".encode())
            if not legal:
                course.update(f"{game.utility(state)}\n".encode())
                break
            if game.weight is not None and game.player(state) == CHANCE:
                course.update(f"{[int(game.weight(state, move)) for move in legal]}\n".encode())
            # Knuth's linear congruential generator (MMIX); its upper bits are the good ones.
            random = (random * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            state = game.play(state, legal[(random >> 33) % len(legal)])
    return course.hexdigest()


# -------------------------------------------------------------------------------------------- the file


def write_book(path: Path, game: Game[Any, Any], entries: Mapping[int, Known], plies: int) -> None:
    """Write the book, completely or not at all; `plies` tells readers how far it goes."""
    body = zlib.compress(_columns(entries), 9)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules": rules_digest(game),
        "plies": plies,
        "positions": len(entries),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    write_file(path, json.dumps(head) + "\n", body)


def read_book(path: Path, game: Game[Any, Any]) -> Book:
    """The book in the file, which must be one of this game."""
    try:
        if path.stat().st_size > MOST_SIZE:
            raise BadInput("book.foreign", path=path)
        content = path.read_bytes()
    except OSError as error:
        raise BadInput("book.read", path=path, error=error.strerror or error) from error
    head = _head(content, path)
    if head.game != game.name or head.rules != rules_digest(game):
        raise BadInput("book.rules", path=path, game=game.name)
    return Book(game, _body(content, head, path))


def packaged_book(game: Game[Any, Any]) -> Book | None:
    """The book that comes with the package for a game of these rules; None where there is none."""
    rules = ""
    for name, its_game, its_rules in _packaged():
        if its_game == game.name:
            rules = rules or rules_digest(game)
            if its_rules == rules:
                return Book(game, _packaged_entries(name))
    return None


@cache
def _packaged() -> tuple[tuple[str, str, str], ...]:
    """File, game and rules of the books in the package."""
    folder = files("spielbaum") / "data"
    books = [file for file in folder.iterdir() if file.name.endswith(".book")] if folder.is_dir() else []
    heads = {file.name: _head(file.read_bytes(), file.name) for file in books}
    return tuple((name, head.game, head.rules) for name, head in sorted(heads.items()))


@cache
def _packaged_entries(name: str) -> Mapping[int, Known]:
    content = (files("spielbaum") / "data" / name).read_bytes()
    return _body(content, _head(content, name), name)


def _body(content: bytes, head: Head, path: object) -> dict[int, Known]:
    body = content[content.index(b"\n") + 1 :]
    if hashlib.sha256(body).hexdigest() != head.sha256:
        raise BadInput("book.damaged", path=path)
    try:
        unfolding = zlib.decompressobj()
        columns = unfolding.decompress(body, MOST_BODY)
        return _entries(columns, head.positions)
    except (zlib.error, StopIteration, ValueError) as error:
        raise BadInput("book.damaged", path=path) from error


@dataclass(frozen=True, slots=True)
class Head:
    """The first line."""

    game: str
    rules: str
    positions: Natural
    sha256: str


def _head(content: bytes, path: object) -> Head:
    line = content[: max(content.find(b"\n", 0, MOST_HEAD), 0)]
    return read_head(line, Head, mark=FORMAT, version=VERSION, refusal="book", path=path)


def _columns(entries: Mapping[int, Known]) -> bytes:
    numbers = sorted(entries)
    steps = (number - before for before, number in zip([0, *numbers], numbers, strict=False))
    return b"".join(
        b"".join(_varint(word) for word in column)
        for column in (
            steps,
            (_unsigned(entries[number].value) for number in numbers),
            (entries[number].distance for number in numbers),
        )
    )


def _entries(columns: bytes, count: int) -> dict[int, Known]:
    if count > len(columns):
        raise ValueError("more positions than bytes")
    words = _read_varints(columns)
    numbers = []
    number = 0
    for _ in range(count):
        number += next(words)
        numbers.append(number)
    values = [_signed(next(words)) for _ in range(count)]
    entries = {number: Known(value, next(words)) for number, value in zip(numbers, values, strict=True)}
    if next(words, None) is not None:
        raise ValueError("bytes are left over")
    return entries


def _unsigned(number: int) -> int:
    """0, −1, 1, −2, 2 … as 0, 1, 2, 3, 4 …"""
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the top bit says that more follow."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _read_varints(content: Iterable[int]) -> Iterator[int]:
    number = shift = 0
    for byte in content:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
