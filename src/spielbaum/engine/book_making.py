"""Making an opening book with the exact solver.

Two kinds of reach, up to a number of plies from the start:

- `any`: every position. Only those of the last ply are solved; all others follow from their children.
- `perfect`: the positions that can come up when one of the two players, whichever, always plays the book's
  move and the other one anything. Far fewer, and enough for perfect play from the start.

What is solved stands in the journal, so any number of runs, of either reach and any depth, add up. The
positions that are missing are solved here, one by one, or by others who are given the moves that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple

from spielbaum.engine.book import Book, Known, end_of, position_number, seen_from
from spielbaum.engine.book_journal import NEEDED, Journal
from spielbaum.engine.engine import Engine
from spielbaum.engine.thinking import Thinking
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.result import Result

#: A position of the last ply that took fewer nodes is not worth its bytes: a hundredth of a second, no more.
QUICK = 20_000


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the work stands: positions of this ply that are known, of how many, and the time it took."""

    ply: int
    known: int
    total: int
    #: Positions solved in this run, and the seconds that took.
    solved: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """An estimate for the rest of this ply; None before anything was solved."""
        return (self.total - self.known) * self.seconds / self.solved if self.solved else None


Report = Callable[[Progress], None]


class Place(NamedTuple):
    """A position and moves that lead to it from the start."""

    state: Any
    moves: tuple[Any, ...] = ()


class Answer(NamedTuple):
    """What solving a position came to, and the nodes it took."""

    known: Known
    nodes: int
    move: Any


#: Solves places by their numbers, in any order, and hands over each answer as it comes. The second argument
#: says how many seconds are left; raises `OutOfTime` where they are over.
Solve = Callable[[Mapping[int, Place], Callable[[], float | None], Callable[[int, Answer], None]], None]


class OutOfTime(Exception):
    """The time given is over; what is solved stands in the journal."""


def start_solving(engine: Engine[Any, Any], state: Any, seconds: float | None) -> Thinking[Any]:
    """Begin to solve a position as far as a book needs it."""
    return engine.start_solving(state, line=engine.game.counts_plies, seconds=seconds)


def answer_of(game: Game[Any, Any], result: Result[Any]) -> Answer | None:
    """What a book keeps of a result; None where it is not proven.

    Where early wins count, a book without the plies to the end would take any win for the earliest.
    """
    if not result.proven:
        return None
    value = result.value
    assert isinstance(value, int)
    if not game.counts_plies or value == 0:
        return Answer(Known(value), result.nodes, result.move)
    if result.distance is None:
        raise BadInput("book.distance", game=game.name)
    return Answer(Known(value, result.distance), result.nodes, result.move)


