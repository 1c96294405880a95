"""A folder of runs, read as often as a page likes: what has not changed is not read again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from spielbaum.documents import Natural, checked, parse_json
from spielbaum.errors import BadInput
from spielbaum.experiments.folder import GAMES, MEASUREMENTS, RUN, SUMMARY, read_environments, read_settings
from spielbaum.experiments.measurements import SETTINGS, Summary, document, settings_of
from spielbaum.experiments.scoreboard import read_plan
from spielbaum.web.experiments_messages import is_name
from spielbaum.web.experiments_record import GameRecord

#: Runs that are listed.
MOST_RUNS = 500
#: Reading a long record of measurements again takes at most this part of the time.
READING = 0.1

Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Brief:
    """What a list tells about a run; `document` is its summary as JSON."""

    kind: str
    game: str
    players: tuple[str, ...]
    played: int
    planned: int
    complete: bool
    #: When something was added last; seconds since 1970.
    changed: float
    document: Mapping[str, Any]


@dataclass
class _Seen:
    """What was read, and of which state of the files."""

    begun: Stamp
    settings: dict[str, Any]
    mark: Stamp | None = None
    brief: Brief | None = None
    record: GameRecord | None = None
    summary: Summary | None = None
    summary_mark: Stamp | None = None
    cost: float = 0.0
    at: float = 0.0


class RunFolder:
    """Runs by name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: dict[str, _Seen] = {}

    def names(self) -> list[str]:
        if not self.path.is_dir():
            return []
        return sorted(path.name for path in self.path.iterdir() if self.has(path.name))[:MOST_RUNS]

    def has(self, name: str) -> bool:
        return is_name(name) and (self.path / name / RUN).is_file()

    def settings(self, name: str) -> dict[str, Any]:
        return self._look(name).settings

    def record_path(self, name: str) -> Path:
        """The file that grows, and that whoever plays the run holds a lock on."""
        measured = (self.path / name / MEASUREMENTS).exists()
        return self.path / name / (MEASUREMENTS if measured else GAMES)

    def brief(self, name: str) -> Brief:
        """A summary that is up to date saves reading the whole record."""
        seen = self._look(name)
        mark = _stamp(self.record_path(name))
        if seen.brief is None or seen.mark != mark:
            found = None
            if seen.record is None and seen.summary is None:
                found = self._written(name, mark)
            if found is None:
                found = self._computed(name, seen.settings)
                # What was read may be older than the file: then it is looked at again.
                mark = seen.summary_mark or mark
            seen.brief, seen.mark = _brief(found, mark), mark
        return seen.brief

    def record(self, name: str) -> GameRecord:
        """The games of a match or a tournament."""
        seen = self._look(name)
        if seen.record is None:
            seen.record = GameRecord(self.path / name)
        seen.record.catch_up()
        return seen.record

    def summary(self, name: str) -> Summary:
        """What the measurements of an experiment say; a long record is read less often."""
        seen = self._look(name)
        mark = _stamp(self.record_path(name))
        rested = monotonic() - seen.at >= seen.cost / READING
        if seen.summary is None or (seen.summary_mark != mark and rested):
            from spielbaum.experiments.experiments import read_experiment

            began = monotonic()
            seen.summary = read_experiment(self.path / name)
            seen.at = monotonic()
            seen.summary_mark, seen.cost = mark, seen.at - began
        return seen.summary

    def environment(self, name: str) -> dict[str, Any]:
        """Where it was begun or resumed last."""
        found = read_environments(self.path / name)
        return found[-1] if found else {}

    # ------------------------------------------------------------------ inside

    def _look(self, name: str) -> _Seen:
        if not is_name(name):
            raise BadInput("experiments.error.unknown", name=name[:64])
        path = self.path / name
        begun = _stamp(path / RUN)
        seen = self._seen.get(name)
        if seen is None or seen.begun != begun:
            settings = read_settings(path)
            try:
                if settings["kind"] in SETTINGS:
                    settings_of(settings)
                else:
                    read_plan(path)
            except BadInput as error:
                raise BadInput("error.run.foreign", path=name, why=error.fields.get("why", error)) from error
            seen = self._seen[name] = _Seen(begun, settings)
        return seen

    def _written(self, name: str, mark: Stamp) -> dict[str, Any] | None:
        """`summary.json`, where it is not older than the record."""
        path = self.path / name / SUMMARY
        if _stamp(path)[1] < mark[1]:
            return None
        with suppress(OSError, BadInput):
            found = parse_json(path.read_bytes())
            measured = isinstance(found, dict) and "state" in found
            kind = checked(found, _Measured).kind if measured else checked(found, _Played).kind
            if kind == self._look(name).settings["kind"]:
                return dict(found)
        return None

    def _computed(self, name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        if settings.get("kind") in SETTINGS:
            return document(self.summary(name))
        return self.record(name).board.document()


@dataclass(frozen=True, slots=True)
class _Played:
    """What is read of the summary of a match or a tournament."""

    kind: str
    game: str
    players: tuple[str, ...]
    played: Natural
    planned: Natural
    complete: bool


@dataclass(frozen=True, slots=True)
class _State:
    done: Natural
    planned: Natural
    complete: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    game: str
    players: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Measured:
    """The same of an experiment."""

    kind: str
    settings: _Asked
    state: _State


def _brief(found: Mapping[str, Any], mark: Stamp) -> Brief:
    changed = mark[1] / 1e9
    if "state" not in found:
        return Brief(
            str(found["kind"]),
            str(found["game"]),
            tuple(found["players"]),
            found["played"],
            found["planned"],
            found["complete"],
            changed,
            found,
        )
    settings, state = found["settings"], found["state"]
    players = next((settings[key] for key in ("players", "algorithms", "variants") if settings.get(key)), ())
    return Brief(
        str(found["kind"]),
        str(settings["game"]),
        tuple(players),
        state["done"],
        state["planned"],
        state["complete"],
        changed,
        found,
    )


def _stamp(path: Path) -> Stamp:
    """Size and time of a file; (0, 0) where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_size, stat.st_mtime_ns
