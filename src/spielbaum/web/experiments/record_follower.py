"""The record of a run, followed while it grows.

Only what is new is read, and what a kind of run does not keep itself is read again where somebody wants to
see it. So a page may look at a long run as often as it likes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Any

from spielbaum.documents import parse_json
from spielbaum.errors import BadInput
from spielbaum.experiments.folder import check_task, finished_of, read_settings
from spielbaum.experiments.kind import Finished, PlayedGame
from spielbaum.experiments.registry import kind_of
from spielbaum.web.experiments.messages import Only

#: Making the summary of a long record again takes at most this part of the time.
SUMMARISING = 0.1


class RecordFollower:
    """The finished tasks of a run as far as they are written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = read_settings(folder)
        self.kind = kind_of(self.settings)
        self.path = folder / self.kind.record
        self._begin()

    def _begin(self) -> None:
        self._found = self.kind.accumulator(self.settings)
        #: Games, by number: the scores of all seats and the seat of the first player.
        self.games: dict[int, tuple[tuple[float, ...], int]] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._read = 0
        self._last = b""
        self._summary: Any = None
        self._new = True
        self._cost = self._at = 0.0

    def catch_up(self) -> None:
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
            return
        new = new[len(self._last) :]
        for line in new[: new.rfind(b"\n") + 1].splitlines(keepends=True):
            self._take(line)

    def _take(self, line: bytes) -> None:
        number = len(self._places) + 1
        try:
            finished = finished_of(parse_json(line), self.kind)
            check_task(self.kind, self.settings, finished)
        except BadInput as error:
            raise BadInput("error.run.damaged", path=self.path.name, line=number, why=error) from error
        if finished.number in self._places:
            raise BadInput("error.run.twice", path=self.path.name, line=number, game=finished.number)
        self._found.add(finished)
        game = self.kind.played(self.settings, finished)
        if game is not None:
            self.games[finished.number] = game.scores, game.first
        self._places[finished.number] = (self._read, len(line))
        self._read += len(line)
        self._last = line
        self._new = True

    def summary(self) -> Any:
        """What the record says; that of a long one is made less often."""
        rested = monotonic() - self._at >= self._cost / SUMMARISING
        if self._summary is None or (self._new and rested):
            began = monotonic()
            self._summary = self._found.summary()
            self._at = monotonic()
            self._cost, self._new = self._at - began, False
        return self._summary

    def played(self, numbers: Iterable[int]) -> list[tuple[PlayedGame, Finished]]:
        """Those games, read from their places."""
        found = []
        with self.path.open("rb") as file:
            for number in numbers:
                place, length = self._places[number]
                file.seek(place)
                finished = finished_of(parse_json(file.read(length)), self.kind)
                game = self.kind.played(self.settings, finished)
                assert game is not None
                found.append((game, finished))
        return found


def fits(game: tuple[tuple[float, ...], int], only: Only) -> bool:
    """Whether a game ended like that for its first player; no scores: it is not scored."""
    scores, seat = game
    if only == "all" or not scores:
        return only in ("all", "unscored")
    ended = {1.0: "won", 0.0: "lost"}.get(scores[seat], "drawn")
    return ended == only
