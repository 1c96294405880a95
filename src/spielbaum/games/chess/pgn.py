"""Portable game notation: games of chess as text files, read and written.

Read are the tags and the main line; comments, variations and annotations are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from spielbaum.errors import BadInput
from spielbaum.game import Position
from spielbaum.games.chess.board import State, move_number, side_to_move
from spielbaum.games.chess.fen import START, read_fen, write_fen
from spielbaum.games.chess.game import chess
from spielbaum.games.chess.rules import utility

WHITE_WINS, BLACK_WINS, DRAW, UNKNOWN = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (WHITE_WINS, BLACK_WINS, DRAW, UNKNOWN)
#: The tags that every game has, in this order, with what stands for unknown.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
_WIDTH = 79

_TOKEN = re.compile(
    r"""
    \[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]   # [White "A. Player"]
    | (?P<skipped>\{[^}]*\} | ;[^\n]* | (?<![^\n])%[^\n]*   # comments, lines for programs
        | \$\d+ | [!?]+ | \d+\s*\.+ | \.+ | \s+ )           # annotations, move numbers, space
    | (?P<result>1-0|0-1|1/2-1/2|\*)
    | (?P<open>\() | (?P<close>\))
    | (?P<move>[^\s{}();\[\]$!?]+[!?]*)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Pgn:
    """A game as its file tells it."""

    position: Position[State, int]
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = UNKNOWN


def result_of(position: Position[State, int]) -> str:
    """The result by the rules; unknown where the game goes on."""
    if not position.over:
        return UNKNOWN
    won = 0 if position.drawn_by_repetition else utility(position.state)
    return {1: WHITE_WINS, -1: BLACK_WINS, 0: DRAW}[won]


def write_pgn(
    position: Position[State, int], tags: Mapping[str, str] | None = None, result: str | None = None
) -> str:
    """The moves that led to a position as a game, with tags; the result by the rules unless it is given."""
    result = result or result_of(position)
    start = position.game.start if position.origin is None else position.origin
    known = {**ROSTER, **(tags or {}), "Result": result}
    if write_fen(start) != START:
        known |= {"SetUp": "1", "FEN": write_fen(start)}
    order = [*ROSTER, "Result", *sorted(set(known) - {*ROSTER, "Result"})]
    lines = [f'[{name} "{_escaped(known[name])}"]' for name in order]
    words = []
    number, side = move_number(start), side_to_move(start)
    for index, move in enumerate(position.moves):
        black = (side + index) % 2
        if not black:
            words.append(f"{number + (side + index) // 2}.")
        elif index == 0:
            words.append(f"{number}...")
        words.append(move)
    return "\n".join([*lines, "", *wrap(" ".join([*words, result]), _WIDTH, break_on_hyphens=False)]) + "\n"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def read_pgn(text: str) -> list[Pgn]:
    """All games of a file; one sentence says which game and which move cannot be read."""
    found = []
    for number, (tags, moves, result) in enumerate(_games(text), start=1):
        found.append(Pgn(_played(tags, moves, number), tags, result or tags.get("Result", UNKNOWN)))
    return found


def _played(tags: Mapping[str, str], moves: list[str], game: int) -> Position[State, int]:
    try:
        origin = read_fen(tags["FEN"]) if "FEN" in tags else None
        if "FEN" in tags and origin is None:
            raise BadInput("error.chess.fen.rows", text=tags["FEN"])
    except BadInput as error:
        raise BadInput("error.chess.pgn.start", game=game, why=error) from error
    rules = chess()
    position = Position(rules, rules.start if origin is None else origin, (), origin)
    for ply, move in enumerate(moves):
        try:
            position = position.play(move)
        except BadInput as error:
            number = move_number(position.state)
            raise BadInput(
                "error.chess.pgn.move", game=game, number=number, ply=ply + 1, why=error
            ) from error
    return position


def _games(text: str) -> Iterator[tuple[dict[str, str], list[str], str]]:
    """Tags, moves of the main line and result of each game."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    depth, at = 0, 0
    text = text.lstrip("\ufeff")
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            line = text.count("\n", 0, at) + 1
            raise BadInput("error.chess.pgn.text", line=line, given=text[at : at + 20].split("\n")[0])
        at = match.end()
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth = max(depth - 1, 0)
        elif depth or match["skipped"]:
            continue
        elif match["tag"]:
            if moves:  # the game before ended without a result
                yield tags, moves, ""
                tags, moves = {}, []
            tags[match["tag"]] = re.sub(r"\\(.)", r"\1", match["value"])
        elif match["result"]:
            yield tags, moves, match["result"]
            tags, moves = {}, []
        else:
            moves.append(match["move"])
    if tags or moves:
        yield tags, moves, ""
