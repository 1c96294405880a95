"""What learning is asked for, and what it measures: games against itself, fits, and a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, ClassVar

from spielbaum.documents import Count, Duration, Index, Natural, Real, Share, Whole
from spielbaum.errors import BadInput
from spielbaum.experiments import options
from spielbaum.experiments.learn.places import Worths
from spielbaum.experiments.openings import Positions
from spielbaum.experiments.portable_rules import require_two
from spielbaum.game import Game

#: Games of a task.
GAMES = 100
#: Sizes of the hidden layer that can be asked for.
SIZES = ("8", "16", "32", "64", "128")
#: The minutes are those of this many processors, of which games take this share of the time, and a move
#: of a game this long: so that the plan, and with it the result, is the same on every machine.
CORES, SHARE = 2, 0.35
SECONDS_PER_MOVE, SECONDS_PER_NODE = 30e-6, 0.2e-6
#: With fewer games there is nothing to be learnt.
LEAST_TASKS = 4


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """A network that judges positions, learnt from games of the engine against itself."""

    kind: ClassVar[str] = "learn"

    game: str = options.game()
    minutes: Duration = options.decimal(30, least=0.01, most=100_000, most_online=60)
    #: Nodes per move of the games to learn from, and of the match.
    nodes: Index = options.whole(800, least=1, most=10**7, most_online=5000)
    #: Nodes of the exact solver per game, whose last positions it proves.
    exact: Index = options.whole(30_000, least=0, most=10**9, most_online=100_000)
    match: Count = options.whole(400, least=0, most=10**7, most_online=2000, step=2)
    match_nodes: Index = options.whole(2000, least=1, most=10**7, most_online=20_000, advanced=True)
    openings: Positions = options.openings("random:6")
    #: Games of a match that the network of each round but the last plays, for the curve of strength.
    curve: Index = options.whole(100, least=0, most=10**7, most_online=500, step=2, advanced=True)
    #: How often it learns; from the second time on the games are its own.
    rounds: Index = options.whole(3, least=1, most=20, advanced=True)
    #: Networks per round, which differ in their random beginning; the better one counts.
    fits: Index = options.whole(2, least=1, most=64, advanced=True)
    hidden: str = options.choice("32", SIZES, advanced=True)
    epochs: Index = options.whole(12, least=1, most=1000, advanced=True)
    #: Size of a step at first: where targets are noisy and positions many, small ones come further.
    rate: Share = options.decimal(0.004, least=0.00001, most=1, advanced=True)
    #: How much an estimate of the search counts beside the result of the game.
    trust: Share = options.decimal(0.5, least=0, most=1, advanced=True)
    #: Whether the network takes the place of the game's own evaluation or adds to it.
    role: str = options.choice("instead", ("instead", "beside"), advanced=True)
    seed: Whole = options.seed()
    #: The digest of the source that the rules stand in.
    rules: str = ""
    #: Tasks of games per round; plies of random games on average.
    tasks: Index = 0
    length: Index = 0

    @property
    def planned(self) -> int:
        return self.stages[-1]

    @property
    def stages(self) -> tuple[int, ...]:
        """Where games and fits of each round end, and the matches."""
        matches = self.match + self.curve * (self.rounds - 1)
        return tuple(accumulate([*((self.tasks, self.fits) * self.rounds), matches]))

    @property
    def unsound(self) -> str:
        return "" if self.tasks and self.length else "tasks"

    def place(self, number: int) -> tuple[int, str, int]:
        """The round of a task, what it is (`games`, `fit`, `match`), and its number among those.

        A match belongs to the round after that of its network. The last network's match comes first.
        """
        each = self.tasks + self.fits
        turn, index = divmod(number, each)
        if turn >= self.rounds:
            beyond = number - self.rounds * each - self.match
            if beyond < 0:
                return self.rounds, "match", beyond + self.match
            return 1 + beyond // self.curve, "match", beyond % self.curve
        return (turn, "games", index) if index < self.tasks else (turn, "fit", index - self.tasks)


@dataclass(frozen=True, slots=True)
class Lessons:
    """Positions of some games; `data` as `samples.py` writes them, with so many words per state."""

    kind: ClassVar[str] = "lessons"
    task: Index
    games: Index
    positions: Index
    words: Index
    data: str
    #: Processor time; of this alone nothing can be said beforehand.
    seconds: Duration

    def rows_of(self) -> Iterator[dict[str, Any]]:
        yield {"task": self.task, "games": self.games, "positions": self.positions, "seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class Fit:
    """A network after a round, in base 64; losses are in nats per position."""

    kind: ClassVar[str] = "fit"
    task: Index
    positions: Natural
    held_out: Natural
    #: After each epoch: on positions that were learnt, and on those of other games.
    losses: tuple[tuple[Real, Real], ...]
    best: Index
    #: On positions of other games: of who knows the mean alone, and of the search that played.
    constant: Real
    before: Real
    #: How many of the positions of other games were proven, and the loss on these alone.
    proven: Natural
    proven_loss: Real
    #: Of these, the decided ones judged worst: the position, and what score was expected of the winner.
    worst: tuple[tuple[str, Share], ...]
    network: str
    seconds: Duration
    #: After each epoch: in how many of the proven and decided positions of other games it names the winner;
    #: and in how many of them the game's own evaluation does. Empty and None where there is none.
    knows: tuple[Share, ...] = ()
    knew: Share | None = None
    #: What a stone on each place of the board is worth to it.
    worths: tuple[Worths, ...] = ()

    @property
    def loss(self) -> float:
        return self.losses[self.best][1]

    def rows_of(self) -> Iterator[dict[str, Any]]:
        for epoch, (seen, unseen) in enumerate(self.losses):
            yield {"task": self.task, "epoch": epoch, "learnt": seen, "rest": unseen}


def check(settings: LearnSettings, game: Game[Any, Any]) -> LearnSettings:
    from spielbaum.experiments.learn.samples import usual_length

    require_two("learn", game)
    if game.has_chance:
        raise BadInput("network.chance", game=game.name)
    for games in (settings.match, settings.curve):
        if games % 2:
            raise BadInput("error.run.games", given=games)
    if game.facts.repeats:  # nothing is proven from the end there
        settings = replace(settings, exact=0)
    length = usual_length(game)
    move = SECONDS_PER_MOVE + SECONDS_PER_NODE * settings.nodes
    # About a quarter of a game is its random opening. A short one is solved before the nodes are used up.
    solving = SECONDS_PER_NODE * min(settings.exact, 2.0 ** min(length, 60))
    batch = GAMES * (max(0.75 * length, 1) * move + solving)
    tasks = int(60 * settings.minutes * CORES * SHARE / batch / settings.rounds)
    if tasks < LEAST_TASKS:
        least = LEAST_TASKS * settings.rounds * batch / (60 * CORES * SHARE)
        raise BadInput(
            "error.learn.minutes",
            given=f"{settings.minutes:g}",
            least=f"{least * 1.01:.2f}",
            games=LEAST_TASKS * GAMES,
        )
    return replace(settings, tasks=min(tasks, 10**6), length=length)
