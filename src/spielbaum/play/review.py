"""A finished game looked at again: the value of each position, and which moves gave something away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Literal

from spielbaum.game import Game, Position
from spielbaum.language import catalogue, in_language, say
from spielbaum.play.describe import estimate, local_move, number, value_words
from spielbaum.play.insight import Insight
from spielbaum.play.judge import is_complete
from spielbaum.play.player import Turn
from spielbaum.play.standing import for_first, standing, told
from spielbaum.result import CHANCE, Line, Proof, final_line, payoff_for

Verdict = Literal["only", "good", "inaccuracy", "mistake", "blunder", "none"]

#: How much of the way from a lost to a won position a move gives away that is called so.
BLUNDER, MISTAKE, INACCURACY = 0.35, 0.25, 0.1
#: Seconds per position from which on estimates are good enough to call a move the only one.
SURE = 1.0


#: The marks behind moves, as in books about chess.
MARKS: dict[Verdict, str] = {"only": "!", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """What a position is worth, and what is to be said of the move that was played in it.

    `loss` is what the move gave away, `fall` how much of the way from a lost to a won position. There is no
    player where the game was over, and no move where it was broken off.
    """

    ply: int
    player: int | None
    position: Position[Any, Any]
    line: Line[Any]
    move: str | None
    best: str | None
    loss: float
    fall: float
    verdict: Verdict
    text: str
    why: str

    @property
    def proven(self) -> bool:
        return self.line.proof is Proof.PROVEN


def review(
    insight: Insight,
    last: Position[Any, Any],
    seconds: float,
    turn: Turn,
    language: str,
    plies: range | None = None,
    end: float = float("inf"),
) -> Iterator[JudgedPly]:
    """The plies from the last one to the first, or only some of them.

    Backwards, because what the search learns about the end of the game makes it see further from the
    positions before. Ends where it is stopped, or would go on after `end` (`monotonic`); what was not
    searched for its whole time is left out then, but for the first ply: whoever asks again gets ahead.
    """
    plies = range(last.plies + 1) if plies is None else plies
    after: Line[Any] | None = None
    told = 0
    for position in reversed(last.positions[plies.start : plies.stop + 1]):
        ply = position.plies
        if position.over:
            after = final_line(position.game.utility(position.state))
            if ply in plies:
                yield _unjudged(position, None, after, None, language)
            continue
        if position.player == CHANCE:
            after = None
            continue
        if told and (turn.stop.is_set() or monotonic() + seconds > end):
            return
        result = insight.best(position, seconds, turn)
        if told and turn.stop.is_set() and not result.proven:
            return
        if ply in plies:
            judged = _judge(last, position, result, after, language)
            if judged.verdict == "good" and after is not None and not turn.stop.is_set():
                judged = _praised(insight, last, judged, seconds, turn, language)
            told += 1
            yield judged
        after = result


def _judge(
    last: Position[Any, Any],
    position: Position[Any, Any],
    here: Line[Any],
    after: Line[Any] | None,
    language: str,
) -> JudgedPly:
    game, player, ply = position.game, position.player, position.plies
    best = None if here.move is None else game.move_name(position.state, here.move)
    if after is None:  # the game was broken off here
        return _unjudged(position, player, here, best, language)
    move = game.move_name(position.state, last.history[ply])
    loss = max(0.0, float(payoff_for(for_first(here), player) - payoff_for(for_first(after), player)))
    before, then = (standing(game, for_first(line), line.proof, player) for line in (here, after))
    fall = max(0.0, before - then)
    verdict: Verdict = "good"
    certain = here.proof is Proof.PROVEN and after.proof is Proof.PROVEN
    if move != best and loss > 0:
        verdict = verdict_on(game, loss, fall, certain)
    text = why = words = value_words(game, here, language, position.state)
    if verdict != "good":
        why = say(
            f"play.review.{verdict}",
            language,
            move=local_move(game, move, language),
            before=words,
            after=value_words(game, after, language, last.states[ply + 1]),
            lost=lost_words(game, here, after, player, language),
        )
        text = f"{why} {say('play.review.best', language, best=local_move(game, best or '', language))}"
    return JudgedPly(
        ply=ply,
        player=player,
        position=position,
        line=here,
        move=move,
        best=best,
        loss=loss,
        fall=round(fall if verdict != "good" else 0.0, 4),
        verdict=verdict,
        text=text,
        why=why,
    )


def lost_words(game: Game[Any, Any], here: Line[Any], after: Line[Any], player: int, language: str) -> str:
    """What a move gave away, in what people care about: the result, else points, or what they measure in.

    `here` and `after` are what is known before and after it. Only what is equally sure can be subtracted.
    """
    lines = (here, after)
    if not game.has_chance and (here.proven or after.proven):
        known = (
            _RESULTS.get(standing(game, for_first(line), line.proof, player)) if line.proven else "unknown"
            for line in lines
        )
        words = catalogue(language).get(f"play.review.lost.{'_'.join(map(str, known))}")
        if words is not None:
            return words
    before, then = (told(game, payoff_for(for_first(line), player), line.proof) for line in lines)
    loss = float(before - then)
    about = here.proof is Proof.ESTIMATE and after.proof is Proof.ESTIMATE
    if about and game.presentation.measure:
        amount = estimate(game, loss, language).lstrip("+")
        name = in_language(game.presentation.measure_name, language)
        return say("play.review.lost.measure", language, amount=amount, name=name)
    key = "play.review.lost.about" if about else "play.review.lost.points"
    return say(key, language, amount=number(round(loss, 1), language, sign=False))


#: What standings are called that are certain.
_RESULTS = {0.0: "loss", 0.5: "draw", 1.0: "win"}


def _praised(
    insight: Insight,
    last: Position[Any, Any],
    judged: JudgedPly,
    seconds: float,
    turn: Turn,
    language: str,
) -> JudgedPly:
    """The same ply, its move called the only one where every other one gives something away, and not at once.

    A move that everybody sees needs no praise: one that ends the game, or that the other player would punish
    with the next move if it were not made.
    """
    position, proven = judged.position, judged.proven
    game, player = position.game, position.player
    lost = standing(game, for_first(judged.line), judged.line.proof, player) < 0.5
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
    here = standing(game, for_first(own), own.proof, player)
    least = 0.0 if proven else MISTAKE
    second = max(standing(game, for_first(line), line.proof, player) for line in others)
    if here - second <= least or all(_punished(position, line.move) for line in others):
        return judged
    kept = "only" if not proven else "only.win" if here == 1 else "only.draw"
    words = say(f"play.review.{kept}", language, move=local_move(game, judged.move or "", language))
    return replace(judged, verdict="only", text=f"{words} {judged.text}")


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


def _unjudged(
    position: Position[Any, Any], player: int | None, line: Line[Any], best: str | None, language: str
) -> JudgedPly:
    """A position in which nothing was played."""
    text = value_words(position.game, line, language, position.state)
    return JudgedPly(position.plies, player, position, line, None, best, 0, 0, "none", text, text)


def accuracy(plies: Iterable[JudgedPly], player: int) -> float | None:
    """How much of what could be kept a player kept, on average; None where that player made no move."""
    falls = [ply.fall for ply in plies if ply.player == player and ply.verdict != "none"]
    return 1 - sum(falls) / len(falls) if falls else None


def decisive(plies: Iterable[JudgedPly]) -> JudgedPly | None:
    """The first mistake that decided something; None where there is none."""
    blunders = (ply for ply in plies if ply.verdict == "blunder")
    return min(blunders, key=lambda ply: ply.ply, default=None)
