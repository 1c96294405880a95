"""The rules under test, called so that nothing they do wrong can harm the check."""

from __future__ import annotations

from itertools import islice
from typing import Any

from spielbaum.errors import one_line
from spielbaum.forms import copied, frozen
from spielbaum.game import Game

#: No position has more moves; an endless generator is stopped here.
MOST_MOVES = 10_000
_GENERATORS = frozenset({"moves", "noisy", "candidates"})


class Broken(Exception):
    """A rule raised, or changed its arguments: nothing that follows can be relied on."""

    def __init__(self, check: str, key: str, **fields: object) -> None:
        super().__init__(check, key, fields)
        self.check, self.key, self.fields = check, key, fields


class GuardedRules:
    """The functions of a game; each works on a copy of the state and must leave it as it was."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def call(self, name: str, state: Any, *arguments: Any) -> Any:
        function = self.game.named(name)
        given = copied(state)
        try:
            answer = function(given, *arguments)
            if name in _GENERATORS:
                answer = list(islice(answer, MOST_MOVES + 1))
        except Exception as error:
            raise Broken("raises", "raises", function=name, error=one_line(error)) from error
        if given is not state and frozen(given) != frozen(state):
            raise Broken("purity", "purity", function=name)
        if name in _GENERATORS and len(answer) > MOST_MOVES:
            raise Broken("legality", "moves.endless", function=name, limit=MOST_MOVES)
        return answer

    def moves(self, state: Any) -> list[Any]:
        """The legal moves; none where the game is over."""
        if self.game.over is not None and self.call("over", state):
            return []
        moves: list[Any] = self.call("moves", state)
        return moves

    def play(self, state: Any, move: Any) -> Any:
        return self.call("play", state, copied(move))

    def player(self, state: Any) -> int:
        player: int = self.call("player", state)
        return player

    def name(self, state: Any, move: Any) -> str:
        """How to show the move; by itself where its text cannot be had."""
        if self.game.presentation.move_text is None:
            return self.game.move_name(state, move)
        try:
            return str(self.call("move_text", state, move))
        except Broken:
            return str(move)
