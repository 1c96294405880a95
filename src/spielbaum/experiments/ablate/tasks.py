"""Searches of the same positions to the same depth, with one technique changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from spielbaum.experiments.ablate.settings import AblateSettings, Search
from spielbaum.experiments.ablate.summary import planned
from spielbaum.experiments.ablate.techniques import techniques_of
from spielbaum.experiments.algorithms import kept_engine
from spielbaum.experiments.kind import Record
from spielbaum.experiments.openings import Opening, choose_positions
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_store import think
from spielbaum.play.player import Turn


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One position under one variant."""

    number: int
    rules: Rules
    variant: str
    position: int
    opening: Opening
    depth: int
    nodes: int

    def measure(self) -> Search | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        engine = kept_engine(game)
        engine.techniques = techniques_of(self.variant)
        engine.clear()
        found = think(engine, position, Turn(stop=stop_event()), depth=self.depth, nodes=self.nodes)
        if stop_event().is_set():
            return None
        assert not isinstance(found.value, tuple)
        return Search(
            self.variant,
            self.position,
            found.depth == self.depth or found.proven,
            found.depth or 0,
            found.value,
            game.move_name(position.state, found.move),
            found.nodes,
            round(found.seconds, 6),
        )


@dataclass(frozen=True)
class Ablate:
    """Tasks in the order of the positions, all variants on one before the next."""

    settings: AblateSettings
    rules: Rules
    positions: tuple[Opening, ...]

    @property
    def stages(self) -> tuple[int, ...]:
        return (planned(self.settings),)

    def task(self, number: int, record: Record) -> SearchTask:
        position, variant = divmod(number, len(self.settings.variants))
        return SearchTask(
            number, self.rules, self.settings.variants[variant], position, self.positions[position],
            self.settings.depth, self.settings.nodes,
        )  # fmt: skip

    def cost(self, number: int) -> float:
        return 1.0


def prepare(settings: AblateSettings, rules: Rules, game: Game[Any, Any]) -> Ablate:
    asked = settings.positions
    positions, chosen = choose_positions(game, asked.text, asked.count, settings.seed, least_moves=2)
    kept_engine(game)
    return Ablate(replace(settings, positions=positions), rules, chosen)
