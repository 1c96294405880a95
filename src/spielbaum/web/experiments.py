"""The page *Experiments*: runs are started, watched, stopped, resumed, compared, and their games replayed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import StreamingResponse

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.lab import cores
from spielbaum.lab.algorithms import ALGORITHMS
from spielbaum.lab.growth import SEARCHERS
from spielbaum.lab.plots.names import name_words
from spielbaum.language import say
from spielbaum.play.specs import kinds
from spielbaum.web import experiments_messages as messages
from spielbaum.web.experiments_desk import Desk
from spielbaum.web.experiments_wish import MOST_TASKS, PLAYERS, planned
from spielbaum.web.house import PROBLEMS, Language
from spielbaum.web.limits import Busy
from spielbaum.web.searches import EVENTS

router = APIRouter(prefix="/api/experiments", responses=PROBLEMS, tags=["experiments"])

#: Seconds between two looks at the folder.
PAUSE = 0.5
#: Pages that may watch at the same time.
MOST_WATCHERS = 200


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.experiments
    return desk


Runs = Annotated[Desk, Depends(_desk)]
Wish = Annotated[messages.Wish, Body()]
Name = Annotated[str, Path(pattern=messages.NAME)]


@router.get("")
def experiments(desk: Runs, language: Language) -> messages.Desk:
    """The runs there are, and what may be started."""
    known = kinds()
    return messages.Desk(
        may_start=desk.may_start,
        reason=say(desk.reason, language) if desk.reason else "",
        folder="" if desk.runs is None else str(desk.runs.path),
        cores=cores(),
        limits={"seconds": desk.limits.seconds, "games": 2000, "planned": MOST_TASKS, "players": 12},
        players={name: list(known[name].options) for name in PLAYERS},
        algorithms={
            "sweep": {name: name_words(name, language) for name in ALGORITHMS},
            "growth": {name: name_words(name, language) for name in SEARCHERS},
        },
        runs=desk.lines(language),
    )


@router.post("/check")
def check(wish: Wish, desk: Runs) -> messages.Checked:
    """What a wish comes to: its name, how many games, and the command line that does the same."""
    understood, command = desk.check(wish)
    return messages.Checked(name=understood.name, command=command, planned=planned(understood, desk.shelf))


@router.post("/start")
def start(wish: Wish, desk: Runs, language: Language) -> messages.Started:
    """Begin a run; it goes on without the page."""
    return messages.Started(name=desk.start(wish, language))


@router.post("/stop")
def stop(which: messages.Which, desk: Runs) -> messages.Started:
    """Interrupt a run; what was finished is kept, and it can be resumed."""
    desk.stop(which.name)
    return messages.Started(name=which.name)


@router.post("/resume")
def resume(which: messages.Which, desk: Runs, language: Language) -> messages.Started:
    """Go on with a run that was interrupted, by whatever it was."""
    return messages.Started(name=desk.resume(which.name, language))


@router.get("/run/{name}")
def run(name: Name, desk: Runs, language: Language) -> messages.RunView:
    """Everything about a run: results, figures with their data, settings."""
    return desk.view(name, language)


@router.get("/run/{name}/games")
def games(
    name: Name,
    desk: Runs,
    language: Language,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
    only: messages.Only = "all",
) -> messages.RunGames:
    """Finished games, each with the moves that the page *Play* replays."""
    return desk.games(name, first, count, only, language)


@router.get("/run/{name}/file/{kind}")
def file(name: Name, kind: messages.FileKind, desk: Runs, language: Language) -> messages.RunFile:
    """A report to read, slides to present, or the results as a table."""
    return desk.file(name, kind, language)


@router.post("/watch", response_class=StreamingResponse, responses=EVENTS)
async def watch(asked: messages.Watch, request: Request, language: Language) -> StreamingResponse:
    """What changes, as events: `runs` (a list of RunLine) and `run` (RunView, of the runs named)."""
    desk = _desk(request)
    if desk.runs is None:
        raise BadInput("experiments.error.no_folder")
    if desk.watchers >= MOST_WATCHERS:
        raise Busy("web.error.busy", waiting=desk.watchers)

    async def events() -> AsyncIterator[bytes]:
        desk.watchers += 1
        told: dict[str, object] = {}
        try:
            while not desk.ending():
                for kind, data in await asyncio.to_thread(_news, desk, asked.names, language, told):
                    yield f"event: {kind}\ndata: {data}\n\n".encode()
                await asyncio.sleep(PAUSE)
        finally:
            desk.watchers -= 1

    return StreamingResponse(events(), media_type="text/event-stream")


def _news(desk: Desk, names: list[str], language: str, told: dict[str, object]) -> list[tuple[str, str]]:
    """What has changed since it was told; figures are only made where the line of a run is another one."""
    lines = desk.lines(language)
    if told.get("") == lines:
        return []
    news = [("runs", json.dumps([line.model_dump() for line in lines], ensure_ascii=False))]
    for line in lines:
        if line.name in names and told.get(line.name) != line:
            with suppress(SpielbaumError):  # gone in the meantime
                news.append(("run", desk.view(line.name, language).model_dump_json()))
        told[line.name] = line
    told[""] = lines
    return news
