"""The page *Experiments*: runs are started, watched, stopped, resumed, compared, and their games replayed."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from spielbaum.errors import BadInput
from spielbaum.experiments import cores
from spielbaum.experiments.registry import kinds
from spielbaum.language import LANGUAGES, say
from spielbaum.web.experiments import messages
from spielbaum.web.experiments.manager import RunManager
from spielbaum.web.experiments.run_files import run_file
from spielbaum.web.experiments.run_updates import RunUpdates
from spielbaum.web.experiments.views import kind_form
from spielbaum.web.problems import EVENTS, PROBLEMS
from spielbaum.web.security import DOCUMENT_POLICY
from spielbaum.web.state import CurrentClient, CurrentVisitor, Language
from spielbaum.web.workers.thread_queue import ThreadQueue

router = APIRouter(prefix="/api/experiments", responses=PROBLEMS, tags=["experiments"])

DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The document.", "content": {"text/html": {}}}
}
#: Looks into the folder of runs at the same time, and how many may wait for one.
MOST_LOOKS, MOST_WAITING, MOST_OF_PAGE = 2, 64, 8


class RunService:
    """The runs, who watches them, and whose turn it is to ask about them."""

    def __init__(self, manager: RunManager) -> None:
        self.manager = manager
        self.watch = RunUpdates(manager, manager.limits)
        self.turns = ThreadQueue(MOST_LOOKS, MOST_WAITING, MOST_OF_PAGE)


def _service(request: Request) -> RunService:
    service: RunService = request.app.state.runs
    return service


Runs = Annotated[RunService, Depends(_service)]
Asked = Annotated[messages.RunRequest, Body()]
Name = Annotated[str, Path(pattern=messages.NAME)]


@router.get("")
async def experiments(runs: Runs, language: Language, visitor: CurrentVisitor) -> messages.Overview:
    """The runs there are, and what may be started."""
    manager = runs.manager
    return messages.Overview(
        may_start=manager.may_start,
        reason=say(manager.reason, language) if manager.reason else "",
        folder="" if manager.runs is None else str(manager.runs.path),
        cores=cores(),
        seconds=manager.limits.seconds,
        kinds=[kind_form(kind, language) for kind in kinds()],
        runs=await runs.turns.run(visitor, manager.lines, language),
    )


@router.post("/check")
async def check(asked: Asked, runs: Runs, visitor: CurrentVisitor) -> messages.Checked:
    """What a request comes to: its name, how many tasks, and the command line that does the same."""
    return await runs.turns.run(visitor, _checked, asked, runs.manager)


def _checked(asked: messages.RunRequest, manager: RunManager) -> messages.Checked:
    understood, command = manager.check(asked)
    return messages.Checked(name=understood.name, command=command, planned=understood.planned)


@router.post("/start")
async def start(asked: Asked, runs: Runs, language: Language, visitor: CurrentVisitor) -> messages.Started:
    """Begin a run; it goes on without the page."""
    return messages.Started(name=await runs.turns.run(visitor, runs.manager.start, asked, language))


@router.post("/stop")
async def stop(which: messages.Which, runs: Runs, visitor: CurrentVisitor) -> messages.Started:
    """Interrupt a run; what was finished is kept, and it can be resumed."""
    await runs.turns.run(visitor, runs.manager.stop, which.name)
    return messages.Started(name=which.name)


@router.post("/resume")
async def resume(
    which: messages.Which, runs: Runs, language: Language, visitor: CurrentVisitor
) -> messages.Started:
    """Go on with a run that was interrupted, by whatever it was."""
    return messages.Started(name=await runs.turns.run(visitor, runs.manager.resume, which.name, language))


@router.get("/run/{name}")
async def run(name: Name, runs: Runs, language: Language, visitor: CurrentVisitor) -> messages.RunView:
    """Everything about a run: results, figures with their data, settings."""
    return await runs.turns.run(visitor, runs.manager.view, name, language)


@router.get("/run/{name}/games")
async def games(
    name: Name,
    runs: Runs,
    language: Language,
    visitor: CurrentVisitor,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
    only: messages.Only = "all",
) -> messages.RunGames:
    """Finished games, each with the moves that the page *Play* replays."""
    return await runs.turns.run(visitor, runs.manager.games, name, first, count, only, language)


@router.get("/run/{name}/file/{kind}")
async def file(
    name: Name, kind: messages.FileKind, runs: Runs, client: CurrentClient, request: Request
) -> messages.RunFile:
    """A report to read, slides to present, or the results as a table."""
    server = str(request.base_url)  # its host is one of ours, as the guard has seen to
    asked = await runs.turns.run(client.visitor, runs.manager.file, name, kind, server, client.language)
    return await client.answer(run_file, asked, drawing=True)


@router.get("/run/{name}/open/{kind}", response_class=Response, responses=DOCUMENT)
async def document(
    name: Name,
    kind: messages.DocumentKind,
    runs: Runs,
    client: CurrentClient,
    request: Request,
    lang: Annotated[str, Query(max_length=8)] = "",
) -> HTMLResponse:
    """A report or slides, to be looked at in a tab; in the language of the page that opens it."""
    asking = replace(client, language=lang) if lang in LANGUAGES else client
    made = await file(name, kind, runs, asking, request)
    return HTMLResponse(made.text, headers={"Content-Security-Policy": DOCUMENT_POLICY})


class _Watching(StreamingResponse):
    """Events for a page that has a place."""

    def __init__(self, watch: RunUpdates, address: str, names: list[str], language: str) -> None:
        super().__init__(watch.events(names, language), media_type="text/event-stream")
        self._watch, self._address = watch, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._watch.place(self._address):
            await super().__call__(scope, receive, send)


@router.post("/watch", response_class=StreamingResponse, responses=EVENTS)
async def watch(
    asked: messages.Watch, runs: Runs, language: Language, visitor: CurrentVisitor
) -> StreamingResponse:
    """What changes, as events: `runs` (a list of RunLine) and `run` (RunView, of the runs named)."""
    if runs.manager.runs is None:
        raise BadInput("experiments.error.no_folder")
    return _Watching(runs.watch, visitor.address, asked.names, language)
