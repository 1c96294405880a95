"""The tasks of learning: rounds of games and fits, then the match against the evaluation that the game had.

In the first round the game's own evaluation plays, in the others the best network so far.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from threading import local
from time import process_time
from typing import TYPE_CHECKING, Any

from spielbaum.errors import SpielbaumError
from spielbaum.experiments.contest import Contest, play_contest
from spielbaum.experiments.kind import Record, Task
from spielbaum.experiments.learn.settings import GAMES, Fit, LearnSettings, Lessons
from spielbaum.experiments.openings import Opening, choose_positions
from spielbaum.experiments.options import command_line
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_players import EnginePlayer

if TYPE_CHECKING:
    from spielbaum.engine import Engine
    from spielbaum.engine.evaluation import Network
    from spielbaum.experiments.learn.samples import Samples

#: Megabytes of a table: games of few nodes need no more, and it is cleared for each.
TABLE_MB = 4
SOLVER_MB = 64
#: Of this many tasks of games one is kept back, so that no game is on both sides.
HELD_OUT = 10
#: Positions that are needed to learn anything.
LEAST_POSITIONS = 1000


def network_in(text: str, rules: PortableRules) -> Network | None:
    """The network that a fit has kept; None for no text."""
    from spielbaum.engine.evaluation import network_of

    return network_of(b64decode(text), kept_game(rules)) if text else None


class _Kept(local):
    """Engines and players, kept for the next task of the same thread."""

    def __init__(self) -> None:
        self.network = lru_cache(maxsize=2)(network_in)
        self.engine = lru_cache(maxsize=1)(self._engine)
        self.solver = lru_cache(maxsize=1)(self._solver)
        self.player = lru_cache(maxsize=2)(self._player)

    def _engine(self, rules: PortableRules, network: str) -> Engine[Any, Any]:
        from spielbaum.engine import Engine

        return Engine(kept_game(rules), table_mb=TABLE_MB, evaluation=self.network(network, rules))

    def _solver(self, rules: PortableRules) -> Engine[Any, Any]:
        from spielbaum.engine import Engine

        return Engine(kept_game(rules), table_mb=SOLVER_MB)

    def _player(self, rules: PortableRules, nodes: int, network: str) -> EnginePlayer:
        return EnginePlayer(nodes=nodes, table_mb=TABLE_MB, evaluation=self.network(network, rules))


_kept = _Kept()


@dataclass(frozen=True, slots=True)
class GamesTask:
    """Games of the engine against itself."""

    number: int
    rules: PortableRules
    network: str
    nodes: int
    #: Those of the exact solver, per game; 0 for none.
    exact: int
    #: Plies of random games.
    length: int
    seed: int

    def measure(self) -> Lessons | None:
        from spielbaum.experiments.learn.samples import play_games, random_plies, stray_share

        engine = _kept.engine(self.rules, self.network)
        engine.warm("self_play")
        solver = _kept.solver(self.rules) if self.exact else None
        if solver is not None:
            solver.warm("solve")
            solver.clear()  # what can be solved must not depend on the tasks before
        began = process_time()
        found = play_games(
            engine, GAMES, self.nodes, random_plies(engine.game, self.length), Random(self.seed),
            stop_event(), stray_share(engine.game), solver, self.exact,
        )  # fmt: skip
        if found is None:
            return None
        words = engine.rules.layout.words
        spent = round(process_time() - began, 3)
        return Lessons(self.number, GAMES, len(found), words, found.encoded(), spent)


Split = tuple[tuple[Lessons, ...], tuple[Lessons, ...]]


def samples_in(lessons: Lessons) -> Samples:
    from spielbaum.experiments.learn.samples import Samples

    return Samples.decoded(lessons.data, lessons.positions, lessons.words)


@dataclass(frozen=True, slots=True)
class FitTask:
    """A network fitted to all that was played."""

    number: int
    rules: PortableRules
    #: Of each round: games to learn from, and games that are kept back.
    lessons: tuple[Split, ...]
    hidden: int
    epochs: int
    rate: float
    trust: float
    #: Whether it adds to the game's own evaluation.
    beside: bool
    seed: int
    #: What makes this run again.
    command: str

    def measure(self) -> Fit | None:
        from spielbaum.experiments.learn.places import POSITIONS, worths
        from spielbaum.experiments.learn.samples import Samples, states_of
        from spielbaum.experiments.learn.training import train

        began = process_time()
        split = [
            (Samples.joined(map(samples_in, learnt)), Samples.joined(map(samples_in, rest)))
            for learnt, rest in self.lessons
        ]
        game = kept_game(self.rules)
        found = train(
            game, split, hidden=self.hidden, epochs=self.epochs, rate=self.rate, trust=self.trust,
            seed=self.seed, stop=stop_event(), beside=self.beside,
        )  # fmt: skip
        if found is None:
            return None
        rest = Samples.joined(rest for _, rest in split)
        spread = range(0, len(rest), -(-len(rest) // POSITIONS))
        positions = sum(len(learnt) for learnt, _ in split)
        recipe = {"command": self.command, "positions": positions, "seed": self.seed}
        return Fit(
            self.number,
            positions,
            len(rest),
            tuple((round(seen, 6), round(unseen, 6)) for seen, unseen in found.losses),
            found.best,
            round(found.constant, 6),
            round(found.before, 6),
            found.proven,
            round(found.proven_loss, 6),
            _in_words(game, found.worst, rest),
            b64encode(replace(found.network, recipe=recipe).content()).decode(),
            round(process_time() - began, 3),
            tuple(round(share, 6) for share in found.knows),
            _knew(game, rest, found.decided.tolist()),
            worths(game, found.network, list(states_of(game, rest, spread))),
        )


def _in_words(
    game: Game[Any, Any], worst: Sequence[tuple[int, float]], samples: Samples
) -> tuple[tuple[str, float], ...]:
    """Positions as people write them."""
    from spielbaum.experiments.learn.samples import states_of

    written = game.presentation.notation or game.board_text
    states = states_of(game, samples, [number for number, _ in worst])
    return tuple(
        (" / ".join(written(state).splitlines()), round(score, 4))
        for state, (_, score) in zip(states, worst, strict=True)
    )


def _knew(game: Game[Any, Any], samples: Samples, decided: Sequence[int]) -> float | None:
    """In how many of these decided positions the game's own evaluation names the winner; 0 counts half."""
    from spielbaum.experiments.learn.samples import states_of

    if game.evaluate is None or not len(decided):
        return None
    named = 0.0
    for number, state in zip(decided, states_of(game, samples, decided), strict=True):
        mover = 1 - 2 * int(samples.movers[number])
        judged = game.evaluate(state)
        assert isinstance(judged, int), "of two players and zero sum"
        right = judged * mover * int(samples.values[number])
        named += 1.0 if right > 0 else 0.5 if right == 0 else 0.0
    return round(named / len(decided), 6)


