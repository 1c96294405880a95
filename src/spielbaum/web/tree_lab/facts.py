"""What the page *Tree lab* has to know before it can ask anything."""

from __future__ import annotations

from importlib.util import find_spec

from spielbaum.exercise.model import KIND_CONVENTIONS, KINDS
from spielbaum.games import SMALL_GAME
from spielbaum.play.engine_search import ENGINE
from spielbaum.search import ALGORITHMS
from spielbaum.web.tree_lab import messages
from spielbaum.web.tree_lab.figures import MEDIA
from spielbaum.web.tree_lab.tree_source import MOST_CHARACTERS, MOST_DEPTH, MOST_EVENTS, MOST_NODES


def tree_lab_facts(language: str, *, engine: bool = True) -> messages.TreeLab:
    """The algorithms, those of the textbook and that of the `engine`; the formats of figures, the limits."""
    return messages.TreeLab(
        algorithms=[
            messages.AlgorithmView(
                name=one.name,
                title=one.title_in(language),
                options=list(one.options),
                zero_sum=one.zero_sum,
                chance=one.chance,
                window=one.window,
                traversal=one.traversal,
            )
            for one in (*ALGORITHMS.values(), *([ENGINE] if engine else []))
        ],
        formats=[name for name in MEDIA if name not in ("png", "pdf") or find_spec("typst") is not None],
        limits={
            "characters": MOST_CHARACTERS,
            "nodes": MOST_NODES,
            "depth": MOST_DEPTH,
            "events": MOST_EVENTS,
        },
        example_game=SMALL_GAME,
        kinds=list(KINDS),
        conventions={kind: list(names) for kind, names in KIND_CONVENTIONS.items()},
    )
