"""The settings of a run as a schema: fields of a dataclass that say what may be asked for.

    depth: Index = whole(8, least=1, most=100)
    positions: Positions = positions(20, "random:4-12")

The options of the command line, the form in the browser, the command line that makes a run again, the list
of settings in reports and the defaults all come from these fields. Fields without an option are worked out
when a run is prepared.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, Literal

from spielbaum.errors import BadInput, UnknownName
from spielbaum.experiments import formats
from spielbaum.experiments.openings import Positions
from spielbaum.language import catalogue, say

Type = Literal[
    "whole", "decimal", "text", "choice", "names", "numbers", "player", "players", "openings", "clock", "game"
]
#: Openings are `random:4`; positions also come from a span, `random:4-12`.
_NUMBER = r"[+-]?(?:\d{1,15}(?:\.\d{0,9})?|\.\d{1,9})"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be asked for. `part` of the field is meant where that holds several things."""

    type: Type
    default: Any = None
    #: Bounds of a number or of the length of a list; `most_online` is what strangers may ask for.
    least: float | None = None
    most: float | None = None
    most_online: float | None = None
    step: int = 1
    #: Names that may be chosen; a function where finding them costs something.
    choices: tuple[str, ...] | Callable[[], Iterable[str]] = ()
    #: Those of them that are for games of two only.
    for_two: tuple[str, ...] = ()
    #: What to write, for instance.
    hint: str = ""
    #: Few need it.
    advanced: bool = False
    #: `random:LEAST-MOST` is meant as well.
    spans: bool = False
    #: Written as arguments of the command, without a name.
    argument: bool = False
    name: str = ""
    field: str = ""
    part: Literal["", "text", "count"] = ""

    def known(self) -> tuple[str, ...]:
        return tuple(self.choices() if callable(self.choices) else self.choices)

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


_OPTIONS = "spielbaum.options"


def _field(default: Any, *options: Option) -> Any:
    if isinstance(default, list):
        raise TypeError("a default is a tuple")
    metadata = {_OPTIONS: options}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


def game() -> Any:
    return _field(MISSING, Option("game", argument=True))


def seed() -> Any:
    return _field(0, Option("whole", 0, least=0, most=2**31 - 1))


def whole(default: int, **more: Any) -> Any:
    return _field(default, Option("whole", default, **more))


def decimal(default: float | None, **more: Any) -> Any:
    return _field(default, Option("decimal", default, **more))


def text(default: str = "", **more: Any) -> Any:
    return _field(default, Option("text", default, **more))


def choice(default: str, choices: tuple[str, ...], **more: Any) -> Any:
    return _field(default, Option("choice", default, choices=choices, **more))


def names(default: Sequence[str], choices: Any, **more: Any) -> Any:
    """Some of these names."""
    return _field(tuple(default), Option("names", tuple(default), choices=choices, **more))


def numbers(default: Sequence[float] | None, **more: Any) -> Any:
    default = None if default is None else tuple(default)
    return _field(default, Option("numbers", default, **more))


def player(default: str, **more: Any) -> Any:
    return _field(default, Option("player", default, **more))


def players(default: Sequence[str], **more: Any) -> Any:
    return _field(MISSING, Option("players", tuple(default), argument=True, **more))


def clock() -> Any:
    return _field("", Option("clock", "", hint="60+0.5", advanced=True))


def openings(default: str, *, parsed: bool = True, **more: Any) -> Any:
    """Where games begin; `parsed` keeps what came of it in the same field."""
    part: Literal["", "text"] = "text" if parsed else ""
    value = Positions(default, 0, "") if parsed else default
    return _field(value, Option("openings", default, hint=default, part=part, **more))


def positions(count: int, default: str, *, least: int = 1) -> Any:
    """How many positions, and how they come about (`--plies`)."""
    return _field(
        Positions(default, count, ""),
        Option("whole", count, least=least, most=100_000, most_online=1000, part="count"),
        Option("openings", default, hint=default, spans=True, name="plies", part="text"),
    )


# --- reading and writing ------------------------------------------------------------------------------------


def options_of(settings: type | object) -> tuple[Option, ...]:
    """All that can be asked for, in the order of the fields."""
    return tuple(
        replace(option, name=option.name or each.name, field=each.name)
        for each in fields(settings)  # type: ignore[arg-type]
        for option in each.metadata.get(_OPTIONS, ())
    )


