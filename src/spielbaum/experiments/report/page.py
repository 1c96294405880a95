"""A report as one HTML page that needs nothing else: to read, to print, to send."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from spielbaum.draw.svg_text import element, fixed, json_in_html, words
from spielbaum.draw.theme import DARK, LIGHT, style_sheet
from spielbaum.experiments.plots import Plot, page_colours
from spielbaum.experiments.report.replay import Replay
from spielbaum.experiments.report.report import Demonstration, Facts, Report, Section
from spielbaum.language import say

#: Nothing is loaded from anywhere; the browser holds us to it.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)
BOARD = "replay-board"
#: Drawn, for not every font has these signs.
_SIGNS = {
    "start": "M6 5v14M18 5v14L9 12z",
    "back": "M16 5v14L7 12z",
    "on": "M8 5v14l9-7z",
    "end": "M18 5v14M6 5v14l9-7z",
}


def report_html(report: Report) -> str:
    """The page."""
    language = report.language
    blocks = [
        section("method", say("report.method", language), definitions(report.method)),
        section("results", say("report.results", language), "".join(map(figure, report.plots)))
        if report.plots
        else "",
        section("numbers", say("report.numbers", language), "".join(map(table, report.sections))),
        section("game", say("report.game", language), replay(report.replay, language))
        if report.replay
        else "",
        section("again", say("report.again", language), _again(report)),
        section("live", say("report.live", language), demonstration(report)),
        section("machine", say("report.machine", language), definitions(report.machine)),
    ]
    head = element("p", words(report.kicker), class_="kicker")
    head += element("h1", words(report.findings.title))
    head += element("h2", words(say("report.question", language))) + paragraph(
        report.findings.question, "question"
    )
    head += element("div", findings(report), class_="answer")
    body = element("header", head) + element("main", "".join(blocks), id="content")
    body += element("footer", paragraph(say("report.footer", language)))
    skip = element("a", words(say("report.skip", language)), href="#content", class_="skip")
    return page(
        language,
        report.findings.title,
        skip + body,
        ["common.css", "report.css"],
        ["live.js", "replay.js", "report.js"],
    )


def page(language: str, title: str, body: str, sheets: list[str], scripts: list[str]) -> str:
    """A document with its style sheets and scripts written into it."""
    boards = style_sheet("light", BOARD, tree=False, boards=True)
    colours = f":root{{{page_colours()};{_board_colours()}}}"
    style = "\n".join([colours, boards, *map(part, sheets), _stacking(body)])
    script = "\n".join(map(part, scripts))
    assert "</" not in style
    assert "</script" not in script
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="generator" content="Spielbaum">\n'
        f"<title>{words(title)}</title>\n<style>\n{style}\n</style>\n</head>\n<body>\n{body}\n"
        f'<script>\n"use strict";\n{script}\n</script>\n</body>\n</html>\n'
    )


def part(name: str) -> str:
    """A style sheet or script that lies beside this module."""
    return (Path(__file__).parent / "parts" / name).read_text(encoding="utf-8")


def _board_colours() -> str:
    pairs = [f"--sb-{name}:light-dark({LIGHT[name]},{DARK[name]})" for name in LIGHT]
    return ";".join(pairs)


# --- parts of a page ----------------------------------------------------------------------------------------


def section(name: str, title: str, content: str) -> str:
    return element("section", element("h2", words(title), id=f"{name}-title") + content, id=name) + "\n"


def paragraph(text: str, class_: str | None = None) -> str:
    return element("p", words(text), class_=class_)


def findings(report: Report) -> str:
    """The answer: the main finding large, the others below it, then what limits them."""
    first, *others = report.findings.answers
    parts = [element("h2", words(say("report.answer", report.language))), paragraph(first, "finding")]
    parts += [paragraph(text) for text in others]
    parts += [paragraph(text, "remark") for text in report.findings.remarks]
    return "".join(parts)


def definitions(facts: Facts) -> str:
    rows = [element("dt", words(name)) + element("dd", _breakable(text)) for name, text in facts]
    return element("dl", "".join(rows))


def _breakable(text: str) -> str:
    """Long texts such as rules with all their switches may go on in the next line after a comma."""
    return re.sub(r",(?=[^\s\d])", ",<wbr>", words(text))


def figure(plot: Plot) -> str:
    """The picture with a caption that says the same in words."""
    caption = element("figcaption", words(plot.description))
    return (
        element(
            "figure",
            element("div", plot.svg("page"), class_="plot-box", tabindex="0") + caption,
            class_="figure",
        )
        + "\n"
    )


def table(data: Section) -> str:
    """A table that goes into as little room as `narrowest` says; with less, each row becomes a list.

    The roles keep it a table for screen readers also where it is shown as lists.
    """
    head = "".join(
        element("th", words(cell), scope="col", role="columnheader")
        if cell
        else element("td", "", role="cell")
        for cell in data.head
    )
    rows = [element("tr", "".join(_cells(row, data.head)), role="row") for row in data.rows]
    markup = element("caption", words(data.title))
    markup += element("thead", element("tr", head, role="row"), role="rowgroup")
    markup += element("tbody", "".join(rows), role="rowgroup")
    markup = element("table", markup, role="table", class_=f"from-{narrowest(data)}")
    frame = element("div", markup, class_="scroll", tabindex="0", role="region", aria_label=data.title)
    return frame + "".join(paragraph(note, "note") for note in data.notes) + "\n"


def _cells(row: tuple[str, ...], head: tuple[str, ...]) -> list[str]:
    first = element("th", words(row[0]), scope="row", role="rowheader")
    return [first] + [
        element("td", _unbroken(text), role="cell", data_head=name)
        for text, name in zip(row[1:], head[1:], strict=True)
    ]


#: Where the text of a cell may go on in the next line: before an interval, an error or an arrow.
_BREAK = re.compile(r" (?=[(±→])")
_WORDS = re.compile(r" |(?<=[-–])")
#: The width of a character, and of what is left and right of a cell's text, in em; bold figures and capital
#: letters are the widest that stand in tables in any number (measured in Chromium: 0.62 and 0.70).
_CHARACTER, _PADDING = 0.66, 1.2
#: Widths are rounded up to a multiple of this, in em, so that few rules are needed.
_STEP = 2


def _unbroken(text: str) -> str:
    return " ".join(element("span", words(part)) for part in _BREAK.split(text))


def narrowest(data: Section) -> int:
    """The least width in em that the table needs, with all lines broken where they may be."""
    width = 0.0
    for number, (head, *cells) in enumerate(zip(data.head, *data.rows, strict=True)):
        # Heads and the names in the first column are words, broken as a browser does it.
        parts = [part for text in (head, *cells[: 0 if number else None]) for part in _WORDS.split(text)]
        parts += [part for cell in cells[: None if number else 0] for part in _BREAK.split(cell)]
        width += _CHARACTER * max(map(len, parts), default=0) + _PADDING
    return -(-int(width + 1) // _STEP) * _STEP


def _stacking(body: str) -> str:
    """Style rules for the tables of a page: below its width the rows of each are lists."""
    rule = part("stacked.css")
    widths = sorted({int(found) for found in re.findall(r'class="from-(\d+)"', body)})
    return "\n".join(
        f"@container (width < {width}em) {{\n{rule.replace('TABLE', f'.from-{width}')}}}" for width in widths
    )


def replay(game: Replay, language: str) -> str:
    """The last position, which scripts replace by any other; without scripts it stays, with all moves."""
    last = len(game.moves)
    markup = [paragraph(game.caption, "lead")]
    label = f"{game.game}: {game.words[last]}"
    if game.pieces:
        width, height = game.size
        board = element(
            "svg",
            element("g", "".join(game.pieces[i] for i in game.boards[last]), transform="translate(8 8)"),
            viewBox=f"0 0 {fixed(width)} {fixed(height)}",
            width=width,
            height=height,
            role="img",
            id=BOARD,
            aria_label=label,
        )
    else:
        board = element("pre", escape(game.texts[last]), id=BOARD, role="img", aria_label=label)
    markup.append(element("div", board, class_="board"))
    buttons = "".join(
        element(
            "button", sign_svg(sign), type="button", data_go=go, aria_label=say(f"report.go.{go}", language)
        )
        for go, sign in _SIGNS.items()
    )
    slider = element(
        "input", None, type="range", min="0", max=str(last), value=str(last), step="1",
        aria_label=say("report.go.scrub", language),
    )  # fmt: skip
    markup.append(element("div", buttons + slider, class_="controls"))
    markup.append(element("p", words(game.words[last]), class_="says", role="status", aria_live="polite"))
    markup.append(element("pre", escape(game.texts[last]), class_="hidden", id="replay-text"))
    plies = [
        element("li", element("button", words(move), type="button", data_ply=str(number)))
        for number, move in enumerate(game.moves, start=1)
    ]
    markup.append(element("ol", "".join(plies), class_="plies", aria_label=say("report.moves", language)))
    data = {
        "title": game.game,
        "pieces": game.pieces,
        "boards": game.boards,
        "words": game.words,
        "texts": game.texts,
    }
    markup.append(f'<script type="application/json" class="replay-data">{json_in_html(data)}</script>')
    return element("div", "".join(markup), class_="replay")


def sign_svg(path: str) -> str:
    return element(
        "svg", element("path", None, d=path), viewBox="0 0 24 24", class_="sign", aria_hidden="true"
    )


def command(text: str) -> str:
    """Words of a command stay whole where lines are broken."""
    spans = " ".join(element("span", words(word)) for word in text.split(" "))
    return element("pre", element("code", spans), class_="command")


def _again(report: Report) -> str:
    return paragraph(say("report.again.text", report.language)) + command(report.command)


def demonstration(report: Report) -> str:
    return live(report.demonstration, say("report.live.text", report.language), report.language)


def live(shown: Demonstration, text: str, language: str) -> str:
    """What to start and where to look, under these words."""
    link = element("a", words(say("report.live.link", language)), href=shown.address, data_query=shown.query)
    parts = [paragraph(text), command(shown.command)]
    parts.append(element("p", link + element("span", words(shown.address), class_="address")))
    # Whoever reads this may have started Spielbaum elsewhere; scripts show the field and mend the link.
    field = element("input", None, type="url", value=shown.server, spellcheck="false")
    label = element("label", words(say("report.live.server", language)) + " " + field)
    parts.append(element("p", label, class_="server", hidden="hidden"))
    return element("div", "".join(parts), class_="demonstration")
