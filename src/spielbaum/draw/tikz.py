"""Trees and traces for LaTeX, with the package `forest`, which lays the tree out itself.

A figure is one environment whose look is set by styles (`sb max`, `sb cut` …), so that a lecturer can
change it in one place. `document` makes it a file that compiles with a stock LaTeX to a page of its size.
"""

from __future__ import annotations

import re

from spielbaum.board import board_text
from spielbaum.draw import latex
from spielbaum.draw.latex import escaped, typewritten
from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.theme import PALETTES
from spielbaum.draw.wording import shortened

_COLOURS = (
    *("ink", "muted", "faint", "paper", "ring", "cut", "window"),
    *("max-fill", "max-line", "min-fill", "min-line", "leaf-fill", "leaf-line"),
    *("p2-fill", "p2-line", "p3-fill", "p3-line"),
)

_STYLES = r"""
\forestset{
  sb tree/.style={for tree={sb node, DIRECTION}},
  sb node/.style={draw, font=\sffamily\small, inner sep=2pt, align=center, minimum size=6mm,
    line width=.6pt, edge={draw=sbink, line width=.5pt}, s sep=SEP, l sep=LEVEL},
  sb triangle/.style={shape=isosceles triangle, isosceles triangle apex angle=65, inner sep=1pt,
    minimum height=8mm},
  sb max/.style={sb triangle, shape border rotate=90, draw=sbmaxline, fill=sbmaxfill},
  sb min/.style={sb triangle, shape border rotate=270, draw=sbminline, fill=sbminfill},
  sb board/.style={shape=rectangle},
  sb player/.style={rounded corners=2.8mm, inner xsep=4pt},
  sb player 0/.style={sb player, draw=sbmaxline, fill=sbmaxfill},
  sb player 1/.style={sb player, draw=sbminline, fill=sbminfill},
  sb player 2/.style={sb player, draw=sbp2line, fill=sbp2fill},
  sb player 3/.style={sb player, draw=sbp3line, fill=sbp3fill},
  sb chance/.style={ellipse, minimum size=7mm, draw=sbink, fill=sbpaper},
  sb leaf/.style={draw=sbleafline, fill=sbleaffill},
  sb stub/.style={circle, minimum size=3mm, draw=sbfaint},
  sb more/.style={sb triangle, shape border rotate=90, draw=sbmuted, dotted, text=sbmuted},
  sb unvisited/.style={draw=sbfaint, fill=sbpaper, text=sbmuted, edge={draw=sbfaint}},
  sb cut/.style={draw=sbmuted, fill=sbpaper, text=sbmuted, densely dashed,
    edge={draw=sbmuted, densely dashed}},
  sb chosen/.style={line width=1.2pt, edge={draw=sbink, line width=1.8pt, solid}},
  sb current/.style={draw=sbring, line width=2pt, double=sbpaper},
}
\tikzset{
  sb name/.style={font=\sffamily\footnotesize\bfseries, inner sep=1pt, label distance=2pt},
  sb number/.style={font=\sffamily\tiny, text=sbmuted, inner sep=1pt, label distance=1pt},
  sb window/.style={font=\scriptsize, text=sbwindow, fill=sbpaper, inner sep=1pt, label distance=1pt},
  sb move/.style={midway, font=\sffamily\scriptsize, text=sbmuted, fill=sbpaper, inner sep=1pt},
  sb slash/.style={midway, sloped, text=sbcut, font=\bfseries, inner sep=0pt},
  sb level/.style={font=\sffamily\footnotesize, text=sbmuted, anchor=east},
}
"""

_DOCUMENT = r"""\documentclass{article}
\usepackage{textcomp}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
CHARACTER
STYLES
\ifdefined\pagewidth \let\pdfpagewidth\pagewidth \let\pdfpageheight\pageheight \fi % LuaLaTeX
\pagestyle{empty}
\newsavebox\sbfigure
\begin{document}
\savebox\sbfigure{%
FIGURE%
}
% A page of the size of the figure, with 3 mm around it.
\pdfpagewidth=\dimexpr\wd\sbfigure+6mm\relax
\pdfpageheight=\dimexpr\ht\sbfigure+\dp\sbfigure+6mm\relax
\hoffset=\dimexpr3mm-1in\relax \voffset=\dimexpr3mm-1in\relax
\shipout\hbox{\usebox\sbfigure}
\end{document}
"""


def tree_tikz(scene: Scene, step: int | None = None, *, document: bool = False) -> str:
    r"""The figure at a step, at the end by default.

    Without `document` it is a fragment for `\input`; its first lines say what the preamble needs.
    """
    styles, figure = _styles(scene), _environment(scene, scene.faces(step))
    if document:
        parts = {"CHARACTER": latex.PREAMBLE, "STYLES": styles, "FIGURE": figure}
        return re.sub("|".join(parts), lambda match: parts[match[0]], _DOCUMENT)
    needs = r"% preamble: \usepackage{textcomp,forest} \usetikzlibrary{shapes.geometric}"
    return f"{needs}\n{latex.PREAMBLE}\n{styles}\n{figure}\n"


