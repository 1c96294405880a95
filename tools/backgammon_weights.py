"""Train the networks of the evaluation of backgammon by games against themselves.

    python -m tools.backgammon_weights --games 1000000 --seed 1 > numbers.py

Temporal differences (Sutton 1988) as in TD-Gammon (Tesauro 1992): both sides play the move after which the
network expects most, looking no further; then what was expected before the throw is drawn towards what is
expected after the move, or towards how the game has ended. Nothing is known of the game but its rules. One
network learns from positions in which the players can hit each other, the other one from races. One game in
seven has one, two or three men a side. The step gets smaller: 0.1 for the first tenth of the games, then down
to 0.002.

Now and then the networks, as they are, play pairs of games with the same dice against the evaluation in use;
the result goes to stderr. Sums of real numbers are added up in another order on other processors, so the same
seed gives the same networks on machines of one kind only.
"""

from __future__ import annotations

import argparse
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from statistics import correlation, fmean, stdev
from textwrap import wrap
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from spielbaum.engine.compiler import Compiler
from spielbaum.games.backgammon import backgammon, evaluation, men, rules
from spielbaum.games.backgammon.evaluation import INPUTS, OUTPUTS, PLAYER_INPUTS, SCALE, STEPS
from spielbaum.games.backgammon.men import BAR, Side
from spielbaum.games.backgammon.rules import State

Reals = NDArray[np.float32]
#: How large the fourth input of a place and the men borne off are, for one man: inputs should be of one size.
BEYOND, OFF = 0.5, 1 / 15
MOST_INPUTS = 64
FIRST_STEP, LAST_STEP, FIRST_TENTH = 0.1, 0.002, 0.1
BLOCKS = 40
#: Games with few men a side for each game with fifteen.
FEW_MEN = 1 / 18

Function = TypeVar("Function", bound=Callable[..., Any])


def fast(function: Function) -> Function:
    """The function compiled, which changes nothing about its types."""
    return cast(Function, numba.njit(fastmath=True)(function))


_compiler = Compiler("backgammon_weights")
_moves, _play, _over = (_compiler.rule(each) for each in (rules.moves, rules.play, rules.over))
_count, _on_board, _rear = (_compiler.rule(each) for each in (men.count, men.on_board, men.rear))


class Networks(NamedTuple):
    """Two networks: weights of the hidden units by input, what is always added, weights of the outputs."""

    hidden: Reals
    always: Reals
    outputs: Reals
    #: How many hidden units each of them has.
    sizes: NDArray[np.int64]


class Room(NamedTuple):
    """Where a network is computed: its inputs that are not 0 with their sizes, hidden units, outputs."""

    inputs: NDArray[np.int64]
    sizes: Reals
    hidden: Reals
    outputs: Reals


def new_networks(sizes: tuple[int, int], seed: int) -> Networks:
    random, most = np.random.default_rng(seed), max(sizes)
    hidden = random.uniform(-0.1, 0.1, (2, INPUTS, most)).astype(np.float32)
    outputs = random.uniform(-0.1, 0.1, (2, OUTPUTS, most + 1)).astype(np.float32)
    outputs[:, 1:, most] = -1.5  # gammons are rare
    return Networks(hidden, np.zeros((2, most), np.float32), outputs, np.array(sizes))


def new_room(networks: Networks) -> Room:
    most = networks.always.shape[1]
    return Room(
        np.empty(MOST_INPUTS, np.int64),
        np.empty(MOST_INPUTS, np.float32),
        np.empty(most, np.float32),
        np.empty(OUTPUTS, np.float32),
    )


# ------------------------------------------------------------------------------ what a network answers


@fast
def encode(side: Side, first: int, total: int, room: Room, used: int) -> int:
    """Write down the inputs of a player; how many are used then."""
    off = total
    for place in range(1, BAR + 1):
        here = _count(side, place)
        if here:
            off -= here
            at = first + (place - 1) * STEPS
            for level in range(min(here, 3)):
                room.inputs[used], room.sizes[used] = at + level, 1.0
                used += 1
            if here > 3:
                room.inputs[used], room.sizes[used] = at + 3, BEYOND * (here - 3)
                used += 1
    if off:
        room.inputs[used], room.sizes[used] = first + PLAYER_INPUTS - 1, OFF * off
        used += 1
    return used


