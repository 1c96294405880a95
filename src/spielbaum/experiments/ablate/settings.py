"""What an ablation is asked for, and what it measures: searches with techniques of the engine off or on.

The *reference* has every sound technique and none of the others. Sound variants switch one of them off,
`bare` all of them; they must have the reference's value in every position. The others change what is
searched, on purpose: how often the value and the move stay the same is reported, nothing is demanded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from spielbaum.documents import Duration, Index, Natural, Real, Whole
from spielbaum.errors import UnknownName
from spielbaum.experiments import options
from spielbaum.experiments.openings import Positions
from spielbaum.experiments.portable_rules import require_two
from spielbaum.game import Game

SOUND = (
    "table", "killers", "history", "order", "null_windows", "aspiration", "enhanced_cutoffs",
    "star", "probing",
)  # fmt: skip
#: Only the search of games with chance has these, and only that of the others those.
WITH_CHANCE, WITHOUT_CHANCE = ("star", "probing"), ("null_windows", "aspiration", "enhanced_cutoffs")
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


@dataclass(frozen=True, slots=True)
class AblateSettings:
    """What each technique of the engine is worth."""

    kind: ClassVar[str] = "ablate"

    game: str = options.game()
    depth: Index = options.whole(8, least=1, most=100, most_online=60)
    #: Nodes per search at most; one that hits the limit is *incomplete* and has no value.
    nodes: Natural = options.whole(10_000_000, least=1, most=10**15, most_online=10**9)
    positions: Positions = options.positions(20, "random:4-12")
    #: All that can make a difference in the game, where none are named.
    variants: tuple[str, ...] = options.names((), (), most=100, hint="-table,-killers,bare", advanced=True)
    seed: Whole = options.seed()
    #: The digest of the source that the rules stand in.
    rules: str = ""

    @property
    def planned(self) -> int:
        return self.positions.count * len(self.variants)

    @property
    def unsound(self) -> str:
        known = (REFERENCE, BARE, FULL, *(sign + name for sign in "+-" for name in (*SOUND, *CHANGING)))
        return "" if REFERENCE in self.variants and options.each_once(self.variants, known) else "variants"


@dataclass(frozen=True, slots=True)
class Search:
    """A search of fixed depth from an empty table; `value` is for the player to move, in points."""

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


def is_sound(variant: str) -> bool:
    return variant in (REFERENCE, BARE) or variant[1:] in SOUND


def variants_for(game: Game[Any, Any]) -> tuple[str, ...]:
    """Those that can make a difference in this game; the reference first."""
    idle = {*(WITHOUT_CHANCE if game.has_chance else WITH_CHANCE)}
    if game.hints.order is None:
        idle.add("order")
    sound = [f"-{name}" for name in SOUND if name not in idle]
    declared = [name for name, needs in CHANGING.items() if game.named(needs)]
    changing = [("-" if name in QUESTION else "+") + name for name in declared]
    full = [FULL] if len(set(declared) - set(QUESTION)) > 1 else []
    return (REFERENCE, *sound, BARE, *changing, *full)


def check(settings: AblateSettings, game: Game[Any, Any]) -> AblateSettings:
    require_two("ablate", game)
    known, asked = variants_for(game), settings.variants
    for variant in asked:
        if variant not in known:
            raise UnknownName("variant", variant, known)
    # What the others are compared with is always there.
    chosen = tuple(each for each in known if not asked or each == REFERENCE or each in asked)
    return replace(settings, variants=chosen)
