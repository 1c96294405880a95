"""`spielbaum check`: is a game sound?"""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from spielbaum.cli import language_option
from spielbaum.cli.engines import announcer
from spielbaum.cli.options import json_option
from spielbaum.cli.telling import elapsed
from spielbaum.conformance import Fault, Report, Status, check_game
from spielbaum.games import load_game
from spielbaum.language import say

#: Exit code: done, but the check says no.
UNSOUND = 3


@click.command("check")
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(min=1, max=100_000), default=1000, show_default=True, help="games to play"
)
@click.option("--seed", type=int, default=1, show_default=True, help="the same seed gives the same games")
@json_option
@language_option
def command(game: str, games: int, seed: int, as_json: bool, lang: str) -> int:
    """Play random games of GAME and look for contradictions in its rules."""
    rules = load_game(game)
    with elapsed(lang):
        report = check_game(rules, games, seed, announce=announcer(lang))
    click.echo(_as_json(report, lang) if as_json else _as_text(report, lang))
    return 0 if report.sound else UNSOUND


def _as_text(report: Report, lang: str) -> str:
    lines = [
        say(
            "check.summary",
            lang,
            game=report.game,
            games=report.games,
            seed=report.seed,
            positions=report.positions,
            plies=report.complete_plies,
        )
    ]
    if report.extra_turns:
        lines.append(say("check.extra_turns", lang, count=report.extra_turns))
    if report.unfinished:
        lines.append(say("check.unfinished", lang, count=report.unfinished))
    signs = {status: say(f"check.status.{status}", lang) for status in Status}
    width = max(map(len, signs.values()))
    lines.append("")
    for outcome in report.outcomes:
        name = say(f"check.name.{outcome.check}", lang)
        if outcome.status is Status.NOT_CHECKED:
            name += f" ({say('check.not_checked', lang, reason=outcome.why(lang))})"
        lines.append(f"{signs[outcome.status]:{width}}  {name}")
    lines.append("")
    if report.sound:
        return "\n".join([*lines, say("check.sound", lang)])
    lines.append(say("check.faulty", lang, count=len(report.faults)))
    for fault in report.faults:
        lines += [fault.sentence(lang), _shown_by(fault, lang)]
    return "\n".join(lines)


def _shown_by(fault: Fault, lang: str) -> str:
    if not fault.moves:
        return say("check.shown.start", lang)
    return say("check.shown.shortest" if fault.shortest else "check.shown", lang, moves=" ".join(fault.moves))


def _as_json(report: Report, lang: str) -> str:
    document = asdict(report) | {
        "sound": report.sound,
        "outcomes": [
            {
                "check": outcome.check,
                "status": outcome.status,
                "count": outcome.count,
                "reason": outcome.reason,
                "why": outcome.why(lang),
            }
            for outcome in report.outcomes
        ],
        "faults": [
            {
                "check": fault.check,
                "sentence": fault.sentence(lang),
                "moves": list(fault.moves),
                "shortest": fault.shortest,
            }
            for fault in report.faults
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
