"""GNU Backgammon's names of positions: the position ID for the men, the match ID for cube, turn and dice."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import NamedTuple

from spielbaum.errors import BadInput
from spielbaum.games.backgammon.men import BAR, Both, Side, added, count, none_left, on_board
from spielbaum.games.backgammon.rules import DECIDING, DROPPED, NOBODY, OFFERED, ROLLING, State, both, over


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
    if len(text) != 14:
        return None
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


class MatchState(NamedTuple):
    """What a match ID says, in its order."""

    #: The stake is 2 to the power of this; its owner is 3 where the cube lies in the middle.
    doublings: int
    owner: int
    #: Who is on roll; who has to decide is another one where a double was offered.
    on_roll: int
    crawford: int
    #: 1: played, 2: over, 4: a double was dropped.
    phase: int
    decides: int
    doubled: int
    resigned: int
    die: int
    other_die: int
    #: Points to play for; 0: for money.
    length: int
    score: int
    other_score: int


#: How many bits each of them has.
BITS = MatchState(4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15)
IN_THE_MIDDLE = 3
PLAYED, OVER, LEFT = 1, 2, 4


def match_id(match: MatchState) -> str:
    bits, at = 0, 0
    for value, width in zip(match, BITS, strict=True):
        bits, at = bits | (value << at), at + width
    return b64encode(bits.to_bytes(9, "little")).decode()


def read_match_id(text: str) -> MatchState | None:
    """What a match ID says; None where it is none."""
    try:
        bits = int.from_bytes(b64decode(text, validate=True), "little")
    except (NotBase64, ValueError):
        return None
    values = []
    for width in BITS:
        values.append(bits & ((1 << width) - 1))
        bits >>= width
    return MatchState(*values) if bits == 0 and len(text) == 12 else None


def match_state(s: State) -> MatchState:
    """The cube, the turn and the dice of a position after the first throw."""
    return MatchState(
        doublings=s.stake.bit_length() - 1,
        owner=IN_THE_MIDDLE if s.owner == NOBODY else s.owner,
        on_roll=s.turn,
        crawford=0,
        phase=LEFT if s.dice == DROPPED else OVER if over(s) else PLAYED,
        decides=1 - s.turn if s.dice == OFFERED else s.turn,
        doubled=int(s.dice == OFFERED),
        resigned=0,
        die=max(s.dice, 0) // 10,
        other_die=max(s.dice, 0) % 10,
        length=0,
        score=0,
        other_score=0,
    )


def notation(s: State, most: int) -> str:
    """The position ID, who is on roll (- before the first throw), and the throw or *.

    With the cube: position ID and match ID, and a * where the dice are about to be thrown, which a match ID
    does not tell from a player who may still double.
    """
    if most == 1 or s.turn == NOBODY:
        return f"{position_id(both(s))} {'wb-'[s.turn]} {s.dice or '*'}"
    rolling = " *" if s.dice == ROLLING and not over(s) else ""
    return f"{position_id(both(s))}:{match_id(match_state(s))}{rolling}"


def parse(text: str, men: int, most: int) -> State | None:
    """The position that a text names; None where it is something else, such as a list of moves."""
    words = text.split()
    if words and ":" in words[0]:
        return _read_both(text, words, men, most)
    if (
        not words
        or not (len(words[0]) == 14 or words[1:2] in (["w"], ["b"], ["-"]))
        or "/" in "".join(words[1:])
    ):
        return None
    b = _read_men(text, words[0], men)
    if len(words) != 3:
        raise BadInput("error.board.backgammon_throw", text=text)
    opening = words[1] == "-"
    if opening and none_left(b.theirs):
        raise BadInput("error.board.backgammon_over", text=text)
    if (
        words[1] not in ("w", "b", "-")
        or not re.fullmatch(r"\*|[1-6][1-6]", words[2])
        or ((opening or none_left(b.theirs)) and words[2] != "*")
    ):
        raise BadInput("error.board.backgammon_throw", text=text)
    dice = ROLLING if words[2] == "*" else int("".join(sorted(words[2], reverse=True)))
    first, second = (b.theirs, b.mine) if words[1] == "b" else (b.mine, b.theirs)
    return State(first, second, "wb-".index(words[1]), dice)


def _read_men(text: str, name: str, men: int) -> Both:
    """The men of a position ID, of which the player on roll has some."""
    b = read_position_id(name)
    if b is None or max(on_board(b.mine), on_board(b.theirs)) > men or none_left(b.mine):
        raise BadInput("error.board.backgammon", text=text, men=men)
    if any(count(b.mine, place) and count(b.theirs, BAR - place) for place in range(1, BAR)):
        raise BadInput("error.board.backgammon_shared", text=text)
    return b


def _read_both(text: str, words: list[str], men: int, most: int) -> State:
    """A position ID and a match ID with a colon between them."""
    name, _, rest = words[0].partition(":")
    match = read_match_id(rest)
    if match is None or match.owner == 2 or words[1:] not in ([], ["*"]):
        raise BadInput("error.board.backgammon_match", text=text)
    if match.length or match.score or match.other_score or match.crawford or match.resigned:
        raise BadInput("error.board.backgammon_money", text=text)
    stake = 1 << match.doublings
    if stake > most or (stake == 1) != (match.owner == IN_THE_MIDDLE):
        raise BadInput("error.board.backgammon_cube", text=text, stake=stake, most=most)
    b = _read_men(text, name, men)
    owner = NOBODY if match.owner == IN_THE_MIDDLE else match.owner
    may_double = stake < most and owner != 1 - match.on_roll
    dice = 10 * max(match.die, match.other_die) + min(match.die, match.other_die)
    if match.phase == LEFT:
        dice = DROPPED
    elif match.doubled:
        dice = OFFERED
    elif may_double and not dice and not words[1:] and not none_left(b.theirs):
        dice = DECIDING
    first, second = (b.theirs, b.mine) if match.on_roll else (b.mine, b.theirs)
    found = State(first, second, match.on_roll, dice, stake, owner)
    # Everything else must be as it would be written again.
    if match_state(found)._replace(die=match.die, other_die=match.other_die) != match or (
        (match.die == 0) != (match.other_die == 0)
        or max(match.die, match.other_die) > 6
        or (dice in (OFFERED, DROPPED) and not may_double)
        or (bool(words[1:]) and (dice != ROLLING or over(found)))
    ):
        raise BadInput("error.board.backgammon_turn", text=text)
    return found