@fast
def answer(networks: Networks, s: State, total: int, room: Room) -> tuple[int, int]:
    """Compute the outputs for the player on roll; which network it was, and how many inputs it had."""
    mine, theirs = (s.second, s.first) if s.turn == 1 else (s.first, s.second)
    which = 0 if _rear(mine) + _rear(theirs) > BAR else 1
    used = encode(theirs, PLAYER_INPUTS, total, room, encode(mine, 0, total, room, 0))
    size = networks.sizes[which]
    hidden = room.hidden
    for unit in range(size):
        hidden[unit] = networks.always[which, unit]
    for index in range(used):
        row, factor = networks.hidden[which, room.inputs[index]], room.sizes[index]
        for unit in range(size):
            hidden[unit] += factor * row[unit]
    for unit in range(size):
        hidden[unit] = 1 / (1 + np.exp(-hidden[unit]))
    for output in range(OUTPUTS):
        weights = networks.outputs[which, output]
        total_of = weights[networks.always.shape[1]]
        for unit in range(size):
            total_of += weights[unit] * hidden[unit]
        room.outputs[output] = 1 / (1 + np.exp(-total_of))
    return which, used


@fast
def best_after(networks: Networks, s: State, total: int, room: Room, target: Reals) -> State:
    """The position after the best move; `target` is what the player to move may expect then."""
    best, found = -9.0, s
    for move in _moves(s):
        after = _play(s, move, 1)
        if _over(after):
            loser = after.second if after.turn == 1 else after.first
            room.outputs[:] = 0.0
            room.outputs[2] = 1.0 if _on_board(loser) == total else 0.0
        else:
            answer(networks, after, total, room)
        win, gammon, lost = room.outputs
        worth = 1 - 2 * win - gammon + lost
        if worth > best:
            best, found = worth, after
            target[0], target[1], target[2] = 1 - win, lost, gammon
    return found


# -------------------------------------------------------------------------------------------------- the games


@fast
def throw(first: bool) -> int:
    """A throw; the first one of a game is no double."""
    while True:
        one, two = np.random.randint(1, 7), np.random.randint(1, 7)
        if one != two or not first:
            return 10 * max(one, two) + min(one, two)


@fast
def learn(
    networks: Networks, which: int, used: int, room: Room, target: Reals, pull: Reals, rate: float
) -> None:
    """Draw the outputs, as they were computed last, towards the target."""
    size, always = networks.sizes[which], networks.always.shape[1]
    pull[:size] = 0.0
    for output in range(OUTPUTS):
        wrong, weights = rate * (target[output] - room.outputs[output]), networks.outputs[which, output]
        for unit in range(size):
            pull[unit] += wrong * weights[unit]
            weights[unit] += wrong * room.hidden[unit]
        weights[always] += wrong
    for unit in range(size):
        pull[unit] *= room.hidden[unit] * (1 - room.hidden[unit])
        networks.always[which, unit] += pull[unit]
    for index in range(used):
        row, factor = networks.hidden[which, room.inputs[index]], room.sizes[index]
        for unit in range(size):
            row[unit] += factor * pull[unit]


@fast
def train(
    networks: Networks, room: Room, start: Side, total: int, games: int, rate: float, seed: int
) -> None:
    np.random.seed(seed)
    target, pull = np.empty(OUTPUTS, np.float32), np.empty(networks.always.shape[1], np.float32)
    for _ in range(games):
        s, first = State(start, start, np.random.randint(0, 2), 0, 1, 2), True
        while not _over(s):
            thrown = State(s.first, s.second, s.turn, throw(first), 1, 2)
            after = best_after(networks, thrown, total, room, target)
            if not first:  # whoever begins has no double: such a throw says nothing about the start
                which, used = answer(networks, s, total, room)
                learn(networks, which, used, room, target, pull, rate)
            s, first = after, False


