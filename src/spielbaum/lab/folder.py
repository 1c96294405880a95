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
from typing import Any

from spielbaum.atomic import write_error, write_file
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.lab.measurements import SETTINGS, Measurement, measurement_of
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
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput("error.run.none", path=folder) from error
    except ValueError as error:
        raise BadInput("error.run.foreign", path=folder) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput("error.run.foreign", path=folder)
    if document.get("version") != VERSION:
        raise BadInput("error.run.version", path=path, given=document.get("version"), known=VERSION)
    settings = document.get("settings")
    if not isinstance(settings, dict):
        raise BadInput("error.run.foreign", path=folder)
    return settings


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
            game = finished_of(json.loads(line))
        except (ValueError, TypeError, KeyError, SpielbaumError) as error:
            raise BadInput("error.run.damaged", path=path, line=number) from error
        if game.number in finished:
            raise BadInput("error.run.twice", path=path, line=number, game=game.number)
        finished[game.number] = game
    return finished


def finished_of(line: Mapping[str, Any]) -> Finished:
    """The game that a line of the record holds; raises where it is none."""
    number = line["task"] if "task" in line else line["game"]
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    if "unscored" in line:
        return Finished(number, None, str(line["unscored"]))
    if "task" in line:
        return Finished(number, None, measurement=measurement_of(line["measurement"]))
    record = record_of(line["record"])
    if record.outcome is None:
        raise ValueError(number)
    return Finished(number, record)


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
