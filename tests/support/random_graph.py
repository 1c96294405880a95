"""Random games with everything that games nobody here has written may have.

One set of rules, another game for every seed in the state, so one compiled engine plays as many as a test
likes. They have extra turns, passes, forced moves, ties, moves that lead to the same position, ends at which
moves are left, and, where `cyclic`, circles. The state hides what it is about in the top bits of two words.
Each kind of game declares other hints, honest ones that are of little help or harm:

    plain     nothing: the table tells positions by all words of the state
    folded    `key` leaves out how a position came about and how long both must still wait in it, so positions
              that are not equally far from the end share a key; `order` is random, `candidates` leave
              doubles out; evaluation and liveliness are random
    banked    points are won on the way; `rest` leaves them out; `settle` plays forced moves, without bounds
    cyclic    positions come again
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from spielbaum import Facts, Game, Hints
from spielbaum.bits import shift_left, shift_right
from tests.support.random_game import stir

NODES = 64
LONGEST = 6
CYCLIC_NODES = 24


class State(NamedTuple):
    """`place`: node in bits 58–63, player in bit 0; `past`: layer, wait, tag in bits 54–63, bank in 0–5."""

    seed: int
    place: int
    past: int


def state_of(seed: int, node: int, player: int, layer: int = 0, wait: int = 0, tag: int = 0) -> State:
    return State(
        seed,
        shift_left(node, 58) | player,
        shift_left(layer, 60) | shift_left(wait, 57) | shift_left(tag, 54),
    )


def node_of(s: State) -> int:
    return shift_right(s.place, 58)


def layer_of(s: State) -> int:
    return shift_right(s.past, 60)


def wait_of(s: State) -> int:
    return shift_right(s.past, 57) & 7


def tag_of(s: State) -> int:
    return shift_right(s.past, 54) & 7


def bank_of(s: State) -> int:
    return (s.past & 63) - 32 if s.past & 63 else 0


def random_graph(kind: str, *, prefer_early: bool = True) -> Game[Any, Any]:
    """The rules of one kind; the seed of the game is in the state."""
    cyclic, banks, folds = kind == "cyclic", kind == "banked", kind == "folded"
    nodes = CYCLIC_NODES if cyclic else NODES
    spread = 3 if kind == "plain" or cyclic else 7
    most = 1 if spread == 3 else 3
    if banks:
        most += 2 * LONGEST

    def player(s: State) -> int:
        return s.place & 1

    def width(s: State) -> int:
        x = stir(s.seed, node_of(s), 1)
        if layer_of(s) >= LONGEST or x % 9 == 0:
            return 0
        return 1 + (x >> 8) % 4

    def over(s: State) -> bool:
        return wait_of(s) == 0 and (width(s) == 0 or stir(s.seed, node_of(s), 2) % 11 == 0)

    def moves(s: State) -> Iterator[int]:
        if wait_of(s) > 0:
            yield 0
        elif stir(s.seed, node_of(s), 2) % 11 != 0 or kind == "plain":
            for move in range(width(s)):
                yield move
                if stir(s.seed, node_of(s), 60 + move) % 4 == 0:
                    yield move + 8  # the same once more

    def candidates(s: State) -> Iterator[int]:
        for move in moves(s):
            if move < 8:
                yield move

    def play(s: State, move: int) -> State:
        me = s.place & 1
        if wait_of(s) > 0:
            return State(s.seed, s.place, s.past - shift_left(1, 57))
        node, step = node_of(s), move & 7
        to = stir(s.seed, node, 80 + step) % nodes
        me = me if stir(s.seed, node, 3 + step) % 4 == 0 else 1 - me
        wait = stir(s.seed, to, 10) % 3 if not cyclic and stir(s.seed, node, 20 + step) % 3 == 0 else 0
        tag = 0 if cyclic else (tag_of(s) * 3 + move + 1) & 7
        layer = 0 if cyclic else layer_of(s) + 1
        bank = 0
        if banks:
            won = stir(s.seed, node, 30 + step) % 3
            bank = bank_of(s) + (won if s.place & 1 == 0 else -won) + 32
        past = shift_left(layer, 60) | shift_left(wait, 57) | shift_left(tag, 54)
        return State(s.seed, shift_left(to, 58) | me, past | bank)

    def utility(s: State) -> int:
        return bank_of(s) + stir(s.seed, node_of(s), 40) % spread - spread // 2

    def evaluate(s: State) -> int:
        return stir(s.seed, node_of(s), 41) % 19 - 9

    def dynamic(s: State) -> bool:
        return stir(s.seed, node_of(s), 42) % 3 == 0

    def order(s: State, move: int) -> int:
        return stir(s.seed, node_of(s), 50 + move) % 5 - 2

    def key(s: State) -> tuple[int, int, int]:
        return s.seed, s.place, shift_left(layer_of(s), 60)

    def settle(s: State) -> tuple[State, int, int]:
        while wait_of(s) > 0:
            s = play(s, 0)
        return s, -most, most

    return Game(
        f"random-{kind}",
        start=state_of(0, 0, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over if kind in ("plain", "banked") else None,
        evaluate=evaluate if folds or cyclic else None,
        facts=Facts(
            values=(-most, most),
            unit=10,
            prefer_early=prefer_early,
            repeats=cyclic,
            repetition=2 if cyclic else 0,
        ),
        hints=Hints(
            key=key if folds else None,
            order=order if folds or cyclic else None,
            candidates=candidates if folds or banks else None,
            dynamic=dynamic if folds else None,
            settle=settle if banks else None,
            banked=bank_of if banks else None,
            rest=key if banks else None,
        ),
    )


class Truth:
    """Values for player 0 and plies to the end with best play, by the plain rules and nothing else."""

    def __init__(self, game: Game[Any, Any], start: State) -> None:
        self.game = game
        self.start = start
        self.after: dict[State, list[State]] = {}
        todo = [start]
        while todo:
            state = todo.pop()
            if state not in self.after:
                legal = [] if game.ended(state) else game.legal(state)
                self.after[state] = [game.play(state, move) for move in legal]
                todo += self.after[state]
        self.value: dict[State, int] = {}
        #: Where nobody hurries, or a draw goes round in circles, this is no number that a search could tell.
        self.plies: dict[State, int] = {}
        if game.facts.repeats:
            self._backwards()
        else:
            for state in self.after:
                self._settle(state)

    @property
    def positions(self) -> list[State]:
        """All reachable positions where the game is not over."""
        return [state for state, after in self.after.items() if after]

    def _settle(self, state: State) -> tuple[int, int]:
        if state in self.value:
            return self.value[state], self.plies[state]
        value, plies = int(self.game.utility(state)), 0  # type: ignore[arg-type]
        if self.after[state]:
            sign = 1 - 2 * self.game.player(state)

            def rank(result: tuple[int, int]) -> tuple[int, int]:
                worth = sign * result[0]
                return worth, -result[1] if worth > 0 else result[1] if worth < 0 else 0

            value, plies = max((self._settle(child) for child in self.after[state]), key=rank)
            plies += 1
        self.value[state], self.plies[state] = value, plies
        return value, plies

    def _backwards(self) -> None:
        """Retrograde analysis: what is not settled by ends of games is a draw."""
        settled = True
        for state, after in self.after.items():
            if not after:
                self.value[state] = int(self.game.utility(state))  # type: ignore[arg-type]
        while settled:
            settled = False
            for state, after in self.after.items():
                if state in self.value:
                    continue
                sign = 1 - 2 * self.game.player(state)
                known = [sign * self.value[child] for child in after if child in self.value]
                if 1 in known or (len(known) == len(after) and 0 not in known):
                    self.value[state] = sign * max(known)
                    settled = True
        for state in self.after:
            self.value.setdefault(state, 0)