def rival() -> Any:
    """A function that plays pairs of games against the evaluation in use: the points won in each game."""
    game = backgammon()
    compiler = Compiler("backgammon_in_use")
    in_use, points = compiler.rule(game.evaluate), compiler.rule(game.utility)

    @fast
    def best_of_rival(s: State) -> State:
        best, found, sign = -1_000_000, s, 1 if s.turn == 0 else -1
        for move in _moves(s):
            after = _play(s, move, 1)
            worth = sign * (points(after) * evaluation.UNIT if _over(after) else in_use(after))
            if worth > best:
                best, found = worth, after
        return found

    @fast
    def match(networks: Networks, room: Room, start: Side, total: int, pairs: int, seed: int) -> Any:
        target, won = np.empty(OUTPUTS, np.float32), np.empty((pairs, 2))
        for pair in range(pairs):
            for seat in range(2):
                np.random.seed(seed + pair)
                s, first = State(start, start, np.random.randint(0, 2), 0, 1, 2), True
                while not _over(s):
                    thrown = State(s.first, s.second, s.turn, throw(first), 1, 2)
                    own = s.turn == seat
                    s = best_after(networks, thrown, total, room, target) if own else best_of_rival(thrown)
                    first = False
                won[pair, seat] = points(s) if seat == 0 else -points(s)
        return won

    return match


# ------------------------------------------------------------------------------------------- the numbers


def packed(networks: Networks, which: int) -> str:
    """The numbers of a network as `evaluation.unpack` reads them."""
    size = int(networks.sizes[which])
    hidden = networks.hidden[which, :, :size].astype(float)
    for first in (0, PLAYER_INPUTS):
        last = first + PLAYER_INPUTS - 1
        hidden[first + 3 : last : STEPS] *= BEYOND
        hidden[last] *= OFF
    outputs = networks.outputs[which][:, [*range(size), networks.always.shape[1]]]
    parts = (hidden, networks.always[which, :size], outputs)
    numbers = np.rint(SCALE * np.concatenate([part.ravel() for part in parts]))
    return b64encode(np.clip(numbers, -(2**15), 2**15 - 1).astype("<i2").tobytes()).decode()


def written(networks: Networks) -> str:
    """The file of the numbers."""
    head = '"""The networks of the evaluation of backgammon, as `tools/backgammon_weights.py` writes them."""'
    lines = [head, "", "from __future__ import annotations", ""]
    for which, name in enumerate(("CONTACT", "RACE")):
        lines += [f"{name} = (", *(f'    "{part}"' for part in wrap(packed(networks, which), 100)), ")"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--hidden", type=int, default=64, help="units of the network for contact")
    parser.add_argument("--race-hidden", type=int, default=24, help="units of the network for races")
    parser.add_argument("--pairs", type=int, default=300, help="pairs of games against the evaluation in use")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    networks = new_networks((given.hidden, given.race_hidden), given.seed)
    room, match = new_room(networks), rival()
    starts = {total: backgammon(total).start.first for total in (1, 2, 3, 15)}
    games = max(1, given.games // BLOCKS)
    for block in range(BLOCKS):
        late = max(0.0, block / BLOCKS - FIRST_TENTH) / (1 - FIRST_TENTH)
        rate = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** late
        for total, start in starts.items():
            share = games if total == 15 else max(1, round(games * FEW_MEN))
            train(networks, room, start, total, share, rate, 1000 * given.seed + block)
        if block % 4 == 3 and given.pairs:
            pairs = match(networks, room, starts[15], 15, given.pairs, 10**6)
            means, close = [fmean(pair) for pair in pairs], correlation(*map(list, pairs.T))
            print(
                f"{games * (block + 1)} games, {time.process_time():.0f} s: {fmean(means):+.3f} ± "
                f"{1.96 * stdev(means) / len(means) ** 0.5:.3f} points per game against the one in use; "
                f"correlation of the games of a pair {close:+.2f}",
                file=sys.stderr,
                flush=True,
            )
    sys.stdout.write(written(networks))


if __name__ == "__main__":
    main()
