"""The techniques of the engine behind the name of a variant."""

from __future__ import annotations

from dataclasses import replace

from spielbaum.engine import Techniques
from spielbaum.experiments.ablate.settings import BARE, FULL, REFERENCE, SOUND, UNSOUND


def techniques_of(variant: str) -> Techniques:
    """`reference`, `bare`, `full`, `-table`, `+null_move`."""
    reference = replace(Techniques(), **dict.fromkeys(UNSOUND, False))
    if variant == BARE:
        return replace(reference, **dict.fromkeys(SOUND, False))
    if variant == FULL:
        return Techniques()
    if variant == REFERENCE:
        return reference
    return replace(reference, **{variant[1:]: variant[0] == "+"})
