"""The stories of growth, ablation and tuning."""

from __future__ import annotations

from dataclasses import replace

from spielbaum.experiments.ablate import BARE
from spielbaum.experiments.folder import MEASUREMENTS, read_games
from spielbaum.experiments.measurements import AblateSummary, Contest, GrowthSummary, TuneSummary
from spielbaum.experiments.plots.names import name_words
from spielbaum.experiments.report.games import duel_words
from spielbaum.experiments.report.method import Setting, opening_words
from spielbaum.experiments.report.replay import Replay, longest, replay_of
from spielbaum.experiments.report.story import Story, Table
from spielbaum.experiments.report.sweep import contest_record
from spielbaum.experiments.statistics import Interval, Tally
from spielbaum.experiments.words import fixed
from spielbaum.language import say
from spielbaum.play.describe import grouped

#: So many disagreements are listed; the first ones are what one looks at.
LISTED = 5


def growth_story(setting: Setting, summary: GrowthSummary) -> Story:
    """How does the effort grow with the depth?"""
    language = setting.language
    findings = []
    for curve in summary.curves:
        if curve.fit is None or curve.fit.branching.value is None:
            continue
        plain = curve.exponent is None or curve.exponent == 1
        findings.append(
            say(
                "report.growth.curve" if plain else "report.growth.exponent",
                language,
                algorithm=name_words(curve.algorithm, language),
                b=between(curve.fit.branching, 2, language),
                exponent="" if curve.exponent is None else fixed(curve.exponent, 2, language),
            )
        )
    if any(curve.exponent not in (None, 1) for curve in summary.curves):
        findings.append(say("report.growth.perfect", language))
    agree = "report.growth.differ" if summary.disagreements else "report.growth.agree"
    if findings:
        listed = "; ".join(summary.disagreements[:LISTED])
        findings.append(say(agree, language, listed=listed, count=len(summary.disagreements)))
    rows = tuple(
        (
            name_words(curve.algorithm, language),
            str(point.depth),
            grouped(round(point.nodes), language),
            grouped(round(point.leaves), language),
            "–" if not point.held else grouped(point.held, language),
            fixed(point.seconds, 4, language),
        )
        for curve in summary.curves
        for point in curve.points
    )
    head = ("algorithm", "plies", "nodes", "leaves", "held", "seconds")
    return setting.experiment(
        summary,
        findings,
        method=setting.searched(summary.settings),
        tables=(_fits(summary, language), replace(_table("growth", head, rows, language), detail=True)),
    )


def ablate_story(setting: Setting, summary: AblateSummary) -> Story:
    """What is each technique worth?"""
    language = setting.language
    rated = [variant for variant in summary.variants if variant.ratio is not None]
    findings = []
    bare = next((variant for variant in rated if variant.name == BARE), None)
    single = [variant for variant in rated if variant.sound and len(variant.off) == 1]
    most = max(single, key=lambda variant: variant.ratio or 0, default=None)
    for key, each in (("bare", bare), ("most", most)):
        if each is not None and each.ratio is not None and each.ratio > 1:
            fields = {"variant": name_words(each.name, language), "ratio": fixed(each.ratio, 2, language)}
            findings.append(say(f"report.ablate.{key}", language, **fields))
    if summary.agree:
        findings.append(say("report.ablate.agree", language, compared=summary.compared))
    elif summary.agree is not None:
        listed = "; ".join(
            say(
                "report.ablate.disagreement",
                language,
                position=each.position,
                variant=name_words(each.variant, language),
                expected=f"{each.expected:g}",
                found=f"{each.found:g}",
            )
            for each in summary.disagreements[:LISTED]
        )
        findings.insert(
            0, say("report.ablate.differ", language, count=len(summary.disagreements), listed=listed)
        )
    rows = tuple(
        (
            name_words(variant.name, language),
            f"{variant.complete}/{variant.searched}",
            grouped(variant.nodes, language),
            "–" if variant.ratio is None else f"× {fixed(variant.ratio, 2, language)}",
            "–" if variant.branching is None else fixed(variant.branching, 2, language),
            fixed(variant.seconds, 2, language),
            f"{variant.same_value}/{variant.compared}",
            f"{variant.same_move}/{variant.compared}",
        )
        for variant in summary.variants
    )
    head = ("variant", "complete", "nodes", "ratio", "branching", "seconds", "same_value", "same_move")
    return setting.experiment(
        summary,
        findings,
        method=setting.searched(summary.settings),
        tables=(_table("ablate", head, rows, language),),
    )