def _styles(scene: Scene) -> str:
    palette = PALETTES[scene.options.theme]
    colours = "\n".join(
        rf"\definecolor{{sb{name.replace('-', '')}}}{{HTML}}{{{palette[name][1:].upper()}}}"
        for name in _COLOURS
    )
    down = scene.options.direction == "down"
    windows = any(face.window for face in scene.widest)
    moves = any(node.edge for node in scene.nodes)
    direction = (
        "parent anchor=south, child anchor=north"
        if down
        else "grow'=east, parent anchor=east, child anchor=west, anchor=west"
    )
    styles = _STYLES.replace("DIRECTION", direction)
    styles = styles.replace("SEP", "7mm" if windows else "4mm")
    return colours + styles.rstrip().replace("LEVEL", "13mm" if windows or moves or not down else "9mm")


def _environment(scene: Scene, faces: tuple[Face, ...]) -> str:
    children: dict[int | None, list[int]] = {}
    for i, node in enumerate(scene.nodes):
        children.setdefault(node.parent, []).append(i)
    lines = [r"\begin{forest} sb tree"]
    # Depth first without recursion: a tree may be deeper than Python's stack.
    stack: list[int | None] = [0]
    depth = 0
    while stack:
        number = stack.pop()
        if number is None:
            depth -= 1
            lines.append("  " * depth + "]")
            continue
        below = children.get(number, [])
        lines.append("  " * depth + _node(scene, number, faces[number]) + ("" if below else "]"))
        if below:
            depth += 1
            stack.append(None)
            stack.extend(reversed(below))
    lines += _levels(scene)
    if scene.options.title:
        title = escaped(scene.options.title)
        lines.append(
            rf"\node[above=3mm, font=\sffamily\bfseries] at (current bounding box.north) {{{title}}};"
        )
    lines.append(r"\end{forest}")
    return "\n".join(lines)


def _node(scene: Scene, number: int, face: Face) -> str:
    node = scene.nodes[number]
    options = [_kind(node)]
    if face.state in ("unvisited", "cut"):
        options.append(f"sb {face.state}")
    options += [f"sb {name}" for name in ("chosen", "current") if getattr(face, name)]
    lines = [_board(node)] if node.board is not None else []
    mover = node.mover if not scene.levels[len(node.path)] else ""
    name = " ".join(filter(None, (shortened(node.name), mover)))
    if len(name) > 3 or (name and node.kind in ("leaf", "player", "chance")):
        lines.append(rf"\footnotesize\bfseries {escaped(name)}")  # inside: beside it, it would need room
    elif name:
        side = "left" if scene.options.direction == "down" else "below"  # where no branch comes in
        options.append(f"label={{[sb name]{side}:{{{escaped(name)}}}}}")
    if node.hidden:
        lines.append(escaped(node.hidden))
    if face.value:
        lines.append(escaped(face.value))
    if face.window:
        options.append(f"label={{[sb window]above:{{{escaped(face.window)}}}}}")
    if face.number:
        options.append(f"label={{[sb number]right:{{{escaped(face.number)}}}}}")
    marks = []
    if node.edge:
        marks.append(rf"node[sb move]{{{escaped(shortened(node.edge))}}}")
    if face.crossed:
        place = ", pos=.3" if node.edge else ""
        marks.append(rf"node[sb slash{place}]{{/\kern-1pt/}}")
    if marks:
        options.append(f"edge label={{{' '.join(marks)}}}")
    content = r"\\".join(f"{{{line}}}" for line in lines)
    return f"[{{{content}}}, {', '.join(options)}, name=sb{number}"


def _kind(node: Node) -> str:
    if node.kind == "player":
        return f"sb player {(node.player or 0) % 4}"
    return f"sb {node.kind}, sb board" if node.board is not None else f"sb {node.kind}"


def _board(node: Node) -> str:
    """A board inside a node, as lines of typewriter text."""
    assert node.board is not None
    rows = r"\\".join(map(typewritten, board_text(node.board).splitlines()))
    return rf"\ttfamily\scriptsize\begin{{tabular}}{{@{{}}l@{{}}}}{rows}\end{{tabular}}"


def _levels(scene: Scene) -> list[str]:
    """Who moves, written at the left of each level (at the top, from left to right)."""
    first: dict[int, int] = {}
    for i, node in enumerate(scene.nodes):
        first.setdefault(len(node.path), i)
    lines = [r"\coordinate (sb corner) at (current bounding box.north west);"]
    for depth, text in enumerate(scene.levels):
        if text and scene.options.direction == "down":
            place = rf"(sb corner |- sb{first[depth]}.center)"
            lines.append(rf"\node[sb level] at {place} {{{escaped(text)}}};")
        elif text:
            place = rf"(sb corner -| sb{first[depth]}.center)"
            lines.append(rf"\node[sb level, anchor=south] at {place} {{{escaped(text)}}};")
    return lines if len(lines) > 1 else []
