"""Whole games: every position with its value and remoteness, in a file that is looked up, not read."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spielbaum.solution.check import Contradiction, check_solution
    from spielbaum.solution.entries import Entry, MoveEntry
    from spielbaum.solution.format import ExpectedSection, Section, SolutionFacts, facts_of
    from spielbaum.solution.loading import (
        ExpectedFile,
        Loaded,
        load_solution,
        loadable_solution,
        solution_files,
        usual_solution,
    )
    from spielbaum.solution.reader import Block, Solution
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

#: Where each of them is; imported when it is first asked for, as most of them need NumPy.
_MODULES = {
    "check": ("Contradiction", "check_solution"),
    "entries": ("Entry", "MoveEntry"),
    "format": ("ExpectedSection", "Section", "SolutionFacts", "facts_of"),
    "loading": (
        "ExpectedFile",
        "Loaded",
        "load_solution",
        "loadable_solution",
        "solution_files",
        "usual_solution",
    ),
    "reader": ("Block", "Solution"),
    "writer": ("write_solution",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"spielbaum.solution.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
