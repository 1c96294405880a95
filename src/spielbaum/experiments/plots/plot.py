"""Figures of runs as pictures: painted when they are wanted, written as SVG, PNG or PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spielbaum.atomic import write_file
from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.findings import Figure, description
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.plots.draw import draw, height_of
from spielbaum.experiments.plots.style import WIDTH, new_figure, paper
from spielbaum.experiments.plots.svg import Theme, figure_svg
from spielbaum.experiments.registry import kind_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

FORMATS = ("svg", "png", "pdf")
#: Pixels an inch of a PNG.
SHARPNESS = 200


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure of the findings in a language."""

    shown: Figure
    language: str

    @property
    def name(self) -> str:
        return self.shown.key

    @property
    def title(self) -> str:
        return self.shown.title

    @property
    def description(self) -> str:
        """What the figure shows, for those who cannot see it."""
        return description(self.shown, self.language)

    @property
    def height(self) -> float:
        return height_of(self.shown)

    def figure(self, height: float | None = None) -> Canvas:
        with paper():
            figure, ax = new_figure(WIDTH, height or self.height)
            draw(self.shown, ax=ax, language=self.language)
        return figure

    def svg(self, theme: Theme = "light", *, titled: bool = True, height: float | None = None) -> str:
        """The picture; without its title where that stands above it anyway."""
        figure = self.figure(height)
        if not titled:
            figure.axes[0].set_title("", loc="left")
        return figure_svg(figure, self.title, self.description, theme)

    def write(self, path: Path) -> bool:
        """Write the file, whose ending says what it is; whether it is a plain file, see `write_file`."""
        kind = path.suffix.lower().removeprefix(".")
        if kind not in FORMATS:
            raise BadInput("error.plot.format", path=path, known=", ".join(f".{name}" for name in FORMATS))
        if kind == "svg":
            return write_file(path, self.svg())
        buffer = io.BytesIO()
        with paper():
            dated = {"CreationDate": None, "Title": self.title} if kind == "pdf" else {"Title": self.title}
            self.figure().savefig(buffer, format=kind, dpi=SHARPNESS, metadata=dated)
        return write_file(path, buffer.getvalue())


def plots_of(folder: Path, language: str = "en") -> list[Plot]:
    """Everything the run in that folder can be shown as, the most telling first."""
    summary = read_summary(folder)
    figures = kind_of(summary.settings).tell(summary, language).figures
    return [Plot(figure, language) for figure in figures]


def choose(plots: Sequence[Plot], name: str) -> Plot:
    """The plot of that name; without a name the first, which shows most."""
    if not plots:
        raise BadInput("error.plot.nothing")
    if not name:
        return plots[0]
    for plot in plots:
        if plot.name == name:
            return plot
    raise UnknownName("plot", name, [plot.name for plot in plots])
