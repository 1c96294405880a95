"""What a person may ask in a game: a good move, and the value of every move."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from spielbaum.game import Game, Position
from spielbaum.play.engine_store import EngineStore, think
from spielbaum.play.judge import SOLVING_THREADS, is_complete, judge, judging, made_exact, needs_solver
from spielbaum.play.player import Turn
from spielbaum.play.replies import with_replies
from spielbaum.result import Bound, Line, Proof, Result, final_line, ranked

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine.mcts import Mcts

#: Proofs that are remembered.
PROVEN = 1000
#: Seconds for what answers each move, at most: meanwhile nothing is proven.
REPLIES = 0.5


class Insight:
    """Answers questions about positions of one game, as deep as the time allows.

    Games that fit the engine are searched by it, all others by random games (UCT).
    """

    def __init__(self, game: Game[Any, Any], engines: EngineStore | None = None) -> None:
        self.game = game
        self._engines = engines or EngineStore(2)
        #: Positions whose value was proven, the oldest first.
        self._proven: dict[Any, Result[Any]] = {}
        self._mcts: Mcts | None = None

    def best(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
        """The best move that can be found in the time."""
        if not self.game.fits_engine:
            return self._random_games(position, seconds, turn)
        known = self._known(position, every_move=False)
        if known is not None:
            return known
        with self._pair() as (engine, solver):
            return self._kept(position, judge(engine, solver, position, seconds, turn))

    def values(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
        """The same with a line for every legal move, the best first.

        Where nothing was solved, they tell what answers each move, as far as the time allows.
        """
        (found,) = self.analysis(position, (seconds,), turn)
        return found

    def analysis(
        self, position: Position[Any, Any], rounds: Iterable[float], turn: Turn
    ) -> Generator[Result[Any]]:
        """The same in rounds of so many seconds, each better than the one before."""
        if not self.game.fits_engine:
            for seconds in rounds:
                yield self._each(position, seconds, turn, self._random_games)
            return
        known = self._known(position, every_move=True)
        if known is not None:
            yield known
            return
        with (
            self._pair() as (engine, solver),
            judging(engine, solver, position, turn, every_move=True) as more,
        ):
            for seconds in rounds:
                replies = min(seconds / 4, REPLIES)
                found = more(seconds - replies)
                # Where nature answers, there is no best reply.
                if not is_complete(found, position, every_move=True) and not self.game.has_chance:
                    found = with_replies(engine, position, found, seconds=replies, stop=turn.stop)
                if len(found.lines) < len(position.legal_moves):
                    found = self._whole(position, found, engine)
                yield self._kept(position, found)

    def _whole(
        self, position: Position[Any, Any], found: Result[Any], engine: Engine[Any, Any]
    ) -> Result[Any]:
        """A value of every move where a search was stopped before its first depth and knows none yet.

        Solving may have proven one.
        """

        def search(after: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
            return self._known(after, every_move=False) or think(engine, after, turn, seconds=seconds)

        each = self._each(position, 0.001, Turn(), search)
        return made_exact(each, found) if found.proven and found.move is not None else each

    @contextmanager
    def _pair(self) -> Iterator[tuple[Engine[Any, Any], Engine[Any, Any] | None]]:
        """An engine that searches and one that solves: each keeps its table for the next question."""
        with self._engines.lend(self.game, purpose="search") as engine:
            if not needs_solver(self.game):
                yield engine, None
                return
            with self._engines.lend(self.game, SOLVING_THREADS, purpose="solve") as solver:
                yield engine, solver

    def _known(self, position: Position[Any, Any], *, every_move: bool) -> Result[Any] | None:
        """What was proven before: it is not searched again, and never becomes an estimate."""
        known = self._proven.get(position.state)
        return known if known is not None and is_complete(known, position, every_move) else None

    def _kept(self, position: Position[Any, Any], found: Result[Any]) -> Result[Any]:
        # Where positions come again a proof may rest on how this one was reached.
        if found.proven and not self.game.facts.repeats:
            if self._known(position, every_move=True) is None:
                self._proven[position.state] = found
            if len(self._proven) > PROVEN:
                del self._proven[next(iter(self._proven))]
        return found

    def close(self) -> None:
        self._engines.clear()
        self._proven.clear()
        self._mcts = None

    def _random_games(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
        from spielbaum.engine.mcts import Mcts

        if self._mcts is None:
            self._mcts = Mcts(self.game, announce=EngineStore.announce)
        return self._mcts.search(position, seconds=seconds, stop=turn.stop, report=turn.report)

    def _each(self, position: Position[Any, Any], seconds: float, turn: Turn, search: Any) -> Result[Any]:
        """Every move searched for its share of the time."""
        legal, mover = position.legal_moves, position.player
        silent = Turn(stop=turn.stop)
        lines: list[Line[Any]] = []
        seconds_spent = 0.0
        for move in legal:
            after = position.after(move)
            if after.over:
                lines.append(_one_ply_earlier(move, final_line(self.game.utility(after.state)), mover))
            else:
                found = search(after, seconds / len(legal), silent)
                lines.append(_one_ply_earlier(move, found, mover))
                seconds_spent += found.seconds
        best = max(lines, key=lambda line: line.value_for(mover))
        return Result(
            best.value,
            best.view,
            best.moves,
            Proof.PROVEN if all(line.proven for line in lines) else Proof.ESTIMATE,
            distance=best.distance,
            depth=best.depth,
            nodes=sum(line.nodes for line in lines),
            algorithm="every move",
            seconds=seconds_spent,
            lines=ranked(lines, mover, best.move),
        )


def _one_ply_earlier(move: Any, line: Line[Any], mover: int) -> Line[Any]:
    """The line that begins with a move of that player and goes on with what was found after it."""
    value, view, bound = line.value, line.view, line.bound
    if view is not None and view != mover:
        value, view = line.value_for(mover), mover
        bound = {Bound.AT_MOST: Bound.AT_LEAST, Bound.AT_LEAST: Bound.AT_MOST}.get(bound, bound)
    distance = None if line.distance is None else line.distance + 1
    depth = None if line.depth is None else line.depth + 1
    return Line(value, view, (move, *line.moves), line.proof, bound, distance, depth, line.nodes)
