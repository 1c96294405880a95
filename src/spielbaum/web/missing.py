"""The page at an address where there is none: people get a page, programs get JSON."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse

from spielbaum.language import say
from spielbaum.web.guard import preferred_language

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


def wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser, for something that is no part of the interface."""
    path = request.url.path
    return (
        request.method in ("GET", "HEAD")
        and not path.startswith(("/api/", "/static/"))
        and "text/html" in request.headers.get("accept", "")
    )


def missing_page(request: Request) -> HTMLResponse:
    language = preferred_language(request.headers.get("accept-language", ""))
    words = {name: escape(say(f"web.missing.{name}", language)) for name in ("title", "text", "home")}
    return HTMLResponse(PAGE.format(language=language, **words), 404)
