"""Measured strength: matches and tournaments as runs that can be killed and resumed, and their statistics.

plan = make_plan("match", "connect4", ["engine:nodes=20000", "mcts:playouts=500"], games=100)
crew = local_crew(workers=2)                       # or Crew with any concurrent.futures.Executor
with open_run(folder, plan.settings, environment(2)) as run:
    board = conduct(plan, run, crew, tell=lambda board: None)
board.tallies[0, 1].elo, board.document(), summary_text(board, "en")

read_run(folder)                                   # the same board, also while the run goes on
Tally(wins=12, losses=5, draws=3).elo              # statistics are values of their own
"""

from spielbaum.lab.conduct import conduct
from spielbaum.lab.environment import environment
from spielbaum.lab.folder import Finished, Run, open_run
from spielbaum.lab.openings import Opening, choose_openings
from spielbaum.lab.plan import Plan, Task, make_plan, most_at_once
from spielbaum.lab.ratings import ratings
from spielbaum.lab.scoreboard import Scoreboard, read_run
from spielbaum.lab.statistics import Interval, Pentanomial, Sprt, Tally, Verdict, elo_of, expected, total
from spielbaum.lab.words import cross_table, elo_words, live_line, summary_text
from spielbaum.lab.worker import Crew, cores, local_crew, play_task

__all__ = [
    "Crew",
    "Finished",
    "Interval",
    "Opening",
    "Pentanomial",
    "Plan",
    "Run",
    "Scoreboard",
    "Sprt",
    "Tally",
    "Task",
    "Verdict",
    "choose_openings",
    "conduct",
    "cores",
    "cross_table",
    "elo_of",
    "elo_words",
    "environment",
    "expected",
    "live_line",
    "local_crew",
    "make_plan",
    "most_at_once",
    "open_run",
    "play_task",
    "ratings",
    "read_run",
    "summary_text",
    "total",
]
