"""The closed set of events in which every search tells what it does.

Nodes are named by their path, the moves from the root. Whoever reads events needs to know nothing
about the algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from spielbaum.result import Bound, Payoff, Proof, Value

Path = tuple[Any, ...]

#: Why the rest of a node is cut. alpha, beta: the value passed that end of the window. merit: SSS* has
#: solved the node through its best child. share: what the pay-offs leave for the player above is no
#: more than that player already has (max^n). most: there is nothing more to be had. minimum, maximum: the
#: parent has as much already, so that of this node is omitted (shallow pruning).
#: average-alpha, average-beta: whatever the other outcomes of a chance node bring, its average stays outside
#: the window. probe-alpha, probe-beta: so do the first looks at them show (Star2).
Reason = Literal[
    "alpha",
    "beta",
    "merit",
    "share",
    "most",
    "minimum",
    "maximum",
    "average-alpha",
    "average-beta",
    "probe-alpha",
    "probe-beta",
]
#: Why a position is settled by retrograde analysis.
Settled = Literal["win", "loss", "rule", "cycle"]


@dataclass(frozen=True, slots=True)
class Enter:
    """The search comes to a node with a window; α and β are None for searches without one."""

    path: Path
    player: int
    alpha: Value | None = None
    beta: Value | None = None


@dataclass(frozen=True, slots=True)
class First:
    """The moves of the node were put in order, and this one is searched first.

    `why` is learnt (the last iteration gave it `value`, the best one here), last (it was the last iteration's
    choice), killer, table, answer, history, order (the game's own order), or what the game says of its order:
    bonus, capture, win, block …
    """

    path: Path
    move: Any
    why: str
    value: Payoff | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """The node is judged without looking further: the game is over (`final`), or it is estimated."""

    path: Path
    value: Payoff
    final: bool = True
    #: There is no evaluation either: nobody knows the value, and it counts as 0.
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """The child reached by `move` improved the node's value; None: standing pat did, without a move."""

    path: Path
    move: Any
    value: Payoff
    alpha: Value | None = None
    beta: Value | None = None
    #: The value is as before, but this child is proven to reach it; the best so far rests on an estimate.
    surer: bool = False


@dataclass(frozen=True, slots=True)
class Cutoff:
    """The remaining children cannot matter: `value` passed the `limit` that `against` holds."""

    path: Path
    bound: Reason
    value: Payoff
    limit: Value
    #: The ancestor that holds the bound; None where the bound is the window the search began with.
    against: Path | None
    skipped: tuple[Any, ...]
    #: At a chance node: what the skipped outcomes are taken to bring, the most or the least there is.
    extreme: Value | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome `move` of a chance node brings `value`, which counts with its `probability`.

    So the average lies between `low` and `high`, whatever the other outcomes bring; both are None
    where that is not worked out.
    """

    path: Path
    move: Any
    probability: Fraction
    value: Payoff
    low: Value | None = None
    high: Value | None = None
    #: The outcome was only looked into; its value is a bound.
    probe: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """The search is done with the node; a traversal has no value to tell."""

    path: Path
    value: Payoff | None
    bound: Bound = Bound.EXACT
    #: How sure the value is, and with it the best line from here; None where the search does not say.
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class TableHit:
    """The value of the node is known from an earlier visit; the node is left with it."""

    path: Path
    value: Payoff
    bound: Bound = Bound.EXACT
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """The node is a position that the search knows already, at the node `known`."""

    path: Path
    known: Path


@dataclass(frozen=True, slots=True)
class Settle:
    """The value of the position is known from what its moves lead to, and never changes again.

    win: `move` leads to `successor`, which is worth as much; loss: that was the last way out; rule: a drawn
    end can be forced by the player `forcing`, by this move; cycle: nobody can force an end.
    """

    path: Path
    value: Value
    why: Settled
    #: In how many plies the end is reached; None where there is none.
    remoteness: int | None = None
    move: Any = None
    successor: Path | None = None
    forcing: int | None = None
    proof: Proof = Proof.PROVEN


@dataclass(frozen=True, slots=True)
class Narrow:
    """A sweep of value iteration has found better bounds of a position."""

    path: Path
    sweep: int
    low: Value
    high: Value
    #: The move that has the lower bound; None where nature moves.
    move: Any = None


@dataclass(frozen=True, slots=True)
class Iteration:
    """A new pass over the tree begins: with a depth limit, or with a guess (MTD(f))."""

    depth: int | None = None
    guess: Value | None = None


Event = (
    Enter | First | Leaf | Update | Outcome | Cutoff | Leave | TableHit | Again | Settle | Narrow | Iteration
)
