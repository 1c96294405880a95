"""The options of our UCI engine: what is offered, and what was chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from spielbaum.play import uci_strength

#: How UCI writes that a string is empty.
EMPTY = "<empty>"


@dataclass(frozen=True, slots=True)
class Spin:
    """A number with its limits, by the name it has in UCI."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    """Words, such as a path, by the name they have in UCI; <empty> stands for none."""

    name: str


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen."""

    hash_mb: int = 64
    threads: int = 1
    multi_pv: int = 1
    overhead_ms: int = 30
    limit_strength: bool = False
    elo: int = 1600
    ponder: bool = False
    #: Castling is that of Chess960, also where king and rooks stand as usual.
    chess960: bool = False
    #: A folder of solved endings, or a file.
    solution_path: str = ""
    #: The file of a learned evaluation; without one that of the game.
    eval_file: str = ""

    @property
    def overhead(self) -> float:
        """Seconds that go by on each move without our thinking."""
        return self.overhead_ms / 1000

    def lines(self) -> list[str]:
        """What is offered."""
        found = []
        for option in fields(self):
            offer = _OFFERS[option.name]
            default = getattr(Options(), option.name)
            if isinstance(offer, Spin):
                limits = f"min {offer.least} max {offer.most}"
                found.append(f"option name {offer.name} type spin default {default} {limits}")
            elif isinstance(offer, Text):
                found.append(f"option name {offer.name} type string default {default or EMPTY}")
            else:
                found.append(f"option name {offer} type check default {str(default).lower()}")
        return [*found, "option name Clear Hash type button"]

    def with_value(self, name: str, value: str) -> Options | None:
        """The options with one set, numbers within their limits; None where there is no such thing."""
        for field, offer in _OFFERS.items():
            change: dict[str, Any] = {}
            if isinstance(offer, Spin):
                if offer.name.lower() == name.lower() and re.fullmatch(r"[+-]?\d{1,9}", value):
                    change[field] = max(offer.least, min(int(value), offer.most))
            elif isinstance(offer, Text):
                if offer.name.lower() == name.lower():
                    change[field] = "" if value == EMPTY else value
            elif offer.lower() == name.lower() and value.lower() in ("true", "false"):
                change[field] = value.lower() == "true"
            if change:
                return replace(self, **change)
        return None


#: How each is offered: numbers with limits, words, switches by their name.
_OFFERS: dict[str, Spin | Text | str] = {
    "hash_mb": Spin("Hash", 1, 65_536),
    "threads": Spin("Threads", 1, 256),
    "multi_pv": Spin("MultiPV", 1, 218),
    "overhead_ms": Spin("Move Overhead", 0, 5_000),
    "limit_strength": "UCI_LimitStrength",
    "elo": Spin("UCI_Elo", uci_strength.LEAST, uci_strength.MOST),
    "ponder": "Ponder",
    "chess960": "UCI_Chess960",
    "solution_path": Text("SolutionPath"),
    "eval_file": Text("EvalFile"),
}
