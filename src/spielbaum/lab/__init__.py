"""Measured strength: matches and tournaments as runs that can be killed and resumed, and their statistics.

plan = make_plan("match", "connect4", ["engine:nodes=20000", "mcts:playouts=500"], games=100)
with hire(workers=2) as crew, open_run(folder, plan.settings, environment(2)) as run:
    board = conduct(plan, run, crew, tell=lambda board: None)
board.tallies[0, 1].elo, board.document(), summary_text(board, "en")

perform(crew, function, tasks, keep)               # any other work, on the same machines
Crew(lambda: ThreadPoolExecutor(2), at_once=2)     # any concurrent.futures.Executor will do

sweep = make_sweep("connect4", "nodes", [1000, 2000, 4000], games=40)   # make_ablate, make_growth, make_tune
summary = investigate(sweep, run, crew, tell=lambda progress: None)     # in open_run(folder, document(…))
read_experiment(folder), experiment_text(summary, "en")                 # what they hold: `measurements`

read_run(folder)                                   # the same board, also while the run goes on
Tally(wins=12, losses=5, draws=3).elo              # statistics are values of their own
"""

from spielbaum.lab.ablate import make_ablate
from spielbaum.lab.conduct import conduct
from spielbaum.lab.crew import Crew, cores, hire, local_crew
from spielbaum.lab.environment import environment
from spielbaum.lab.experiment import Experiment, Progress, investigate
from spielbaum.lab.experiments import is_experiment, read_experiment
from spielbaum.lab.folder import Finished, Run, open_run
from spielbaum.lab.growth import make_growth
from spielbaum.lab.measurements import document
from spielbaum.lab.openings import Opening, choose_openings
from spielbaum.lab.perform import Done, perform
from spielbaum.lab.plan import Plan, Task, cores_each, make_plan
from spielbaum.lab.ratings import ratings
from spielbaum.lab.rules import Rules
from spielbaum.lab.scoreboard import Scoreboard, read_run
from spielbaum.lab.statistics import Interval, Pentanomial, Sprt, Tally, Verdict, elo_of, expected, total
from spielbaum.lab.sweep import make_sweep
from spielbaum.lab.tables import experiment_text
from spielbaum.lab.tune import make_tune
from spielbaum.lab.words import cross_table, elo_words, live_line, summary_text
from spielbaum.lab.worker import kept_game, play_task, stop_event

__all__ = [
    "Crew",
    "Done",
    "Experiment",
    "Finished",
    "Interval",
    "Opening",
    "Pentanomial",
    "Plan",
    "Progress",
    "Rules",
    "Run",
    "Scoreboard",
    "Sprt",
    "Tally",
    "Task",
    "Verdict",
    "choose_openings",
    "conduct",
    "cores",
    "cores_each",
    "cross_table",
    "document",
    "elo_of",
    "elo_words",
    "environment",
    "expected",
    "experiment_text",
    "hire",
    "investigate",
    "is_experiment",
    "kept_game",
    "live_line",
    "local_crew",
    "make_ablate",
    "make_growth",
    "make_plan",
    "make_sweep",
    "make_tune",
    "open_run",
    "perform",
    "play_task",
    "ratings",
    "read_experiment",
    "read_run",
    "stop_event",
    "summary_text",
    "total",
]
