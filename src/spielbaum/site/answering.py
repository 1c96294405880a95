"""Answers the questions of a page inside it; runs in Pyodide, in a Web Worker (`python_worker.js`).

NumPy, Numba and the web framework are not there. Messages are JSON texts: `most` says for how many seconds
nothing more may be heard (rules that never return are ended by the page with the worker), `done` and
`problem` are last words, everything else is an event of a search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from threading import Event
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from pydantic import BaseModel

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game
from spielbaum.language import say
from spielbaum.play.engine_store import EngineStore
from spielbaum.site.solved import SmallSolution
from spielbaum.web import questions
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import show_game
from spielbaum.web.messages import GameRequest, PositionRequest
from spielbaum.web.play.positions import check_position
from spielbaum.web.play.search_tasks import SEARCHES, refuse_unsearchable, task_of
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.solution.messages import FindRequest
from spielbaum.web.solution.views import line_from, position_found, solved_position
from spielbaum.web.workers.job_runner import JobRunner
from spielbaum.web.workers.worker import Stage

if TYPE_CHECKING:
    from spielbaum.engine.wasm_module import WasmModule

Send = Callable[[str], None]

#: Seconds for a question, for one to rules from a file, and for the stages of a search besides thinking.
#: Python takes several times as long in a page as elsewhere, and a sheet of exercises is a long question.
QUESTION, RULES, PREPARING, SLACK = 120.0, 20.0, 60.0, 20.0
#: Threads that a player may ask for.
MOST_THREADS = 256


class _Polled(Event):
    """A stop that has to be asked for: nothing can be received while a search runs."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        super().__init__()
        self._stopped = stopped

    def is_set(self) -> bool:
        if not super().is_set() and self._stopped():
            self.set()
        return super().is_set()


