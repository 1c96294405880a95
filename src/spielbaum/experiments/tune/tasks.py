"""Fitting the weights of an evaluation to results of games, and measuring what that gains.

First games of a player against itself from random openings, of which some quiet positions are kept; then the
fit (`summary.py`); then a match between the old weights and the new ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from threading import local
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.contest import Contest, play_contest
from spielbaum.experiments.kind import Record, Task
from spielbaum.experiments.match.tasks import prepare_players
from spielbaum.experiments.openings import Opening, choose_positions
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.tune.settings import Lesson, TuneSettings
from spielbaum.experiments.tune.summary import fit, lessons_of, with_weights
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game, Position
from spielbaum.play import Player, make_player, play_match
from spielbaum.play.outcome import Reason
from spielbaum.play.player import Turn


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
    rules: PortableRules
    player: str
    opening: Opening
    samples: int
    seed: int

    def measure(self) -> Lesson | None:
        game = kept_game(self.rules)
        assert game.hints.features is not None
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
            if game.hints.dynamic is None or not game.hints.dynamic(position.state):
                states.append(position.state)
            position = position.play(ply.move)
        random = Random(f"{self.seed}/samples")
        chosen = sorted(random.sample(range(len(states)), min(self.samples, len(states))))
        return Lesson(
            self.number,
            len(record.plies),
            record.outcome.scores[0],
            tuple(tuple(map(int, game.hints.features(states[index]))) for index in chosen),
            tuple(game.player(states[index]) for index in chosen),
        )


@dataclass(frozen=True, slots=True)
class GainTask:
    """A game between the old weights and the new ones."""

    number: int
    rules: tuple[PortableRules, PortableRules]
    player: str
    pair: int
    index: int
    opening: Opening
    first: int
    seed: int
    dice: int

    def measure(self) -> Contest | None:
        old, new = (_kept.judge(seat, self.player, rules) for seat, rules in enumerate(self.rules))
        return play_contest(
            kept_game(self.rules[0]), (old, new), self.opening, self.seed, self.dice, algorithm=self.player,
            contest=0, pair=self.pair, number=self.index, first=self.first,
        )  # fmt: skip


@dataclass(frozen=True)
class Tune:
    """Tasks in the order of their numbers: games to learn from, then the match."""

    settings: TuneSettings
    rules: PortableRules
    openings: tuple[Opening, ...]
    _tuned: list[PortableRules] = field(default_factory=list, repr=False)

    @property
    def stages(self) -> tuple[int, ...]:
        return (self.settings.games, self.settings.planned)

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
            Random(f"{settings.seed}/dice/{pair}").getrandbits(62),
        )  # fmt: skip

    def _new(self, record: Record) -> PortableRules:
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


def prepare(settings: TuneSettings, rules: PortableRules, game: Game[Any, Any]) -> Tune:
    wanted = settings.games + settings.match // 2
    openings, chosen = choose_positions(game, settings.openings.text, wanted, settings.seed)
    prepare_players(game, [settings.player])
    return Tune(replace(settings, openings=openings), rules, chosen)
