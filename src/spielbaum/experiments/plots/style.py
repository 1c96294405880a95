"""How every figure looks: light paper, few lines, and nothing that only colour tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from spielbaum.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER, BAND = "#1c2230", "#566071", "#dde1e8", "#ffffff", "#8a94a6"
#: After Okabe and Ito (2008), whose colours stay apart for colour-blind eyes; darker, so that each has a
#: contrast of at least 3 : 1 with white paper.
SERIES = ("#0065a8", "#c2500a", "#00795c", "#a33f86", "#8a6a00", "#3f4a5a", "#2f86c9", "#7a3b12")
#: The same on a dark page; each at least 3 : 1 with #12151c.
DARK = {
    INK: "#e9edf5",
    MUTED: "#aab5c7",
    GRID: "#323b49",
    PAPER: "#1b202a",
    BAND: "#76839a",
    **dict(
        zip(
            SERIES,
            ("#62b0ff", "#ff9c5e", "#43cfa5", "#ec9bd3", "#dcbd52", "#c3ccda", "#9bd3ff", "#e8a987"),
            strict=True,
        )
    ),
}
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES: tuple[Any, ...] = (
    "-",
    (0, (6, 2)),
    (0, (6, 2, 1.5, 2)),
    (0, (1.5, 1.8)),
    (0, (9, 2, 1.5, 2, 1.5, 2)),
    (0, (3, 1.5)),
    (0, (10, 4)),
    (0, (1, 3)),
)

#: Names of players are cut there; the whole name is in the description.
LONGEST_NAME = 34
#: Inches. Figures of one width stand well below each other.
WIDTH, HEIGHT = 7.2, 4.3
#: With a legend of many lines below.
TALL = 5.2

_RC: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib: the same layout on every machine
    "font.size": 10.0,
    "axes.titlesize": 12.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10.0,
    "axes.labelsize": 10.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "text.parse_math": False,  # names of players are text, whatever signs they hold
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.facecolor": PAPER,
    "lines.linewidth": 1.8,
    "lines.markersize": 6.0,
    "legend.frameon": True,
    "legend.framealpha": 0.85,
    "legend.facecolor": PAPER,
    "legend.edgecolor": GRID,
    "legend.fontsize": 9.0,
    "legend.handlelength": 3.4,
    "axes.unicode_minus": True,
    "svg.fonttype": "none",
    "svg.hashsalt": "spielbaum",  # the same figure, the same file
    "pdf.fonttype": 42,
}


def can_paint() -> bool:
    """Whether matplotlib is there; it is not imported for that."""
    return find_spec("matplotlib") is not None


@contextmanager
def paper() -> Iterator[None]:
    """Draw and save in our style, whatever the user's is."""
    try:
        import matplotlib
    except ModuleNotFoundError as error:
        raise BadInput("error.plot.no_matplotlib") from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_RC)
        yield


def new_figure(width: float = WIDTH, height: float = HEIGHT) -> tuple[Figure, Axes]:
    """A figure of its own that no window belongs to; inside `paper`."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def axes(ax: Axes | None, width: float = WIDTH, height: float = HEIGHT) -> Axes:
    """The axes to draw on: those given, or new ones, which a notebook shows."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained")[1]


def legend(ax: Axes, loc: Literal["best", "upper left", "lower right"] = "best") -> None:
    """What each line means; below the axes where there are too many to stand among the lines."""
    handles, _ = ax.get_legend_handles_labels()
    if not handles:
        return
    if len(handles) <= 3:
        ax.legend(loc=loc)
    else:
        legend_below(ax, handles)


def legend_below(ax: Axes, handles: Sequence[Artist]) -> None:
    """Under the label of the axis, whatever the height of the axes."""
    from matplotlib.transforms import offset_copy

    place = offset_copy(ax.transAxes, fig=ax.get_figure(root=True), y=-40, units="points")
    ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0.0, 0.0),
        bbox_transform=place,
        ncols=2,
        borderaxespad=0.0,
        framealpha=0.0,
    )


def rows_height(rows: int) -> float:
    """Inches for that many rows, title and axis included."""
    return min(1.3 + 0.42 * max(rows, 2), 14.0)


def look(index: int) -> dict[str, Any]:
    """Colour, marker and line of the series with that number; two of eight never share any of them."""
    place = index % len(SERIES)
    return {"color": SERIES[place], "marker": MARKERS[place], "linestyle": LINES[place]}
