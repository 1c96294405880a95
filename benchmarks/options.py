"""What the command line tells every benchmark."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    #: Fewer and smaller cases: minutes become seconds, figures become rough.
    quick: bool = False
    #: A folder with the four files of Connect Four positions; None: positions from a seed.
    positions: Path | None = None
    #: Solve the empty Connect Four board, too, with the peer: minutes.
    empty: bool = False
    seed: int = 1
    #: Of the positions to solve only every n-th.
    every: int = 1


class Missing(Exception):
    """A peer or a file is not there."""


def say(text: str) -> None:
    """Progress, for whoever waits."""
    print(text, file=sys.stderr, flush=True)
