"""Strength as a function of thinking time.

Two answers to one question. Neighbours on a ladder of limits play each other: Elo for each doubling. (Where a
game has n players, one with more of the limit plays against n − 1 with less, from every seat.) And
where the game can be solved, moves in random positions are held against perfect play, for any number of
algorithms: the share of moves that keep win, draw or loss, and the share that no other move is better than.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from spielbaum.experiments.algorithm_players import kept_algorithm, kept_solver, make_algorithm
from spielbaum.experiments.contest import Contest, play_contest, seats_of
from spielbaum.experiments.kind import Record, Task
from spielbaum.experiments.openings import Opening, choose_positions
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.sweep.settings import BATCH, Choices, Limit, Solved, SweepSettings
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play.engine_store import solve
from spielbaum.play.player import Turn, as_choice
from spielbaum.result import Line

#: Moves of a game on average; only the estimate of the remaining time rests on it.
MOVES = 20


@dataclass(frozen=True, slots=True)
class SolveTask:
    """What perfect play is in one position."""

    number: int
    rules: PortableRules
    position: int
    opening: Opening
    seconds: float

    def measure(self) -> Solved | None:
        game = kept_game(self.rules)
        position = self.opening.position(game)
        engine = kept_solver(game)
        found = solve(engine, position, Turn(stop=stop_event()), self.seconds, every_move=True)
        if stop_event().is_set():
            return None
        legal = game.legal(position.state)
        names = {move: game.move_name(position.state, move) for move in legal}
        if found is None or found.move_values.keys() != set(legal):
            return Solved(self.position, None, tuple(names.values()), (), (), self.seconds)
        value = max(line.points for line in found.lines)
        worth = {line.moves[0]: _worth(line, game.facts.prefer_early) for line in found.lines}
        return Solved(
            self.position,
            value,
            tuple(names.values()),
            tuple(names[move] for move in legal if _sign(found.line_of(move).points) == _sign(value)),
            tuple(names[move] for move in legal if worth[move] == max(worth.values())),
            round(found.seconds, 6),
        )


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def _worth(line: Line[Any], early: bool) -> tuple[float, int]:
    """The value, and among equal ones how early a win or how late a loss comes, where that counts."""
    if not early or line.distance is None:
        return line.points, 0
    return line.points, -_sign(line.points) * line.distance


@dataclass(frozen=True, slots=True)
class ChoiceTask:
    """What an algorithm plays in some of the positions, each from an empty table."""

    number: int
    rules: PortableRules
    algorithm: str
    limit: Limit
    rung: int
    value: float
    first: int
    openings: tuple[Opening, ...]
    seed: int

    def measure(self) -> Choices | None:
        game = kept_game(self.rules)
        seats = game.facts.players
        moves: list[str] = []
        depths: list[int] = []
        nodes: list[int] = []
        seconds: list[float] = []
        for index, opening in enumerate(self.openings, start=self.first):
            position = opening.position(game)
            player = kept_algorithm(self.algorithm, self.limit, self.value, position.player, seats)
            player.prepare(game, Random(f"{self.seed}/choice/{index}").getrandbits(62))
            choice = as_choice(player.choose(position, Turn(stop=stop_event())))
            if stop_event().is_set():
                return None
            assert choice.result is not None
            moves.append(game.move_name(position.state, choice.move))
            depths.append(choice.result.depth or 0)
            nodes.append(choice.result.nodes)
            seconds.append(round(choice.result.seconds, 6))
        return Choices(
            self.algorithm, self.rung, self.first, tuple(moves), tuple(depths), tuple(nodes), tuple(seconds)
        )


@dataclass(frozen=True, slots=True)
class StepTask:
    """A game between neighbours on the ladder."""

    number: int
    rules: PortableRules
    algorithm: str
    limit: Limit
    step: int
    values: tuple[float, float]
    pair: int
    index: int
    opening: Opening
    first: int
    seed: int
    dice: int

    def measure(self) -> Contest | None:
        game = kept_game(self.rules)
        players = [
            kept_algorithm(self.algorithm, self.limit, self.values[player == 1], seat, game.facts.players)
            for player, seat in enumerate(seats_of(game.facts.players, self.first))
        ]
        return play_contest(
            game, players, self.opening, self.seed, self.dice, algorithm=self.algorithm,
            contest=self.step, pair=self.pair, number=self.index, first=self.first,
        )  # fmt: skip


@dataclass(frozen=True)
class Sweep:
    """Tasks in the order of their numbers: positions to solve, moves to choose, games to play."""

    settings: SweepSettings
    rules: PortableRules
    openings: tuple[Opening, ...]
    positions: tuple[Opening, ...]

    @cached_property
    def solves(self) -> int:
        return self.settings.parts[0]

    @cached_property
    def choices(self) -> int:
        return self.settings.parts[1]

    @property
    def stages(self) -> tuple[int, ...]:
        return (self.settings.planned,)

    def task(self, number: int, record: Record) -> Task:
        if number < self.solves:
            return self._solve(number)
        if number < self.solves + self.choices:
            return self._choice(number)
        return self._contest(number)

    def _solve(self, number: int) -> SolveTask:
        assert self.settings.solve_seconds is not None
        return SolveTask(number, self.rules, number, self.positions[number], self.settings.solve_seconds)

    def _choice(self, number: int) -> ChoiceTask:
        """Every algorithm and every rung on a batch before the next batch comes."""
        settings = self.settings
        batch, rest = divmod(number - self.solves, len(settings.algorithms) * len(settings.ladder))
        algorithm, rung = divmod(rest, len(settings.ladder))
        first = batch * BATCH
        return ChoiceTask(
            number, self.rules, settings.algorithms[algorithm], settings.limit, rung, settings.ladder[rung],
            first, self.positions[first : first + BATCH], settings.seed,
        )  # fmt: skip

    def _contest(self, number: int) -> StepTask:
        """All players and steps play an opening in all seats before the next one comes."""
        settings = self.settings
        game = number - self.solves - self.choices
        rungs = list(pairwise(settings.ladder))
        pair, rest = divmod(game // settings.seats, len(settings.players) * len(rungs))
        player, step = divmod(rest, len(rungs))
        index = pair % len(self.openings)
        seed = Random(f"{settings.seed}/step/{game}").getrandbits(62)
        return StepTask(
            number, self.rules, settings.players[player], settings.limit, step, rungs[step], pair, index,
            self.openings[index], game % settings.seats, seed,
            Random(f"{settings.seed}/dice/{pair}").getrandbits(62),
        )  # fmt: skip

    def cost(self, number: int) -> float:
        """In seconds or nodes of thinking; a depth counts as three times the one before it."""
        settings = self.settings
        if number < self.solves:
            # Nobody knows; solving is quick where it is possible at all.
            return self._effort(0)
        if number < self.solves + self.choices:
            rest = (number - self.solves) % (len(settings.algorithms) * len(settings.ladder))
            return BATCH * self._effort(rest % len(settings.ladder))
        others = settings.seats - 1
        step = (number - self.solves - self.choices) // settings.seats % max(len(settings.ladder) - 1, 1)
        return MOVES / settings.seats * (others * self._effort(step) + self._effort(step + 1))

    def _effort(self, rung: int) -> float:
        value = self.settings.ladder[rung]
        return 3.0**value if self.settings.limit == "depth" else value


def prepare(settings: SweepSettings, rules: PortableRules, game: Game[Any, Any]) -> Sweep:
    everybody = dict.fromkeys((*settings.players, *settings.algorithms))
    players = [make_algorithm(name, settings.limit, settings.ladder[0]) for name in everybody]
    asked, seed = settings.positions, settings.seed
    wanted = settings.games // settings.seats
    openings, opened = choose_positions(game, settings.openings.text, wanted, seed)
    positions, chosen = choose_positions(game, asked.text, asked.count, seed, least_moves=2)
    # What may take a while comes last: everything else is known to be right by then.
    for player in players:
        player.prepare(game)
    if settings.solve_seconds is not None:
        kept_solver(game)
    return Sweep(replace(settings, openings=openings, positions=positions), rules, opened, chosen)
