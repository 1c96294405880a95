"""The story of each kind of run."""

from __future__ import annotations

from pathlib import Path

from spielbaum.errors import BadInput
from spielbaum.experiments.measurements import SETTINGS, AblateSummary, GrowthSummary, SweepSummary
from spielbaum.experiments.report.effort import ablate_story, growth_story, tune_story
from spielbaum.experiments.report.games import match_story, multiplayer_story, tournament_story
from spielbaum.experiments.report.method import Setting
from spielbaum.experiments.report.story import SERVER, Story
from spielbaum.experiments.report.sweep import sweep_story


def story_of(folder: Path, language: str = "en", server: str = SERVER) -> Story:
    """What the run in that folder has come to, also while it goes on; `server` is where it is shown live."""
    setting = Setting.of(folder, language, server)
    kind = setting.settings.get("kind")
    if kind == "match":
        return match_story(setting)
    if kind == "tournament":
        return tournament_story(setting)
    if kind == "multiplayer":
        return multiplayer_story(setting)
    if kind not in SETTINGS:
        raise BadInput("error.run.foreign", path=folder, why=BadInput("error.document.wrong", where="kind"))
    from spielbaum.experiments.experiments import read_experiment

    summary = read_experiment(folder)
    if isinstance(summary, SweepSummary):
        return sweep_story(setting, summary)
    if isinstance(summary, GrowthSummary):
        return growth_story(setting, summary)
    if isinstance(summary, AblateSummary):
        return ablate_story(setting, summary)
    return tune_story(setting, summary)
