"""A run that a page wishes for: checked, capped, and as the command that plays it.

What comes over the network names no file and no program: players are of kinds that live in this package,
games those that the server offers, openings none from a file. The command gets nothing but what was read
here and written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from spielbaum.errors import BadInput, TooLarge, UnknownName
from spielbaum.experiments import cores
from spielbaum.experiments.ablate import variants_for
from spielbaum.experiments.algorithms import ALGORITHMS
from spielbaum.experiments.command import command_words
from spielbaum.experiments.growth import SEARCHERS as GROWTH
from spielbaum.experiments.measurements import Positions, SweepSettings
from spielbaum.experiments.sweep import check_ladder
from spielbaum.experiments.sweep_summary import planned as sweep_tasks
from spielbaum.game import Game
from spielbaum.play.clock import TimeControl
from spielbaum.play.specs import parse_player
from spielbaum.web.experiments_messages import (
    OF_GAMES,
    Ablate,
    AnyWish,
    Growth,
    Match,
    Sweep,
    Tournament,
    Tune,
    Wish,
)
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.limits import Limits

#: Kinds of players that may be named from afar. Those that are not here may start programs or read files.
PLAYERS = ("engine", "perfect", "mcts", "alphabeta", "minimax", "random", "first")
#: Games or measurements of a run, moves of random openings, levels of which all positions are openings,
#: seconds of a clock.
MOST_TASKS, MOST_RANDOM, MOST_ALL, MOST_CLOCK = 20_000, 60, 6, 3600.0

_WISH: TypeAdapter[AnyWish] = TypeAdapter(Wish)
_FIELDS = {
    "match": Match.model_fields,
    "tournament": Tournament.model_fields,
    "sweep": Sweep.model_fields,
    "growth": Growth.model_fields,
    "ablate": Ablate.model_fields,
    "tune": Tune.model_fields,
}


def checked(wish: AnyWish, shelf: GameCatalog, limits: Limits) -> AnyWish:
    """The wish as it is understood; one sentence where it cannot be."""
    game = shelf.game(wish.game)
    if game.players != 2:
        raise BadInput("error.run.two_players", game=game.name, players=game.players)
    workers = {"workers": min(wish.workers or cores(), cores())}
    if isinstance(wish, Match | Tournament):
        read = _games(wish, limits)
    else:
        game.require_two_player_zero_sum(wish.kind)
        read = _tuned(wish, game, limits) if isinstance(wish, Tune) else _measured(wish, limits)
    found: AnyWish = wish.model_copy(update=read | workers)
    if planned(found, shelf) > MOST_TASKS:
        raise TooLarge("experiments.error.tasks", most=MOST_TASKS, given=planned(found, shelf))
    return found


def _games(wish: Match | Tournament, limits: Limits) -> dict[str, Any]:
    if wish.games % 2:
        raise BadInput("error.run.games", given=wish.games)
    if isinstance(wish, Match) and wish.sprt is not None and not wish.sprt[0] < wish.sprt[1]:
        raise BadInput("error.run.sprt", given=",".join(f"{elo:g}" for elo in wish.sprt))
    return {
        "players": [player(text, limits) for text in wish.players],
        "openings": openings(wish.openings),
        "clock": clock(wish.clock),
    }


def _tuned(wish: Tune, game: Game[Any, Any], limits: Limits) -> dict[str, Any]:
    if game.features is None or "weights" not in game.parameters:
        raise BadInput("error.tune.game", game=game.name)
    if wish.match % 2:
        raise BadInput("error.run.games", given=wish.match)
    return {"player": player(wish.player, limits), "openings": openings(wish.openings)}


def _measured(wish: Sweep | Growth | Ablate, limits: Limits) -> dict[str, Any]:
    plies = openings(wish.plies, spans=True)
    if isinstance(wish, Ablate):
        return {"plies": plies}
    if isinstance(wish, Growth):
        return {"plies": plies, "algorithms": _known(wish.algorithms, GROWTH)}
    check_ladder(wish.limit, wish.ladder)
    if wish.limit == "seconds" and wish.ladder[-1] > limits.seconds:
        fields = {"most": f"{limits.seconds:g}", "given": f"{wish.ladder[-1]:g}"}
        raise TooLarge("web.error.cap", option="seconds", **fields)
    if wish.games % 2:
        raise BadInput("error.run.games", given=wish.games)
    playing, moving = bool(wish.games and wish.players), bool(wish.positions and wish.algorithms)
    if not playing and not moving:
        raise BadInput("error.sweep.nothing")
    if playing and len(wish.ladder) < 2:
        raise BadInput("error.sweep.short", limit=wish.limit)
    return {
        "players": _known(wish.players, ALGORITHMS) if playing else [],
        "games": wish.games if playing else 0,
        "algorithms": _known(wish.algorithms, ALGORITHMS) if moving else [],
        "positions": wish.positions if moving else 0,
        "openings": openings(wish.openings),
        "plies": plies,
    }


def _known(names: Sequence[str], known: Iterable[str]) -> list[str]:
    for name in names:
        if name not in known:
            raise UnknownName("algorithm", name[:64], known)
    return list(dict.fromkeys(names))


def player(text: str, limits: Limits) -> str:
    """A player of a safe kind, within the caps."""
    name = text.strip().partition(":")[0]
    if name not in PLAYERS:
        raise UnknownName("player", name[:64], PLAYERS)
    spec = parse_player(text)
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


def clock(text: str) -> str:
    time = TimeControl.parse(text)
    longest = max(time.move or 0, time.game or 0, time.increment)
    if longest > MOST_CLOCK:
        raise TooLarge("web.error.cap", option="clock", most=f"{MOST_CLOCK:g}", given=f"{longest:g}")
    return str(time)


def planned(wish: AnyWish, shelf: GameCatalog) -> int:
    """How many games or measurements it comes to."""
    if isinstance(wish, Match):
        return wish.games
    if isinstance(wish, Tune):
        return wish.games + wish.match
    if isinstance(wish, Tournament):
        players = len(wish.players)
        return wish.games * (players - 1 if wish.form == "gauntlet" else players * (players - 1) // 2)
    if isinstance(wish, Growth):
        return wish.positions * len(wish.algorithms)
    game = shelf.game(wish.game)
    if isinstance(wish, Ablate):
        return wish.positions * len(variants_for(game))
    nothing, seconds = Positions("", 0, ""), None if game.repeats else wish.solve_seconds
    settings = SweepSettings(
        wish.game, "", wish.limit, tuple(wish.ladder), tuple(wish.players), wish.games, nothing,
        tuple(wish.algorithms), Positions(wish.plies, wish.positions, ""), seconds, wish.seed,
    )  # fmt: skip
    return sum(sweep_tasks(settings))


def players_of(wish: AnyWish) -> list[str]:
    """Who is compared."""
    if isinstance(wish, Ablate):
        return []
    if isinstance(wish, Tune):
        return [wish.player]
    return wish.algorithms if isinstance(wish, Growth) else wish.players


def arguments(wish: AnyWish, files: Mapping[str, str], out: str) -> list[str]:
    """The words after `spielbaum`; of a checked wish."""
    return command_words(_settings(wish, files), out, workers=wish.workers)


def _settings(wish: AnyWish, files: Mapping[str, str]) -> dict[str, Any]:
    """What a run of this wish will be told by, as far as its command says it; `wish_of` reads it back."""
    document = wish.model_dump(exclude={"name", "workers"}) | {"game": file_spec(wish.game, files)}
    if "plies" in document:
        document["positions"] = {"text": document.pop("plies"), "count": document["positions"]}
    if "openings" in document and wish.kind not in OF_GAMES:
        document["openings"] = {"text": document["openings"]}
    return document


def wish_of(settings: Mapping[str, Any], name: str, files: Mapping[str, str]) -> AnyWish | None:
    """The wish behind a run that is there; None where no form could have said it."""
    document = {key: settings[key] for key in settings if key in _FIELDS.get(str(settings.get("kind")), ())}
    document |= {"name": name, "workers": None, "game": shelf_spec(str(settings.get("game")), files)}
    if isinstance(settings.get("positions"), dict):
        document |= {"positions": settings["positions"]["count"], "plies": settings["positions"]["text"]}
    if isinstance(settings.get("openings"), dict):
        document["openings"] = settings["openings"]["text"]
    if document.get("solve_seconds", 0) is None:
        del document["solve_seconds"]
    try:
        return _WISH.validate_python(document)
    except ValidationError:
        return None


def file_spec(spec: str, files: Mapping[str, str]) -> str:
    """What the command line calls a game of the shelf: the file it was started with, or its name."""
    name, colon, parameters = spec.partition(":")
    return files.get(name, name) + colon + parameters


def shelf_spec(text: str, files: Mapping[str, str]) -> str:
    """The other way round; files that are not on the shelf keep their text."""
    for name, path in files.items():
        if text == path or text.startswith(f"{path}:"):
            return name + text.removeprefix(path)
    return text