class Maker:
    """Fills a journal with the positions that a book needs; `solve` lets others do it."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        journal: Journal,
        report: Report,
        seconds: float | None = None,
        solve: Solve | None = None,
    ) -> None:
        if engine.game.facts.repeats:
            raise BadInput("engine.solve.repeats", game=engine.game.name)
        self.engine = engine
        self.game: Game[Any, Any] = engine.game
        self.journal = journal
        self.report = report
        #: What the book has to contain.
        self.entries: dict[int, Known] = {}
        for number, solved in journal.solved.items():
            self._note(number, solved.known, solved.nodes)
        self._solve = solve or self._one_by_one
        self._ends = None if seconds is None else monotonic() + seconds
        self._solved = 0
        self._seconds = 0.0

    def make(self, plies: int, reach: str) -> None:
        """Solve what is missing; raises `OutOfTime` where the time was not enough."""
        if reach == "any":
            self._everything(plies)
            return
        # A position that one side needs may offer the other side an earlier best move, whose replies are
        # not solved yet: again, until nothing is missing.
        while self._one_side_perfect(0, plies) + self._one_side_perfect(1, plies):
            pass

    # ------------------------------------------------------------------------------ every position

    def _everything(self, plies: int) -> None:
        layers = [{position_number(self.game, self.game.start): Place(self.game.start)}]
        for _ in range(plies):
            layers.append(dict(self._children(layers[-1].values())))
        last = layers[-1]
        missing = {number: place for number, place in last.items() if number not in self.journal.solved}

        def keep(number: int, answer: Answer) -> None:
            self._keep(number, answer.known, answer.nodes)

        self._solve_all(missing, keep, plies, len(last))
        for layer in reversed(layers[:-1]):
            for number, place in layer.items():
                self._keep(number, self._from_children(place.state), NEEDED)

    def _children(self, places: Iterable[Place]) -> Iterator[tuple[int, Place]]:
        """The positions one ply on in which the game goes on."""
        for place in places:
            for move in self.game.legal(place.state):
                yield from self._after(place, move)

    def _after(self, place: Place, move: Any) -> Iterator[tuple[int, Place]]:
        """The position after a move, unless the game is over then."""
        after = self.game.play(place.state, move)
        if not self.game.ended(after):
            yield position_number(self.game, after), Place(after, (*place.moves, move))

    def _from_children(self, state: Any) -> Known:
        """The value that the best move leads to; of equal wins the nearest, of equal losses the furthest."""
        options = []
        for move in self.game.legal(state):
            after = self.game.play(state, move)
            child = end_of(self.game, after)
            if child is None:
                child = self.journal.solved[position_number(self.game, after)].known
            options.append(seen_from(self.game, state, after, child))
        return max(options, key=lambda k: (k.value, -k.distance if k.value > 0 else k.distance))

    # --------------------------------------------------------------------------------- perfect play

    def _one_side_perfect(self, side: int, plies: int) -> int:
        """Solve what this side meets and does not know; returns how many positions that were."""
        game = self.game
        before = self._solved
        layer = {position_number(game, game.start): Place(game.start)}
        for ply in range(plies + 1):
            own = {number: place for number, place in layer.items() if game.player(place.state) == side}
            best = self._best(own, ply)
            following = dict(self._children(place for number, place in layer.items() if number not in own))
            for number, place in own.items():
                following.update(self._after(place, best[number]))
            layer = following
        return self._solved - before

    def _best(self, places: Mapping[int, Place], ply: int) -> dict[int, Any]:
        """The move of the book everywhere; what it lacks is added, with what comes after the best move."""
        book = Book(self.game, self.entries)
        best = {number: book.move(place.state) for number, place in places.items()}
        missing = {number: place for number, place in places.items() if best[number] is None}

        def keep(number: int, answer: Answer) -> None:
            state = missing[number].state
            best[number] = answer.move
            self._keep(number, answer.known, NEEDED)
            after = self.game.play(state, answer.move)
            if not self.game.ended(after):
                self._keep(position_number(self.game, after), self._below(state, after, answer.known), NEEDED)

        self._solve_all(missing, keep, ply, len(places))
        return best

    def _below(self, state: Any, after: Any, known: Known) -> Known:
        """What the position after a best move is worth: the inverse of `seen_from`."""
        value = known.value if self.game.player(after) == self.game.player(state) else -known.value
        return Known(value, known.distance - 1 if self.game.counts_plies and value != 0 else 0)

    # ---------------------------------------------------------------------------------------- both

    def _solve_all(
        self, missing: Mapping[int, Place], keep: Callable[[int, Answer], None], ply: int, total: int
    ) -> None:
        """Solve what is missing of `total` positions of a ply, keep each and tell how far it is."""
        if not missing:
            return
        known = total - len(missing)
        last = monotonic()

        def note(number: int, answer: Answer) -> None:
            nonlocal known, last
            keep(number, answer)
            known, now = known + 1, monotonic()
            self._solved, self._seconds, last = self._solved + 1, self._seconds + now - last, now
            self.report(Progress(ply, known, total, self._solved, self._seconds))

        self._solve(missing, self._left, note)

    def _left(self) -> float | None:
        return None if self._ends is None else self._ends - monotonic()

    def _one_by_one(
        self,
        missing: Mapping[int, Place],
        seconds_left: Callable[[], float | None],
        keep: Callable[[int, Answer], None],
    ) -> None:
        for number, place in missing.items():
            left = seconds_left()
            if left is not None and left <= 0:
                raise OutOfTime
            answer = answer_of(self.game, start_solving(self.engine, place.state, left).result())
            if answer is None:
                raise OutOfTime
            keep(number, answer)

    def _keep(self, number: int, known: Known, nodes: int) -> None:
        self.journal.add(number, known, nodes)
        self._note(number, known, nodes)

    def _note(self, number: int, known: Known, nodes: int) -> None:
        if nodes == NEEDED or nodes >= QUICK:
            self.entries[number] = known
