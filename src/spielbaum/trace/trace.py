"""A trace: the events of one search, and the steps in which they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from textwrap import fill
from typing import Literal

from spielbaum.result import CHANCE, Payoff, Value
from spielbaum.show import Drawable, SvgRepr
from spielbaum.trace import sentences
from spielbaum.trace.events import Cutoff, Event, First, Leaf, Leave, Narrow, Outcome, Path, Settle, Update
from spielbaum.trace.node_results import NodeResult
from spielbaum.trace.node_states import UNSEEN, NodeState, node_results, replay
from spielbaum.trace.search_space import SearchSpace

#: Stands for a space at which no line is broken.
_JOINT = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Trace(Drawable):
    """The events of one search and what it ran on; `trace[5]` is a step, `str(trace)` the protocol.

    Values and windows are from the side of player `view`; where that is "mover", from the side of the
    player to move at the node, as the negamax form writes them. Pay-offs of several players have no side.
    """

    events: tuple[Event, ...]
    algorithm: str
    space: SearchSpace
    view: int | Literal["mover"] = 0
    #: MAX against MIN; False where every player looks after their own share.
    sides: bool = True
    #: Cut only at α > β instead of α ≥ β.
    strict: bool = False
    fail_hard: bool = False
    #: The depth limit, where the search had one.
    depth: int | None = None
    #: The line that the search answers; None where it does not say.
    line: Path | None = None

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __getitem__(self, number: int) -> Step:
        return self.steps[number]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<trace of {self.algorithm}: {len(self)} events>"

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(_steps(self))

    @cached_property
    def results(self) -> dict[Path, NodeResult]:
        """What became of each node that was entered or cut."""
        return node_results(self)

    def at_step(self, number: int) -> dict[Path, NodeResult]:
        """The same as `results` after that step, for stepping forwards and backwards."""
        return node_results(self, self.events[: number + 1])

    def maximises(self, player: int) -> bool:
        """Whether this player is MAX."""
        return player == (0 if self.view == "mover" else self.view)

    def label(self, path: Path, language: str = "en") -> str:
        """What the node is called."""
        return sentences.node_name(self, path, language)

    def text(self, language: str = "en", width: int | None = None) -> str:
        """The protocol: numbered sentences, indented by the depth of their node, wrapped at that width.

        That a leaf is entered is not said, for its value follows directly.
        """
        digits = len(str(len(self)))
        lines: list[str] = []
        for step, following in pairwise([*self.steps, None]):
            assert step is not None
            if step.kind == "enter" and following is not None and isinstance(following.event, Leaf):
                continue
            lead = f"{step.number + 1:>{digits}}  " + "  " * min(step.depth, 12)
            sentence = step.sentence(language)
            if width is None:
                lines.append(lead + sentence)
            else:
                hang = " " * (len(lead) + 2)
                # A window, or whatever else is in brackets, stays on one line.
                joined = re.sub(r"\([^()]*\)", lambda match: match[0].replace(" ", _JOINT), sentence)
                filled = fill(joined, width, initial_indent=lead, subsequent_indent=hang)
                lines.append(filled.replace(_JOINT, " "))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Step(SvgRepr):
    """One event of a trace with everything needed to show it."""

    trace: Trace
    #: From 0: the index in the trace.
    number: int
    event: Event
    #: The node it is about; None for a new iteration.
    path: Path | None
    #: Which line of the pseudocode is at work, as in `search.pseudocode`.
    line: str
    #: The window at the node after this step; None where the search has none.
    alpha: Value | None
    beta: Value | None
    #: The best value of the node after this step, where it has one.
    value: Payoff | None
    #: Nodes entered and leaves judged so far, visits counted; children cut so far.
    nodes: int
    leaves: int
    cuts: int

    @property
    def kind(self) -> str:
        """enter, first, leaf, update, cutoff, leave, tablehit, again, settle, narrow or iteration."""
        return type(self.event).__name__.lower()

    @property
    def depth(self) -> int:
        return 0 if self.path is None else len(self.path)

    @property
    def player(self) -> int | None:
        """Who moves at the node."""
        return None if self.path is None else self.trace.space.player(self.path)

    def node(self, language: str = "en") -> str:
        """What the node is called; empty for a new iteration."""
        return "" if self.path is None else self.trace.label(self.path, language)

    def role(self, language: str = "en") -> str:
        """MAX, MIN or the number of the player; empty for a new iteration."""
        return "" if self.player is None else sentences.role(self.trace, self.player, language)

    def sentence(self, language: str = "en") -> str:
        """What happens and why, in one sentence."""
        return sentences.sentence(self.trace, self.event, language)

    def __str__(self) -> str:
        return self.sentence()


def _steps(trace: Trace) -> Iterator[Step]:
    states: dict[Path, NodeState] = {}
    for number, played in enumerate(replay(trace)):
        states |= played.changes
        state = UNSEEN if played.path is None else states.get(played.path, UNSEEN)
        alpha, beta = state.window or (None, None)
        line = _line(trace, played.event)
        counts = played.nodes, played.leaves, played.cuts
        yield Step(trace, number, played.event, played.path, line, alpha, beta, state.value, *counts)


def _line(trace: Trace, event: Event) -> str:
    """The id of the pseudocode line: the kind of event and, between two sides, who moves there."""
    kind = type(event).__name__.lower()
    if isinstance(event, Leaf):
        return "leaf" if event.final else "estimate"
    if isinstance(event, Settle):
        return f"settle.{event.why}"
    if isinstance(event, Update) and event.move is None:
        return "stand"
    if isinstance(event, Outcome) and event.probe:
        return "outcome.probe"
    if isinstance(event, First | Update | Cutoff | Leave | Narrow) and trace.sides and trace.view != "mover":
        if trace.space.player(event.path) == CHANCE:
            return f"{kind}.chance"
        return f"{kind}.{'max' if trace.maximises(trace.space.player(event.path)) else 'min'}"
    return kind
