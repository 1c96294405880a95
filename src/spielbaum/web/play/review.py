"""A finished game looked at again: the value of each position, and which moves gave something away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from spielbaum.game import Game, Position
from spielbaum.language import say
from spielbaum.play.insight import Insight
from spielbaum.play.player import Turn
from spielbaum.result import Line, Payoff, Proof, final_line, payoff_for
from spielbaum.web.play.messages import ReviewedPly, ValueView
from spielbaum.web.play.value_views import share, value_view

Verdict = Literal["good", "inaccuracy", "mistake", "none"]

#: How much of the way from a lost to a won position a move may give away and still be called so.
MISTAKE, INACCURACY = 0.25, 0.1


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
            yield ReviewedPly(
                ply=ply, player=None, value=here, move=None, best=None, loss=0, verdict="none", text=here.text
            )
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
        return ReviewedPly(
            ply=ply, player=player, value=here, move=None, best=best, loss=0, verdict="none", text=here.text
        )
    move = game.move_name(position.state, last.history[ply])
    value, proof, next_view = after
    before = _for_first(result)
    loss = max(0.0, float(payoff_for(before, player) - payoff_for(value, player)))
    fall = standing(game, before, result.proof, player) - standing(game, value, proof, player)
    verdict: Verdict = "good"
    if move != best and loss > 0:
        certain = result.proof is Proof.PROVEN and proof is Proof.PROVEN
        if fall >= MISTAKE:
            verdict = "mistake"
        elif fall >= INACCURACY or certain:
            verdict = "inaccuracy"
    text = here.text
    if verdict != "good":
        text = say(
            f"web.review.{verdict}", language, move=move, best=best, before=here.text, after=next_view.text
        )
    return ReviewedPly(
        ply=ply, player=player, value=here, move=move, best=best, loss=loss, verdict=verdict, text=text
    )


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
