"""Records of chess as PGN, the notation that chess programs exchange games in."""

from __future__ import annotations

from spielbaum.errors import BadInput
from spielbaum.games.chess.pgn import (
    BLACK_WINS,
    DRAW,
    UNKNOWN,
    WHITE_WINS,
    read_pgn,
    write_pgn,
)
from spielbaum.play.outcome import Outcome, Reason, final_outcome, lost_by
from spielbaum.play.record import Ply, Record, new_record


def record_pgn(record: Record) -> str:
    """The record as PGN; its own tags come with it."""
    if record.game != "chess":
        raise BadInput("error.record.pgn", game=record.game)
    white, black = record.players
    tags = {"White": white, "Black": black, **record.tags}
    if record.date:
        tags["Date"] = record.date[:10].replace("-", ".")
    if record.time:
        tags["TimeControl"] = record.time
    outcome = record.outcome
    if outcome is not None and outcome.reason is not Reason.NORMAL:
        tags["Termination"] = outcome.reason.value
    return write_pgn(record.replay()[-1], tags, _result(outcome))


def pgn_records(text: str) -> list[Record]:
    """The games of a PGN file as records; who played them stands in the tags."""
    found = []
    for game in read_pgn(text):
        position = game.position
        record = new_record(position, ("human", "human"))
        outcome = None
        if position.over:
            outcome = final_outcome(position)
        elif game.result in (WHITE_WINS, BLACK_WINS):
            loser = 1 if game.result == WHITE_WINS else 0
            outcome = lost_by(position.game, loser, Reason.RESIGNATION)
        plies = tuple(Ply(ply.move, ply.player) for ply in record.plies)
        found.append(
            Record(
                record.game, record.parameters, record.players, plies, start=record.start, outcome=outcome,
                tags=dict(game.tags),
            )
        )  # fmt: skip
    return found


def first_pgn_record(text: str) -> Record:
    records = pgn_records(text)
    if not records:
        raise BadInput("error.record.no_pgn")
    return records[0]


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return UNKNOWN
    if outcome.draw:
        return DRAW
    return WHITE_WINS if outcome.winners == (0,) else BLACK_WINS
