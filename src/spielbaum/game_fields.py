"""What a game may say besides its rules, in three groups; every field is optional.

`Facts` are true of the whole game, `Hints` make a search stronger, `Presentation` is how people read and
write it. A keyword in the wrong place is refused with the place where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Generic, Self, TypeVar

from spielbaum.board import Board, Tally
from spielbaum.errors import MisplacedField
from spielbaum.language import LocalizedText
from spielbaum.result import Value

S = TypeVar("S")
M = TypeVar("M")


class Keywords:
    """Refuses a keyword that is none of its fields with one sentence that says where it belongs."""

    def __new__(cls, *_given: Any, **keywords: Any) -> Self:
        own = names_of(cls)
        for name in keywords:
            if name not in own:
                raise _misplaced(cls, name, own)
        return super().__new__(cls)


@dataclass(frozen=True)
class Facts(Keywords):
    """What is true of the whole game; searchers rely on it."""

    players: int = 2
    zero_sum: bool = True
    #: Least and greatest pay-off of a player, in points.
    values: tuple[Value, Value] = (-1, 1)
    #: Upper bound of the sum of all pay-offs where the game is not zero-sum; lets max^n prune.
    total: Value | None = None
    #: How many units of `evaluate` one point of pay-off is worth.
    unit: int = 1
    #: Upper bounds, where the rules give them: legal moves in a position, plies in a game.
    most_moves: int | None = None
    longest: int | None = None
    #: Positions may come again within a game.
    repeats: bool = False
    #: The game is drawn when a position has come this many times; 0: never.
    repetition: int = 0
    #: The pay-off says nothing about speed, so of two equal wins the earlier one is preferred.
    prefer_early: bool = True
    #: The name of the game whose endings these are: the same states, moves and pay-offs, but no draw by a
    #: clock or by repetition. Its engine may use their solution.
    ending_of: str = ""


@dataclass(frozen=True)
class Hints(Keywords, Generic[S, M]):
    """What makes a search stronger; `spielbaum check` finds hints that are wrong."""

    #: Partial evaluator: a move with a larger number is searched earlier.
    order: Callable[[S, M], int] | None = None
    #: Moves late in the order may be searched less deeply, except those that `order` gives more than 0.
    reducible: bool = False
    #: A quiet ply (`order` 0 or less) seldom changes E(s) by more: allows to leave out what cannot matter.
    swing: int | None = None
    #: The position is too lively to be evaluated …
    dynamic: Callable[[S], bool] | None = None
    #: … and these are the moves worth looking at then (all of them where this is missing).
    noisy: Callable[[S], Iterable[M]] | None = None
    #: The player to move is under direct threat, so the position is searched one ply deeper.
    urgent: Callable[[S], bool] | None = None
    #: Equal keys mean equal value for the player to move, and for player 0 where nature moves; symmetry is
    #: folded in here.
    key: Callable[[S], Any] | None = None
    #: What the value hangs on beyond `key`, as a clock that ends the game does; 0 where that is far away.
    moment: Callable[[S], int] | None = None
    #: Forced moves played out: (the state where a real choice begins, least value, greatest value).
    settle: Callable[[S], tuple[S, Value, Value]] | None = None
    #: Some of the moves, a best one among them; for exact solving.
    candidates: Callable[[S], Iterable[M]] | None = None
    #: Points of player 0 that are sure already, where the rest of the game does not depend on them …
    banked: Callable[[S], int] | None = None
    #: … and a key of the rest: equal rests mean equal value less what is banked, for the player to move; with
    #: chance also that nature moves in both positions or in neither.
    rest: Callable[[S], Any] | None = None
    #: The same position with the other player to move, where passing never helps: allows null moves …
    #: … or the state as it is, where passing might help: the same player to move means no null move here.
    skip: Callable[[S], S] | None = None
    #: What tells positions apart where the whole game is solved, if `key` does not do for it: there equal
    #: keys must mean the same position but for symmetry, so that its moves lead to equal keys again, and that
    #: nature moves in both or in neither.
    solution_key: Callable[[S], Any] | None = None
    #: How far the game is, where every move leads exactly one further, as the number of stones on a board:
    #: then the whole game is solved with two layers in memory …
    layer: Callable[[S], int] | None = None
    #: … or where every move leads at least one and at most this many further.
    stride: int = 1
    #: A whole solution begins at `start` and at `start_of(n)` for each n of these.
    starts: range = range(0)
    start_of: Callable[[int], S] | None = None
    #: How many men are on the board. No move makes them more, and the clock begins anew where they become
    #: fewer; so a search knows where it need not look into a solution.
    men: Callable[[S], int] | None = None
    #: How many plies may be played before a clock ends the game as a draw, whatever else happens.
    clock_left: Callable[[S], int] | None = None
    #: What the evaluation weighs, for player 0: `evaluate` is proportional to these times the `weights` …
    features: Callable[[S], tuple[int, ...]] | None = None
    #: … and what they are called; `tune` fits the weights to results of games.
    terms: tuple[str, ...] = ()
    #: What a network sees (`learn`): the numbers, from 0 on, of what is there as that player sees it, so that
    #: the same position with the players exchanged has the same numbers for the other one …
    active_features: Callable[[S, int], Iterable[int]] | None = None
    #: … or, where features are squares on which something stands, sets of 64 of them: first two numbers below
    #: 64, how each player looks at the board (what is XORed to the squares), then the sets of player 0, then
    #: as many of player 1. Each sees the own sets first. What changes is then found for both at once …
    feature_sets: Callable[[S], Iterable[int]] | None = None
    #: … and how many numbers there are.
    feature_count: int = 0


@dataclass(frozen=True)
class OneOf:
    """The numbers that a parameter of a factory may have: `men: Annotated[int, OneOf((3, 15))] = 15`."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Opening:
    """The name of an opening and the moves that lead to it, with the code that books have for it."""

    code: str
    name: LocalizedText
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Presentation(Keywords, Generic[S, M]):
    """How people read and write the game, its moves and its positions."""

    title: LocalizedText = ""
    rules: LocalizedText = ""
    player_names: tuple[LocalizedText, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    #: What each parameter of the factory means.
    switches: Mapping[str, LocalizedText] = field(default_factory=dict)
    move_text: Callable[[S, M], str] | None = None
    #: What to write beside a branch of the drawn tree, where that is more than the move.
    edge_text: Callable[[S, M], str] | None = None
    parse_move: Callable[[S, str], M] | None = None
    #: Characters per move, where lists of moves may be written without separators, as in 4455.
    move_width: int | None = None
    #: The words of a list of moves put together to moves, where the text of a move may have several words.
    join_words: Callable[[Iterable[str]], Iterable[str]] | None = None
    #: What moves with a name of their own are called, such as passing or castling, by their text.
    move_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    #: The position in the game's own board notation …
    notation: Callable[[S], str] | None = None
    #: … and back; None where the text is not in that notation (it may be a list of moves then).
    parse: Callable[[str], S | None] | None = None
    #: What people call the notation of positions, where it has a name, such as FEN.
    notation_name: str = ""
    #: The number that people give the present round, where the notation of the game has one.
    round: Callable[[S], int] | None = None
    picture: Callable[[S], Board] | None = None
    #: What each player has by now, from the position in which the game began and the present one.
    tally: Callable[[S, S], Iterable[Tally]] | None = None
    #: Openings that have names.
    openings: Iterable[Opening] = ()
    text: Callable[[S], str] | None = None
    #: Why the game is over, as the key of a sentence; asked only where it is.
    ending: Callable[[S], str] | None = None
    #: Whether the game is over here only where somebody claims it, as a draw by fifty moves: others go on.
    plays_on: Callable[[S], bool] | None = None
    #: E(s) in parts that people can read: the key of each part's name, and its units; their sum is E(s).
    parts: Callable[[S], Iterable[tuple[str, int]]] | None = None
    #: Why `order` puts a move early: bonus, capture, win, block … (`trace.why.*`), or words of its own.
    order_reason: Callable[[S, M], str] | None = None
    #: People are told estimates in steps of this many of these units (a pawn is 100); 0: in points.
    measure: int = 0
    #: What these units are called, such as pawns.
    measure_name: LocalizedText = ""
    #: How many units of E(s) come to a point of pay-off by the end of games as they are played, measured by
    #: `tools/estimates.py`: people are told estimates in points then. 0: nobody knows.
    units_per_point: float = 0
    #: The letters of pieces in the text of moves, by language, the same piece at the same place: English ones
    #: stand in files and addresses, and all of them are read.
    letters: Mapping[str, str] = field(default_factory=dict)


#: The groups by the name of the field of `Game` that holds them.
GROUPS: Mapping[str, type[Keywords]] = {"facts": Facts, "hints": Hints, "presentation": Presentation}


def names_of(cls: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass."""
    return tuple(each.name for each in fields(cls))


def group_of(name: str) -> str | None:
    """The group that has a field of this name; None where none has."""
    return _PLACES.get(name)


def _misplaced(cls: type, name: str, own: tuple[str, ...]) -> MisplacedField:
    def written(name: str) -> str:
        """Where a keyword of this name is written."""
        group = group_of(name)
        if group is None:
            return f"Game(…, {name}=…)"
        return f"Game(…, {group}={GROUPS[group].__name__}({name}=…))"

    known = (*_OF_GAME, *GROUPS, *_PLACES)
    if name in known:
        place = group_of(name)
        key = "error.game.keyword.rules" if place is None else "error.game.keyword.group"
        return MisplacedField(key, keyword=name, group=place, written=written(name))
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    if near:
        return MisplacedField("error.game.keyword.near", keyword=name, near=near[0], written=written(near[0]))
    return MisplacedField("error.game.keyword.unknown", keyword=name, known=", ".join(own), cls=cls.__name__)


#: The fields of `Game` that are no groups.
_OF_GAME = ("name", "start", "moves", "play", "utility", "player", "over", "evaluate", "weight")
#: The group of every other field.
_PLACES = {name: group for group, cls in GROUPS.items() for name in names_of(cls)}
