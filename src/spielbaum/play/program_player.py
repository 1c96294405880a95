"""What players that are programs have in common, whatever they speak."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, ClassVar

from spielbaum.game import Game, Position
from spielbaum.play.engine_players import allowed
from spielbaum.play.outcome import Fault, Reason
from spielbaum.play.player import Choice, Player, Turn
from spielbaum.play.programs import Gone, Program, Silence, quoted

#: Seconds between two looks at whether the turn was stopped; a line is noticed at once.
POLL = 0.05
#: How long a program may take to answer after it was told to stop.
AT_ONCE = 1.0
#: Seconds of silence that a program is allowed beyond its time.
TIMEOUT = 10.0
#: Seconds until it is ready for a game; some compile first.
START = 120.0


@dataclass(frozen=True, slots=True)
class Effort:
    """What a program is asked to spend on a move; `left` is when it loses on time."""

    seconds: float | None = None
    left: float | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass
class ProgramPlayer(Player):
    """A program that is started when a game is prepared and kept for the next one.

    Whatever it does wrong is raised as a `Fault` with the reason for which it loses; it is ended then and
    started afresh for the next game.
    """

    command: tuple[str, ...]
    own: Mapping[str, str] = field(default_factory=dict)
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    timeout: float = TIMEOUT
    start_timeout: float = START
    _program: Program | None = field(default=None, repr=False)
    #: A player left behind by its match may still be waiting for its program when the next game begins.
    _lock: RLock = field(default_factory=RLock, repr=False)

    farewell: ClassVar[str] = "quit"

    # ------------------------------------------------------------------ what each protocol says

    @abstractmethod
    def greet(self, program: Program) -> None:
        """The first words with a program that has just been started."""

    @abstractmethod
    def begin(self, program: Program, game: Game[Any, Any], seed: int) -> None:
        """A new game."""

    @abstractmethod
    def ask(self, program: Program, position: Position[Any, Any], effort: Effort, turn: Turn) -> Choice:
        """The program's move."""

    # ------------------------------------------------------------------ a player's life

    def prepare(self, game: Game[Any, Any], seed: int = 0) -> None:
        with self._lock, _Ending(self):
            if self._program is not None and not self._program.alive:
                self.close()  # what it did between two games costs it none
            if self._program is None:
                self._program = Program(self.command)
                self.greet(self._program)
            self.begin(self._program, game, seed)

    def choose(self, position: Position[Any, Any], turn: Turn) -> Choice:
        with self._lock:
            if self._program is None:  # without a match, or the program was ended after a fault
                self.prepare(position.game)
            assert self._program is not None
            counted = self.depth is not None or self.nodes is not None
            seconds = allowed(self.seconds, turn, default=not counted)
            with _Ending(self):
                return self.ask(
                    self._program, position, Effort(seconds, turn.seconds, self.depth, self.nodes), turn
                )

    def close(self) -> None:
        with self._lock:
            program, self._program = self._program, None
            if program is not None:
                program.end(self.farewell)

    # ------------------------------------------------------------------ complaining

    def fault(self, reason: Reason, key: str, **fields: object) -> Fault:
        """What it did wrong, with its name."""
        name = quoted(" ".join([Path(self.command[0]).name, *self.command[1:]]))
        return Fault(reason, f"protocol.{key}", program=name, **fields)

    def protocol_error(self, line: str, expected: str) -> Fault:
        """A line that is none of those that the protocol allows there."""
        return self.fault(Reason.PROTOCOL_ERROR, "unexpected", line=quoted(line), expected=expected)

    # ------------------------------------------------------------------ reading

    def starting_lines(self, program: Program) -> Iterator[str]:
        """What it says until it is ready, which it has to be in time."""
        until = monotonic() + self.start_timeout
        while True:
            try:
                yield program.read(until - monotonic())
            except Silence:
                seconds = f"{self.start_timeout:g}"
                raise self.fault(Reason.TIME, "not_ready", seconds=seconds, said=program.last_words) from None
            except Gone:
                raise self.fault(Reason.CRASH, "crash", fate=program.fate()) from None

    def thinking_lines(self, program: Program, turn: Turn, effort: Effort, stop: str) -> Iterator[str]:
        """What it says until it has moved. A stopped turn is passed on, and then it has to move at once.

        Silence counts from the end of its time; where it has no such limit, from its last line.
        """
        limits = [s for s in (effort.seconds, effort.left) if s is not None]
        until = monotonic() + max(limits, default=0.0) + self.timeout
        stopped = False
        while True:
            if turn.stop.is_set() and not stopped:
                stopped = True
                program.send(stop)
                until = min(until, monotonic() + AT_ONCE)
            try:
                line = program.read(POLL)
            except Silence:
                if monotonic() > until:
                    raise self.fault(Reason.TIME, "silent", said=program.last_words) from None
                continue
            except Gone:
                raise self.fault(Reason.CRASH, "crash", fate=program.fate()) from None
            if not limits and not stopped:
                until = monotonic() + self.timeout
            yield line
            # A program that talks on and on is not silent, but it does not move either.
            if (limits or stopped) and monotonic() > until:
                raise self.fault(Reason.TIME, "silent", said=program.last_words)


@dataclass(frozen=True, slots=True)
class _Ending:
    """Ends the program where talking to it goes wrong: nobody knows what it would say next."""

    player: ProgramPlayer

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, _error: object, _traceback: object) -> None:
        if kind is not None:
            self.player.close()


def illegal(move: str) -> Fault:
    return Fault(Reason.ILLEGAL, "protocol.move", move=quoted(move))
