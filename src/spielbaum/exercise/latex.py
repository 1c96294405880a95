"""Sheets for LaTeX: one file for the exercises, one for the solutions; both compile with a stock pdfLaTeX."""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.draw import latex
from spielbaum.draw.latex import escaped, typewritten
from spielbaum.draw.tikz import tree_tikz
from spielbaum.exercise.sheet import Section, Sheet, Table, exercise_section, solution_section
from spielbaum.language import say

_FIGURE = r"\begin{forest}"

_PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[a4paper,margin=22mm]{geometry}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
BABEL
\usepackage{textcomp,graphicx,array,longtable,forest}
\usetikzlibrary{shapes.geometric}
\setlength\parindent{0pt}
\setlength\parskip{6pt plus 2pt}
\raggedright
\pagestyle{plain}
\newsavebox\sbsheetbox
% A figure as it is, or shrunk to the page.
\newcommand\sbshow{\begin{center}%
  \ifdim\wd\sbsheetbox>\linewidth
    \sbox\sbsheetbox{\resizebox{\linewidth}{!}{\usebox\sbsheetbox}}\fi
  \ifdim\dimexpr\ht\sbsheetbox+\dp\sbsheetbox>.75\textheight
    \sbox\sbsheetbox{\resizebox*{!}{.75\textheight}{\usebox\sbsheetbox}}\fi
  \usebox\sbsheetbox\end{center}}
\newcommand\sbline{\rule{0pt}{14pt}\leaders\hrule height -1pt depth 1.4pt\hfill\null}
"""

#: Where LaTeX knows how German is hyphenated; the quotes stay what they are.
_BABEL = {
    "de": r"""\IfFileExists{ngerman.ldf}{\usepackage[ngerman]{babel}\AtBeginDocument{\shorthandoff{"}}}{}"""
}
_LINE = r"\sbline"


def sheet_latex(sheet: Sheet, language: str = "en", *, solutions: bool = False) -> str:
    """The whole sheet, or its solutions; each variant begins a page."""
    parts = [_PREAMBLE.replace("BABEL", _BABEL.get(language, "%")) + latex.PREAMBLE, r"\begin{document}"]
    shown = 0
    head = ""
    section_of = solution_section if solutions else exercise_section
    for variant, number, exercise in sheet.exercises:
        if variant != shown:
            if shown:
                parts.append(r"\clearpage")
            shown = variant
            parts += _heading(sheet, variant, language, solutions)
        section = section_of(exercise, language, number)
        styles, figure = _figure(section)
        if styles and styles != head:
            parts.append(styles)
            head = styles
        parts += _section(section, figure, language)
    return "\n".join([*parts, r"\end{document}", ""])


def _heading(sheet: Sheet, variant: int, language: str, solutions: bool) -> Iterator[str]:
    title, name = sheet.heading(language, solutions), sheet.variant_name(variant, language)
    yield rf"{{\Large\bfseries {escaped(title)}\hfill\normalsize {escaped(name)}}}\par"
    if not solutions:
        name = escaped(say("exercise.sheet.name", language))
        yield rf"\medskip {name} \makebox[.6\linewidth]{{\sbline}}\par"
    yield r"\medskip\hrule\medskip"


def _figure(section: Section) -> tuple[str, str]:
    """The styles of the figure, and the figure: only the latter may stand in a box."""
    if section.scene is None:
        return "", ""
    styles, mark, figure = tree_tikz(section.scene).partition(_FIGURE)
    return styles.strip(), (mark + figure).strip()


def _section(section: Section, figure: str, language: str) -> Iterator[str]:
    identity = escaped(say("exercise.sheet.id", language, id=section.id))
    # Heading, task and figure stay on one page.
    yield r"\medskip\begin{minipage}{\linewidth}\raggedright\setlength\parskip{6pt}"
    yield rf"{{\large\bfseries {escaped(section.title)}}}\hfill{{\footnotesize {identity}}}\par"
    for paragraph in section.task:
        yield escaped(paragraph) + r"\par"
    if section.conventions:
        yield rf"{{\small\itshape {escaped(section.conventions)}}}\par"
    if section.position:
        yield r"\begin{center}\ttfamily\begin{tabular}{@{}l@{}}"
        yield from (typewritten(line) + r"\\" for line in section.position)
        yield r"\end{tabular}\end{center}"
    if figure:
        yield "\\begin{lrbox}{\\sbsheetbox}%\n" + figure + "%\n\\end{lrbox}\\sbshow"
    yield r"\end{minipage}\par"
    if section.room:
        yield r"\vspace*{110mm}"
    if section.table is not None:
        yield from _table(section.table)
    for label, text in section.lines:
        yield rf"{escaped(label)} {escaped(text) or _LINE}\par"
    if section.notes:
        yield r"\begin{itemize}\setlength\itemsep{0pt}"
        yield from (rf"\item {escaped(note)}" for note in section.notes)
        yield r"\end{itemize}"


def _table(table: Table) -> Iterator[str]:
    width = rf">{{\raggedright\arraybackslash}}p{{{0.8 / len(table.head):.3f}\linewidth}}"
    columns = "|" + f"{width}|" * len(table.head)
    yield rf"{{\renewcommand\arraystretch{{1.3}}\begin{{longtable}}{{{columns}}}\hline"
    yield " & ".join(rf"\textbf{{{escaped(text)}}}" for text in table.head) + r" \\ \hline\endhead"
    for row in table.rows:
        yield " & ".join(map(escaped, row)) + r" \\ \hline"
    yield r"\end{longtable}}"
