"""A player that looks its moves up in the solution of the whole game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.player import Choice, Player, Turn, chance
from spielbaum.result import Proof, Result
from spielbaum.solution import MoveEntry, Solution


@dataclass
class TablePlayer(Player):
    """Plays perfectly: the quickest win, the longest resistance, or the draw that is easiest to lose.

    That is the draw in which most replies of the opponent lose. Between equally good moves chance decides;
    the same again with the same seed in the same game and position.
    """

    path: Path
    seed: int | None = None
    _game_seed: int = 0
    _solution: Solution | None = field(default=None, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self._game_seed = seed
        if self._solution is None or self._solution.game is not game:
            self._solution = Solution.open(self.path, game)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        if self._solution is None:
            self.prepare(position.game)
        solution = self._solution
        assert solution is not None
        best = best_moves(solution, position.state)
        if not best:
            raise BadInput("table.unknown_position", path=self.path, position=repr(position))
        chosen = chance(position, self._game_seed, self.seed).choice(best)
        assert chosen.entry is not None
        value, remoteness, cycle = chosen.entry
        return Choice(
            chosen.move,
            Result(
                value=value,
                view=position.player,
                moves=(chosen.move,),
                proof=Proof.PROVEN,
                distance=None if cycle else remoteness,
                algorithm="table",
            ),
        )

    def close(self) -> None:
        self._solution = None


def best_moves(solution: Solution, state: Any) -> list[MoveEntry]:
    """The moves that the player would choose from; none where nothing is known of any move."""
    known = [move for move in solution.moves(state) if move.entry is not None]
    if not known:
        return []
    best = max(move.entry.preference for move in known if move.entry is not None)
    moves = [move for move in known if move.entry is not None and move.entry.preference == best]
    if best[0] != 0 or len(moves) == 1:
        return moves
    chances = [_chance_to_err(solution, state, move.after) for move in moves]
    return [move for move, share in zip(moves, chances, strict=True) if share == max(chances)]


def _chance_to_err(solution: Solution, state: Any, after: Any) -> float:
    """The share of the opponent's replies that lose; 0 where it is not the opponent who moves."""
    game = solution.game
    replies = solution.moves(after)
    if not replies or game.player(after) == game.player(state):
        return 0.0
    losing = [reply for reply in replies if reply.entry is not None and reply.entry.value < 0]
    return len(losing) / len(replies)
