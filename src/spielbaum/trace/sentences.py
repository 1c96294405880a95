"""The protocol in words: one sentence for every event, in German or English."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf, isinf
from typing import TYPE_CHECKING

from spielbaum.language import catalogue, say
from spielbaum.result import CHANCE, Bound, Payoff, Proof, Value
from spielbaum.trace.events import (
    Again,
    Cutoff,
    Enter,
    Event,
    First,
    Iteration,
    Leaf,
    Leave,
    Narrow,
    Outcome,
    Path,
    Settle,
    TableHit,
    Update,
)

if TYPE_CHECKING:
    from spielbaum.trace.trace import Trace


#: A fraction with more characters than this is written as a decimal.
MOST_FRACTION = 9


def number(value: Value | None) -> str:
    """A number as people write it: 3, −1, 2.5, 7/3, +∞."""
    if value is None:
        return "–"
    if isinf(value):
        return "+∞" if value > 0 else "−∞"
    if isinstance(value, Fraction) and len(str(value)) > MOST_FRACTION:
        value = float(value)
    if isinstance(value, float):
        value = int(value) if value.is_integer() else float(f"{value:.6g}")
    return str(value).replace("-", "−")


def payoff(value: Payoff | None) -> str:
    """A pay-off as people write it; one number per player in brackets."""
    if isinstance(value, tuple):
        return f"({', '.join(map(number, value))})"
    return number(value)


def window(alpha: Value | None, beta: Value | None) -> str:
    return f"({number(-inf if alpha is None else alpha)}, {number(inf if beta is None else beta)})"


def node_name(trace: Trace, path: Path, language: str) -> str:
    return trace.space.label(path) or say("trace.root", language)


def role(trace: Trace, player: int, language: str) -> str:
    """Who moves: MAX or MIN where the search is between two sides, else the number of the player."""
    if player == CHANCE:
        return say("trace.chance", language)
    if trace.sides:
        return "MAX" if trace.maximises(player) else "MIN"
    return say("trace.player", language, number=player + 1)


def sentence(trace: Trace, event: Event, language: str) -> str:
    """What happens in this event and why."""
    writer: Callable[[Trace, Event, str], str] = _WRITERS[type(event)]
    text = writer(trace, event, language)
    # "the root" gets a capital at the beginning; a name stays as it is.
    return text[0].upper() + text[1:] if text.startswith(say("trace.root", language)) else text


def _enter(trace: Trace, event: Enter, language: str) -> str:
    fields = {
        "node": node_name(trace, event.path, language),
        "role": role(trace, event.player, language),
    }
    if event.alpha is None and event.beta is None:
        return say("trace.enter.plain", language, **fields)
    if event.alpha is None:
        return say("trace.enter.merit", language, merit=number(event.beta), **fields)
    if event.alpha == event.beta:
        return say("trace.enter.null", language, value=number(event.alpha), **fields)
    return say("trace.enter.window", language, window=window(event.alpha, event.beta), **fields)


def _first(trace: Trace, event: First, language: str) -> str:
    key = f"trace.why.{event.why}"
    # A game may give a reason in words of its own.
    known = key in catalogue(language)
    return say(
        "trace.first",
        language,
        node=node_name(trace, event.path, language),
        child=node_name(trace, (*event.path, event.move), language),
        why=say(key, language, value=payoff(event.value)) if known else event.why,
    )


def _leaf(trace: Trace, event: Leaf, language: str) -> str:
    key = "trace.leaf.final" if event.final else "trace.leaf.estimate"
    key = "trace.leaf.unknown" if event.unknown else key
    node = node_name(trace, event.path, language)
    return say(key, language, node=node, value=payoff(event.value))


def _update(trace: Trace, event: Update, language: str) -> str:
    fields: dict[str, object] = {
        "node": node_name(trace, event.path, language),
        "value": payoff(event.value),
    }
    if event.move is None:
        return say("trace.update.stand", language, **fields)
    fields["child"] = node_name(trace, (*event.path, event.move), language)
    player = trace.space.player(event.path)
    fields["role"] = role(trace, player, language)
    if event.surer:
        best = say("trace.update.surer", language, **fields)
    elif trace.sides and trace.view != "mover":
        best = say("trace.update.max" if trace.maximises(player) else "trace.update.min", language, **fields)
    else:
        best = say("trace.update.best", language, **fields)
    if event.alpha is None or event.beta is None:
        return best + "."
    raises_alpha = trace.view == "mover" or trace.maximises(player)
    key = "trace.update.same"
    if event.surer:
        pass
    elif raises_alpha and event.alpha == event.value:
        key = "trace.update.alpha"
    elif not raises_alpha and event.beta == event.value:
        key = "trace.update.beta"
    return best + say(key, language, value=payoff(event.value), window=window(event.alpha, event.beta))


def _cutoff(trace: Trace, event: Cutoff, language: str) -> str:
    skipped = ", ".join(node_name(trace, (*event.path, move), language) for move in event.skipped)
    key = f"trace.cutoff.{event.bound}"
    if event.bound in ("alpha", "beta") and event.against is None:
        key += ".window"
    elif event.bound in ("alpha", "beta") and _is_chance(trace, event.against):
        key += ".chance"
    strict = trace.strict and event.value != event.limit
    return say(
        key,
        language,
        node=node_name(trace, event.path, language),
        value=payoff(event.value),
        limit=number(event.limit),
        holder="" if event.against is None else node_name(trace, event.against, language),
        le="<" if strict else "≤",
        ge=">" if strict else "≥",
        skipped=skipped,
        extreme=number(event.extreme),
    )


def _is_chance(trace: Trace, path: Path | None) -> bool:
    return path is not None and trace.space.player(path) == CHANCE


def _outcome(trace: Trace, event: Outcome, language: str) -> str:
    key = "trace.outcome.probe" if event.probe else "trace.outcome"
    text = say(
        key,
        language,
        node=node_name(trace, event.path, language),
        child=node_name(trace, (*event.path, event.move), language),
        probability=event.probability,
        value=payoff(event.value),
    )
    if event.low is None or event.high is None or event.low == event.high or isinf(event.high - event.low):
        return text + "."
    return text + say("trace.outcome.between", language, low=number(event.low), high=number(event.high))


def _leave(trace: Trace, event: Leave, language: str) -> str:
    node = node_name(trace, event.path, language)
    if event.value is None:
        return say("trace.leave.done", language, node=node)
    key = f"trace.leave.{event.bound.name.lower()}"
    if isinstance(event.value, tuple) and event.bound is not Bound.EXACT:
        key = "trace.leave.cut"
    return _with_doubt(say(key, language, node=node, value=payoff(event.value)), event, language)


def _table_hit(trace: Trace, event: TableHit, language: str) -> str:
    key = f"trace.table.{event.bound.name.lower()}"
    known = say(key, language, node=node_name(trace, event.path, language), value=payoff(event.value))
    return _with_doubt(known, event, language)


def _with_doubt(sentence: str, event: Leave | TableHit | Settle, language: str) -> str:
    if event.proof is not Proof.ESTIMATE:
        return sentence
    return f"{sentence} {say('trace.doubt', language)}"


def _again(trace: Trace, event: Again, language: str) -> str:
    node, known = (node_name(trace, path, language) for path in (event.path, event.known))
    return say("trace.again", language, node=node, known=known)


def _settle(trace: Trace, event: Settle, language: str) -> str:
    return _with_doubt(_settled(trace, event, language), event, language)


def _settled(trace: Trace, event: Settle, language: str) -> str:
    fields: dict[str, object] = {"node": node_name(trace, event.path, language)}
    if event.successor is None or event.remoteness is None:
        return say("trace.settle.cycle", language, **fields)
    mover, next_mover = trace.space.player(event.path), trace.space.player((*event.path, event.move))
    fields |= {
        "round": event.remoteness,
        "plies": plies(event.remoteness, language),
        "who": player(trace, mover, language),
        "whom": player(trace, next_mover, language),
        "child": node_name(trace, event.successor, language),
        "points": "" if abs(event.value) == 1 else f" ({payoff(event.value)})",
    }
    if event.forcing is not None:
        return say("trace.settle.rule", language, forcing=player(trace, event.forcing, language), **fields)
    key = f"trace.settle.{event.why}" + (".same" if next_mover == mover else "")
    return say(key, language, **fields)


def _bound(value: Value) -> str:
    """A bound that comes nearer and nearer needs more digits than a value."""
    short = not isinstance(value, Fraction) or len(str(value)) <= MOST_FRACTION
    return number(value) if short else f"{float(value):.9g}".replace("-", "−")


def _narrow(trace: Trace, event: Narrow, language: str) -> str:
    fields: dict[str, object] = {
        "sweep": event.sweep,
        "node": node_name(trace, event.path, language),
        "low": _bound(event.low),
        "high": _bound(event.high),
    }
    if event.low == event.high:
        return say("trace.narrow.exact", language, **fields)
    if event.move is None:
        return say("trace.narrow.chance", language, **fields)
    child = node_name(trace, (*event.path, event.move), language)
    return say("trace.narrow.player", language, child=child, **fields)


def plies(count: int, language: str) -> str:
    """1 ply, 2 plies."""
    return say("trace.ply" if count == 1 else "trace.plies", language, count=count)


def player(trace: Trace, number: int, language: str) -> str:
    """The player's own name, where the game gives one; else the role."""
    return trace.space.player_name(number, language) or role(trace, number, language)


def _iteration(_trace: Trace, event: Iteration, language: str) -> str:
    if event.guess is not None:
        return say("trace.iteration.guess", language, guess=number(event.guess))
    return say("trace.iteration.depth", language, depth=event.depth)


_WRITERS: dict[type, Callable[..., str]] = {
    Enter: _enter,
    First: _first,
    Leaf: _leaf,
    Update: _update,
    Outcome: _outcome,
    Cutoff: _cutoff,
    Leave: _leave,
    TableHit: _table_hit,
    Again: _again,
    Settle: _settle,
    Narrow: _narrow,
    Iteration: _iteration,
}
