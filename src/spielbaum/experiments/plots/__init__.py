"""Figures of runs, drawn with matplotlib (the extra `plots`), which is imported when one is painted.

plots_of(folder, "de")[0].write(Path("figure.svg"))        # what a run can be shown as, the best first
running_score(running_tallies(read_games(folder)), ax=ax)  # each figure is also a function of its data
elo_over_time(read_experiment(folder))

Functions take `ax=None` and return the axes.
"""

from spielbaum.experiments.plots.ablation import ablation_bars
from spielbaum.experiments.plots.experiments import experiment_plots
from spielbaum.experiments.plots.growth import nodes_over_depth
from spielbaum.experiments.plots.match import likelihood_ratio, running_score, running_tallies
from spielbaum.experiments.plots.plot import FORMATS, Plot, choose
from spielbaum.experiments.plots.runs import plots_of
from spielbaum.experiments.plots.svg import figure_svg, page_colours
from spielbaum.experiments.plots.sweep import effort_over_time, elo_over_time, quality_over_time
from spielbaum.experiments.plots.tournament import cross_table_plot, rating_dots
from spielbaum.experiments.plots.tune import loss_dots, weights_plot

__all__ = [
    "FORMATS",
    "Plot",
    "ablation_bars",
    "choose",
    "cross_table_plot",
    "effort_over_time",
    "elo_over_time",
    "experiment_plots",
    "figure_svg",
    "likelihood_ratio",
    "loss_dots",
    "nodes_over_depth",
    "page_colours",
    "plots_of",
    "quality_over_time",
    "rating_dots",
    "running_score",
    "running_tallies",
    "weights_plot",
]