def tune_story(setting: Setting, summary: TuneSummary) -> Story:
    """Do fitted weights play better?"""
    language, settings = setting.language, summary.settings
    findings = []
    if summary.match is not None:
        step = summary.match
        tally = Tally(step.wins, step.losses, step.draws, step.pairs)
        names = [say(f"report.tune.{side}", language) for side in ("new", "old")]
        findings.append(duel_words(tally, names[0], names[1], language))
    if summary.test is not None:
        better = summary.test.new < summary.test.old
        losses = {
            name: fixed(getattr(summary.test, name), 4, language) for name in ("constant", "old", "new")
        }
        findings.append(say("report.tune.better" if better else "report.tune.worse", language, **losses))
    fitted = summary.fitted or ()
    rows = tuple(
        (
            name_words(term, language),
            str(old).replace("-", "−"),
            "–" if summary.weights is None else str(summary.weights[index]).replace("-", "−"),
            between(fitted[index], 4, language) if fitted else "–",
        )
        for index, (term, old) in enumerate(zip(settings.terms, settings.weights, strict=True))
    )
    return setting.experiment(
        summary,
        findings,
        method=setting.named(
            [
                ("game", setting.game_words),
                ("players", name_words(settings.player, language)),
                (
                    "games",
                    say(
                        "report.tune.games",
                        language,
                        lessons=summary.lessons,
                        positions=summary.positions,
                        held_out=summary.held_out,
                        match=settings.match,
                    ),
                ),
                ("openings", opening_words(settings.openings.text, settings.openings.count, language)),
                ("weights", summary.game or ""),
                ("seed", str(settings.seed)),
                ("statistics", say("report.tune.statistics", language, ridge=f"{settings.ridge:g}")),
            ]
        ),
        tables=(_table("tune", ("term", "old", "new", "fitted"), rows, language),),
        replay=_chosen(setting, settings.openings.text),
        live=summary.game,
    )


def _fits(summary: GrowthSummary, language: str) -> Table:
    rows = tuple(
        (
            name_words(curve.algorithm, language),
            str(curve.points[-1].depth),
            grouped(round(curve.points[-1].nodes), language),
            between(curve.fit.branching, 2, language),
            "–" if curve.exponent is None else fixed(curve.exponent, 2, language),
            fixed(curve.fit.r2, 4, language),
        )
        for curve in summary.curves
        if curve.fit is not None and curve.points
    )
    return _table("growth.fits", ("algorithm", "plies", "nodes", "b", "exponent", "r2"), rows, language)


def between(value: Interval, digits: int, language: str) -> str:
    """`2.41 (2.35–2.47)`."""
    if value.value is None:
        return "–"
    text = fixed(value.value, digits, language)
    if value.low is None or value.high is None:
        return text
    return f"{text} ({fixed(value.low, digits, language)} … {fixed(value.high, digits, language)})"


def _table(name: str, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], language: str) -> Table:
    columns = tuple(say(f"report.column.{column}", language) for column in head)
    return Table(say(f"report.{name}.table", language), columns, rows)


def _chosen(setting: Setting, opening: str) -> Replay | None:
    """The longest win of the new weights."""
    language = setting.language
    names = [say(f"report.tune.{side}", language) for side in ("old", "new")]
    found = [
        record
        for _, finished in sorted(read_games(setting.folder, MEASUREMENTS).items())
        if isinstance(finished.measurement, Contest) and finished.measurement.score[1] == 1
        if (record := contest_record(setting.game, finished.measurement, names, opening, language))
        is not None
    ]
    record = longest(found)
    if record is None:
        return None
    return replay_of(record, say("report.tune.win", language), language)
