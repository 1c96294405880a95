"""Searches of the same positions to the same depth, with one technique changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielbaum.experiments.ablate.settings import AblateSettings, Search
from spielbaum.experiments.ablate.techniques import techniques_of
from spielbaum.experiments.algorithm_players import kept_engine
from spielbaum.experiments.openings import choose_positions
from spielbaum.experiments.per_position import PerPosition, PositionTask
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_store import think
from spielbaum.play.player import Turn


class SearchTask(PositionTask):
    """One position under one variant."""

    def measure(self) -> Search | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        engine = kept_engine(game)
        engine.techniques = techniques_of(self.name)
        engine.clear()
        found = think(engine, position, Turn(stop=stop_event()), depth=self.depth, nodes=self.nodes)
        if stop_event().is_set():
            return None
        assert not isinstance(found.value, tuple)
        return Search(
            self.name,
            self.position,
            found.depth == self.depth or found.proven,
            found.depth or 0,
            found.value,
            game.move_name(position.state, found.move),
            found.nodes,
            round(found.seconds, 6),
        )


def prepare(settings: AblateSettings, rules: PortableRules, game: Game[Any, Any]) -> PerPosition:
    asked = settings.positions
    positions, chosen = choose_positions(game, asked.text, asked.count, settings.seed, least_moves=2)
    kept_engine(game)
    known = replace(settings, positions=positions)
    return PerPosition(known, rules, chosen, settings.variants, SearchTask)
