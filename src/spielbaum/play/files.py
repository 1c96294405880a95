"""Records as files: one JSON document with a version, checked on the way in, whole on the way out.

A file called `.pgn` holds a game of chess in that notation instead.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from spielbaum.atomic import write_file
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.play.outcome import Outcome, Reason
from spielbaum.play.record import Ply, Record, Thought
from spielbaum.result import Payoff, Proof

FORMAT = "spielbaum game"
VERSION = 1
#: No game record is longer; a file beyond this is something else.
MOST_BYTES = 16 << 20
PGN = ".pgn"

T = TypeVar("T")


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
            "tags": record.tags,
            "start": record.start,
            "opening": record.opening,
            "plies": [_ply_json(ply) for ply in record.plies],
            "outcome": None if record.outcome is None else _outcome_json(record.outcome),
        }
    )


def record_of(document: Any) -> Record:
    """The record that a JSON document holds; one sentence where it is something else."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput("error.record.foreign")
    version = document.get("version")
    if not isinstance(version, int) or version < 1:
        raise BadInput("error.record.broken", where="version")
    if version > VERSION:
        raise BadInput("error.record.newer", version=version, known=VERSION)
    game = _get(document, "game", dict)
    record = Record(
        game=_get(game, "name", str),
        parameters={str(k): _parameter(v) for k, v in _get(game, "parameters", dict, {}).items()},
        players=tuple(_each(document, "players", str)),
        plies=tuple(_ply_of(ply) for ply in _each(document, "plies", dict)),
        opening=_get(document, "opening", int, 0),
        start=_get(document, "start", str, None),
        outcome=_outcome_of(_get(document, "outcome", dict, None)),
        time=_get(document, "time", str, ""),
        seed=_get(document, "seed", int, None),
        date=_get(document, "date", str, ""),
        tags={str(k): str(v) for k, v in _get(document, "tags", dict, {}).items()},
    )
    if not 0 <= record.opening <= len(record.plies):
        raise BadInput("error.record.broken", where="opening")
    return record


def save_record(record: Record, path: Path) -> None:
    """Write the file whole or not at all, as PGN where its name says so."""
    if path.suffix.lower() == PGN:
        from spielbaum.play.pgn import record_pgn

        text = record_pgn(record)
    else:
        text = json.dumps(record_json(record), ensure_ascii=False, indent=1) + "\n"
    write_file(path, text)


def load_record(path: Path) -> Record:
    """Read a file; one sentence where it cannot be read or is no record."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput("error.record.large", limit=MOST_BYTES >> 20)
        is_pgn = path.suffix.lower() == PGN
        text = _decoded(path.read_bytes()) if is_pgn else path.read_text(encoding="utf-8")
        document = None if is_pgn else json.loads(text)
    except OSError as error:
        raise BadInput("error.record.read", path=path, why=error.strerror or error) from error
    except (ValueError, RecursionError) as error:  # bad UTF-8, bad JSON, brackets without end
        raise BadInput("error.record.no_json", path=path) from error
    try:
        if is_pgn:
            from spielbaum.play.pgn import first_pgn_record

            return first_pgn_record(text)
        return record_of(document)
    except SpielbaumError as error:
        raise BadInput("error.record.file", path=path, why=error) from error


def _decoded(content: bytes) -> str:
    """The text of a PGN file: the standard says Latin-1, programs of today write UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


# --- plies and outcomes -------------------------------------------------------------------------------------


def _ply_json(ply: Ply) -> dict[str, Any]:
    thought = ply.thought
    return _without_nothing(
        {
            "move": ply.move,
            "player": ply.player,
            "seconds": None if ply.seconds is None else round(ply.seconds, 4),
            "slip": ply.slip or None,
            "thought": None
            if thought is None
            else _without_nothing(
                {
                    "value": list(thought.value) if isinstance(thought.value, tuple) else thought.value,
                    "view": thought.view,
                    "proof": thought.proof.value,
                    "depth": thought.depth,
                    "nodes": thought.nodes,
                    "distance": thought.distance,
                    "line": list(thought.line),
                }
            ),
        }
    )


def _ply_of(document: Mapping[str, Any]) -> Ply:
    thought = _get(document, "thought", dict, None)
    return Ply(
        move=_get(document, "move", str),
        player=_get(document, "player", int),
        seconds=_number(document, "seconds"),
        thought=None if thought is None else _thought_of(thought),
        slip=_get(document, "slip", bool, False),
    )


def _thought_of(document: Mapping[str, Any]) -> Thought:
    proof = _get(document, "proof", str)
    if proof not in set(Proof):
        raise BadInput("error.record.broken", where="proof")
    return Thought(
        value=_payoff(document.get("value")),
        view=_get(document, "view", int, None),
        proof=Proof(proof),
        depth=_get(document, "depth", int, None),
        nodes=_get(document, "nodes", int, 0),
        distance=_get(document, "distance", int, None),
        line=tuple(_each(document, "line", str)),
    )


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


def _outcome_of(document: Mapping[str, Any] | None) -> Outcome | None:
    if document is None:
        return None
    reason, players = _get(document, "reason", str), _get(document, "players", int)
    winners, loser = tuple(_each(document, "winners", int)), _get(document, "loser", int, None)
    known = range(max(players, 0))
    if reason not in set(Reason) or not winners or any(p not in known for p in winners):
        raise BadInput("error.record.broken", where="outcome")
    if loser is not None and loser not in known:
        raise BadInput("error.record.broken", where="outcome")
    payoffs = document.get("payoffs")
    if payoffs is not None:
        payoffs = _payoff(payoffs)
        if not isinstance(payoffs, tuple) or len(payoffs) != players:
            raise BadInput("error.record.broken", where="payoffs")
    return Outcome(winners, players, Reason(reason), payoffs, loser, _get(document, "detail", str, ""))


# --- reading with checks ------------------------------------------------------------------------------------

_NEEDED: Any = object()


def _get(document: Mapping[str, Any], name: str, kind: type[T], default: Any = _NEEDED) -> Any:
    value = document.get(name, default)
    if value is _NEEDED:
        raise BadInput("error.record.missing", where=name)
    if value is None and default is None:
        return None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadInput("error.record.broken", where=name)
    return value


def _each(document: Mapping[str, Any], name: str, kind: type[T]) -> list[T]:
    values = _get(document, name, list, [])
    if any(not isinstance(v, kind) or (kind is int and isinstance(v, bool)) for v in values):
        raise BadInput("error.record.broken", where=name)
    return list(values)


def _number(document: Mapping[str, Any], name: str) -> float | None:
    value = document.get(name)
    return None if value is None else float(_finite(value, name))


def _finite(value: Any, where: str) -> Any:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < math.inf
    if not good:
        raise BadInput("error.record.broken", where=where)
    return value


def _payoff(value: Any) -> Payoff:
    if isinstance(value, list):
        return tuple(_finite(v, "value") for v in value)
    number: Payoff = _finite(value, "value")
    return number


def _parameter(value: Any) -> Any:
    """Parameters are numbers, switches, texts or tuples of numbers."""
    if isinstance(value, (list, tuple)) and all(isinstance(v, int) for v in value):
        return tuple(value)
    if not isinstance(value, (str, int, float)):
        raise BadInput("error.record.broken", where="parameters")
    return value


def _without_nothing(document: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in document.items() if v is not None and v not in ("", [], {})}
