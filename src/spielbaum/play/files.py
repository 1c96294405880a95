"""Records as files: one JSON document with a version, checked on the way in, whole on the way out.

A file called `.pgn` holds a game of chess in that notation instead.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from spielbaum.atomic import write_file
from spielbaum.documents import Duration, Natural, Real, Whole, checked, parse_json
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.play.outcome import Outcome, Reason
from spielbaum.play.record import Ply, Record
from spielbaum.result import Bound, Line, Proof, line_json

FORMAT = "spielbaum game"
VERSION = 1
#: No game record is longer; a file beyond this is something else.
MOST_BYTES = 16 << 20
PGN = ".pgn"
#: The game whose records can be written as PGN.
PGN_GAME = "chess"


def record_json(record: Record) -> dict[str, Any]:
    """The record as a JSON document; entries that say nothing are left out."""
    return _without_nothing(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": {"name": record.game, "parameters": record.parameters},
            "players": list(record.players),
            "date": record.date,
            "time": record.time,
            "seed": record.seed,
            "dice": record.dice,
            "tags": record.tags,
            "start": record.start,
            "opening": record.opening,
            "plies": [_ply_json(ply) for ply in record.plies],
            "outcome": None if record.outcome is None else _outcome_json(record.outcome),
        }
    )


def record_formats(game: str) -> tuple[str, ...]:
    """What a record of that game can be saved as."""
    return ("json", "text", "pgn") if game == PGN_GAME else ("json", "text")


def record_of(document: Any) -> Record:
    """The record that a JSON document holds; one sentence where it is something else."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput("error.record.foreign")
    version = document.get("version")
    if isinstance(version, int) and version > VERSION:
        raise BadInput("error.record.newer", version=version, known=VERSION)
    try:
        found = checked(document, _Document)
    except BadInput as error:
        raise BadInput("error.record.broken", why=error) from error
    if found.opening > len(found.plies):
        raise _wrong("opening")
    return Record(
        game=found.game.name,
        parameters=found.game.parameters,
        players=found.players,
        plies=tuple(_ply_of(ply) for ply in found.plies),
        opening=found.opening,
        start=found.start,
        outcome=None if found.outcome is None else _outcome_of(found.outcome),
        time=found.time,
        seed=found.seed,
        dice=found.dice,
        date=found.date,
        tags=found.tags,
    )


def record_file(record: Record) -> str:
    """The text of a file that `load_record` reads."""
    return json.dumps(record_json(record), ensure_ascii=False, indent=1) + "\n"


def save_record(record: Record, path: Path) -> None:
    """Write the file whole or not at all, as PGN where its name says so."""
    if path.suffix.lower() == PGN:
        from spielbaum.play.pgn import record_pgn

        text = record_pgn(record)
    else:
        text = record_file(record)
    write_file(path, text)


def load_record(path: Path) -> Record:
    """Read a file; one sentence where it cannot be read or is no record."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput("error.record.large", limit=MOST_BYTES >> 20)
        content = path.read_bytes()
    except (OSError, ValueError) as error:  # a ValueError: a name with a zero byte
        why = error.strerror if isinstance(error, OSError) else None
        raise BadInput("error.record.read", path=path, why=why or error) from error
    try:
        if path.suffix.lower() == PGN:
            from spielbaum.play.pgn import first_pgn_record

            return first_pgn_record(_decoded(content))
        return record_of(parse_json(content))
    except SpielbaumError as error:
        raise BadInput("error.record.file", path=path, why=error) from error


def _decoded(content: bytes) -> str:
    """The text of a PGN file: the standard says Latin-1, programs of today write UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


# --- the document -------------------------------------------------------------------------------------------

#: A value or a pay-off; what lies beyond could not be told from its neighbours.
_Number = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Real
_Seat = Annotated[int, Meta(ge=0, le=1000)]
#: `CHANCE`, which moves but has no seat, is -1.
_Mover = Annotated[int, Meta(ge=-1, le=1000)]


@dataclass(frozen=True, slots=True)
class _Thought:
    """A line as `line_json` writes it."""

    value: _Number | tuple[_Number, ...]
    proof: Proof
    bound: Bound = Bound.EXACT
    view: _Seat | None = None
    depth: Natural | None = None
    nodes: Natural = 0
    distance: Whole | None = None
    line: tuple[str, ...] = ()
    cycle: bool | None = None
    error: Real = 0.0


@dataclass(frozen=True, slots=True)
class _Ply:
    move: str
    player: _Mover
    seconds: Duration | None = None
    slip: bool = False
    thought: _Thought | None = None


@dataclass(frozen=True, slots=True)
class _Outcome:
    reason: Reason
    players: _Seat
    winners: tuple[_Seat, ...]
    payoffs: tuple[_Number, ...] | None = None
    loser: _Seat | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Game:
    """Parameters are numbers, switches, texts or tuples of numbers."""

    name: str
    parameters: dict[str, bool | Whole | Real | str | tuple[Whole, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Document:
    version: Annotated[int, Meta(ge=1, le=VERSION)]
    game: _Game
    players: tuple[str, ...] = ()
    date: str = ""
    time: str = ""
    seed: Whole | None = None
    dice: Whole | None = None
    tags: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    opening: Natural = 0
    plies: tuple[_Ply, ...] = ()
    outcome: _Outcome | None = None


def _ply_json(ply: Ply) -> dict[str, Any]:
    thought = ply.thought
    return _without_nothing(
        {
            "move": ply.move,
            "player": ply.player,
            "seconds": None if ply.seconds is None else round(ply.seconds, 4),
            "slip": ply.slip or None,
            "thought": None if thought is None else _thought_json(thought),
        }
    )


def _thought_json(line: Line[str]) -> dict[str, Any]:
    document = line_json(line)
    if line.bound is Bound.EXACT:
        del document["bound"]
    return _without_nothing(document)


def _ply_of(ply: _Ply) -> Ply:
    thought = None
    if ply.thought is not None:
        it = ply.thought
        thought = Line(
            it.value,
            it.view,
            it.line,
            it.proof,
            it.bound,
            it.distance,
            it.depth,
            it.nodes,
            it.cycle,
            it.error,
        )
    return Ply(ply.move, ply.player, ply.seconds, thought, ply.slip)


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    return _without_nothing(
        {
            "winners": list(outcome.winners),
            "reason": outcome.reason.value,
            "payoffs": None if outcome.payoffs is None else list(outcome.payoffs),
            "players": outcome.players,
            "loser": outcome.loser,
            "detail": outcome.detail or None,
        }
    )


def _outcome_of(found: _Outcome) -> Outcome:
    known = range(found.players)
    seats = found.winners if found.loser is None else (*found.winners, found.loser)
    if (
        not found.winners
        or len(set(found.winners)) < len(found.winners)
        or any(s not in known for s in seats)
    ):
        raise _wrong("outcome")
    if found.payoffs is not None and len(found.payoffs) != found.players:
        raise _wrong("outcome.payoffs")
    return Outcome(found.winners, found.players, found.reason, found.payoffs, found.loser, found.detail)


def _wrong(where: str) -> BadInput:
    return BadInput("error.record.broken", why=BadInput("error.document.wrong", where=where))


def _without_nothing(document: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in document.items() if v is not None and v not in ("", [], {})}
