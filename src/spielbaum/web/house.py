"""What the routes share: the games, the workers, the searches that can be told to stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Header, Request

from spielbaum.web import messages
from spielbaum.web.guard import preferred_language
from spielbaum.web.limits import Limits
from spielbaum.web.pool import Job, Pool
from spielbaum.web.shelf import Shelf


class House:
    """One server; it knows nothing about who plays, so a page can be reloaded or shared at any time."""

    def __init__(self, limits: Limits, files: Mapping[str, str], pages: list[str]) -> None:
        self.limits = limits
        self.shelf = Shelf(files, limits)
        self.pool = Pool(limits, files)
        self.pages = pages
        #: Searches under way by the name that only their client was told.
        self.running: dict[str, Job] = {}


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _language(accept_language: Annotated[str, Header(max_length=400)] = "") -> str:
    return preferred_language(accept_language)


def _client(request: Request, x_client: Annotated[str, Header(max_length=64)] = "") -> str:
    """Whom the queue is fair to: a page names itself, else it is the address that counts."""
    address = request.client.host if request.client is not None else ""
    return f"{address}/{x_client}"


Home = Annotated[House, Depends(_house)]
Language = Annotated[str, Depends(_language)]
Client = Annotated[str, Depends(_client)]

#: What can go wrong everywhere, for the description of the interface.
PROBLEMS: dict[int | str, dict[str, object]] = {
    400: {"model": messages.Problem, "description": "Another host was meant, or the request is broken."},
    403: {"model": messages.Problem, "description": "Asked by a page of another site."},
    413: {"model": messages.Problem, "description": "The message is too large."},
    415: {"model": messages.Problem, "description": "The message is not JSON."},
    422: {"model": messages.Problem, "description": "It cannot be used; the sentence says why."},
    500: {"model": messages.Problem, "description": "The rules of the game failed."},
    503: {"model": messages.Problem, "description": "Too many are waiting; ask again."},
}
