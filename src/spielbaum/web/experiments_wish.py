"""A run that a page wishes for: checked, capped, and as the command that plays it.

What comes over the network names no file and no program: players are of kinds that live in this package,
games those that the server offers, openings none from a file. The command gets nothing but what was read
here and written again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from spielbaum.errors import BadInput, TooLarge, UnknownName
from spielbaum.lab import cores
from spielbaum.play.clock import TimeControl
from spielbaum.play.specs import parse_player
from spielbaum.web.experiments_messages import AnyWish, Match, Tournament, Wish
from spielbaum.web.limits import Limits
from spielbaum.web.shelf import Shelf

#: Kinds of players that may be named from afar. Those that are not here may start programs or read files.
PLAYERS = ("engine", "perfect", "mcts", "alphabeta", "minimax", "random", "first")
#: Games of one run, moves of random openings, levels of which all positions are openings, seconds of a clock.
MOST_GAMES, MOST_RANDOM, MOST_ALL, MOST_CLOCK = 20_000, 60, 6, 3600.0

_WISH: TypeAdapter[AnyWish] = TypeAdapter(Wish)


def checked(wish: AnyWish, shelf: Shelf, limits: Limits) -> AnyWish:
    """The wish as it is understood; one sentence where it cannot be."""
    game = shelf.game(wish.game)
    if game.players != 2:
        raise BadInput("error.lab.two_players", game=game.name, players=game.players)
    if wish.games % 2:
        raise BadInput("error.lab.games", given=wish.games)
    if planned(wish) > MOST_GAMES:
        raise TooLarge("experiments.error.games", most=MOST_GAMES, given=planned(wish))
    if isinstance(wish, Match) and wish.sprt is not None and not wish.sprt[0] < wish.sprt[1]:
        raise BadInput("error.lab.sprt", given=_pair(wish.sprt))
    return wish.model_copy(
        update={
            "players": [player(text, limits) for text in wish.players],
            "openings": openings(wish.openings),
            "clock": clock(wish.clock),
            "workers": min(wish.workers or cores(), cores()),
        }
    )


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


def openings(text: str) -> str:
    """`start`, `random:PLIES` or `all:PLIES`; no file."""
    found = re.fullmatch(r"(random|all):(\d{1,3})", text, re.ASCII)
    if found is None:
        if text == "start":
            return text
        raise BadInput("experiments.error.openings", given=text[:64])
    kind, plies = found[1], int(found[2])
    most = MOST_RANDOM if kind == "random" else MOST_ALL
    if plies > most:
        raise TooLarge("web.error.cap", option=f"openings {kind}", most=most, given=plies)
    return f"{kind}:{plies}"


def clock(text: str) -> str:
    time = TimeControl.parse(text)
    longest = max(time.move or 0, time.game or 0, time.increment)
    if longest > MOST_CLOCK:
        raise TooLarge("web.error.cap", option="clock", most=f"{MOST_CLOCK:g}", given=f"{longest:g}")
    return str(time)


def planned(wish: AnyWish) -> int:
    """How many games it comes to."""
    players = len(wish.players)
    gauntlet = isinstance(wish, Tournament) and wish.form == "gauntlet"
    return wish.games * (players - 1 if gauntlet else players * (players - 1) // 2)


def players_of(wish: AnyWish) -> list[str]:
    return wish.players


def arguments(wish: AnyWish, files: Mapping[str, str], out: str) -> list[str]:
    """The words after `spielbaum`; of a checked wish."""
    words = [wish.kind, file_spec(wish.game, files), *wish.players, "--games", str(wish.games)]
    if isinstance(wish, Tournament) and wish.form != "round-robin":
        words += ["--form", wish.form]
    if isinstance(wish, Match) and wish.sprt is not None:
        words += ["--sprt", _pair(wish.sprt)]
    if wish.clock:
        words += ["--clock", wish.clock]
    words += ["--openings", wish.openings, "--seed", str(wish.seed)]
    if wish.workers is not None:
        words += ["--workers", str(wish.workers)]
    return [*words, "--out", out]


def wish_of(settings: Mapping[str, Any], name: str, files: Mapping[str, str]) -> AnyWish | None:
    """The wish behind a run that is there; None where no form could have said it."""
    known = {"kind", "players", "games", "openings", "seed", "clock"}
    known |= {"sprt"} if settings.get("kind") == "match" else {"form"}
    document = {key: settings.get(key) for key in known} | {"name": name, "workers": None}
    try:
        return _WISH.validate_python(document | {"game": shelf_spec(str(settings.get("game")), files)})
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


def _pair(numbers: tuple[float, float]) -> str:
    return ",".join(f"{number:g}" for number in numbers)
