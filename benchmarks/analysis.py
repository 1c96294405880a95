"""How long somebody waits who looks at a game: until a first value is there, and until all is known.

    python -m benchmarks.analysis

Starts a server of its own on a free port of this machine and ends it again. It asks as the page does: all
moves of positions of Connect Four until they are proven, and a review of a game of chess, judged in as many
parts as there are workers. What is asked first compiles, or loads what was compiled; that is not counted.
Prints one table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from typing import Any

import httpx

from benchmarks.load import serving
from spielbaum.game import Position
from spielbaum.games import load_game

#: Moves of Connect Four after which every move is to be proven.
POSITIONS = ("", "435")
#: Plies of the game that is reviewed, and the seconds for each of its positions.
PLIES, SECONDS = 80, 0.2
#: Messages that tell a value.
TOLD = ("info", "values", "done")


async def stream(
    client: httpx.AsyncClient, path: str, ask: dict[str, object]
) -> list[tuple[str, float, Any]]:
    """The messages of the answer: their kinds, when they came, and what they say."""
    seen, kind = list[tuple[str, float, Any]](), ""
    while not seen:
        async with client.stream("POST", path, json=ask, headers={"X-Client": "looker"}) as answer:
            if answer.status_code == 503:  # as the page does: a moment later again
                await asyncio.sleep(0.3)
                continue
            answer.raise_for_status()
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    seen.append((kind, time.monotonic(), json.loads(line[6:])))
                    if kind == "problem":
                        raise SystemExit(line[6:])
    return seen


async def analysis(client: httpx.AsyncClient, moves: str) -> tuple[float, float]:
    """Seconds until the first value of a move, or of the position, and until every move is proven."""
    began, first = time.monotonic(), None
    while True:  # the server gives its worker to others from time to time; the page asks again then
        ask = {"game": "connect4", "moves": list(moves), "seconds": time.monotonic() - began}
        seen = await stream(client, "/api/analyse", ask)
        first = first or next(at for kind, at, _ in seen if kind in TOLD)
        _, end, said = seen[-1]
        if said["complete"]:
            return first - began, end - began


def long_game(plies: int) -> list[str]:
    """The moves of a game of chess that lasts so long: the first of those played at random."""
    game = load_game("chess")
    for seed in range(1000):
        chance, position, moves = random.Random(seed), Position(game, game.start), list[str]()
        while not position.over and len(moves) < plies:
            move = chance.choice(position.legal_moves)
            moves.append(game.move_name(position.state, move))
            position = position.after(move)
        if len(moves) == plies:
            return moves
    raise AssertionError("no game lasts so long")


async def review(client: httpx.AsyncClient, moves: list[str], parts: int) -> float:
    """Seconds until every position of the game is judged."""
    ask = {"game": "chess", "moves": moves, "seconds": SECONDS}
    cuts = [round(part * (len(moves) + 1) / parts) for part in range(parts + 1)]
    ranges = [{"first": cuts[part], "last": cuts[part + 1] - 1} for part in range(parts)]
    began = time.monotonic()
    answers = await asyncio.gather(*(stream(client, "/api/review", ask | part) for part in ranges))
    judged = sum(kind == "ply" for seen in answers for kind, _, _ in seen)
    assert judged == len(moves) + 1, f"{judged} positions were judged"
    return time.monotonic() - began


async def run(address: str) -> list[str]:
    lines = []
    async with httpx.AsyncClient(base_url=address, timeout=300) as client:
        workers = int((await client.get("/api/about")).json()["limits"]["workers"])
        await asyncio.gather(*(analysis(client, "44444") for _ in range(workers)))
        for moves in POSITIONS:
            first, all_proven = await analysis(client, moves)
            name = f"Connect Four after {moves}" if moves else "Connect Four, empty board"
            lines.append(f"{name:<28}  first value {first:5.2f} s  all moves proven {all_proven:5.2f} s")
        game = long_game(PLIES)
        for _ in range(2):  # both workers load the rules
            await asyncio.gather(*(review(client, game[:2], 1) for _ in range(workers)))
        took = await review(client, game, workers)
        name = f"review of {PLIES} plies of chess"
        lines.append(f"{name:<28}  {SECONDS:g} s each, {workers} parts  {took:5.2f} s")
    return lines


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    with serving() as (address, _):
        print("\n".join(asyncio.run(run(address))))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
