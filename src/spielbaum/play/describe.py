"""Values, outcomes and players in words, the same in terminal, page and report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.language import catalogue, grouped, in_language, say, written
from spielbaum.play.levels import level_words, named_level
from spielbaum.play.outcome import Outcome, Reason
from spielbaum.play.record import Record
from spielbaum.play.rounds import move_rows
from spielbaum.play.specs import parse_player
from spielbaum.play.standing import told
from spielbaum.result import CHANCE, Bound, Line, Proof, Value

#: Decimals that people see; an advantage that rounds to nothing is none.
DECIMALS = 2
#: Of estimates in points: a hundredth of a point is no advantage that anybody could use.
ESTIMATE_DECIMALS = 1
#: Of what can be expected on average: moves often differ by a hundredth.
AVERAGE_DECIMALS = 4


def player_name(game: Game[Any, Any], player: int, language: str) -> str:
    if player == CHANCE:
        return say("play.chance", language)
    if player < len(game.presentation.player_names):
        return in_language(game.presentation.player_names[player], language)
    return say("play.player", language, number=player + 1)


def game_title(game: Game[Any, Any], language: str) -> str:
    return in_language(game.presentation.title, language) if game.presentation.title else game.name


def local_move(game: Game[Any, Any], text: str, language: str) -> str:
    """Moves with the letters that pieces have in that language: Nf3 is Sf3 in German."""
    letters = game.presentation.letters
    if language not in letters:
        return text
    return text.translate(str.maketrans(letters["en"], letters[language]))


def value_words(game: Game[Any, Any], line: Line[Any], language: str, state: Any = None) -> str:
    """What a search says about `state`: `Yellow wins in 9 moves (proven, +3)`, `even (estimate)` …"""
    proof = say(f"play.proof.{line.proof.value}", language)
    if isinstance(line.value, tuple):
        shares = ", ".join(
            f"{player_name(game, p, language)} {number(v, language, sign=False)}"
            for p, v in enumerate(line.value)
        )
        return say("play.value.shares", language, shares=shares, proof=proof)
    if is_average(game, line):
        assert line.view is not None
        fields = {"player": player_name(game, line.view, language), "proof": proof}
        return say("play.value.expected", language, value=_average(game, line, language), **fields)
    if not game.two_player_zero_sum:
        assert line.view is not None
        fields = {"player": player_name(game, line.view, language), "proof": proof}
        return say("play.value.own", language, value=number(line.value, language, sign=False), **fields)
    assert line.view is not None
    if line.proof is Proof.BOUND:
        key = "play.value.at_most" if line.bound is Bound.AT_MOST else "play.value.at_least"
        words = number(line.value, language) if line.value else say("play.value.a_draw", language)
        return say(key, language, player=player_name(game, line.view, language), value=words)
    value = told(game, line.points, line.proof)
    if round(value, _decimals(game, line)) == 0:
        key = "play.value.draw" if line.proof is Proof.PROVEN else "play.value.even"
        if line.cycle is not None:
            key = "play.value.draw.cycle" if line.cycle else "play.value.draw.rule"
        return say(key, language, proof=proof)
    ahead = line.view if value > 0 else 1 - line.view
    amount = abs(value)
    if line.proof is Proof.ESTIMATE:
        proof = f"{proof}, {_estimated(game, line, amount, language)}"
    # A game that only knows won and lost needs no number beside a proven win.
    elif game.facts.values != (-1, 1):
        proof = f"{proof}, {number(amount, language)}"
    fields = {"player": player_name(game, ahead, language), "proof": proof}
    if line.proof is not Proof.PROVEN:
        return say("play.value.better", language, **fields)
    moves = moves_to_win(game, line, ahead, state)
    if moves is None:
        return say("play.value.wins", language, **fields)
    key = "play.value.wins_in_1" if moves == 1 else "play.value.wins_in"
    return say(key, language, moves=moves, **fields)


def is_average(game: Game[Any, Any], line: Line[Any]) -> bool:
    """Whether a value is what can be expected, and not what is sure, of a game with chance."""
    if not game.has_chance or line.proof is Proof.BOUND or isinstance(line.value, tuple):
        return False
    sure = line.proven and game.two_player_zero_sum and abs(line.points) >= max(map(abs, game.facts.values))
    return not sure


def _average(game: Game[Any, Any], line: Line[Any], language: str) -> str:
    """An expected value; a single player's points need no sign."""
    # Of thousands of points nobody reads the decimals.
    decimals = AVERAGE_DECIMALS if abs(line.points) < 100 else 0
    return number(line.points, language, sign=game.two_player_zero_sum, decimals=decimals)


