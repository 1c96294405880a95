"""The runs of a server: those in its folder, and those it plays.

There is no other bookkeeping than the folders of the runs. What this server started is remembered only to
be stopped, and to say why it failed; after a crash everything is found again, and a run that outlived the
server is known by its lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments import cores
from spielbaum.experiments.compare import headline
from spielbaum.experiments.options import compared
from spielbaum.web.experiments import messages
from spielbaum.web.experiments.lock import holders
from spielbaum.web.experiments.messages import RunRequest
from spielbaum.web.experiments.played_games import game_list
from spielbaum.web.experiments.processes import RunProcess, interrupt, start_process
from spielbaum.web.experiments.request import CheckedRequest, catalogue_spec, check_request, request_of
from spielbaum.web.experiments.runs_folder import RunsFolder
from spielbaum.web.experiments.views import (
    environment_facts,
    found_fields,
    kind_title,
    settings_facts,
    title_of,
)
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits

#: Runs played at the same time: more would take each other's time, and times are what is measured.
AT_ONCE = 1
#: Failed runs that are remembered.
MOST_FAILED = 20


class RunManager:
    """One folder of runs; None where the server was given none."""

    def __init__(
        self, folder: Path | None, catalog: GameCatalog, limits: ServerLimits, *, may_start: bool = True
    ) -> None:
        self.runs = None if folder is None else RunsFolder(folder)
        self.catalog = catalog
        self.limits = limits
        self.may_start = may_start and folder is not None
        self.processes: dict[str, RunProcess] = {}
        #: Whether pages that are watching should end. Whoever runs the server says so; it waits for them
        #: before it lets the application end.
        self.ending: Callable[[], bool] = lambda: False
        self._lock = RLock()

    @property
    def reason(self) -> str:
        """The key of the sentence that says why nothing can be started; empty where it can."""
        if self.may_start:
            return ""
        return "experiments.error.no_folder" if self.runs is None else "experiments.error.closed"

    # ------------------------------------------------------------------ starting and stopping

    def check(self, request: RunRequest) -> tuple[CheckedRequest, str]:
        """The request as it is understood, with a name, and the command that does the same."""
        checked = check_request(request, self.catalog, self.limits)
        with self._lock:
            checked = replace(checked, name=checked.name or self._proposed(checked))
            if checked.name in self.processes or self._path(checked.name).exists():
                raise BadInput("experiments.error.exists", name=checked.name)
        return checked, self._command(checked)

    def start(self, request: RunRequest, language: str) -> str:
        self._refuse_closed()
        with self._lock:
            checked, _ = self.check(request)
            self._begin(checked, language)
        return checked.name

    def resume(self, name: str, language: str) -> str:
        self._refuse_closed()
        with self._lock:
            line = self.line(name, language)
            if line.state != "stopped":
                raise BadInput(f"experiments.error.{line.state}", name=name)
            request = self._request(name)
            if request is None:
                raise BadInput("experiments.error.resume", name=name)
            self._begin(check_request(request, self.catalog, self.limits), language)
        return name

    def stop(self, name: str) -> None:
        self._refuse_closed()
        with self._lock:
            process = self.processes.get(name)
            if process is not None and process.alive:
                process.stop()
                return
            holder = self._holders([name]).get(name)
            if not holder:
                key = "not_running" if holder is None else "elsewhere"
                raise BadInput(f"experiments.error.{key}", name=name)
            interrupt(holder)

    def close(self, grace: float = 5.0) -> None:
        """Stop what this server started; it can be resumed."""
        alive = [process for process in self.processes.values() if process.alive]
        for process in alive:
            process.stop(grace)
        for process in alive:
            process.wait(grace)
            process.end()
            process.wait(grace)
        for process in self.processes.values():
            process.log.close()

    def _begin(self, request: CheckedRequest, language: str) -> None:
        active = [line.name for line in self.lines(language) if line.state in messages.ACTIVE]
        if len(active) >= AT_ONCE:
            raise BadInput("experiments.error.active", name=active[0])
        out = str(self._path(request.name))
        words = [*request.words(self.catalog.files, out), "--lang", language]
        self._forget(request.name)
        self.processes[request.name] = start_process(words, request)

    def _forget(self, again: str) -> None:
        """Processes that have ended, unless they still say why they failed; of these the latest ones."""
        failed = [name for name, process in self.processes.items() if not process.alive and process.problem]
        for name in list(self.processes):
            if name == again or (not self.processes[name].alive and name not in failed[-MOST_FAILED:]):
                self.processes.pop(name).log.close()

    def _refuse_closed(self) -> None:
        if self.reason:
            raise BadInput(self.reason)

    def _proposed(self, request: CheckedRequest) -> str:
        base = f"{request.settings.game.partition(':')[0]}-{request.kind.name}"
        free = (f"{base}-{number}" for number in range(1, 10**6))
        return next(name for name in free if name not in self.processes and not self._path(name).exists())

    def _command(self, request: CheckedRequest) -> str:
        return request.command(self.catalog.files, str(self._path(request.name)))

    # ------------------------------------------------------------------ looking

    def lines(self, language: str) -> list[messages.RunLine]:
        """All runs, the latest first."""
        if self.runs is None:
            return []
        with self._lock:
            names = self.runs.names()
            locks = self._holders(names)
            unborn = [name for name in self.processes if name not in names]
            found = [self._line(name, language, locks) for name in [*names, *unborn]]
        return sorted(found, key=lambda line: (line.state not in messages.ACTIVE, -line.changed, line.name))

    def line(self, name: str, language: str) -> messages.RunLine:
        with self._lock:
            if not self._born(name) and name not in self.processes:
                raise BadInput("experiments.error.unknown", name=name)
            return self._line(name, language, self._holders([name]))

    def view(self, name: str, language: str) -> messages.RunView:
        """Everything about a run."""
        with self._lock:
            line = self.line(name, language)
            request, command = self._request(name), ""
            if request is not None:
                with suppress(SpielbaumError):  # what only the command line may do
                    command = self._command(check_request(request, self.catalog, self.limits))
            view = messages.RunView(line=line, command=command, request=request if command else None)
            if line.state == "unreadable" or not self._born(name):
                return view
            assert self.runs is not None
            record = self.runs.record(name)
            return view.model_copy(
                update=found_fields(record.kind.tell(record.summary(), language), language)
                | {
                    "games": len(record.games),
                    "settings": settings_facts(record.kind, record.settings, line.game, language),
                    "environment": environment_facts(self.runs.environment(name), language),
                }
            )

    def games(
        self, name: str, first: int, count: int, only: messages.Only, language: str
    ) -> messages.RunGames:
        """Finished games, in the order of their numbers."""
        with self._lock:
            line = self.line(name, language)
            if line.state == "unreadable" or not self._born(name):
                return messages.RunGames(total=0, games=[])
            assert self.runs is not None
            record = self.runs.record(name)
            return game_list(record, line.game, self.catalog, language, first, count, only)

    def file(self, name: str, kind: messages.FileKind, server: str, language: str) -> messages.FileOf:
        """Where a file that tells of the run is made from: a report, slides, tables."""
        with self._lock:
            if self.line(name, language).state == "unreadable" or not self._born(name):
                raise BadInput("experiments.error.no_file", name=name)
        return messages.FileOf(folder=str(self._path(name).resolve()), kind=kind, server=server)

    # ------------------------------------------------------------------ inside

    def _path(self, name: str) -> Path:
        if self.runs is None:
            raise BadInput("experiments.error.no_folder")
        return self.runs.path / name

    def _born(self, name: str) -> bool:
        return self.runs is not None and self.runs.has(name)

    def _holders(self, names: list[str]) -> dict[str, int]:
        """Who plays which of these runs."""
        if self.runs is None:
            return {}
        records = {self.runs.record_path(name): name for name in names}
        return {records[path]: process for path, process in holders(records).items()}

    def _line(self, name: str, language: str, locks: Mapping[str, int]) -> messages.RunLine:
        process = self.processes.get(name)
        if process is not None and not self._born(name):
            return self._unborn(name, process, language)
        assert self.runs is not None
        try:
            brief = self.runs.brief(name)
        except SpielbaumError as error:
            sentence = SpielbaumError(error.key, **(error.fields | {"path": name})).sentence(language)
            return messages.RunLine(name=name, state="unreadable", problem=sentence)
        holder = locks.get(name)
        state: messages.State = "complete" if brief.state.complete else "stopped"
        if process is not None and process.alive:
            state = "stopping" if process.stopping else "running"
        elif holder is not None:
            state = "running"
        game = catalogue_spec(brief.settings.game, self.catalog.files)
        return messages.RunLine(
            name=name,
            state=state,
            kind=brief.kind.name,
            kind_title=kind_title(brief.settings.kind, language),
            game=game,
            title=title_of(game, self.catalog, language),
            players=compared(brief.settings),
            played=brief.state.done,
            planned=brief.state.planned,
            changed=brief.changed,
            headline=headline(brief.measures, language),
            problem="" if process is None else self._problem(name, process),
            can_stop=self.may_start and state == "running" and (process is not None or bool(holder)),
            can_resume=self.may_start and state == "stopped" and self._resumable(name),
        )

    def _unborn(self, name: str, process: RunProcess, language: str) -> messages.RunLine:
        """A run that has no folder yet: rules are being compiled, or it failed before it began."""
        request = process.request
        state: messages.State = "stopped"
        if process.alive:
            state = "stopping" if process.stopping else "preparing"
        return messages.RunLine(
            name=name,
            state=state,
            kind=request.kind.name,
            kind_title=kind_title(request.settings.kind, language),
            game=request.settings.game,
            title=title_of(request.settings.game, self.catalog, language),
            players=compared(request.settings),
            planned=request.planned,
            changed=process.begun,
            problem=self._problem(name, process),
            can_stop=state == "preparing",
            can_resume=state == "stopped",
        )

    def _problem(self, name: str, process: RunProcess) -> str:
        """Why it failed; a run is named, not located."""
        return process.problem.replace(str(self._path(name)), name)

    def _resumable(self, name: str) -> bool:
        request = self._request(name)
        if request is None:
            return False
        try:
            check_request(request, self.catalog, self.limits)
        except SpielbaumError:
            return False
        return True

    def _request(self, name: str) -> RunRequest | None:
        """The form filled in with what this run is; None where it cannot be read."""
        process = self.processes.get(name)
        if process is not None:
            return process.request.message()
        assert self.runs is not None
        try:
            settings = self.runs.settings(name)
        except SpielbaumError:
            return None
        workers = self.runs.environment(name).get("workers")
        fitting = isinstance(workers, int) and 1 <= workers <= cores()
        return request_of(settings, name, workers if fitting else None, self.catalog.files)
