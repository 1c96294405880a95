"""The record of a match or a tournament, followed while it grows.

Only what is new is read, and of a game only its score is kept; the games themselves are read again where
somebody wants to see them. So a page may look at a long run as often as it likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from spielbaum.documents import parse_json
from spielbaum.errors import BadInput
from spielbaum.experiments.folder import GAMES, Finished, finished_of
from spielbaum.experiments.scoreboard import check_seats, empty_board, read_plan
from spielbaum.experiments.statistics import Tally
from spielbaum.web.experiments_messages import Only


class GameRecord:
    """The games of a run as far as they are written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / GAMES
        self._begin()

    def _begin(self) -> None:
        self.board = empty_board(read_plan(self.path.parent))
        #: The scores of all seats of each game; None where it is unscored.
        self.scores: dict[int, tuple[float, ...] | None] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._read = 0
        self._last = b""

    @property
    def numbers(self) -> list[int]:
        return sorted(self._places)

    def catch_up(self) -> bool:
        """Read what was added; a last line that is not whole yet is left for the next time.

        Ctrl-C takes back a line that is on its way to the disk. Where ours is gone, all is read again.
        """
        try:
            with self.path.open("rb") as file:
                file.seek(self._read - len(self._last))
                new = file.read()
        except OSError as error:
            raise BadInput("error.run.read", path=self.path.name, why=error.strerror or error) from error
        if not new.startswith(self._last):
            self._begin()
            self.catch_up()
            return True
        new = new[len(self._last) :]
        whole = new[: new.rfind(b"\n") + 1]
        for line in whole.splitlines(keepends=True):
            self._take(line)
        return bool(whole)

    def _take(self, line: bytes) -> None:
        number = len(self._places) + 1
        try:
            finished = finished_of(parse_json(line))
            check_seats(self.board.plan, finished)
        except BadInput as error:
            raise BadInput("error.run.damaged", path=self.path.name, line=number, why=error) from error
        if finished.number in self._places:
            raise BadInput("error.run.twice", path=self.path.name, line=number, game=finished.number)
        if finished.number >= self.board.plan.total:
            raise BadInput("error.run.beyond", game=finished.number, planned=self.board.plan.total)
        self.board.add(finished)
        outcome = None if finished.record is None else finished.record.outcome
        self.scores[finished.number] = None if outcome is None else outcome.scores
        self._places[finished.number] = (self._read, len(line))
        self._read += len(line)
        self._last = line

    def games(self, numbers: Iterable[int]) -> list[Finished]:
        """Those games, read from their places."""
        with self.path.open("rb") as file:
            found = []
            for number in numbers:
                place, length = self._places[number]
                file.seek(place)
                found.append(finished_of(parse_json(file.read(length))))
        return found

    def running(self) -> list[Tally]:
        """The result of a match after each of its pairs, in the order of their numbers."""
        total, tallies = Tally(), []
        for pair in range(self.board.plan.total // 2):
            first, second = self.scores.get(2 * pair), self.scores.get(2 * pair + 1)
            if first is not None and second is not None:
                total += Tally.pair(first[0], second[1])
                tallies.append(total)
        return tallies


def fits(scores: tuple[float, ...] | None, seat: int, only: Only) -> bool:
    """Whether a game ended like that for that seat; no scores: it is not scored."""
    if only == "all" or scores is None:
        return only in ("all", "unscored")
    ended = {1.0: "won", 0.0: "lost"}.get(scores[seat], "drawn")
    return ended == only
