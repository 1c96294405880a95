"""Moves as people write them: `13/7 8/7*`, throws as `63`, decisions about the cube as words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from spielbaum.errors import BadInput, IllegalMove
from spielbaum.games.backgammon.men import BAR, POINTS, count, step
from spielbaum.games.backgammon.rules import DECIDING, NOBODY, OFFERED, ROLLING, State, both, moves

#: What is borne off, as a target; and a move that is none.
OFF, PASS = "off", "pass"
#: ROLL and DOUBLE, TAKE and DROP.
DECISIONS = {DECIDING: ("roll", "double"), OFFERED: ("take", "drop")}


def place_text(place: int) -> str:
    return "bar" if place == BAR else OFF if place <= 0 else str(place)


def move_text(s: State, move: int) -> str:
    """As in 13/7 8/7*: origin and target of each man, a star where it hits, (2) where two do the same."""
    if s.dice == ROLLING:
        return str(move)
    if s.dice in DECISIONS:
        return DECISIONS[s.dice][move - 1]
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
    if s.dice == ROLLING:
        return _read_throw(s, text)
    if s.dice in DECISIONS:
        known = DECISIONS[s.dice]
        if text.strip().casefold() not in known:
            raise IllegalMove(f"error.move.backgammon_{known[1]}", move=text.strip())
        return known.index(text.strip().casefold()) + 1
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
