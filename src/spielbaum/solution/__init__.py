"""Whole games: every position with its value and remoteness, in a file that is looked up, not read."""

from spielbaum.solution.check import Contradiction, check_solution
from spielbaum.solution.format import Entry, ExpectedSection, Section, SolutionFacts, facts_of
from spielbaum.solution.loading import (
    ExpectedFile,
    Loaded,
    load_solution,
    loadable_solution,
    solution_files,
    usual_solution,
)
from spielbaum.solution.reader import Block, MoveEntry, Solution
from spielbaum.solution.writer import write_solution

__all__ = [
    "Block",
    "Contradiction",
    "Entry",
    "ExpectedFile",
    "ExpectedSection",
    "Loaded",
    "MoveEntry",
    "Section",
    "Solution",
    "SolutionFacts",
    "check_solution",
    "facts_of",
    "load_solution",
    "loadable_solution",
    "solution_files",
    "usual_solution",
    "write_solution",
]
