"""The games of a match or a tournament: a numbered list that follows from the settings and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from threading import local
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.experiments.kind import Finished, PlayedGame, Record
from spielbaum.experiments.openings import Opening, choose_openings, digest
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.experiments.worker import getting_ready, kept_game, stop_event
from spielbaum.game import Game
from spielbaum.play import Record as GameRecord
from spielbaum.play import TimeControl, make_player, parse_player, play_match
from spielbaum.play.players import Human

#: Players that think for a second per move where nothing limits them otherwise.
_THINKERS = {"engine", "perfect", "mcts", "bot", "uci"}
_COUNTED = {"depth", "nodes", "playouts", "level"}


class _Kept(local):
    """Players, kept for the next task of the same thread: a player is in one game at a time.

    Each has its seat, so that two players of the same kind share no table.
    """

    def __init__(self) -> None:
        self.player = lru_cache(maxsize=16)(lambda _seat, spec: make_player(spec))


_kept = _Kept()


@dataclass(frozen=True, slots=True)
class GameTask:
    """One game, with all that is needed to play it anywhere; `players` in the order of the seats."""

    number: int
    rules: PortableRules
    players: tuple[str, ...]
    opening: Opening
    seed: int
    #: The seed of the dice where nature moves: the same for all games with this opening.
    dice: int
    time: str

    def measure(self) -> GameRecord | None:
        game = kept_game(self.rules)
        with getting_ready():
            record = play_match(
                game,
                [_kept.player(seat, spec) for seat, spec in enumerate(self.players)],
                start=self.opening.position(game),
                time=TimeControl.parse(self.time),
                seed=self.seed,
                dice=self.dice,
                stop=stop_event(),
            )
        return None if record.outcome is None else record


@dataclass(frozen=True)
class Games:
    """A match or a tournament with its openings chosen."""

    settings: Any
    rules: PortableRules
    openings: tuple[Opening, ...] = field(repr=False)

    @property
    def stages(self) -> tuple[int, ...]:
        return (self.settings.planned,)

    @property
    def open_ended(self) -> bool:
        """Nobody knows when a sequential test will be decided."""
        return getattr(self.settings, "sprt", None) is not None

    def cost(self, number: int) -> float:
        return 1.0

    def task(self, number: int, record: Record) -> GameTask:
        """Game `number`: 2k and 2k + 1 are a pair; all pairings play an opening before the next one comes.

        They have the same dice too, so that nobody wins a pair by luck alone (common random numbers).
        """
        settings = self.settings
        opening = number // len(settings.seatings) // len(settings.pairings)
        seats = settings.pairing(number)
        return GameTask(
            number,
            self.rules,
            tuple(_seated(settings.players[player], seats) for player in seats),
            self.openings[opening % len(self.openings)],
            Random(f"{settings.seed}/game/{number}").getrandbits(62),
            Random(f"{settings.seed}/dice/{opening}").getrandbits(62),
            settings.clock,
        )


def _seated(player: str, seats: Sequence[int]) -> str:
    """The player as this game knows it: whoever it names by place in the list is named by seat."""
    spec = parse_player(player)
    if "with" not in spec.options:
        return player
    seat = list(seats).index(int(spec.options["with"]) - 1) + 1
    return str(replace(spec, options={**spec.options, "with": seat}))


def prepare(settings: Any, rules: PortableRules, game: Game[Any, Any]) -> Games:
    wanted = settings.games // len(settings.seatings)
    chosen = tuple(choose_openings(game, settings.openings, wanted, settings.seed))
    prepare_players(game, settings.players)
    known = replace(settings, opening_count=len(chosen), opening_digest=digest(chosen))
    return Games(known, rules, chosen)


def prepare_players(game: Game[Any, Any], players: Sequence[str]) -> None:
    """Every player once, here: what does not fit is refused now, and workers find compiled code."""
    for text in dict.fromkeys(players):
        player = make_player(text)
        if isinstance(player, Human):
            raise BadInput("error.player.human")
        player.prepare(game, 0)
        player.close()


def cores_each(settings: Any) -> int:
    return cores_for(settings.players, clock=bool(settings.clock))


def cores_for(players: Sequence[str], *, clock: bool = False) -> int:
    """The cores a game needs for itself so that thinking times mean something; 0 where time is no matter."""
    specs = [parse_player(player) for player in players]
    timed = clock or any(
        "seconds" in spec.options or (spec.name in _THINKERS and not _COUNTED & spec.options.keys())
        for spec in specs
    )
    return max(int(spec.options.get("threads", 1)) for spec in specs) if timed else 0


def played(settings: Any, finished: Finished) -> PlayedGame:
    seats = settings.pairing(finished.number)
    names = tuple(settings.players[player] for player in seats)
    first = seats.index(min(seats))
    record: GameRecord | None = finished.measurement
    if record is None or record.outcome is None:
        return PlayedGame(finished.number, names, names, first, (), "unscored", None, ())
    return PlayedGame(
        finished.number,
        record.players,
        names,
        first,
        record.outcome.scores,
        record.outcome.reason.value,
        record.start,
        record.moves,
        record.opening,
        record,
    )


def belongs(settings: Any, _number: int, record: GameRecord) -> bool:
    """Whether the game is one of as many players as have seats."""
    return record.outcome is not None and record.outcome.players == len(settings.pairings[0])


# --- rows for other programs --------------------------------------------------------------------------------


def tables(settings: Any, record: Record) -> dict[str, list[dict[str, Any]]]:
    from spielbaum.experiments.export import flat
    from spielbaum.result import line_json

    games: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for number, finished in sorted(record.items()):
        games.append(_game_row(settings, finished))
        plies = finished.measurement.plies if finished.measurement is not None else ()
        for ply, each in enumerate(plies, start=1):
            row = {"game": number, "ply": ply, "seat": each.player + 1, "move": each.move}
            row |= {"seconds": each.seconds, "slip": each.slip}
            if each.thought is not None:
                row |= flat(line_json(each.thought))
            moves.append(row)
    return {"games": games, "moves": moves}


def _game_row(settings: Any, finished: Finished) -> dict[str, Any]:
    """Scores and pay-offs are those of the first seat; with more than two, of every seat."""
    seats = settings.pairing(finished.number)
    names = [settings.players[player] for player in seats]
    several = len(seats) > 2
    unit = finished.number // len(settings.seatings)
    row: dict[str, Any] = {"game": finished.number, ("unit" if several else "pair"): unit}
    if several:
        row |= {f"seat_{seat}": name for seat, name in enumerate(names, start=1)}
        row |= {f"player_{seat}": player + 1 for seat, player in enumerate(seats, start=1)}
    else:
        row |= {"first": names[0], "second": names[1]}
    record: GameRecord | None = finished.measurement
    if record is None or record.outcome is None:
        return (
            row | ({} if several else {"score": None}) | {"reason": "unscored", "detail": finished.unscored}
        )
    outcome = record.outcome
    if several:
        row |= {f"score_{seat}": round(score, 6) for seat, score in enumerate(outcome.scores, start=1)}
        row |= {f"payoff_{seat}": pay for seat, pay in enumerate(outcome.payoffs or (), start=1)}
    else:
        row["score"] = outcome.scores[0]
    row |= {"reason": outcome.reason.value, "detail": outcome.detail, "plies": len(record.plies)}
    row |= {"opening": record.opening, "start": record.start, "moves": " ".join(record.moves)}
    return row | {"seed": record.seed, "date": record.date}
