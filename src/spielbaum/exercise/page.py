"""Sheets as HTML: a page that needs nothing else and prints one variant a sheet of paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from spielbaum.draw.svg import tree_svg
from spielbaum.draw.wording import clean, spaced
from spielbaum.exercise.sheet import Section, Sheet, Table, exercise_section, solution_section
from spielbaum.language import say

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h1 small { float: right; font-size: 1rem; font-weight: normal; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .3rem; }
h2 small { float: right; font-weight: normal; color: #555; }
.conventions { font-size: .9rem; font-style: italic; }
figure { margin: 1rem 0; text-align: center; } figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #555; padding: .25rem .8rem; min-width: 6rem; height: 1.5rem; text-align: left; }
.line { border-bottom: 1px solid #555; display: inline-block; min-width: 20rem; height: 1.2rem; }
.room { height: 24rem; }
article + article { border-top: 2px solid #999; margin-top: 3rem; padding-top: 1rem; }
section { break-inside: avoid; }
@media print {
  body { margin: 0; max-width: none; font-size: 11pt; }
  article + article { break-before: page; border: 0; margin: 0; padding: 0; }
}
"""

#: A line to write on.
_LINE = '<span class="line"></span>'


def sheet_html(sheet: Sheet, language: str = "en", *, solutions: bool = False) -> str:
    """The whole sheet, or its solutions."""
    heading = text(sheet.heading(language, solutions))
    section_of = solution_section if solutions else exercise_section
    body: list[str] = []
    shown = 0
    for variant, number, exercise in sheet.exercises:
        if variant != shown:
            body += (["</article>"] if shown else []) + [
                f"<article>\n<h1>{heading} <small>{text(sheet.variant_name(variant, language))}</small></h1>"
            ]
            if not solutions:
                name = text(say("exercise.sheet.name", language))
                body.append(f"<p>{name} {_LINE}</p>")
            shown = variant
        scope = f"sb-{variant}-{number}"
        body += _section(section_of(exercise, language, number), scope, language)
    body.append("</article>")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def text(words: str) -> str:
    """Text as the content of an element, whatever it says."""
    return escape(clean(words))


def _section(section: Section, scope: str, language: str) -> Iterator[str]:
    identity = text(say("exercise.sheet.id", language, id=section.id))
    yield f"<section>\n<h2>{text(section.title)} <small>{identity}</small></h2>"
    yield from (f"<p>{text(paragraph)}</p>" for paragraph in section.task)
    if section.conventions:
        yield f'<p class="conventions">{text(section.conventions)}</p>'
    if section.position:
        yield f"<pre>{chr(10).join(spaced(line, text) for line in section.position)}</pre>"
    if section.scene is not None:
        yield f"<figure>\n{tree_svg(section.scene, scope=scope)}</figure>"
    if section.room:
        yield '<div class="room"></div>'
    if section.table is not None:
        yield from _table(section.table)
    for label, line in section.lines:
        yield f"<p>{text(label)} {text(line) or _LINE}</p>"
    if section.notes:
        yield "<ul>\n" + "\n".join(f"<li>{text(note)}</li>" for note in section.notes) + "\n</ul>"
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    yield "<table>\n<tr>" + "".join(f'<th scope="col">{text(head)}</th>' for head in table.head) + "</tr>"
    for first, *cells in table.rows:
        row = f'<th scope="row">{text(first)}</th>' + "".join(f"<td>{text(cell)}</td>" for cell in cells)
        yield f"<tr>{row}</tr>"
    yield "</table>"
