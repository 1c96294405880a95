"""A run is a folder; whatever happens, what was finished stays finished.

run.json            what is played: format, version, settings; written once, whole
games.jsonl         one line per finished game, appended, flushed to the disk before anything else is done
measurements.jsonl  the same for kinds of runs that measure something else than games
environment.jsonl   one line each time the run is begun or resumed: versions, processor, commit
summary.json        what came of it so far; written whole, can be made again from the above
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal

from spielbaum.atomic import lock_file, write_error, write_file
from spielbaum.documents import Index, Real, Whole, checked, parse_json
from spielbaum.errors import BadInput, SpielbaumError, UnknownName
from spielbaum.experiments.findings import Measure
from spielbaum.experiments.kind import GAMES, MEASUREMENTS, Finished, Kind, document
from spielbaum.experiments.registry import kind_named, kind_of
from spielbaum.experiments.statistics import Interval
from spielbaum.play import Record as GameRecord
from spielbaum.play import record_of

FORMAT = "spielbaum run"
VERSION = 1
RUN, ENVIRONMENT, SUMMARY = "run.json", "environment.jsonl", "summary.json"


@dataclass
class Run:
    """An open run: its finished tasks, and the one way to add to them."""

    folder: Path
    kind: Kind
    finished: dict[int, Finished] = field(default_factory=dict)
    _file: int = -1

    def add(self, number: int, measurement: Mapping[str, Any] | None, unscored: str = "") -> Finished:
        """Keep what a task has measured for good; returns when it is on the disk."""
        if number in self.finished:
            raise ValueError(f"task {number} is finished already")
        named, what = ("game", "record") if self.kind.record == GAMES else ("task", "measurement")
        line = {named: number} | ({"unscored": unscored} if measurement is None else {what: measurement})
        _append(self._file, self.folder / self.kind.record, line)
        self.finished[number] = finished_of(line, self.kind)
        return self.finished[number]

    def write_summary(self, summary: Any, measures: Sequence[Measure] = ()) -> None:
        """`measures` are kept beside the summary, so that a list of runs need not read their records."""
        listed = [
            {"what": list(each.what), "measure": each.measure, **_rounded(each.value)} for each in measures
        ]
        _write(self.folder / SUMMARY, document(summary) | {"measures": listed})


def _rounded(value: Interval) -> dict[str, float | None]:
    found = {"value": value.value, "low": value.low, "high": value.high}
    return {name: None if x is None else float(f"{x:.6g}") + 0.0 for name, x in found.items()}


@contextmanager
def open_run(folder: Path, settings: Any, environment: Mapping[str, Any]) -> Iterator[Run]:
    """Begin the run of prepared settings in that folder, or go on with it; for one process at a time."""
    kind = kind_of(settings)
    name = kind.record
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(folder, settings)
        file = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise write_error(folder, error) from error
    try:
        if not lock_file(file):
            raise BadInput("error.run.busy", path=folder)
        if (folder / RUN).exists():
            _compare(folder, settings)
        else:
            _write(folder / RUN, {"format": FORMAT, "version": VERSION, "settings": document(settings)})
        run = Run(folder, kind, read_record(folder, kind, repair=file), file)
        _log(folder / ENVIRONMENT, environment)
        _keep_names(folder)
        yield run
    finally:
        os.close(file)


def read_document(folder: Path) -> dict[str, Any]:
    """The settings of a run as they are stored."""
    path = folder / RUN
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput("error.run.none", path=folder) from error
    try:
        found = parse_json(content)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadInput("error.run.mark")
        if type(found.get("version")) is int and found["version"] != VERSION:
            raise BadInput("error.run.version", path=path, given=found["version"], known=VERSION)
        checked(found, _File)
        kind_named(found["settings"]["kind"])
    except UnknownName as error:
        why = BadInput("error.document.wrong", where="kind")
        raise BadInput("error.run.foreign", path=folder, why=why) from error
    except BadInput as error:
        if error.key == "error.run.version":
            raise
        raise BadInput("error.run.foreign", path=folder, why=error) from error
    settings: dict[str, Any] = found["settings"]
    return settings


def read_settings(folder: Path) -> Any:
    """The settings of a run; BadInput where they could not have been asked for."""
    given = read_document(folder)
    try:
        return settings_of(given)
    except BadInput as error:
        raise BadInput("error.run.foreign", path=folder, why=error) from error


def settings_of(given: Mapping[str, Any]) -> Any:
    """Settings as they are stored, checked."""
    kind = kind_named(str(given.get("kind")))
    settings = _whole(given, kind.settings)
    if unsound := getattr(settings, "unsound", ""):
        raise BadInput("error.document.wrong", where=unsound)
    return settings


def _whole(given: Mapping[str, Any], schema: type[Any]) -> Any:
    """As the schema says; nothing may be missing, and nothing beyond."""
    found = checked(given, schema)
    optional = getattr(schema, "optional", ())
    names = {each.name for each in fields(schema)}
    for name in sorted(names - given.keys()):
        if name not in optional:
            raise BadInput("error.document.missing", where=name)
    for name in sorted(given.keys() - names - {"kind"}):
        if name not in optional:
            raise BadInput("error.document.wrong", where=name)
    return found


@dataclass(frozen=True, slots=True)
class _Settings:
    """What every reader of a run may count on; each kind has a schema of its own for the rest."""

    kind: str
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


def read_record(folder: Path, kind: Kind, repair: int | None = None) -> dict[int, Finished]:
    """The finished tasks by number, without a last line that was cut off; `repair` cuts it from the file."""
    path = folder / kind.record
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
            task = finished_of(parse_json(line), kind)
        except BadInput as error:
            raise BadInput("error.run.damaged", path=path, line=number, why=error) from error
        if task.number in finished:
            raise BadInput("error.run.twice", path=path, line=number, game=task.number)
        finished[task.number] = task
    return finished


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a record: its number under one of two names, and what came of it."""

    game: Index | None = None
    task: Index | None = None
    unscored: str | None = None
    record: dict[str, Any] | None = None
    measurement: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    kind: str


