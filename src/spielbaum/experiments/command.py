"""The command line that makes a run, from its settings."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any


def command_line(settings: Mapping[str, Any], out: str) -> str:
    """`spielbaum match …` as one line that a shell reads."""
    return shlex.join(["spielbaum", *command_words(settings, out)])


def command_words(settings: Mapping[str, Any], out: str, *, workers: int | None = None) -> list[str]:
    """The words after `spielbaum`; options with their default value may be left out."""
    kind = settings["kind"]
    command = "match" if kind == "multiplayer" else kind
    words = [command, settings["game"], *_MAKERS[kind](settings)]
    if settings["seed"]:
        words += ["--seed", str(settings["seed"])]
    if workers is not None:
        words += ["--workers", str(workers)]
    return [*words, "--out", out]


def _sweep(settings: Mapping[str, Any]) -> list[str]:
    games, positions = settings["games"], settings["positions"]
    words = [f"--{settings['limit']}", _listed(settings["ladder"]), "--games", str(games)]
    words += ["--players", _listed(settings["players"])] if games else []
    words += ["--openings", settings["openings"]["text"]]
    words += ["--positions", str(positions["count"]), "--plies", positions["text"]]
    if positions["count"]:
        words += ["--algorithms", _listed(settings["algorithms"])]
        if settings["solve_seconds"] is not None:
            words += ["--solve-seconds", _text(settings["solve_seconds"])]
    return words


def _growth(settings: Mapping[str, Any]) -> list[str]:
    return [*_searches(settings), "--algorithms", _listed(settings["algorithms"])]


def _ablate(settings: Mapping[str, Any]) -> list[str]:
    variants = settings.get("variants")
    # In one word: a variant may begin with a minus sign.
    return [*_searches(settings), *([f"--variants={_listed(variants)}"] if variants else [])]


def _tune(settings: Mapping[str, Any]) -> list[str]:
    names = ("player", "games", "match", "samples", "ridge", "held_out")
    words = [part for name in names for part in (f"--{name.replace('_', '-')}", _text(settings[name]))]
    return [*words, "--openings", settings["openings"]["text"]]


def _searches(settings: Mapping[str, Any]) -> list[str]:
    positions = settings["positions"]
    words = ["--depth", str(settings["depth"]), "--nodes", str(settings["nodes"])]
    return [*words, "--positions", str(positions["count"]), "--plies", positions["text"]]


def _listed(values: Sequence[Any]) -> str:
    return ",".join(map(_text, values))


def _text(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _games(settings: Mapping[str, Any]) -> list[str]:
    words = [*settings["players"], "--games", str(settings["games"])]
    if settings["kind"] == "tournament" and settings["form"] != "round-robin":
        words += ["--form", settings["form"]]
    if settings.get("seating", "permutations") != "permutations":
        words += ["--seating", settings["seating"]]
    if settings.get("sprt") is not None:
        words += ["--sprt", _listed(settings["sprt"])]
    if settings["openings"] != "random:4":
        words += ["--openings", settings["openings"]]
    if settings["clock"]:
        words += ["--clock", settings["clock"]]
    return words


_MAKERS = {
    "match": _games,
    "tournament": _games,
    "multiplayer": _games,
    "sweep": _sweep,
    "growth": _growth,
    "ablate": _ablate,
    "tune": _tune,
}
