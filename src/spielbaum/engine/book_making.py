"""Making an opening book with the exact solver.

Two kinds of reach, up to a number of plies from the start:

- `any`: every position. Only those of the last ply are solved; all others follow from their children.
- `perfect`: the positions that can come up when one of the two players, whichever, always plays the book's
  move and the other one anything. Far fewer, and enough for perfect play from the start.

What is solved stands in the journal, so any number of runs, of either reach and any depth, add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from spielbaum.engine.book import Book, Known, counts_plies, end_of, position_number, seen_from
from spielbaum.engine.book_journal import NEEDED, Journal
from spielbaum.engine.engine import Engine
from spielbaum.errors import BadInput
from spielbaum.game import Game

REACHES = ("perfect", "any")
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


class OutOfTime(Exception):
    """The time given is over; what is solved stands in the journal."""


class Maker:
    """Fills a journal with the positions that a book needs."""

    def __init__(
        self, engine: Engine[Any, Any], journal: Journal, report: Report, seconds: float | None = None
    ) -> None:
        if engine.game.repeats:
            raise BadInput("engine.solve.repeats", game=engine.game.name)
        self.engine = engine
        self.game: Game[Any, Any] = engine.game
        self.journal = journal
        self.report = report
        #: What the book has to contain.
        self.entries: dict[int, Known] = {}
        for number, solved in journal.solved.items():
            self._note(number, solved.known, solved.nodes)
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
        layers = [{position_number(self.game, self.game.start): self.game.start}]
        for _ in range(plies):
            layers.append(dict(self._children(layers[-1].values())))
        last = layers[-1]
        known = sum(number in self.journal.solved for number in last)
        for number, state in last.items():
            if number not in self.journal.solved:
                self._solve(number, state, needed=False)
                known += 1
                self._tell(plies, known, len(last))
        for layer in reversed(layers[:-1]):
            for number, state in layer.items():
                self._keep(number, self._from_children(state), NEEDED)

    def _children(self, states: Any) -> Iterator[tuple[int, Any]]:
        """The positions one ply on in which the game goes on."""
        for state in states:
            for move in self.game.legal(state):
                after = self.game.play(state, move)
                if not self.game.ended(after):
                    yield position_number(self.game, after), after

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
        layer = {position_number(game, game.start): game.start}
        for ply in range(plies + 1):
            following: dict[int, Any] = {}
            for place, (number, state) in enumerate(layer.items()):
                if game.player(state) != side:
                    following.update(self._children([state]))
                    continue
                after = game.play(state, self._best(number, state))
                if not game.ended(after):
                    following[position_number(game, after)] = after
                self._tell(ply, place + 1, len(layer))
            layer = following
        return self._solved - before

    def _best(self, number: int, state: Any) -> Any:
        """The move of the book, which gets the position and the one after the move where it has none."""
        move = Book(self.game, self.entries).move(state)
        if move is None:
            move = self._solve(number, state, needed=True)
            after = self.game.play(state, move)
            if not self.game.ended(after):
                below = self._below(state, after, self.entries[number])
                self._keep(position_number(self.game, after), below, NEEDED)
        return move

    def _below(self, state: Any, after: Any, known: Known) -> Known:
        """What the position after a best move is worth: the inverse of `seen_from`."""
        value = known.value if self.game.player(after) == self.game.player(state) else -known.value
        return Known(value, known.distance - 1 if counts_plies(self.game) and value != 0 else 0)

    # ---------------------------------------------------------------------------------------- both

    def _solve(self, number: int, state: Any, *, needed: bool) -> Any:
        """Solve the position, write it down, and return a best move."""
        left = None if self._ends is None else self._ends - monotonic()
        if left is not None and left <= 0:
            raise OutOfTime
        began = monotonic()
        plies = counts_plies(self.game)
        result = self.engine.start_solving(state, line=plies, seconds=left).result()
        if not result.proven:
            raise OutOfTime
        value = result.value
        assert isinstance(value, int)
        distance = (result.distance or 0) if plies and value != 0 else 0
        self._keep(number, Known(value, distance), NEEDED if needed else result.nodes)
        self._solved += 1
        self._seconds += monotonic() - began
        return result.move

    def _keep(self, number: int, known: Known, nodes: int) -> None:
        self.journal.add(number, known, nodes)
        self._note(number, known, nodes)

    def _note(self, number: int, known: Known, nodes: int) -> None:
        if nodes == NEEDED or nodes >= QUICK:
            self.entries[number] = known

    def _tell(self, ply: int, known: int, total: int) -> None:
        self.report(Progress(ply, known, total, self._solved, self._seconds))
