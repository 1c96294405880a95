"""What each technique of the engine is worth: the same positions to the same depth, with one thing changed.

The *reference* has every sound technique and none of the others. Sound variants switch one of them off,
`bare` all of them; they must have the reference's value in every position. The others change what is
searched, on purpose: how often the value and the move stay the same is reported, nothing is demanded.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from spielbaum.engine import Techniques
from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments.algorithms import kept_engine
from spielbaum.experiments.experiment import Record, choose_positions, state_of
from spielbaum.experiments.measurements import (
    AblateSettings,
    AblateSummary,
    Disagreement,
    Measurement,
    Search,
    Variant,
)
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_store import think
from spielbaum.play.player import Turn

SOUND = ("table", "killers", "history", "order", "null_windows", "aspiration", "enhanced_cutoffs")
#: Those that change what is searched, with what a game must declare for it. `deeper_entries` is not among
#: them: it does nothing in a search of fixed depth.
CHANGING = {
    "quiescence": "dynamic",
    "repetition": "repeats",
    "extensions": "urgent",
    "reductions": "reducible",
    "null_move": "skip",
    "futility": "swing",
}
#: Switched on in the reference though they are not sound: they belong to the question, not to the answer.
QUESTION = ("quiescence", "repetition", "extensions")
#: Switched off in the reference: they trade certainty for depth.
UNSOUND = ("reductions", "null_move", "futility", "deeper_entries")
REFERENCE = "reference"
BARE = "bare"
FULL = "full"


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


def is_sound(variant: str) -> bool:
    return variant in (REFERENCE, BARE) or variant[1:] in SOUND


def variants_for(game: Game[Any, Any]) -> tuple[str, ...]:
    """Those that can make a difference in this game; the reference first."""
    sound = [f"-{name}" for name in SOUND if name != "order" or game.order is not None]
    declared = [name for name, needs in CHANGING.items() if getattr(game, needs)]
    changing = [("-" if name in QUESTION else "+") + name for name in declared]
    full = [FULL] if len(set(declared) - set(QUESTION)) > 1 else []
    return (REFERENCE, *sound, BARE, *changing, *full)


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One position under one variant."""

    number: int
    rules: Rules
    variant: str
    position: int
    opening: Opening
    depth: int
    nodes: int

    def measure(self) -> Search | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        engine = kept_engine(game)
        engine.techniques = techniques_of(self.variant)
        engine.clear()
        found = think(engine, position, Turn(stop=stop_event()), depth=self.depth, nodes=self.nodes)
        if stop_event().is_set():
            return None
        assert not isinstance(found.value, tuple)
        return Search(
            self.variant,
            self.position,
            found.depth == self.depth or found.proven,
            found.depth or 0,
            found.value,
            game.move_name(position.state, found.move),
            found.nodes,
            round(found.seconds, 6),
        )


@dataclass(frozen=True)
class Ablate:
    """Tasks in the order of the positions, all variants on one before the next."""

    settings: AblateSettings
    rules: Rules
    positions: tuple[Opening, ...]

    @property
    def stages(self) -> tuple[int, ...]:
        return (planned(self.settings),)

    def task(self, number: int, record: Record) -> SearchTask:
        position, variant = divmod(number, len(self.settings.variants))
        return SearchTask(
            number, self.rules, self.settings.variants[variant], position, self.positions[position],
            self.settings.depth, self.settings.nodes,
        )  # fmt: skip

    def cost(self, number: int) -> float:
        return 1.0

    def summary(self, record: Record) -> AblateSummary:
        return summarise(self.settings, record)


def make_ablate(
    game: str,
    *,
    depth: int = 8,
    nodes: int = 10_000_000,
    positions: int = 20,
    position_text: str = "random:4-12",
    variants: tuple[str, ...] = (),
    seed: int = 0,
) -> Ablate:
    rules = Rules.of(game)
    loaded = rules.load()
    loaded.require_two_player_zero_sum("ablate")
    if positions < 1:
        raise BadInput("error.experiment.positions", given=positions)
    known = variants_for(loaded)
    for variant in variants:
        if variant not in known:
            raise UnknownName("variant", variant, known)
    # What the others are compared with is always there.
    chosen = known if not variants else tuple(v for v in known if v == REFERENCE or v in variants)
    asked, openings = choose_positions(loaded, position_text, positions, seed, least_moves=2)
    kept_engine(loaded)
    settings = AblateSettings(rules.spec, rules.digest, depth, nodes, chosen, asked, seed)
    return Ablate(settings, rules, openings)


# --- what the record says -----------------------------------------------------------------------------------


def planned(settings: AblateSettings) -> int:
    return settings.positions.count * len(settings.variants)


def sound(settings: AblateSettings) -> bool:
    """Whether such settings could have been asked for."""
    known = (*SOUND, *CHANGING)
    named = all(v in (REFERENCE, BARE, FULL) or (v[:1] in "+-" and v[1:] in known) for v in settings.variants)
    alone = len(set(settings.variants)) == len(settings.variants)
    return named and alone and REFERENCE in settings.variants


def belongs(settings: AblateSettings, number: int, measured: Measurement) -> bool:
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
        state_of(planned(settings), record),
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