def settings_from(cls: type[Any], values: Mapping[str, Any]) -> Any:
    """Settings of these values by name of the option; the others have their defaults."""
    known = {option.name: option for option in options_of(cls)}
    for name in values:
        if name not in known:
            raise UnknownName("setting", name[:64], known)
    values = {name: value for name, value in values.items() if value is not None}
    given: dict[str, Any] = {}
    for name, option in known.items():
        if option.part:
            value = checked_value(option, values[name]) if name in values else option.default
            old = given.get(option.field, Positions("", 0, ""))
            given[option.field] = replace(old, **{option.part: value})
        elif name in values:
            given[option.field] = checked_value(option, values[name])
    return cls(**given)


def check_options(settings: Any) -> None:
    """Raise where a setting is not of its type or beyond its bounds."""
    for option in options_of(settings):
        checked_value(option, value_of(option, settings))


def value_of(option: Option, settings: Any) -> Any:
    value = getattr(settings, option.field)
    return getattr(value, option.part) if option.part else value


def compared(settings: Any) -> list[str]:
    """Whom or what a run compares: the first players or names among its settings."""
    for option in options_of(settings):
        value = getattr(settings, option.field)
        if option.type in ("players", "names", "player") and value:
            return [value] if isinstance(value, str) else list(value)
    return []


def values_of(settings: Any) -> dict[str, Any]:
    """The other way round; as JSON knows values."""
    found: dict[str, Any] = {}
    for option in options_of(settings):
        value = value_of(option, settings)
        found[option.name] = list(value) if isinstance(value, tuple) else value
    return found


def each_once(names: Sequence[str], known: Sequence[str]) -> bool:
    """Whether these are some of the known names, none of them twice."""
    return 0 < len(names) == len(set(names)) and set(names) <= set(known)


def checked_value(option: Option, value: Any) -> Any:
    """A value of the option's type within its bounds; one sentence where it is none."""
    if value is None:
        return None
    match option.type:
        case "whole":
            right = type(value) is int
        case "decimal":
            right = type(value) in (int, float)
        case "names" | "players":
            right = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
        case "numbers":
            right = isinstance(value, list | tuple) and all(type(each) in (int, float) for each in value)
        case _:
            right = isinstance(value, str)
    if not right:
        raise BadInput("error.setting.type", name=option.name, given=value)
    if option.type in ("names", "players", "numbers"):
        value = tuple(value)
    if option.type in ("choice", "names") and (known := option.known()):
        for each in (value,) if isinstance(value, str) else value:
            if each not in known:
                raise UnknownName("algorithm" if option.type == "names" else "setting", each[:64], known)
    _check_bounds(option, value, option.most)
    return value


def _check_bounds(option: Option, value: Any, most: float | None) -> None:
    size = len(value) if isinstance(value, tuple) else value
    if isinstance(size, str) or size is None or (size == option.default and isinstance(value, int)):
        return
    if (option.least is not None and size < option.least) or (most is not None and size > most):
        fields = {"least": f"{option.least or 0:.10g}", "most": "∞" if most is None else f"{most:.10g}"}
        key = "error.setting.length" if isinstance(value, tuple) else "error.setting.range"
        raise BadInput(key, name=option.name, given=f"{size:.10g}", **fields)


def check_online(settings: Any) -> None:
    """Bounds for strangers."""
    for option in options_of(settings):
        value = value_of(option, settings)
        _check_bounds(option, value, option.most if option.most_online is None else option.most_online)


def parse(option: Option, written: str) -> Any:
    """What is written on a command line, where that is a list."""
    if option.type == "names":
        return tuple(filter(None, (part.strip() for part in written.split(","))))
    if option.type == "numbers":
        if not re.fullmatch(rf"\s*(?:{_NUMBER})(?:\s*,\s*(?:{_NUMBER}))*\s*", written):
            raise BadInput("error.setting.numbers", name=option.flag, given=written)
        found = [float(part) for part in written.split(",")]
        return tuple(int(each) if each.is_integer() else each for each in found)
    return written


def write(value: Any) -> str:
    """The value as it is written on a command line."""
    if isinstance(value, tuple | list):
        return ",".join(_plain(each) for each in value)
    return _plain(value)


