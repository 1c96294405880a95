"""What came of an experiment, as a table to read, German and English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spielbaum.experiments.experiment import Progress
from spielbaum.experiments.measurements import (
    AblateSummary,
    GrowthSummary,
    Loss,
    Step,
    Summary,
    SweepSummary,
    TuneSummary,
    Variant,
)
from spielbaum.experiments.words import (
    duration,
    elo_words,
    endings_words,
    fixed,
    ladder_openings_words,
    percent_words,
    table,
)
from spielbaum.language import catalogue, say

NOTHING = "–"


def experiment_text(summary: Summary, language: str) -> str:
    """The tables of a summary, and what else there is to say."""
    paragraphs = _TEXTS[summary.settings.kind](summary, language)
    state = summary.state
    if isinstance(summary, SweepSummary | TuneSummary) and summary.endings:
        paragraphs.append([endings_words(summary.endings, language)])
    if not state.complete:
        paragraphs.append([say("experiment.partial", language, done=state.done, planned=state.planned)])
    if state.unscored:
        number, why = min(state.unscored.items())
        fields = {"count": len(state.unscored), "task": number, "why": why}
        paragraphs.append([say("experiment.unscored", language, **fields)])
    return "\n\n".join("\n".join(lines) for lines in paragraphs)


def progress_line(progress: Progress, language: str) -> str:
    fields = {"done": progress.done, "planned": progress.planned}
    if progress.left is None or progress.done == progress.planned:
        return say("experiment.progress", language, **fields)
    return say("experiment.progress_left", language, left=duration(progress.left, language), **fields)


# --- cells --------------------------------------------------------------------------------------------------


def _heads(language: str, *keys: str) -> list[str]:
    return [say(f"experiment.head.{key}", language) for key in keys]


def _number(value: float | None, digits: int, language: str) -> str:
    return NOTHING if value is None else fixed(value, digits, language)


def _whole(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.0f}"


def _seconds(value: float | None, language: str) -> str:
    return _number(value, 3, language)


def _rung(value: float, language: str) -> str:
    return f"{value:g}".replace(".", ",") if language == "de" else f"{value:g}"


def name_of(key: str, language: str) -> str:
    """An algorithm, a variant or a term in words, where the catalogue has them."""
    return catalogue(language).get(f"experiment.name.{key}", key)


# --- the experiments ----------------------------------------------------------------------------------------


def _sweep(summary: SweepSummary, language: str) -> list[list[str]]:
    settings = summary.settings
    unit = say(f"experiment.limit.{settings.limit}", language)
    per = "per_ply" if settings.limit == "depth" else "per_doubling"
    paragraphs = []
    for strength in summary.strength:
        rows = [_heads(language, "step", "games", "score", "elo", per, "cumulative", "depth", "nodes")]
        for index, step in enumerate(strength.steps):
            names = f"{_rung(step.low, language)} → {_rung(step.high, language)}"
            rows.append(
                [
                    names,
                    *_result(step, language),
                    elo_words(step.per_doubling, language),
                    elo_words(strength.cumulative[index + 1], language),
                    _number(strength.depth[index + 1], 1, language),
                    _whole(strength.nodes[index + 1]),
                ]
            )
        title = say("experiment.sweep.strength", language, player=strength.player, unit=unit)
        whole = say(f"experiment.sweep.{per}", language, elo=elo_words(strength.per_doubling, language))
        paragraphs.append([title, *table(rows), whole])
    if again := ladder_openings_words(summary, language):
        paragraphs.append(again)
    if summary.quality:
        head = _heads(language, "algorithm", settings.limit, "keeping", "best", "depth", "nodes", "seconds")
        rows = [head]
        rows += [
            [
                each.algorithm,
                _rung(each.rung, language),
                percent_words(each.keeping, language),
                percent_words(each.best, language),
                _number(each.depth, 1, language),
                _whole(each.nodes),
                _seconds(each.seconds, language),
            ]
            for each in summary.quality
        ]
        fields = {"positions": settings.positions.count, "solved": summary.solved}
        lines = [say("experiment.sweep.quality", language, **fields), *table(rows)]
        if summary.chance_keeping is not None and summary.chance_best is not None:
            chance = {
                "keeping": fixed(100 * summary.chance_keeping, 1, language),
                "best": fixed(100 * summary.chance_best, 1, language),
            }
            lines.append(say("experiment.sweep.chance", language, **chance))
        paragraphs.append(lines)
    return paragraphs


def _result(step: Step, language: str) -> list[str]:
    games = f"{step.wins}–{step.losses}–{step.draws}"
    return [games, _number(step.score, 3, language), elo_words(step.elo, language)]


def _ablate(summary: AblateSummary, language: str) -> list[list[str]]:
    def row(each: Variant) -> list[str]:
        return [
            name_of(each.name, language),
            f"{each.complete}/{each.searched}",
            str(each.nodes),
            _number(each.ratio, 3, language),
            _number(each.branching, 3, language),
            _seconds(each.seconds, language),
            f"{each.same_value}/{each.compared}",
            f"{each.same_move}/{each.compared}",
        ]

    settings = summary.settings
    head = _heads(
        language, "variant", "complete", "nodes", "ratio", "branching", "seconds", "same_value", "same_move"
    )
    fields = {"positions": settings.positions.count, "depth": settings.depth}
    sound = [row(each) for each in summary.variants if each.sound]
    others = [row(each) for each in summary.variants if not each.sound]
    paragraphs = [[say("experiment.ablate.title", language, **fields), *table([head, *sound])]]
    if summary.agree is None:
        paragraphs[0].append(say("experiment.ablate.unknown", language))
    elif summary.agree:
        paragraphs[0].append(say("experiment.ablate.agree", language, compared=summary.compared))
    else:
        paragraphs[0] += [
            say(
                "experiment.ablate.disagree",
                language,
                variant=each.variant,
                position=each.position,
                found=f"{each.found:g}",
                expected=f"{each.expected:g}",
            )
            for each in summary.disagreements
        ]
    if others:
        paragraphs.append([say("experiment.ablate.others", language), *table([head, *others])])
    return paragraphs


def _growth(summary: GrowthSummary, language: str) -> list[list[str]]:
    curves = summary.curves
    deepest = max((len(curve.points) for curve in curves), default=0)
    rows = [[*_heads(language, "depth"), *(name_of(curve.algorithm, language) for curve in curves)]]
    if summary.theory:
        rows[0] += ["b^d", "b^(d/2)", say("experiment.head.minimal", language)]
    for depth in range(deepest):
        nodes = [_whole(c.points[depth].nodes) if depth < len(c.points) else "" for c in curves]
        theory = []
        if summary.theory:
            bounds = summary.theory[depth]
            theory = [_whole(bounds.full), _whole(bounds.root), _whole(bounds.minimal)]
        rows.append([str(depth + 1), *nodes, *theory])
    fits = [_heads(language, "algorithm", "fitted", "r2", "exponent", "held")]
    for curve in curves:
        fit = curve.fit
        interval = NOTHING
        if fit is not None and fit.branching.value is not None and fit.branching.error is not None:
            interval = (
                f"{fixed(fit.branching.value, 3, language)} ± {fixed(fit.branching.error, 3, language)}"
            )
        held = max((point.held for point in curve.points), default=0)
        fits.append(
            [
                name_of(curve.algorithm, language),
                interval,
                NOTHING if fit is None else fixed(fit.r2, 4, language),
                _number(curve.exponent, 3, language),
                str(held) if held else NOTHING,
            ]
        )
    lines = [say("experiment.growth.title", language, positions=summary.settings.positions.count)]
    paragraphs = [lines + table(rows), [say("experiment.growth.fits", language), *table(fits)]]
    if summary.branching is not None:
        b = fixed(summary.branching, 3, language)
        paragraphs[0].append(say("experiment.growth.branching", language, b=b))
    paragraphs += [
        [say("experiment.growth.disagree", language, where=each)] for each in summary.disagreements
    ]
    return paragraphs


def _tune(summary: TuneSummary, language: str) -> list[list[str]]:
    settings = summary.settings
    fields = {"games": summary.lessons, "positions": summary.positions, "held_out": summary.held_out}
    paragraphs = [[say("experiment.tune.learnt", language, **fields)]]
    if settings.openings.count < settings.games:
        paragraphs[0].append(say("run.openings.again", language, count=settings.openings.count))
    if summary.fitted is None or summary.weights is None or summary.train is None:
        return paragraphs
    rows = [_heads(language, "term", "old", "new", "fitted_weight")]
    for term, old, new, fitted in zip(
        settings.terms, settings.weights, summary.weights, summary.fitted, strict=True
    ):
        value, error = fitted.value or 0.0, fitted.error or 0.0
        told = f"{fixed(value, 4, language, sign=True)} ± {fixed(error, 4, language)}"
        rows.append([name_of(term, language), str(old), str(new), told])
    paragraphs.append(table(rows))
    losses = [_heads(language, "loss", "constant", "old", "new")]
    for key, loss in (("train", summary.train), ("test", summary.test)):
        if loss is not None:
            losses.append([say(f"experiment.tune.{key}", language), *_losses(loss, language)])
    paragraphs.append(table(losses))
    if summary.match is not None:
        games, score, elo = _result(summary.match, language)
        paragraphs.append([say("experiment.tune.match", language, games=games, score=score, elo=elo)])
    if summary.game is not None:
        paragraphs.append([say("experiment.tune.game", language, game=summary.game)])
    return paragraphs


def _losses(loss: Loss, language: str) -> list[str]:
    return [fixed(each, 4, language) for each in (loss.constant, loss.old, loss.new)]


_TEXTS: dict[str, Callable[[Any, str], list[list[str]]]] = {
    "sweep": _sweep,
    "ablate": _ablate,
    "growth": _growth,
    "tune": _tune,
}
