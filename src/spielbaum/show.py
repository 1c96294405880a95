"""Things that show themselves in notebooks, and as figures.

Pictures are made by `spielbaum.draw`, which knows all the things below it. The methods here are the one
place that looks up to it, when they are called, so that the things need to know nothing about drawing.
"""

from __future__ import annotations

from typing import Any


class SvgRepr:
    """Shows itself as a picture in notebooks."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        from spielbaum.draw import shown_svg

        return shown_svg(self)


class HtmlRepr:
    """Shows itself as a table in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from spielbaum.draw import shown_html

        return shown_html(self)  # type: ignore[arg-type]


class Drawable(SvgRepr):
    """Can be drawn: a tree, or a search at any of its steps.

    `step` is 0 before the search, k after its k-th event; without it the end is drawn. `options` are those
    of `spielbaum.draw.Options`: language, theme, windows, numbers, limit …
    """

    __slots__ = ()

    def to_svg(self, step: int | None = None, **options: Any) -> str:
        """The figure as SVG."""
        return self._drawn("svg", step, options)

    def to_tikz(self, step: int | None = None, **options: Any) -> str:
        """The figure as a LaTeX file of its own, with the package forest."""
        return self._drawn("tikz", step, options)

    def to_mermaid(self, step: int | None = None, **options: Any) -> str:
        """The figure as a Mermaid flowchart."""
        return self._drawn("mermaid", step, options)

    def to_text(self, step: int | None = None, **options: Any) -> str:
        """The figure for a terminal."""
        return self._drawn("text", step, options)

    def _drawn(self, format_: str, step: int | None, options: dict[str, Any]) -> str:
        from spielbaum.draw import Options, draw

        drawn = draw(self, format_, Options(**options), step=step)  # type: ignore[arg-type]
        assert isinstance(drawn, str)
        return drawn
