"""A folder of runs, read as often as a page likes: what has not changed is not read again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spielbaum.documents import Natural, Real, checked, parse_json
from spielbaum.errors import BadInput
from spielbaum.experiments.findings import Measure
from spielbaum.experiments.folder import RUN, SUMMARY, read_environments, read_settings
from spielbaum.experiments.formats import MEASURES
from spielbaum.experiments.kind import Kind, State
from spielbaum.experiments.registry import kind_of
from spielbaum.experiments.statistics import Interval
from spielbaum.web.experiments.messages import is_name
from spielbaum.web.experiments.record_follower import RecordFollower

#: Runs that are listed.
MOST_RUNS = 500

Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Brief:
    """What a list tells about a run."""

    kind: Kind
    settings: Any
    state: State
    measures: tuple[Measure, ...]
    #: When something was added last; seconds since 1970.
    changed: float


@dataclass
class _Seen:
    """What was read, and of which state of the files."""

    begun: Stamp
    settings: Any
    kind: Kind
    mark: Stamp | None = None
    brief: Brief | None = None
    record: RecordFollower | None = None


class RunsFolder:
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

    def settings(self, name: str) -> Any:
        return self._look(name).settings

    def record_path(self, name: str) -> Path:
        """The file that grows, and that whoever plays the run holds a lock on."""
        with suppress(BadInput):
            return self.path / name / self._look(name).kind.record
        return self.path / name / RUN

    def brief(self, name: str) -> Brief:
        """A summary that is up to date saves reading the whole record."""
        seen = self._look(name)
        mark = _stamp(self.path / name / seen.kind.record)
        if seen.brief is None or seen.mark != mark:
            seen.brief = (None if seen.record else self._written(name, seen, mark)) or self._computed(
                name, seen, mark
            )
            seen.mark = mark
        return seen.brief

    def record(self, name: str) -> RecordFollower:
        """The finished tasks of a run, up to date."""
        seen = self._look(name)
        if seen.record is None:
            seen.record = RecordFollower(self.path / name)
        seen.record.catch_up()
        return seen.record

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
            try:
                settings = read_settings(path)
            except BadInput as error:
                raise BadInput("error.run.foreign", path=name, why=error.fields.get("why", error)) from error
            seen = self._seen[name] = _Seen(begun, settings, kind_of(settings))
        return seen

    def _written(self, name: str, seen: _Seen, mark: Stamp) -> Brief | None:
        """What `summary.json` says, where it is not older than the record."""
        path = self.path / name / SUMMARY
        if _stamp(path)[1] < mark[1]:
            return None
        with suppress(OSError, BadInput):
            found = parse_json(path.read_bytes())
            document = checked(found, _Document)
            state = document.state or checked(found, _State)
            done = state.played if state.done is None else state.done
            known = all(each.measure in MEASURES for each in document.measures)
            if done is None or not known or document.kind != getattr(seen.settings, "kind", ""):
                return None
            measures = tuple(
                Measure(each.what, each.measure, Interval(each.value, each.low, each.high))
                for each in document.measures
            )
            whole = State(state.planned, done, state.complete)
            return Brief(seen.kind, seen.settings, whole, measures, mark[1] / 1e9)
        return None

    def _computed(self, name: str, seen: _Seen, mark: Stamp) -> Brief:
        summary = self.record(name).summary()
        measures = seen.kind.findings(summary, "en").measures
        return Brief(seen.kind, seen.settings, summary.state, measures, mark[1] / 1e9)


@dataclass(frozen=True, slots=True)
class _Measure:
    what: tuple[str, ...]
    measure: str
    value: Real | None
    low: Real | None
    high: Real | None


@dataclass(frozen=True, slots=True)
class _State:
    planned: Natural
    complete: bool
    done: Natural | None = None
    #: What matches and tournaments call it.
    played: Natural | None = None


@dataclass(frozen=True, slots=True)
class _Document:
    """What is read of a summary."""

    kind: str
    measures: tuple[_Measure, ...]
    state: _State | None = field(default=None)


def _stamp(path: Path) -> Stamp:
    """Size and time of a file; (0, 0) where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_size, stat.st_mtime_ns
