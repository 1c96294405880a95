"""All entries of a solution, to compare."""

from __future__ import annotations

from spielbaum.solution import Solution


def entries_of(found: Solution) -> dict[tuple[int, ...], tuple[int, int, bool]]:
    """Everything that is in a file, by key."""
    return {
        tuple(key): (value, plies, cycle)
        for block in found.blocks()
        for key, value, plies, cycle in zip(
            block.keys.tolist(),
            block.values.tolist(),
            block.remoteness.tolist(),
            block.cycle.tolist(),
            strict=True,
        )
    }
