"""A story as one HTML page that needs nothing else: to read, to print, to send."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from spielbaum.draw.svg_text import element, fixed, json_in_html, words
from spielbaum.draw.theme import DARK, LIGHT, style_sheet
from spielbaum.lab.plots import Plot, page_colours
from spielbaum.lab.report.replay import Replay
from spielbaum.lab.report.story import Facts, Story, Table
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


def report_html(story: Story) -> str:
    """The page."""
    language = story.language
    blocks = [
        section("method", say("report.method", language), definitions(story.method)),
        section("results", say("report.results", language), "".join(map(figure, story.plots)))
        if story.plots
        else "",
        section("numbers", say("report.numbers", language), "".join(map(table, story.tables))),
        section("game", say("report.game", language), replay(story.replay, language)) if story.replay else "",
        section("again", say("report.again", language), _again(story)),
        section("live", say("report.live", language), demonstration(story)),
        section("machine", say("report.machine", language), definitions(story.machine)),
    ]
    head = element("p", words(say("report.kicker", language, date=story.date)), class_="kicker")
    head += element("h1", words(story.title))
    head += element("h2", words(say("report.question", language))) + paragraph(story.question, "question")
    head += element("div", findings(story), class_="answer")
    body = element("header", head) + element("main", "".join(blocks), id="content")
    body += element("footer", paragraph(say("report.footer", language)))
    skip = element("a", words(say("report.skip", language)), href="#content", class_="skip")
    return page(language, story.title, skip + body, ["common.css", "report.css"], ["replay.js", "report.js"])


def page(language: str, title: str, body: str, sheets: list[str], scripts: list[str]) -> str:
    """A document with its style sheets and scripts written into it."""
    boards = style_sheet("light", BOARD, tree=False, boards=True)
    style = "\n".join([f":root{{{page_colours()};{_board_colours()}}}", boards, *map(part, sheets)])
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
    return files("spielbaum.lab.report").joinpath("parts", name).read_text(encoding="utf-8")


def _board_colours() -> str:
    pairs = [f"--sb-{name}:light-dark({LIGHT[name]},{DARK[name]})" for name in LIGHT]
    return ";".join(pairs)


# --- parts of a page ----------------------------------------------------------------------------------------


def section(name: str, title: str, content: str) -> str:
    return element("section", element("h2", words(title), id=f"{name}-title") + content, id=name) + "\n"


def paragraph(text: str, class_: str | None = None) -> str:
    return element("p", words(text), class_=class_)


def findings(story: Story) -> str:
    """The answer: the main finding large, the others below it, then what limits them."""
    first, *others = story.findings
    parts = [element("h2", words(say("report.answer", story.language))), paragraph(first, "finding")]
    parts += [paragraph(text) for text in others]
    parts += [paragraph(text, "remark") for text in story.remarks]
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


def table(data: Table) -> str:
    head = "".join(
        element("th", words(cell), scope="col") if cell else element("td", "") for cell in data.head
    )
    rows = [
        element(
            "tr",
            element("th", words(row[0]), scope="row") + "".join(element("td", words(c)) for c in row[1:]),
        )
        for row in data.rows
    ]
    markup = element("caption", words(data.caption)) + element("thead", element("tr", head))
    markup += element("tbody", "".join(rows))
    return element("div", element("table", markup), class_="scroll", tabindex="0", role="region",
                   aria_label=data.caption) + "\n"  # fmt: skip


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


def _again(story: Story) -> str:
    return paragraph(say("report.again.text", story.language)) + command(story.command)


def demonstration(story: Story) -> str:
    shown = story.demonstration
    link = element("a", words(say("report.live.link", story.language)), href=shown.address)
    parts = [paragraph(say("report.live.text", story.language)), command(shown.command)]
    parts.append(element("p", link + element("span", words(shown.address), class_="address")))
    return "".join(parts)
