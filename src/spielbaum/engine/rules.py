"""The rules of a game as the kernels call them: functions and constants by the names of `slots.py`.

What the game does not declare gets a default; how states and moves lie in memory is written for it
(`layout.py`), and so are its hashes (`hashing.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

from spielbaum.engine import exact_values, ordering
from spielbaum.engine.hashing import addressing, keying
from spielbaum.engine.layout import Layout, layout_of, move_functions
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.forms import is_int
from spielbaum.game import Game

if TYPE_CHECKING:
    from spielbaum.engine.digest import Description
    from spielbaum.engine.frontend import Refused

#: Rules of a game that kernels call, by the name of their place.
RULES = (
    "moves",
    "play",
    "player",
    "utility",
    "evaluate",
    "weight",
    "order",
    "dynamic",
    "noisy",
    "key",
    "candidates",
    "settle",
    "skip",
    "urgent",
    "moment",
    "over",
    "banked",
    "rest",
    "men",
    "clock_left",
)

#: The largest value that fits into an entry of the table.
MOST_VALUE = 1 << 34
#: No more parts of a point than this are needed to tell plies apart.
MOST_PLIES = 1 << 16


@dataclass(frozen=True)
class Rules:
    """The functions and constants that take the places in the kernels, in plain Python."""

    game: Game[Any, Any]
    layout: Layout
    names: Mapping[str, Any] = field(repr=False)
    #: Why the rules cannot be compiled, where that is known already.
    refusal: Refused | None = None
    #: The rules that the game declares, as they are compiled.
    declared: Mapping[str, Any] = field(default_factory=dict, repr=False)
    #: What the game says about features, as it is compiled.
    active_features: Callable[..., Any] | None = field(default=None, repr=False)
    feature_sets: Callable[..., Any] | None = field(default=None, repr=False)

    @cached_property
    def description(self) -> Description:
        """Everything that compiled code of these rules depends on."""
        from spielbaum.engine.digest import describe

        return describe(self.layout.shape, self.layout.source, sorted(self.names.items()))

    @property
    def digest(self) -> str:
        """Equal for rules that give equal compiled code."""
        return self.description.digest

    @property
    def judges_inside(self) -> bool:
        """Whether estimates are asked for at inner nodes too."""
        return bool(self.names["HAS_SKIP"] or self.names["HAS_SWING"])


def rules_of(game: Game[Any, Any]) -> Rules:
    """The rules of a game; searching and solving need a pay-off that is one number, counting does not."""
    from spielbaum.engine.frontend import lower
    from spielbaum.engine.writing import allocates, writer_of

    layout_of(game.start)  # says so where a state cannot be one
    # Where every move leads to the next layer nobody asks in which one a position lies.
    apart = ("start_of", "active_features", "feature_sets")
    named = (*RULES, *apart) if game.hints.stride == 1 else (*RULES, *apart, "layer")
    lowered = lower(game, {name: rule for name in named if (rule := game.named(name)) is not None})
    given = lowered.rules
    start_of = given.pop("start_of", None)  # the only one that is not asked about a state
    # Asked by a network alone, see `features.py`.
    active_features, feature_sets = given.pop("active_features", None), given.pop("feature_sets", None)
    layout = layout_of(game.start, lowered.mirrors)
    pack, unpack, plain = layout.functions()
    legal = game.legal(game.start)
    move_words, (identity, put_move, take_move) = move_functions(legal[0] if legal else 0, lowered.mirrors)
    key_words, write_key = keying(game, layout, given.get("key"))
    least, greatest = (_whole(value) for value in game.facts.values)
    if "rest" not in given:  # what is banked can be left out of the table only where the rest has a key
        given.pop("banked", None)
    largest = max(abs(least), abs(greatest), 1)
    early = game.facts.prefer_early and not game.has_chance  # an average has no distance
    near = _room_for_plies(early, largest * game.facts.unit, MOST_VALUE)
    if largest * game.facts.unit * near >= MOST_VALUE:
        raise BadInput("engine.values.large", game=game.name, most=(MOST_VALUE - 1) // game.facts.unit)
    names: dict[str, Any] = {
        **_defaults(given, least, greatest),
        **{name: given[name] for name in given if name not in ("key", "rest", "over")},
        "pack": pack,
        "unpack": unpack,
        "plain": plain,
        "identity": identity,
        "put_move": put_move,
        "take_move": take_move,
        "check_and_place": addressing(game, layout, given.get("key")),
        "rest_and_place": addressing(game, layout, given.get("rest", given.get("key"))),
        "write_key": write_key,
        "KEY_WORDS": key_words,
        "WORDS": layout.words,
        "MOVE_WORDS": move_words,
        "UNIT": game.facts.unit,
        "LEAST": least,
        "GREATEST": greatest,
        "NEAR": near,
        "KNOWS_OVER": "over" in given,
        "MOVES_ALLOCATE": any(allocates(given[name]) for name in ("moves", "candidates") if name in given),
        "HAS_DYNAMIC": "dynamic" in given,
        "HAS_NOISY": "noisy" in given,
        "HAS_SKIP": "skip" in given,
        "HAS_URGENT": "urgent" in given,
        "HAS_MOMENT": "moment" in given,
        "HAS_SWING": game.hints.swing is not None,
        "SWING": game.hints.swing or 0,
        "HAS_BANKED": "banked" in given,
        "HAS_CHANCE": "weight" in given,
        "HAS_ORDER": "order" in given,
        "HAS_SETTLE": "settle" in given,
        "SPAN": _room_for_plies(game.counts_plies, largest, exact_values.MOST_BOUND),
        "REDUCIBLE": game.hints.reducible,
        "REPEATS": game.facts.repeats,
        "HAS_MEN": "men" in given,
        "HAS_CLOCK_LEFT": "clock_left" in given,
        "BY_REPETITION": game.facts.repetition > 0,
        "REPETITIONS": game.facts.repetition,
        "SOLVED": False,
        "LEARNED": False,
        "FEATURES": 0,
        "VIEWS": 1,
        "HIDDEN": 1,
        "ACTIVE": 1,
        "IN_SETS": False,
        "OWN_TOO": False,
        "COMPARED": False,
        "TRACE": False,
        "GROWS": _one_word(game, layout),
    }
    if game.has_chance:
        names["HAS_EVALUATE"] = "evaluate" in given
    if start_of is not None:
        names["start_of"] = start_of
    for name in ("moves", "noisy"):
        names[f"write_{name}"] = writer_of(names[name], put_move, ordering.ENTRY + move_words, ordering.MOVE)
    return Rules(game, layout, names, lowered.refusal, given, active_features, feature_sets)


def _room_for_plies(counted: bool, largest: int, most: int) -> int:
    """Into how many parts a point is divided to count the plies to its end: as many as there is room for.

    A power of two, 4 at least; 1 where plies are not counted, or where there is no room.
    """
    parts = 1
    while counted and parts < MOST_PLIES and largest * parts * 2 < most:
        parts *= 2
    return parts if parts >= 4 else 1


def _one_word(game: Game[Any, Any], layout: Layout) -> bool:
    """Whether one word tells a position from all others; then its place in the table follows from it."""
    key = game.hints.rest or game.hints.key
    if key is None:
        return layout.words == 1
    sample = key(game.start)
    return isinstance(sample, bool) or is_int(sample)


def _whole(value: float) -> int:
    if not isfinite(value) or int(value) != value:
        raise BadInput("engine.values.whole", given=value)
    return int(value)


def _defaults(given: Mapping[str, Any], least: int, greatest: int) -> dict[str, Any]:
    """What stands in for rules that the game does not declare."""
    from spielbaum.engine.writing import without_moves_of

    moves, utility, over = given["moves"], given["utility"], given.get("over")
    ended = over or without_moves_of(moves)

    def nothing(_s: Any) -> int:
        return 0

    def nowhere(_s: Any) -> tuple[int, int]:
        return 0, 0

    def no_order(_s: Any, _move: Any) -> int:
        return 0

    def no_features(_s: Any, _side: int, _memory: Any, _at: int) -> int:
        return 0

    def no_sets(_s: Any, _memory: Any, _at: int) -> int:
        return 0

    def never(_s: Any) -> bool:
        return False

    def same(s: Any) -> Any:
        return s

    def settle(s: Any) -> tuple[Any, int, int]:
        if ended(s):
            value = utility(s)
            return s, value, value
        return s, least, greatest

    return {
        "ended": ended,
        "evaluate": nothing,
        "weight": no_order,
        "order": no_order,
        "dynamic": never,
        "noisy": moves,
        "candidates": moves,
        "settle": settle,
        "skip": same,
        "urgent": never,
        "moment": nothing,
        "banked": nothing,
        "men": nothing,
        "layer": nothing,
        "clock_left": nothing,
        "solved_place": nowhere,
        "write_features": no_features,
        "write_sets": no_sets,
    }


def whole_only(rules: Rules) -> dict[str, Any]:
    """Rules for the interpreted search that refuse pay-offs, estimates and weights with a fraction.

    The arrays of the search would cut the fraction off; compiled rules are refused before they run.
    """

    def guarded(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        def whole(*asked: Any) -> Any:
            given = rule(*asked)
            if any(int(part) != part for part in (given if isinstance(given, tuple) else (given,))):
                raise BrokenGame("engine.fraction", game=rules.game.name, function=name, given=given)
            return given

        return whole

    named = {
        name: guarded(name, rules.names[name])
        for name in ("utility", "evaluate", "weight")
        if name in rules.names
    }
    if rules.game.hints.settle is None and "settle" in rules.names:
        least, greatest = rules.names["LEAST"], rules.names["GREATEST"]
        named["settle"] = _defaults({**rules.declared, **named}, least, greatest)["settle"]
    return named
