"""The page *Experiments*: runs are started, watched, stopped, resumed, compared, and their games replayed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from spielbaum.errors import BadInput
from spielbaum.experiments import cores
from spielbaum.experiments.algorithms import ALGORITHMS
from spielbaum.experiments.growth import SEARCHERS
from spielbaum.experiments.plots.names import name_words
from spielbaum.language import say
from spielbaum.play.specs import kinds
from spielbaum.web import experiments_messages as messages
from spielbaum.web.experiments_desk import Desk
from spielbaum.web.experiments_files import run_file
from spielbaum.web.experiments_watch import Watch
from spielbaum.web.experiments_wish import MOST_TASKS, PLAYERS, planned
from spielbaum.web.problems import EVENTS, PROBLEMS
from spielbaum.web.state import CurrentVisitor, Language, State
from spielbaum.web.workers.threads import ThreadQueue

router = APIRouter(prefix="/api/experiments", responses=PROBLEMS, tags=["experiments"])

#: Looks into the folder of runs at the same time, and how many may wait for one.
MOST_LOOKS, MOST_WAITING, MOST_OF_PAGE = 2, 64, 8


class Office:
    """The runs, who watches them, and whose turn it is to ask about them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.watch = Watch(desk, desk.limits)
        self.turns = ThreadQueue(MOST_LOOKS, MOST_WAITING, MOST_OF_PAGE)


def _office(request: Request) -> Office:
    office: Office = request.app.state.office
    return office


Runs = Annotated[Office, Depends(_office)]
Wish = Annotated[messages.Wish, Body()]
Name = Annotated[str, Path(pattern=messages.NAME)]


@router.get("")
async def experiments(office: Runs, language: Language, visitor: CurrentVisitor) -> messages.Desk:
    """The runs there are, and what may be started."""
    desk = office.desk
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
        runs=await office.turns.run(visitor, desk.lines, language),
    )


@router.post("/check")
async def check(wish: Wish, office: Runs, visitor: CurrentVisitor) -> messages.Checked:
    """What a wish comes to: its name, how many games, and the command line that does the same."""
    return await office.turns.run(visitor, _checked, wish, office.desk)


def _checked(wish: messages.AnyWish, desk: Desk) -> messages.Checked:
    understood, command = desk.check(wish)
    return messages.Checked(name=understood.name, command=command, planned=planned(understood, desk.shelf))


@router.post("/start")
async def start(wish: Wish, office: Runs, language: Language, visitor: CurrentVisitor) -> messages.Started:
    """Begin a run; it goes on without the page."""
    return messages.Started(name=await office.turns.run(visitor, office.desk.start, wish, language))


@router.post("/stop")
async def stop(which: messages.Which, office: Runs, visitor: CurrentVisitor) -> messages.Started:
    """Interrupt a run; what was finished is kept, and it can be resumed."""
    await office.turns.run(visitor, office.desk.stop, which.name)
    return messages.Started(name=which.name)


@router.post("/resume")
async def resume(
    which: messages.Which, office: Runs, language: Language, visitor: CurrentVisitor
) -> messages.Started:
    """Go on with a run that was interrupted, by whatever it was."""
    return messages.Started(name=await office.turns.run(visitor, office.desk.resume, which.name, language))


@router.get("/run/{name}")
async def run(name: Name, office: Runs, language: Language, visitor: CurrentVisitor) -> messages.RunView:
    """Everything about a run: results, figures with their data, settings."""
    return await office.turns.run(visitor, office.desk.view, name, language)


@router.get("/run/{name}/games")
async def games(
    name: Name,
    office: Runs,
    language: Language,
    visitor: CurrentVisitor,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
    only: messages.Only = "all",
) -> messages.RunGames:
    """Finished games, each with the moves that the page *Play* replays."""
    return await office.turns.run(visitor, office.desk.games, name, first, count, only, language)


@router.get("/run/{name}/file/{kind}")
async def file(
    name: Name,
    kind: messages.FileKind,
    office: Runs,
    state: State,
    language: Language,
    visitor: CurrentVisitor,
    request: Request,
) -> messages.RunFile:
    """A report to read, slides to present, or the results as a table."""
    server = str(request.base_url)  # its host is one of ours, as the guard has seen to
    asked = await office.turns.run(visitor, office.desk.file, name, kind, server, language)
    return await state.answer(run_file, asked, language, visitor, drawing=True)


class _Watching(StreamingResponse):
    """Events for a page that has a place."""

    def __init__(self, watch: Watch, address: str, names: list[str], language: str) -> None:
        super().__init__(watch.events(names, language), media_type="text/event-stream")
        self._watch, self._address = watch, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._watch.place(self._address):
            await super().__call__(scope, receive, send)


@router.post("/watch", response_class=StreamingResponse, responses=EVENTS)
async def watch(
    asked: messages.Watch, office: Runs, language: Language, visitor: CurrentVisitor
) -> StreamingResponse:
    """What changes, as events: `runs` (a list of RunLine) and `run` (RunView, of the runs named)."""
    if office.desk.runs is None:
        raise BadInput("experiments.error.no_folder")
    return _Watching(office.watch, visitor.address, asked.names, language)
