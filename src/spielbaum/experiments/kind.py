"""A kind of run: what may be asked for, the tasks that follow, what is concluded, and what there is to tell.

Everything else about runs (folders, workers, the command line, the browser, reports, slides, figures, files
for other programs) is written once, for all kinds. `registry.py` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from spielbaum.experiments.findings import Findings
from spielbaum.experiments.options import check_options
from spielbaum.experiments.portable_rules import PortableRules
from spielbaum.game import Game
from spielbaum.language import say
from spielbaum.play import Record as GameRecord
from spielbaum.play import record_json

GAMES, MEASUREMENTS = "games.jsonl", "measurements.jsonl"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Finished:
    """A task that is done with: what was measured (a game's record, a dataclass), or why there is nothing."""

    number: int
    measurement: Any = None
    unscored: str = ""


Record = Mapping[int, Finished]


@dataclass(frozen=True, slots=True)
class State:
    """How far a run is; part of every summary."""

    planned: int
    done: int
    complete: bool
    unscored: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, planned: int, record: Record) -> State:
        unscored = {number: each.unscored for number, each in sorted(record.items()) if each.unscored}
        return cls(planned, len(record), len(record) >= planned, unscored)


class Summary(Protocol):
    """What a record says; a function of settings and record alone."""

    @property
    def settings(self) -> Any: ...

    @property
    def state(self) -> State: ...


class Task(Protocol):
    """One measurement, with all that is needed to make it anywhere; the same task measures the same."""

    @property
    def number(self) -> int: ...

    def measure(self) -> Any:
        """None where it was stopped."""
        ...


class Experiment(Protocol):
    """Settings that are prepared: positions are chosen, rules compiled."""

    @property
    def settings(self) -> Any: ...

    @property
    def stages(self) -> tuple[int, ...]:
        """Where stages end: tasks up to there are done before the next one begins. The last is the end."""
        ...

    def task(self, number: int, record: Record) -> Task:
        """Task `number`; it may depend on what came of earlier stages."""
        ...

    def cost(self, number: int) -> float:
        """How long the task takes beside the others, roughly; for the estimate only."""
        ...


