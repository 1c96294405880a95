"""A finished game looked at again: the value of each position, and which moves gave something away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from spielbaum.game import Game, Position
from spielbaum.language import say
from spielbaum.play.insight import Insight
from spielbaum.play.player import Turn
from spielbaum.result import Line, Payoff, Proof, final_line, payoff_for
from spielbaum.web.play.messages import ReviewedPly, ValueView
from spielbaum.web.play.value_views import share, value_view

Verdict = Literal["good", "inaccuracy", "mistake", "blunder", "none"]

#: How much of the way from a lost to a won position a move gives away that is called so.
BLUNDER, MISTAKE, INACCURACY = 0.35, 0.25, 0.1


def review(
    insight: Insight, last: Position[Any, Any], seconds: float, turn: Turn, language: str
) -> Iterator[ReviewedPly]:
    """The plies from the last one to the first.

    Backwards, because what the search learns about the end of the game makes it see further from the
    positions before.
    """
    after: tuple[Payoff, Proof, ValueView] | None = None
    for position in reversed(last.positions):
        if turn.stop.is_set():
            return
        ply = position.plies
        if position.over:
            end = final_line(position.game.utility(position.state))
            here = value_view(position, end, language)
            after = _for_first(end), Proof.PROVEN, here
            yield _unjudged(ply, None, here, None)
            continue
        result = insight.best(position, seconds, turn)
        here = value_view(position, result, language)
        yield _judge(last, position, result, here, after, language)
        after = _for_first(result), result.proof, here


def _judge(
    last: Position[Any, Any],
    position: Position[Any, Any],
    result: Line[Any],
    here: ValueView,
    after: tuple[Payoff, Proof, ValueView] | None,
    language: str,
) -> ReviewedPly:
    game, player, ply = position.game, position.player, position.plies
    best = None if result.move is None else game.move_name(position.state, result.move)
    if after is None:  # the game was broken off here
        return _unjudged(ply, player, here, best)
    move = game.move_name(position.state, last.history[ply])
    value, proof, next_view = after
    before = _for_first(result)
    loss = max(0.0, float(payoff_for(before, player) - payoff_for(value, player)))
    fall = max(0.0, standing(game, before, result.proof, player) - standing(game, value, proof, player))
    verdict: Verdict = "good"
    if move != best and loss > 0:
        certain = result.proof is Proof.PROVEN and proof is Proof.PROVEN
        verdict = verdict_on(game, loss, fall, certain)
    text = here.text
    if verdict != "good":
        text = say(
            f"web.review.{verdict}", language, move=move, best=best, before=here.text, after=next_view.text
        )
    return ReviewedPly(
        ply=ply,
        player=player,
        value=here,
        move=move,
        best=best,
        loss=loss,
        fall=round(fall if verdict != "good" else 0.0, 4),
        verdict=verdict,
        text=text,
    )


def verdict_on(game: Game[Any, Any], loss: float, fall: float, certain: bool) -> Verdict:
    """What a move is called that gave away so many points, and so much of the way to a won position.

    Where both values are proven, a blunder is a move after which another result is certain, and nothing else
    is one: to win later, or with fewer points, is inaccurate where it is a tenth of all that is at stake.
    Where only one of them is an estimate, nobody knows; so it is called a mistake at most, unless the game is
    one that is never proven, as chess.
    """
    if certain and game.two_player_zero_sum and not game.has_chance:
        least, most = game.facts.values
        slower = loss >= INACCURACY * float(most - least)
        return "blunder" if fall > 0 else "inaccuracy" if slower else "good"
    if fall >= BLUNDER and game.facts.repeats:
        return "blunder"
    return "mistake" if fall >= MISTAKE else "inaccuracy" if fall >= INACCURACY else "good"


def _unjudged(ply: int, player: int | None, here: ValueView, best: str | None) -> ReviewedPly:
    """A position in which nothing was played."""
    return ReviewedPly(
        ply=ply,
        player=player,
        value=here,
        move=None,
        best=best,
        loss=0,
        fall=0,
        verdict="none",
        text=here.text,
    )


def accuracy(plies: Sequence[ReviewedPly], player: int) -> float | None:
    """How much of what could be kept a player kept, move by move, on average; from 0 to 1."""
    falls = [ply.fall for ply in plies if ply.player == player and ply.verdict != "none"]
    return round(1 - sum(falls) / len(falls), 4) if falls else None


def decisive(plies: Sequence[ReviewedPly]) -> int | None:
    """The ply of the first blunder."""
    return min((ply.ply for ply in plies if ply.verdict == "blunder"), default=None)


def _for_first(result: Line[Any]) -> Payoff:
    """The value from the first player's side."""
    return result.value if isinstance(result.value, tuple) else result.value_for(0)


def standing(game: Game[Any, Any], value: Payoff, proof: Proof, player: int) -> float:
    """How well a player stands, from 0 to 1."""
    if isinstance(value, tuple):
        least, most = game.facts.values
        return float((value[player] - least) / ((most - least) or 1))
    first = share(game, value, proof)
    return first if player == 0 else 1 - first
