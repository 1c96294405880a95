"""Solves a whole game: every position that can be reached, its value and how many plies best play takes.

Two ways. Where the game says in which *layer* a position lies (`layer`), so that every move leads to the next
one, the layers are enumerated forwards and valued backwards (`layers.py`), and two of them are in memory at a
time. Any other game is held as a whole graph: all positions, and from where each can be reached. Retrograde
analysis settles it from its ends, and what it leaves over goes in circles. `search/retrograde.py` is the same
for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from spielbaum.engine.blame import broken_rule
from spielbaum.engine.guards import check_answers
from spielbaum.engine.positions import CYCLE, SETTLED
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import Code
from spielbaum.errors import BrokenGame, SpielbaumError, Unfit
from spielbaum.game import Game
from spielbaum.solution.format import Int64Array, Section, facts_of
from spielbaum.solution.positions import ROUND, Crew, PositionSet
from spielbaum.solution.writer import write_solution

#: Bytes per position of a graph: notes, two queues while it is settled, a key and its place in the order.
GRAPH_BYTES = 48


@dataclass
class Progress:
    """What is being done, and how many positions of how many are through; of 0 where nobody knows yet."""

    stage: str = "enumerate"
    done: int = 0
    total: int = 0
    since: float = field(default_factory=monotonic)

    def begin(self, stage: str, total: int) -> None:
        self.stage, self.done, self.total, self.since = stage, 0, total, monotonic()


@dataclass(frozen=True)
class How:
    """How a game is solved."""

    memory: int
    threads: int | None = None
    #: Positions are told apart by their state, not by the game's `key`.
    unfolded: bool = False
    #: Go on from the layers that an earlier attempt left behind.
    resume: bool = False
    #: In plain Python, one thread: slow, for rules that cannot be compiled.
    interpreted: bool = False
    announce: Callable[[str], None] | None = None


def solve_all(
    game: Game[Any, Any], name: str, path: Path, how: How, progress: Progress | None = None
) -> None:
    """Solve the game and write the solution; `name` is what `load_game` reads."""
    from spielbaum.solution.layers import layer_sections, layers_on_disk

    game.require_two_player_zero_sum("solve --all")
    if game.hints.moment is not None:
        raise Unfit("solution.unfit.moment", game=game.name)
    key = None if how.unfolded else game.hints.solution_key or game.hints.key
    declared, game = game, game.with_hints(key=key, rest=None, banked=None)
    rules = rules_of(game)
    try:
        facts = facts_of(declared, name, folded=key is not None)  # plays a few games
    except SpielbaumError:
        raise
    except Exception as error:
        raise broken_rule(rules, error) from error
    code = Code(rules, interpreted=how.interpreted, announce=how.announce)
    code.guard = partial(check_answers, game)
    crew = Crew(code, 1 if how.interpreted else how.threads)
    progress = progress or Progress()
    if game.hints.layer is not None:
        sections = layer_sections(game, crew, path, how, progress)
    else:
        sections = graph_section(game, crew, how, progress)
    write_solution(path, facts, sections, threads=crew.threads)
    if game.hints.layer is not None:
        layers_on_disk(path).remove()


def graph_section(game: Game[Any, Any], crew: Crew, how: How, progress: Progress) -> Iterator[Section]:
    """The whole graph of a game, settled, as one section."""
    words = crew.code.rules.layout.words
    found = PositionSet(crew, how.memory // (8 * words + GRAPH_BYTES), graph=True)
    found.add_state(game.start)
    done = 0
    while done < len(found):
        end = min(len(found), done + ROUND)
        found.expand_from(found, done, end)
        done = end
        progress.done = done
        if found.bytes > how.memory:
            raise found.too_large(how.memory)
    _settle(found, how, progress)
    yield section_of(found, None)


def _settle(found: PositionSet, how: How, progress: Progress) -> None:
    """Retrograde analysis: from the ends of the game back to every position that can be forced there."""
    crew, count = found.crew, len(found)
    moves = int(found.moves_left[:count].sum(dtype=np.int64))
    if found.bytes + 4 * moves > how.memory:
        raise found.too_large(how.memory, found.bytes + 4 * moves)
    progress.begin("link", count)
    ends = found.entering
    ends[:count] = np.cumsum(ends[:count]) - ends[:count]
    edges = np.empty(moves, np.int32)
    for begin in range(0, count, ROUND):
        crew.run(
            "link",
            found.info,
            begin,
            min(begin + ROUND, count),
            lambda thread: (
                found.states,
                found.slots,
                found.info,
                crew.rows[thread],
                found.flags,
                ends,
                edges,
            ),
        )
        progress.done = begin
    found.forget_slots()
    progress.begin("settle", count)
    payoffs = np.unique(np.abs(found.values[:count][found.ended()]))
    queue = np.empty(count, np.int32)
    for threshold in sorted((int(payoff) for payoff in payoffs if payoff), reverse=True):
        progress.done += crew.alone(
            "settle",
            found.info,
            found.flags,
            found.values,
            found.plies,
            found.moves_left,
            ends,
            edges,
            queue,
            threshold,
        )
    drawn = int(np.count_nonzero(found.flags[:count] & SETTLED == 0))
    if drawn and not crew.code.rules.game.facts.repeats:
        # A circle: keys of positions on the way to each other are equal, or `repeats` is missing. What was
        # settled is right all the same; what was not need not be drawn.
        left = found.moves_left[:count].copy()
        if crew.alone("going_round", found.info, found.flags, left, ends, edges, queue):
            raise BrokenGame("solution.circle", game=crew.code.rules.game.name)
    if drawn:
        forced, waiting = np.zeros(count, np.uint8), np.empty(2 * drawn, np.int64)
        crew.alone(
            "settle_draws",
            found.info,
            found.flags,
            found.plies,
            found.moves_left,
            ends,
            edges,
            forced,
            waiting,
        )


def section_of(found: PositionSet, layer: int | None) -> Section:
    """The positions in the order of their keys."""
    count = len(found)
    keys = found.keys()
    order = order_of(keys)
    folded = found.crew.code.rules.game.hints.key is not None
    cycle = (found.flags[:count] & CYCLE) != 0
    return Section(
        layer,
        keys[order],
        found.values[:count][order],
        found.plies[:count][order],
        cycle[order],
        found.rows_of_states().reshape(count, -1)[order] if folded else None,
    )


def order_of(keys: Int64Array) -> npt.NDArray[np.int64]:
    """Where the rows are in the order of their words, the first word first.

    Words of few bits are joined: sorting by one word takes a third of the time of sorting by four.
    """
    joined = [keys[:, 0]]
    room = 63 - _bits(keys[:, 0])
    for column in keys.T[1:]:
        bits = _bits(column)
        if bits <= room:
            joined[-1] = (joined[-1] - joined[-1].min(initial=0)) << bits | (column - column.min(initial=0))
            room -= bits
        else:
            joined.append(column)
            room = 63 - bits
    order = np.argsort(joined[0], kind="stable")
    first = joined[0][order]
    if len(joined) > 1 and (first[1:] == first[:-1]).any():
        order = np.lexsort(joined[::-1])
    return order


def _bits(column: Int64Array) -> int:
    """Bits for the numbers of a column, counted from the least."""
    return (int(column.max(initial=0)) - int(column.min(initial=0))).bit_length()