def _plain(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


# --- the command line ---------------------------------------------------------------------------------------


def command_words(command: str, settings: Any, out: str, *, workers: int | None = None) -> list[str]:
    """The words after `spielbaum` that make a run of these settings; what has its default is left out."""
    words, values = [command], values_of(settings)
    for option in options_of(settings):
        value = values[option.name]
        if option.type == "players":
            words += value
        elif option.argument:
            words.append(str(value))
    for option in options_of(settings):
        value = values[option.name]
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        if option.argument or value is None or value == default:
            continue
        text_ = write(value)
        # In one word where a value would be taken for an option.
        words += [f"{option.flag}={text_}"] if text_.startswith("-") or not text_ else [option.flag, text_]
    if workers is not None:
        words += ["--workers", str(workers)]
    return [*words, "--out", out]


def command_line(command: str, settings: Any, out: str) -> str:
    """`spielbaum match …` as one line that a shell reads."""
    return shlex.join(["spielbaum", *command_words(command, settings, out)])


# --- in words -----------------------------------------------------------------------------------------------


def label(kind: str, name: str, language: str) -> str:
    """What a setting is called; a kind may have a word of its own for it."""
    words = catalogue(language)
    return words.get(f"setting.{kind}.{name}") or words.get(f"setting.{name}") or name


def help_of(kind: str, name: str, language: str) -> str:
    """What a setting means, where its name does not say it."""
    words = catalogue(language)
    return words.get(f"setting.help.{kind}.{name}") or words.get(f"setting.help.{name}") or ""


def facts_of(kind: str, settings: Any, language: str) -> list[tuple[str, str]]:
    """The settings of a run with their names, without those that say nothing."""
    found = []
    for option in options_of(settings):
        value = getattr(settings, option.field)
        if option.type == "game" or option.part == "count" or value in (None, "", (), []):
            continue
        said = in_words(option, value, settings, language)
        if said:
            key = option.field if option.part else option.name
            found.append((label(kind, key, language), said))
    return found


def in_words(option: Option, value: Any, settings: Any, language: str) -> str:
    if option.type == "openings":
        if isinstance(value, Positions):
            return opening_words(value.text, value.count, language) if value.count else ""
        return opening_words(value, getattr(settings, "opening_count", 0), language)
    match option.type:
        case "players" | "player":
            return "; ".join(
                _player(each, language) for each in ((value,) if isinstance(value, str) else value)
            )
        case "names":
            return "; ".join(formats.name(each, language) for each in value)
        case "numbers":
            return "; ".join(formats.number(each, language) for each in value)
        case "choice":
            return choice_words(option.name, value, language)
        case "whole":
            return formats.count(value, language) if option.name != "seed" else str(value)
        case "decimal":
            return formats.number(value, language)
    return str(value)


def _player(written: str, language: str) -> str:
    words = formats.name(written, language)
    return written if words == written else f"{words} – {written}"


def choice_words(name: str, value: str, language: str) -> str:
    return catalogue(language).get(f"setting.{name}.{value}", value)


def opening_words(written: str, count: int, language: str) -> str:
    kind, _, detail = written.partition(":")
    key = f"report.openings.{kind if kind in ('random', 'all', 'start') else 'file'}"
    return say(key, language, plies=detail, count=count)


# --- for a form ---------------------------------------------------------------------------------------------


def form_of(kind: str, settings: type[Any], language: str) -> list[dict[str, Any]]:
    """The schema as JSON, from which the browser builds its form."""
    found = []
    for option in options_of(settings):
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        most = option.most if option.most_online is None else option.most_online
        entry: dict[str, Any] = {
            "name": option.name,
            "type": option.type,
            "label": label(kind, option.name, language),
            "help": help_of(kind, option.name, language),
            "default": default,
            "least": option.least,
            "most": most,
            "step": option.step,
            "hint": option.hint,
            "advanced": option.advanced,
            "spans": option.spans,
            "choices": {},
            "for_two": list(option.for_two),
        }
        if option.type == "choice":
            entry["choices"] = {each: choice_words(option.name, each, language) for each in option.known()}
        elif option.type == "names":
            entry["choices"] = {each: formats.name(each, language) for each in option.known()}
        found.append(entry)
    return found
