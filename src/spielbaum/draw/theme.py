"""Colours, and the style sheet that uses them.

Colour only helps: kinds differ by shape, states by line, the current node by a ring, stones by symbol.
`print` therefore does without colour. Every colour is also a custom property (`--sb-max-fill` …), so a
page can give its own; programs that do not know custom properties take the plain declaration before it.
"""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

LIGHT: Palette = {
    "paper": "#ffffff",
    "ink": "#1c2230",
    "muted": "#5f6878",
    "faint": "#b9c0cc",
    "max-fill": "#dbe8ff",
    "max-line": "#1f4fc4",
    "min-fill": "#ffe3d3",
    "min-line": "#b8430f",
    "p2-fill": "#d9f5e1",
    "p2-line": "#14713a",
    "p3-fill": "#ece4ff",
    "p3-line": "#6230c9",
    "leaf-fill": "#f1f3f6",
    "leaf-line": "#4b5565",
    "ring": "#f5a524",
    "cut": "#c01c28",
    "window": "#5b3a8e",
    "panel": "#2a5bd7",
    "hole": "#eef2fb",
    "square": "#eef1f6",
    "square-2": "#e0e5ee",
    "stone-0": "#d6322f",
    "stone-1": "#f2c230",
    "stone-2": "#2f9e58",
    "stone-3": "#7a4fd6",
    "on-0": "#ffffff",
    "on-1": "#4a3700",
    "on-2": "#ffffff",
    "on-3": "#ffffff",
    "wood": "#d8b07a",
    "wood-line": "#8a6233",
    "pit": "#b98a4f",
    "seed": "#3d2a14",
    "match": "#c99a5b",
    "head": "#c5302c",
}

DARK: Palette = {
    **LIGHT,
    "paper": "#14171f",
    "ink": "#e8eaf0",
    "muted": "#a2abba",
    "faint": "#4d5666",
    "max-fill": "#1d3566",
    "max-line": "#8ab4ff",
    "min-fill": "#54280f",
    "min-line": "#ffa372",
    "p2-fill": "#123d24",
    "p2-line": "#7fdba0",
    "p3-fill": "#36245f",
    "p3-line": "#c3a8ff",
    "leaf-fill": "#262c38",
    "leaf-line": "#aab3c2",
    "ring": "#ffc44d",
    "cut": "#ff8087",
    "window": "#cdb4ff",
    "hole": "#10141d",
    "square": "#232936",
    "square-2": "#2c3443",
    "panel": "#2549a8",
    "wood": "#6e4f2a",
    "wood-line": "#c39a63",
    "pit": "#4b341a",
    "seed": "#f0ddc0",
    "match": "#d8b07a",
}

#: Black, white and two greys that a copier keeps apart.
PRINT: Palette = {
    **dict.fromkeys(LIGHT, "#000000"),
    "paper": "#ffffff",
    "muted": "#444444",
    "faint": "#999999",
    "max-fill": "#ffffff",
    "min-fill": "#ffffff",
    "p2-fill": "#ffffff",
    "p3-fill": "#ffffff",
    "leaf-fill": "#ffffff",
    "hole": "#ffffff",
    "panel": "#bbbbbb",
    "square": "#ffffff",
    "square-2": "#eeeeee",
    "stone-0": "#222222",
    "stone-1": "#ffffff",
    "stone-2": "#888888",
    "stone-3": "#dddddd",
    "on-0": "#ffffff",
    "on-2": "#ffffff",
    "wood": "#ffffff",
    "pit": "#eeeeee",
    "match": "#ffffff",
}

PALETTES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK, "print": PRINT, "auto": LIGHT}

FONT = 'system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","DejaVu Sans",Arial,sans-serif'

#: Sizes in pixels of each kind of text.
SIZES = {
    "value": 14,
    "name": 13,
    "window": 11,
    "edge": 12,
    "level": 12,
    "number": 10,
    "title": 15,
    "label": 12,
}

