"""What goes wrong, as an answer: one sentence in the language asked for; people who browse get a page."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.language import say
from spielbaum.web.messages import Problem
from spielbaum.web.questions import field_name
from spielbaum.web.security import preferred_language
from spielbaum.web.server_limits import Busy, ServerLimits

#: What can go wrong everywhere, for the description of the interface.
PROBLEMS: dict[int | str, dict[str, object]] = {
    400: {"model": Problem, "description": "Another host was meant, or the request is broken."},
    403: {"model": Problem, "description": "Asked by a page of another site."},
    413: {"model": Problem, "description": "The message is too large."},
    415: {"model": Problem, "description": "The message is not JSON."},
    422: {"model": Problem, "description": "It cannot be used; the sentence says why."},
    429: {"model": Problem, "description": "One visitor asks for more than its share; ask again."},
    500: {"model": Problem, "description": "The rules of the game failed."},
    503: {"model": Problem, "description": "Too many are waiting; ask again."},
}
#: What a stream answers, for the same description.
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events, one JSON document each.", "content": {"text/event-stream": {}}}
}
STATUSES = {404: "web.error.not_found", 405: "web.error.method", 413: "web.error.size"}

PAGE = """<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <title>{title} – Spielbaum</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/css/base.css">
  <script src="/static/js/theme.js"></script>
</head>
<body>
  <main class="missing">
    <h1>{title}</h1>
    <p>{text}</p>
    <p><a class="button quiet" href="/">{home}</a></p>
  </main>
</body>
</html>
"""


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
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _problem(request, 422, "web.error.no_json")
    return _problem(request, 422, "web.error.field", field=field_name(first["loc"][1:]))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _wants_page(request):
        return _missing_page(request)
    limits: ServerLimits = request.app.state.spielbaum.limits
    key = STATUSES.get(error.status_code, "web.error.request")
    return _problem(request, error.status_code, key, limit=limits.body_bytes)


async def _other_error(request: Request, _error: Exception) -> JSONResponse:
    """A mistake in the rules of a game or in here; the traceback goes to the server's own log only."""
    return _problem(request, 500, "web.error.raised")


#: For `FastAPI(exception_handlers=…)`.
HANDLERS: dict[int | type[Exception], Any] = {
    SpielbaumError: _spielbaum_error,
    RequestValidationError: _validation_error,
    HTTPException: _http_error,
    Exception: _other_error,
}


# --- the page at an address where there is none --------------------------------------------------------


def _wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser, for something that is no part of the interface."""
    path = request.url.path
    return (
        request.method in ("GET", "HEAD")
        and not path.startswith(("/api/", "/static/"))
        and "text/html" in request.headers.get("accept", "")
    )


def _missing_page(request: Request) -> HTMLResponse:
    language = preferred_language(request.headers.get("accept-language", ""))
    words = {name: escape(say(f"web.missing.{name}", language)) for name in ("title", "text", "home")}
    return HTMLResponse(PAGE.format(language=language, **words), 404)
