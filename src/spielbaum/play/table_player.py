"""A player that looks its moves up in the solution of the whole game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.player import Choice, Player, Turn, chance
from spielbaum.result import Proof, Result

if TYPE_CHECKING:
    from spielbaum.solution import Solution


@dataclass
class TablePlayer(Player):
    """Plays perfectly: the quickest win, the longest resistance, or the draw that is easiest to lose.

    That is the draw in which most replies of the opponent lose. In a game with chance it plays for the
    greatest expected value. Between equally good moves chance decides; the same again with the same seed in
    the same game and position.
    """

    path: Path
    seed: int | None = None
    _game_seed: int = 0
    _solution: Solution | None = field(default=None, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self._game_seed = seed
        if self._solution is None or self._solution.game is not game:
            from spielbaum.solution import Solution

            self._solution = Solution.open(self.path, game)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        if self._solution is None:
            self.prepare(position.game)
        solution = self._solution
        assert solution is not None
        from spielbaum.solution.walk import best_moves

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
                distance=None if cycle or solution.expected else remoteness,
                algorithm="table",
            ),
        )

    def close(self) -> None:
        self._solution = None
