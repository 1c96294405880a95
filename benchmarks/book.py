"""Perfect play from the empty Connect Four board: how long the moves take that the opening book leaves open.

The hardest ones are the first beyond the book: one player has followed it, the other one has played anything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.options import Missing, Options, say
from benchmarks.report import Row, Target
from spielbaum.engine import Engine
from spielbaum.engine.book import Book, position_number
from spielbaum.game import Game
from spielbaum.games import load_game

TITLE = "Perfect play beyond the opening book"
#: Seconds for a move.
ALLOWED = 1.0


def run(options: Options) -> Iterator[Row]:
    game = load_game("connect4")
    engine = Engine(game, table_mb=64, book=True)
    if engine.book is None:
        raise Missing("there is no book in the package")
    engine.warm("solve")
    chance = random.Random(options.seed)
    for side, name in enumerate(("first", "second")):
        states = list(beyond(game, engine.book, side))
        sample = chance.sample(states, min(40 if options.quick else 500, len(states)))
        say(f"{name} player: {len(sample)} of {len(states)} positions")
        times = []
        for state in sample:
            engine.clear()
            began = process_time()
            result = engine.solve(state, line=False)
            times.append(process_time() - began)
            if not result.proven:
                raise AssertionError("not solved")
        share = 100 * sum(time <= ALLOWED for time in times) / len(times)
        note = (
            f"{len(sample)} of {len(states)} positions, {1000 * sum(times) / len(times):.0f} ms on average, "
        )
        note += f"{1000 * max(times):.0f} ms at most"
        yield Row(
            "book",
            f"{name} player: moves within {ALLOWED:g} s",
            "%",
            share,
            target=Target(least=100),
            note=note,
        )


def beyond(game: Game[Any, Any], book: Book, side: int) -> Iterator[Any]:
    """The positions in which this side, having followed the book, is left without it."""
    layer = {position_number(game, game.start): game.start}
    while layer:
        following: dict[int, Any] = {}
        for state in layer.values():
            moves = game.legal(state)
            if game.player(state) == side:
                move = book.move(state)
                if move is None:
                    yield state
                moves = [] if move is None else [move]
            for move in moves:
                after = game.play(state, move)
                if not game.ended(after):
                    following[position_number(game, after)] = after
        layer = following
