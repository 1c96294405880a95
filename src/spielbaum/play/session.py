"""A game in which people take part, as a state machine without input or output.

The terminal shows a session and passes on what people do. (The page in the browser keeps its game itself,
in its address, and asks the server for single moves.) Thinking is never done by the session: it hands out a
`Task`, which the caller runs wherever it likes (at once, in a thread, in a pool) and whose answer it brings
back:

    task = session.think()                 # None where a person is to move or the game is over
    answer = task.run(report=show)         # blocks; task.stop() from elsewhere makes it answer at once
    session.accept(task, answer)           # False where the game has moved on in the meantime

Every change of the position stops the tasks that were handed out for another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import SystemRandom
from threading import Event
from time import perf_counter
from typing import Any, Literal

from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.play.clock import TimeControl
from spielbaum.play.dice import throw
from spielbaum.play.files import load_record, save_record
from spielbaum.play.insight import Insight
from spielbaum.play.match import is_legal
from spielbaum.play.outcome import Outcome, Reason, final_outcome, lost_by, lost_by_raising
from spielbaum.play.player import Choice, Player, Report, Turn, as_choice, as_player
from spielbaum.play.players import Human
from spielbaum.play.record import Ply, Record, new_record
from spielbaum.result import CHANCE, Result

TaskKind = Literal["move", "hint", "values"]


@dataclass(eq=False)
class Task:
    """Something to think about, for one position.

    `run` blocks until there is an answer: a `Choice` for a move, a `Result` for a hint or for the values
    of all moves, or the exception that a player raised. `info` is what is known while it runs.
    """

    kind: TaskKind
    position: Position[Any, Any]
    player: int
    work: Callable[[Turn], Any]
    seconds: float | None = None
    budget: float | None = None
    info: Result[Any] | None = None
    _stop: Event = field(default_factory=Event)

    def run(self, report: Report | None = None) -> Choice | Result[Any] | Exception:
        def listen(result: Result[Any]) -> None:
            self.info = result
            if report is not None:
                report(result)

        try:
            answer = self.work(Turn(self.seconds, self.budget, self._stop, listen))
        except Exception as error:  # noqa: BLE001 - the session says what a player did wrong
            return error
        return as_choice(answer) if self.kind == "move" else answer

    def stop(self) -> None:
        """Answer at once, with the best found so far ("move now")."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a player's clock shows: seconds used so far, and left where there is a limit."""

    used: float
    left: float | None
    running: bool


