"""Measured strength: matches and tournaments as runs that can be killed and resumed, and their statistics.

plan = make_plan("match", "connect4", ["engine:nodes=20000", "mcts:playouts=500"], games=100)
with hire(workers=2) as crew, open_run(folder, plan.settings, environment(2)) as run:
    board = conduct(plan, run, crew, tell=lambda board: None)
board.tallies[0, 1].elo, board.document(), summary_text(board, "en")

perform(crew, function, tasks, keep)               # any other work, on the same machines
Crew(lambda: ThreadPoolExecutor(2), at_once=2)     # any concurrent.futures.Executor will do

read_run(folder)                                   # the same board, also while the run goes on
Tally(wins=12, losses=5, draws=3).elo              # statistics are values of their own
"""

from spielbaum.lab.conduct import conduct
from spielbaum.lab.crew import Crew, cores, hire, local_crew
from spielbaum.lab.environment import environment
from spielbaum.lab.folder import Finished, Run, open_run
from spielbaum.lab.openings import Opening, choose_openings
from spielbaum.lab.perform import Done, perform
from spielbaum.lab.plan import Plan, Task, cores_each, make_plan
from spielbaum.lab.ratings import ratings
from spielbaum.lab.rules import Rules
from spielbaum.lab.scoreboard import Scoreboard, read_run
from spielbaum.lab.statistics import Interval, Pentanomial, Sprt, Tally, Verdict, elo_of, expected, total
from spielbaum.lab.words import cross_table, elo_words, live_line, summary_text
from spielbaum.lab.worker import kept_game, play_task, stop_event

__all__ = [
    "Crew",
    "Done",
    "Finished",
    "Interval",
    "Opening",
    "Pentanomial",
    "Plan",
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
    "elo_of",
    "elo_words",
    "environment",
    "expected",
    "hire",
    "kept_game",
    "live_line",
    "local_crew",
    "make_plan",
    "open_run",
    "perform",
    "play_task",
    "ratings",
    "read_run",
    "stop_event",
    "summary_text",
    "total",
]
