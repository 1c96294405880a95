"""The runs of a server: those in its folder, and those it plays.

There is no other bookkeeping than the folders of the runs. What this server started is remembered only to
be stopped, and to say why it failed; after a crash everything is found again, and a run that outlived the
server is known by its lock.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments import cores
from spielbaum.web import experiments_messages as messages
from spielbaum.web.experiments_children import Child, interrupt, start
from spielbaum.web.experiments_folder import RunFolder
from spielbaum.web.experiments_games import GameList
from spielbaum.web.experiments_lock import holders
from spielbaum.web.experiments_messages import AnyWish
from spielbaum.web.experiments_views import (
    details,
    environment_facts,
    headline,
    settings_facts,
    title_of,
)
from spielbaum.web.experiments_wish import arguments, checked, planned, players_of, shelf_spec, wish_of
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.limits import Limits

#: Runs played at the same time: more would take each other's time, and times are what is measured.
AT_ONCE = 1
#: Failed runs that are remembered.
MOST_FAILED = 20


class Desk:
    """One folder of runs; None where the server was given none."""

    def __init__(
        self, folder: Path | None, shelf: GameCatalog, limits: Limits, *, may_start: bool = True
    ) -> None:
        self.runs = None if folder is None else RunFolder(folder)
        self.shelf = shelf
        self.limits = limits
        self.may_start = may_start and folder is not None
        self.children: dict[str, Child] = {}
        #: Whether pages that are looking should go home. Whoever runs the server says so; it waits for them
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

    def check(self, wish: AnyWish) -> tuple[AnyWish, str]:
        """The wish as it is understood, with a name, and the command that does the same."""
        wish = checked(wish, self.shelf, self.limits)
        with self._lock:
            wish = wish.model_copy(update={"name": wish.name or self._proposed(wish)})
            if wish.name in self.children or self._path(wish.name).exists():
                raise BadInput("experiments.error.exists", name=wish.name)
        return wish, self._command(wish)

    def start(self, wish: AnyWish, language: str) -> str:
        self._refuse_closed()
        with self._lock:
            wish, _ = self.check(wish)
            self._begin(wish, language)
        return wish.name

    def resume(self, name: str, language: str) -> str:
        self._refuse_closed()
        with self._lock:
            line = self.line(name, language)
            if line.state != "stopped":
                raise BadInput(f"experiments.error.{line.state}", name=name)
            wish = self._wish(name)
            if wish is None:
                raise BadInput("experiments.error.resume", name=name)
            self._begin(checked(wish, self.shelf, self.limits), language)
        return name

    def stop(self, name: str) -> None:
        self._refuse_closed()
        with self._lock:
            child = self.children.get(name)
            if child is not None and child.alive:
                child.stop()
                return
            process = self._holders([name]).get(name)
            if not process:
                key = "not_running" if process is None else "elsewhere"
                raise BadInput(f"experiments.error.{key}", name=name)
            interrupt(process)

    def close(self, grace: float = 5.0) -> None:
        """Stop what this server started; it can be resumed."""
        alive = [child for child in self.children.values() if child.alive]
        for child in alive:
            child.stop(grace)
        for child in alive:
            child.wait(grace)
            child.end()
            child.wait(grace)
        for child in self.children.values():
            child.log.close()

    def _begin(self, wish: AnyWish, language: str) -> None:
        active = [line.name for line in self.lines(language) if line.state in messages.ACTIVE]
        if len(active) >= AT_ONCE:
            raise BadInput("experiments.error.active", name=active[0])
        words = [*arguments(wish, self.shelf.files, str(self._path(wish.name))), "--lang", language]
        self._forget(wish.name)
        self.children[wish.name] = start(words, wish)

    def _forget(self, again: str) -> None:
        """Children that have ended, unless they still say why they failed; of these the latest ones."""
        failed = [name for name, child in self.children.items() if not child.alive and child.problem]
        for name in list(self.children):
            if name == again or (not self.children[name].alive and name not in failed[-MOST_FAILED:]):
                self.children.pop(name).log.close()

    def _refuse_closed(self) -> None:
        if self.reason:
            raise BadInput(self.reason)

    def _proposed(self, wish: AnyWish) -> str:
        base = f"{wish.game.partition(':')[0]}-{wish.kind}"
        free = (f"{base}-{number}" for number in range(1, 10**6))
        return next(name for name in free if name not in self.children and not self._path(name).exists())

    def _command(self, wish: AnyWish) -> str:
        return shlex.join(["spielbaum", *arguments(wish, self.shelf.files, str(self._path(wish.name)))])

    # ------------------------------------------------------------------ looking

    def lines(self, language: str) -> list[messages.RunLine]:
        """All runs, the latest first."""
        if self.runs is None:
            return []
        with self._lock:
            names = self.runs.names()
            locks = self._holders(names)
            unborn = [name for name in self.children if name not in names]
            found = [self._line(name, language, locks) for name in [*names, *unborn]]
        return sorted(found, key=lambda line: (line.state not in messages.ACTIVE, -line.changed, line.name))

    def line(self, name: str, language: str) -> messages.RunLine:
        with self._lock:
            if not self._born(name) and name not in self.children:
                raise BadInput("experiments.error.unknown", name=name)
            return self._line(name, language, self._holders([name]))

    def view(self, name: str, language: str) -> messages.RunView:
        """Everything about a run."""
        with self._lock:
            line = self.line(name, language)
            wish = self._wish(name)
            view = messages.RunView(line=line, command="" if wish is None else self._command(wish), wish=wish)
            if line.state == "unreadable" or not self._born(name):
                return view
            assert self.runs is not None
            settings = self.runs.settings(name)
            shown = settings | {"game": shelf_spec(str(settings["game"]), self.shelf.files)}
            return view.model_copy(
                update=details(self.runs, name, language)
                | {
                    "settings": settings_facts(shown, language),
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
            return GameList(self.runs, name, line.game, self.shelf, language).part(first, count, only)

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
        child = self.children.get(name)
        if child is not None and not self._born(name):
            return self._unborn(name, child, language)
        assert self.runs is not None
        try:
            brief = self.runs.brief(name)
            words = headline(brief, language)
        except SpielbaumError as error:
            sentence = SpielbaumError(error.key, **(error.fields | {"path": name})).sentence(language)
            return messages.RunLine(name=name, state="unreadable", problem=sentence)
        holder = locks.get(name)
        state: messages.State = "complete" if brief.complete else "stopped"
        if child is not None and child.alive:
            state = "stopping" if child.stopping else "running"
        elif holder is not None:
            state = "running"
        game = shelf_spec(brief.game, self.shelf.files)
        return messages.RunLine(
            name=name,
            state=state,
            kind=brief.kind,
            game=game,
            title=title_of(game, self.shelf, language),
            players=list(brief.players),
            played=brief.played,
            planned=brief.planned,
            changed=brief.changed,
            headline=words,
            problem="" if child is None else self._problem(name, child),
            can_stop=self.may_start and state == "running" and (child is not None or bool(holder)),
            can_resume=self.may_start and state == "stopped" and self._resumable(name),
        )

    def _unborn(self, name: str, child: Child, language: str) -> messages.RunLine:
        """A run that has no folder yet: rules are being compiled, or it failed before it began."""
        wish: AnyWish = child.wish
        state: messages.State = "stopped"
        if child.alive:
            state = "stopping" if child.stopping else "preparing"
        return messages.RunLine(
            name=name,
            state=state,
            kind=wish.kind,
            game=wish.game,
            title=title_of(wish.game, self.shelf, language),
            players=players_of(wish),
            planned=planned(wish, self.shelf),
            changed=child.begun,
            problem=self._problem(name, child),
            can_stop=state == "preparing",
            can_resume=state == "stopped",
        )

    def _problem(self, name: str, child: Child) -> str:
        """Why it failed; a run is named, not located."""
        return child.problem.replace(str(self._path(name)), name)

    def _resumable(self, name: str) -> bool:
        wish = self._wish(name)
        if wish is None:
            return False
        try:
            checked(wish, self.shelf, self.limits)
        except SpielbaumError:
            return False
        return True

    def _wish(self, name: str) -> AnyWish | None:
        """The form filled in with what this run is."""
        child = self.children.get(name)
        if child is not None:
            kept: AnyWish = child.wish
            return kept
        assert self.runs is not None
        try:
            wish = wish_of(self.runs.settings(name), name, self.shelf.files)
        except SpielbaumError:
            return None
        workers = self.runs.environment(name).get("workers")
        fitting = isinstance(workers, int) and 1 <= workers <= cores()
        return wish and wish.model_copy(update={"workers": workers if fitting else None})
