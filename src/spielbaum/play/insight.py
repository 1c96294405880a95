"""What a person may ask in a game: a good move, and the value of every move."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from spielbaum.game import Game, Position
from spielbaum.play.engines import Engines, solve, think
from spielbaum.play.player import Turn
from spielbaum.play.replies import with_replies
from spielbaum.result import Bound, Certainty, Payoff, Proof, Result

if TYPE_CHECKING:
    from spielbaum.engine.mcts import Mcts


class Insight:
    """Answers questions about positions of one game, as deep as the time allows.

    Two-player zero-sum games are searched by the engine, all others by random games (UCT).
    """

    def __init__(self, game: Game[Any, Any], engines: Engines | None = None) -> None:
        self.game = game
        self._engines = engines or Engines()
        self._mcts: Mcts | None = None

    def best(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result:
        """The best move that can be found in the time."""
        if not self.game.two_player_zero_sum:
            return self._random_games(position, seconds, turn)
        with self._engines.lend(self.game) as engine:
            return think(engine, position, turn, seconds=seconds)

    def values(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result:
        """The same with `moves` filled: the value of every legal move, in the view of the result.

        Where nothing was solved, `lines` tell what answers each move, as far as the time allows.
        """
        if not self.game.two_player_zero_sum:
            return self._each(position, seconds, turn, self._random_games)
        end = monotonic() + seconds
        with self._engines.lend(self.game) as engine:
            exact = solve(engine, position, turn, seconds / 2, moves=True)
            if exact is not None and len(exact.moves) == len(self.game.legal(position.state)):
                return exact
            # Compiling may have taken all the time and more; something is always left for searching.
            left = max(end - monotonic(), seconds / 4)
            found = think(engine, position, turn, seconds=left if exact else 3 / 4 * left, moves=True)
            if exact is None:
                found = with_replies(engine, position, found, seconds=end - monotonic(), stop=turn.stop)
        # A search that was stopped before its first depth knows no values yet.
        if not found.moves:
            found = self._each(position, 0.001, Turn(), self.best)
        return found if exact is None else _made_exact(found, exact)

    def close(self) -> None:
        self._engines.clear()
        self._mcts = None

    def _random_games(self, position: Position[Any, Any], seconds: float, turn: Turn) -> Result:
        from spielbaum.engine.mcts import Mcts

        if self._mcts is None:
            self._mcts = Mcts(self.game, announce=Engines.announce)
        return self._mcts.search(position, seconds=seconds, stop=turn.stop, report=turn.report)

    def _each(self, position: Position[Any, Any], seconds: float, turn: Turn, search: Any) -> Result:
        """Every move searched for its share of the time."""
        moves = self.game.legal(position.state)
        values: dict[Any, Payoff] = {}
        results: dict[Any, Result] = {}
        silent = Turn(stop=turn.stop)
        for move in moves:
            after = position.after(move)
            if after.over:
                results[move] = _final(after)
            else:
                results[move] = search(after, seconds / len(moves), silent)
            values[move] = _as_seen_by(results[move], position.player)
        best = max(moves, key=lambda move: _own(values[move], position.player))
        found = results[best]
        mine = {move: _certainty(result, position.player) for move, result in results.items()}
        every = all(certainty.proof is Proof.PROVEN for certainty in mine.values())
        return replace(
            found,
            value=values[best],
            view=None if isinstance(values[best], tuple) else position.player,
            move=best,
            line=(best, *found.line),
            proof=Proof.PROVEN if every else Proof.ESTIMATE,
            depth=None if found.depth is None else found.depth + 1,
            distance=None if found.distance is None else found.distance + 1,
            nodes=sum(result.nodes for result in results.values()),
            seconds=sum(result.seconds for result in results.values()),
            moves=values,
            sure=mine,
        )


def _made_exact(found: Result, exact: Result) -> Result:
    """Estimates replaced by what solving proved before its time was over: the value, and some of the moves.

    An estimate above the proven value of the position is that value at most.
    """
    most = exact.value
    assert not isinstance(most, tuple)
    moves, sure = dict(found.moves), dict(found.sure)
    for move, value in moves.items():
        assert not isinstance(value, tuple)
        if value > most:
            moves[move], sure[move] = most, Certainty(Proof.BOUND, Bound.AT_MOST)
    moves[exact.move], sure[exact.move] = most, Certainty(Proof.PROVEN, distance=exact.distance)
    moves |= exact.moves
    sure |= exact.sure
    return replace(exact, moves=moves, sure=sure, nodes=exact.nodes + found.nodes, depth=found.depth)


def _certainty(result: Result, player: int) -> Certainty:
    """How sure a move is by what was found after it, seen from the player who makes it."""
    bound = result.bound
    if bound is not Bound.EXACT and not isinstance(result.value, tuple) and result.view != player:
        bound = Bound.AT_MOST if bound is Bound.AT_LEAST else Bound.AT_LEAST
    return Certainty(result.proof, bound, None if result.distance is None else result.distance + 1)


def _final(position: Position[Any, Any]) -> Result:
    value = position.game.utility(position.state)
    view = None if isinstance(value, tuple) else 0
    return Result("rules", value, None, (), Proof.PROVEN, view=view, depth=0, distance=0)


def _as_seen_by(result: Result, player: int) -> Payoff:
    return result.value if isinstance(result.value, tuple) else result.value_for(player)


def _own(value: Payoff, player: int) -> Any:
    return value[player] if isinstance(value, tuple) else value
