"""Measured strength: matches and tournaments as runs that can be killed and resumed, and their statistics.

plan = make_plan("match", "connect4", ["engine:nodes=20000", "mcts:playouts=500"], games=100)
with open_executor(workers=2) as executor, open_run(folder, plan.settings, environment(2)) as run:
    board = conduct(plan, run, executor, tell=lambda board: None)
board.tallies[0, 1].elo, board.document(), summary_text(board, "en")

run_tasks(executor, function, tasks, keep)               # any other work, on the same machines
TaskExecutor(lambda: ThreadPoolExecutor(2), at_once=2)     # any concurrent.futures.Executor will do

sweep = make_sweep("connect4", "nodes", [1000, 2000, 4000], games=40)   # make_ablate, make_growth, make_tune
summary = investigate(sweep, run, executor, tell=lambda progress: None)     # in open_run(folder, document(…))
read_experiment(folder), experiment_text(summary, "en")                 # what they hold: `measurements`

read_run(folder)                                   # the same board, also while the run goes on
Tally(wins=12, losses=5, draws=3).elo              # statistics are values of their own
"""

from spielbaum.experiments.ablate import make_ablate
from spielbaum.experiments.conduct import conduct
from spielbaum.experiments.environment import environment
from spielbaum.experiments.executor import TaskExecutor, cores, local_executor, open_executor
from spielbaum.experiments.experiment import Experiment, Progress, investigate
from spielbaum.experiments.experiments import is_experiment, read_experiment
from spielbaum.experiments.folder import Finished, Run, open_run
from spielbaum.experiments.growth import make_growth
from spielbaum.experiments.measurements import document
from spielbaum.experiments.openings import Opening, choose_openings
from spielbaum.experiments.plan import Plan, Task, cores_each, make_plan
from spielbaum.experiments.ratings import ratings
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.scoreboard import Scoreboard, read_run
from spielbaum.experiments.statistics import (
    Interval,
    Pentanomial,
    Sprt,
    Tally,
    Verdict,
    elo_of,
    expected,
    total,
)
from spielbaum.experiments.sweep import make_sweep
from spielbaum.experiments.tables import experiment_text
from spielbaum.experiments.tasks import Done, run_tasks
from spielbaum.experiments.tune import make_tune
from spielbaum.experiments.words import cross_table, elo_words, live_line, summary_text
from spielbaum.experiments.worker import kept_game, play_task, stop_event

__all__ = [
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
    "TaskExecutor",
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
    "investigate",
    "is_experiment",
    "kept_game",
    "live_line",
    "local_executor",
    "make_ablate",
    "make_growth",
    "make_plan",
    "make_sweep",
    "make_tune",
    "open_executor",
    "open_run",
    "play_task",
    "ratings",
    "read_experiment",
    "read_run",
    "run_tasks",
    "stop_event",
    "summary_text",
    "total",
]
