"""The review of a game as lines: moves with marks, the first decisive mistake, accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any

from spielbaum.game import Position
from spielbaum.language import percent, say
from spielbaum.play import Session
from spielbaum.play.describe import local_move, player_name
from spielbaum.play.player import Turn
from spielbaum.play.review import MARKS, JudgedPly, accuracy, decisive, review
from spielbaum.play.rounds import rounds, turns_of


def review_rows(session: Session, seconds: float, language: str, stop: Event | None = None) -> list[str]:
    """What is to be said of the moves up to the position on the board, looked at for so long each."""
    last = session.position
    if last.game.has_chance:
        return [say("terminal.review.chance", language)]
    if not last.history:
        return [say("terminal.review.none", language)]
    plies = list(review(session.insight, last, seconds, Turn(stop=stop or Event()), language))[::-1]
    return list(_rows(last, plies, language))


def _rows(last: Position[Any, Any], plies: Sequence[JudgedPly], language: str) -> Iterator[str]:
    game = last.game
    numbers = rounds(game, last.root, turns_of(last))

    def named(ply: JudgedPly) -> dict[str, object]:
        name = player_name(game, ply.player or 0, language)
        return {"number": numbers[ply.ply], "name": name, "move": local_move(game, ply.move or "", language)}

    marked = [ply for ply in plies if ply.verdict in MARKS]
    for ply in marked:
        head = say("terminal.review.move", language, mark=MARKS[ply.verdict], **named(ply))
        yield f"{head}  {ply.text}"
    first = decisive(plies)
    if first is not None:
        yield say("web.review.decisive", language, **named(first))
    elif not any(ply.verdict != "only" for ply in marked):
        yield say("web.review.clean", language)
    shares = {player: accuracy(plies, player) for player in range(game.facts.players)}
    each = ", ".join(
        say(
            "web.review.accuracy.one",
            language,
            name=player_name(game, player, language),
            percent=percent(share, 0, language),
        )
        for player, share in shares.items()
        if share is not None
    )
    if each:
        yield say("web.review.accuracy", language, each=each)
