"""Our players as a program that speaks Spielbaum's own protocol; the side that answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from threading import Event
from typing import Any

from spielbaum import __version__
from spielbaum.errors import BadInput, one_line
from spielbaum.game import Game, Position
from spielbaum.games import entries, load_game
from spielbaum.play.clock import MOVES_TO_COME
from spielbaum.play.player import Player, Turn
from spielbaum.play.players import Human
from spielbaum.play.protocol_lines import VERSION, game_line, game_text, move_word, read_position
from spielbaum.play.protocol_server import ProtocolServer
from spielbaum.play.specs import DEPTH, NODES, SECONDS, Number, make_player
from spielbaum.result import Result

_LIMITS = {"seconds": SECONDS, "left": SECONDS, "depth": DEPTH, "nodes": NODES}


class BotServer(ProtocolServer):
    """Answers for one player, in `game` or, without one, in any that is known by name."""

    def __init__(self, game: Game[Any, Any] | None, player: str, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self._only = game
        self._player = make_player(player)
        if isinstance(self._player, Human):
            raise BadInput("error.player.human")
        #: The player's own limits, which those of a move can only tighten.
        self._own = {name: getattr(self._player, name, None) for name in ("depth", "nodes")}
        self._game = game
        self._seed = 0
        self._notation = ""
        self._moves: list[str] = []
        self._name = f"Spielbaum {__version__} {self._player.spec}"

    def hear(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "quit":
                return False
            case "stop":
                self.stop.set()
            case "protocol":
                self.later(lambda: self.say(f"protocol {VERSION}", f"name {self._name}"))
            case "seed":
                self.later(partial(self._take_seed, rest))
            case "game":
                self.later(partial(self._begin, rest))
            case "position":
                self.later(partial(self._take_position, rest))
            case "moves":
                self.later(partial(self._take_moves, rest.split()))
            case "go":
                # Who does not wait for an answer gets it at once. A stop that comes before the search has
                # begun is meant for it as well.
                self.stop.set()
                self.stop = Event()
                self.later(partial(self._go, rest.split(), self.stop))
            case _:  # `legal`, which we know ourselves; and what later versions may say
                pass
        return True

    def failed(self, error: Exception) -> None:
        self.say(f"error {one_line(error)}")

    def _take_seed(self, text: str) -> None:
        if not text.strip().isdigit():
            raise BadInput("protocol.seed", given=text)
        self._seed = int(text)

    def _take_position(self, notation: str) -> None:
        self._notation, self._moves = notation.strip(), []

    def _take_moves(self, words: list[str]) -> None:
        self._moves = words

    def _begin(self, line: str) -> None:
        self._game = self._found(line)
        self._notation, self._moves = "", []
        self._player.prepare(self._game, self._seed)
        self.say("ready")

    def _found(self, line: str) -> Game[Any, Any]:
        if self._game is not None and game_line(self._game) == f"game {line.strip()}":
            return self._game
        name = line.partition(" ")[0]
        # Nothing is run from a file because a line names it.
        if self._only is not None or name not in {entry.name for entry in entries()}:
            known = "–" if self._only is None else game_line(self._only).removeprefix("game ")
            raise BadInput("protocol.other_game", given=line, known=known)
        return load_game(game_text(line))

    def _go(self, words: list[str], stop: Event) -> None:
        if self._game is None:
            raise BadInput("protocol.no_game")
        position = read_position(self._game, self._notation, self._moves)
        if position.over:
            raise BadInput("error.session.over")
        limits = _limits(words)
        for name, own in self._own.items():
            if hasattr(self._player, name):
                given = [limit for limit in (own, limits.get(name)) if limit is not None]
                setattr(self._player, name, min(given, default=None))
        left, seconds = limits.get("left"), limits.get("seconds")
        if seconds is None and left is not None:
            seconds = left / MOVES_TO_COME
        turn = Turn(left, seconds, stop, partial(self._info, position))
        self.say(*self._answer(self._player, position, turn))

    def _answer(self, player: Player, position: Position[Any, Any], turn: Turn) -> list[str]:
        choice = player.choose(position, turn)
        if choice.resigns:
            return ["resign"]
        said = [] if choice.result is None else [info_line(position, choice.result)]
        return [*said, f"move {move_word(position.game.move_name(position.state, choice.move))}"]

    def _info(self, position: Position[Any, Any], result: Result[Any]) -> None:
        self.say(info_line(position, result))


def info_line(position: Position[Any, Any], result: Result[Any]) -> str:
    """What is known so far; the value in points, from the side of the player to move."""
    value = result.value_for(position.player)
    depth = "" if result.depth is None else f"depth {result.depth} "
    line = " ".join(map(move_word, position.line_texts(result.moves)))
    return f"info {depth}nodes {result.nodes} value {value:.10g} line {line}"


def _limits(words: list[str]) -> dict[str, Any]:
    found: dict[str, Number] = {}
    for name, value in pairwise(words):
        if name in _LIMITS:
            found[name] = _LIMITS[name].read("go", name, value)
    return found
