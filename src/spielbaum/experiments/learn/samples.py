"""Positions of games that an engine played against itself, with what is known of them.

They travel and are kept as text: columns one after the other, compressed, in base 64.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.engine.rules import rules_of
from spielbaum.engine.scores import BOTH
from spielbaum.engine.self_play import MOVER, PROOF, WORTH, played
from spielbaum.errors import BadInput
from spielbaum.game import Game

if TYPE_CHECKING:
    import numpy.typing as npt

    from spielbaum.engine import Engine

#: A game that is longer counts as drawn.
MOST_PLIES = 600
#: An estimate is kept in so many parts of a point.
PARTS = 1 << 12
#: Random moves after the opening.
EXPLORE = 0.02
#: Plies of the random openings of games whose positions come again.
LOOSE = (5, 10)
#: In the place of an outcome.
UNSOLVED = 2


@dataclass(frozen=True)
class Samples:
    """Positions as rows of words, and columns: all from the side of the player to move."""

    states: npt.NDArray[np.int64]
    movers: npt.NDArray[np.int8]
    #: What the game brought in the end: 0 lost, 1 drawn, 2 won.
    results: npt.NDArray[np.int8]
    #: What the search said, in 1/PARTS points; proven where `proven` is 1.
    values: npt.NDArray[np.int32]
    proven: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.movers)

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        return self.results / 2.0

    def encoded(self) -> str:
        columns = (
            self.states.T.astype("<i8"),  # column by column: neighbours are alike
            self.movers.astype("<i1"),
            self.results.astype("<i1"),
            self.values.astype("<i4"),
            self.proven.astype("<i1"),
        )
        return b64encode(zlib.compress(b"".join(each.tobytes() for each in columns), 6)).decode()

    @classmethod
    def decoded(cls, text: str, count: int, words: int) -> Samples:
        sizes = [8 * words * count, count, count, 4 * count, count]
        try:
            # No more than what is expected is unpacked, whatever the text says.
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(b64decode(text, validate=True), sum(sizes) + 1)
        except (ValueError, binascii.Error, zlib.error) as error:
            raise BadInput("error.learn.samples") from error
        if len(content) != sum(sizes) or not unpacking.eof:
            raise BadInput("error.learn.samples")
        ends = np.cumsum(sizes)
        pieces = [content[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        return cls(
            np.ascontiguousarray(np.frombuffer(pieces[0], "<i8").reshape(words, count).T).astype(np.int64),
            np.frombuffer(pieces[1], "<i1"),
            np.frombuffer(pieces[2], "<i1"),
            np.frombuffer(pieces[3], "<i4").astype(np.int32),
            np.frombuffer(pieces[4], "<i1"),
        )

    @classmethod
    def joined(cls, some: Iterable[Samples]) -> Samples:
        each = list(some)
        columns = ("states", "movers", "results", "values", "proven")
        return cls(*(np.concatenate([getattr(part, name) for part in each]) for name in columns))


def states_of(game: Game[Any, Any], samples: Samples, numbers: Iterable[int]) -> Iterator[Any]:
    """The positions with these numbers, as states of the game."""
    unpack = rules_of(game).names["unpack"]
    return (unpack(samples.states[number].copy()) for number in numbers)


def usual_length(game: Game[Any, Any]) -> int:
    """How long games are on average, in plies: games of random moves, the same ones each time.

    Where positions come again random moves lead nowhere, and such games are some three times as long as
    others (in chess, 350 plies).
    """
    lengths = []
    for number in range(20):
        random, state, plies = Random(f"length {number}"), game.start, 0
        while plies < MOST_PLIES and not game.ended(state):
            state = game.play(state, random.choice(game.legal(state)))
            plies += 1
        lengths.append(plies)
    length = sum(lengths) // len(lengths)
    return max(length // 3 if game.facts.repeats else length, 1)


def random_plies(game: Game[Any, Any], length: int) -> tuple[int, int]:
    """The least and the most random moves that a game begins with, given how long games are.

    Where positions come again (chess) a dozen random moves leave little that is balanced.
    """
    return LOOSE if game.facts.repeats else (0, length // 2)


def stray_share(game: Game[Any, Any]) -> float:
    """How many of the later moves are random, so that positions differ after good openings as well.

    None where positions come again: there every opening is random, and a game is so long that with some
    blunders of this kind its result says nothing of the positions before.
    """
    return 0.0 if game.facts.repeats else EXPLORE


def play_games(
    engine: Engine[Any, Any],
    games: int,
    nodes: int,
    random_plies: tuple[int, int],
    random: Random,
    stop: Event,
    explore: float = 0.0,
    solver: Engine[Any, Any] | None = None,
    exact: int = 0,
) -> Samples | None:
    """Games of the engine against itself, each from a random opening of at least and at most so many plies.

    Now and then (`explore`) a random move is played, so that positions differ after good openings as well.
    None where it was stopped. Kept are positions in which there is a choice and that the search asks for an
    estimate of. What is proven of a position counts more than how the game went on: by the search that
    played, or by the `solver`, which has `exact` nodes for each game.
    """
    words = engine.rules.layout.words
    least, most = random_plies
    rows: list[Any] = []
    outcomes: list[Any] = []
    found: list[Any] = []
    for _ in range(games):
        if stop.is_set():
            return None
        opening, seed = random.randint(least, most), random.getrandbits(62)
        noted, worth = played(engine, nodes, opening, explore, seed, MOST_PLIES)
        sure = np.full(len(noted), UNSOLVED)
        if solver is not None and len(noted):
            sure = solved(solver, noted[:, :words], exact)
        rows.append(noted.copy())
        found.append(sure)
        outcomes.append(with_best_play(sure, noted[:, words + MOVER], (worth > 0) - (worth < 0)))
    table, outcome, sure = np.concatenate(rows), np.concatenate(outcomes), np.concatenate(found)
    movers, known = table[:, words + MOVER], sure != UNSOLVED
    values = np.rint(table[:, words + WORTH] * (PARTS / engine.rules.names["UNIT"]))
    values = np.where(known, sure * PARTS, values)
    proven = known | (table[:, words + PROOF] == BOTH)
    return Samples(
        np.ascontiguousarray(table[:, :words]),
        movers.astype(np.int8),
        (1 + np.where(movers == 0, outcome, -outcome)).astype(np.int8),
        np.clip(values, 1 - 2**31, 2**31 - 1).astype(np.int32),
        proven.astype(np.int8),
    )


def solved(solver: Engine[Any, Any], states: npt.NDArray[np.int64], nodes: int) -> npt.NDArray[np.int64]:
    """Who wins each position of a game, 1, 0 or −1 for its mover; UNSOLVED where the nodes did not suffice.

    From the last position backwards: what is proven of it makes those before it easier.
    """
    unpack = solver.rules.names["unpack"]
    found = solver.outcomes_within([unpack(row.copy()) for row in states[::-1]], nodes)
    return np.array([UNSOLVED if each is None else each for each in found[::-1]])


def with_best_play(
    sure: npt.NDArray[np.int64], movers: npt.NDArray[np.int64], outcome: int
) -> npt.NDArray[np.int64]:
    """How the game would have ended for player 0, had the players gone wrong no more from there on.

    After the first position that is solved, what they did says nothing any more.
    """
    found = np.full(len(sure), outcome)
    for index in range(len(sure) - 1, -1, -1):
        if sure[index] != UNSOLVED:
            outcome = sure[index] if movers[index] == 0 else -sure[index]
        found[index] = outcome
    return found
