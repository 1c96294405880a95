"""The games that may be named over the network: registered ones, and those the server was started with.

What comes over the network never names a file or a module, and its parameters are capped: a board of a
million places would cost memory before any search begins.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, get_args, get_origin, get_type_hints

from spielbaum.errors import BadInput, IllegalMove, TooLarge, UnknownName
from spielbaum.game import Game, Position, split_moves
from spielbaum.game_fields import OneOf
from spielbaum.games import entries, load_game
from spielbaum.web.server_limits import ServerLimits

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: Without dots, so that no parameter names a file (`weights=other.json`).
PARAMETERS = re.compile(r"\w{1,32}=[\w-]{1,64}(,\w{1,32}=[\w-]{1,64}){0,15}", re.ASCII)


@dataclass(frozen=True)
class GameCatalog:
    """Games by the names under which clients may ask for them.

    `files` maps a name to the file (and factory) that `--game` gave; it comes from the command line. `only`
    are the registered games that are offered, and `engines` those of all that the engine can play here, where
    it is not all of them. `given` are games that are there already, as in a notebook, by what they are asked
    for as, with parameters or without.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    limits: ServerLimits = field(default_factory=ServerLimits)
    only: frozenset[str] | None = None
    engines: frozenset[str] | None = None
    given: Mapping[str, Game[Any, Any]] = field(default_factory=dict)

    def names(self) -> list[str]:
        offered = [name for name in _registered() if self.only is None or name in self.only]
        given = (spec.partition(":")[0] for spec in self.given)
        return list(dict.fromkeys((*offered, *self.files, *given)))

    def foreign(self, spec: str) -> bool:
        """Whether the rules come from a file, and may do whatever Python can."""
        return spec.partition(":")[0] in self.files

    def missing_players(self, spec: str) -> tuple[str, ...]:
        """The kinds of players that cannot play the game here, and `learned` where no network can judge.

        Where nothing can be compiled, the engine plays only what was compiled before, with the usual
        parameters; random games are not among that.
        """
        if self.engines is None:
            return ()
        name = spec.partition(":")[0]
        usual = name in self.engines and (
            self.game(spec).presentation.parameters == self.game(name).presentation.parameters
        )
        return ("mcts", "learned") if usual else ("engine", "perfect", "mcts", "learned")

    def game(self, spec: str) -> Game[Any, Any]:
        """The game that a client names, such as `connect4:width=6`."""
        if spec in self.given:
            return self.given[spec]
        name, colon, parameters = spec.partition(":")
        if not NAME.fullmatch(name) or name not in self.names():
            raise UnknownName("game", name[:64], self.names())
        if colon and not PARAMETERS.fullmatch(parameters):
            raise BadInput("web.error.parameters", game=name, given=parameters[:64])
        usual = _load(self.files.get(name, name)).presentation.parameters if colon else {}
        choices = _choices(name) if colon else {}
        for parameter, _, value in (part.partition("=") for part in parameters.split(",")):
            if value in choices.get(parameter, ()):
                continue
            # Numbers that are large anyway, such as an order of digits, may be as long as they are.
            most = max(self.limits.parameter, 10 ** len(str(usual.get(parameter, ""))) - 1)
            for number in re.findall(r"\d+", value):
                if int(number) > most:
                    raise TooLarge("web.error.parameter", most=most, given=number)
        return _load(self.files.get(name, name) + (f":{parameters}" if parameters else ""))

    def position(self, spec: str, start: str, moves: Sequence[str]) -> Position[Any, Any]:
        """The position after those moves, from the start or from one in the game's own notation.

        An item of `moves` is a move, or several where the game allows lists without separators (4455).
        """
        game = self.game(spec)
        position = Position(game, game.start)
        if start:
            state = game.presentation.parse(start) if game.presentation.parse is not None else None
            if state is None:
                example = "" if game.presentation.notation is None else game.presentation.notation(game.start)
                key = "web.error.notation" if example else "web.error.no_notation"
                raise BadInput(key, game=game.name, given=start[:64], example=example)
            position = Position(game, state)
        words = [
            word
            for item in moves
            for word in (split_moves(game, item) if game.presentation.move_width else [item])
        ]
        most = self.limits.moves_of(game)
        if len(words) > most:
            raise TooLarge("web.error.moves", most=most, given=len(words))
        known = _PLAYED.before(spec, game, start, words)
        if known is not None:
            position = known
        for number, word in enumerate(words[position.plies :], start=position.plies + 1):
            try:
                position = position.play(word)
            except IllegalMove as error:
                if number == len(words):  # the move that somebody just made
                    raise
                text = " ".join(words)[:120]
                raise IllegalMove("error.position.move", position=text, number=number, why=error) from error
        _PLAYED.remember(spec, start, words, position)
        return position


