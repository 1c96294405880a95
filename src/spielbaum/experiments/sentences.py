"""Sentences that several kinds of runs have in common."""

from __future__ import annotations

from collections.abc import Mapping

from spielbaum.experiments import formats
from spielbaum.experiments.statistics import Tally
from spielbaum.games import built_in_names, load_game
from spielbaum.language import fixed, say
from spielbaum.play import game_title


def game_words(spec: str, language: str) -> str:
    """The game in words; rules from a file are not loaded because a run names them."""
    name, _, _ = spec.partition(":")
    return game_title(load_game(spec), language) if name in built_in_names() else spec


def duel_words(tally: Tally, first: str, second: str, language: str) -> str:
    """What the games between two say about who is stronger, and no more than they say."""
    if not tally.games:
        return say("report.nothing", language)
    if tally.points * 2 < tally.games:
        return duel_words(-tally, second, first, language)
    elo = tally.elo
    fields = {
        "first": first,
        "second": second,
        "games": tally.games,
        "elo": formats.elo(elo, language),
        "score": fixed(100 * tally.points / tally.games, 1, language),
        "low": "" if elo.low is None else fixed(elo.low, 0, language, sign=True),
        "high": "" if elo.high is None else fixed(elo.high, 0, language, sign=True),
    }
    if elo.low is None or elo.low <= 0:
        return say("report.duel.open" if elo.value is not None else "report.duel.few", language, **fields)
    return say("report.duel.all" if elo.value is None else "report.duel.stronger", language, **fields)


def endings_words(broken: Mapping[str, int], language: str) -> list[str]:
    """How games ended that did not end by the rules."""
    if not broken:
        return []
    names = {why: say(f"run.ending.{why.replace(' ', '_')}", language) for why in broken}
    endings = ", ".join(f"{names[why]} {count}" for why, count in broken.items())
    return [say("run.endings", language, endings=endings)]


def openings_again(count: int, games: int, language: str, seatings: int = 2) -> list[str]:
    """A word where more games were played than one in every seating for each opening."""
    return [say("run.openings.again", language, count=count)] if seatings * count < games else []