#: Selector, then declarations; `{x}` is a colour of the palette.
_TREE = {
    ".paper": "fill:{paper}",
    "text": f"font-family:{FONT};fill:{{ink}};text-anchor:middle",
    **{f"text.{name}": f"font-size:{size}px" for name, size in SIZES.items()},
    ".value,.title": "font-weight:700",
    ".name": "font-weight:600",
    ".window": "fill:{window}",
    ".number,.level,.edge": "fill:{muted}",
    ".level": "letter-spacing:.04em",
    ".start": "text-anchor:start",
    ".end": "text-anchor:end",
    ".branch": "fill:none;stroke:{ink};stroke-width:1.4;stroke-linecap:round",
    ".shape": "stroke-width:1.6;stroke-linejoin:round",
    ".max .shape": "fill:{max-fill};stroke:{max-line}",
    ".min .shape": "fill:{min-fill};stroke:{min-line}",
    ".player .shape,.p0 .shape": "fill:{max-fill};stroke:{max-line}",
    ".p1 .shape": "fill:{min-fill};stroke:{min-line}",
    ".p2 .shape": "fill:{p2-fill};stroke:{p2-line}",
    ".p3 .shape": "fill:{p3-fill};stroke:{p3-line}",
    ".chance .shape": "fill:{paper};stroke:{ink}",
    ".leaf .shape": "fill:{leaf-fill};stroke:{leaf-line}",
    ".stub .shape": "fill:{paper};stroke:{faint}",
    ".more .shape": "fill:{paper};stroke:{muted};stroke-dasharray:2 3",
    ".unvisited .shape": "fill:{paper};stroke:{faint}",
    ".unvisited .value,.unvisited .name,.cut .value,.cut .name": "fill:{muted};font-weight:400",
    ".unvisited .branch": "stroke:{faint}",
    ".cut .shape": "fill:{paper};stroke:{muted};stroke-dasharray:4 3",
    ".cut .branch": "stroke:{muted};stroke-dasharray:5 4",
    ".chosen .branch": "stroke:{ink};stroke-width:4;stroke-dasharray:none",
    ".chosen .shape": "stroke-width:3",
    ".slash": "fill:none;stroke:{cut};stroke-width:2.2;stroke-linecap:round;visibility:hidden",
    ".crossed .slash": "visibility:visible",
    ".ring": "fill:none;stroke:{ring};stroke-width:10;stroke-linejoin:round;visibility:hidden",
    ".current .ring": "visibility:visible",
    ".mark": "fill:{ink}",
}

_BOARD = {
    ".b-square": "fill:{square}",
    ".b-square-2": "fill:{square-2}",
    ".b-frame": "fill:none;stroke:{muted};stroke-width:1.2",
    ".b-panel": "fill:{panel}",
    ".b-hole": "fill:{hole}",
    **{f".b-disc-{p}": f"fill:{{stone-{p}}};stroke:{{ink}};stroke-width:1" for p in range(4)},
    **{
        f".b-sign-{p}": f"fill:none;stroke:{{on-{p}}};stroke-linecap:round;stroke-linejoin:round"
        for p in range(4)
    },
    **{f".b-joint-{p}": f"fill:none;stroke:{{stone-{p}}};stroke-width:18" for p in range(4)},
    ".b-neutral": "fill:{muted};stroke:{ink};stroke-width:1.5",
    ".b-mark-0": "fill:none;stroke:{max-line};stroke-linecap:round;stroke-linejoin:round",
    ".b-mark-1": "fill:none;stroke:{min-line};stroke-linecap:round;stroke-linejoin:round",
    ".b-mark-2": "fill:none;stroke:{p2-line};stroke-linecap:round;stroke-linejoin:round",
    ".b-mark-3": "fill:none;stroke:{p3-line};stroke-linecap:round;stroke-linejoin:round",
    ".b-last": "fill:none;stroke:{ink};stroke-width:2;stroke-dasharray:3 2.5",
    ".b-win": "fill:none;stroke:{ink};stroke-width:3.5",
    ".b-text": f"font-family:{FONT};font-size:12px;fill:{{muted}};text-anchor:middle",
    ".b-count": f"font-family:{FONT};font-size:14px;font-weight:700;fill:{{ink}};text-anchor:middle",
    ".b-wood": "fill:{wood};stroke:{wood-line};stroke-width:1.5",
    ".b-pit": "fill:{pit};stroke:{wood-line};stroke-width:1",
    ".b-seed": "fill:{seed}",
    ".b-match": "fill:{match};stroke:{ink};stroke-width:.8",
    ".b-head": "fill:{head}",
}


def style_sheet(theme: str, scope: str, *, tree: bool, boards: bool, plain: bool = False) -> str:
    """The rules for a drawing whose element has the id `scope`; they touch nothing else on a page.

    `plain` leaves the custom properties out, for converters that stumble over them.
    """
    palette = PALETTES[theme]
    rules = {**(_TREE if tree else {".paper": _TREE[".paper"]}), **(_BOARD if boards else {})}
    lines = []
    for selector, declarations in rules.items():
        scoped = ",".join(f"#{scope} {part}" for part in selector.split(","))
        parts = [_declared(d, palette, plain) for d in declarations.split(";")]
        lines.append(f"{scoped}{{{';'.join(parts)}}}")
    if theme == "auto" and not plain:
        used = "".join(rules.values())
        dark = ";".join(f"--sb-{n}:{c}" for n, c in DARK.items() if f"{{{n}}}" in used and c != LIGHT[n])
        lines.append(f"@media (prefers-color-scheme:dark){{#{scope}{{{dark}}}}}")
    return "\n".join(lines)


def _declared(declaration: str, palette: Palette, plain: bool) -> str:
    head, brace, rest = declaration.partition("{")
    if not brace:
        return declaration
    name = rest.removesuffix("}")
    colour = f"{head}{palette[name]}"
    return colour if plain else f"{colour};{head}var(--sb-{name},{palette[name]})"
