"""Chess programs as players: any engine that speaks UCI. Here is the side that asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from spielbaum.errors import BadInput, UnknownName
from spielbaum.game import Game, Position
from spielbaum.play.player import Choice, Turn
from spielbaum.play.program_player import Effort, ProgramPlayer, illegal
from spielbaum.play.programs import Program, quoted
from spielbaum.result import Result


@dataclass
class UciPlayer(ProgramPlayer):
    """An engine for chess: `elo` makes it as strong as that, `own` are settings by the names it gives them.

    Lines that it should not write are passed over, as the protocol wants.
    """

    elo: int | None = None
    threads: int | None = None
    hash: int | None = None
    #: What it calls itself.
    name: str = "uci"
    #: The options it has, by name in small letters, each with the words that describe it.
    known: dict[str, list[str]] = field(default_factory=dict)
    #: Whether it was told that castling is that of Chess960.
    _chess960: bool = False

    def greet(self, program: Program) -> None:
        program.send("uci")
        self.known, self._chess960 = {}, False
        for line in self.starting_lines(program):
            words = line.split()
            if words[:1] == ["uciok"]:
                break
            if words[:2] == ["id", "name"]:
                self.name = quoted(" ".join(words[2:]))
            if words[:2] == ["option", "name"] and "type" in words:
                at = words.index("type")
                self.known[" ".join(words[2:at]).lower()] = words[2:]
        for setting, value in self._settings().items():
            if setting.lower() not in self.known:
                raise UnknownName(
                    "uci_option", setting, [_option_name(words) for words in self.known.values()]
                )
            self._check(setting, value)
            program.send(f"setoption name {setting} value {value}" if value else f"setoption name {setting}")

    def begin(self, program: Program, game: Game[Any, Any], seed: int) -> None:
        from spielbaum.games.chess.fen import write_fen

        if game.presentation.notation is not write_fen:  # with whatever weights its evaluation has
            raise BadInput("error.uci.game", game=game.name)
        program.send("ucinewgame")
        program.send("isready")
        for line in self.starting_lines(program):
            if line.split()[:1] == ["readyok"]:
                return

    def ask(self, program: Program, position: Position[Any, Any], effort: Effort, turn: Turn) -> Choice:
        self._say_castling(program, position)
        program.send(position_line(position))
        program.send(go_line(effort, turn, timed=self.seconds is not None))
        thought: Result[int] | None = None
        for line in self.thinking_lines(program, turn, effort, "stop"):
            words = line.split()
            if words[:1] == ["info"]:
                news = read_info(words[1:], position, self.name)
                if news is not None:
                    thought = news
                    turn.report(thought)
            elif words[:1] == ["bestmove"]:
                return self._chosen(position, words[1:], thought)
        raise AssertionError("the lines end only with an answer or a fault")

    def _say_castling(self, program: Program, position: Position[Any, Any]) -> None:
        """Castling of Chess960 is another way of writing it, and an option; not every engine has it."""
        from spielbaum.games.chess.board import is_chess960

        wanted = is_chess960(position.root)
        if wanted == self._chess960:
            return
        if "uci_chess960" not in self.known:
            raise BadInput("error.uci.chess960", name=self.name)
        program.send(f"setoption name UCI_Chess960 value {str(wanted).lower()}")
        self._chess960 = wanted

    def _chosen(
        self, position: Position[Any, Any], words: Sequence[str], thought: Result[int] | None
    ) -> Choice:
        from spielbaum.games.chess.moves_text import read_uci

        text = words[0] if words else "(none)"
        move = read_uci(position.state, text)
        if move is None:
            raise illegal(text)
        return Choice(move, thought if thought is not None and thought.move == move else None)

    def _settings(self) -> dict[str, str]:
        settings: dict[str, str] = {}
        if self.threads is not None:
            settings["Threads"] = str(self.threads)
        if self.hash is not None:
            settings["Hash"] = str(self.hash)
        if self.elo is not None:
            settings |= {"UCI_LimitStrength": "true", "UCI_Elo": str(self.elo)}
        return settings | dict(self.own)

    def _check(self, setting: str, value: str) -> None:
        """Engines ignore silently what they cannot use; a measurement must not."""
        words = self.known[setting.lower()]
        match words[words.index("type") + 1 :]:
            case ["spin", *rest]:
                least, most = (_after(rest, limit) for limit in ("min", "max"))
                number = int(value) if re.fullmatch(r"-?\d{1,18}", value) else None
                if number is None or not (
                    (least is None or least <= number) and (most is None or number <= most)
                ):
                    raise BadInput(
                        "error.player.value",
                        player=self.name, option=setting, given=value,
                        least="–" if least is None else least, most="–" if most is None else most,
                    )  # fmt: skip
                return
            case ["check", *_]:
                choices = ["true", "false"]
            case ["combo", *rest]:
                choices = _choices(rest)
            case _:  # a text, or a button
                return
        if value.lower() not in map(str.lower, choices):
            raise BadInput(
                "error.player.choice",
                player=self.name, option=setting, known=", ".join(choices), given=value,
            )  # fmt: skip


def _choices(words: Sequence[str]) -> list[str]:
    """Of `default Normal var Solid var Very Risky`: what follows each `var`."""
    return [" ".join(part.split()) for part in re.split(r"(?:^| )var ", " ".join(words))[1:]]


def _option_name(words: list[str]) -> str:
    return " ".join(words[: words.index("type")])


def position_line(position: Position[Any, Any]) -> str:
    """`position startpos moves e2e4 e7e5`."""
    from spielbaum.games.chess.fen import write_fen
    from spielbaum.games.chess.moves_text import uci_text

    start = "startpos" if position.from_start else f"fen {write_fen(position.root)}"
    moves = ["moves", *map(uci_text, position.history)] if position.history else []
    return " ".join(["position", start, *moves])


def go_line(effort: Effort, turn: Turn, *, timed: bool) -> str:
    """The limits; clocks where there are some and the player has no time of its own for a move."""
    words = ["go"]
    if turn.clocks and not timed:
        for name, seconds in zip(("wtime", "btime"), turn.clocks, strict=True):
            words += [name, milliseconds(seconds)]
        for name in ("winc", "binc"):
            words += [name, str(round(1000 * turn.increment))]
    elif effort.seconds is not None:
        words += ["movetime", milliseconds(effort.seconds)]
    if effort.depth is not None:
        words += ["depth", str(effort.depth)]
    if effort.nodes is not None:
        words += ["nodes", str(effort.nodes)]
    return " ".join(words)


def milliseconds(seconds: float) -> str:
    return str(max(round(1000 * seconds), 1))


def read_info(words: Sequence[str], position: Position[Any, Any], name: str) -> Result[int] | None:
    """What an engine says it thinks; None for lines that tell no value, a bound, or only the second best."""
    from spielbaum.games.chess.moves_text import read_uci

    if words[:1] == ["string"] or "pv" not in words or "score" not in words:
        return None
    if {"upperbound", "lowerbound"} & set(words):
        return None
    if "multipv" in words and _after(words, "multipv") != 1:
        return None
    kind = "mate" if "mate" in words else "cp"
    amount = _after(words, kind)
    if amount is None:
        return None
    line, here = [], position
    for text in words[words.index("pv") + 1 :]:
        move = read_uci(here.state, text)
        if move is None:
            break
        line.append(move)
        here = here.after(move)
    if not line:
        return None
    distance = None
    value: int | float
    if kind == "mate":
        # `mate 0` is the end of the game, which nobody is asked about.
        value, distance = (1, 2 * amount - 1) if amount > 0 else (-1, -2 * amount)
    else:
        unit = position.game.facts.unit
        value = max(min(amount, unit - 1), 1 - unit) / unit
    return Result(
        value, position.player, tuple(line),
        distance=distance, depth=_after(words, "depth"), nodes=_after(words, "nodes") or 0, algorithm=name,
    )  # fmt: skip


def _after(words: Sequence[str], name: str) -> int | None:
    """The number after that word."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None
