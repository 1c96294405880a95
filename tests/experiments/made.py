"""Prepared runs in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielbaum.experiments import (
    AblateSettings,
    GrowthSettings,
    MatchSettings,
    Positions,
    Sprt,
    SweepSettings,
    TournamentSettings,
    TuneSettings,
    prepare,
)
from spielbaum.experiments.learn.settings import LearnSettings
from spielbaum.experiments.learn.tasks import Learn
from spielbaum.experiments.match.tasks import Games
from spielbaum.experiments.per_position import PerPosition
from spielbaum.experiments.sweep.settings import Limit
from spielbaum.experiments.sweep.tasks import Sweep
from spielbaum.experiments.tune.tasks import Tune


def make_plan(kind: str, game: str, players: Sequence[str], **changes: Any) -> Games:
    return (make_match if kind == "match" else make_tournament)(game, players, **changes)


def make_match(game: str, players: Sequence[str], *, sprt: Sprt | None = None, **changes: Any) -> Games:
    test = None if sprt is None else (sprt.elo0, sprt.elo1)
    made = prepare(MatchSettings(game, tuple(players), sprt=test, **changes))
    assert isinstance(made, Games)
    return made


def make_tournament(game: str, players: Sequence[str], **changes: Any) -> Games:
    made = prepare(TournamentSettings(game, tuple(players), **changes))
    assert isinstance(made, Games)
    return made


def _positions(changes: dict[str, Any], text: str, count: int) -> dict[str, Any]:
    """`positions` as a number and `position_text` as text."""
    return changes | {
        "positions": Positions(changes.pop("position_text", text), changes.pop("positions", count), "")
    }


def _openings(changes: dict[str, Any]) -> dict[str, Any]:
    if "openings" in changes:
        changes["openings"] = Positions(changes["openings"], 0, "")
    return changes


def make_sweep(game: str, limit: Limit, ladder: Sequence[float], **changes: Any) -> Sweep:
    """Without positions, unless some are asked for."""
    given = _openings(_positions({"algorithms": (), **changes}, "random:8-16", 0))
    made = prepare(SweepSettings(game, limit, tuple(ladder), **given))
    assert isinstance(made, Sweep)
    return made


def make_ablate(game: str, **changes: Any) -> PerPosition:
    made = prepare(AblateSettings(game, **_positions(changes, "random:4-12", 20)))
    assert isinstance(made, PerPosition)
    return made


def make_growth(game: str, **changes: Any) -> PerPosition:
    made = prepare(GrowthSettings(game, **_positions(changes, "start", 1)))
    assert isinstance(made, PerPosition)
    return made


def make_tune(game: str, **changes: Any) -> Tune:
    made = prepare(TuneSettings(game, **_openings(changes)))
    assert isinstance(made, Tune)
    return made


def make_learn(game: str, **changes: Any) -> Learn:
    made = prepare(LearnSettings(game, **_openings(changes)))
    assert isinstance(made, Learn)
    return made