class Session:
    """One game between people and programs, with everything a person may ask for."""

    def __init__(
        self,
        game: Game[Any, Any],
        players: Sequence[object],
        *,
        start: Position[Any, Any] | None = None,
        time: TimeControl | None = None,
        seed: int | None = None,
        insight: Insight | None = None,
        now: Callable[[], float] = perf_counter,
    ) -> None:
        self.game = game
        self.players: list[Player] = [as_player(player) for player in players]
        if len(self.players) != game.facts.players:
            raise BadInput(
                "error.match.players", game=game.name, needed=game.facts.players, given=len(self.players)
            )
        self.time = time or TimeControl()
        self.seed = SystemRandom().getrandbits(48) if seed is None else seed
        #: The seed of the dice: the same, unless a recorded game had others.
        self.dice = self.seed
        self.insight = insight or Insight(game)
        self._now = now
        self._begin(start or Position(game, game.start))
        for player in self.players:
            player.prepare(game, self.seed)
        self._turn_began = now()

    def _begin(self, start: Position[Any, Any]) -> None:
        specs = [player.spec for player in self.players]
        self._base = new_record(start, specs, time=str(self.time), seed=self.seed, dice=self.dice)
        self._positions = [start]
        self._plies: list[Ply] = []
        #: Taken back, the last one first: what `redo` plays again.
        self._undone: list[tuple[Position[Any, Any], Ply]] = []
        self._outcome: Outcome | None = None
        #: What the player to move had used of the turn in which the game was broken off.
        self._unfinished = 0.0
        self._tasks: list[Task] = []
        self._turn_began = self._now()

    # ------------------------------------------------------------------ what there is to see

    @property
    def position(self) -> Position[Any, Any]:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position[Any, Any], ...]:
        """From the first position of the session to the present one."""
        return tuple(self._positions)

    @property
    def plies(self) -> tuple[Ply, ...]:
        return tuple(self._plies)

    @property
    def outcome(self) -> Outcome | None:
        if self._outcome is None and self.position.over:
            return final_outcome(self.position)
        return self._outcome

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def is_human(self, player: int) -> bool:
        return player != CHANCE and isinstance(self.players[player], Human)

    @property
    def human_to_move(self) -> bool:
        return not self.over and self.is_human(self.position.player)

    @property
    def can_undo(self) -> bool:
        return self._undo_target() is not None

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def clocks(self) -> tuple[ClockFace, ...]:
        """What each player's clock shows now. A move taken back gives its time back.

        Where the game was broken off in somebody's turn, by the clock or otherwise, that clock stands still.
        """
        faces = []
        turn = self._unfinished if self.over else self._now() - self._turn_began
        for player in range(self.game.facts.players):
            own = [ply.seconds or 0.0 for ply in self._plies if ply.player == player]
            thinking = turn if player == self.position.player else 0.0
            left = self.time.left(sum(own), len(own))
            running = not self.over and player == self.position.player
            faces.append(ClockFace(sum(own) + thinking, None if left is None else left - thinking, running))
        return tuple(faces)

    # ------------------------------------------------------------------ what people do

    def move(self, text: str) -> Ply:
        """A person's move, as text."""
        if self.over:
            raise BadInput("error.session.over")
        move = self.game.find_move(self.position.state, text)
        if not self.is_human(self.position.player):
            raise BadInput("error.session.not_yours")
        return self._play(Choice(move))

    def resign(self) -> None:
        """The person to move gives up; where a program is to move, the first person does."""
        if self.over:
            raise BadInput("error.session.over")
        people = [p for p in range(self.game.facts.players) if self.is_human(p)]
        if not people:
            raise BadInput("error.session.nobody")
        who = self.position.player if self.human_to_move else people[0]
        self._end(lost_by(self.game, who, Reason.RESIGNATION))

    def undo(self) -> int:
        """Back to where a person was to move; one move where nobody plays. Answers how many moves.

        Throws of the dice are taken back with the move before them, and are the same when it is made again.
        """
        target = self._undo_target()
        if target is None:
            raise BadInput("error.session.no_undo")
        self._outcome, self._unfinished = None, 0.0
        count = len(self._plies) - target
        for _ in range(count):
            self._undone.append((self._positions.pop(), self._plies.pop()))
        self._changed()
        return count

    def redo(self) -> int:
        """The moves taken back, played again up to where a person is to move. Answers how many."""
        if not self._undone:
            raise BadInput("error.session.no_redo")
        count = 0
        while self._undone and (count == 0 or (self._has_people() and not self.human_to_move)):
            position, ply = self._undone.pop()
            self._positions.append(position)
            self._plies.append(ply)
            count += 1
        self._changed()
        return count

    def tick(self) -> bool:
        """Look at the clock; True where the player to move has just lost on time."""
        if self.over or not self.time.limited or self.position.player == CHANCE:
            return False
        who = self.position.player
        left = self.clocks()[who].left
        if left is None or left + self.time.margin >= 0:
            return False
        self._end(lost_by(self.game, who, Reason.TIME))
        return True

    # ------------------------------------------------------------------ what programs do

    def think(self) -> Task | None:
        """The move a program has to find now; where nature moves, the throw of the dice."""
        if self.over or self.human_to_move:
            return None
        who = self.position.player
        position, dice = self.position, self.dice
        if who == CHANCE:
            return self._hand_out(Task("move", position, who, lambda _turn: throw(position, dice)))
        player = self.players[who]
        left = self.clocks()[who].left
        return self._hand_out(
            Task(
                "move",
                position,
                who,
                lambda turn: player.choose(position, turn),
                left,
                self.time.budget(left),
            )
        )

    def hint(self, seconds: float = 1.0) -> Task:
        """A good move for whoever is to move."""
        return self._ask("hint", self.insight.best, seconds)

    def values(self, seconds: float = 2.0) -> Task:
        """The value of every legal move."""
        return self._ask("values", self.insight.values, seconds)

    def accept(self, task: Task, answer: Choice | Result[Any] | Exception) -> bool:
        """Take the answer to a task; False where the game has moved on and it no longer matters."""
        if task not in self._tasks:
            return False
        self._tasks.remove(task)
        if task.kind != "move" or self.over:
            return task.kind != "move"
        who = task.player
        if isinstance(answer, Exception):
            self._end(lost_by_raising(self.game, who, answer))
        elif not isinstance(answer, Choice):
            raise TypeError(f"a move task is answered by a Choice, not {type(answer).__name__}")
        elif answer.resigns:
            self._end(lost_by(self.game, who, Reason.RESIGNATION))
        elif not is_legal(self.position, answer.move):
            self._end(lost_by(self.game, who, Reason.ILLEGAL, repr(answer.move)))
        elif not self.tick():
            self._play(answer)
        return True

    # ------------------------------------------------------------------ records

    def record(self) -> Record:
        return replace(self._base, plies=(*self._base.plies, *self._plies), outcome=self.outcome)

    def save(self, path: Path) -> None:
        save_record(self.record(), path)

    def load(self, path: Path) -> None:
        """Go on with the game in a file: same rules; the players stay the ones of this session."""
        self.resume(load_record(path))

    def resume(self, record: Record) -> None:
        """Go on with a recorded game, from its last position, with its dice and with everything undoable."""
        positions = record.replay(self.game)
        self._stop_tasks()
        if record.seed is not None:
            self.seed = record.seed
        self.dice = self.seed if record.dice is None else record.dice
        opening = record.opening
        self._begin(positions[opening])
        self._base = replace(self._base, date=record.date, tags=record.tags)
        self._positions = positions[opening:]
        self._plies = list(record.plies[opening:])
        broken_off = record.outcome is not None and record.outcome.reason is not Reason.NORMAL
        self._outcome = record.outcome if broken_off else None
        for player in self.players:
            player.prepare(self.game, self.seed)
        self._turn_began = self._now()

    def restart(self) -> None:
        """The same players begin again where this game began."""
        self._stop_tasks()
        self.seed += 1
        self.dice = self.seed
        self._begin(self._positions[0])
        for player in self.players:
            player.prepare(self.game, self.seed)
        self._turn_began = self._now()

    def close(self) -> None:
        self._stop_tasks()
        for player in self.players:
            player.close()
        self.insight.close()

    # ------------------------------------------------------------------ inside

    def _ask(
        self,
        kind: TaskKind,
        question: Callable[[Position[Any, Any], float, Turn], Result[Any]],
        seconds: float,
    ) -> Task:
        if self.over:
            raise BadInput("error.session.over")
        if self.position.player == CHANCE:
            raise BadInput("error.session.chance")
        position = self.position
        return self._hand_out(
            Task(kind, position, position.player, lambda turn: question(position, seconds, turn))
        )

    def _hand_out(self, task: Task) -> Task:
        self._tasks.append(task)
        return task

    def _play(self, choice: Choice) -> Ply:
        seconds = None if self.position.player == CHANCE else self._now() - self._turn_began
        ply = Ply.of(self.position, choice, seconds)
        self._positions.append(self.position.after(choice.move))
        self._plies.append(ply)
        if self._undone and self._undone[-1][1].move == ply.move:
            self._undone.pop()  # the same move again: what came after it can still be redone
        else:
            self._undone.clear()
        self._changed()
        return ply

    def _undo_target(self) -> int | None:
        """The number of moves left on the board after `undo`; None where there is nothing to take back."""
        for number in range(len(self._plies) - 1, -1, -1):
            player = self._positions[number].player
            if self.is_human(player) or (player != CHANCE and not self._has_people()):
                return number
        return None

    def _has_people(self) -> bool:
        return any(isinstance(player, Human) for player in self.players)

    def _end(self, outcome: Outcome) -> None:
        self._outcome, self._unfinished = outcome, self._now() - self._turn_began
        self._undone.clear()  # a game that has ended here does not go on
        self._changed()

    def _changed(self) -> None:
        self._stop_tasks()
        self._turn_began = self._now()

    def _stop_tasks(self) -> None:
        for task in self._tasks:
            task.stop()
        self._tasks.clear()
