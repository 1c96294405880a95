"""What a person may ask in a game: a good move, and the value of every move."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.game import Game, Position
from spielbaum.play.engine_store import EngineStore, solve, think
from spielbaum.play.player import Turn
from spielbaum.play.replies import with_replies
from spielbaum.result import Bound, Line, Proof, Result, final_line, ranked

if TYPE_CHECKING:
    from spielbaum.engine.mcts import Mcts


class Insight:
    """Answers questions about positions of one game, as deep as the time allows.

    Two-player zero-sum games are searched by the engine, all others by random games (UCT).
    """

    def __init__(self, game: Game[Any, Any], engines: EngineStore | None = None) -> None:
        self.game = game
        self._engines = engines or EngineStore()
        self._mcts: Mcts | None = None

    def best(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
        """The best move that can be found in the time."""
        if not self.game.two_player_zero_sum:
            return self._random_games(position, seconds, turn)
        with self._engines.lend(self.game) as engine:
            return think(engine, position, turn, seconds=seconds)

    def values(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result[Any]:
        """The same with a line for every legal move, the best first.

        Where nothing was solved, they tell what answers each move, as far as the time allows.
        """
        if not self.game.two_player_zero_sum:
            return self._each(position, seconds, turn, self._random_games)
        end = monotonic() + seconds
        with self._engines.lend(self.game) as engine:
            exact = solve(engine, position, turn, seconds / 2, every_move=True)
            if exact is not None and len(exact.lines) == len(position.legal_moves):
                return exact
            # Compiling may have taken all the time and more; something is always left for searching.
            left = max(end - monotonic(), seconds / 4)
            found = think(engine, position, turn, seconds=left if exact else 3 / 4 * left, every_move=True)
            if exact is None:
                found = with_replies(engine, position, found, seconds=end - monotonic(), stop=turn.stop)
        # A search that was stopped before its first depth knows no values yet.
        if not found.lines:
            found = self._each(position, 0.001, Turn(), self.best)
        return found if exact is None else _made_exact(found, exact)

    def close(self) -> None:
        self._engines.clear()
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


def _made_exact(found: Result[Any], exact: Result[Any]) -> Result[Any]:
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


def _one_ply_earlier(move: Any, line: Line[Any], mover: int) -> Line[Any]:
    """The line that begins with a move of that player and goes on with what was found after it."""
    value, view, bound = line.value, line.view, line.bound
    if view is not None and view != mover:
        value, view = line.value_for(mover), mover
        bound = {Bound.AT_MOST: Bound.AT_LEAST, Bound.AT_LEAST: Bound.AT_MOST}.get(bound, bound)
    distance = None if line.distance is None else line.distance + 1
    depth = None if line.depth is None else line.depth + 1
    return Line(value, view, (move, *line.moves), line.proof, bound, distance, depth, line.nodes)
