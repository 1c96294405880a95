"""Searches for a UCI engine: the best move, or the best few of some moves, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from spielbaum.game import Position
from spielbaum.result import Line, Result

if TYPE_CHECKING:
    from spielbaum.engine import Engine

Chess = Position[Any, int]

#: Seconds between two looks at a search; its end is noticed at once.
TICK = 0.005


Enough = Callable[[Result[int] | None], bool]


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched and who is told: `report` gets the best lines of a depth, `enough` decides on the end.

    `enough` is asked some hundred times per second, with the best line so far.
    """

    engine: Engine[Any, int]
    position: Chess
    depth: int | None
    nodes: int | None
    report: Callable[[Result[int]], None]
    enough: Enough

    def best(self, moves: Sequence[int] = (), count: int = 1) -> Result[int]:
        """The best of these moves (all where none are given); `count` of them are reported."""
        shown: tuple[object, ...] = ()
        result: Result[int] | None = None
        for result in self._follow(moves, count):
            if is_decided(result) and result.distance is None:
                continue  # won or lost, but how soon is not known yet
            news = tuple((line.depth, line.moves, line.value) for line in lines_of(result))
            if news != shown:
                self.report(result)
            shown = news
        assert result is not None
        return result

    def _follow(self, moves: Sequence[int], count: int) -> Iterator[Result[int]]:
        """What is known each time one looks; the last is the answer."""
        thinking = self.engine.start(
            self.position, depth=self.depth, nodes=self.nodes, only=moves, lines=count
        )
        try:
            while True:
                try:
                    yield _to_the_end(thinking.result(timeout=TICK))
                    return
                except TimeoutError:
                    info = thinking.info
                    if info is not None:
                        yield info
                    if self.enough(info):
                        thinking.stop()
        finally:
            thinking.stop()


def lines_of(result: Result[int]) -> tuple[Line[int], ...]:
    """The lines to tell about, the best first."""
    return result.lines or (result.best,)


def is_decided(line: Line[int]) -> bool:
    """Whether somebody wins for sure: estimates stay below a win."""
    return abs(line.points) >= 1


def _to_the_end(result: Result[int]) -> Result[int]:
    """The answer; a win whose distance is not known lasts as long as its line."""
    if not is_decided(result) or result.distance is not None:
        return result
    found = replace(result, distance=len(result.moves))
    return replace(found, lines=(found.best, *found.lines[1:])) if found.lines else found
