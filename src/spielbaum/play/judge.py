"""The one place that decides how a position is judged.

What is known is used first: the solution of the whole game and the opening book answer at once. Then the
exact solver runs beside the search, and wins when it finishes; until then, and where there is nothing to
solve, the search estimates. What was proven is never given up for an estimate. Hints, the values on the
board, reviews and `analyse` ask here, and players that play what is known (`known_move`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.errors import BadInput, BrokenGame
from spielbaum.game import Game, Position
from spielbaum.play.engine_store import solve, think
from spielbaum.play.player import Turn
from spielbaum.result import Bound, Line, Proof, Result, ranked

if TYPE_CHECKING:
    from spielbaum.engine import Engine, Thinking
    from spielbaum.engine.book import Known

#: Seconds between two looks at a search and at a solver; that one of them has ended is noticed by then.
POLL = 0.05
#: What solving may raise where searching goes on: the game does not fit, or lasts longer than it can follow.
UNSOLVABLE = (BadInput, BrokenGame)
#: Where a process can have but one thread (Python in a page), solving and searching take turns.
ONE_THREAD = sys.platform == "emscripten"
#: Threads that solve together: all moves of Connect Four after 435 take 6 s of processor time.
SOLVING_THREADS = 1 if ONE_THREAD else min(2, os.cpu_count() or 1)


def judge(
    engine: Engine[Any, Any],
    solver: Engine[Any, Any] | None,
    position: Position[Any, Any],
    seconds: float,
    turn: Turn,
    *,
    every_move: bool = False,
) -> Result[Any]:
    """What the position is worth, as well as can be said in the time; answers at once when it is stopped.

    `engine` searches and `solver` solves; there is none where positions come again (see `needs_solver`). With
    `every_move` there is a line for every move.
    """
    with judging(engine, solver, position, turn, every_move=every_move) as more:
        return more(seconds)


@contextmanager
def judging(
    engine: Engine[Any, Any],
    solver: Engine[Any, Any] | None,
    position: Position[Any, Any],
    turn: Turn,
    *,
    every_move: bool = False,
) -> Iterator[Callable[[float], Result[Any]]]:
    """The same in rounds of so many seconds, as often as one asks, each better than the one before.

    The search begins anew in each round, with its table; the solver goes on until the block ends.
    """
    from spielbaum.engine.engine import check_fit

    check_fit(position.game)
    written = from_book(engine, position, every_move=every_move)
    if written is not None:
        yield lambda _seconds: written
        return
    if solver is None or ONE_THREAD:
        yield partial(_in_turns, engine, solver, position, turn, every_move)
        return
    # Compiling is off the clock, and not left to the threads: one of them might end while the other compiles.
    engine.warm("search")
    solver.warm("solve")
    solving = solver.start_solving(position, every_move=every_move)
    searched = 0

    def with_proofs(found: Result[Any]) -> Result[Any]:
        exact = _proven(solving)
        if exact is None:
            return found
        return _better(found, replace(exact, nodes=exact.nodes + searched), position, every_move)

    def more(seconds: float) -> Result[Any]:
        nonlocal searched
        searching = engine.start(position, seconds=seconds, every_move=every_move)
        end = monotonic() + seconds
        try:
            _follow(searching, solving, position, turn, end, with_proofs, every_move=every_move)
        finally:
            searching.stop()
        found = searching.result()
        known = with_proofs(found)
        searched += found.nodes
        return known

    try:
        yield more
    finally:
        solving.stop()
        with suppress(*UNSOLVABLE):
            solving.result()  # its engine is free by then


def _in_turns(
    engine: Engine[Any, Any],
    solver: Engine[Any, Any] | None,
    position: Position[Any, Any],
    turn: Turn,
    every_move: bool,
    seconds: float,
) -> Result[Any]:
    """Solving first, and searching where that was not enough: half of the time for each."""
    exact = None
    if solver is None:
        exact = solve(engine, position, turn, seconds, every_move=every_move)
    else:
        seconds /= 2
        exact = _solved(solver, position, turn, seconds, every_move=every_move)
    if exact is not None and (solver is None or is_complete(exact, position, every_move)):
        return exact
    found = think(engine, position, turn, seconds=seconds, every_move=every_move)
    return found if exact is None else _better(found, exact, position, every_move)


def _better(
    found: Result[Any], exact: Result[Any], position: Position[Any, Any], every_move: bool
) -> Result[Any]:
    """What a search found, unless it is not all that there is to know, and what was solved meanwhile."""
    if is_complete(found, position, every_move):
        return found
    if is_complete(exact, position, every_move):
        return replace(exact, nodes=exact.nodes + found.nodes)
    return made_exact(found, exact)


def known_move(
    solver: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    seconds: float | None,
    nodes: int | None = None,
) -> Result[Any] | None:
    """A best move that is known, or can be proven in the time and with so many nodes; None without one.

    For players: one has the threads that it was given, so nothing runs beside it.
    """
    return from_book(solver, position) or _solved(solver, position, turn, seconds, nodes=nodes)


def from_book(
    engine: Engine[Any, Any], position: Position[Any, Any], *, every_move: bool = False
) -> Result[Any] | None:
    """What the opening book knows: the value and a line as far as it goes, of every move if asked for."""
    book, state = engine.book, position.state
    if book is None:
        return None
    if not every_move:
        known, moves = book.get(state), book.line(state)
        return _written(_book_line(position, known, moves)) if known is not None and moves else None
    from spielbaum.engine.book import end_of, seen_from

    lines: list[Line[Any]] = []
    for move in position.legal_moves:
        after = position.game.play(state, move)
        child = end_of(position.game, after) or book.get(after)
        if child is None:
            return None
        known = seen_from(position.game, state, after, child)
        lines.append(_book_line(position, known, (move, *book.line(after))))
    # The move that the book plays; else the best one, which wins early or loses late.
    usual = book.move(state)
    best = max(lines, key=lambda line: (line.move == usual, line.points, -line.points * (line.distance or 0)))
    return _written(best, ranked(lines, position.player, best.move))


def _book_line(position: Position[Any, Any], known: Known, moves: tuple[Any, ...]) -> Line[Any]:
    distance = known.distance if position.game.counts_plies and known.value != 0 else None
    return Line(known.value, position.player, moves, Proof.PROVEN, distance=distance)


def _written(best: Line[Any], lines: tuple[Line[Any], ...] = ()) -> Result[Any]:
    return Result(
        best.value, best.view, best.moves, best.proof, distance=best.distance, lines=lines, algorithm="book"
    )


def needs_solver(game: Game[Any, Any]) -> bool:
    """Whether positions can be solved one by one; else the search has what a solution knows of them."""
    return not game.facts.repeats


def kernels_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """What has to be compiled before positions of the game can be judged; see `engine/kernels.py`."""
    if not game.fits_engine:
        return ("mcts",)
    return ("search", "solve") if needs_solver(game) else ("search",)


def is_complete(result: Result[Any], position: Position[Any, Any], every_move: bool) -> bool:
    """Whether nothing is left to be found out: the value is proven, and that of every move if asked for."""
    if not result.proven or result.move is None:
        return False
    return not every_move or (
        len(result.lines) == len(position.legal_moves) and all(line.proven for line in result.lines)
    )


def made_exact(found: Result[Any], exact: Result[Any]) -> Result[Any]:
    """Estimates replaced by what solving proved before its time was over: the value, and some of the moves.

    An estimate above the proven value of the position is that value at most.
    """
    assert exact.view is not None
    lines = {line.move: line for line in found.lines}
    for move, line in lines.items():
        if line.points > exact.points:
            lines[move] = replace(line, value=exact.value, proof=Proof.BOUND, bound=Bound.AT_MOST)
    lines[exact.move] = exact.best
    lines |= {line.move: line for line in exact.lines}
    return replace(
        exact,
        lines=ranked(lines.values(), exact.view, exact.move),
        nodes=exact.nodes + found.nodes,
        depth=found.depth,
    )


def _follow(
    searching: Thinking[Any],
    solving: Thinking[Any],
    position: Position[Any, Any],
    turn: Turn,
    end: float,
    with_proofs: Callable[[Result[Any]], Result[Any]],
    *,
    every_move: bool,
) -> None:
    """Report what is known until the time is over, both have ended, or one has found out everything.

    What is solved is reported too: an estimate never takes the place of a proof that was shown.
    """
    shown = None
    while not turn.stop.is_set():
        ended = [each for each in (searching, solving) if each.done]
        late = searching in ended and monotonic() >= end
        if (
            late
            or len(ended) == 2
            or any(each.info is not None and is_complete(each.info, position, every_move) for each in ended)
        ):
            return
        waited_for = searching if solving in ended else solving
        try:
            waited_for.result(timeout=POLL)
        except TimeoutError:
            info = None if searching.info is None else with_proofs(searching.info)
            if info is not None and info != shown:
                shown = info
                turn.report(info)
        except UNSOLVABLE:  # a game that is searched and cannot be solved; `_proven` leaves it at that
            if waited_for is searching:
                raise


def _solved(
    solver: Engine[Any, Any],
    position: Position[Any, Any],
    turn: Turn,
    seconds: float | None,
    *,
    every_move: bool = False,
    nodes: int | None = None,
) -> Result[Any] | None:
    try:
        return solve(solver, position, turn, seconds, every_move=every_move, nodes=nodes)
    except UNSOLVABLE:
        return None


def _proven(solving: Thinking[Any]) -> Result[Any] | None:
    """What is solved by now; None where that is nothing."""
    try:
        result = solving.result() if solving.done else solving.info
    except UNSOLVABLE:  # a game that can be searched and not solved, as one with very large pay-offs
        return None
    return result if result is not None and result.proven and result.move is not None else None
