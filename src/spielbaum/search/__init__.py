"""The textbook: one algorithm a file, each on trees and on games, each with a trace."""

from spielbaum.search.alphabeta import alphabeta
from spielbaum.search.minimax import minimax
from spielbaum.search.watch import OutOfTime, Recorder, Watch

__all__ = ["OutOfTime", "Recorder", "Watch", "alphabeta", "minimax"]
