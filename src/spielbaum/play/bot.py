"""Players that speak Spielbaum's own protocol (`docs/protocol.md`); here is the side that asks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.play.outcome import Reason
from spielbaum.play.player import RESIGN, Choice, Turn
from spielbaum.play.program_player import Effort, ProgramPlayer, illegal
from spielbaum.play.programs import Program, quoted
from spielbaum.play.protocol_lines import VERSION, game_line, move_words, position_lines, word_of
from spielbaum.result import Proof, Result

_NUMBERS = {"depth": int, "nodes": int, "value": float}


@dataclass
class BotPlayer(ProgramPlayer):
    """A program that plays any game it says it can; see `docs/protocol.md`."""

    #: What it calls itself; stands with what it thinks.
    name: str = "bot"

    def greet(self, program: Program) -> None:
        program.send(f"protocol {VERSION}")
        line = next(self.starting_lines(program))
        self._no_error(line)
        if line.split() != ["protocol", str(VERSION)]:
            raise self.protocol_error(line, f"protocol {VERSION}")

    def begin(self, program: Program, game: Game[Any, Any], seed: int) -> None:
        program.send(f"seed {seed}")
        program.send(game_line(game))
        for line in self.starting_lines(program):
            word, _, rest = line.strip().partition(" ")
            if word == "ready":
                return
            self._no_error(line)
            if word != "name":
                raise self.protocol_error(line, "name …, ready")
            self.name = quoted(rest.strip())

    def ask(self, program: Program, position: Position[Any, Any], effort: Effort, turn: Turn) -> Choice:
        for line in position_lines(position):
            program.send(line)
        program.send(go_line(position.player, effort))
        thought: Result[Any] | None = None
        for line in self.thinking_lines(program, turn, effort, "stop"):
            word, _, rest = line.strip().partition(" ")
            if word == "info":
                thought = read_info(rest, position, self.name) or thought
                if thought is not None:
                    turn.report(thought)
            elif word == "move":
                return _chosen(position, rest.strip(), thought)
            elif word == "resign":
                return RESIGN
            else:
                self._no_error(line)
                raise self.protocol_error(line, "info …, move …, resign")
        raise AssertionError("the lines end only with an answer or a fault")

    def _no_error(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "error":
            raise self.fault(Reason.CRASH, "error", words=quoted(rest))


def go_line(player: int, effort: Effort) -> str:
    limits = {"seconds": effort.seconds, "left": effort.left, "depth": effort.depth, "nodes": effort.nodes}
    told = [f"{name} {value:.10g}" for name, value in limits.items() if value is not None]
    return " ".join([f"go player {player + 1}", *told])


def _chosen(position: Position[Any, Any], text: str, thought: Result[Any] | None) -> Choice:
    move = word_of(position.game, position.state, text)
    if move is None:
        raise illegal(text)
    # What it last said need not be about the move it makes.
    return Choice(move, thought if thought is not None and thought.move == move else None)


def read_info(text: str, position: Position[Any, Any], name: str) -> Result[Any] | None:
    """What a bot says it thinks, where it names a value; what cannot be understood is passed over."""
    head, _, rest = f" {text} ".partition(" line ")
    words = head.split()
    numbers: dict[str, Any] = {}
    for key, value in pairwise(words):
        if key in _NUMBERS:
            try:
                numbers[key] = _NUMBERS[key](value)
            except ValueError:
                return None
    line = move_words(position, rest.split())
    if not line or not isfinite(numbers.get("value", float("nan"))):
        return None
    return Result(
        numbers["value"],
        position.player,
        line,
        Proof.ESTIMATE,  # it may say what it likes; nobody has checked it
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes", 0),
        algorithm=name,
    )