def finished_of(line: Any, kind: Kind) -> Finished:
    """The task that a line of the record holds, parsed; BadInput where it is none."""
    found = checked(line, _Line)
    number = found.game if found.task is None else found.task
    if number is not None and found.unscored is not None:
        return Finished(number, None, found.unscored)
    if found.task is not None and found.measurement is not None:
        return Finished(found.task, _measurement(found.measurement, kind))
    if found.game is not None and found.record is not None and GameRecord in kind.measurements:
        record = record_of(found.record)
        if record.outcome is not None:
            return Finished(found.game, record)
    raise BadInput("error.run.number")


def _measurement(given: dict[str, Any], kind: Kind) -> Any:
    name = checked(given, _Kind).kind
    schema = next((each for each in kind.measurements if getattr(each, "kind", None) == name), None)
    if schema is None:
        raise BadInput("error.document.wrong", where="kind")
    return _whole(given, schema)


def read_summary(folder: Path) -> Any:
    """What a run has come to, also while it goes on."""
    settings = read_settings(folder)
    kind = kind_of(settings)
    found = kind.accumulator(settings)
    for _, finished in sorted(read_record(folder, kind).items()):
        try:
            check_task(kind, settings, finished)
        except BadInput as error:
            raise BadInput("error.run.foreign", path=folder, why=error) from error
        found.add(finished)
    return found.summary()


def check_task(kind: Kind, settings: Any, finished: Finished) -> None:
    """Raise unless it is what the task of that number was to measure."""
    planned = settings.planned
    if finished.number >= planned:
        raise BadInput("error.run.beyond", game=finished.number, planned=planned)
    if finished.measurement is not None and not kind.belongs(settings, finished.number, finished.measurement):
        raise BadInput("error.run.task", task=finished.number)


def _refuse_foreign(folder: Path, settings: Any) -> None:
    """Anything but this run, or one that was cut off while it was begun, is left as it is."""
    names = {path.name for path in folder.iterdir()}
    ours = all(name in (GAMES, MEASUREMENTS) or name.startswith((RUN, f".{RUN}.")) for name in names)
    if RUN in names:
        _compare(folder, settings)
    elif not ours:
        raise BadInput("error.run.occupied", path=folder)


def _compare(folder: Path, settings: Any) -> None:
    """Raise where the folder holds a run of other settings."""
    there, here = read_settings(folder), settings
    if (kinds := (getattr(there, "kind", ""), getattr(here, "kind", "")))[0] != kinds[1]:
        raise _other(folder, "kind", *kinds)
    # What follows from other settings comes last, so that the one that was changed is named.
    derived = {
        each.name: not each.metadata or hasattr(getattr(here, each.name), "digest") for each in fields(here)
    }
    for name in sorted(derived, key=lambda name: (derived[name], name == "rules", name)):
        old, new = getattr(there, name), getattr(here, name)
        if old != new:
            if name == "rules":
                raise BadInput("error.run.rules", path=folder, game=here.game)
            raise _other(folder, name, old, new)


def _other(folder: Path, name: str, there: Any, here: Any) -> BadInput:
    return BadInput("error.run.other", path=folder, name=name, there=_text(there), here=_text(here))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(asdict(value) if is_dataclass(value) else value, ensure_ascii=False)  # type: ignore[arg-type]


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