def _decimals(game: Game[Any, Any], line: Line[Any]) -> int:
    """Decimals of a value that mean something: estimates in points have one."""
    in_points = line.proof is Proof.ESTIMATE and not game.presentation.measure
    return ESTIMATE_DECIMALS if in_points else DECIMALS


def _estimated(game: Game[Any, Any], line: Line[Any], value: Value, language: str) -> str:
    return estimate(game, round(value, _decimals(game, line)), language)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an evaluation: its name, what it is worth to player 0, and what it counts."""

    name: str
    value: float
    why: str


def parts_of(game: Game[Any, Any], state: Any, language: str) -> list[Part]:
    """What the evaluation of a position is made of, without what counts nothing; the largest part first."""
    measure, known = game.presentation.measure or game.facts.unit, catalogue(language)
    parts = game.presentation.parts
    found = [] if parts is None else [(key, units) for key, units in parts(state) if units]
    return [
        Part(say(key, language), units / measure, known.get(f"{key}.why", ""))
        for key, units in sorted(found, key=lambda part: -abs(part[1]))
    ]


def parts_words(game: Game[Any, Any], language: str) -> str:
    """The heading of these parts."""
    return say("play.parts", language, player=player_name(game, 0, language))


def moves_to_win(game: Game[Any, Any], line: Line[Any], winner: int, state: Any = None) -> int | None:
    """How many moves the winner still makes; None where that is not known.

    Counted along the line from `state`, since players may have extra turns; without a state, or with a
    line that breaks off, the plies are taken to alternate.
    """
    if not line.distance:
        return None
    if state is None or len(line.moves) != line.distance:
        return (line.distance + 1) // 2 if line.view == winner else max(line.distance // 2, 1)
    count = 0
    for move in line.moves:
        count += game.player(state) == winner
        state = game.play(state, move)
    return count or None


def number(value: Value, language: str, *, sign: bool = True, decimals: int = DECIMALS) -> str:
    """A value with at most two decimals, or so many, in the language's own writing: +0.25, −3, 1,5."""
    rounded = round(value, decimals) or 0  # no −0
    text = f"{rounded:+g}" if sign and rounded else f"{rounded:g}"
    return written(text, language)


def estimate(game: Game[Any, Any], value: Value, language: str) -> str:
    """An estimate; where the game has a measure for it, always with its decimals: +0.40 pawns below +1.25."""
    if not game.presentation.measure:
        return number(value, language)
    rounded = round(value, DECIMALS) or 0
    return written(f"{rounded:+.{DECIMALS}f}" if rounded else f"{rounded:.{DECIMALS}f}", language)


def value_badge(game: Game[Any, Any], line: Line[Any], player: int, language: str, state: Any = None) -> str:
    """A value in a few characters, from the side of `line.view`; for more players, that player's share.

    Proven: ✓3 wins in three moves, ✗2 loses in two, = draws; where the game counts points, ✓+3 and ✗−2.
    A bound begins with ≥ or ≤; a bare number is an estimate, or what can be expected on average.
    """
    value = line.value
    if isinstance(value, tuple):
        return number(value[player], language, sign=False)
    if line.proof is Proof.BOUND:
        return ("≤" if line.bound is Bound.AT_MOST else "≥") + number(value, language)
    if is_average(game, line):
        return _average(game, line, language)
    if line.proof is Proof.ESTIMATE or not game.two_player_zero_sum:
        return _estimated(game, line, told(game, line.points, line.proof), language)
    if value == 0:
        return "="
    sign = "✓" if value > 0 else "✗"
    if game.facts.values != (-1, 1):
        return sign + number(value, language)
    assert line.view is not None
    moves = moves_to_win(game, line, line.view if value > 0 else 1 - line.view, state)
    return sign + ("" if moves is None else str(moves))