class _Played:
    """The positions that were asked for last: the next one is mostly a move or two further.

    Reading 120 plies of chess took 0.3 s, and each move in the browser asks three times.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._lock = Lock()
        self._positions: OrderedDict[tuple[str, str, tuple[str, ...]], Position[Any, Any]] = OrderedDict()

    def before(
        self, spec: str, game: Game[Any, Any], start: str, words: Sequence[str]
    ) -> Position[Any, Any] | None:
        """The last position on the way there that is known, if it is near."""
        with self._lock:
            for plies in range(len(words), max(len(words) - NEAR, 0), -1):
                found = self._positions.get((spec, start, tuple(words[:plies])))
                if found is not None and found.game is game:
                    return found
        return None

    def remember(self, spec: str, start: str, words: Sequence[str], position: Position[Any, Any]) -> None:
        key = spec, start, tuple(words)
        with self._lock:
            self._positions[key] = position
            self._positions.move_to_end(key)
            while len(self._positions) > self._most:
                self._positions.popitem(last=False)


#: Plies by which a known position may be shorter than the one that is asked for.
NEAR = 8
_PLAYED = _Played()


@lru_cache(maxsize=64)
def _load(spec: str) -> Game[Any, Any]:
    return load_game(spec)


@lru_cache(maxsize=1)
def _registered() -> tuple[str, ...]:
    return tuple(entry.name for entry in entries())


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a game as a form shows it."""

    name: str
    kind: Literal["int", "bool", "numbers", "text"]
    value: str
    choices: tuple[str, ...] = ()


def parameters_of(game: Game[Any, Any], name: str) -> list[Parameter]:
    """The parameters of a game with the values it was made with."""
    choices = _choices(name)
    return [
        _parameter(parameter, value, choices) for parameter, value in game.presentation.parameters.items()
    ]


def _parameter(name: str, value: object, choices: Mapping[str, tuple[str, ...]]) -> Parameter:
    match value:
        case bool():
            return Parameter(name, "bool", "yes" if value else "no")
        case int():
            return Parameter(name, "int", str(value), choices.get(name, ()))
        case tuple():
            return Parameter(name, "numbers", "-".join(map(str, value)))
        case _:
            return Parameter(name, "text", str(value), choices.get(name, ()))


@lru_cache(maxsize=64)
def _choices(name: str) -> dict[str, tuple[str, ...]]:
    """The words or numbers that a registered game offers for a parameter."""
    for entry in entries():
        if entry.name == name:
            hints = get_type_hints(entry.factory, include_extras=True)
            return {p: found for p, hint in hints.items() if (found := _offered(hint))}
    return {}


def _offered(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    of = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, OneOf)]
    return tuple(str(number) for one in of for number in one.numbers)


def files_by_name(paths: Sequence[str]) -> dict[str, str]:
    """The files of `--game` by name: `games/mine.py` is called mine, `games/mine.py:small` small."""
    found: dict[str, str] = {}
    for spec in paths:
        path, _, factory = spec.partition(".py:")
        name = factory or Path(path).stem
        if not NAME.fullmatch(name) or name in _registered() or name in found:
            raise BadInput("web.error.name", path=spec, name=name)
        load_game(spec)
        found[name] = spec
    return found
