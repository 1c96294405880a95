"""Backgammon without the doubling cube; with three men a side it is hypergammon.

Each player counts the points from 24 down to 1, bears off behind 1, and enters from the bar, place 25. The
men of a player are two words, four bits per place:

    low     bits 0–3 point 1, 4–7 point 2, … 44–47 point 12
    high    bits 0–3 point 13, … 44–47 point 24, 48–51 the bar

What stands nowhere is borne off. The other player's name of point p is 25 − p. A throw is 10 · the larger
number plus the smaller one. All that a throw lets a player do is one move: up to four steps, one byte each,
the first lowest: 8 · the origin plus the number of points; 0 where no man can move.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, NamedTuple

from spielbaum.board import Board, Cell
from spielbaum.errors import BadInput, IllegalMove
from spielbaum.game import Game
from spielbaum.game_fields import Facts, OneOf, Presentation
from spielbaum.games.localized import localized, names, switches
from spielbaum.result import CHANCE
from spielbaum.tables import table

POINTS, BAR, HOME = 24, 25, 6
#: Places in the lower word.
LOW = 12
#: Whose turn it is before the first throw.
NOBODY = 2
#: The men of each player at the start, by their number: (point, men).
STARTS = {
    1: ((24, 1),),
    2: ((24, 1), (23, 1)),
    3: ((24, 1), (23, 1), (22, 1)),
    15: ((24, 2), (13, 5), (8, 3), (6, 5)),
}
#: Four steps from as many of fifteen men: 18 over 4.
MOST_MOVES = 3060
#: What is borne off, as a target; and a move that is none.
OFF, PASS = "off", "pass"
#: Units of the evaluation per point.
UNIT = 1000


class Side(NamedTuple):
    """The men of a player, as drawn above."""

    low: int
    high: int


class State(NamedTuple):
    """The men of both players, whose turn it is (`NOBODY`: the first throw says), and the throw or 0."""

    first: Side
    second: Side
    turn: int
    dice: int


class Both(NamedTuple):
    """The men as the player to move sees them, while a move is made step by step."""

    mine: Side
    theirs: Side


# --- parts of a position


def count(side: Side, place: int) -> int:
    """How many men stand on a point or on the bar."""
    if place <= LOW:
        return (side.low >> (4 * (place - 1))) & 15
    return (side.high >> (4 * (place - 1 - LOW))) & 15


def added(side: Side, place: int, men: int) -> Side:
    """The men with so many more (or, below 0, fewer) on a place."""
    if place <= LOW:
        return Side(side.low + (men << (4 * (place - 1))), side.high)
    return Side(side.low, side.high + (men << (4 * (place - 1 - LOW))))


def none_left(side: Side) -> bool:
    return side.low == 0 and side.high == 0


def on_board(side: Side) -> int:
    """How many men are not borne off."""
    men = 0
    for place in range(1, BAR + 1):
        men += count(side, place)
    return men


def both(s: State) -> Both:
    return Both(s.second, s.first) if s.turn == 1 else Both(s.first, s.second)


def may_step(b: Both, origin: int, die: int) -> bool:
    """Whether a man of the player to move may go from there by the number of a die."""
    if count(b.mine, origin) == 0 or (origin != BAR and count(b.mine, BAR)):
        return False
    target = origin - die
    if target >= 1:
        return count(b.theirs, BAR - target) < 2
    at_home = b.mine.high == 0 and (b.mine.low >> (4 * HOME)) == 0
    # A man may bear off with more than it needs only where nobody stands behind it.
    return at_home and (target == 0 or (b.mine.low >> (4 * origin)) == 0)


def step(b: Both, origin: int, die: int) -> Both:
    """The men after a step."""
    mine, theirs, target = added(b.mine, origin, -1), b.theirs, origin - die
    if target >= 1:
        mine = added(mine, target, 1)
        if count(theirs, BAR - target) == 1:
            theirs = added(added(theirs, BAR - target, -1), BAR, 1)
    return Both(mine, theirs)


def byte(origin: int, die: int) -> int:
    return 8 * origin + die


# --- rules


def one_step(b: Both, die: int) -> list[int]:
    return [byte(BAR - back, die) for back in range(BAR) if may_step(b, BAR - back, die)]


def two_steps(b: Both, high: int, low: int) -> list[int]:
    """The moves with two different numbers, each position once."""
    found = []
    reached: list[Both] = []
    for order in range(2):
        die, other = (low, high) if order else (high, low)
        for back in range(BAR):
            origin = BAR - back
            if may_step(b, origin, die):
                between = step(b, origin, die)
                for back_then in range(BAR):
                    then = BAR - back_then
                    if may_step(between, then, other):
                        after = step(between, then, other)
                        new = True
                        for known in reached:
                            if known == after:
                                new = False
                                break
                        if new:
                            reached.append(after)
                            found.append(byte(origin, die) | (byte(then, other) << 8))
    return found


def most_steps(b: Both, die: int) -> int:
    """How many of four steps by the same number can be made: every order of them is as good as any other."""
    steps = 0
    origin = BAR
    while origin >= 1 and steps < 4:
        if may_step(b, origin, die):
            b = step(b, origin, die)
            steps += 1
        else:
            origin -= 1
    return steps


def doubles(b: Both, die: int) -> list[int]:
    """The moves with four equal numbers: steps in the order of their origins lead to each position once.

    Steps from the rear never hinder those from before: the other men stay where they are, and bearing off
    only becomes easier.
    """
    most = most_steps(b, die)
    found: list[int] = []
    if most == 0:
        return found
    for back_1 in range(BAR):
        origin_1 = BAR - back_1
        if not may_step(b, origin_1, die):
            continue
        b_1 = step(b, origin_1, die)
        move_1 = byte(origin_1, die)
        if most == 1:
            found.append(move_1)
            continue
        for back_2 in range(back_1, BAR):
            origin_2 = BAR - back_2
            if not may_step(b_1, origin_2, die):
                continue
            b_2 = step(b_1, origin_2, die)
            move_2 = move_1 | (byte(origin_2, die) << 8)
            if most == 2:
                found.append(move_2)
                continue
            for back_3 in range(back_2, BAR):
                origin_3 = BAR - back_3
                if not may_step(b_2, origin_3, die):
                    continue
                b_3 = step(b_2, origin_3, die)
                move_3 = move_2 | (byte(origin_3, die) << 16)
                if most == 3:
                    found.append(move_3)
                    continue
                for back_4 in range(back_3, BAR):
                    if may_step(b_3, BAR - back_4, die):
                        found.append(move_3 | (byte(BAR - back_4, die) << 24))  # noqa: PERF401
    return found


def throws(s: State) -> list[int]:
    """All throws; before the first turn each player throws one die, White first, and they must differ."""
    found = []
    for one in range(1, 7):
        for two in range(1, 7):
            if one > two or (one == two) == (s.turn != NOBODY):
                found.append(10 * one + two)  # noqa: PERF401 (plain loops compile)
    return found


def moves(s: State) -> list[int]:
    if s.dice == 0:
        return throws(s)
    b, high, low = both(s), s.dice // 10, s.dice % 10
    if high == low:
        found = doubles(b, high)
    else:
        found = two_steps(b, high, low)
        if len(found) == 0:
            found = one_step(b, high)
        if len(found) == 0:
            found = one_step(b, low)
    if len(found) == 0:
        found.append(0)
    return found


def play(s: State, move: int) -> State:
    if s.dice == 0:
        one, two = move // 10, move % 10
        turn = s.turn
        if turn == NOBODY:
            turn = 0 if one > two else 1
        return State(s.first, s.second, turn, 10 * max(one, two) + min(one, two))
    b = both(s)
    while move:
        b = step(b, (move & 255) >> 3, move & 7)
        move >>= 8
    if s.turn == 1:
        return State(b.theirs, b.mine, 0, 0)
    return State(b.mine, b.theirs, 1, 0)


def over(s: State) -> bool:
    return none_left(s.first) or none_left(s.second)


def player(s: State) -> int:
    return CHANCE if s.dice == 0 and not over(s) else s.turn


def weight(s: State, throw: int) -> int:
    return 2 if s.turn != NOBODY and throw // 10 != throw % 10 else 1


# --- hints for the search

#: What two men or more on a point are worth to their owner, from point 1 on.
MADE = table([0, 1, 5, 8, 13, 16, 15, 12, 8, 4, 3, 2, 2, 2, 2, 2, 3, 4, 6, 8, 10, 9, 7, 4, 2])
#: Of 36 throws so many hit a man that far away, if nothing is in the way.
SHOTS = table([0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3] + [1] * 13)
#: What a man on the bar is worth to the other player, by the points that are made in the home board.
ON_BAR = table([4, 7, 12, 20, 32, 48, 70])


def pips(side: Side) -> int:
    """How many points all men together still have to go."""
    total = 0
    for place in range(1, BAR + 1):
        total += place * count(side, place)
    return total


def rear(side: Side) -> int:
    """The place of the man that has the farthest to go; 0 where there is none."""
    place = BAR
    while place > 0 and count(side, place) == 0:
        place -= 1
    return place


def structure(mine: Side, theirs: Side) -> int:
    """Points made, primes, blots and men on the bar, in pips, while the players can still hit each other."""
    worth, prime, made_at_home = 0, 0, 0
    theirs_rear = rear(theirs)
    for place in range(1, POINTS + 1):
        men = count(mine, place)
        if men >= 2:
            worth += int(MADE[place]) - 2 * max(0, men - 3)
            made_at_home += 1 if place <= HOME else 0
            prime += 1
            # A prime counts where somebody is behind it.
            if prime >= 3 and theirs_rear > BAR - place:
                worth += 3 * prime
        else:
            prime = 0
            if men == 1:
                shots = 0
                for distance in range(1, min(place, 12) + 1):
                    if count(theirs, BAR - place + distance):
                        shots += int(SHOTS[distance])
                # A hit costs the way that the man has come, and time.
                worth -= min(shots, 30) * (BAR - place + 6) // 36
    return worth + count(theirs, BAR) * int(ON_BAR[made_at_home])


def evaluate(s: State) -> int:
    """Who is ahead in the race, who stands better; between losing and winning a single game."""
    lead = pips(s.second) - pips(s.first)
    if rear(s.first) + rear(s.second) > BAR:
        lead += structure(s.first, s.second) - structure(s.second, s.first)
        spread = 60
    else:
        # The shorter a race is, the more a pip decides.
        spread = 6 + (pips(s.first) + pips(s.second)) // 8
    return (
        (UNIT - 1) * lead // (abs(lead) + spread)
        if lead > 0
        else -((UNIT - 1) * -lead // (abs(lead) + spread))
    )


# --- how people see it


def place_text(place: int) -> str:
    return "bar" if place == BAR else OFF if place <= 0 else str(place)


def move_text(s: State, move: int) -> str:
    """As in 13/7 8/7*: origin and target of each man, a star where it hits, (2) where two do the same."""
    if s.dice == 0:
        return str(move)
    if move == 0:
        return PASS
    b, steps = both(s), []
    while move:
        origin, die = (move & 255) >> 3, move & 7
        target = origin - die
        hits = target >= 1 and count(b.theirs, BAR - target) == 1
        b = step(b, origin, die)
        move >>= 8
        steps.append(([origin, max(0, target)], hits))
    # A man that goes on where it has not hit is written with its last target alone.
    runs: list[tuple[list[int], bool]] = []
    for (origin, target), hits in sorted(steps, key=lambda made: -made[0][0]):
        for index, (run, hit) in enumerate(runs):
            if run[-1] == origin and origin != BAR and not hit:
                runs[index] = ([*run[:-1], target], hits)
                break
        else:
            runs.append(([origin, target], hits))
    runs.sort(key=lambda run: (-run[0][0], -run[0][1]))
    paths = ["/".join(map(place_text, run)) for run, _ in runs]
    hitting = {path for path, (_, hit) in zip(paths, runs, strict=True) if hit}
    return " ".join(
        path + ("*" if path in hitting else "") + (f"({paths.count(path)})" if paths.count(path) > 1 else "")
        for path in dict.fromkeys(paths)
    )


def _words(text: str) -> list[str]:
    """The men of a move in one order, each for itself."""
    words: list[str] = []
    for word in text.casefold().split():
        match = re.fullmatch(r"(.*?)(?:\(([2-4])\))?", word)
        assert match is not None
        # A man that hits on its way may be written in one word, as in 13/8*/5.
        places = match[1].split("/")
        men = [f"{one.rstrip('*')}/{two}" for one, two in pairwise(places)] if len(places) > 2 else [match[1]]
        words += men * int(match[2] or 1)
    # Only the first of two men that go the same way can hit.
    return sorted(f"{word}*" if f"{word}*" in words else word for word in words)


def _change(words: list[str]) -> dict[str, int]:
    """How many men more or fewer a move leaves on each place."""
    change: dict[str, int] = {}
    for word in words:
        origin, _, target = word.replace("*", "").partition("/")
        change[origin] = change.get(origin, 0) - 1
        change[target] = change.get(target, 0) + 1
    return {place: men for place, men in change.items() if men}


def parse_move(s: State, text: str) -> int:
    """Men in any order, `(2)` or twice the same; the stars of hits may be left out. A throw as 63 or 6-3."""
    if s.dice == 0:
        return _read_throw(s, text)
    for word in text.split():
        places = _STEP.fullmatch(word.casefold())
        numbers = map(int, re.findall(r"\d+", places[1])) if places else []
        if word.casefold() != PASS and (places is None or any(not 1 <= n <= POINTS for n in numbers)):
            raise IllegalMove("error.move.backgammon_step", step=word, move=text.strip())
    wanted = _words(text)
    texts = {move: _words(move_text(s, move)) for move in moves(s)}
    for move, words in texts.items():
        if words == wanted:
            return move
    # Other ways to write it: without the stars of hits, or with the steps joined to other men.
    plain = [move for move, words in texts.items() if _change(words) == _change(wanted)]
    if len(plain) > 1:
        meant = ", ".join(move_text(s, move) for move in plain)
        raise IllegalMove("error.move.backgammon_several", move=text.strip(), meant=meant)
    if not plain:
        raise BadInput("error.move.empty")  # `find_move` names those that are legal
    return plain[0]


#: A man's way: places with strokes between them, stars for hits, and how many men go it.
_STEP = re.compile(r"((?:bar|\d+)(?:/(?:off|\d+)\*?)+)(?:\([2-4]\))?")


def _read_throw(s: State, text: str) -> int:
    match = re.fullmatch(r"([1-6])-?([1-6])", text.strip())
    if match is None:
        raise IllegalMove("error.move.backgammon_throw", move=text.strip())
    one, two = int(match[1]), int(match[2])
    if s.turn == NOBODY:
        if one == two:
            raise IllegalMove("error.move.backgammon_first", move=text.strip())
        return 10 * one + two
    return 10 * max(one, two) + min(one, two)


def join_words(words: Iterable[str]) -> Iterator[str]:
    """The words of a list of moves put together: what stands between two throws is one move."""
    men: list[str] = []
    for word in words:
        if "/" in word:
            men.append(word)
            continue
        if men:
            yield " ".join(men)
        men = []
        yield word
    if men:
        yield " ".join(men)


def position_id(b: Both) -> str:
    """GNU Backgammon's name of a position: a one for each man and a zero after each place, in base 64.

    The places are those of the other player from point 1 to the bar, then those of the player on roll.
    """
    bits, at = 0, 0
    for side in (b.theirs, b.mine):
        for place in range(1, BAR + 1):
            bits |= ((1 << count(side, place)) - 1) << at
            at += count(side, place) + 1
    return b64encode(bits.to_bytes(10, "little")).decode().rstrip("=")


def read_position_id(text: str) -> Both | None:
    """The men of a position ID; None where it is none."""
    try:
        bits = int.from_bytes(b64decode(text + "==", validate=True), "little")
    except (NotBase64, ValueError):
        return None
    sides = []
    for _ in range(2):
        side = Side(0, 0)
        for place in range(1, BAR + 1):
            while bits & 1 and count(side, place) < 15:
                side, bits = added(side, place, 1), bits >> 1
            if bits & 1:
                return None
            bits >>= 1
        sides.append(side)
    return Both(sides[1], sides[0]) if bits == 0 else None


def notation(s: State) -> str:
    """GNU Backgammon's position ID, who is on roll (- before the first throw), and the throw or *."""
    return f"{position_id(both(s))} {'wb-'[s.turn]} {s.dice or '*'}"


