"""Searches for a UCI engine: the best move, or the best few of some moves, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from spielbaum.engine.limits import MOST_DEPTH
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

    def best(self) -> Report:
        """The best move of all."""
        shown: Report | None = None
        for news in self._follow(self.position, self.depth, self.nodes, self.enough):
            if news.decided and news.plies is None:
                continue  # won or lost, but how soon is not known yet
            if shown is None or (news.depth, news.line, news.value) != (shown.depth, shown.line, shown.value):
                self.tell([news])
            shown = news
        assert shown is not None
        return shown

    def best_of(self, moves: Sequence[int], count: int) -> Report:
        """The best of these moves, and so many in all that are told about.

        Each move is searched for itself, so all values are exact and it takes longer than to find the best.
        """
        began = perf_counter()
        spent = 0
        known: dict[int, Report] = {}
        order = list(moves)
        for depth in range(1, (self.depth or MOST_DEPTH) + 1):
            found: dict[int, Report] = {}
            for move in order:
                left = None if self.nodes is None else self.nodes - spent
                if left is not None and left <= 0:
                    break
                report = self._after(move, depth, left, partial(self._enough, known.get(order[0])))
                if report is None:
                    break
                spent += report.nodes
                found[move] = report
            if len(found) < len(order):
                known = known or found
                break
            order.sort(key=lambda move: -found[move].value)
            known = {
                move: replace(found[move], nodes=spent, seconds=perf_counter() - began) for move in order
            }
            self.tell([known[move] for move in order[:count]])
            if self.enough(known[order[0]]) or all(report.proven for report in known.values()):
                break
        return max(known.values(), key=lambda report: report.value, default=Report(0, 0.0, (order[0],)))

    def _after(self, move: int, depth: int, nodes: int | None, enough: Enough) -> Report | None:
        """A move, searched to that depth; None where there was not the time."""
        after = self.position.after(move)
        game = after.game
        if game.ended(after.state):
            value = game.utility(after.state)
            assert not isinstance(value, tuple)
            return Report(depth, value if self.position.player == 0 else -value, (move,), 1, 0, 0.0, True)
        if after.drawn_by_repetition:
            return Report(depth, 0.0, (move,), None, 0, 0.0, True)
        wanted = max(depth - 1, 1)
        *_, last = self._follow(after, wanted, nodes, enough)
        if last.depth < wanted and not last.proven:
            return None
        plies = None if last.plies is None else last.plies + 1
        return replace(last, depth=depth, value=-last.value, line=(move, *last.line), plies=plies)

    def _enough(self, best: Report | None, _of_one_move: Report | None) -> bool:
        return self.enough(best)

    def _follow(
        self, position: Chess, depth: int | None, nodes: int | None, enough: Enough
    ) -> Iterator[Report]:
        """What is known each time one looks; the last is the answer."""
        thinking = self.engine.start(position, depth=depth, nodes=nodes)
        try:
            while True:
                try:
                    yield _of_result(thinking.result(timeout=TICK))
                    return
                except TimeoutError:
                    info = thinking.info
                    news = None if info.value is None else _of_info(position, info)
                    if news is not None:
                        yield news
                    if enough(news):
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
    plies = len(line) if abs(info.value) >= 1 and _ends(position, line) else None
    return Report(info.depth, info.value, line, plies, info.nodes, info.seconds, proven)


def _ends(position: Chess, line: Sequence[int]) -> bool:
    game, state = position.game, position.state
    for move in line:
        state = game.play(state, move)
    return game.ended(state)
