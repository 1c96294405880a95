"""The story of a sweep: how good is the play as a function of thinking time?"""

from __future__ import annotations

import re

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.algorithms import limit_key
from spielbaum.experiments.folder import MEASUREMENTS, read_games
from spielbaum.experiments.measurements import Contest, Quality, Strength, SweepSettings, SweepSummary
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.plots.scale import number
from spielbaum.experiments.report.method import Setting, opening_words
from spielbaum.experiments.report.replay import Replay, longest, replay_of
from spielbaum.experiments.report.story import Facts, Story, Table
from spielbaum.experiments.statistics import Interval
from spielbaum.experiments.words import elo_words, fixed, ladder_openings_words
from spielbaum.game import Position
from spielbaum.games import built_in_names, load_game
from spielbaum.language import say
from spielbaum.play import Ply, Record, final_outcome
from spielbaum.play.describe import grouped
from spielbaum.play.record import start_of

#: The least seconds a move that the page lets players have.
BRIEFEST = 0.05


def sweep_story(setting: Setting, summary: SweepSummary) -> Story:
    language = setting.language
    settings = summary.settings
    findings = [_gain(strength, summary, language) for strength in summary.strength]
    findings += _quality_words(summary, language)
    tables = [_steps(summary, language), _best(summary, language), _qualities(summary, language)]
    return setting.experiment(
        summary,
        findings,
        remarks=tuple(ladder_openings_words(summary, language)),
        method=_method(setting, summary),
        tables=tuple(table for table in tables if table.rows),
        replay=_chosen(setting, summary),
        strongest=_strongest(settings),
    )


def _strongest(settings: SweepSettings) -> str:
    """Who was measured, at the top of the ladder; nobody where the page would not let it think so briefly."""
    top = settings.ladder[-1]
    if settings.limit == "seconds" and top < BRIEFEST:
        return ""
    player = (settings.players or settings.algorithms[::-1])[0]
    return f"{player}:{limit_key(player, settings.limit)}={top:.10g}"


def rung_words(value: float, limit: str, language: str) -> str:
    """`0.04 s`, `4,000 positions`, `depth 4`."""
    return say(f"report.rung.{limit}", language, value=_rung(value, limit, language))


def _rung(value: float, limit: str, language: str) -> str:
    return number(value, language) if limit == "seconds" else grouped(round(value), language)


def _gain(strength: Strength, summary: SweepSummary, language: str) -> str:
    """What a doubling is worth, and no more than the games say."""
    settings, gain = summary.settings, strength.per_doubling
    games = sum(step.games for step in strength.steps)
    fields = {
        "player": name_words(strength.player, language),
        "elo": elo_words(gain, language),
        "low": _rung(settings.ladder[0], settings.limit, language),
        "high": rung_words(settings.ladder[-1], settings.limit, language),
        "games": games,
        "unit": say(f"report.doubling.{settings.limit}", language),
    }
    if not games or (gain.value is None and gain.low is None):
        return say("report.gain.none", language, **fields)
    proven = gain.low is not None and gain.low > 0
    return say("report.gain.proven" if proven else "report.gain.open", language, **fields)


def _quality_words(summary: SweepSummary, language: str) -> list[str]:
    """The share of best moves of each algorithm at the top of the ladder."""
    settings = summary.settings
    found = []
    for rung in settings.ladder[-1:]:
        here = [q for q in summary.quality if q.rung == rung and q.positions and q.best.value is not None]
        if here:
            here.sort(key=lambda q: -(q.best.value or 0))
            found.append(
                say(
                    "report.quality.finding",
                    language,
                    rung=rung_words(rung, settings.limit, language),
                    positions=here[0].positions,
                    shares="; ".join(
                        f"{name_words(q.algorithm, language)} {percent(q.best, language)}" for q in here
                    ),
                )
            )
    if found and summary.chance_best is not None:
        found.append(
            say("report.quality.chance", language, share=fixed(100 * summary.chance_best, 1, language))
        )
    return found


def percent(share: Interval, language: str, digits: int = 1) -> str:
    """`83.0 % (72.1–90.4)`."""
    if share.value is None:
        return "–"
    text = f"{fixed(100 * share.value, digits, language)} %"
    if share.low is None or share.high is None:
        return text
    low, high = (fixed(100 * end, digits, language) for end in (share.low, share.high))
    return f"{text} ({low}–{high})"