class Accumulator(Protocol):
    """Takes finished tasks one by one, and says at any time what they come to."""

    @property
    def complete(self) -> bool: ...

    def add(self, finished: Finished) -> None: ...

    def summary(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a run, with what is needed to replay it."""

    number: int
    #: Who played, in the order of the seats, as the page *Play* understands it.
    players: tuple[str, ...]
    #: Whom the run compares, in the order of the seats, and which of the seats has the first of them.
    sides: tuple[str, ...]
    first: int
    scores: tuple[float, ...]
    reason: str
    start: str | None
    moves: tuple[str, ...]
    #: How many of the moves were the opening.
    opening: int = 0
    #: Where times and thoughts were kept as well.
    record: GameRecord | None = None


def _no(*_given: Any) -> bool:
    return False


def _yes(*_given: Any) -> bool:
    return True


def _nothing(*_given: Any) -> Any:
    return None


@dataclass(frozen=True)
class Kind:
    """A kind of run: `settings` is a dataclass with options (`options.py`), tasks give `measurements`.

    `planned` of checked settings is how many tasks follow from them. `unsound` of stored ones, where the
    class has it, names the setting that could not have been asked for; it is empty where all could.
    """

    name: str
    settings: type[Any]
    measurements: tuple[type[Any], ...]
    #: Settings completed by what follows from the game, or one sentence; nothing is compiled or chosen.
    check: Callable[[Any, Game[Any, Any]], Any]
    #: Checked settings, the rules as workers get them, and the game.
    prepare: Callable[[Any, PortableRules, Game[Any, Any]], Experiment]
    findings: Callable[[Any, str], Findings]
    #: The summary of settings and record; or what keeps one up to date task by task, where that is cheaper.
    summarise: Callable[[Any, Record], Any] | None = None
    accumulate: Callable[[Any], Accumulator] | None = None
    #: Whether task `number` measures such a thing.
    belongs: Callable[[Any, int, Any], bool] = _yes
    #: Games of two players, or of any number; parameters that they must have.
    players: int | None = 2
    needs: tuple[str, ...] = ()
    #: Other names under which runs of this kind are stored.
    stored_as: tuple[str, ...] = ()
    #: One line that is shown while it goes on.
    status: Callable[[Any, str], str] = lambda _summary, _language: ""
    #: The game that a finished task was, where it was one.
    played: Callable[[Any, Finished], PlayedGame | None] = _nothing
    #: Tables of the raw record for other programs; by default one for each kind of measurement.
    tables: Callable[[Any, Record], dict[str, list[Row]]] | None = None
    #: Cores that a task needs for itself so that thinking times mean something; 0: time does not matter.
    cores_each: Callable[[Any], int] = lambda _settings: 0
    #: Seconds that a player may think about a move, beyond what players say themselves.
    seconds_each: Callable[[Any], float] = lambda _settings: 0.0
    #: Whether something came out that must not be (exit code 3).
    failed: Callable[[Any], bool] = _no
    #: What else is written into the folder of a run, and said about it.
    afterwards: Callable[[Path, Any, str], str] = lambda _folder, _summary, _language: ""
    #: The file of the record.
    record: str = MEASUREMENTS
    #: Sentences of a kind that comes from elsewhere, by language and key.
    messages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def accumulator(self, settings: Any) -> Accumulator:
        return Collected(self, settings) if self.accumulate is None else self.accumulate(settings)

    def tell(self, summary: Any, language: str) -> Findings:
        """What a run has found, with what holds for every kind."""
        found, state = self.findings(summary, language), summary.state
        remarks = []
        if not state.complete:
            remarks.append(say("report.unfinished", language, done=state.done, planned=state.planned))
        if state.unscored:
            number, why = min(state.unscored.items())
            fields = {"count": len(state.unscored), "task": number, "why": why}
            remarks.append(say("report.unscored", language, **fields))
        answers = tuple(text[:1].upper() + text[1:] for text in found.answers)
        return replace(
            found,
            answers=answers or (say("report.nothing", language),),
            remarks=(*remarks, *found.remarks),
        )


class Collected:
    """Keeps the whole record and summarises it when asked."""

    def __init__(self, kind: Kind, settings: Any) -> None:
        self.kind, self.settings = kind, settings
        self.record: dict[int, Finished] = {}

    @property
    def complete(self) -> bool:
        planned: int = self.settings.planned
        return len(self.record) >= planned

    def add(self, finished: Finished) -> None:
        self.record[finished.number] = finished

    def summary(self) -> Any:
        assert self.kind.summarise is not None, "a kind says what its record comes to"
        return self.kind.summarise(self.settings, self.record)


# --- as JSON ------------------------------------------------------------------------------------------------


def document(thing: Any) -> dict[str, Any]:
    """Settings, a measurement or a summary as JSON, with its kind first."""
    if isinstance(thing, GameRecord):
        return record_json(thing)
    if hasattr(thing, "document"):
        found: dict[str, Any] = thing.document()
        return found
    return plain_document(thing)


def plain_document(thing: Any) -> dict[str, Any]:
    """All its fields as JSON."""
    settings = getattr(thing, "settings", thing)
    kind = getattr(settings, "kind", None)
    plain: dict[str, Any] = asdict(thing)
    if settings is not thing:  # a summary; what was measured stays as it is
        plain = {name: _rounded(value) for name, value in plain.items()}
    return plain if kind is None else {"kind": kind} | plain


def _rounded(value: Any) -> Any:
    """Six digits are more than any of these numbers is good for."""
    if isinstance(value, float):
        return float(f"{value:.6g}") + 0.0  # no −0.0
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value


# --- rows of the record -------------------------------------------------------------------------------------


def rows_of(measured: Any) -> Iterator[Any]:
    """One row for each thing that was seen: measurements of several things take themselves apart."""
    if hasattr(measured, "rows_of"):
        yield from measured.rows_of()
    else:
        yield measured


def prepare(kind: Kind, settings: Any) -> Experiment:
    """Everything checked that can be known beforehand; compiles what the players need."""
    check_options(settings)
    rules = PortableRules.of(settings.game)
    game = rules.load()
    checked = kind.check(replace(settings, game=rules.spec, rules=rules.digest), game)
    return kind.prepare(checked, rules, game)
