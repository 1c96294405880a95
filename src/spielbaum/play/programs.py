"""A program of someone else's that is spoken to in lines, over its standard input and output.

Whatever it does, we neither wait for ever nor leave it behind: lines are read and written by threads, it
has a process group of its own, and it is ended at the latest with us.
"""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Full, Queue, SimpleQueue
from shlex import join
from shutil import which
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import IO

from spielbaum.errors import BadInput, SpielbaumError

#: Seconds a program has to end after it was asked to, and again after it was told to.
FAREWELL = 1.0
#: Longer lines are cut here; so much of one is quoted.
LONGEST, QUOTED = 1 << 20, 200
#: A program that writes on and on is made to wait after this many lines that nobody has read.
AHEAD = 10_000
#: Where Debian puts games; not on everybody's search path.
GAMES = "/usr/games:/usr/local/games"
#: So many lines of its standard error are remembered.
LAST_WORDS = 3


class Silence(Exception):
    """No line came in time."""


class Gone(Exception):
    """The program will write nothing more."""


class Program:
    """A running program. `read` and `send` are for one thread at a time; `end` is for any."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._pipes = _Pipes()
        with _gate:
            if _closed.is_set():
                raise RuntimeError("no program is started any more")
            self._process = _started(self.command)
            weakref.finalize(self, _end, self._process, self._pipes, "")
            _running.add(self)
        process, pipes = self._process, self._pipes
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        # The threads hold the pipes and not the program, so that a forgotten program is ended.
        self._reader = _thread(_read, process.stdout, pipes)
        self._listener = _thread(_listen, process.stderr, pipes)
        self._writer = _thread(_write, process.stdin, pipes)

    def send(self, line: str) -> None:
        """Say something. Whether it is heard shows in the answer."""
        self._pipes.outgoing.put(line)

    def read(self, timeout: float) -> str:
        """The next line, without its end; raises `Silence` where none comes in time, else `Gone`."""
        try:
            line = self._pipes.incoming.get(timeout=max(timeout, 0))
        except Empty:
            raise Silence from None
        if line is None:
            self._pipes.incoming.put(None)  # it stays so
            raise Gone
        return line

    def end(self, farewell: str = "") -> None:
        """Ask it to end, tell it, make it, and everything that it has started as well."""
        # The exit handler stays: this thread may be left in the middle, when all others are done.
        _end(self._process, self._pipes, farewell)
        for thread in (self._reader, self._listener, self._writer):
            # A grandchild that left the group may keep a pipe open: then the thread is left behind.
            thread.join(FAREWELL)

    @property
    def alive(self) -> bool:
        return not _has_ended(self._process)

    def fate(self) -> SpielbaumError:
        """How it ended, with its last words on standard error; ends it where it only fell silent."""
        ended = _wait(self._process, FAREWELL)
        self.end()
        code = self._process.returncode
        said = self.last_words
        if not ended:
            return SpielbaumError("protocol.closed", said=said)
        if code < 0:
            return SpielbaumError("protocol.killed", signal=_signal_name(-code), said=said)
        return SpielbaumError("protocol.ended", code=code, said=said)

    @property
    def last_words(self) -> SpielbaumError | str:
        """What it last wrote to its standard error, to be put at the end of a sentence."""
        words = " | ".join(self._pipes.complaints)
        return SpielbaumError("protocol.said", words=words) if words else ""


@dataclass
class _Pipes:
    outgoing: SimpleQueue[str | None] = field(default_factory=SimpleQueue)
    incoming: Queue[str | None] = field(default_factory=lambda: Queue(AHEAD))
    complaints: deque[str] = field(default_factory=lambda: deque(maxlen=LAST_WORDS))
    unwanted: Event = field(default_factory=Event)
    #: Held by whoever ends the program; others wait until that is done.
    ending: Lock = field(default_factory=Lock)


_running: weakref.WeakSet[Program] = weakref.WeakSet()
_gate = Lock()
_closed = Event()


def end_programs() -> None:
    """End every program and start no other: for a process that leaves without its exit handlers."""
    with _gate:
        _closed.set()
        programs = list(_running)
    helpers = [Thread(target=program.end, daemon=True) for program in programs]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()


def quoted(line: str) -> str:
    """A line of a program as it may be shown: short, and without what would confuse a terminal."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in line)
    return shown if len(shown) <= QUOTED else shown[:QUOTED] + "…"


def _started(command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    found = which(command[0]) or which(command[0], path=GAMES)
    try:
        return subprocess.Popen(
            [found or command[0], *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A session of its own: Ctrl-C is ours to handle, and the whole group can be ended.
            start_new_session=True,
        )
    except FileNotFoundError as error:
        # The same error comes where a script is there but not what its first line names.
        kind = "missing" if found is None else "interpreter"
        raise BadInput(f"error.program.{kind}", program=quoted(command[0])) from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput("error.program.start", program=quoted(join(command)), why=why) from error


def _thread(work: object, stream: IO[bytes], pipes: _Pipes) -> Thread:
    thread = Thread(target=work, args=(stream, pipes), daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _read(stream: IO[bytes], pipes: _Pipes) -> None:
    with stream, suppress(OSError):
        for line in iter(lambda: stream.readline(LONGEST), b""):
            _put(pipes, line.decode("utf-8", "replace").rstrip("\r\n"))
    _put(pipes, None)


def _put(pipes: _Pipes, line: str | None) -> None:
    while not pipes.unwanted.is_set():
        with suppress(Full):
            pipes.incoming.put(line, timeout=0.1)
            return
    with suppress(Full):
        pipes.incoming.put_nowait(line)


def _listen(stream: IO[bytes], pipes: _Pipes) -> None:
    with stream, suppress(OSError):
        for line in iter(lambda: stream.readline(LONGEST), b""):
            if words := quoted(line.decode("utf-8", "replace").strip()):
                pipes.complaints.append(words)


def _write(stream: IO[bytes], pipes: _Pipes) -> None:
    with suppress(OSError), stream:
        while (line := pipes.outgoing.get()) is not None:
            stream.write(line.encode() + b"\n")
            stream.flush()


def _end(process: subprocess.Popen[bytes], pipes: _Pipes, farewell: str) -> None:
    with pipes.ending:
        if pipes.unwanted.is_set():
            return
        pipes.unwanted.set()
        if farewell:
            pipes.outgoing.put(farewell)
        pipes.outgoing.put(None)
        if not _wait(process, FAREWELL):
            _signal(process, signal.SIGTERM)
            _wait(process, FAREWELL)
        # Also where it ended by itself: it may have left others behind. It is not waited for until then, so
        # that nobody else can have its number.
        _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait()


def _wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether it ends in that time."""
    until = monotonic() + seconds
    while not _has_ended(process):
        if monotonic() > until:
            return False
        sleep(0.005)
    return True


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    if process.returncode is not None:
        return True
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return str(number)
