"""Players written as text: `engine:seconds=0.5,threads=2`.

What can be written is data (`KINDS`), so that pages and help texts can list it and a server can cap it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from spielbaum.errors import BadInput, UnknownName
from spielbaum.play.player import Player

Number = int | float


@dataclass(frozen=True, slots=True)
class Option:
    """A number that a player can be given, with its limits (both allowed)."""

    kind: type[int] | type[float]
    least: Number
    most: Number
    example: str

    def read(self, player: str, name: str, text: str) -> Number:
        try:
            value = self.kind(text)
        except ValueError:
            value = None
        # `nan` fails both comparisons, so it is refused as well.
        if value is None or not self.least <= value <= self.most:
            raise BadInput(
                "error.player.value",
                player=player, option=name, least=f"{self.least:g}", most=f"{self.most:g}", given=text,
            )  # fmt: skip
        return value


SECONDS = Option(float, 0.001, 86_400, "0.5")
DEPTH = Option(int, 1, 1000, "4")
NODES = Option(int, 1, 10**15, "100000")
PLAYOUTS = Option(int, 1, 10**12, "10000")
THREADS = Option(int, 1, 256, "2")
TABLE = Option(int, 1, 1 << 20, "64")
LEVEL = Option(int, 1, 8, "3")
SEED = Option(int, 0, 2**63 - 1, "1")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how it is made, and the options that may be written."""

    name: str
    make: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def pattern(self) -> str:
        """How it is written, with an example for each option."""
        options = ",".join(f"{name}={option.example}" for name, option in self.options.items())
        return f"{self.name}[:{options}]" if options else self.name


@dataclass(frozen=True, slots=True)
class Spec:
    """A player as it was written, read but not yet made."""

    name: str
    options: Mapping[str, Number]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value:.10g}" for name, value in self.options.items())
        return f"{self.name}:{options}" if options else self.name


def parse_player(text: str) -> Spec:
    """Read the text of a player; options keep the order in which they were written."""
    name, _, rest = text.strip().partition(":")
    known = kinds()
    if name not in known:
        raise UnknownName("player", name, known)
    kind = known[name]
    options: dict[str, Number] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        option, equals, value = part.partition("=")
        if option not in kind.options:
            if not kind.options:
                raise BadInput("error.player.no_options", player=name, given=part)
            raise UnknownName("option", option, kind.options)
        if not equals:
            raise BadInput("error.player.no_value", player=name, option=option)
        if option in options:
            raise BadInput("error.player.twice", player=name, option=option)
        options[option] = kind.options[option].read(name, option, value)
    return Spec(name, MappingProxyType(options))


def make_player(spec: str | Spec) -> Player:
    """The player of that text."""
    read = parse_player(spec) if isinstance(spec, str) else spec
    player = kinds()[read.name].make(**read.options)
    player.spec = str(read)
    return player


def split_players(text: str) -> list[str]:
    """The players in `human,engine:depth=4,threads=2`: a comma starts a new one unless `name=` follows."""
    found: list[str] = []
    for part in text.split(","):
        if found and "=" in part.partition(":")[0]:
            found[-1] += "," + part
        else:
            found.append(part)
    return [part.strip() for part in found]


def kinds() -> Mapping[str, Kind]:
    """Every kind of player, by name, in the order of the help page."""
    from spielbaum.play.players import KINDS

    return KINDS
