"""A run is a folder; whatever happens, what was finished stays finished.

run.json            what is played: format, version, settings; written once, whole
games.jsonl         one line a finished game, appended, flushed to the disk before anything else is done
measurements.jsonl  the same for the measurements of an experiment, instead of games
environment.jsonl   one line each time the run is begun or resumed: versions, processor, commit
summary.json        what came of it so far; written whole, can be made again from the above
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from spielbaum.atomic import write_error, write_file
from spielbaum.documents import Index, Real, Whole, checked, parse_json
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.measurements import SETTINGS, Measurement, measurement_of
from spielbaum.play import Record, record_of

FORMAT = "spielbaum run"
VERSION = 1
RUN, GAMES, ENVIRONMENT, SUMMARY = "run.json", "games.jsonl", "environment.jsonl", "summary.json"
MEASUREMENTS = "measurements.jsonl"


@dataclass(frozen=True, slots=True)
class Finished:
    """A game or a measurement that is done with: what came of it, or why there is nothing."""

    number: int
    record: Record | None
    unscored: str = ""
    measurement: Measurement | None = None


@dataclass
class Run:
    """An open run: its finished games, and the one way to add to them."""

    folder: Path
    finished: dict[int, Finished] = field(default_factory=dict)
    _file: int = -1
    _name: str = GAMES

    def add(self, number: int, record: Mapping[str, Any] | None, unscored: str = "") -> Finished:
        """Keep a game or a measurement for good; returns when it is on the disk."""
        if number in self.finished:
            raise ValueError(f"game {number} is finished already")
        named, what = ("game", "record") if self._name == GAMES else ("task", "measurement")
        line = {named: number} | ({"unscored": unscored} if record is None else {what: record})
        _append(self._file, self.folder / self._name, line)
        self.finished[number] = finished_of(line)
        return self.finished[number]

    def write_summary(self, document: Mapping[str, Any]) -> None:
        _write(self.folder / SUMMARY, document)


@contextmanager
def open_run(folder: Path, settings: Mapping[str, Any], environment: Mapping[str, Any]) -> Iterator[Run]:
    """Begin the run in that folder, or go on with it; for one process at a time."""
    settings = json.loads(json.dumps(settings))
    name = MEASUREMENTS if settings.get("kind") in SETTINGS else GAMES
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(folder, settings)
        file = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise write_error(folder, error) from error
    try:
        _lock(file, folder)
        if (folder / RUN).exists():
            _compare(folder, read_settings(folder), settings)
        else:
            _write(folder / RUN, {"format": FORMAT, "version": VERSION, "settings": settings})
        run = Run(folder, read_games(folder, name, repair=file), file, name)
        _log(folder / ENVIRONMENT, environment)
        _keep_names(folder)
        yield run
    finally:
        os.close(file)


def read_settings(folder: Path) -> dict[str, Any]:
    path = folder / RUN
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput("error.run.none", path=folder) from error
    try:
        document = parse_json(content)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise BadInput("error.run.mark")
        if type(document.get("version")) is int and document["version"] != VERSION:
            raise BadInput("error.run.version", path=path, given=document["version"], known=VERSION)
        checked(document, _File)
    except BadInput as error:
        if error.key == "error.run.version":
            raise
        raise BadInput("error.run.foreign", path=folder, why=error) from error
    settings: dict[str, Any] = document["settings"]
    return settings


@dataclass(frozen=True, slots=True)
class _Settings:
    """What every reader of a run may count on; each kind has a schema of its own for the rest."""

    kind: Literal["match", "tournament", "multiplayer", "sweep", "ablate", "growth", "tune"]
    game: str


@dataclass(frozen=True, slots=True)
class _File:
    version: Literal[1]
    settings: _Settings


def read_environments(folder: Path) -> list[dict[str, Any]]:
    """What the run was begun and resumed with; what cannot be read is left out, as nothing depends on it."""
    try:
        lines = (folder / ENVIRONMENT).read_bytes().splitlines()
    except OSError:
        return []
    found: list[dict[str, Any]] = []
    for line in lines:
        with suppress(BadInput):
            found.append(checked(parse_json(line), dict[str, str | Whole | Real | bool | list[Real] | None]))
    return found


def read_games(folder: Path, name: str = GAMES, repair: int | None = None) -> dict[int, Finished]:
    """The finished games or measurements by number, without a last line that was cut off.

    `repair` cuts it from the file.
    """
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput("error.run.read", path=path, why=error.strerror or error) from error
    whole, newline, rest = content.rpartition(b"\n")
    if rest and repair is not None:
        os.ftruncate(repair, len(whole) + len(newline))
    finished: dict[int, Finished] = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            game = finished_of(parse_json(line))
        except BadInput as error:
            raise BadInput("error.run.damaged", path=path, line=number, why=error) from error
        if game.number in finished:
            raise BadInput("error.run.twice", path=path, line=number, game=game.number)
        finished[game.number] = game
    return finished


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a record: its number under one of two names, and what came of it."""

    game: Index | None = None
    task: Index | None = None
    unscored: str | None = None
    record: dict[str, Any] | None = None
    measurement: dict[str, Any] | None = None


