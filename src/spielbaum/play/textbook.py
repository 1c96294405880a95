"""Players that think with the textbook searchers: slow, but every step can be followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from threading import Event
from time import perf_counter
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.player import Choice, Player, Report, Turn
from spielbaum.result import Payoff, Result, Value
from spielbaum.search import OutOfTime, Watch, find_algorithm
from spielbaum.trace import Path

#: Deeper than any game here is long; iterative deepening ends before, when nothing is left to look at.
DEEPEST = 1000


@dataclass
class RootWatch(Watch):
    """A watch that ends a search from outside and reports every improvement at the root."""

    stop: Event = field(default_factory=Event)
    on_root: Callable[[Any, Payoff, Watch], None] | None = None

    def enter(self, path: Path, player: int, alpha: Value | None = None, beta: Value | None = None) -> None:
        if self.stop.is_set():
            raise OutOfTime
        super().enter(path, player, alpha, beta)

    def update(
        self, path: Path, move: Any, value: Payoff, alpha: Value | None = None, beta: Value | None = None
    ) -> None:
        super().update(path, move, value, alpha, beta)
        if not path and self.on_root is not None:
            self.on_root(move, value, self)


@dataclass
class TextbookPlayer(Player):
    """Searches with `algorithm` of `spielbaum.search`.

    Without a limit on time or nodes it searches once, to `depth` or to the end of the game; with one it
    deepens iteratively and answers with the last depth that was completed.
    """

    algorithm: str
    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    arguments: dict[str, Any] = field(default_factory=dict)

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        find_algorithm(self.algorithm).check(game)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        limits = [s for s in (self.seconds, turn.budget) if s is not None]
        result = search_textbook(
            position, self.algorithm,
            depth=self.depth, seconds=min(limits, default=None), nodes=self.nodes,
            stop=turn.stop, report=turn.report, **self.arguments,
        )  # fmt: skip
        return Choice(result.move, result)


@dataclass
class AlliancePlayer(TextbookPlayer):
    """max^n of a player who counts the pay-off of an ally as well, times `weight`; see `search.alliance`.

    The ally is called by the number of its seat, from 1, and is taken to count likewise; everybody else is
    taken to look after their own pay-off. A weight of 1 is a team, −1 the wish to hinder.
    """

    ally: int = 1
    weight: Value = 1

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        super().prepare(game, seed)
        if game.two_player_zero_sum:
            raise BadInput("error.player.zero_sum_ally", game=game.name)
        if self.ally > game.facts.players:
            raise BadInput("error.player.ally", game=game.name, players=game.facts.players, given=self.ally)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        me, ally, players = position.player, self.ally - 1, range(position.game.facts.players)
        if me == ally:
            raise BadInput("error.player.own_ally", player=self.spec, number=self.ally)
        weights: list[list[Value]] = [[int(one == other) for other in players] for one in players]
        weights[me][ally] = weights[ally][me] = self.weight
        self.arguments = self.arguments | {"weights": weights}
        return super().choose(position, turn)


def search_textbook(
    position: Position[Any, Any],
    algorithm: str,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Event | None = None,
    report: Report | None = None,
    **arguments: Any,
) -> Result[Any]:
    """The answer of a textbook searcher within limits; always a legal move, even when stopped at once."""
    import spielbaum.search as textbook

    game, state = position.game, position.state
    search = getattr(textbook, algorithm)
    began = perf_counter()
    limited = seconds is not None or nodes is not None
    depths = range(1, (depth or DEEPEST) + 1) if limited else [depth]
    done: Result[Any] | None = None
    spent = 0

    def on_root(move: Any, value: Payoff, watch: Watch) -> None:
        if report is not None:
            view = None if isinstance(value, tuple) else 0
            report(
                Result(
                    _plain(value), view, (move,), depth=limit, nodes=spent + watch.nodes,
                    algorithm=algorithm, seconds=perf_counter() - began,
                )
            )  # fmt: skip

    for limit in depths:
        watch = RootWatch(
            deadline=None if seconds is None else began + seconds,
            stop=stop or Event(),
            most_nodes=None if nodes is None else nodes - spent,
            on_root=on_root,
        )
        try:
            done = search(game, state, depth=limit, watch=watch, **arguments)
        except OutOfTime:
            spent += watch.nodes
            if done is None:
                done = _interrupted(position, algorithm, watch)
            break
        spent += watch.nodes
        if done.proven or not watch.limited:  # a deeper pass would look at nothing new
            break
    assert done is not None
    return replace(done, value=_plain(done.value), nodes=spent, seconds=perf_counter() - began)


def _plain(value: Payoff) -> Payoff:
    """The value without fractions, which are for trees: records and pages write decimals."""
    return tuple(map(_decimal, value)) if isinstance(value, tuple) else _decimal(value)


def _decimal(value: Value) -> Value:
    if isinstance(value, Fraction):
        return float(value)
    return value


def _interrupted(position: Position[Any, Any], algorithm: str, watch: RootWatch) -> Result[Any]:
    """Not even one pass was completed: the best root move so far, else the first legal one."""
    game, state = position.game, position.state
    move, value = watch.best or (game.legal(state)[0], game.estimate(state))
    view = None if isinstance(value, tuple) else 0
    return Result(value, view, (move,), depth=0, algorithm=algorithm)
