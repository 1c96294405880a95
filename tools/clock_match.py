"""A match of two ways to use the clock in chess, on a clock that counts positions instead of seconds.

    python -m tools.clock_match --games 200 BEGIN_PART=9 END_PARTS=1

plays `spielbaum/play/uci_time.py` as it is against itself with other constants. A second is `--rate`
positions, so the same command plays the same games on every machine, however busy it is; what waiting and
talking cost is not part of it. A player whose clock runs out would lose (the limits do not let that happen).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from spielbaum import Engine, Position, load_game
from spielbaum.engine.deepening import KernelResult, last_depth, points
from spielbaum.engine.limits import Limits
from spielbaum.engine.searching import Question
from spielbaum.engine.workspace import NODE_LIMIT
from spielbaum.experiments.statistics import Tally
from spielbaum.play import uci_time
from spielbaum.play.uci_commands import Go

#: As long as no move takes less, so few positions are no search.
LEAST_NODES = 50
MOST_PLIES = 200
#: A game is decided when both sides agree for so many plies that it is won by this much (of 1 for a win).
AGREED, DECIDED = 6, 0.04


@dataclass
class Clock:
    """What is left, in seconds of the virtual clock."""

    left: float
    increment: float


@dataclass(frozen=True)
class Player:
    """An engine and its way to use the clock: a copy of the module `uci_time` with constants of its own."""

    engine: Engine[Any, int]
    way: Any

    def choose(self, position: Position[Any, int], clock: Clock, rate: int) -> tuple[int, float, float]:
        """The move, what it is worth to the player, and the seconds it took."""
        mover = position.player
        milliseconds = round(1000 * clock.left)
        added = round(1000 * clock.increment)
        go = Go(wtime=milliseconds, btime=milliseconds, winc=added, binc=added)
        times = self.way.times_for(go, mover, 0.0)
        steps: list[Any] = []

        def limit() -> int:
            """Positions after which it is enough, as far as is known now."""
            low, high = 0.0, times.most
            for _ in range(20):
                middle = (low + high) / 2
                low, high = (low, middle) if self.way.enough(middle, times, steps) else (middle, high)
            return max(int(high * rate), LEAST_NODES)

        *before, state = position.states
        count = len(position.legal_moves)
        asked = Question(state, tuple(before), Limits(nodes=limit()), [0] * count)
        self.engine.memory.control[0] = 0
        (search,) = self.engine.searching._searches(asked)

        def report(found: KernelResult) -> None:
            if not found.partial:
                worth = points(found.value, self.engine.rules)
                steps.append(self.way.Step(found.depth, found.moves[:1], float(worth), search.nodes / rate))
                search.work.info[NODE_LIMIT] = max(limit(), search.nodes)

        found = search.iterate(state, 1, last_depth(None), False, report)
        move = position.legal_moves[found.moves[0] if found is not None and found.moves else 0]
        worth = 0.0 if found is None else float(points(found.value, self.engine.rules))
        return move, worth, search.nodes / rate


def way_of(path: Path, changes: Sequence[str]) -> Any:
    """A module like `uci_time` from that file, with other constants: NAME=NUMBER."""
    name = f"uci_time_{'_'.join(changes)}_{path}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for change in changes:
        constant, _, number = change.partition("=")
        setattr(module, constant, type(getattr(module, constant))(float(number)))
    return module


def play(
    opening: Position[Any, int], players: Sequence[Player], base: float, added: float, rate: int
) -> float:
    """White's points in a game; players[0] is White."""
    clocks = [Clock(base, added), Clock(base, added)]
    position, agreed = opening, 0
    for player in players:
        player.engine.clear()
    while not position.over and position.plies < MOST_PLIES:
        mover = position.player
        move, worth, seconds = players[mover].choose(position, clocks[mover], rate)
        clocks[mover].left += added - seconds
        assert clocks[mover].left > 0, "nobody runs out of time"
        worth = -worth if mover else worth
        sign = (worth >= DECIDED) - (worth <= -DECIDED)
        agreed = agreed + sign if sign * agreed >= 0 and sign else sign
        if abs(agreed) >= AGREED:
            return 1.0 if agreed > 0 else 0.0
        position = position.after(move)
    value = position.game.utility(position.state) if position.over else 0
    assert isinstance(value, int), "of two players and zero sum"
    return 0.5 + value / 2


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("changes", nargs="*", help="constants of the other side: NAME=NUMBER")
    reader.add_argument("--other", type=Path, default=Path(uci_time.__file__), help="another uci_time.py")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--clock", default="1+0.02", help="seconds for the game and for each move")
    reader.add_argument("--rate", type=int, default=250_000, help="positions of a second")
    reader.add_argument("--seed", type=int, default=0)
    given = reader.parse_args()
    base, added = map(float, given.clock.split("+"))
    game = load_game("chess")
    own = Player(Engine(game, table_mb=16), way_of(Path(uci_time.__file__), ()))
    other = Player(Engine(game, table_mb=16), way_of(given.other, given.changes))
    tally = Tally()
    for pair in range(given.games // 2):
        random = Random(f"{given.seed}/{pair}")
        opening = Position.of(game)
        while opening.plies < 6:
            opening = opening.after(random.choice(opening.legal_moves))
        first = play(opening, (own, other), base, added, given.rate)
        second = 1 - play(opening, (other, own), base, added, given.rate)
        tally += Tally.pair(first, second)
        elo = tally.elo
        error = "?" if elo.error is None else f"{elo.error:.0f}"
        value = "?" if elo.value is None else f"{elo.value:+.0f}"
        print(f"{tally.wins}-{tally.losses}-{tally.draws}  Elo {value} ± {error}", flush=True)


if __name__ == "__main__":
    main()
