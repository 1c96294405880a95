"""The kernel answers the page of a widget, one question after the other, in a thread of its own.

The functions are those that a server calls. Python does one thing at a time anyway, so the widgets of a
kernel take turns, and a cell that runs makes them wait.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from spielbaum.language import catalogue
from spielbaum.play.engine_store import EngineStore
from spielbaum.site.answering import Answering
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import about_page, games_view
from spielbaum.web.tree_lab.facts import tree_lab_facts

Send = Callable[[dict[str, Any]], None]

#: Whose turn it is, of all widgets of this kernel.
_TURN = Lock()


class PageAnswers:
    """Answers the questions of one widget's page; `send` takes the messages, up to the last word of each."""

    def __init__(self, games: GameCatalog, page: str, send: Send) -> None:
        self._games = games
        self._page = page
        self._send = send
        self._queue: SimpleQueue[tuple[str, Mapping[str, Any]] | None] = SimpleQueue()
        self._stopped: set[tuple[str, int]] = set()
        self._current: tuple[str, int] | None = None
        self._thread: Thread | None = None
        self._announce = None
        with _own_announcements():
            self._answering = Answering(games, lambda: self._current in self._stopped)
            self._announce = EngineStore.announce

    def ask(self, view: str, question: Mapping[str, Any]) -> None:
        """Answer the question of a view as soon as those before it are answered."""
        self._queue.put((view, question))
        if self._thread is None:
            # Messages go out under the name of the cell that made the widget.
            self._thread = Thread(target=copy_context().run, args=(self._work,), daemon=True)
            self._thread.start()

    def stop(self, view: str, number: int) -> None:
        """Let a search answer with what it has; one that has not begun is ended as soon as it does."""
        self._stopped.add((view, number))

    def close(self) -> None:
        """End the search at hand and the thread."""
        if self._current is not None:
            self._stopped.add(self._current)
        self._queue.put(None)

    def _work(self) -> None:
        while (asked := self._queue.get()) is not None:
            view, question = asked
            self._current = view, int(question["number"])
            try:
                with _TURN, _own_announcements(self._announce):
                    self._answer(view, question)
            finally:
                self._stopped.discard(self._current)
                self._current = None

    def _answer(self, view: str, question: Mapping[str, Any]) -> None:
        path, language = str(question["path"]), str(question["language"])

        def send(message: Mapping[str, Any]) -> None:
            # How long nothing may be heard matters to who would end the process for it.
            if "most" not in message:
                self._send({"view": view, "number": question["number"], **message})

        first = self._first(path, language)
        if first is not None:
            send({"done": first})
        else:
            self._answering.answer(
                path, json.dumps(question["body"]), language, lambda text: send(json.loads(text))
            )

    def _first(self, path: str, language: str) -> dict[str, Any] | None:
        """What a page asks before it shows anything; None where it asks something else."""
        if path == "/api/about":
            return about_page(self._games.limits, [self._page]).model_dump(mode="json")
        if path.startswith("/api/catalogue/"):
            return dict(catalogue(path.removeprefix("/api/catalogue/")))
        if path == "/api/games":
            return games_view(self._games, language).model_dump(mode="json")
        if path == "/api/tree-lab":
            return tree_lab_facts(language).model_dump(mode="json")
        return None


@contextmanager
def _own_announcements(announce: Callable[[str], None] | None = None) -> Iterator[None]:
    """What engines of a page say while they compile goes there; those of cells are left as they were."""
    before = EngineStore.announce, EngineStore.solution
    if announce is not None:
        EngineStore.announce = announce
    try:
        yield
    finally:
        EngineStore.announce, EngineStore.solution = before
