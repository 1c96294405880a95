"""Where solutions come from: the files of one folder, and games that are small enough to be solved at once.

Pages name games, never files. Which file belongs to a game is told by the digest of the rules in it, so
that a file may have any name and one of other rules is never used.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from spielbaum.errors import BadInput, TooLarge, Unfit
from spielbaum.game import Game
from spielbaum.solution import Solution
from spielbaum.solution.digests import known_digest
from spielbaum.solution.position_words import solution_key
from spielbaum.solution.reader import solution_facts
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits

SUFFIX = ".table"
#: The key of the sentence that a game is not solved yet.
NOT_MADE = "solution.page.not_made"
#: Files of a folder that are looked at.
MOST_FILES = 200
#: Solutions that this server made and keeps; whichever was made first goes first.
MOST_MADE = 50
#: Files that stay open, and digests that are remembered.
MOST_OPEN, MOST_DIGESTS = 32, 256
#: Bytes that solving may take; `ServerLimits.solved_positions` is reached long before.
MEMORY = 200_000_000


class Places(BaseModel):
    """Where a process finds solutions; the server's own word, never a visitor's."""

    model_config = ConfigDict(extra="forbid")

    #: That of `--solutions`; empty where there is none.
    folder: str
    #: Where solutions that are made here are kept as long as the server runs.
    made: str


class SolutionStore:
    """The places of one server."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._made: TemporaryDirectory[str] | None = None

    def start(self) -> None:
        self._made = TemporaryDirectory(prefix="spielbaum-solutions-")

    def close(self) -> None:
        if self._made is not None:
            self._made.cleanup()

    @property
    def places(self) -> Places:
        assert self._made is not None
        return Places(folder="" if self._folder is None else str(self._folder), made=self._made.name)


# --- in another process -------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A solution and the name of its file, which is empty where it was made here."""

    solution: Solution
    file: str


def find_solution(spec: str, games: GameCatalog, places: Places, *, make: bool = False) -> Found:
    """The solution of a game: from the folder, from an earlier visit, or made now where it is small.

    Where it would have to be made and `make` is not set, `NOT_MADE` is raised.
    """
    game = games.game(spec)
    if not (game.has_chance and game.one_number):
        game.require_two_player_zero_sum("solve --all", chance=True)
    digest = _digest(spec, game)
    damaged: BadInput | None = None
    for path in table_files(places.folder):
        if _rules(path, _stamp(path)) == digest:
            try:
                return Found(open_file(path, game, spec), path.name)
            except BadInput as error:  # another file may hold the same
                damaged = damaged or error
    if damaged is not None:
        raise damaged
    path = Path(places.made) / f"{digest}{SUFFIX}"
    if not path.is_file():
        if not make:
            raise BadInput(NOT_MADE, game=game.name)
        _solve(game, spec, path, games.limits)
    return Found(open_file(path, game, spec), "")


def table_files(folder: str) -> list[Path]:
    """The files of the folder that may hold solutions, by name."""
    if not folder:
        return []
    try:
        found = sorted(path for path in Path(folder).iterdir() if path.suffix == SUFFIX and path.is_file())
    except OSError as error:
        raise BadInput("table.read", path=Path(folder).name, error=error.strerror or error) from error
    return found[:MOST_FILES]


#: Open files; reading a block through one that stays open takes a tenth of opening it.
_OPEN: OrderedDict[tuple[Path, tuple[int, int], str], Solution] = OrderedDict()


def open_file(path: Path, game: Game[Any, Any] | None = None, spec: str = "") -> Solution:
    """The solution in a file, of the game that it names or of the given one, which `spec` tells from others.

    What is wrong with it is said without the folder, which is nobody's business.
    """
    try:
        key = path, _stamp(path), spec
        if key not in _OPEN:
            solution = Solution.open(path, game)
            _OPEN[key] = solution
            _OPEN[key].path = Path(path.name)  # where a block turns out to be damaged later
            if len(_OPEN) > MOST_OPEN:
                _OPEN.popitem(last=False)
    except BadInput as error:
        raise BadInput(error.key, **{**error.fields, "path": path.name}) from error
    _OPEN.move_to_end(key)
    return _OPEN[key]


def _stamp(path: Path) -> tuple[int, int]:
    """Another one where the file was written anew; zeros where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=2 * MOST_FILES)
def _rules(path: Path, _stamp: tuple[int, int]) -> str:
    """The digest of the rules that a file is about; empty where it says nothing about that."""
    try:
        return solution_facts(path).rules
    except BadInput:  # the list of solutions says what is wrong with it
        return ""


_DIGESTS: dict[str, str] = {}


def _digest(spec: str, game: Game[Any, Any]) -> str:
    if spec not in _DIGESTS:
        if len(_DIGESTS) >= MOST_DIGESTS:
            _DIGESTS.clear()
        _DIGESTS[spec] = known_digest(game)
    return _DIGESTS[spec]


# --- small games --------------------------------------------------------------------------------------------


def _solve(game: Game[Any, Any], spec: str, path: Path, limits: ServerLimits) -> None:
    """Solve a small game in plain Python, which takes less time than compiling its rules."""
    from spielbaum.solution.solver import How, solve_all

    if game.hints.moment is not None:  # the solver would say so, but only after the count
        raise Unfit("solution.unfit.moment", game=game.name)
    check_small(game, spec, limits)
    with TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder) / path.name
        solve_all(game, spec, made, How(MEMORY, interpreted=True))
        made.replace(path)
    kept = sorted(path.parent.glob(f"*{SUFFIX}"), key=lambda one: one.stat().st_mtime_ns)
    for old in kept[:-MOST_MADE]:
        old.unlink(missing_ok=True)


def check_small(game: Game[Any, Any], spec: str, limits: ServerLimits) -> None:
    """Raise where a game has more positions than are solved while somebody waits, or where they take long."""
    key = solution_key(game) or (lambda state: state)
    until = monotonic() + limits.solved_seconds
    seen, waiting = {key(game.start)}, [game.start]
    while waiting:
        state = waiting.pop()
        for after in (game.play(state, move) for move in game.legal(state)):
            if key(after) not in seen:
                seen.add(key(after))
                waiting.append(after)
        if len(seen) > limits.solved_positions or monotonic() > until:
            raise TooLarge(
                "solution.page.too_large",
                game=game.name,
                most=limits.solved_positions,
                seconds=f"{limits.solved_seconds:g}",
                spec=spec,
            )
