"""What a tuning is asked for, and what it measures: weights of an evaluation, fitted to results of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from spielbaum.documents import Count, Duration, Index, Share, Side, Whole
from spielbaum.errors import BadInput
from spielbaum.experiments import options
from spielbaum.experiments.openings import Positions
from spielbaum.experiments.portable_rules import require_two
from spielbaum.game import Game
from spielbaum.play import parse_player

Row = tuple[Whole, ...]
#: Features and weights beyond this are none: squares of them have to stay numbers.
MOST_FEATURE = 10**9


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """Weights of an evaluation, fitted to results of games."""

    kind: ClassVar[str] = "tune"

    game: str = options.game()
    player: str = options.player("engine:nodes=1000")
    #: Games to learn from, and of the match between the old and the new weights.
    games: Count = options.whole(400, least=1, most=10**7, most_online=10_000)
    match: Count = options.whole(200, least=0, most=10**7, most_online=2000, step=2)
    openings: Positions = options.openings("random:6")
    #: Positions taken from a game.
    samples: Index = options.whole(8, least=1, most=1000, advanced=True)
    #: The share of the games that is kept back.
    held_out: Share = options.decimal(0.2, least=0, most=0.9, advanced=True)
    ridge: Duration = options.decimal(1.0, least=0, most=1e9, advanced=True)
    seed: Whole = options.seed()
    #: The digest of the source that the rules stand in.
    rules: str = ""
    #: What the evaluation weighs, in the order of the weights.
    terms: tuple[str, ...] = ()
    weights: Row = ()

    @property
    def planned(self) -> int:
        """Games to learn from, then games of the match."""
        return self.games + self.match

    @property
    def unsound(self) -> str:
        if not self.games or self.held_out >= 1:
            return "held_out" if self.games else "games"
        paired = 0 < len(self.terms) == len(self.weights)
        return "" if paired and max(map(abs, self.weights)) <= MOST_FEATURE else "weights"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game to learn from: the result for player 0 and the features of some of its positions.

    `movers` are the players to move there.
    """

    kind: ClassVar[str] = "lesson"
    game: Index
    moves: Index
    score: Share
    rows: tuple[Row, ...]
    movers: tuple[Side, ...]

    def rows_of(self) -> Iterator[dict[str, Any]]:
        for features, mover in zip(self.rows, self.movers, strict=True):
            row = {"game": self.game, "score": self.score, "mover": mover}
            yield row | {f"feature_{index}": cell for index, cell in enumerate(features)}


def check(settings: TuneSettings, game: Game[Any, Any]) -> TuneSettings:
    require_two("tune", game)
    weights = declared_weights(game)
    if settings.match % 2:
        raise BadInput("error.run.games", given=settings.match)
    written = str(parse_player(settings.player).located())
    return replace(settings, terms=game.hints.terms, weights=weights, player=written)


def declared_weights(game: Game[Any, Any]) -> Row:
    """The weights that the game has now; a clear word where its evaluation is no weighted sum."""
    weights = game.presentation.parameters.get("weights")
    if game.hints.features is None or not isinstance(weights, Sequence) or isinstance(weights, str):
        raise BadInput("error.tune.game", game=game.name)
    found = tuple(weights)
    features = game.hints.features(game.start)
    if not len(found) == len(features) == len(game.hints.terms):
        fields = {"weights": len(found), "features": len(features), "terms": len(game.hints.terms)}
        raise BadInput("error.tune.lengths", game=game.name, **fields)
    return found
