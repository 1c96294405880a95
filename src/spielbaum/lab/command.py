"""The command line that makes a run again, from its settings."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any


def command_line(settings: Mapping[str, Any], out: str) -> str:
    """`spielbaum match …` as one line that a shell reads; options with their default value are left out."""
    return shlex.join(["spielbaum", *_arguments(settings), "--out", out])


def _arguments(settings: Mapping[str, Any]) -> list[str]:
    kind = settings["kind"]
    return _games(settings) if kind in ("match", "tournament") else []


def _games(settings: Mapping[str, Any]) -> list[str]:
    words = [settings["kind"], settings["game"], *settings["players"], "--games", str(settings["games"])]
    if settings["kind"] == "tournament" and settings["form"] != "round-robin":
        words += ["--form", settings["form"]]
    if settings["sprt"] is not None:
        words += ["--sprt", ",".join(f"{elo:g}" for elo in settings["sprt"])]
    if settings["openings"] != "random:4":
        words += ["--openings", settings["openings"]]
    if settings["clock"]:
        words += ["--clock", settings["clock"]]
    if settings["seed"]:
        words += ["--seed", str(settings["seed"])]
    return words
