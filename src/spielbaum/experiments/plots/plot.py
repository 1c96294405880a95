"""A figure that a run can be shown as: named, titled, described in words, painted when it is wanted."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spielbaum.atomic import write_file
from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.plots.style import HEIGHT, WIDTH, new_figure, paper
from spielbaum.experiments.plots.svg import Theme, figure_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
#: Pixels an inch of a PNG.
SHARPNESS = 200


@dataclass(frozen=True, slots=True)
class Plot:
    """`description` says in a sentence or two what the figure shows, for those who cannot see it."""

    name: str
    title: str
    description: str
    paint: Callable[[Axes], Axes]
    height: float = HEIGHT

    def figure(self, height: float | None = None) -> Figure:
        with paper():
            figure, ax = new_figure(WIDTH, height or self.height)
            self.paint(ax)
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
