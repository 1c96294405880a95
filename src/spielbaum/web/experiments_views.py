"""Runs as a page shows them: a line in the list, and everything about one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.environment import machine_facts
from spielbaum.experiments.scoreboard import Scoreboard
from spielbaum.experiments.shares import ShareBoard
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed, percent_words, remarks
from spielbaum.language import say
from spielbaum.play.describe import game_title
from spielbaum.web.experiments_figures import cross_table, match_figures, share_figures, tournament_figures
from spielbaum.web.experiments_folder import Brief, RunFolder
from spielbaum.web.experiments_measured import measured_details, measured_headline
from spielbaum.web.experiments_messages import OF_GAMES, Fact
from spielbaum.web.game_catalog import GameCatalog

SETTINGS = (
    "game",
    "player",
    "players",
    "algorithms",
    "variants",
    "limit",
    "ladder",
    "depth",
    "nodes",
    "games",
    "match",
    "samples",
    "ridge",
    "held_out",
    "openings",
    "positions",
    "solve_seconds",
    "seed",
    "clock",
    "form",
    "sprt",
)


def headline(brief: Brief, language: str) -> str:
    """What came of a run, in a few words; a summary that says something else has none."""
    try:
        return _headline(brief, language)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
        return ""


def _headline(brief: Brief, language: str) -> str:
    document = brief.document
    if not brief.played:
        return ""
    if brief.kind == "match":
        score = f"{document['wins']}–{document['losses']}–{document['draws']}"
        return f"{score} · Elo {elo_words(Interval(**document['elo']), language)}"
    if brief.kind == "tournament":
        best = max(document["ratings"], key=lambda rating: rating["elo"]["value"] or 0)
        return f"{best['player']} {elo_words(Interval(**best['elo']), language)}"
    if brief.kind == "multiplayer":
        best = max(document["shares"], key=lambda one: one["share"]["value"] or 0)
        return f"{best['player']} {percent_words(Interval(**best['share']), language)}"
    return measured_headline(document, language)


def details(runs: RunFolder, name: str, language: str) -> dict[str, Any]:
    """Results, remarks, figures, tables and the number of games, as fields of a RunView."""
    kind = runs.brief(name).kind
    if kind not in OF_GAMES:
        return measured_details(runs.summary(name), language)
    record = runs.record(name)
    board = record.board
    if isinstance(board, ShareBoard):
        return {
            "results": [],
            "remarks": remarks(board, language) if board.played else [],
            "figures": share_figures(board, language),
            "tables": [],
            "games": board.played,
        }
    match = kind == "match"
    return {
        "results": _results(board, language) if match else [],
        "remarks": remarks(board, language) if board.played else [],
        "figures": match_figures(record, language) if match else tournament_figures(board, language),
        "tables": [] if match else cross_table(board, language),
        "games": board.played,
    }


def _results(board: Scoreboard, language: str) -> list[Fact]:
    """The numbers of a match that are read first."""
    tally = board.tallies[0, 1]
    if not tally.games:
        return []
    percent = fixed(100 * (tally.score or 0), 1, language)
    found = {
        "wld": f"{tally.wins}–{tally.losses}–{tally.draws}",
        "score": f"{percent} %",
        "elo": elo_words(tally.elo, language),
        "los": f"{fixed(100 * tally.superiority, 1, language)} %",
    }
    facts = [Fact(name=say(f"experiments.result.{key}", language), value=text) for key, text in found.items()]
    if board.plan.sprt is not None:
        sprt = board.plan.sprt
        low, high = fixed(sprt.lower, 2, language), fixed(sprt.upper, 2, language)
        ratio = fixed(sprt.llr(board.judged), 2, language, sign=True)
        facts.append(Fact(name=say("experiments.result.llr", language, low=low, high=high), value=ratio))
    return facts


def settings_facts(settings: Mapping[str, Any], language: str) -> list[Fact]:
    return [
        Fact(name=say(f"experiments.setting.{key}", language), value=_text(settings[key]))
        for key in SETTINGS
        if settings.get(key) not in (None, "", []) and not (key == "form" and settings["kind"] == "match")
    ]


def environment_facts(environment: Mapping[str, Any], language: str) -> list[Fact]:
    return [Fact(name=name, value=text) for name, text in machine_facts([environment], language)]


def _text(value: Any) -> str:
    if isinstance(value, dict):  # a set of positions
        return f"{value.get('text')} ({value.get('count')})"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def title_of(spec: str, shelf: GameCatalog, language: str) -> str:
    """The title of a game that the shelf has, else its text."""
    try:
        return game_title(shelf.game(spec), language)
    except SpielbaumError:
        return spec
