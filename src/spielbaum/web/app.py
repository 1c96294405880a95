"""The application: pages, static files and the interface, behind the checks of `security`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from spielbaum import __version__
from spielbaum.web import routes
from spielbaum.web.experiments import routes as experiments_routes
from spielbaum.web.experiments.manager import RunManager
from spielbaum.web.pages import PAGES, page_address, page_html
from spielbaum.web.play import routes as play_routes
from spielbaum.web.problems import HANDLERS
from spielbaum.web.security import SecurityMiddleware
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.solution import routes as solution_routes
from spielbaum.web.solution.store import SolutionStore
from spielbaum.web.state import AppState
from spielbaum.web.tree_lab import routes as tree_lab_routes
from spielbaum.web.workers.queue import Visitor

STATIC = Path(__file__).parent / "static"
ROUTERS = (
    routes.router,
    play_routes.router,
    solution_routes.router,
    tree_lab_routes.router,
    experiments_routes.router,
)


def create_app(
    limits: ServerLimits | None = None,
    files: Mapping[str, str] | None = None,
    hosts: Iterable[str] = (),
    *,
    warm: Sequence[str] = (),
    runs: Path | None = None,
    may_start: bool = True,
    solutions: Path | None = None,
) -> FastAPI:
    """The application; `files` are the games of `--game`, `hosts` further names of this server.

    The games of `warm` are compiled in the background, in that order; the first one is loaded as well.
    `runs` is the folder of the page *Experiments*; `may_start` says whether pages may start and stop runs
    there. `solutions` is the folder with the files of the page *Solution*, which engines use as well.
    """
    limits = limits or ServerLimits()
    state = AppState(limits, files or {}, list(PAGES), solutions)
    store = SolutionStore(solutions)
    manager = RunManager(runs, state.games, limits, may_start=may_start)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        store.start()
        await state.start()
        warming = asyncio.create_task(_warm(state, warm)) if warm else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await state.close()
            await asyncio.to_thread(manager.close)
            store.close()

    app = FastAPI(
        title="Spielbaum",
        version=__version__,
        description="Games of perfect information: positions, players, values.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        exception_handlers=HANDLERS,
    )
    app.state.spielbaum = state
    app.state.solutions = store
    app.state.runs = experiments_routes.RunService(manager)
    for router in ROUTERS:
        app.include_router(router)
    for page in PAGES:
        _serve_page(app, page)
    app.mount("/static", _Static(directory=STATIC), name="static")
    app.add_middleware(SecurityMiddleware, hosts=tuple(hosts), limits=limits)
    return app


async def _warm(state: AppState, games: Sequence[str]) -> None:
    """Have everything ready before it is asked for, what people ask for first before the rest."""
    task = {"kind": "warm", "game": games[0], "language": "en"}
    async with state.pool.job(Visitor("", "warm"), task, 0.01) as job:
        while not {"done", "error"} & set(await job.messages.get()):
            pass
    state.pool.warm(games[1:])


def _serve_page(app: FastAPI, page: str) -> None:
    async def serve() -> HTMLResponse:
        return HTMLResponse(page_html(page), headers={"Cache-Control": "no-cache"})

    app.add_api_route(page_address(page), serve, include_in_schema=False)


class _Static(StaticFiles):
    """Static files, checked for changes each time: the page and its modules always belong together."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        response = super().file_response(*arguments, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response