class Answering:
    """Answers one question after the other."""

    def __init__(
        self,
        games: GameCatalog,
        stopped: Callable[[], bool] = lambda: False,
        solution: Callable[[str], bytes | None] = lambda _name: None,
    ) -> None:
        self._games = games
        #: The content of a game's file, and what was made of it.
        self._content = solution
        self._solutions: dict[str, SmallSolution] = {}
        self._runner = JobRunner(games)
        # Solutions are read with NumPy.
        EngineStore.solution = None
        self._stopped = stopped

    def answer(self, path: str, body: str, language: str, send: Send) -> None:
        """Send messages up to the last word; nothing is raised."""

        def tell(message: Mapping[str, Any]) -> None:
            send(json.dumps(message, ensure_ascii=False))

        def refuse(status: int, sentence: str) -> None:
            tell({"problem": {"status": status, "error": sentence}})

        try:
            self._answer(path, json.loads(body), language, tell)
        except SpielbaumError as error:
            refuse(422 if isinstance(error, BadInput) else 500, error.sentence(language))
        except Exception as error:  # noqa: BLE001 - the rules of somebody's game may raise anything
            refuse(500, say("web.site.raised", language, error=f"{type(error).__name__}: {error}"[:200]))

    def _answer(
        self, path: str, ask: dict[str, Any], language: str, tell: Callable[[Mapping[str, Any]], None]
    ) -> None:
        tell({"most": RULES if self._games.foreign(_game_of(ask)) else QUESTION})
        if path in SEARCHES:
            self._search(path, ask, language, tell)
            return
        found: BaseModel
        if path.startswith("/api/games/"):
            game = unquote(path.removeprefix("/api/games/"))
            found = show_game(GameRequest(game=game), self._games, language)
        elif path.startswith("/api/solution"):
            found = self._solved(path, ask, language)
        elif path in questions.QUESTIONS:
            found = questions.answer(questions.QUESTIONS[path], ask, self._games, language)
        else:
            raise BadInput("web.error.not_found")
        tell({"done": found.model_dump(mode="json")})

    def _solved(self, path: str, body: dict[str, Any], language: str) -> BaseModel:
        """What a server looks up in files, in the solution that lies beside the page."""
        spec = str(body.get("game"))
        name, game = spec.partition(":")[0], self._games.game(spec)
        if name not in self._solutions:
            content = self._content(name)
            if content is None or game is not self._games.game(name):
                raise BadInput("site.not_solved", game=spec)
            self._solutions[name] = SmallSolution(content, game)
        solution = self._solutions[name]
        if game.presentation.parameters != solution.game.presentation.parameters:
            raise BadInput("site.not_solved", game=spec)
        if path == "/api/solution/find":
            ask = questions.read(FindRequest, body)
            assert isinstance(ask, FindRequest)
            return position_found(solution, ask, solution.longest)
        here = questions.read(PositionRequest, body)
        assert isinstance(here, PositionRequest)
        match path:
            case "/api/solution/position":
                return solved_position(solution, here, self._games, language)
            case "/api/solution/line":
                return line_from(solution, here, self._games)
        raise BadInput("web.error.not_found")

    def _search(
        self, path: str, body: dict[str, Any], language: str, tell: Callable[[Mapping[str, Any]], None]
    ) -> None:
        ask = questions.read(SEARCHES[path], body)
        assert isinstance(ask, PositionRequest)
        limits = self._games.limits
        task, seconds = task_of(path.removeprefix("/api/"), ask, language, limits)
        # Hints, values and reviews are the engine's.
        player = str(task.get("player", "engine")).partition(":")[0]
        if player in self._games.missing_players(ask.game):
            raise BadInput("site.no_player", game=ask.game, player=player)
        position = PositionRequest(game=ask.game, start=ask.start, moves=ask.moves)
        refuse_unsearchable(check_position(position, self._games, language), ask)
        given = limits.seconds if seconds is None else min(seconds, limits.seconds)

        def hear(message: dict[str, Any]) -> None:
            match message:
                case {"stage": Stage.THINKING}:
                    tell({"most": given + SLACK})
                case {"stage": Stage.PREPARING}:
                    tell({"most": PREPARING})
                case {"stage": _}:
                    pass
                case _:
                    tell(message)

        self._runner.run(task | {"given": given}, _Polled(self._stopped), hear)


def _game_of(ask: Mapping[str, Any]) -> str:
    """The game that a question is about; the tree lab names it inside its source."""
    game = ask.get("game")
    return str(game.get("game") if isinstance(game, Mapping) else game)


def start(
    settings: str,
    stopped: Callable[[], bool],
    module: Callable[[str], Any],
    solution: Callable[[str], Any],
    pool: Callable[[str], Any],
) -> Any:
    """What the worker calls for every question.

    `module` and `solution` are the contents of a game's files, in JavaScript, `pool` the workers that help to
    search it.
    """
    read = json.loads(settings)
    games = GameCatalog(
        read["files"],
        # How many threads there are is known to the page, and said by the engine.
        ServerLimits(seconds=read["seconds"], threads=MOST_THREADS),
        only=frozenset(read["games"]),
        engines=frozenset(read["engines"]),
    )

    def module_of(game: Game[Any, Any]) -> WasmModule:
        from spielbaum.engine.wasm_module import WasmModule
        from spielbaum.engine.wasm_pyodide import PageThreads
        from spielbaum.engine.wasm_pyodide import start as run

        for name in read["engines"]:
            content = module(name)
            if content is not None and games.game(name).name == game.name:
                helpers = pool(name)
                return WasmModule(
                    content.to_bytes(), run, stopped, None if helpers is None else PageThreads(helpers)
                )
        raise BadInput("site.no_player", game=game.name, player="engine")

    def solution_of(name: str) -> bytes | None:
        content = solution(name)
        return None if content is None else content.to_bytes()

    answering = Answering(games, stopped, solution_of)
    EngineStore.module = module_of
    return answering.answer