@dataclass(frozen=True, slots=True)
class MatchTask:
    """A game between the evaluation that the game had and the one that was learnt."""

    number: int
    rules: PortableRules
    nodes: int
    network: str
    pair: int
    index: int
    opening: Opening
    first: int
    seed: int

    def measure(self) -> Contest | None:
        players = [_kept.player(self.rules, self.nodes, network) for network in ("", self.network)]
        return play_contest(
            kept_game(self.rules), players, self.opening, self.seed, 0,
            algorithm=f"engine:nodes={self.nodes}", contest=0, pair=self.pair, number=self.index,
            first=self.first,
        )  # fmt: skip


@dataclass(frozen=True)
class Learn:
    """Rounds of games and fits, then the match."""

    settings: LearnSettings
    rules: PortableRules
    openings: tuple[Opening, ...]

    @property
    def stages(self) -> tuple[int, ...]:
        return self.settings.stages

    def task(self, number: int, record: Record) -> Task:
        settings = self.settings
        turn, what, index = settings.place(number)
        seed = Random(f"{settings.seed}/{what}/{turn}/{index}").getrandbits(62)
        best = best_fit(settings, record, turn - 1)
        network = "" if best is None else best.network
        if what == "games":
            return GamesTask(
                number, self.rules, network, settings.nodes, settings.exact, settings.length, seed
            )
        if what == "fit":
            split = lessons_until(settings, record, turn)
            positions = sum(each.positions for learnt, _ in split for each in learnt)
            if positions < LEAST_POSITIONS:
                games = GAMES * sum(len(learnt) for learnt, _ in split)
                more = -(-LEAST_POSITIONS * games // max(positions, 1))
                raise SpielbaumError("error.learn.few", positions=positions, games=games, least=more)
            return FitTask(
                number, self.rules, split, int(settings.hidden), settings.epochs, settings.rate,
                settings.trust, settings.role == "beside", seed & 0x7FFFFFFF,
                command_line("learn", settings, "FOLDER"),
            )  # fmt: skip
        pair, first = divmod(index, 2)
        opening = pair % len(self.openings)
        return MatchTask(
            number,
            self.rules,
            settings.match_nodes,
            network,
            pair,
            opening,
            self.openings[opening],
            first,
            seed,
        )

    def cost(self, number: int) -> float:
        """Beside a game of the match."""
        turn, what, _ = self.settings.place(number)
        if what == "games":
            nodes = self.settings.nodes + self.settings.exact / self.settings.length
            return GAMES * nodes / max(self.settings.match_nodes, 1) + GAMES / 4
        positions = GAMES * self.settings.tasks * self.settings.length * min(turn + 1, 2)
        return 1.0 if what == "match" else positions * self.settings.epochs / 20_000


def lessons_until(settings: LearnSettings, record: Record, turn: int) -> tuple[Split, ...]:
    """What a fit learns from, and what it is judged by: games of the round before and of this one."""
    rounds: list[Split] = []
    for played in range(max(turn - 1, 0), turn + 1):
        first = played * (settings.tasks + settings.fits)
        found = [
            record[number].measurement for number in range(first, first + settings.tasks) if number in record
        ]
        some = [each for each in found if isinstance(each, Lessons)]
        rest = tuple(each for each in some if (each.task - first) % HELD_OUT == 0)
        learnt = tuple(each for each in some if (each.task - first) % HELD_OUT)
        if learnt and rest:
            rounds.append((learnt, rest))
    return tuple(rounds)


def best_fit(settings: LearnSettings, record: Record, turn: int) -> Fit | None:
    """The network of that round with the least loss on games that it has not seen."""
    if turn < 0:
        return None
    first = turn * (settings.tasks + settings.fits) + settings.tasks
    found = [record[number].measurement for number in range(first, first + settings.fits) if number in record]
    return min((each for each in found if isinstance(each, Fit)), key=lambda fit: fit.loss, default=None)


def prepare(settings: LearnSettings, rules: PortableRules, game: Game[Any, Any]) -> Learn:
    from spielbaum.engine.features import features_of
    from spielbaum.engine.rules import rules_of

    features_of(rules_of(game))  # says so where there is nothing to see
    openings, chosen = choose_positions(
        game, settings.openings.text, max(settings.match // 2, 1), settings.seed
    )
    EnginePlayer(nodes=settings.nodes).prepare(game)
    return Learn(replace(settings, openings=openings), rules, chosen)
