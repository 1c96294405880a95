"""Fitting the weights of an evaluation to results of games, and measuring what that gains.

First games of a player against itself from random openings, of which some quiet positions are kept; then the
fit (`tune_summary.py`); then a match between the old weights and the new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from threading import local
from typing import Any

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.contest import play_contest
from spielbaum.experiments.experiment import Record, Task, choose_positions
from spielbaum.experiments.measurements import Contest, Lesson, Row, TuneSettings, TuneSummary
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.tune_summary import fit, lessons_of, planned, summarise, with_weights
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game, Position
from spielbaum.play import Player, make_player, parse_player, play_match
from spielbaum.play.outcome import Reason
from spielbaum.play.player import Turn
from spielbaum.play.players import Human


@dataclass
class Judge(Player):
    """A player that judges positions by the evaluation of its own game, which has the same rules."""

    inner: Player
    game: Game[Any, Any]

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        self.inner.prepare(self.game, seed)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Any:
        return self.inner.choose(position.under(self.game), turn)

    def close(self) -> None:
        self.inner.close()


class _Kept(local):
    def __init__(self) -> None:
        self.player = lru_cache(maxsize=8)(lambda _seat, spec: make_player(spec))
        self.judge = lru_cache(maxsize=4)(
            lambda _seat, spec, rules: Judge(make_player(spec), kept_game(rules))
        )


_kept = _Kept()


@dataclass(frozen=True, slots=True)
class LessonTask:
    """A game of the player against itself."""

    number: int
    rules: Rules
    player: str
    opening: Opening
    samples: int
    seed: int

    def measure(self) -> Lesson | None:
        game = kept_game(self.rules)
        assert game.features is not None
        players = [_kept.player(seat, self.player) for seat in (0, 1)]
        position = self.opening.position(game)
        record = play_match(game, players, start=position, seed=self.seed, stop=stop_event())
        if record.outcome is None:
            return None
        if record.outcome.reason in (
            Reason.CRASH,
            Reason.ILLEGAL,
            Reason.TIME,
        ):  # says nothing of the position
            why = f"{record.outcome.reason.value} {record.outcome.detail}".strip()
            raise SpielbaumError("error.tune.broken", player=self.player, why=why)
        states = []
        for ply in record.plies[record.opening :]:
            # Lively positions are not what an evaluation is for.
            if game.dynamic is None or not game.dynamic(position.state):
                states.append(position.state)
            position = position.play(ply.move)
        random = Random(f"{self.seed}/samples")
        chosen = sorted(random.sample(range(len(states)), min(self.samples, len(states))))
        return Lesson(
            self.number,
            len(record.plies),
            record.outcome.scores[0],
            tuple(tuple(map(int, game.features(states[index]))) for index in chosen),
            tuple(game.player(states[index]) for index in chosen),
        )


@dataclass(frozen=True, slots=True)
class GainTask:
    """A game between the old weights and the new ones."""

    number: int
    rules: tuple[Rules, Rules]
    player: str
    pair: int
    index: int
    opening: Opening
    first: int
    seed: int

    def measure(self) -> Contest | None:
        old, new = (_kept.judge(seat, self.player, rules) for seat, rules in enumerate(self.rules))
        return play_contest(
            kept_game(self.rules[0]), (old, new), self.opening, self.seed, algorithm=self.player, contest=0,
            pair=self.pair, number=self.index, first=self.first,
        )  # fmt: skip


@dataclass(frozen=True)
class Tune:
    """Tasks in the order of their numbers: games to learn from, then the match."""

    settings: TuneSettings
    rules: Rules
    openings: tuple[Opening, ...]
    _tuned: list[Rules] = field(default_factory=list, repr=False)

    @property
    def stages(self) -> tuple[int, ...]:
        games, match = planned(self.settings)
        return (games, games + match)

    def task(self, number: int, record: Record) -> Task:
        settings = self.settings
        game = number if number < settings.games else number - settings.games
        seed = Random(f"{settings.seed}/{'lesson' if number < settings.games else 'gain'}/{game}")
        if number < settings.games:
            opening = self.openings[game % len(self.openings)]
            return LessonTask(
                number, self.rules, settings.player, opening, settings.samples, seed.getrandbits(62)
            )
        pair, first = divmod(game, 2)
        # From the end, so that few of the openings were already learnt from.
        index = -1 - pair % len(self.openings)
        return GainTask(
            number, (self.rules, self._new(record)), settings.player, pair, index % len(self.openings),
            self.openings[index], first, seed.getrandbits(62),
        )  # fmt: skip

    def _new(self, record: Record) -> Rules:
        """The game with the new weights, compiled once here, so that workers find it ready."""
        if not self._tuned:
            found = fit(self.settings, lessons_of(record))
            if found is None:
                raise SpielbaumError("error.tune.nothing")
            rules = replace(self.rules, spec=with_weights(self.rules.spec, found.weights))
            make_player(self.settings.player).prepare(rules.load())
            self._tuned.append(rules)
        return self._tuned[0]

    def cost(self, number: int) -> float:
        return 1.0

    def summary(self, record: Record) -> TuneSummary:
        return summarise(self.settings, record)


def make_tune(
    game: str,
    *,
    player: str = "engine:nodes=1000",
    games: int = 400,
    match: int = 200,
    samples: int = 8,
    ridge: float = 1.0,
    held_out: float = 0.2,
    openings: str = "random:6",
    seed: int = 0,
) -> Tune:
    """A tuning with everything checked that can be known beforehand."""
    rules = Rules.of(game)
    loaded = rules.load()
    loaded.require_two_player_zero_sum("tune")
    weights = declared_weights(loaded)
    if games < 1:
        raise BadInput("error.tune.games", given=games)
    if match % 2:
        raise BadInput("error.run.games", given=match)
    written = str(parse_player(player).located())
    playing = make_player(written)
    if isinstance(playing, Human):
        raise BadInput("error.player.human")
    asked, chosen = choose_positions(loaded, openings, games + match // 2, seed)
    playing.prepare(loaded)
    settings = TuneSettings(
        rules.spec, rules.digest, loaded.terms, weights, written, games, match, samples, ridge, held_out,
        asked, seed,
    )  # fmt: skip
    return Tune(settings, rules, chosen)


def declared_weights(game: Game[Any, Any]) -> Row:
    """The weights that the game has now; a clear word where its evaluation is no weighted sum."""
    weights = game.parameters.get("weights")
    if game.features is None or not isinstance(weights, Sequence) or isinstance(weights, str):
        raise BadInput("error.tune.game", game=game.name)
    found = tuple(weights)
    features = game.features(game.start)
    if not len(found) == len(features) == len(game.terms):
        fields = {"weights": len(found), "features": len(features), "terms": len(game.terms)}
        raise BadInput("error.tune.lengths", game=game.name, **fields)
    return found