def outcome_words(game: Game[Any, Any], outcome: Outcome, language: str) -> str:
    """One sentence: who won, how much, and why."""
    if outcome.loser is not None:
        shared = ".shared" if outcome.reason is Reason.TIME and len(outcome.winners) > 1 else ""
        return say(
            f"play.outcome.{outcome.reason.value.replace(' ', '_')}{shared}",
            language,
            winner=_names(game, outcome.winners, language),
            loser=player_name(game, outcome.loser, language),
            detail=outcome.detail,
        )
    if outcome.reason is not Reason.NORMAL:
        alone = ".alone" if outcome.players == 1 and outcome.reason is Reason.LENGTH else ""
        return say(f"play.outcome.{outcome.reason.value}{alone}", language)
    why = f" {say(outcome.detail, language)}" if outcome.detail in catalogue(language) else ""
    if outcome.players == 1 and outcome.payoffs is not None:
        return (
            say("play.outcome.alone", language, points=number(outcome.payoffs[0], language, sign=False)) + why
        )
    if outcome.draw:
        return say("play.outcome.draw", language) + why
    key = "play.outcome.win" if len(outcome.winners) == 1 else "play.outcome.shared"
    sentence = say(key, language, winner=_names(game, outcome.winners, language))
    if outcome.payoffs is None or set(outcome.payoffs) <= {-1, 1}:
        return sentence + why
    numbers = " : ".join(number(pay, language, sign=min(outcome.payoffs) < 0) for pay in outcome.payoffs)
    return f"{sentence} ({numbers})"


def _names(game: Game[Any, Any], players: Sequence[int], language: str) -> str:
    names = [player_name(game, p, language) for p in players]
    if len(names) == 1:
        return names[0]
    return say("play.and", language, first=", ".join(names[:-1]), last=names[-1])


def spec_words(spec: str, language: str, game: Game[Any, Any] | None = None) -> str:
    """A player's text for people: `engine, 2 s per move`; the text itself where it is none we know.

    With a game a level is told as people speak of players in it.
    """
    try:
        read = parse_player(spec)
    except BadInput:
        return spec
    chosen = [say(f"play.option.{option}.{word}", language) for option, word in read.choices.items()]
    if "level" in read.options:
        level = int(read.options["level"])
        named = level_words(level, language) if game is None else named_level(level, language, game)
        return ", ".join([named, *chosen])
    words = [say("play.human", language) if read.name == "human" else read.name]
    if read.command:
        words = [" ".join([read.name, Path(read.command[0]).name, *read.command[1:]])]
    for option, value in read.options.items():
        words.append(say(f"play.option.{option}", language, value=grouped(value, language)))
    words += chosen
    words += [f"{option}={Path(path).name}" for option, path in read.files.items()]
    words += [f"{option}={value}" for option, value in read.own.items()]
    return ", ".join(words)


def record_text(record: Record, game: Game[Any, Any], language: str) -> str:
    """The record as text to read or print: who, the moves in rows, the outcome."""
    lines = [game_title(game, language)]
    if record.date:
        lines.append(record.date)
    for player, spec in enumerate(record.players):
        lines.append(f"{player_name(game, player, language)}: {spec_words(spec, language, game)}")
    if record.start is not None:
        lines.append(say("play.record.start", language, start=record.start))
    lines.append("")
    lines += move_rows(record, game)
    lines.append("")
    if record.outcome is None:
        lines.append(say("play.record.unfinished", language))
    else:
        lines.append(outcome_words(game, record.outcome, language))
    return "\n".join(lines) + "\n"
