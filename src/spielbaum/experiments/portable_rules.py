"""A game as workers get it: the text that names it and, where that is a file, what stands in the file."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, fields
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from inspect import isfunction
from pathlib import Path
from typing import Any

from spielbaum.atomic import write_file
from spielbaum.engine.cache_folder import UntrustedPath, code_folder, read_trusted, trusted_folder
from spielbaum.engine.syntax import parsed
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game
from spielbaum.games import built_in_names, file_of, load_game
from spielbaum.play import game_spec


@dataclass(frozen=True)
class PortableRules:
    """What is needed to play a game anywhere.

    `digest` is that of the source in which the rules stand: the file, or the modules of the package. A run
    keeps it, so that nobody goes on with other rules.
    """

    spec: str
    digest: str
    #: What stands in the file that `spec` names; goes along to workers that do not see the file. Empty for
    #: games that are installed.
    source: bytes = b""

    @classmethod
    def of(cls, text: str) -> PortableRules:
        """The rules that a text names, checked by loading them."""
        path = file_of(text)
        source = b"" if path is None else _read(Path(path)) or b""
        game = load_game(text)
        if path is not None:
            return cls(text, _digest(source), source)
        # Games that come with the package are known by name and all parameters, others by their text.
        spec = game_spec(game.name, game.presentation.parameters) if game.name in built_in_names() else text
        return cls(spec, _digest(_sources(game)))

    def load(self) -> Game[Any, Any]:
        """The game; from the file where that is here and has not changed, else from what came along.

        Where a game is installed in another version than where the work began, it is refused.
        """
        path = file_of(self.spec)
        if path is None:
            game = load_game(self.spec)
            self._check(_sources(game))
            return game
        self._check(self.source)
        if _read(Path(path)) == self.source:
            return load_game(self.spec)
        copy = _copies(self.digest) / Path(path).name
        if not _is_copy(copy, self.source):
            write_file(copy, self.source, mode=0o600)
        return load_game(str(copy) + self.spec.removeprefix(path))

    def _check(self, source: bytes) -> None:
        if _digest(source) != self.digest:
            raise SpielbaumError("error.rules.other", game=self.spec)


def _copies(digest: str) -> Path:
    """Where a file of rules that came along is put; it is run, so nobody else may write there."""
    place = code_folder()
    if place.used is None:
        raise SpielbaumError("error.rules.folder", why=place.why)
    try:
        return trusted_folder(place.used / "files" / digest)
    except UntrustedPath as error:
        raise SpielbaumError("error.rules.folder", why=error) from error


def _is_copy(path: Path, source: bytes) -> bool:
    try:
        return read_trusted(path) == source
    except UntrustedPath:
        path.unlink()
    except OSError:
        pass
    return False


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _sources(game: Game[Any, Any]) -> bytes:
    """The modules in which the game's functions stand and, of the same package, what these import.

    Found by reading, not by what happens to be loaded: the digest is the same in every process.
    """
    owners = (game, game.hints, game.presentation)
    parts = (getattr(owner, field.name) for owner in owners for field in fields(owner))
    waiting = {part.__module__ for part in parts if isfunction(part)}
    found: dict[str, str] = {}
    package = (spec.parent if (spec := _spec(game.play.__module__)) else None) or ""
    while waiting:
        name = waiting.pop()
        found[name] = _source(name)
        waiting |= {other for other in _imports(found[name], name, f"{package}.") if other not in found}
    return "".join(found[name] for name in sorted(found)).encode()


def _spec(module: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(module)
    except (ImportError, ValueError):  # a name in a module, or one without a file
        return None


def _source(module: str) -> str:
    """Empty where it is installed without its sources."""
    spec = _spec(module)
    loader = None if spec is None else spec.loader
    return (loader.get_source(module) or "") if isinstance(loader, InspectLoader) else ""


def _imports(source: str, module: str, prefix: str) -> Iterator[str]:
    """The modules beginning so that a source names in its imports."""
    spec = _spec(module)
    package = None if spec is None else spec.parent
    for node in ast.walk(parsed(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            origin = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            names = [origin, *(f"{origin}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.startswith(prefix) and _spec(name) is not None)


def _digest(source: bytes) -> str:
    return hashlib.sha256(source.replace(b"\r\n", b"\n")).hexdigest()[:16]


def require_two(kind: str, game: Game[Any, Any]) -> None:
    """Raise where the game is not one of two players and zero sum, which this kind of run is for."""
    if not game.two_player_zero_sum:
        raise BadInput("error.run.two_only", kind=kind, game=game.name)
