"""Analyses: better and better until everything is proven, and never in the way of anybody else."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.workers.job_runner import JobRunner
from spielbaum.web.workers.pool import Pool
from spielbaum.web.workers.queue import Visitor
from tests.support.patience import PATIENCE
from tests.support.server import patient

ONE, OTHER = Visitor("1"), Visitor("2")


def task(kind: str, game: str, moves: list[str], **more: Any) -> dict[str, Any]:
    where = {"game": game, "start": "", "moves": moves, "language": "en"}
    return where | {"kind": kind, "seconds": 0.0} | more


def test_it_ends_when_every_move_is_proven() -> None:
    sent: list[dict[str, Any]] = []
    asked = task("analyse", "tictactoe", ["b2"], given=PATIENCE)
    JobRunner(GameCatalog()).run(asked, Event(), sent.append)
    done = sent[-1]["done"]
    assert done["complete"]
    assert len(done["move_values"]) == 8
    assert {value["value"]["proof"] for value in done["move_values"]} == {"proven"}


def test_what_is_told_while_it_goes_on_agrees_with_itself() -> None:
    """Once the headline told a proven limit, and the values on the board what had been estimated before."""
    stop, told = Event(), []

    def send(message: dict[str, Any]) -> None:
        told.append(message)
        if sum("values" in each for each in told) == 4:
            stop.set()

    asked = task("analyse", "kalah", list("2552464162"), given=PATIENCE)
    JobRunner(GameCatalog()).run(asked, stop, send)
    of_moves: dict[str, Any] = {}
    for message in told:
        values = message.get("values") or message.get("done")
        if values:
            of_moves = {move["move"]: move["value"] for move in values["move_values"]}
        info = values["info"] if values else message.get("info")
        if info and of_moves:
            assert of_moves[info["move"]] == info["value"]
    assert of_moves


def test_a_search_takes_the_worker_of_an_analysis_at_once() -> None:
    """One worker, and an analysis that would go on for an hour: the other visitor is served all the same."""

    async def run() -> tuple[dict[str, Any], dict[str, Any], bool]:
        pool = Pool(patient(workers=1, seconds=3600))
        await pool.start()
        try:
            analysis = task("analyse", "othello:size=6", [])
            async with pool.job(ONE, analysis, background=True) as long:
                while "values" not in await long.messages.get():
                    pass
                short = task("hint", "othello:size=6", [], seconds=0.01)
                async with pool.job(OTHER, short, 0.01) as job:
                    while "done" not in (answer := await job.messages.get()):
                        pass
                while "done" not in (last := await long.messages.get()):
                    pass
                return answer["done"], last["done"], long.shortened
        finally:
            await pool.close()

    answer, last, shortened = asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert answer["info"]["move"]
    assert len(last["move_values"]) == 4
    assert not last["complete"]
    assert shortened


def test_analyses_take_turns() -> None:
    async def run() -> bool:
        pool = Pool(patient(workers=1, seconds=3600))
        await pool.start()
        try:
            analysis = task("analyse", "othello:size=6", [])
            async with (
                pool.job(ONE, analysis, background=True) as first,
                pool.job(OTHER, analysis, background=True) as second,
            ):
                for job in (first, second):
                    while "values" not in await job.messages.get():
                        pass
                return first.shortened
        finally:
            await pool.close()

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE))