def picture(s: State, men: int) -> Board:
    """White's points 13 to 24 above, 12 to 1 below; after six the bar, at the end what is borne off."""

    def point(number: int) -> Cell:
        for who, here in enumerate((count(s.first, number), count(s.second, BAR - number))):
            if here:
                return Cell(who, here)
        return Cell()

    def row(who: int, numbers: list[int]) -> tuple[Cell, ...]:
        side = s.second if who else s.first
        bar, borne_off = count(side, BAR), men - on_board(side)
        half = len(numbers) // 2
        points = [point(number) for number in numbers]
        return (
            *points[:half],
            Cell(who if bar else None, bar),
            *points[half:],
            Cell(who if borne_off else None, borne_off),
        )

    rows = (row(1, list(range(13, 25))), row(0, list(range(12, 0, -1))))
    return Board("backgammon", rows, dice=(s.dice // 10, s.dice % 10) if s.dice else ())


def backgammon(men: Annotated[int, OneOf(tuple(STARTS))] = 15) -> Game[State, int]:
    """Backgammon with `men` men a side; the pay-off is 1, 2 for a gammon, 3 for a backgammon."""
    if men not in STARTS:
        raise BadInput("error.game.backgammon", men=men, known=", ".join(map(str, STARTS)))
    side = Side(0, 0)
    for place, number in STARTS[men]:
        side = added(side, place, number)

    def points(loser: Side) -> int:
        """What a win is worth: 2 where the loser has borne off nobody, 3 where one of them is far behind."""
        if on_board(loser) < men:
            return 1
        return 3 if (loser.high >> (4 * (POINTS - HOME - LOW))) else 2

    def utility(s: State) -> int:
        return points(s.second) if none_left(s.first) else -points(s.first)

    def ending(s: State) -> str:
        return f"game.backgammon.points.{abs(utility(s))}"

    def parse(text: str) -> State | None:
        words = text.split()
        if len(words) != 3 or len(words[0]) != 14 or "/" in words[1] + words[2]:
            return None
        b = read_position_id(words[0])
        if b is None or max(on_board(b.mine), on_board(b.theirs)) > men or none_left(b.mine):
            raise BadInput("error.board.backgammon", text=text, men=men)
        if any(count(b.mine, place) and count(b.theirs, BAR - place) for place in range(1, BAR)):
            raise BadInput("error.board.backgammon_shared", text=text)
        opening = words[1] == "-"
        if opening and none_left(b.theirs):
            raise BadInput("error.board.backgammon_over", text=text)
        if (
            words[1] not in ("w", "b", "-")
            or not re.fullmatch(r"\*|[1-6][1-6]", words[2])
            or ((opening or none_left(b.theirs)) and words[2] != "*")
        ):
            raise BadInput("error.board.backgammon_throw", text=text)
        dice = 0 if words[2] == "*" else int("".join(sorted(words[2], reverse=True)))
        first, second = (b.theirs, b.mine) if words[1] == "b" else (b.mine, b.theirs)
        return State(first, second, "wb-".index(words[1]), dice)

    return Game(
        "backgammon",
        start=State(side, side, NOBODY, 0),
        moves=moves,
        play=play,
        utility=utility,
        player=player,
        over=over,
        evaluate=evaluate,
        weight=weight,
        facts=Facts(
            values=(-3, 3),
            unit=UNIT,
            most_moves=MOST_MOVES,
            repeats=True,
            prefer_early=False,
        ),
        presentation=Presentation(
            move_text=move_text,
            parse_move=parse_move,
            join_words=join_words,
            move_names={PASS: localized("backgammon.pass")},
            notation=notation,
            notation_name="GNU Backgammon position ID",
            parse=parse,
            picture=lambda s: picture(s, men),
            ending=ending,
            title=localized("backgammon.title"),
            rules=localized("backgammon.rules", men=men),
            player_names=names("white", "black"),
            switches=switches("backgammon", "men"),
        ),
    )
