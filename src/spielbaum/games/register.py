"""Finding games: built in, added by other packages through entry points, or in a file.

A game is named as `connect4`, with parameters as `connect4:width=6,height=5`, as a file
`path/to/file.py` or `path/to/file.py:factory`, or as `package.module:factory`; parameters come last.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from spielbaum.errors import BadInput, BrokenGame, MisplacedField, SpielbaumError, UnknownName, one_line
from spielbaum.game import Game

GROUP = "spielbaum.games"

#: Built-in games in the order in which they are shown.
_BUILT_IN = {
    "tictactoe": "mnk:tictactoe",
    "mnk": "mnk:mnk",
    "trio": "mnk:trio",
    "takeaway": "takeaway:takeaway",
    "nim": "nim:nim",
    "hexapawn": "hexapawn:hexapawn",
    "morris": "morris:morris",
    "lgame": "lgame:lgame",
    "connect4": "connect4:connect4",
    "kalah": "kalah:kalah",
    "othello": "othello:othello",
    "dobutsu": "dobutsu:dobutsu",
    "chess": "chess:chess",
    "pig": "pig:pig",
    "2048": "game2048:game2048",
    "einstein": "einstein:einstein",
    "backgammon": "backgammon:backgammon",
}

#: The game that a page opens with, one whose tree can be looked at as a whole, and one that is solved as a
#: whole at once.
DEFAULT_GAME, SMALL_GAME, SOLVED_GAME = "connect4", "takeaway", "tictactoe"

#: What people ask for most, first.
_POPULAR = (DEFAULT_GAME, "chess", "tictactoe", "othello", "kalah")

#: A game in a file, as text.
_FILE = re.compile(r"(?P<path>.*\.py)(?::(?P<factory>[^:=,]+))?(?::(?P<parameters>.*))?$")

_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}

Factory = Callable[..., Game[Any, Any]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that can be loaded by name; nothing is imported before `factory` is asked for."""

    name: str
    #: The package it comes from.
    source: str
    #: Where it is: module:function.
    target: str

    @property
    def factory(self) -> Factory:
        module, _, function = self.target.partition(":")
        try:
            factory: Factory = attrgetter(function)(import_module(module))
        except Exception as error:
            raise _broken(self.name, error) from error
        return factory

    @property
    def switches(self) -> dict[str, inspect.Parameter]:
        """The parameters of the factory, with their defaults."""
        return dict(inspect.signature(self.factory).parameters)


def built_in_names() -> tuple[str, ...]:
    return tuple(_BUILT_IN)


