"""A story as a deck of slides in one HTML file: keys ← →, full screen, one slide a page when printed."""

from __future__ import annotations

from spielbaum.draw.svg_text import element, words
from spielbaum.lab.report.page import (
    command,
    definitions,
    demonstration,
    page,
    paragraph,
    replay,
    sign_svg,
    table,
)
from spielbaum.lab.report.story import Story, Table
from spielbaum.language import say

#: Rows of a table that fit on a slide; the report has all of them.
ROWS = 11
#: Figures are flatter than on paper, in inches, so that they fill a slide and their words are large.
HEIGHT = 4.1


def slides_html(story: Story) -> str:
    """The deck: title, question, method, figures, tables, game, demonstration, conclusion."""
    language = story.language
    slides = [
        (story.title, _title(story), "title"),
        (say("report.question", language), paragraph(story.question, "large"), "centre"),
        (say("report.method", language), definitions(story.method), ""),
    ]
    for plot in story.plots:
        flat = plot.svg("page", titled=False, height=min(plot.height * 0.85, HEIGHT))
        picture = element("div", flat, class_="plot-box")
        slides.append((plot.title, picture + paragraph(plot.description, "hidden"), "figure"))
    slides += [(data.caption, table(_shortened(data)), "numbers") for data in story.tables if not data.detail]
    if story.replay is not None:
        slides.append((say("report.game", language), replay(story.replay, language), "game"))
    slides.append((say("report.live", language), demonstration(story), "live"))
    slides.append((say("slides.end", language), _end(story), "centre"))
    markup = "".join(
        _slide(number, len(slides), title, content, class_, language)
        for number, (title, content, class_) in enumerate(slides, start=1)
    )
    body = element("main", markup, id="deck") + _controls(language, len(slides))
    return page(
        language, story.title, body, ["common.css", "slides.css"], ["live.js", "replay.js", "slides.js"]
    )


def _slide(number: int, slides: int, title: str, content: str, class_: str, language: str) -> str:
    heading = element("h1" if number == 1 else "h2", words(title))
    label = say("slides.label", language, number=number, slides=slides, title=title)
    inside = element("div", heading + content, class_="inside")
    foot = element("p", f"{number} / {slides}", class_="page-number", aria_hidden="true")
    return (
        element("section", inside + foot, class_=f"slide {class_}".strip(), aria_label=label, tabindex="-1")
        + "\n"
    )


def _title(story: Story) -> str:
    return paragraph(say("report.kicker", story.language, date=story.date), "kicker")


def _end(story: Story) -> str:
    first, *others = story.findings
    parts = [paragraph(first, "large finding"), *(paragraph(text) for text in others)]
    parts += [paragraph(text, "remark") for text in story.remarks]
    return "".join(parts) + command(story.command)


def _shortened(data: Table) -> Table:
    if len(data.rows) <= ROWS:
        return data
    more = ("…", *[""] * (len(data.head) - 1))
    return Table(data.caption, data.head, (*data.rows[:ROWS], more))


def _controls(language: str, slides: int) -> str:
    signs = {
        "back": "M16 5v14L7 12z",
        "next": "M8 5v14l9-7z",
        "full": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    }
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
    hint = element("p", words(say("slides.help", language)), class_="hint")
    return element("nav", hint + buttons + count + progress, aria_label=say("slides.controls", language))
