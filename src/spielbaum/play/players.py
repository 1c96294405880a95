"""The players one can write: who they are and how they choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.bot import BotPlayer
from spielbaum.play.engine_players import EnginePlayer, MctsPlayer, PerfectPlayer
from spielbaum.play.levels import LevelPlayer
from spielbaum.play.player import Choice, Player, Turn, chance
from spielbaum.play.shipped import SHIPPED
from spielbaum.play.specs import (
    ALLY,
    DEPTH,
    ELO,
    LEVEL,
    NODES,
    PLAYOUTS,
    SECONDS,
    SEED,
    TABLE,
    THREADS,
    TIMEOUT,
    WEIGHT,
    Kind,
    Number,
)
from spielbaum.play.table_player import TablePlayer
from spielbaum.play.textbook import AlliancePlayer, TextbookPlayer
from spielbaum.play.uci import UciPlayer
from spielbaum.search.maxn import Ties


class Human(Player):
    """A person: sessions wait for the move, matches cannot."""

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        raise BadInput("error.player.human")


class FirstPlayer(Player):
    """The first legal move, always."""

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        return Choice(position.legal_moves[0])


@dataclass
class RandomPlayer(Player):
    """Any legal move, each as likely; the same again with the same seed in the same game and position."""

    seed: int | None = None
    _game_seed: int = 0

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self._game_seed = seed

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        return Choice(chance(position, self._game_seed, self.seed).choice(position.legal_moves))


def _engine(**options: Number | str) -> Player:
    """`engine` is a level where one is given, else the full strength within the limits."""
    if "level" not in options:
        return EnginePlayer(**options)  # type: ignore[arg-type]
    others = sorted(set(options) - {"level", "seed", "threads", "table_mb", "weights"})
    if others:
        raise BadInput("error.player.level_alone", option=others[0])
    return LevelPlayer(**options)  # type: ignore[arg-type]


def _maxn(ties: Ties = "first", **limits: Any) -> Player:
    return TextbookPlayer("maxn", arguments={"ties": ties}, **limits)


def _alliance(weight: Number = 1, ties: Ties = "first", **options: Any) -> Player:
    """`with` is no name that a parameter can have."""
    if "with" not in options:
        raise BadInput("error.player.no_ally")
    ally = options.pop("with")
    return AlliancePlayer("alliance", ally=ally, weight=weight, arguments={"ties": ties}, **options)


_SEARCH = {"depth": DEPTH, "seconds": SECONDS, "nodes": NODES}
#: Which of equally good moves is taken, here and at every node of the search.
_TIES = {"ties": get_args(Ties)}
_TIMEOUTS = {"timeout": TIMEOUT, "start_timeout": TIMEOUT}

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("human", Human),
        Kind(
            "engine",
            _engine,
            _SEARCH | {"level": LEVEL, "threads": THREADS, "table_mb": TABLE, "seed": SEED},
            choices={"weights": (SHIPPED,)},
            files=("weights",),
        ),
        Kind("perfect", PerfectPlayer, {"seconds": SECONDS, "threads": THREADS, "table_mb": TABLE}),
        Kind("table", TablePlayer, {"seed": SEED}, file="FILE"),
        Kind("mcts", MctsPlayer, {"seconds": SECONDS, "playouts": PLAYOUTS, "seed": SEED}),
        Kind("minimax", partial(TextbookPlayer, "minimax"), _SEARCH),
        Kind("alphabeta", partial(TextbookPlayer, "alphabeta"), _SEARCH),
        Kind("expectiminimax", partial(TextbookPlayer, "expectiminimax"), _SEARCH),
        Kind("star1", partial(TextbookPlayer, "star1"), _SEARCH),
        Kind("star2", partial(TextbookPlayer, "star2"), _SEARCH),
        Kind("expectimax", partial(TextbookPlayer, "expectimax"), _SEARCH),
        Kind("maxn", _maxn, _SEARCH, _TIES),
        Kind("paranoid", partial(TextbookPlayer, "paranoid"), _SEARCH),
        Kind("alliance", _alliance, _SEARCH | {"with": ALLY, "weight": WEIGHT}, _TIES),
        Kind("random", RandomPlayer, {"seed": SEED}),
        Kind("first", FirstPlayer),
        Kind("bot", BotPlayer, _SEARCH | _TIMEOUTS, program="./mybot"),
        Kind(
            "uci",
            UciPlayer,
            {"elo": ELO} | _SEARCH | {"threads": THREADS, "hash": TABLE} | _TIMEOUTS,
            program="stockfish",
            own="option.",
        ),
    )
}