def entries() -> list[Entry]:
    """All games known by name: the built-in ones, then those of other packages."""
    from importlib.metadata import (
        entry_points,
    )  # brings e-mail and sockets along, a tenth of `import spielbaum`

    found = {name: _built_in(name) for name in _BUILT_IN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(
            point.name, Entry(point.name, point.dist.name if point.dist else point.module, point.value)
        )
    return list(found.values())


def by_popularity() -> list[str]:
    """The names of all games, those that people ask for most first."""
    names = [entry.name for entry in entries()]
    return [*_POPULAR, *(name for name in names if name not in _POPULAR)]


def _built_in(name: str) -> Entry:
    return Entry(name, "spielbaum", f"spielbaum.games.{_BUILT_IN[name]}")


def _broken(game: object, error: Exception) -> BrokenGame:
    return BrokenGame("error.game.raised", game=game, error=one_line(error))


def load_game(spec: str) -> Game[Any, Any]:
    """The game that the text names, with its parameters."""
    factory, parameters = _find(spec)
    arguments = _arguments(factory, parameters, spec)
    try:
        game = factory(**arguments)
    except MisplacedField as error:  # does not know whose field it is
        raise BadInput("error.game.raised", game=spec, error=error) from error
    except SpielbaumError:
        raise
    except Exception as error:
        raise _broken(spec, error) from error
    if not isinstance(game, Game):
        raise BrokenGame("error.game.no_game", game=spec, type=type(game).__name__)
    defaults = {n: p.default for n, p in inspect.signature(factory).parameters.items()}
    return game.with_presentation(parameters=defaults | arguments)


def file_of(spec: str) -> str | None:
    """The file that the text of a game begins with, as it is written there; None for other games."""
    match = _FILE.match(spec)
    return match["path"] if match else None


def _find(spec: str) -> tuple[Factory, str]:
    name, _, rest = spec.partition(":")
    match = _FILE.match(spec)
    if match:
        return _in_file(Path(match["path"]), match["factory"]), match["parameters"] or ""
    if name in _BUILT_IN:  # without looking at all the packages that are installed
        return _built_in(name).factory, rest
    known = {entry.name: entry for entry in entries()}
    if name in known:
        return known[name].factory, rest
    factory, _, parameters = rest.partition(":")
    if re.fullmatch(r"\w+(\.\w+)*", name) and re.fullmatch(r"[^\W\d]\w*", factory) and "=" not in factory:
        return _in_module(name, factory), parameters
    raise UnknownName("game", name, known)


def _in_module(name: str, factory: str) -> Factory:
    try:
        module = import_module(name)
    except Exception as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is None or not f"{name}.".startswith(f"{missing}."):
            raise _broken(name, error) from error
        raise UnknownName("game", name, [entry.name for entry in entries()]) from error
    return _attribute(module, factory, name)


def _in_file(path: Path, factory: str | None) -> Factory:
    """The named factory of a file, or the one function in it that is annotated to return a Game."""
    if not path.is_file():
        raise BadInput("error.game.no_file", path=path)
    # Registered under a name of its own, so that inspect and Numba find the source.
    module_name = "spielbaum_file_" + re.sub(r"\W", "_", str(path.resolve()))
    spec = spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise _broken(path, error) from error
    if factory is not None:
        return _attribute(module, factory, str(path))
    found = {
        name: function
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module_name and _returns_game(function)
    }
    if len(found) != 1:
        names = ", ".join(found) or "–"
        raise BadInput("error.game.which", path=path, names=names)
    return next(iter(found.values()))


def _returns_game(function: Callable[..., object]) -> bool:
    annotation = function.__annotations__.get("return")
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return text.split("[")[0].split(".")[-1] == "Game"


def _attribute(module: ModuleType, name: str, where: str) -> Factory:
    found = getattr(module, name, None)
    if not callable(found):
        raise UnknownName(
            "factory", f"{where}:{name}", [n for n, f in vars(module).items() if inspect.isfunction(f)]
        )
    return found  # type: ignore[no-any-return]


def _arguments(factory: Factory, text: str, spec: str) -> dict[str, object]:
    """`width=6,height=5` as arguments, each read by the annotation of its parameter."""
    known = inspect.signature(factory).parameters
    try:
        hints = get_type_hints(factory)
    except (AttributeError, NameError, TypeError):  # names known to the type checker only
        hints = {}
    arguments: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadInput("error.game.no_value", part=part, game=spec, names=", ".join(known))
        if name not in known:
            raise UnknownName("parameter", name, known)
        arguments[name] = _read(name, value, hints.get(name, type(known[name].default)))
    missing = [n for n, p in known.items() if p.default is p.empty and n not in arguments]
    if missing:
        raise BadInput("error.game.missing", game=spec, names=", ".join(missing))
    return arguments


def _read(name: str, text: str, kind: Any) -> object:
    if kind is bool:
        if text.lower() in _YES | _NO:
            return text.lower() in _YES
        raise BadInput("error.game.parameter", name=name, expected="yes | no", given=text)
    if kind is int:
        if re.fullmatch(r"-?\d{1,9}", text):
            return int(text)
        raise BadInput("error.game.parameter", name=name, expected="0, 1, 2 …", given=text)
    if kind is str:
        return text
    if get_origin(kind) is Literal:
        if text in get_args(kind):
            return text
        raise BadInput(
            "error.game.parameter", name=name, expected=" | ".join(map(str, get_args(kind))), given=text
        )
    # A tuple of numbers, written 3-5-7 (3--5-7 with −5 in the middle), or the file that `tune` has written.
    if text.endswith(".json"):
        return _weights(name, Path(text))
    if re.fullmatch(r"-?\d{1,9}(--?\d{1,9})*", text):
        return tuple(int(number) for number in re.split(r"(?<=\d)-", text))
    raise BadInput("error.game.parameter", name=name, expected="3-5-7", given=text)


def _weights(name: str, path: Path) -> tuple[int, ...]:
    """The numbers under that name in a JSON file."""
    from spielbaum.documents import parse_json

    try:
        numbers = parse_json(path.read_bytes())[name]
    except (OSError, ValueError, KeyError, TypeError, BadInput) as error:
        raise BadInput("error.game.parameter_file", name=name, path=path) from error
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise BadInput("error.game.parameter_file", name=name, path=path)
    return tuple(numbers)
