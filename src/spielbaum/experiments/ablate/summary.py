"""What the record of an ablation says."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import fmean

from spielbaum.experiments.ablate.settings import (
    REFERENCE,
    AblateSettings,
    Search,
    is_sound,
)
from spielbaum.experiments.ablate.techniques import techniques_of
from spielbaum.experiments.kind import Record, State


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


def belongs(settings: AblateSettings, number: int, measured: object) -> bool:
    """Whether that is what the task of that number measures."""
    position, variant = divmod(number, len(settings.variants))
    return (
        isinstance(measured, Search)
        and measured.position == position
        and measured.variant == settings.variants[variant]
    )


def summarise(settings: AblateSettings, record: Record) -> AblateSummary:
    by_variant: dict[str, dict[int, Search]] = {variant: {} for variant in settings.variants}
    for _, each in sorted(record.items()):
        if isinstance(each.measurement, Search):
            by_variant[each.measurement.variant][each.measurement.position] = each.measurement
    reference = by_variant[REFERENCE]
    variants = tuple(_variant(name, by_variant[name], reference) for name in settings.variants)
    disagreements = tuple(
        Disagreement(position, name, reference[position].value, found.value)
        for name in settings.variants
        if is_sound(name)
        for position, found in by_variant[name].items()
        if _comparable(found, reference.get(position)) and found.value != reference[position].value
    )
    compared = sum(each.compared for each in variants if each.sound and each.name != REFERENCE)
    return AblateSummary(
        settings,
        State.of(settings.planned, record),
        variants,
        not disagreements if compared else None,
        compared,
        disagreements,
    )


def _variant(name: str, found: dict[int, Search], reference: dict[int, Search]) -> Variant:
    whole = [each for each in found.values() if each.complete]
    both = [(each, reference[n]) for n, each in found.items() if _comparable(each, reference.get(n))]
    switches, base = asdict(techniques_of(name)), asdict(techniques_of(REFERENCE))
    changed = [switch for switch in switches if switches[switch] != base[switch]]
    return Variant(
        name,
        tuple(switch for switch in changed if base[switch]),
        tuple(switch for switch in changed if not base[switch]),
        is_sound(name),
        len(found),
        len(whole),
        sum(each.nodes for each in whole),
        round(sum(each.seconds for each in whole), 6),
        _geometric([max(each.nodes, 1) / max(other.nodes, 1) for each, other in both]),
        _geometric([max(each.nodes, 1) ** (1 / max(each.depth, 1)) for each in whole]),
        len(both),
        sum(each.value == other.value for each, other in both),
        sum(each.move == other.move for each, other in both),
    )


def _comparable(one: Search, other: Search | None) -> bool:
    return one.complete and other is not None and other.complete


def _geometric(values: list[float]) -> float | None:
    return round(math.exp(fmean(math.log(value) for value in values)), 4) if values else None
