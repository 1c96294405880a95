"""One game between players, from the first move to the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.clock import TimeControl
from spielbaum.play.dice import throw
from spielbaum.play.outcome import Fault, Outcome, Reason, drawn_by, final_outcome, lost_by, lost_by_raising
from spielbaum.play.player import Choice, Player, Turn, as_choice, as_player
from spielbaum.play.record import Ply, Record, new_record
from spielbaum.result import CHANCE, Result

#: A game that may go round in circles ends as a draw after this many moves …
MOST_PLIES = 1000
#: … and any other, which its rules or its dice end some time, after this many.
MOST_PLIES_TO_AN_END = 100_000
#: How long a player that did not answer in time may take to hear that it should stop.
GRACE = 0.2
#: Seconds between two looks at the clock; an answer is noticed at once.
POLL = 0.05


@dataclass(frozen=True, slots=True)
class Listener:
    """Whoever wants to watch a match: what a player thinks while it thinks, and each move."""

    thinks: Callable[[int, Result[Any]], None] = lambda _player, _result: None
    plays: Callable[[Position[Any, Any], Ply], None] = lambda _position, _ply: None


def play_match(
    game: Game[Any, Any],
    players: Sequence[object],
    *,
    start: Position[Any, Any] | None = None,
    time: TimeControl | None = None,
    seed: int = 0,
    dice: int | None = None,
    most_plies: int | None = None,
    listener: Listener | None = None,
    stop: Event | None = None,
) -> Record:
    """Play one game and write it down; `players[i]` plays player i.

    The moves that led to `start` are its opening and stand in the record without a time. A player that
    raises, answers something illegal or oversteps its time loses with that reason. A player that does not
    even return in time is left behind in its thread (its `stop` is set), so a match with a clock always
    ends. Where nature moves, the throws follow from `dice`, which is the `seed` unless another one is given;
    see `play.dice`. After `most_plies` (where none are given `most_plies_of` the game) it is broken off as a
    draw, or as a game alone that pays nothing. Where `stop` is set from outside, the record comes back
    without an outcome.
    """
    match = _Match(
        game,
        [as_player(player) for player in players],
        time or TimeControl(),
        stop or Event(),
        listener or Listener(),
        seed if dice is None else dice,
    )
    position = start or Position(game, game.start)
    specs = [player.spec for player in match.players]
    record = new_record(position, specs, time=str(match.time), seed=seed, dice=match.dice)
    try:
        return match.play(record, position, seed, most_plies_of(game) if most_plies is None else most_plies)
    finally:
        for player, given in zip(match.players, players, strict=True):
            if isinstance(given, str):  # made here
                player.close()


def most_plies_of(game: Game[Any, Any]) -> int:
    """After how many moves a game is broken off; never before it can have ended by its own rules."""
    if game.facts.longest is not None:
        return game.facts.longest
    return MOST_PLIES if game.facts.repeats and not game.has_chance else MOST_PLIES_TO_AN_END


@dataclass
class _Match:
    game: Game[Any, Any]
    players: list[Player]
    time: TimeControl
    stop: Event
    listener: Listener
    dice: int = 0
    used: dict[int, float] = field(default_factory=dict)
    moves: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.players) != self.game.facts.players:
            raise BadInput(
                "error.match.players",
                game=self.game.name,
                needed=self.game.facts.players,
                given=len(self.players),
            )

    def play(self, record: Record, position: Position[Any, Any], seed: int, most_plies: int) -> Record:
        game = self.game
        if self.stop.is_set():
            return record
        for who, player in enumerate(self.players):
            try:
                player.prepare(game, seed)
            except Fault as fault:
                return record.ended(lost_by_raising(game, who, fault))
        outcome: Outcome | None = None
        while not self.stop.is_set():
            if position.over:
                outcome = final_outcome(position)
                break
            if len(record.plies) >= most_plies:
                outcome = drawn_by(game, Reason.LENGTH)
                break
            who = position.player
            choice, seconds, outcome = self.ask(who, position)
            if outcome is not None or self.stop.is_set():
                break
            ply = Ply.of(position, choice, None if who == CHANCE else seconds)
            position = position.after(choice.move)
            record = record.with_ply(ply)
            self.listener.plays(position, ply)
        return record.ended(outcome)

    def ask(self, who: int, position: Position[Any, Any]) -> tuple[Choice, float, Outcome | None]:
        """The player's answer, the seconds it took, and the outcome where it ends the game."""
        if who == CHANCE:
            return Choice(throw(position, self.dice)), 0.0, None
        used, moves = self.used.get(who, 0.0), self.moves.get(who, 0)
        left = self.time.left(used, moves)
        turn = Turn(
            left,
            self.time.budget(left),
            Event(),
            lambda result: self.listener.thinks(who, result),
            self._clocks() if self.time.game is not None else (),
            self.time.increment,
        )
        began = perf_counter()
        answer = self._answer(self.players[who], position, turn)
        seconds = perf_counter() - began
        self.used[who], self.moves[who] = used + seconds, moves + 1
        nothing = Choice(None)
        if self.stop.is_set():
            return nothing, seconds, None
        if answer is None or self.time.overstepped(left, seconds):
            return nothing, seconds, lost_by(self.game, who, Reason.TIME)
        if isinstance(answer, Exception):
            return nothing, seconds, lost_by_raising(self.game, who, answer)
        if answer.resigns:
            return answer, seconds, lost_by(self.game, who, Reason.RESIGNATION)
        if not is_legal(position, answer.move):
            return answer, seconds, lost_by(self.game, who, Reason.ILLEGAL, repr(answer.move))
        return answer, seconds, None

    def _clocks(self) -> tuple[float, ...]:
        players = range(self.game.facts.players)
        return tuple(self.time.left(self.used.get(p, 0.0), self.moves.get(p, 0)) or 0.0 for p in players)

    def _answer(self, player: Player, position: Position[Any, Any], turn: Turn) -> Choice | Exception | None:
        """What the player answers or raises; None where it does not come back in time."""
        answers: SimpleQueue[Choice | Exception] = SimpleQueue()

        def work() -> None:
            try:
                answers.put(as_choice(player.choose(position, turn)))
            except Exception as error:  # noqa: BLE001 - whatever a player does wrong costs it the game, not ours
                answers.put(error)

        Thread(target=work, daemon=True).start()
        deadline = None if turn.seconds is None else perf_counter() + turn.seconds + self.time.margin
        try:
            while True:
                try:
                    return answers.get(timeout=POLL)
                except Empty:
                    late = deadline is not None and perf_counter() > deadline
                    if late or self.stop.is_set():
                        break
            turn.stop.set()
            return answers.get(timeout=GRACE)
        except Empty:
            return None
        finally:
            turn.stop.set()  # also on Ctrl-C: nobody thinks on after the match


def is_legal(position: Position[Any, Any], move: Any) -> bool:
    """Whether a player may make this move; never raises, whatever the player answered."""
    legal = position.game.legal(position.state)
    # By type as well: True == 1 and 4.0 == 4, but neither is a move.
    return any(type(move) is type(m) and move == m for m in legal) or _same_number(move, legal)


def _same_number(move: Any, legal: list[Any]) -> bool:
    """NumPy integers come out of compiled players; they count as the ints they are."""
    return hasattr(move, "item") and getattr(move, "shape", None) == () and move.item() in legal
