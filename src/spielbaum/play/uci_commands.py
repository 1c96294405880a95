"""What a chess program says to a UCI engine, read. Rubbish is passed over, as the protocol wants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

COMMANDS = frozenset(
    {"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop"}
    | {"ponderhit", "quit"}
)

_NUMBERS = frozenset({"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"})
_WORDS = frozenset({"searchmoves", "ponder", "infinite"})


@dataclass(frozen=True, slots=True)
class Go:
    """The limits of a search; times in milliseconds, None where nothing was said."""

    searchmoves: tuple[str, ...] = ()
    ponder: bool = False
    infinite: bool = False
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None


def read_command(line: str) -> tuple[str, list[str]]:
    """The command and its words; what stands before it is skipped. Nothing where there is no command."""
    words = line.split()
    for at, word in enumerate(words):
        if word in COMMANDS:
            return word, words[at + 1 :]
    return "", words


def read_go(words: Sequence[str]) -> Go:
    """`wtime 1000 btime 900 searchmoves e2e4 d2d4`; a limit without its number is none."""
    numbers: dict[str, int] = {}
    moves: list[str] = []
    listing = False
    for word, following in pairwise([*words, ""]):
        if word in _NUMBERS:
            listing = False
            if found := re.fullmatch(r"(-?\d{1,18})(?:\.\d*)?", following):
                numbers[word] = int(found[1])
        elif word in _WORDS:
            listing = word == "searchmoves"
        elif listing:
            moves.append(word)
    for name in ("depth", "nodes", "mate", "movestogo"):
        if name in numbers and numbers[name] < 1:
            del numbers[name]
    return Go(tuple(moves), "ponder" in words, "infinite" in words, **numbers)


def read_position(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The FEN, also without that word, None for the start of the game, and the moves."""
    at = words.index("moves") if "moves" in words else len(words)
    place = list(words[:at])
    if place[:1] == ["fen"]:
        del place[0]
    elif place[:1] == ["startpos"]:
        place = []
    return " ".join(place) or None, list(words[at + 1 :])


def read_setoption(words: Sequence[str]) -> tuple[str, str]:
    """`name Move Overhead value 50`; the value is empty for buttons."""
    at = words.index("value") if "value" in words else len(words)
    start = 1 if words[:1] == ["name"] else 0
    return " ".join(words[start:at]), " ".join(words[at + 1 :])
