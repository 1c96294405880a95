"""A finished game looked at again: the value of each position, and which moves gave something away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

from spielbaum.game import Game, Position
from spielbaum.language import in_language, say
from spielbaum.play.describe import estimate, local_move, number
from spielbaum.play.insight import Insight
from spielbaum.play.judge import is_complete
from spielbaum.play.player import Turn
from spielbaum.result import CHANCE, Line, Payoff, Proof, final_line, payoff_for
from spielbaum.web.play.messages import ReviewedPly, ValueView
from spielbaum.web.play.value_views import share, value_view

Verdict = Literal["only", "good", "inaccuracy", "mistake", "blunder", "none"]

#: How much of the way from a lost to a won position a move gives away that is called so.
BLUNDER, MISTAKE, INACCURACY = 0.35, 0.25, 0.1
#: Seconds per position from which on estimates are good enough to call a move the only one.
SURE = 1.0


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was found out about a position: its value for the first player, how sure, and in words."""

    value: Payoff
    proof: Proof
    view: ValueView


def review(
    insight: Insight,
    last: Position[Any, Any],
    seconds: float,
    turn: Turn,
    language: str,
    plies: range | None = None,
    end: float = float("inf"),
) -> Iterator[ReviewedPly]:
    """The plies from the last one to the first, or only some of them.

    Backwards, because what the search learns about the end of the game makes it see further from the
    positions before. Ends where it is stopped, or would go on after `end` (`monotonic`); what was not
    searched for its whole time is left out then, but for the first ply: whoever asks again gets ahead.
    """
    plies = range(last.plies + 1) if plies is None else plies
    after: _Seen | None = None
    told = 0
    for position in reversed(last.positions[plies.start : plies.stop + 1]):
        ply = position.plies
        if position.over:
            line = final_line(position.game.utility(position.state))
            after = _seen(position, line, language)
            if ply in plies:
                yield _unjudged(ply, None, after.view, None)
            continue
        if position.player == CHANCE:
            after = None
            continue
        if told and (turn.stop.is_set() or monotonic() + seconds > end):
            return
        result = insight.best(position, seconds, turn)
        if told and turn.stop.is_set() and not result.proven:
            return
        here = _seen(position, result, language)
        if ply in plies:
            judged = _judge(last, position, result, here, after, language)
            if judged.verdict == "good" and after is not None and not turn.stop.is_set():
                judged = _praised(insight, last, judged, seconds, turn, language)
            told += 1
            yield judged
        after = here


def _seen(position: Position[Any, Any], line: Line[Any], language: str) -> _Seen:
    return _Seen(_for_first(line), line.proof, value_view(position, line, language))


def _judge(
    last: Position[Any, Any],
    position: Position[Any, Any],
    result: Line[Any],
    here: _Seen,
    after: _Seen | None,
    language: str,
) -> ReviewedPly:
    game, player, ply = position.game, position.player, position.plies
    best = None if result.move is None else game.move_name(position.state, result.move)
    if after is None:  # the game was broken off here
        return _unjudged(ply, player, here.view, best)
    move = game.move_name(position.state, last.history[ply])
    loss = max(0.0, float(payoff_for(here.value, player) - payoff_for(after.value, player)))
    before, then = (standing(game, seen.value, seen.proof, player) for seen in (here, after))
    fall = max(0.0, before - then)
    verdict: Verdict = "good"
    certain = here.proof is Proof.PROVEN and after.proof is Proof.PROVEN
    if move != best and loss > 0:
        verdict = verdict_on(game, loss, fall, certain)
    text = why = here.view.text
    if verdict != "good":
        why = say(
            f"web.review.{verdict}",
            language,
            move=local_move(game, move, language),
            before=here.view.text,
            after=after.view.text,
            lost=lost_words(game, loss, (before, then) if certain else None, language),
        )
        text = f"{why} {say('web.review.best', language, best=local_move(game, best or '', language))}"
    return ReviewedPly(
        ply=ply,
        player=player,
        value=here.view,
        move=move,
        best=best,
        loss=loss,
        fall=round(fall if verdict != "good" else 0.0, 4),
        verdict=verdict,
        text=text,
        why=why,
    )


def lost_words(
    game: Game[Any, Any], loss: float, standings: tuple[float, float] | None, language: str
) -> str:
    """What a move gave away, in what people care about: the result, else points, or what they measure in.

    `standings` are those before and after it where both are proven.
    """
    if standings is not None and standings[0] != standings[1] and not game.has_chance:
        names = {0.0: "loss", 0.5: "draw", 1.0: "win"}
        kinds = [names.get(standing) for standing in standings]
        if None not in kinds:
            return say(f"web.review.lost.{kinds[0]}_{kinds[1]}", language)
    measure = game.presentation.measure
    if measure and standings is None:
        amount = estimate(game, loss * game.facts.unit / measure, language).lstrip("+")
        name = in_language(game.presentation.measure_name, language)
        return say("web.review.lost.measure", language, amount=amount, name=name)
    return say("web.review.lost.points", language, amount=number(round(loss, 1), language, sign=False))


def _praised(
    insight: Insight,
    last: Position[Any, Any],
    judged: ReviewedPly,
    seconds: float,
    turn: Turn,
    language: str,
) -> ReviewedPly:
    """The same ply, its move called the only one where every other one gives something away, and not at once.

    A move that everybody sees needs no praise: one that ends the game, or that the other player would punish
    with the next move if it were not made.
    """
    position = last.positions[judged.ply]
    game, player = position.game, position.player
    proven = judged.value.proof == Proof.PROVEN
    lost = standing_of(judged.value, player) < 0.5
    if lost or not game.two_player_zero_sum or game.has_chance or len(position.legal_moves) < 2:
        return judged
    if last.positions[judged.ply + 1].over or (not proven and seconds < SURE):
        return judged
    result = insight.values(position, seconds, turn)
    if turn.stop.is_set() or (proven and not is_complete(result, position, every_move=True)):
        return judged
    played = last.history[judged.ply]
    lines = {line.move: line for line in result.lines}
    others = [line for move, line in lines.items() if move != played]
    own = lines.get(played)
    if own is None or not others:
        return judged
    here = standing(game, _for_first(own), own.proof, player)
    least = 0.0 if proven else MISTAKE
    second = max(standing(game, _for_first(line), line.proof, player) for line in others)
    if here - second <= least or all(_punished(position, line.move) for line in others):
        return judged
    kept = "only" if not proven else "only.win" if here == 1 else "only.draw"
    words = say(f"web.review.{kept}", language, move=local_move(game, judged.move or "", language))
    return judged.model_copy(update={"verdict": "only", "text": f"{words} {judged.text}"})


def _punished(position: Position[Any, Any], move: Any) -> bool:
    """Whether the other player wins with the next move after it."""
    after = position.after(move)
    return not after.over and any(
        reply.over and payoff_for(reply.game.utility(reply.state), after.player) > 0
        for reply in map(after.after, after.legal_moves)
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
        why=here.text,
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


def standing_of(value: ValueView, player: int) -> float:
    """The same of a value that became a message."""
    first = 0.5 if value.share is None else value.share
    return first if player == 0 else 1 - first
