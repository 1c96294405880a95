"""Figures of runs, drawn with matplotlib (the extra `plots`), which is imported when one is painted.

plots_of(folder, "de")[0].write(Path("figure.svg"))     # what a run can be shown as, the most telling first
running_score(running_tallies(read_games(folder)), ax=ax)  # each figure is also a function of its data

Functions take `ax=None` and return the axes.
"""

from spielbaum.lab.plots.match import likelihood_ratio, running_score, running_tallies
from spielbaum.lab.plots.plot import FORMATS, Plot, choose
from spielbaum.lab.plots.runs import plots_of
from spielbaum.lab.plots.svg import figure_svg, page_colours
from spielbaum.lab.plots.tournament import cross_table_plot, rating_dots

__all__ = [
    "FORMATS",
    "Plot",
    "choose",
    "cross_table_plot",
    "figure_svg",
    "likelihood_ratio",
    "page_colours",
    "plots_of",
    "rating_dots",
    "running_score",
    "running_tallies",
]
