"""One search of a UCI engine as it goes on: what is told about it, and when it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import Any

from spielbaum.play.uci_commands import Go
from spielbaum.play.uci_search import TICK, Chess, is_decided, lines_of
from spielbaum.play.uci_time import Step, enough, nodes_for, times_for
from spielbaum.result import Line, Result

#: Seconds between two lines that tell how far a search has come, where nothing else is told.
NEWS = 1.0


@dataclass(frozen=True, slots=True)
class GoRequest:
    """What was asked for, when it was heard, and what may be heard later."""

    go: Go
    heard: float
    stop: Event
    hit: Event
    overhead: float = 0.0
    ponder: bool = False

    @property
    def waiting(self) -> bool:
        """Whether no answer is wanted yet, come what may."""
        without_end = self.go.infinite or (self.go.ponder and not self.hit.is_set())
        return without_end and not self.stop.is_set()

    def wait_for_leave(self) -> None:
        """A search that is over keeps its answer until it is wanted."""
        while self.waiting:
            self.stop.wait(TICK)


class SearchMonitor:
    """Follows one search: tells what is new and says when it is enough."""

    def __init__(self, say: Callable[[str], None], table: Any, position: Chess, asked: GoRequest) -> None:
        self._say, self._table, self._asked = say, table, asked
        self._unit = position.game.facts.unit
        self._times = times_for(asked.go, position.player, asked.overhead, ponder=asked.ponder)
        self._began = self._told = asked.heard
        self._steps: list[Step] = []

    def most_nodes(self, nodes: int | None) -> int | None:
        return nodes if self._asked.waiting else nodes_for(self._times, nodes)

    def report(self, result: Result[int]) -> None:
        self._told = perf_counter()
        step = Step(result.depth or 0, result.moves[0], result.points, self._told - self._began)
        if self._steps and self._steps[-1].depth == step.depth:
            self._steps.pop()
        self._steps.append(step)
        lines = lines_of(result)
        effort = _effort(result, self._fullness())
        for rank, line in enumerate(lines, start=1):
            self._say(info_line(line, self._unit, rank if len(lines) > 1 else None, effort))

    def thought(self, answer: Result[int]) -> float:
        """The seconds that were spent on purpose; what goes beyond is a delay."""
        return answer.seconds if self._times is None else min(answer.seconds, self._times.most)

    def enough(self, best: Result[int] | None) -> bool:
        now = perf_counter()
        if self._asked.stop.is_set():
            return True
        if best is not None and now - self._told > NEWS:
            self._told = now
            self._say(f"info {_effort(best, self._fullness())}")
        if self._asked.waiting:
            if self._asked.go.ponder:
                self._began = now  # the clock runs from the hit on
            return False
        if best is not None and best.distance is not None and best.points > 0:
            if self._asked.go.mate is not None and best.distance < 2 * self._asked.go.mate:
                return True
        return self._times is not None and enough(now - self._began, self._times, self._steps)

    def _fullness(self) -> int:
        """Entries of the last search in a thousand, from a sample."""
        generations = self._table[1:2000:2] & 255
        newest = int(generations.max())
        return 0 if newest == 0 else round(1000 * float((generations == newest).mean()))


def info_line(line: Line[int], unit: int, rank: int | None, effort: str) -> str:
    from spielbaum.games.chess.moves_text import uci_text

    multi = "" if rank is None else f" multipv {rank}"
    moves = " ".join(map(uci_text, line.moves))
    return f"info depth {max(line.depth or 0, 1)}{multi} score {score_text(line, unit)} {effort} pv {moves}"


def score_text(line: Line[int], unit: int) -> str:
    """`cp 31` in hundredths of a pawn, or `mate -3` in moves."""
    if line.distance is not None and is_decided(line):
        moves = (line.distance + 1) // 2
        return f"mate {moves if line.points > 0 else -moves}"
    return f"cp {round(line.points * unit)}"


def _effort(result: Result[int], fullness: int) -> str:
    rate, time = round(result.nodes_per_second), round(1000 * result.seconds)
    return f"nodes {result.nodes} nps {rate} hashfull {fullness} time {time}"
