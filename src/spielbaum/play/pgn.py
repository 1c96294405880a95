"""Records of chess as PGN, the notation that chess programs exchange games in."""

from __future__ import annotations

from collections.abc import Iterator

from spielbaum.errors import BadInput
from spielbaum.games.chess.pgn import (
    BLACK_WINS,
    DRAW,
    UNKNOWN,
    WHITE_WINS,
    Pgn,
    pgn_games,
    write_pgn,
)
from spielbaum.play.files import PGN_GAME
from spielbaum.play.outcome import Outcome, Reason, drawn_by, final_outcome, lost_by
from spielbaum.play.record import Ply, Record, new_record

#: Why a game was broken off, in the words of the standard.
_TERMINATIONS = {
    Reason.RESIGNATION: "normal",
    Reason.AGREEMENT: "normal",
    Reason.TIME: "time forfeit",
    Reason.ILLEGAL: "rules infraction",
    Reason.PROTOCOL_ERROR: "rules infraction",
    Reason.CRASH: "abandoned",
    Reason.LENGTH: "adjudication",
}


def record_pgn(record: Record) -> str:
    """The record as PGN; its own tags come with it."""
    if record.game != PGN_GAME:
        raise BadInput("error.record.pgn", game=record.game)
    white, black = record.players
    tags = {"White": white, "Black": black, **record.tags}
    if record.date:
        tags["Date"] = record.date[:10].replace("-", ".")
    if record.time:
        tags["TimeControl"] = record.time
    outcome = record.outcome
    if outcome is not None and outcome.reason is not Reason.NORMAL:
        tags["Termination"] = _TERMINATIONS[outcome.reason]
    return write_pgn(record.replay()[-1], tags, _result(outcome))


def pgn_records(text: str) -> Iterator[Record]:
    """The games of a PGN file as records, one by one; who played them stands in the tags."""
    for game in pgn_games(text):
        record = new_record(game.position, ("human", "human"))
        plies = tuple(Ply(ply.move, ply.player) for ply in record.plies)
        yield Record(
            record.game, record.parameters, record.players, plies, start=record.start,
            outcome=_outcome(game),
            tags=dict(game.tags),
        )  # fmt: skip


def first_pgn_record(text: str) -> Record:
    """The first game; mistakes in later ones do not matter."""
    record = next(pgn_records(text), None)
    if record is None:
        raise BadInput("error.record.no_pgn")
    return record


def _outcome(game: Pgn) -> Outcome | None:
    """By the rules, else by the result that the file tells; None where it tells none."""
    position = game.position
    won = game.result in (WHITE_WINS, BLACK_WINS)
    if position.over and not (position.claimable and won):
        return final_outcome(position)
    tag = game.tags.get("Termination", "").lower()  # some write Time forfeit
    if game.result == DRAW:
        long = tag == _TERMINATIONS[Reason.LENGTH]
        return drawn_by(position.game, Reason.LENGTH if long else Reason.AGREEMENT)
    if not won:
        return None
    late = tag == _TERMINATIONS[Reason.TIME]
    loser = 1 if game.result == WHITE_WINS else 0
    return lost_by(position.game, loser, Reason.TIME if late else Reason.RESIGNATION)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return UNKNOWN
    if outcome.draw:
        return DRAW
    return WHITE_WINS if outcome.winners == (0,) else BLACK_WINS
