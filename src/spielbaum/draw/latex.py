"""Text for LaTeX: no name can end a group, start a command or stop the run."""

from __future__ import annotations

import unicodedata

from spielbaum.draw.wording import clean, spaced

#: A character that the font may lack: shown by engines that know Unicode, by its code in pdfLaTeX.
PREAMBLE = r"""\providecommand\sbchar[1]{\ifdefined\Umathchar\char"#1\relax\else\texttt{U+#1}\fi}"""

#: What is written in another way, and what has a name.
KNOWN = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    '"': r"\texttt{\char34}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"{-}",  # no ligatures
    "−": r"\ensuremath{-}",
    "≥": r"\ensuremath{\geq}",
    "↑": r"\ensuremath{\uparrow}",
    "≤": r"\ensuremath{\leq}",
    "≈": r"\ensuremath{\approx}",
    "∞": r"\ensuremath{\infty}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "·": r"\ensuremath{\cdot}",
    "×": r"\ensuremath{\times}",
    "…": r"\ldots{}",
    "–": r"\textendash{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
}
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030a": "r",
    "\u030c": "v",
    "\u0327": "c",
}


def escaped(text: str) -> str:
    """The text as LaTeX that prints it, in every engine."""
    return "".join(map(_character, unicodedata.normalize("NFC", clean(text))))


def typewritten(line: str) -> str:
    """A row of a board; the braces are for one that begins with [ or *."""
    return "{}" + spaced(line, escaped, r"\ ")


def _character(c: str) -> str:
    if c in KNOWN:
        return KNOWN[c]
    if c.isascii():
        return c
    letters = unicodedata.normalize("NFD", c)
    if len(letters) == 2 and letters[0].isascii() and letters[0].isalpha() and letters[1] in _ACCENTS:
        base = {"i": r"\i", "j": r"\j"}.get(letters[0], letters[0])
        return f"\\{_ACCENTS[letters[1]]}{{{base}}}"
    return f"\\sbchar{{{ord(c):X}}}"
