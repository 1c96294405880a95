"""The application: pages, static files and the interface, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from spielbaum import __version__
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.web import experiments, lab, lab_exercise, routes, searches
from spielbaum.web.experiments_desk import Desk
from spielbaum.web.guard import Guard, preferred_language
from spielbaum.web.house import House
from spielbaum.web.limits import Busy, Limits
from spielbaum.web.missing import missing_page, wants_page
from spielbaum.web.queue import Visitor

STATIC = Path(__file__).parent / "static"
#: Pages in the order of the navigation; each is `static/<name>.html`, shown when the file is there.
PAGES = ("play", "lab", "experiments")
ROUTERS = (routes.router, searches.router, lab.router, lab_exercise.router, experiments.router)
STATUSES = {404: "web.error.not_found", 405: "web.error.method", 413: "web.error.size"}


def create_app(
    limits: Limits | None = None,
    files: Mapping[str, str] | None = None,
    hosts: Iterable[str] = (),
    *,
    warm: str | None = None,
    runs: Path | None = None,
    may_start: bool = True,
) -> FastAPI:
    """The application; `files` are the games of `--game`, `hosts` further names of this server.

    The rules of `warm` are compiled or loaded while nobody waits for them yet. `runs` is the folder of the
    page *Experiments*; `may_start` says whether pages may start and stop runs there.
    """
    limits = limits or Limits()
    pages = [page for page in PAGES if (STATIC / f"{page}.html").is_file()]
    house = House(limits, files or {}, pages)
    desk = Desk(runs, house.shelf, limits, may_start=may_start)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        warming = asyncio.create_task(_warm(house, warm)) if warm else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await house.close()
            await asyncio.to_thread(desk.close)

    app = FastAPI(
        title="Spielbaum",
        version=__version__,
        description="Games of perfect information: positions, players, values.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        exception_handlers={
            SpielbaumError: _spielbaum_error,
            RequestValidationError: _validation_error,
            HTTPException: _http_error,
            Exception: _other_error,
        },
    )
    app.state.house = house
    app.state.experiments = desk
    app.state.office = experiments.Office(desk)
    for router in ROUTERS:
        app.include_router(router)
    for page in pages:
        _serve_page(app, page)
    app.mount("/static", _Static(directory=STATIC), name="static")
    app.add_middleware(Guard, hosts=tuple(hosts), limits=limits)
    return app


async def _warm(house: House, game: str) -> None:
    """Ask for a hint at the start of a game, and forget it."""
    task = {"kind": "hint", "game": game, "start": "", "moves": [], "seconds": 0.01, "language": "en"}
    async with house.pool.job(Visitor("", "warm"), task, 0.01) as job:
        while not {"done", "error"} & set(await job.messages.get()):
            pass


def _serve_page(app: FastAPI, page: str) -> None:
    async def serve() -> FileResponse:
        return FileResponse(STATIC / f"{page}.html", headers={"Cache-Control": "no-cache"})

    app.add_api_route("/" if page == PAGES[0] else f"/{page}", serve, include_in_schema=False)


class _Static(StaticFiles):
    """Static files, checked for changes each time: the page and its modules always belong together."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        response = super().file_response(*arguments, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response


# --- errors: one sentence in the language asked for ----------------------------------------------------


def _problem(request: Request, status: int, key: str, **fields: object) -> JSONResponse:
    return _sentence(request, status, SpielbaumError(key, **fields))


def _sentence(request: Request, status: int, error: SpielbaumError) -> JSONResponse:
    language = preferred_language(request.headers.get("accept-language", ""))
    again = {"Retry-After": str(error.retry_after)} if isinstance(error, Busy) else None
    return JSONResponse({"error": error.sentence(language)}, status, again)


async def _spielbaum_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SpielbaumError)
    status = error.status if isinstance(error, Busy) else 422 if isinstance(error, BadInput) else 500
    return _sentence(request, status, error)


async def _validation_error(request: Request, error: Exception) -> JSONResponse:
    """Names the field; what pydantic says about it is English only and left out."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _problem(request, 422, "web.error.no_json")
    field = ".".join(str(part) for part in first["loc"][1:])[:80] or "body"
    return _problem(request, 422, "web.error.field", field=field)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request):
        return missing_page(request)
    limits: Limits = request.app.state.house.limits
    key = STATUSES.get(error.status_code, "web.error.request")
    return _problem(request, error.status_code, key, limit=limits.body_bytes)


async def _other_error(request: Request, _error: Exception) -> JSONResponse:
    """A mistake in the rules of a game or in here; the traceback goes to the server's own log only."""
    return _problem(request, 500, "web.error.raised")
