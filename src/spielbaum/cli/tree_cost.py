"""The table of `spielbaum tree cost`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from spielbaum.language import fixed, percent, say
from spielbaum.search.cost import Cost, Theory


def cost_text(
    rows: Sequence[Cost], expected: Theory, branching: int, depth: int, trees: int, lang: str
) -> str:
    """Means over the trees, and below them what theory says."""
    heads = [
        say(f"tree.cost.{key}", lang)
        for key in ("algorithm", "leaves", "share", "minimal", "factor", "judged", "held")
    ]
    table = [
        [
            row.name,
            fixed(row.leaves, 1, lang),
            percent(row.leaves / expected.all_leaves, 1, lang),
            fixed(row.leaves / expected.minimal, 2, lang),
            fixed(row.branching, 3, lang),
            fixed(row.judged, 1, lang),
            str(row.held),
        ]
        for row in rows
    ]
    widths = [max(len(line[i]) for line in [heads, *table]) for i in range(len(heads))]
    lines = [say("tree.cost.title", lang, branching=branching, depth=depth, trees=trees), ""]
    for line in [heads, *table]:
        cells = [f"{cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True)]
        lines.append("  ".join([f"{line[0]:{widths[0]}}", *cells]).rstrip())
    lines += [
        "",
        say("tree.cost.theory.all", lang, number=expected.all_leaves),
        say("tree.cost.theory.minimal", lang, number=expected.minimal),
        say("tree.cost.theory.factor", lang, number=fixed(expected.branching, 3, lang)),
    ]
    return "\n".join(lines)


def cost_json(
    rows: Sequence[Cost], expected: Theory, branching: int, depth: int, trees: int, seed: int, equal: bool
) -> dict[str, Any]:
    return {
        "branching": branching,
        "depth": depth,
        "trees": trees,
        "seed": seed,
        "equal": equal,
        "theory": asdict(expected),
        "algorithms": [asdict(row) for row in rows],
    }
