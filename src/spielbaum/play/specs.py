"""Players written as text: `engine:seconds=0.5,threads=2`.

What can be written is data (`KINDS`), so that pages and help texts can list it and a server can cap it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
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


SECONDS = Option(float, 0.001, 86_400)
DEPTH = Option(int, 1, 1000)
NODES = Option(int, 1, 10**15)
PLAYOUTS = Option(int, 1, 10**12)
THREADS = Option(int, 1, 256)
TABLE = Option(int, 1, 1 << 20)
LEVEL = Option(int, 1, 8)
SEED = Option(int, 0, 2**63 - 1)
ELO = Option(int, 1, 5000)
TIMEOUT = Option(float, 0.01, 86_400)
#: Another player, by number from 1, and how much its pay-off counts.
ALLY = Option(int, 1, 64)
WEIGHT = Option(float, -1, 1)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how it is made, and the options that may be written."""

    name: str
    make: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)
    #: Options that are one of some words.
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Options that name a file; words that `choices` has for the same option are no files.
    files: tuple[str, ...] = ()
    #: An example of the program that has to be named, for players that are programs.
    program: str = ""
    #: Options that begin so are handed to the program as they are written.
    own: str = ""
    #: An example of the file that has to be named, for players that read one.
    file: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """A player as it was written, read but not yet made."""

    name: str
    options: Mapping[str, Number]
    #: The program and its arguments, for players that are programs: whoever makes the player starts it. For
    #: players that read a file, its name.
    command: tuple[str, ...] = ()
    #: Settings of the program's own, by their names there.
    own: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    files: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def local(self) -> bool:
        """Whether it names a program or a file of this machine: nothing for strangers."""
        return bool(self.command or self.files)

    def __str__(self) -> str:
        parts = [" ".join(map(_quoted, self.command))] if self.command else []
        parts += [f"{name}={value:.10g}" for name, value in self.options.items()]
        parts += [f"{name}={word}" for name, word in self.choices.items()]
        parts += [f"{name}={_quoted(path)}" for name, path in self.files.items()]
        prefix = kinds()[self.name].own
        parts += [f"{prefix}{name}={_quoted(value)}" for name, value in self.own.items()]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def located(self) -> Spec:
        """The same with full paths, so that the program is found from any folder.

        As in a shell a program without a slash is looked for on the search path; an argument counts as a path
        where there is such a file.
        """
        if kinds()[self.name].file:
            return replace(self, command=tuple(str(Path(word).absolute()) for word in self.command))
        files = {name: str(Path(path).absolute()) for name, path in self.files.items()}
        words = [
            str(Path(word).absolute()) if ("/" in word if number == 0 else Path(word).is_file()) else word
            for number, word in enumerate(self.command)
        ]
        return replace(self, command=tuple(words), files=MappingProxyType(files))


def parse_player(text: str) -> Spec:
    """Read the text of a player; options keep the order in which they were written.

    Files are written `table:nim.table`, programs `bot:./mybot`, with arguments
    `bot:python3 mybot.py --fast`, and in quotes where there is a comma or a blank in a word:
    `bot:"./my bot",seconds=1`.
    """
    name, _, rest = text.strip().partition(":")
    known = kinds()
    if name not in known:
        raise UnknownName("player", name, known)
    kind = known[name]
    parts = [part.strip() for part in _split(rest)]
    command: tuple[str, ...] = ()
    if kind.program:
        command = _words(parts.pop(0) if parts else "", text)
        if not command or not command[0]:
            raise BadInput("error.player.no_program", player=name, example=f"{name}:{kind.program}")
    elif kind.file:
        command = (" ".join(_words(parts.pop(0) if parts else "", text)),)
        if not command[0]:
            raise BadInput("error.player.no_file", player=name, example=f"{name}:{kind.file}")
    options: dict[str, Number] = {}
    own: dict[str, str] = {}
    choices: dict[str, str] = {}
    files: dict[str, str] = {}
    known_options = (*kind.options, *kind.choices, *kind.files)
    for part in filter(None, parts):
        option, equals, value = part.partition("=")
        option = _one_line(option)
        is_own = bool(kind.own) and option.startswith(kind.own) and option != kind.own
        if option not in known_options and not is_own:
            if not kind.options:
                raise BadInput("error.player.no_options", player=name, given=part)
            raise UnknownName("option", option, known_options)
        if not equals:
            raise BadInput("error.player.no_value", player=name, option=option)
        if option in {*options, *choices, *files} or option.removeprefix(kind.own) in own:
            raise BadInput("error.player.twice", player=name, option=option)
        if is_own:
            own[option.removeprefix(kind.own)] = _one_line(" ".join(_words(value, text)))
        elif option in kind.files and value not in kind.choices.get(option, ()):
            files[option] = " ".join(_words(value, text))
            if not files[option]:
                raise BadInput("error.player.no_value", player=name, option=option)
        elif option in kind.choices:
            choices[option] = value
            if value not in (words := kind.choices[option]):
                fields = {"option": option, "known": ", ".join(words), "given": _one_line(value)}
                raise BadInput("error.player.choice", player=name, **fields)
        else:
            options[option] = kind.options[option].read(name, option, value)
    return Spec(
        name,
        MappingProxyType(options),
        command,
        MappingProxyType(own),
        MappingProxyType(choices),
        MappingProxyType(files),
    )


def make_player(spec: str | Spec) -> Player:
    """The player of that text. A program is started when the player is prepared for a game, not before."""
    read = parse_player(spec) if isinstance(spec, str) else spec
    kind = kinds()[read.name]
    if kind.program:
        player = kind.make(read.command, own=read.own, **read.options)
    elif kind.file:
        player = kind.make(Path(*read.command), **read.options)
    else:
        player = kind.make(**read.options, **read.choices, **read.files)
    player.spec = str(read)
    return player


def split_players(text: str) -> list[str]:
    """The players in `human,engine:depth=4,threads=2`: a comma starts a new one unless `name=` follows."""
    found: list[str] = []
    for part in _split(text):
        if found and "=" in part.partition(":")[0]:
            found[-1] += "," + part
        else:
            found.append(part)
    return [part.strip() for part in found]


def _split(text: str) -> list[str]:
    """The parts between commas that stand outside quotes."""
    return re.findall(r"""(?:^|(?<=,))(?:"[^"]*"|'[^']*'|[^,])*""", text)


def _words(text: str, player: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput("error.player.quotes", player=player) from error
    return tuple(words)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _quoted(word: str) -> str:
    if "," not in word:
        return shlex.quote(word)
    inside = word.replace("'", "'\"'\"'")
    return f"'{inside}'"


def kinds() -> Mapping[str, Kind]:
    """Every kind of player, by name, in the order of the help page."""
    from spielbaum.play.players import KINDS

    return KINDS
