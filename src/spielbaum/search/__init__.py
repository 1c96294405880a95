"""The textbook: one algorithm per file, each on trees and on games, each with a trace.

`minimax(tree)` and its relatives return a `Result`; with `watch=Recorder()` it carries the trace of
everything the search did. `record("alphabeta", tree)` does both for any algorithm by name.
"""

from spielbaum.search.algorithms import ALGORITHMS, Algorithm, find_algorithm, record
from spielbaum.search.alliance import alliance, team_weights
from spielbaum.search.alphabeta import alphabeta
from spielbaum.search.best_reply import best_reply
from spielbaum.search.common import Problem
from spielbaum.search.expectiminimax import expectimax, expectiminimax
from spielbaum.search.iterative import iterative
from spielbaum.search.maxn import maxn
from spielbaum.search.minimax import minimax
from spielbaum.search.mtdf import mtdf
from spielbaum.search.negamax import negamax
from spielbaum.search.negamax_alphabeta import negamax_alphabeta
from spielbaum.search.ordering import ORDERS
from spielbaum.search.paranoid import paranoid
from spielbaum.search.pseudocode import CodeLine, line_number, pseudocode
from spielbaum.search.pvs import pvs
from spielbaum.search.recorder import Recorder
from spielbaum.search.retrograde import Entry, Solution, Solved, retrograde
from spielbaum.search.shallow import shallow
from spielbaum.search.sss import sss
from spielbaum.search.star import star1, star2
from spielbaum.search.strategy import guarantee, strategy, strategy_nodes
from spielbaum.search.traversal import breadth_first, depth_first, depth_first_deepening
from spielbaum.search.value_iteration import Bounds, ExpectedValues, Iterated, value_iteration
from spielbaum.search.watch import OutOfTime, Watch

__all__ = [
    "ALGORITHMS",
    "ORDERS",
    "Algorithm",
    "Bounds",
    "CodeLine",
    "Entry",
    "ExpectedValues",
    "Iterated",
    "OutOfTime",
    "Problem",
    "Recorder",
    "Solution",
    "Solved",
    "Watch",
    "alliance",
    "alphabeta",
    "best_reply",
    "breadth_first",
    "depth_first",
    "depth_first_deepening",
    "expectimax",
    "expectiminimax",
    "find_algorithm",
    "guarantee",
    "iterative",
    "line_number",
    "maxn",
    "minimax",
    "mtdf",
    "negamax",
    "negamax_alphabeta",
    "paranoid",
    "pseudocode",
    "pvs",
    "record",
    "retrograde",
    "shallow",
    "sss",
    "star1",
    "star2",
    "strategy",
    "strategy_nodes",
    "team_weights",
    "value_iteration",
]
