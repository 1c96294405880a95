"""The names of the kinds of runs, without importing any of them: the command line lists them in its help.

Each that comes with the package is a folder of its name in `experiments`; other packages add theirs by an
entry point of the group `spielbaum.runs`, which names an `experiments.kind.Kind`.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "spielbaum.runs"
#: In the order in which they are shown.
BUILT_IN = ("match", "tournament", "sweep", "ablate", "growth", "tune", "learn")


def kind_names() -> tuple[str, ...]:
    return (*BUILT_IN, *(name for name in added_kinds() if name not in BUILT_IN))


@cache
def added_kinds() -> dict[str, EntryPoint]:
    """Kinds of other packages, by name."""
    if not _any_added():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def _any_added() -> bool:
    """Whether an installed package may add kinds, by a look into the files that declare it.

    Most often none does, and then `importlib.metadata` would be a fifth of what `spielbaum --help` costs.
    """
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - quick is what this is for
        except NotADirectoryError:  # an archive
            return True
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123
                        if GROUP.encode() in file.read():
                            return True
                except OSError:
                    continue
    return False
