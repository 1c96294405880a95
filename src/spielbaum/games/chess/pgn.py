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
from spielbaum.games.chess.board import State, is_chess960, move_number, side_to_move
from spielbaum.games.chess.fen import START, read_fen, write_fen
from spielbaum.games.chess.game import chess
from spielbaum.games.chess.rules import utility

WHITE_WINS, BLACK_WINS, DRAW, UNKNOWN = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (WHITE_WINS, BLACK_WINS, DRAW, UNKNOWN)
#: The tags that every game has, in this order, with what stands for unknown.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
_WIDTH = 79

# The value of a tag ends at a quote before ], since not all programs escape the quotes in it. Results come
# before move numbers, which need no period. Not passed over is --, a move left out: the next would be wrong.
_TOKEN = re.compile(
    r"""
    \[\s*(?P<tag>[\w+#=:-]+)\s*"(?P<value>(?:[^"\\\n] | \\. | "(?!\s*\]))*)"\s*\]   # [White "A. Player"]
    | (?P<result>1[-–]0 | 0[-–]1 | 1/2(?:[-–]1/2)? | ½(?:[-–]½)? | \*)
    | (?P<skipped>\{[^}]*\} | ;[^\n]* | (?<![^\n])%[^\n]*   # comments, lines for programs
        | \$\d+ | [!?]+ | \d+(?![-–/\w]) | [.…]+ | \s+      # annotations, move numbers, space
        | (?: [-–]*[+=/~#∞±∓⩲⩱□][-–+=/~#∞±∓⩲⩱□]* | N | TN | D | RR | e\.?p\.?[+#]* )
          (?![^\s{}();\[\]$!?]) )                           # +-, =, N for a novelty, e.p.
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
    start = position.root
    known = {**ROSTER, **(tags or {}), "Result": result}
    if write_fen(start) != START:
        known |= {"SetUp": "1", "FEN": write_fen(start)}
    if is_chess960(start):
        known |= {"Variant": "Chess960"}
    order = [*ROSTER, "Result", *sorted(set(known) - {*ROSTER, "Result"})]
    lines = [f'[{name} "{_escaped(known[name])}"]' for name in order]
    words = []
    number, side = move_number(start), side_to_move(start)
    for index, move in enumerate(position.history_texts):
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
    return list(pgn_games(text))


def pgn_games(text: str) -> Iterator[Pgn]:
    """The games of a file one by one, each read and played only when it is asked for."""
    for number, (tags, moves, result) in enumerate(_games(text), start=1):
        yield Pgn(_played(tags, moves, number), tags, _known_result(result or tags.get("Result", "")))


def _known_result(text: str) -> str:
    """A result as the standard writes it; whatever else stands there tells nothing."""
    plain = text.strip().replace("–", "-").replace("½", "1/2")
    if plain == "1/2":
        return DRAW
    return plain if plain in RESULTS else UNKNOWN


def _played(tags: Mapping[str, str], moves: list[str], game: int) -> Position[State, int]:
    try:
        root = read_fen(tags["FEN"]) if "FEN" in tags else None
        if "FEN" in tags and root is None:
            raise BadInput("error.chess.fen.rows", text=tags["FEN"])
    except BadInput as error:
        raise BadInput("error.chess.pgn.start", game=game, why=error) from error
    rules = chess()
    position = Position(rules, rules.start if root is None else root)
    for ply, move in enumerate(moves):
        try:
            position = position.play(move.replace("–", "-"))  # O–O, from word processors
        except BadInput as error:
            why = error
            if rules.ended(position.state):  # drawn by fifty moves, say, and nobody claimed it
                why = BadInput("error.chess.pgn.over", move=move, why=BadInput(position.ending))
            number = move_number(position.state)
            raise BadInput("error.chess.pgn.move", game=game, number=number, ply=ply + 1, why=why) from error
    return position


def _games(text: str) -> Iterator[tuple[dict[str, str], list[str], str]]:
    """Tags, moves of the main line and result of each game."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    opened: list[int] = []  # where the variations begin that are not closed yet
    tagged = 0  # where the last tag ended
    text = text.lstrip("\ufeff")
    for token in _tokens(text):
        if token["open"]:
            opened.append(token.start())
        elif token["close"]:
            del opened[-1:]
        elif name := token["tag"]:
            if opened:
                raise _unclosed(text, opened)
            # The game before may have no result, and not even a move. A tag that is there twice in one
            # block of lines is a slip; after an empty line, or as the first of the block, a new game.
            apart = text.count("\n", tagged, token.start()) > 1
            if moves or (name in tags and (apart or name == next(iter(tags)))):
                yield tags, moves, ""
                tags, moves = {}, []
            tags[name] = re.sub(r"\\(.)", r"\1", token["value"])
            tagged = token.end()
        elif opened or token["skipped"]:
            continue
        elif token["result"]:
            yield tags, moves, token["result"]
            tags, moves = {}, []
        else:
            moves.append(token["move"])
    if opened:
        raise _unclosed(text, opened)
    if tags or moves:
        yield tags, moves, ""


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            given = text[at : at + 20].partition("\n")[0]
            raise BadInput("error.chess.pgn.text", line=_line(text, at), given=given)
        yield match
        at = match.end()


def _unclosed(text: str, opened: list[int]) -> BadInput:
    return BadInput("error.chess.pgn.open", line=_line(text, opened[-1]))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
