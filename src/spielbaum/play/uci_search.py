"""Searches for a UCI engine: the best move, or the best few of some moves, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spielbaum.game import Position
from spielbaum.result import Proof

if TYPE_CHECKING:
    from spielbaum.engine import Engine, Info
    from spielbaum.result import Result

Chess = Position[Any, int]

#: Seconds between two looks at a search; its end is noticed at once.
TICK = 0.005


@dataclass(frozen=True, slots=True)
class Report:
    """A line, what it is worth to the player to move, and the plies to the end where that is known."""

    depth: int
    value: float
    line: tuple[int, ...]
    plies: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    proven: bool = False

    @property
    def move(self) -> int:
        return self.line[0]

    @property
    def decided(self) -> bool:
        """Whether somebody wins for sure: estimates stay below a win."""
        return abs(self.value) >= 1


Enough = Callable[[Report | None], bool]


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched and who is told: `tell` gets the best lines of a depth, `enough` decides on the end.

    `enough` is asked some hundred times a second, with the best line so far.
    """

    engine: Engine[Any, int]
    position: Chess
    depth: int | None
    nodes: int | None
    tell: Callable[[Sequence[Report]], None]
    enough: Enough

    def best(self, moves: Sequence[int] = (), count: int = 1) -> Report:
        """The best of these moves (all where none are given); so many in all are told about."""
        shown: tuple[object, ...] = ()
        reports: Sequence[Report] = ()
        for reports in self._follow(moves, count):
            best = reports[0]
            if best.decided and best.plies is None:
                continue  # won or lost, but how soon is not known yet
            news = tuple((report.depth, report.line, report.value) for report in reports)
            if news != shown:
                self.tell(reports)
            shown = news
        return reports[0]

    def _follow(self, moves: Sequence[int], count: int) -> Iterator[Sequence[Report]]:
        """What is known each time one looks, the best line first; the last is the answer."""
        thinking = self.engine.start(
            self.position, depth=self.depth, nodes=self.nodes, only=moves, lines=count
        )
        try:
            while True:
                try:
                    result = thinking.result(timeout=TICK)
                    yield [_of_result(result), *_others(thinking.info)]
                    return
                except TimeoutError:
                    info = thinking.info
                    known = [] if info.value is None else [_of_info(self.position, info), *_others(info)]
                    if known:
                        yield known
                    if self.enough(known[0] if known else None):
                        thinking.stop()
        finally:
            thinking.stop()


def _of_result(result: Result) -> Report:
    value = result.value
    assert not isinstance(value, tuple)
    plies = len(result.line) if result.distance is None else result.distance
    return Report(
        result.depth or 0, value, result.line, plies if abs(value) >= 1 else None, result.nodes,
        result.seconds, result.proven,
    )  # fmt: skip


def _of_info(position: Chess, info: Info) -> Report:
    assert info.value is not None
    line = info.line or (position.game.legal(position.state)[0],)
    proven = info.proof is Proof.PROVEN
    return Report(info.depth, info.value, line, info.distance, info.nodes, info.seconds, proven)


def _others(info: Info) -> list[Report]:
    return [
        Report(
            line.depth, line.value, line.moves, line.distance, info.nodes, info.seconds,
            line.proof is Proof.PROVEN,
        )
        for line in info.others
    ]  # fmt: skip
