"""A report as a deck of slides in one HTML file: keys ← →, full screen, one slide a page when printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spielbaum.draw.svg_text import element, words
from spielbaum.experiments.report.page import (
    command,
    definitions,
    demonstration,
    page,
    paragraph,
    replay,
    sign_svg,
    table,
)
from spielbaum.experiments.report.report import Report, Section
from spielbaum.language import say

#: Rows of a table that fit on a slide; the report has all of them.
ROWS = 11
#: Figures are flatter than on paper, in inches, so that they fill a slide and their words are large.
HEIGHT = 4.1


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide, and what its speaker should say in how many minutes."""

    title: str
    #: Markup below the title.
    content: str
    class_: str = ""
    note: str = ""
    minutes: float = 0.0


def slides_html(report: Report) -> str:
    """The deck: title, question, method, figures, tables, game, demonstration, conclusion."""
    language = report.language
    slides = [
        Slide(report.findings.title, _title(report), "title"),
        Slide(say("report.question", language), paragraph(report.findings.question, "large"), "centre"),
        Slide(say("report.method", language), definitions(report.method)),
        *measured_slides(report),
    ]
    if report.replay is not None:
        slides.append(Slide(say("report.game", language), replay(report.replay, language), "game"))
    slides.append(Slide(say("report.live", language), demonstration(report), "live"))
    slides.append(Slide(say("slides.end", language), _end(report), "centre"))
    return deck_html(language, report.findings.title, slides)


def measured_slides(report: Report) -> list[Slide]:
    """The figures and tables of a run."""
    slides = []
    for plot in report.plots:
        flat = plot.svg("page", titled=False, height=min(plot.height * 0.85, HEIGHT))
        picture = element("div", flat, class_="plot-box")
        slides.append(Slide(plot.title, picture + paragraph(plot.description, "hidden"), "figure"))
    return slides + [
        Slide(data.title, table(_shortened(data)), "numbers") for data in report.sections if not data.detail
    ]


def deck_html(language: str, title: str, slides: Sequence[Slide]) -> str:
    """Slides as one HTML file that needs nothing else."""
    noted = any(slide.note for slide in slides)
    markup, begin = [], 0.0
    for number, slide in enumerate(slides, start=1):
        markup.append(_slide(number, len(slides), slide, begin, language))
        begin += slide.minutes
    body = element("main", "".join(markup), id="deck") + _controls(language, len(slides), noted)
    return page(language, title, body, ["common.css", "slides.css"], ["live.js", "replay.js", "slides.js"])


def _slide(number: int, slides: int, slide: Slide, begin: float, language: str) -> str:
    heading = element("h1" if number == 1 else "h2", words(slide.title))
    label = say("slides.label", language, number=number, slides=slides, title=slide.title)
    inside = element("div", heading + slide.content, class_="inside")
    foot = element("p", f"{number} / {slides}", class_="page-number", aria_hidden="true")
    note = ""
    if slide.note:
        span = say("slides.minutes", language, begin=_clock(begin), end=_clock(begin + slide.minutes))
        time = element("strong", words(span))
        note = element("aside", element("p", f"{time} {words(slide.note)}"), class_="notes",
                       aria_label=say("slides.notes", language))  # fmt: skip
    markup = inside + note + foot
    class_ = f"slide {slide.class_}".strip()
    return element("section", markup, class_=class_, aria_label=label, tabindex="-1") + "\n"


def _clock(minutes: float) -> str:
    """2:30."""
    whole, seconds = divmod(round(60 * minutes), 60)
    return f"{whole}:{seconds:02}"


def _title(report: Report) -> str:
    return paragraph(report.kicker, "kicker")


def _end(report: Report) -> str:
    first, *others = report.findings.answers
    parts = [paragraph(first, "large finding"), *(paragraph(text) for text in others)]
    parts += [paragraph(text, "remark") for text in report.findings.remarks]
    return "".join(parts) + command(report.command)


def _shortened(data: Section) -> Section:
    if len(data.rows) <= ROWS:
        return data
    more = ("…", *[""] * (len(data.head) - 1))
    return replace(data, rows=(*data.rows[:ROWS], more))


def _controls(language: str, slides: int, noted: bool) -> str:
    signs = {
        "back": "M16 5v14L7 12z",
        "next": "M8 5v14l9-7z",
        "full": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    }
    if noted:
        signs["notes"] = "M5 5h14v2H5zM5 9h14v2H5zM5 13h9v2H5z"
    buttons = "".join(
        element(
            "button",
            sign_svg(path),
            type="button",
            data_slide=name,
            aria_label=say(f"slides.{name}", language),
        )
        for name, path in signs.items()
    )
    progress = element(
        "progress", "", max=str(slides), value="1", aria_label=say("slides.controls", language)
    )
    count = element("output", f"1 / {slides}")
    hint = element("p", words(say("slides.help.notes" if noted else "slides.help", language)), class_="hint")
    return element("nav", hint + buttons + count + progress, aria_label=say("slides.controls", language))
