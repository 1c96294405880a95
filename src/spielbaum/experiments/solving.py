"""Many positions solved by an executor: lines of a file, and the positions of an opening book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from threading import local
from typing import Any

from spielbaum.engine import Engine
from spielbaum.engine.book_making import Answer, OutOfTime, Place, Solve, answer_of, start_solving
from spielbaum.engine.thinking import Thinking
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.executor import TaskExecutor
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Position
from spielbaum.result import Result

#: A chunk of lines is to take about that many seconds: long against the way to a worker and back, short
#: against what is lost with a worker that dies.
CHUNK_SECONDS = 1.0
MOST_LINES = 1000
#: Seconds between two looks whether the work is still wanted.
LOOK = 0.1


@dataclass(frozen=True, slots=True)
class How:
    """How positions are solved."""

    rules: PortableRules
    table_mb: float = 256.0
    threads: int = 1
    every_move: bool = False
    book: bool = True
    interpreted: bool = False


class _Kept(local):
    """Engines with their tables, kept for the next task of the same thread."""

    def __init__(self) -> None:
        self.engine = lru_cache(maxsize=1)(_engine)


def _engine(how: How) -> Engine[Any, Any]:
    engine: Engine[Any, Any] = Engine(
        kept_game(how.rules),
        table_mb=how.table_mb,
        threads=how.threads,
        interpreted=how.interpreted,
        book=how.book,
    )
    engine.warm("solve")
    return engine


_kept = _Kept()


def _result(thinking: Thinking[Any]) -> Result[Any] | None:
    """The answer; None where nobody wants it any more."""
    wanted = stop_event()
    while not wanted.is_set():
        try:
            return thinking.result(timeout=LOOK)
        except TimeoutError:
            continue
    thinking.stop()
    return None


# ------------------------------------------------------------------------------------ lines of a file


@dataclass(frozen=True, slots=True)
class Solution:
    """A line of the file: the result, or why there is none."""

    number: int
    text: str
    result: Result[Any] | SpielbaumError


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some lines with their numbers, the `place`-th chunk of the file."""

    place: int
    how: How
    lines: tuple[tuple[int, str], ...]


def solve_chunk(chunk: Chunk) -> tuple[Solution, ...] | None:
    """What a worker does with a chunk."""
    engine: Engine[Any, Any] = _kept.engine(chunk.how)
    solutions = []
    for number, text in chunk.lines:
        try:
            position = Position.of(engine.game, text)
            result = _result(engine.start_solving(position, every_move=chunk.how.every_move))
        except BadInput as error:
            solutions.append(Solution(number, text, error))
            continue
        if result is None:
            return None
        solutions.append(Solution(number, text, result))
    return tuple(solutions)


def solve_lines(
    executor: TaskExecutor, how: How, lines: Iterable[tuple[int, str]], tell: Callable[[Solution], None]
) -> None:
    """Solve numbered lines; `tell` hears of each in their order, as soon as all before it are done.

    The first chunks are single lines, later ones as large as the lines so far turned out to be easy.
    """
    size = 1
    waiting: dict[int, tuple[Solution, ...]] = {}
    following = 0

    def chunks() -> Iterator[Chunk]:
        rest = iter(lines)
        place = 0
        while taken := tuple(islice(rest, size)):
            yield Chunk(place, how, taken)
            place += 1

    def keep(done: Done[Chunk, tuple[Solution, ...]]) -> None:
        nonlocal size, following
        chunk = done.task
        failed = SpielbaumError("error.cluster.task", why=done.failure)
        solutions = done.answer or tuple(Solution(*line, failed) for line in chunk.lines)
        seconds = sum(s.result.seconds for s in solutions if isinstance(s.result, Result))
        size = max(1, min(MOST_LINES, 2 * size, int(CHUNK_SECONDS * len(solutions) / max(seconds, 1e-9))))
        waiting[chunk.place] = solutions
        while following in waiting:
            for solution in waiting.pop(following):
                tell(solution)
            following += 1

    run_tasks(executor, solve_chunk, chunks(), keep)


# --------------------------------------------------------------------------- positions of an opening book


@dataclass(frozen=True, slots=True)
class Leaf:
    """A position that a book needs, as moves: those travel, whatever a game's states are made of."""

    number: int
    how: How
    moves: tuple[Any, ...]
    seconds: float | None


def solve_leaf(leaf: Leaf) -> tuple[Answer | None] | None:
    """What a worker does with it; the answer is None where the time was over."""
    engine: Engine[Any, Any] = _kept.engine(leaf.how)
    game = engine.game
    state = game.start
    for move in leaf.moves:
        state = game.play(state, move)
    result = _result(start_solving(engine, state, leaf.seconds))
    return None if result is None else (answer_of(game, result),)


def solver(executor: TaskExecutor, how: How) -> Solve:
    """Lets the executor solve what a book needs."""

    def solve(
        missing: Mapping[int, Place],
        seconds_left: Callable[[], float | None],
        keep: Callable[[int, Answer], None],
    ) -> None:
        def leaves() -> Iterator[Leaf]:
            for number, place in missing.items():
                left = seconds_left()
                if left is not None and left <= 0:
                    raise OutOfTime
                yield Leaf(number, how, place.moves, left)

        def note(done: Done[Leaf, tuple[Answer | None]]) -> None:
            if done.answer is None:
                raise SpielbaumError("error.cluster.task", why=done.failure)
            (answer,) = done.answer
            if answer is None:
                raise OutOfTime
            keep(done.task.number, answer)

        run_tasks(executor, solve_leaf, leaves(), note)

    return solve
