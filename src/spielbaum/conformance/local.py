"""What can be seen at one position: types, ranges, texts. Each check yields the faults it finds there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from spielbaum.board import Board, board_text
from spielbaum.conformance.guarded_rules import Broken, GuardedRules
from spielbaum.errors import SpielbaumError, one_line
from spielbaum.forms import form, frozen, is_int, is_number, plain_number
from spielbaum.game import Game
from spielbaum.result import CHANCE

#: Key and fields of a fault.
Problem = tuple[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class View:
    """A position under the eyes of the checks."""

    rules: GuardedRules
    state: Any
    moves: list[Any]
    #: The least pay-off seen that is a win; None before one was seen.
    least_win: float | None = None

    @property
    def game(self) -> Game[Any, Any]:
        return self.rules.game

    @property
    def over(self) -> bool:
        return not self.moves


Check = Callable[[View], Iterator[Problem]]


def state_problem(game: Game[Any, Any], state: Any) -> Problem | None:
    """What is wrong with the form of a state; nothing else can be asked about it then."""
    expected, given = form(game.start), form(state)
    if given is None:
        return "state.type", {"state": short(state)}
    return None if given == expected else ("state.form", {"expected": expected, "given": given})


def player(view: View) -> Iterator[Problem]:
    mover = view.rules.player(view.state)
    if is_int(mover) and mover == CHANCE and view.game.has_chance:
        return
    if is_int(mover) and mover == CHANCE:
        yield "weight.missing", {}
    elif not is_int(mover) or not 0 <= mover < view.game.facts.players:
        yield "player", {"player": mover, "last": view.game.facts.players - 1}


def legality(view: View) -> Iterator[Problem]:
    if view.game.over is not None and view.over:
        if not view.rules.call("over", view.state):
            yield "over", {}
        return
    if [frozen(move) for move in view.rules.moves(view.state)] != [frozen(move) for move in view.moves]:
        yield "unstable", {"function": "moves"}
    forms = {form(move) for move in view.moves}
    if None in forms or len(forms) > 1:
        yield "moves.type", {"moves": short(view.moves)}
    elif len({frozen(move) for move in view.moves}) < len(view.moves):
        yield "moves.twice", {"moves": short(view.moves)}
    for name in ("noisy", "candidates"):
        if view.game.named(name) is None or not view.moves:
            continue
        some = view.rules.call(name, view.state)
        strange = [move for move in some if move not in view.moves]
        if strange:
            yield "moves.strange", {"function": name, "move": short(strange[0])}
        if name == "candidates" and not some:
            yield "candidates.none", {}


def play(view: View) -> Iterator[Problem]:
    for move in view.moves:
        first, second = view.rules.play(view.state, move), view.rules.play(view.state, move)
        if frozen(first) != frozen(second):
            yield "unstable", {"function": "play"}
            return
        if not view.game.facts.repeats and frozen(first) == frozen(view.state):
            yield "play.same", {"move": view.rules.name(view.state, move)}
            return
    if view.moves and view.game.hints.skip is not None:
        skipped = view.rules.call("skip", view.state)
        stays = frozen(skipped) == frozen(view.state)  # no null move here
        if not stays and view.rules.player(skipped) == view.rules.player(view.state):
            yield "skip", {}


def chance(view: View) -> Iterator[Problem]:
    """Where nature moves each outcome has a positive whole weight, and the game goes on."""
    if view.rules.player(view.state) != CHANCE:
        return
    if view.over:
        yield "chance.over", {}
        return
    for move in view.moves:
        weight = plain_number(view.rules.call("weight", view.state, move))
        name = view.rules.name(view.state, move)
        if not is_int(weight):
            yield "weight.whole", {"move": name, "given": short(weight)}
            return
        if weight <= 0:
            yield "weight.positive", {"move": name, "given": weight}
            return
        if view.rules.call("weight", view.state, move) != weight:
            yield "unstable", {"function": "weight"}
            return


def utility(view: View) -> Iterator[Problem]:
    if not view.over:
        return
    payoff = plain_number(view.rules.call("utility", view.state))
    problem = _payoff_type(view.game, payoff)
    if problem is not None:
        yield "utility.type", problem
        return
    least, greatest = view.game.facts.values
    entries = _entries(view.game, payoff)
    if not all(entry == int(entry) for entry in entries if isfinite(entry)):
        yield "utility.whole", {"payoff": payoff}
    if not all(least <= entry <= greatest for entry in entries):
        yield "utility.range", {"payoff": payoff, "least": least, "greatest": greatest}
    if isinstance(payoff, tuple):
        if view.game.facts.zero_sum and sum(payoff) != 0:
            yield "utility.sum", {"payoff": payoff, "sum": sum(payoff)}
        elif view.game.facts.total is not None and sum(payoff) > view.game.facts.total:
            yield "utility.total", {"payoff": payoff, "sum": sum(payoff), "total": view.game.facts.total}


def evaluation(view: View) -> Iterator[Problem]:
    if view.over:
        return
    estimate = plain_number(view.rules.call("evaluate", view.state))
    problem = _payoff_type(view.game, estimate)
    if problem is not None:
        yield "evaluate.type", problem
        return
    if view.rules.call("evaluate", view.state) != estimate:
        yield "unstable", {"function": "evaluate"}
    unit = view.game.facts.unit
    if isinstance(estimate, tuple) or view.game.has_chance:
        # With chance an estimate is an average: half of two points is no less than a sure one.
        least, greatest = view.game.facts.values
        entries = estimate if isinstance(estimate, tuple) else (estimate,)
        if not all(least * unit < entry < greatest * unit for entry in entries):
            yield (
                "evaluate.between",
                {"estimate": estimate, "least": least * unit, "greatest": greatest * unit},
            )
    elif view.least_win is not None and abs(estimate) >= view.least_win * unit:
        yield "evaluate.range", {"estimate": estimate, "win": view.least_win * unit}


def hints(view: View) -> Iterator[Problem]:
    if view.game.hints.order is not None:
        for move in view.moves:
            if not is_number(view.rules.call("order", view.state, move)):
                yield "order", {"move": view.rules.name(view.state, move)}
                break
    if view.game.hints.dynamic is not None and view.moves:
        lively = view.rules.call("dynamic", view.state)
        if not isinstance(lively, bool) and not is_int(lively):
            yield "dynamic", {"given": short(lively)}


def key(view: View) -> Iterator[Problem]:
    for name in ("key", "solution_key"):
        if view.game.named(name) is None:
            continue
        first, second = view.rules.call(name, view.state), view.rules.call(name, view.state)
        try:
            hash(first)
        except TypeError:
            yield "key.hash", {"given": short(first)}
            continue
        if first != second:
            yield "unstable", {"function": name}
        elif name == "solution_key":
            expected, given = form(view.rules.call(name, view.game.start)), form(first)
            if given is None or given != expected:
                yield "key.form", {"given": short(first), "start": expected or "–"}


def layer(view: View) -> Iterator[Problem]:
    """A whole number that is more after every move: by one, or by one to `stride`."""
    here = view.rules.call("layer", view.state)
    if not is_int(here):
        yield "layer.whole", {"given": short(here)}
        return
    if view.rules.call("layer", view.state) != here:
        yield "unstable", {"function": "layer"}
        return
    for move in view.moves:
        after = view.rules.call("layer", view.rules.play(view.state, move))
        stride = view.game.hints.stride
        if not is_int(after) or not 1 <= after - here <= stride:
            name = view.rules.name(view.state, move)
            fields = {"move": name, "here": int(here), "after": short(plain_number(after)), "stride": stride}
            yield "layer.step", fields
            return


def most_moves(view: View) -> Iterator[Problem]:
    most = view.game.facts.most_moves
    if most is not None and len(view.moves) > most:
        yield "most_moves", {"count": len(view.moves), "most": most}


def move_notation(view: View) -> Iterator[Problem]:
    game = view.game
    seen: dict[str, Any] = {}
    texts: list[str] = []
    for move in view.moves:
        text = (
            game.move_name(view.state, move)
            if game.presentation.move_text is None
            else view.rules.call("move_text", view.state, move)
        )
        if not isinstance(text, str) or not text.strip():
            yield "move.empty", {"move": short(move)}
            return
        # Only a game that reads its moves itself tells bxc5 from Bxc5.
        other = seen.setdefault(text if game.presentation.parse_move else text.casefold(), move)
        if frozen(other) != frozen(move):
            yield "move.twice", {"text": text, "one": short(other), "other": short(move)}
            return
        if game.presentation.move_width is not None and len(text) != game.presentation.move_width:
            yield "move.width", {"text": text, "width": game.presentation.move_width}
            return
        texts.append(text)
    read_move = game.move_reader(view.state)
    for move, text in zip(view.moves, texts, strict=True):
        try:
            read = read_move(text)
        except SpielbaumError as error:
            yield "move.unread", {"text": text, "error": error.sentence()}
            return
        if frozen(read) != frozen(move):
            yield "move.misread", {"text": text, "move": short(move), "read": short(read)}
            return


def board_notation(view: View) -> Iterator[Problem]:
    game = view.game
    if game.presentation.notation is None or game.presentation.parse is None:
        return
    text = view.rules.call("notation", view.state)
    try:
        read = game.presentation.parse(text)
    except SpielbaumError as error:
        yield "notation.unread", {"text": text, "error": error.sentence()}
        return
    except Exception as error:
        raise Broken("raises", "raises", function="parse", error=one_line(error)) from error
    if read is None:
        yield "notation.none", {"text": text}
    elif frozen(read) != frozen(view.state):
        yield "notation.misread", {"text": text, "state": short(view.state), "read": short(read)}


def picture(view: View) -> Iterator[Problem]:
    board = view.rules.call("picture", view.state)
    if not isinstance(board, Board):
        yield "picture.type", {"given": type(board).__name__}
        return
    try:
        board_text(board)
    except Exception as error:
        raise Broken("raises", "raises", function="picture", error=one_line(error)) from error
    legal = {view.rules.name(view.state, move) for move in view.moves}
    offered = {cell.move for row in board.rows for cell in row if cell.move is not None}
    offered |= {step.move for step in board.steps}
    if offered - legal:
        yield "picture.move", {"move": min(offered - legal)}


def _entries(game: Game[Any, Any], payoff: Any) -> tuple[Any, ...]:
    """What each player gets."""
    if isinstance(payoff, tuple):
        return payoff
    return (payoff, -payoff) if game.facts.players == 2 else (payoff,)


def _payoff_type(game: Game[Any, Any], payoff: object) -> dict[str, object] | None:
    """What is wrong with the type: one number for one player or two with zero sum, else one per player."""
    if game.one_number:
        fits = is_number(payoff)
    else:
        fits = isinstance(payoff, tuple) and len(payoff) == game.facts.players and all(map(is_number, payoff))
    return None if fits else {"given": short(payoff), "players": game.facts.players}


def short(value: object) -> str:
    """How a value is shown in a sentence."""
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


#: Name, check, and the optional functions of the game of which it needs at least one.
CHECKS: tuple[tuple[str, Check, tuple[str, ...]], ...] = (
    ("player", player, ()),
    ("legality", legality, ()),
    ("play", play, ()),
    ("chance", chance, ("weight",)),
    ("utility", utility, ()),
    ("evaluation", evaluation, ("evaluate",)),
    ("hints", hints, ("order", "dynamic")),
    ("key", key, ("key", "solution_key")),
    ("layer", layer, ("layer",)),
    ("most_moves", most_moves, ("most_moves",)),
    ("move_notation", move_notation, ()),
    ("board_notation", board_notation, ("notation",)),
    ("picture", picture, ("picture",)),
)
