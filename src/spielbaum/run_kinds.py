"""The names of the kinds of runs, without importing any of them: the command line lists them in its help.

Each that comes with the package is a folder of its name in `experiments`; other packages add theirs by an
entry point of the group `spielbaum.runs`, which names an `experiments.kind.Kind`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

GROUP = "spielbaum.runs"
#: In the order in which they are shown.
BUILT_IN = ("match", "tournament", "sweep", "ablate", "growth", "tune", "learn")


def kind_names() -> tuple[str, ...]:
    return (*BUILT_IN, *(name for name in added_kinds() if name not in BUILT_IN))


@cache
def added_kinds() -> dict[str, EntryPoint]:
    """Kinds of other packages, by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
