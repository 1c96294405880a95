"""Levels 1 to 8: the strength of an opponent as data.

A level searches a number of positions per move, and now and then it slips: instead of searching it takes a
move that looks good at first glance, as people do, without a thought for the reply. No level misses a win in
one move. Positions rather than milliseconds, so that a level is equally strong on every machine and a game
can be played again move by move. How the levels were measured, and the table: `docs/howto/play.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from spielbaum.game import Game, Position
from spielbaum.language import grouped, say
from spielbaum.play.engine_players import EnginePlayer, MctsPlayer
from spielbaum.play.engine_store import EngineStore
from spielbaum.play.outcome import payoffs_of
from spielbaum.play.player import Choice, Player, Turn, chance
from spielbaum.result import Value

#: Up to this many plies a game is short: a person makes three to eight moves in it, most of them harmless.
SHORT = 16


@dataclass(frozen=True, slots=True)
class Level:
    """The positions that are searched per move, and the slips in a hundred moves.

    In short games a slip is often harmless and a search soon perfect, and dice hide much of what a slip
    costs; only more slips tell the levels apart there (`short_slips`). A level that `proves` plays what is
    known: the opening book, and what the exact solver proves with as many positions again.
    """

    number: int
    nodes: int
    slips: int
    short_slips: int
    proves: bool = False

    @property
    def playouts(self) -> int:
        """For games that the engine does not search: random games, which are fewer but dearer."""
        return max(self.nodes // 50, 5)

    def slips_in(self, game: Game[Any, Any]) -> int:
        short = game.facts.longest is not None and game.facts.longest <= SHORT
        return self.short_slips if short or game.has_chance else self.slips


#: Each level searches three to four times as much as the one below it and slips less often.
LEVELS = (
    Level(1, 100, 60, 95),
    Level(2, 400, 45, 83),
    Level(3, 1_500, 32, 71),
    Level(4, 6_000, 22, 58),
    Level(5, 20_000, 14, 45),
    Level(6, 60_000, 8, 31),
    Level(7, 200_000, 3, 16),
    Level(8, 600_000, 0, 0, proves=True),
)


def level_words(number: int, language: str, game: Game[Any, Any] | None = None) -> str:
    """`level 3: 1,500 positions per move, 32 % slips`; what it is in that game, where one is named."""
    level = LEVELS[number - 1]
    slips = level.slips if game is None else level.slips_in(game)
    searched = game is None or game.fits_engine
    count = grouped(level.nodes if searched else level.playouts, language)
    key = "play.level" if searched else "play.level.playouts"
    return say(key, language, level=number, count=count, slips=slips)


def level_character(number: int, language: str, game: Game[Any, Any]) -> str:
    """A level in that game, as people speak of players: `Casual: careless about one move in 3`."""
    name, slips = say(f"play.level.{number}", language), LEVELS[number - 1].slips_in(game)
    if slips == 0:
        return say("play.level.careful", language, name=name)
    if slips >= 40:
        key = "play.level.careless.most" if slips > 50 else "play.level.careless.half"
        return say(key, language, name=name)
    return say("play.level.careless", language, name=name, count=round(100 / slips))


def named_level(number: int, language: str, game: Game[Any, Any]) -> str:
    """`level 3 – Casual: careless about one move in 3`."""
    character = level_character(number, language, game)
    return say("play.level.named", language, level=number, character=character)


def level_hint(number: int, language: str, game: Game[Any, Any]) -> str:
    """What the choice of a level says: its character, and between players with dice how much luck decides."""
    character = level_character(number, language, game)
    if not game.has_chance or game.facts.players == 1:
        return character
    return say("play.level.luck", language, character=character)


@dataclass
class LevelPlayer(Player):
    """The engine at one of the levels; in games it does not fit, the same level with random games (UCT)."""

    level: int
    seed: int | None = None
    threads: int = 1
    table_mb: int = 16
    #: A learned evaluation: see `EnginePlayer`.
    weights: str = ""
    #: Where its engine comes from for every move, cleared; see `EnginePlayer`.
    engines: EngineStore | None = field(default=None, repr=False)
    _game_seed: int = 0
    #: Who searches where the level does not slip, and the game that is for.
    _searcher: Player | None = field(default=None, repr=False)
    _game: Game[Any, Any] | None = field(default=None, repr=False)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self._game_seed = seed
        if self._searcher is None or self._game is not game:
            self.close()
            self._searcher, self._game = self._searcher_for(game), game
        self._searcher.prepare(game, seed)

    def _searcher_for(self, game: Game[Any, Any]) -> Player:
        level = LEVELS[self.level - 1]
        if not game.fits_engine:
            return MctsPlayer(playouts=level.playouts, seed=self.seed)
        return EnginePlayer(
            nodes=level.nodes,
            proof=level.nodes if level.proves else None,
            threads=self.threads,
            table_mb=self.table_mb,
            engines=self.engines,
            weights=self.weights,
            forgetful=True,
        )

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        wins = wins_in_one(position)
        if wins and position.game.facts.prefer_early:
            return Choice(wins[0])
        random = chance(position, self._game_seed, self.seed)
        if random.random() * 100 < LEVELS[self.level - 1].slips_in(position.game):
            return Choice(wins[0]) if wins else Choice(glance(position, random), slip=True)
        if self._searcher is None:
            self.prepare(position.game, self._game_seed)
        assert self._searcher is not None
        choice: Choice = self._searcher.choose(position, turn)
        # A search that was cut short may have missed it; a proven better win may stand.
        missed = wins and choice.move not in wins and not (choice.result and choice.result.proven)
        return Choice(wins[0]) if missed else choice

    def close(self) -> None:
        if self._searcher is not None:
            self._searcher.close()


def wins_in_one(position: Position[Any, Any]) -> list[Any]:
    """The moves that win at once, the best pay-off first."""
    game, state, mover = position.game, position.state, position.player
    wins: list[tuple[Value, Any]] = []
    for move in game.legal(state):
        after = game.play(state, move)
        if game.ended(after):
            payoffs = payoffs_of(game, after)
            others = [pay for player, pay in enumerate(payoffs) if player != mover]
            if payoffs[mover] > max(others, default=inf):  # nobody wins alone against nature
                wins.append((payoffs[mover], move))
    return [move for _, move in sorted(wins, key=lambda win: -win[0])]


def glance(position: Position[Any, Any], random: Random) -> Any:
    """A move that looks good on the board it leaves: the best one half the time, the next a quarter …"""
    game, state, mover = position.game, position.state, position.player

    def look(move: Any) -> Value:
        after = game.play(state, move)
        if game.ended(after):
            return payoffs_of(game, after)[mover]
        estimate = game.estimate(after)
        if isinstance(estimate, tuple):
            return estimate[mover]
        return estimate if mover == 0 else -estimate

    moves = game.legal(state)
    random.shuffle(moves)  # equally good ones in any order
    return _halving(sorted(moves, key=look, reverse=True), random)


def _halving(items: Sequence[Any], random: Random) -> Any:
    for item in items[:-1]:
        if random.random() < 0.5:
            return item
    return items[-1]
