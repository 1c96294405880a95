"""Strength as a function of thinking time.

Two answers to one question. Neighbours on a ladder of limits play each other: Elo for each doubling. And
where the game can be solved, moves in random positions are held against perfect play, for any number of
algorithms: the share of moves that keep win, draw or loss, and the share that no other move is better than.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.experiments.algorithms import kept_algorithm, kept_solver, known_algorithm, make_algorithm
from spielbaum.experiments.contest import play_contest
from spielbaum.experiments.experiment import Record, Task, choose_positions
from spielbaum.experiments.measurements import Choices, Contest, Limit, Solved, SweepSettings, SweepSummary
from spielbaum.experiments.openings import Opening
from spielbaum.experiments.rules import Rules
from spielbaum.experiments.sweep_summary import BATCH, planned, summarise
from spielbaum.experiments.worker import kept_game, stop_event
from spielbaum.play.engine_store import solve
from spielbaum.play.player import Turn, as_choice
from spielbaum.result import Line

#: Moves of a game on average; only the estimate of the remaining time rests on it.
MOVES = 20
#: The least and the greatest of each limit.
RANGES: dict[str, tuple[float, float]] = {"seconds": (0.001, 3600), "nodes": (1, 10**12), "depth": (1, 100)}


@dataclass(frozen=True, slots=True)
class SolveTask:
    """What perfect play is in one position."""

    number: int
    rules: Rules
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
        worth = {line.moves[0]: _worth(line, game.prefer_early) for line in found.lines}
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
    rules: Rules
    algorithm: str
    limit: Limit
    rung: int
    value: float
    first: int
    openings: tuple[Opening, ...]
    seed: int

    def measure(self) -> Choices | None:
        game = kept_game(self.rules)
        player = kept_algorithm(0, self.algorithm, self.limit, self.value)
        moves: list[str] = []
        depths: list[int] = []
        nodes: list[int] = []
        seconds: list[float] = []
        for index, opening in enumerate(self.openings, start=self.first):
            position = opening.position(game)
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
    rules: Rules
    algorithm: str
    limit: Limit
    step: int
    values: tuple[float, float]
    pair: int
    index: int
    opening: Opening
    first: int
    seed: int

    def measure(self) -> Contest | None:
        low, high = (
            kept_algorithm(seat, self.algorithm, self.limit, value) for seat, value in enumerate(self.values)
        )
        return play_contest(
            kept_game(self.rules), (low, high), self.opening, self.seed, algorithm=self.algorithm,
            contest=self.step, pair=self.pair, number=self.index, first=self.first,
        )  # fmt: skip


@dataclass(frozen=True)
class Sweep:
    """Tasks in the order of their numbers: positions to solve, moves to choose, games to play."""

    settings: SweepSettings
    rules: Rules
    openings: tuple[Opening, ...]
    positions: tuple[Opening, ...]

    @cached_property
    def solves(self) -> int:
        return planned(self.settings)[0]

    @cached_property
    def choices(self) -> int:
        return planned(self.settings)[1]

    @property
    def stages(self) -> tuple[int, ...]:
        return (sum(planned(self.settings)),)

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
        """All players and steps play a pair before the next opening comes."""
        settings = self.settings
        game = number - self.solves - self.choices
        rungs = list(pairwise(settings.ladder))
        pair, rest = divmod(game // 2, len(settings.players) * len(rungs))
        player, step = divmod(rest, len(rungs))
        index = pair % len(self.openings)
        return StepTask(
            number, self.rules, settings.players[player], settings.limit, step, rungs[step], pair, index,
            self.openings[index], game % 2, Random(f"{settings.seed}/step/{game}").getrandbits(62),
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
        step = (number - self.solves - self.choices) // 2 % max(len(settings.ladder) - 1, 1)
        return MOVES / 2 * (self._effort(step) + self._effort(step + 1))

    def _effort(self, rung: int) -> float:
        value = self.settings.ladder[rung]
        return 3.0**value if self.settings.limit == "depth" else value

    def summary(self, record: Record) -> SweepSummary:
        return summarise(self.settings, record)


def make_sweep(
    game: str,
    limit: Limit,
    ladder: Sequence[float],
    *,
    players: Sequence[str] = ("engine",),
    games: int = 40,
    openings: str = "random:4",
    algorithms: Sequence[str] = (),
    positions: int = 0,
    position_text: str = "random:8-16",
    solve_seconds: float = 10.0,
    seed: int = 0,
) -> Sweep:
    """A sweep with everything checked that can be known beforehand; compiles what the players need."""
    rules = Rules.of(game)
    loaded = rules.load()
    if loaded.players > 2:
        raise BadInput("error.sweep.players", game=loaded.name, players=loaded.players)
    loaded.require_two_player_zero_sum("sweep")
    check_ladder(limit, ladder)
    if players and games and (games < 2 or games % 2):
        raise BadInput("error.run.games", given=games)
    if players and games and len(ladder) < 2:
        raise BadInput("error.sweep.short", limit=limit)
    players = tuple(dict.fromkeys(map(known_algorithm, players))) if games else ()
    algorithms = tuple(dict.fromkeys(map(known_algorithm, algorithms))) if positions else ()
    if not players and not algorithms:
        raise BadInput("error.sweep.nothing")
    solvable = bool(algorithms) and not loaded.repeats
    everybody = [make_algorithm(name, limit, ladder[0]) for name in dict.fromkeys((*players, *algorithms))]
    begun, opened = choose_positions(loaded, openings, games // 2 if players else 0, seed)
    asked, chosen = choose_positions(
        loaded, position_text, positions if algorithms else 0, seed, least_moves=2
    )
    # What may take a while comes last: everything else is known to be right by then.
    for player in everybody:
        player.prepare(loaded)
    if solvable:
        kept_solver(loaded)
    settings = SweepSettings(
        rules.spec, rules.digest, limit, tuple(map(float if limit == "seconds" else int, ladder)), players,
        games if players else 0, begun, algorithms, asked, solve_seconds if solvable else None, seed,
    )  # fmt: skip
    return Sweep(settings, rules, opened, chosen)


def check_ladder(limit: str, ladder: Sequence[float]) -> None:
    least, most = RANGES[limit]
    whole = limit == "seconds" or all(float(rung).is_integer() for rung in ladder)
    if not ladder or not whole or not all(least <= rung <= most for rung in ladder):
        given = ", ".join(f"{rung:g}" for rung in ladder)
        raise BadInput(f"error.sweep.{limit}", least=f"{least:g}", most=f"{most:g}", given=given)
    if any(low >= high for low, high in pairwise(ladder)):
        raise BadInput("error.sweep.ascending", given=", ".join(f"{rung:g}" for rung in ladder))