def _method(setting: Setting, summary: SweepSummary) -> Facts:
    settings, language = summary.settings, setting.language
    ladder = "; ".join(_rung(rung, settings.limit, language) for rung in settings.ladder)
    counted = settings.limit == "nodes" and "mcts" in (*settings.players, *settings.algorithms)
    solved = say(
        "report.sweep.positions",
        language,
        positions=opening_words(settings.positions.text, settings.positions.count, language),
        solved=summary.solved,
    )
    return setting.named(
        [
            ("game", setting.game_words),
            ("ladder", say(f"report.ladder.{settings.limit}", language, ladder=ladder)),
            ("playouts", say("report.sweep.playouts", language) if counted else ""),
            ("players", "; ".join(name_words(player, language) for player in settings.players)),
            ("games", say("report.sweep.games", language, games=settings.games)),
            ("openings", opening_words(settings.openings.text, settings.openings.count, language)),
            ("algorithms", "; ".join(name_words(name, language) for name in settings.algorithms)),
            ("positions", solved if settings.algorithms else ""),
            ("seed", str(settings.seed)),
            ("statistics", say("report.sweep.statistics", language)),
        ]
    )


def _steps(summary: SweepSummary, language: str) -> Table:
    limit = summary.settings.limit
    rows = [
        (
            name_words(strength.player, language),
            f"{number(step.low, language)} → {number(step.high, language)}",
            f"{step.wins}–{step.losses}–{step.draws}",
            "–" if step.score is None else f"{fixed(100 * step.score, 1, language)} %",
            elo_words(step.elo, language),
            elo_words(total, language),
        )
        for strength in summary.strength
        for step, total in zip(strength.steps, strength.cumulative[1:], strict=True)
    ]
    head = ["player", f"step.{limit}", "wins", "score", "elo", "total"]
    return Table(
        say("report.sweep.steps", language),
        tuple(say(f"report.column.{name}", language) for name in head),
        tuple(rows),
    )


def _qualities(summary: SweepSummary, language: str) -> Table:
    def row(quality: Quality) -> tuple[str, ...]:
        return (
            name_words(quality.algorithm, language),
            number(quality.rung, language),
            percent(quality.best, language),
            percent(quality.keeping, language),
            "–" if quality.depth is None else fixed(quality.depth, 1, language),
            "–" if quality.nodes is None else grouped(round(quality.nodes), language),
        )

    head = ["algorithm", f"rung.{summary.settings.limit}", "best", "keeping", "depth", "nodes"]
    return Table(
        say("report.sweep.qualities", language),
        tuple(say(f"report.column.{name}", language) for name in head),
        tuple(row(quality) for quality in summary.quality if quality.positions),
        detail=True,
    )


def _best(summary: SweepSummary, language: str) -> Table:
    """The share of best moves: a row for each algorithm, a column for each rung."""
    settings = summary.settings
    shares = {(each.algorithm, each.rung): each.best for each in summary.quality if each.positions}
    rows = tuple(
        (
            name_words(algorithm, language),
            *(
                percent(shares[algorithm, rung], language, digits=0) if (algorithm, rung) in shares else "–"
                for rung in settings.ladder
            ),
        )
        for algorithm in settings.algorithms
        if any(name == algorithm for name, _ in shares)
    )
    head = (say("report.column.algorithm", language), *(number(rung, language) for rung in settings.ladder))
    return Table(say(f"report.sweep.best.{settings.limit}", language), head, rows)


def _chosen(setting: Setting, summary: SweepSummary) -> Replay | None:
    """The longest win of more time against less, on the highest step that has one."""
    settings, language = summary.settings, setting.language
    contests = [
        finished.measurement
        for _, finished in sorted(read_games(setting.folder, MEASUREMENTS).items())
        if isinstance(finished.measurement, Contest)
    ]
    for step in range(len(settings.ladder) - 2, -1, -1):
        names = [rung_words(rung, settings.limit, language) for rung in settings.ladder[step : step + 2]]
        found = [
            record
            for contest in contests
            if contest.contest == step and contest.score[1] == 1
            if (record := contest_record(setting.game, contest, names, settings.openings.text, language))
            is not None
        ]
        record = longest(found)
        if record is not None:
            caption = say("report.sweep.win", language, more=names[1], less=names[0])
            return replay_of(record, caption, language)
    return None


def plies_of(opening: str, most: int) -> int:
    """How many moves of a game its opening was, where the text of the openings says it."""
    found = re.fullmatch(r"(?:random|all):(\d+)", opening)
    return min(int(found[1]), most) if found else 0


def contest_record(
    game: str, contest: Contest, names: list[str], opening: str, language: str
) -> Record | None:
    """The record behind a contest; None where it cannot be replayed by rules that come with the package."""
    if game.partition(":")[0] not in built_in_names():
        return None
    rules = load_game(game)
    try:
        position: Position[object, object] = start_of(rules, contest.start)
        plies = []
        for move in contest.moves:
            plies.append(Ply(move, position.player))
            position = position.play(move)
    except SpielbaumError:
        return None
    if not position.over:
        return None
    seats = names if contest.first == 0 else names[::-1]
    player = name_words(contest.algorithm, language)
    return Record(
        game=rules.name,
        parameters=dict(rules.parameters),
        players=tuple(f"{player}, {name}" for name in seats),
        plies=tuple(plies),
        opening=plies_of(opening, len(plies)),
        start=contest.start,
        outcome=final_outcome(position),
    )
