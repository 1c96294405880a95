"""Figures of runs, drawn with matplotlib (the extra `plots`), which is imported when one is painted.

plots_of(folder, "de")[0].write(Path("figure.svg"))        # what a run can be shown as, the best first
draw(figure, ax=ax)                                        # any figure of the findings, on axes of one's own
"""

from spielbaum.experiments.plots.draw import draw
from spielbaum.experiments.plots.plot import FORMATS, Plot, choose, plots_of
from spielbaum.experiments.plots.style import can_paint
from spielbaum.experiments.plots.svg import figure_svg, page_colours

__all__ = ["FORMATS", "Plot", "can_paint", "choose", "draw", "figure_svg", "page_colours", "plots_of"]
