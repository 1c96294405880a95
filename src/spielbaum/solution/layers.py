"""Games that go forward layer by layer: enumerated from the start, valued from the end, two layers at a time.

What is known of each layer lies in files beside the output: its states, written when the layer is complete,
and its values. So memory holds two layers, and an attempt that was ended, by whatever, goes on behind the
last file (`resume`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.atomic import write_pieces
from spielbaum.engine.positions import COUNT, MOST_PLIES
from spielbaum.errors import BadInput, BrokenGame
from spielbaum.game import Game
from spielbaum.solution.format import Int64Array, Section
from spielbaum.solution.positions import ROUND, Crew, PositionSet

if TYPE_CHECKING:
    from spielbaum.solution.solver import How, Progress


class Layers:
    """The layers on disk, beside the output."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self, digest: str, *, resume: bool) -> None:
        """Keep what an earlier attempt with the same rules left, if it is to go on; else begin anew."""
        stamp = self.path / f"{digest}.rules"
        if not resume or not stamp.exists():
            with suppress(FileNotFoundError):
                shutil.rmtree(self.path)
            self.path.mkdir(parents=True)
            stamp.touch()

    def file(self, layer: int, what: str) -> Path:
        return self.path / f"{layer:05}.{what}"

    def write(self, layer: int, what: str, array: Any) -> None:
        write_pieces(
            self.file(layer, what), (array[at : at + ROUND].tobytes() for at in range(0, len(array), ROUND))
        )

    def read(self, layer: int, what: str, kind: Any) -> Any:
        path = self.file(layer, what)
        return np.memmap(path, kind, "r") if path.stat().st_size else np.zeros(0, kind)

    def has(self, layer: int, what: str) -> bool:
        return self.file(layer, what).exists()

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def layers_on_disk(output: Path) -> Layers:
    return Layers(output.with_name(output.name + ".part"))


def layer_sections(
    game: Game[Any, Any], crew: Crew, path: Path, how: How, progress: Progress
) -> Iterator[Section]:
    """The layers of the game, the last one first, each with its values."""
    folder = layers_on_disk(path)
    folder.prepare(crew.code.rules.digest, resume=how.resume)
    assert game.hints.layer is not None
    first = game.hints.layer(game.start)
    last, total = _enumerate(game, crew, folder, how, progress)
    progress.begin("value", total)
    after: PositionSet | None = None
    for layer in range(last, -1, -1):
        here = _loaded(crew, folder.read(layer, "states", np.int64))
        count = len(here)
        if folder.has(layer, "values"):
            both = folder.read(layer, "values", np.int32).reshape(2, count)
            here.values[:count], here.plies[:count] = both
        else:
            _value(crew, here, after, progress)
            folder.write(layer, "values", np.stack((here.values[:count], here.plies[:count])).reshape(-1))
        here.fill_slots()
        yield _section(here, first + layer)
        after = here


def _enumerate(
    game: Game[Any, Any], crew: Crew, folder: Layers, how: How, progress: Progress
) -> tuple[int, int]:
    """Write the states of every layer; (the number of the last one, positions in all)."""
    words = crew.code.rules.layout.words
    layer, total = 0, 0
    while folder.has(layer + 1, "states"):
        total += folder.file(layer, "states").stat().st_size // (8 * words)
        layer += 1
    room = how.memory // (8 * words + 40)
    if folder.has(layer, "states"):
        here = _loaded(crew, folder.read(layer, "states", np.int64))
    else:
        here = PositionSet(crew, 1, graph=False)
        here.add_state(game.start)
        folder.write(layer, "states", here.rows_of_states())
    while True:
        total += len(here)
        following = PositionSet(crew, room, graph=False)
        for begin in range(0, len(here), ROUND):
            following.expand_from(here, begin, min(begin + ROUND, len(here)))
            progress.done = total
            if here.bytes + following.bytes > how.memory:
                raise following.too_large(how.memory)
        if len(following) == 0:
            return layer, total
        layer += 1
        _check_layer(game, crew, following, layer)
        folder.write(layer, "states", following.rows_of_states())
        here = following


def _check_layer(game: Game[Any, Any], crew: Crew, found: PositionSet, layer: int) -> None:
    """Every position must lie one layer after the position before; asked of a few of each layer."""
    assert game.hints.layer is not None
    if layer > MOST_PLIES:
        raise BadInput("solution.layers.many", game=game.name, most=MOST_PLIES)
    first = game.hints.layer(game.start)
    unpack = crew.code.rules.names["unpack"]
    for number in np.linspace(0, len(found) - 1, 50).astype(int):
        state = unpack(found.rows_of_states()[number * found.words : (number + 1) * found.words])
        if game.hints.layer(state) != first + layer:
            raise BrokenGame(
                "solution.layer", game=game.name, given=game.hints.layer(state), expected=first + layer
            )


def _loaded(crew: Crew, states: Int64Array) -> PositionSet:
    """A layer that was complete before."""
    count = len(states) // max(crew.code.rules.layout.words, 1)
    here = PositionSet(crew, count, graph=False)
    here.states[: len(states)] = states
    here.info[COUNT] = count
    return here


def _value(crew: Crew, here: PositionSet, after: PositionSet | None, progress: Progress) -> None:
    """What the positions of a layer are worth, from those of the next."""
    following = after if after is not None else PositionSet(crew, 1, graph=False)
    for begin in range(0, len(here), ROUND):
        crew.run(
            "look_ahead",
            here.info,
            begin,
            min(begin + ROUND, len(here)),
            lambda thread: (
                here.states,
                here.info,
                crew.rows[thread],
                here.values,
                here.plies,
                following.states,
                following.slots,
                following.values,
                following.plies,
            ),
        )
        progress.done += min(ROUND, len(here) - begin)


def _section(here: PositionSet, layer: int) -> Section:
    from spielbaum.solution.solver import section_of

    section = section_of(here, layer)
    drawn = section.values == 0
    plies = section.remoteness
    # Both players' numbers are in it (see `pack_draw_plies`): whoever can end it sooner.
    plies[drawn] = np.minimum(plies[drawn] & MOST_PLIES, plies[drawn] >> 15)
    return section
