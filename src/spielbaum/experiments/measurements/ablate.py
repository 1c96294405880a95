"""`ablate`: searches with techniques of the engine off or on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from spielbaum.documents import Duration, Index, Natural, Real, Whole
from spielbaum.experiments.measurements.shared import Positions, State


@dataclass(frozen=True, slots=True)
class AblateSettings:
    """What each technique of the engine is worth."""

    kind: ClassVar[str] = "ablate"
    game: str
    #: The digest of the source that the rules stand in.
    rules: str
    depth: Index
    #: Nodes a search at most; one that hits the limit is *incomplete* and has no value.
    nodes: Natural
    variants: tuple[str, ...]
    positions: Positions
    seed: Whole


@dataclass(frozen=True, slots=True)
class Search:
    """`ablate`: a search of fixed depth from an empty table; `value` is for the player to move, in points."""

    kind: ClassVar[str] = "search"
    variant: str
    position: Index
    #: Whether the limit of nodes was enough; `depth` is less than asked for where the value is proven before.
    complete: bool
    depth: Index
    value: Real
    move: str
    nodes: Natural
    seconds: Duration


@dataclass(frozen=True, slots=True)
class Variant:
    """The engine with some techniques off or on, over all positions that it completed.

    A *sound* variant must have the values of the others; the rest changes what is searched, on purpose.
    """

    name: str
    #: What differs from the first variant of the same group.
    off: tuple[str, ...]
    on: tuple[str, ...]
    sound: bool
    searched: int
    complete: int
    nodes: int
    seconds: float
    #: Nodes against those of the reference, geometric mean over positions that both completed.
    ratio: float | None
    #: The d-th root of the nodes of a search to depth d, geometric mean.
    branching: float | None
    compared: int
    same_value: int
    same_move: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A position where a sound variant has another value than the reference."""

    position: int
    variant: str
    expected: float
    found: float


@dataclass(frozen=True, slots=True)
class AblateSummary:
    """What came of an ablation. `agree` is None as long as nothing could be compared."""

    settings: AblateSettings
    state: State
    variants: tuple[Variant, ...]
    agree: bool | None
    compared: int
    disagreements: tuple[Disagreement, ...]
