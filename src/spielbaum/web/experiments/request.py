"""A run that a page asks for: checked, capped, and as the command that makes it.

What comes over the network names no file and no program: players are of kinds that live in this package,
games those that the server offers, openings none from a file. The command gets nothing but what was read
here and written again.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from spielbaum.errors import BadInput, TooLarge, UnknownName
from spielbaum.experiments import cores
from spielbaum.experiments.kind import Kind
from spielbaum.experiments.options import (
    Option,
    check_online,
    command_words,
    options_of,
    settings_from,
    value_of,
    values_of,
)
from spielbaum.experiments.registry import kind_named, kind_of
from spielbaum.play.clock import TimeControl
from spielbaum.play.specs import parse_player
from spielbaum.web.experiments.messages import RunRequest
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits

#: Kinds of players that may be named from afar. Those that are not here may start programs or read files.
PLAYERS = (
    "engine", "perfect", "mcts", "alphabeta", "minimax", "random", "first", "maxn", "paranoid", "alliance",
)  # fmt: skip
#: Tasks of a run, moves of random openings, levels of which all positions are openings, seconds of a clock.
MOST_TASKS, MOST_RANDOM, MOST_ALL, MOST_CLOCK = 20_000, 60, 6, 3600.0


@dataclass(frozen=True)
class CheckedRequest:
    """A request as it is understood: settings whose game is that of the catalogue."""

    kind: Kind
    settings: Any
    name: str
    workers: int

    @property
    def planned(self) -> int:
        planned: int = self.settings.planned
        return planned

    def words(self, files: Mapping[str, str], out: str) -> list[str]:
        """The words after `spielbaum`."""
        settings = replace(self.settings, game=file_spec(self.settings.game, files))
        return command_words(self.kind.name, settings, out, workers=self.workers)

    def command(self, files: Mapping[str, str], out: str) -> str:
        return shlex.join(["spielbaum", *self.words(files, out)])

    def message(self) -> RunRequest:
        return RunRequest(
            kind=self.kind.name, name=self.name, workers=self.workers, settings=values_of(self.settings)
        )


def check_request(request: RunRequest, games: GameCatalog, limits: ServerLimits) -> CheckedRequest:
    """The request as it is understood; one sentence where it cannot be."""
    kind = kind_named(request.kind)
    settings = settings_from(kind.settings, dict(request.settings))
    game = games.game(settings.game)
    check_online(settings)
    safe = {
        option.field: safe_value(option, value_of(option, settings), limits)
        for option in options_of(settings)
        if option.type in _SAFE and not option.part
    }
    for option in options_of(settings):
        if option.part == "text":
            positions = getattr(settings, option.field)
            safe[option.field] = replace(positions, text=openings(positions.text, spans=option.spans))
    settings = kind.check(replace(settings, **safe), game)
    seconds = kind.seconds_each(settings)
    if seconds > limits.seconds:
        fields = {"most": f"{limits.seconds:g}", "given": f"{seconds:g}"}
        raise TooLarge("web.error.cap", option="seconds", **fields)
    found = CheckedRequest(kind, settings, request.name, min(request.workers or cores(), cores()))
    if found.planned > MOST_TASKS:
        raise TooLarge("experiments.error.tasks", most=MOST_TASKS, given=found.planned)
    return found


def request_of(settings: Any, name: str, workers: int | None, files: Mapping[str, str]) -> RunRequest:
    """The request behind a run that is there."""
    shown = replace(settings, game=catalogue_spec(settings.game, files))
    return RunRequest(kind=kind_of(settings).name, name=name, workers=workers, settings=values_of(shown))


def safe_value(option: Option, value: Any, limits: ServerLimits) -> Any:
    return _SAFE[option.type](value, limits)


def players(texts: tuple[str, ...], limits: ServerLimits) -> tuple[str, ...]:
    return tuple(player(text, limits) for text in texts)


def player(text: str, limits: ServerLimits) -> str:
    """A player of a safe kind, within the caps."""
    name = text.strip().partition(":")[0]
    if name not in PLAYERS:
        raise UnknownName("player", name[:64], PLAYERS)
    spec = parse_player(text)
    if spec.local:  # a visitor must not have files of this machine read
        raise BadInput("error.player.program", player=spec.name)
    for option, value in spec.options.items():
        most = limits.of_option(option)
        if most is not None and value > most:
            raise BadInput("web.error.cap", option=option, most=f"{most:g}", given=f"{value:g}")
    return str(spec)


def openings(text: str, *, spans: bool = False) -> str:
    """`start`, `random:PLIES` or `all:PLIES`, with `spans` also `random:LEAST-MOST`; no file."""
    found = re.fullmatch(r"(random|all):(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    if found is None or (found[3] and not (spans and found[1] == "random")):
        if text == "start":
            return text
        raise BadInput("experiments.error.openings", given=text[:64])
    most = MOST_RANDOM if found[1] == "random" else MOST_ALL
    plies = [int(number) for number in found.groups()[1:] if number]
    if max(plies) > most:
        raise TooLarge("web.error.cap", option=found[1], most=most, given=max(plies))
    return f"{found[1]}:{'-'.join(map(str, plies))}"


def clock(text: str, _limits: ServerLimits) -> str:
    time = TimeControl.parse(text)
    longest = max(time.move or 0, time.game or 0, time.increment)
    if longest > MOST_CLOCK:
        raise TooLarge("web.error.cap", option="clock", most=f"{MOST_CLOCK:g}", given=f"{longest:g}")
    return str(time)


#: What is read and written again before it becomes part of a command.
_SAFE: dict[str, Callable[[Any, ServerLimits], Any]] = {
    "player": player,
    "players": players,
    "openings": lambda text, _limits: openings(text),
    "clock": clock,
}


def file_spec(spec: str, files: Mapping[str, str]) -> str:
    """What the command line calls a game of the catalogue: the file it was started with, or its name."""
    name, colon, parameters = spec.partition(":")
    return files.get(name, name) + colon + parameters


def catalogue_spec(text: str, files: Mapping[str, str]) -> str:
    """The other way round; files that are not in the catalogue keep their text."""
    for name, path in files.items():
        if text == path or text.startswith(f"{path}:"):
            return name + text.removeprefix(path)
    return text
