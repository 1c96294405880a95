"""Solves a whole game: every position that can be reached, its value and how many plies best play takes.

Two ways. Where the game says in which *layer* a position lies (`layer`), so that every move leads to the next
one, the layers are enumerated forwards and valued backwards (`layers.py`), and two of them are in memory at a
time. Any other game is one graph (`graph.py`): all positions, and from where each can be reached. Retrograde
analysis settles it from its ends, and what it leaves over goes in circles. `search/retrograde.py` is the same
for reading. Either way positions and moves are written down once, by the rules; values need only numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from spielbaum.engine.blame import broken_rule
from spielbaum.engine.expected_graph import banks
from spielbaum.engine.guards import check_answers
from spielbaum.engine.position_set import ThreadPool
from spielbaum.engine.rules import rules_of
from spielbaum.engine.specialise import Code
from spielbaum.errors import BrokenGame, SpielbaumError, TooLarge, Unfit
from spielbaum.game import Game
from spielbaum.solution.format import AnySection, facts_of
from spielbaum.solution.graph import graph_section
from spielbaum.solution.layers import LayerSolver, Perform
from spielbaum.solution.position_words import solution_key
from spielbaum.solution.small import small_sections
from spielbaum.solution.storage import Storage
from spielbaum.solution.writer import write_solution


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
    #: Has steps done elsewhere (see `shards.py`), and into how many shards layers are cut at least for that.
    perform: Perform | None = None
    shards: int = 1


def pool_for(game: Game[Any, Any], how: How, wanted: Callable[[], bool] = lambda: True) -> ThreadPool:
    """Who runs the rules of the game, with the key by which whole solutions tell positions apart."""
    key = None if how.unfolded else solution_key(game)
    game = (
        game.with_hints(key=key)
        if key is not None and banks(game)
        else game.with_hints(key=key, rest=None, banked=None)
    )
    code = Code(rules_of(game), interpreted=how.interpreted, announce=how.announce)
    code.guard = partial(check_answers, game)
    return ThreadPool(code, 1 if how.interpreted else how.threads, wanted)


def solve_all(
    game: Game[Any, Any], name: str, path: Path, how: How, progress: Progress | None = None
) -> None:
    """Solve the game and write the solution; `name` is what `load_game` reads."""
    if not (game.has_chance and game.one_number):
        game.require_two_player_zero_sum("solve --all", chance=True)
    if game.hints.moment is not None:
        raise Unfit("solution.unfit.moment", game=game.name)
    if how.perform is not None and game.hints.layer is None:
        raise Unfit("solution.unfit.workers", game=game.name)
    pool = pool_for(game, how)
    if how.interpreted:  # others are looked at before they are compiled
        check_answers(game)
    rules = pool.code.rules
    try:
        facts = facts_of(game, name, folded=rules.game.hints.key is not None)  # plays a few games
    except SpielbaumError:
        raise
    except Exception as error:
        raise broken_rule(rules, error) from error
    storage = Storage(path)
    # The same rules may begin elsewhere, as the endings of chess do.
    storage.prepare(rules.digest + facts.rules[:16], resume=how.resume)
    game = rules.game
    progress = progress or Progress()
    sections: Iterator[AnySection]
    in_layers = game.hints.layer is not None and not game.hints.starts
    small = None
    if in_layers and game.has_chance and how.perform is None and not storage.has(0, "states.0"):
        small = small_sections(game, pool, progress)
    if small is not None:
        sections = small
    elif in_layers:
        sections = LayerSolver(game, pool, storage, how, progress).sections()
    else:
        sections = graph_section(game, pool, storage, how, progress)
    try:
        write_solution(path, facts, sections, threads=pool.threads)
        storage.remove()
    except (BrokenGame, TooLarge, Unfit):  # another attempt would come no further
        storage.remove()
        raise
    finally:
        storage.release()
