"""Kalah: sow the seeds of a house; the last seed in the own store earns another turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from spielbaum.bits import times
from spielbaum.board import Board, Cell, Tally
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.localized import join, localized, names, switches


class State(NamedTuple):
    """Each side in one word, `width` bits a pit: houses in sowing order, then the store.

    Sowing over a run of pits is then one addition, whatever their number.
    """

    mine: int
    theirs: int
    player: int
    #: 1 until the second player's first turn is over, where the pie rule is on.
    pie: int


def kalah(
    houses: int = 6,
    seeds: int = 4,
    empty_capture: bool = False,
    end: Literal["row", "mover"] = "row",
    leftovers: Literal["owner", "finisher"] = "owner",
    pie: bool = False,
) -> Game[State, int]:
    """Kalah with `houses` houses a side and `seeds` seeds in each; the pay-off is the margin in seeds."""
    total = 2 * houses * seeds
    width = total.bit_length()
    if houses < 1 or seeds < 1 or (houses + 1) * width >= 63:
        raise BadInput("error.game.kalah", houses=houses, seeds=seeds)
    if end not in ("row", "mover"):
        raise BadInput("error.game.parameter", name="end", expected="row | mover", given=end)
    if leftovers not in ("owner", "finisher"):
        raise BadInput("error.game.parameter", name="leftovers", expected="owner | finisher", given=leftovers)
    pit_mask = (1 << width) - 1
    row_mask = (1 << (houses * width)) - 1
    store_at = houses * width
    lap = 2 * houses + 1  # every pit but the other's store
    side_of_ones = sum(1 << (pit * width) for pit in range(houses + 1))
    row_of_ones = side_of_ones & row_mask
    ends_with_any_row = end == "row"
    owner_keeps = leftovers == "owner"

    def pack(store: int, row: tuple[int, ...]) -> int:
        return (store << store_at) | sum(count << (house * width) for house, count in enumerate(row))

    def unpack(side: int) -> tuple[int, tuple[int, ...]]:
        return side >> store_at, tuple(pit(side, house) for house in range(houses))

    def pit(side: int, index: int) -> int:
        return (side >> (index * width)) & pit_mask

    def ones(first: int, stop: int) -> int:
        """One seed for each of the pits from `first` up to, not including, `stop`."""
        return side_of_ones & ((1 << (stop * width)) - (1 << (first * width)))

    def row_sum(side: int) -> int:
        seeds_left = 0
        for house in range(houses):
            seeds_left += pit(side, house)
        return seeds_left

    # --- rules

    def over(s: State) -> bool:
        return (s.mine & row_mask) == 0 or (ends_with_any_row and (s.theirs & row_mask) == 0)

    def moves(s: State) -> Iterator[int]:
        for house in range(houses):
            if pit(s.mine, house):
                yield house
        if s.pie and s.player:
            yield houses  # swap sides

    def play(s: State, house: int) -> State:
        if house == houses:  # the sides change owners, so the same side is to move, now the first player's
            return State(s.mine, s.theirs, 0, 0)
        sown = pit(s.mine, house)
        mine = s.mine - (sown << (house * width))
        theirs = s.theirs
        # Whole laps reach every pit; the rest goes to my side, their row, and my row again.
        laps = sown // lap
        stop = house + 1 + sown % lap
        mine += laps * side_of_ones + ones(house + 1, min(stop, houses + 1))
        theirs += laps * row_of_ones
        if stop > houses + 1:
            theirs += ones(0, min(stop - houses - 1, houses))
            if stop > lap:
                mine += ones(0, stop - lap)
        last = (stop - 1) % lap
        if last == houses:  # a bonus move keeps the turn
            return State(mine, theirs, s.player, s.pie)
        if last < houses and pit(mine, last) == 1:
            opposite = houses - 1 - last
            captured = pit(theirs, opposite)
            if captured or empty_capture:
                mine += ((captured + 1) << store_at) - (1 << (last * width))
                theirs -= captured << (opposite * width)
        return State(theirs, mine, 1 - s.player, s.pie & (1 - s.player))

    def utility(s: State) -> int:
        margin = (s.mine >> store_at) - (s.theirs >> store_at)
        # At most one row still holds seeds. They go to its owner or to the player who ran out.
        left = row_sum(s.mine) - row_sum(s.theirs)
        margin += left if owner_keeps else -left
        return -margin if s.player else margin

    # --- hints for the search

    unit = 2 * total + 1  # more than any advantage, so an estimate never equals a win

    def evaluate(s: State) -> int:
        """Seeds banked count double, seeds in the own row once."""
        banked = (s.mine >> store_at) - (s.theirs >> store_at)
        advantage = 2 * banked + row_sum(s.mine) - row_sum(s.theirs)
        return -advantage if s.player else advantage

    counts = min(total, lap) + 1  # more seeds in a house count as a whole lap
    lead = min(total, 24)  # and a greater lead as this one

    def active_features(s: State, side: int) -> Iterator[int]:
        """How many seeds lie in each house, the own ones first, and who leads by how much."""
        own = s.mine if side == s.player else s.theirs
        other = s.theirs if side == s.player else s.mine
        for house in range(houses):
            yield house * counts + min(pit(own, house), counts - 1)
        for house in range(houses):
            yield (houses + house) * counts + min(pit(other, house), counts - 1)
        ahead = (own >> store_at) - (other >> store_at)
        yield 2 * houses * counts + lead + min(max(ahead, -lead), lead)

    def gain(s: State, house: int) -> int:
        """What makes a move worth a look: the seeds it captures, or a bonus move (-1); else 0."""
        if house == houses:
            return 0
        sown = pit(s.mine, house)
        last = (house + sown) % lap
        if last == houses:
            return -1
        lands_empty = (sown < lap and last < houses and pit(s.mine, last) == 0) or sown == lap
        if not lands_empty:
            return 0
        # A capture after a lap also takes what was sown on the way.
        return pit(s.theirs, houses - 1 - last) + (1 if last < house or sown == lap else 0)

    def order(s: State, house: int) -> int:
        """Bonus moves first, those nearest to the store before the others; then captures."""
        worth = gain(s, house)
        return total + house if worth < 0 else worth

    def order_reason(s: State, house: int) -> str:
        worth = gain(s, house)
        return "bonus" if worth < 0 else "capture" if worth > 0 else ""

    def candidates(s: State) -> Iterator[int]:
        """All moves: first those that reach the own store, of both kinds those nearest to it first.

        What follows them is small: solving (5,4) takes 4.3 million nodes, and 26 million in the order of
        the houses.
        """
        if s.pie and s.player:
            yield houses
        for reaching in (True, False):
            for back in range(houses):
                sown = pit(s.mine, houses - 1 - back)
                if sown and (sown > back) == reaching:
                    yield houses - 1 - back

    def banked(s: State) -> int:
        """The margin in the stores; nothing as long as the sides may change owners."""
        margin = (s.mine >> store_at) - (s.theirs >> store_at)
        if s.pie:
            return 0
        return -margin if s.player else margin

    def rest(s: State) -> tuple[int, int, int]:
        """The houses: what is in the stores stays there."""
        if s.pie:
            return key(s)
        return (s.mine & row_mask, s.theirs & row_mask, 0)

    def bars(row: int) -> int:
        """Seeds as zeros, and after those of each house a one: no two rows have the same bits."""
        sums = times(row, row_of_ones)  # in each place the seeds of this house and all before it
        word = 0
        for house in range(houses):
            word |= 1 << (pit(sums, house) + house)
        return word

    def rest_in_a_word(s: State) -> int:
        """The same as one number, so that entries of the table are exact and the table can begin small."""
        row = s.mine & row_mask
        return bars(row) | (bars(s.theirs & row_mask) << (pit(times(row, row_of_ones), houses - 1) + houses))

    def settle(s: State) -> tuple[State, int, int]:
        """The seeds in the stores are safe; only those still in play can change the margin."""
        if over(s):
            margin = utility(s)
            return s, margin, margin
        banked = (s.mine >> store_at) - (s.theirs >> store_at)
        loose = total - (s.mine >> store_at) - (s.theirs >> store_at)
        if s.pie:  # the sides may still change owners
            return s, -total, total
        if s.player:
            banked = -banked
        return s, banked - loose, banked + loose

    def dynamic(s: State) -> bool:
        for house in range(houses):  # noqa: SIM110 (Numba knows no any)
            if pit(s.mine, house) and gain(s, house):
                return True
        return False

    def noisy(s: State) -> Iterator[int]:
        for house in range(houses):
            if pit(s.mine, house) and gain(s, house):
                yield house

    def key(s: State) -> tuple[int, int, int]:
        """Who the mover is does not matter, except as long as the sides can be swapped."""
        return (s.mine, s.theirs, s.pie * (1 + s.player))

    # --- how people see it

    def notation(s: State) -> str:
        """<houses,mover's store,other's store,mover's houses,other's houses>, then who moves."""
        (store, row), (other_store, other_row) = unpack(s.mine), unpack(s.theirs)
        numbers = (houses, store, other_store, *row, *other_row)
        return f"<{','.join(map(str, numbers))}>" + ("/2" if s.player else "") + ("+pie" if s.pie else "")

    def parse(text: str) -> State | None:
        if not text.startswith("<"):
            return None
        match = re.fullmatch(r"<(\s*\d{1,9}(?:\s*,\s*\d{1,9})*\s*)>(?:/([12]))?(\+pie)?", text)
        numbers = [int(number) for number in match[1].split(",")] if match else []
        if (
            match is None
            or len(numbers) != 3 + 2 * houses
            or numbers[0] != houses
            or sum(numbers[1:]) > total
        ):
            raise BadInput("error.board.kalah", text=text, houses=houses, count=3 + 2 * houses, total=total)
        if match[3] and not pie:
            raise BadInput("error.board.pie", text=text)
        mine = pack(numbers[1], tuple(numbers[3 : 3 + houses]))
        theirs = pack(numbers[2], tuple(numbers[3 + houses :]))
        return State(mine, theirs, int(match[2] or 1) - 1, 1 if match[3] else 0)

    def move_text(_s: State, house: int) -> str:
        return "s" if house == houses else str(house + 1)

    def tally(_start: State, s: State) -> tuple[Tally, Tally]:
        south, north = (s.mine, s.theirs) if s.player == 0 else (s.theirs, s.mine)
        stores = (south >> store_at, north >> store_at)
        return Tally("game.kalah.seeds", stores[0]), Tally("game.kalah.seeds", stores[1])

    def picture(s: State) -> Board:
        """The first player below, sowing to the right; the second above, sowing to the left."""
        legal = set() if over(s) else set(moves(s))

        def row(side: int, mover: bool) -> tuple[Cell, ...]:
            return tuple(
                Cell(count=count, move=str(house + 1) if mover and house in legal else None)
                for house, count in enumerate(unpack(side)[1])
            )

        first, second = (s.theirs, s.mine) if s.player else (s.mine, s.theirs)
        top = (Cell(count=unpack(second)[0]), *reversed(row(second, s.player == 1)))
        bottom = (*row(first, s.player == 0), Cell(count=unpack(first)[0]))
        return Board("pits", (top, bottom), column_names=tuple(str(house + 1) for house in range(houses)))

    sentences = [
        localized("kalah.rules", houses=houses, seeds=seeds),
        localized("kalah.capture.empty" if empty_capture else "kalah.capture.standard"),
        localized(f"kalah.end.{end}"),
        localized(f"kalah.leftovers.{leftovers}"),
    ]
    if pie:
        sentences.append(localized("kalah.pie"))
    return Game(
        "kalah",
        start=State(pack(0, (seeds,) * houses), pack(0, (seeds,) * houses), 0, int(pie)),
        moves=moves,
        play=play,
        utility=utility,
        over=over,
        evaluate=evaluate,
        facts=Facts(
            values=(-total, total),
            unit=unit,
            most_moves=houses + pie,
            prefer_early=False,  # the margin counts, however long it takes
        ),
        hints=Hints(
            order=order,
            dynamic=dynamic,
            noisy=noisy,
            key=key,
            settle=settle,
            candidates=candidates,
            banked=banked,
            rest=rest if pie or total + 2 * houses > 62 else rest_in_a_word,
            active_features=active_features,
            feature_count=2 * houses * counts + 2 * lead + 1,
        ),
        presentation=Presentation(
            units_per_point=2,  # measured: 2.08
            order_reason=order_reason,
            move_text=move_text,
            notation=notation,
            parse=parse,
            picture=picture,
            tally=tally,
            move_width=1 if houses < 10 else None,
            move_names={"s": localized("kalah.swap")},
            title=localized("kalah.title"),
            rules=join(*sentences),
            player_names=names("south", "north"),
            switches=switches("kalah", "houses", "seeds", "empty_capture", "end", "leftovers", "pie"),
        ),
    )