def finished_of(line: Any) -> Finished:
    """The game that a line of the record holds, parsed; BadInput where it is none."""
    found = checked(line, _Line)
    number = found.game if found.task is None else found.task
    if number is not None and found.unscored is not None:
        return Finished(number, None, found.unscored)
    if found.task is not None and found.measurement is not None:
        return Finished(found.task, None, measurement=measurement_of(found.measurement))
    if found.game is not None and found.record is not None:
        record = record_of(found.record)
        if record.outcome is not None:
            return Finished(found.game, record)
    raise BadInput("error.run.number")


def _refuse_foreign(folder: Path, settings: Mapping[str, Any]) -> None:
    """Anything but this run, or one that was cut off while it was begun, is left as it is."""
    names = {path.name for path in folder.iterdir()}
    ours = all(name in (GAMES, MEASUREMENTS) or name.startswith((RUN, f".{RUN}.")) for name in names)
    if RUN in names:
        _compare(folder, read_settings(folder), settings)
    elif not ours:
        raise BadInput("error.run.occupied", path=folder)


def _compare(folder: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    # What follows from other settings comes last, so that the one that was changed is named.
    names = sorted(
        there.keys() | here.keys(),
        key=lambda name: (
            name != "kind",  # another kind has other settings altogether
            name.startswith("opening_") or isinstance(here.get(name), dict),
            name == "rules",
            name,
        ),
    )
    for name in names:
        if there.get(name) != here.get(name):
            if name == "rules":
                raise BadInput("error.run.rules", path=folder, game=here.get("game"))
            fields = {"there": _text(there.get(name)), "here": _text(here.get(name))}
            raise BadInput("error.run.other", path=folder, name=name, **fields)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _lock(file: int, folder: Path) -> None:
    """Two processes must not write into one run; systems without `flock` trust their users."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadInput("error.run.busy", path=folder) from error


def _write(path: Path, document: Mapping[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    try:
        write_file(path, text)
    except SpielbaumError as error:
        raise _reassuring(path, error) from error


def _log(path: Path, document: Mapping[str, Any]) -> None:
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise write_error(path, error) from error
    try:
        _append(file, path, document)
    finally:
        os.close(file)


def _keep_names(folder: Path) -> None:
    """New files survive a power failure once their folder is on the disk too; not all systems allow that."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _append(file: int, path: Path, document: Mapping[str, Any]) -> None:
    """A whole line or nothing."""
    data = memoryview(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    size = os.fstat(file).st_size
    try:
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
    except BaseException as error:  # Ctrl-C as well: half a line must not stay
        with suppress(OSError):
            os.ftruncate(file, size)
        if isinstance(error, OSError):
            raise _reassuring(path, write_error(path, error)) from error
        raise


def _reassuring(path: Path, error: SpielbaumError) -> SpielbaumError:
    """Where the disk is full, also that nothing is lost."""
    if error.key != "error.write.full":
        return error
    measured = (path.parent / MEASUREMENTS).exists()
    return SpielbaumError("error.run.full_measured" if measured else "error.run.full", why=error)
