"""A layer in shards: parts by the hash of the key, each small enough for the memory of one worker.

Every step takes files and leaves files (see `storage.py`), so steps of one layer run in any order, here or on
other machines that see the folder, and a step whose worker was lost is done again.

    expand   a piece of a shard: the positions after its moves, told apart within the piece; each goes to the
             shard of the layer where it belongs
    merge    a shard of a layer: what all shards before sent to it, told apart; they are told its numbers
    value    a shard: from the answers of the layers after it; answers for those before; sorted by key

A move leads to the next layer, or, where the game has a `stride`, to one of the next layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from spielbaum.engine.graph import MOST_PLIES
from spielbaum.engine.position_set import ROUND, PositionSet, ThreadPool, room_for, rounds
from spielbaum.engine.positions import INFO
from spielbaum.errors import BrokenGame, TooLarge
from spielbaum.solution.expected import chance_of, layer_values, read_graph, rounding_error
from spielbaum.solution.format import AnySection, ExpectedSection, Int64Array, Section
from spielbaum.solution.order import Ordered, order_of
from spielbaum.solution.storage import EdgeFile, Storage

#: Positions of a layer that are written together.
PIECE = 1 << 22
#: Odd, near 2⁶⁴ divided by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work."""

    what: Literal["expand", "merge", "value"]
    layer: int
    #: The shard; of `expand` the piece, counted through all shards.
    number: int
    #: Pieces of a shard of this layer.
    pieces: int = 1
    #: All pieces of the layer before, of the one before that … as far as moves lead.
    before: tuple[int, ...] = ()
    #: Shards of the next layer, of the one after that …; none of a layer that is not there.
    after: tuple[int, ...] = ()


def perform(pool: ThreadPool, storage: Storage, step: Step, memory: int) -> int:
    """Do it, unless it was done; how many positions the shard has."""
    if step.what == "value":
        return _value(pool, storage, step)
    return (_expand if step.what == "expand" else _merge)(pool, storage, step, memory)


def shard_of(keys: Int64Array, shards: int) -> Int64Array:
    """Where each key belongs."""
    mixed = np.zeros(len(keys), np.uint64)
    for column in keys.T:
        mixed = (mixed ^ column.astype(np.uint64)) * FACTOR
        mixed ^= mixed >> np.uint64(29)
    return ((mixed >> np.uint64(32)) * np.uint64(shards) >> np.uint64(32)).astype(np.int64)


def _expand(pool: ThreadPool, storage: Storage, step: Step, memory: int) -> int:
    layer, piece = step.layer, step.number
    shard, part = divmod(piece, step.pieces)
    states: Int64Array = storage.read(layer, f"states.{shard}", np.int64)
    begin, end = (len(states) // pool.words * edge // step.pieces for edge in (part, part + 1))
    if storage.has(layer, f"notes.{piece}"):
        return end - begin
    found = expanded(pool, storage, layer, piece, states[begin * pool.words : end * pool.words], memory)
    keys, rows = found.all_keys().reshape(-1, pool.key_words), found.all_states().reshape(-1, pool.words)
    steps = np.zeros(len(keys), np.int64) if len(step.after) == 1 else _steps(pool, found, layer)
    targets = [f"{piece}.{far}.{shard}" for far, shards in enumerate(step.after) for shard in range(shards)]
    goes_to = np.zeros(len(keys), np.int64)
    firsts = np.cumsum([0, *step.after])
    for far, shards in enumerate(step.after):
        there = steps == far
        goes_to[there] = firsts[far] + shard_of(keys[there], shards)
    order = np.argsort(goes_to, kind="stable")
    begins = np.searchsorted(goes_to[order], np.arange(len(targets) + 1))
    storage.write(layer, f"order.{piece}", order)
    for number, target in enumerate(targets):
        sent = order[begins[number] : begins[number + 1]]
        storage.write(layer, f"sent_keys.{target}", keys[sent].reshape(-1))
        storage.write(layer, f"sent_states.{target}", rows[sent].reshape(-1))
    storage.write(layer, f"notes.{piece}", found.notes)
    return end - begin


def _steps(pool: ThreadPool, found: PositionSet, layer: int) -> Int64Array:
    """How many layers the positions lie beyond the next one."""
    game = pool.code.rules.game
    assert game.hints.layer is not None
    layers: Int64Array = np.zeros(len(found), np.int64)
    for begin in range(0, len(found), ROUND):
        end = min(begin + ROUND, len(found))
        pool.run("layers_of", found.info, begin, end, lambda _: (found.states, found.info, layers))
    here = int(game.hints.layer(game.start)) + layer
    steps: Int64Array = layers - (here + 1)
    wrong = (steps < 0) | (steps >= game.hints.stride)
    if wrong.any():
        given = int(layers[np.argmax(wrong)])
        raise BrokenGame(
            "solution.layer.stride", game=game.name, given=given, here=here, stride=game.hints.stride
        )
    return steps


def expanded(
    pool: ThreadPool, storage: Storage, layer: int, piece: int, states: Int64Array, memory: int
) -> PositionSet:
    """What the moves of these positions lead to; edges are written, and `notes` of the set are theirs."""
    count = len(states) // pool.words
    room = room_for(pool.words + pool.key_words, memory)
    if most_moves := pool.code.rules.game.facts.most_moves:
        room = min(room, count * most_moves)  # small layers take little memory, and little time
    found = PositionSet(pool, room)
    found.notes = np.zeros(count, np.int32)
    with EdgeFile(storage, layer, piece, pool.columns) as edges:
        for begin in range(0, count, ROUND):
            end = min(begin + ROUND, count)
            try:
                found.expand_from(states, found.notes, begin, end, edges)
            except TooLarge:  # which knows no limit
                raise found.too_large(memory) from None
            if states.nbytes + found.notes.nbytes + found.bytes > memory:
                raise found.too_large(memory)
        edges.finish(count)
    return found


def _merge(pool: ThreadPool, storage: Storage, step: Step, memory: int) -> int:
    layer, shard = step.layer, step.number
    if storage.has(layer, f"states.{shard}"):
        return storage.size(layer, f"states.{shard}") // (8 * pool.words)
    sent = sum(storage.size(at, f"sent_states.{name}") for at, name in _sources(step)) // (8 * pool.words)
    found = PositionSet(pool, min(room_for(pool.words + pool.key_words, memory), sent))
    for source_layer, name in _sources(step):
        states = storage.read(source_layer, f"sent_states.{name}", np.int64)
        keys = storage.read(source_layer, f"sent_keys.{name}", np.int64)
        if len(found) + len(states) // pool.words > found.room:
            raise found.too_large(memory)
        storage.write(source_layer, f"numbers.{name}", found.add_all(states, keys))
    write_positions(storage, layer, shard, found)
    return len(found)


def _sources(step: Step) -> Iterator[tuple[int, str]]:
    """Who sends positions to this shard: the layer, and how the files for this shard are called there."""
    for far, pieces in enumerate(step.before):
        for piece in range(pieces):
            yield step.layer - 1 - far, f"{piece}.{far}.{step.number}"


def write_positions(storage: Storage, layer: int, shard: int, found: PositionSet) -> None:
    """The states come last: where they are complete everything is."""
    storage.write(layer, f"keys.{shard}", found.all_keys())
    storage.write(layer, f"states.{shard}", found.all_states())


def _value(pool: ThreadPool, storage: Storage, step: Step) -> int:
    layer, shard = step.layer, step.number
    if storage.has(layer, f"sorted.{shard}"):
        return storage.size(layer, f"sorted.{shard}") // (8 * pool.key_words)
    pieces = range(shard * step.pieces, (shard + 1) * step.pieces)
    valued = [_values(pool, storage, step, piece) for piece in pieces]
    worth = np.concatenate([each for each, _ in valued])
    for source_layer, name in _sources(step):
        if storage.has(source_layer, f"numbers.{name}"):
            numbers = storage.read(source_layer, f"numbers.{name}", np.int32)
            storage.write(source_layer, f"answers.{name}", worth[numbers])
    storage.write(layer, f"values.{shard}", worth)
    keys = storage.read(layer, f"keys.{shard}", np.int64).reshape(-1, pool.key_words)
    order = order_of(keys, pool)
    storage.write(layer, f"places.{shard}", order)
    storage.write(layer, f"sorted_values.{shard}", worth[order])
    if pool.code.rules.game.has_chance:
        chance = np.concatenate([chance_of(pool, read_graph(pool, storage, layer, n)) for n in pieces])
        storage.write(layer, f"chance.{shard}", chance[order])
        storage.write(layer, f"error.{shard}", np.array([max(error for _, error in valued)]))
    storage.write(layer, f"sorted.{shard}", keys[order].reshape(-1))
    return len(order)


def _values(pool: ThreadPool, storage: Storage, step: Step, piece: int) -> tuple[Int64Array, float]:
    """What the positions of a piece are worth, from those that their edges lead to, and the largest error.

    An expected value is told by the bits of its float.
    """
    layer = step.layer
    if not any(step.after):
        after: Int64Array = np.zeros(0, np.int64)
    elif storage.has(layer, f"order.{piece}"):
        order: Int64Array = storage.read(layer, f"order.{piece}", np.int64)
        after = np.empty(len(order), np.int64)
        after[order] = np.concatenate(
            [
                storage.read(layer, f"answers.{piece}.{far}.{source}", np.int64)
                for far, shards in enumerate(step.after)
                for source in range(shards)
            ]
        )
    else:  # one shard, whose numbers the edges have
        after = storage.read(layer + 1, "values.0", np.int64)
    if pool.code.rules.game.has_chance:
        graph = read_graph(pool, storage, layer, piece)
        expected = layer_values(pool, graph, after.view(np.float64))
        error = max(
            (
                float(storage.read(layer + 1 + far, f"error.{source}", np.float64).max())
                for far, shards in enumerate(step.after)
                for source in range(shards)
            ),
            default=0.0,
        )
        return expected.view(np.int64), error + rounding_error(graph, after.view(np.float64))
    notes = storage.read(layer, f"notes.{piece}", np.int32)
    where = storage.read(layer, f"where.{piece}", np.int64)
    edges = storage.read(layer, f"edges.{piece}", np.int32)
    worth: Int64Array = np.empty(len(notes), np.int64)
    info = np.zeros(INFO, np.int64)
    for begin, end in rounds(len(where) // 2):
        pool.run("value_layer", info, begin, end, lambda _: (info, notes, where, edges, worth, after))
    return worth, 0.0


# ------------------------------------------------------------------------------------- a layer for the file


def sections_of(
    pool: ThreadPool, storage: Storage, number: int, shards: int, layer: int
) -> Iterator[AnySection]:
    """The positions of a layer in the order of their keys, from all shards; some at a time."""
    keys = [
        storage.read(number, f"sorted.{shard}", np.int64).reshape(-1, pool.key_words)
        for shard in range(shards)
    ]
    worth = [storage.read(number, f"sorted_values.{shard}", np.int64) for shard in range(shards)]
    states = [
        Ordered(
            storage.read(number, f"states.{shard}", np.int64).reshape(-1, pool.words),
            storage.read(number, f"places.{shard}", np.int64),
        )
        for shard in range(shards)
    ]
    keyed = pool.code.rules.game.hints.key is not None
    errors = [
        float(error)
        for shard in range(shards if pool.code.rules.game.has_chance else 0)
        for error in storage.read(number, f"error.{shard}", np.float64)
    ]
    chance: list[NDArray[np.uint8]] = [
        storage.read(number, f"chance.{shard}", np.uint8) if errors else np.zeros(0, np.uint8)
        for shard in range(shards)
    ]
    begins = [0] * shards
    for limit in _limits(keys):
        ends = [len(rows) if limit is None else _before(rows, limit) for rows in keys]
        spans = [slice(begin, end) for begin, end in zip(begins, ends, strict=True)]
        some = np.concatenate([rows[span] for rows, span in zip(keys, spans, strict=True)])
        both = np.concatenate([rows[span] for rows, span in zip(worth, spans, strict=True)])
        nature = np.concatenate([rows[span] for rows, span in zip(chance, spans, strict=True)])
        if shards == 1:
            order = None
        else:
            order = order_of(some, pool)
            some, both, nature = some[order], both[order], nature[order] if errors else nature
        if errors:
            states_of = _Examples(states, begins, ends, order)
            values = both.view(np.float64)
            yield ExpectedSection(layer, some, values, nature, max(errors), states_of)
            begins = ends
            continue
        values, plies = (both >> 32).astype(np.int32), (both & 0xFFFFFFFF).astype(np.int32)
        # Of a draw both players' numbers are in it (`join_draw_plies`): whoever can end it sooner.
        plies = np.where(values == 0, np.minimum(plies & MOST_PLIES, plies >> 15), plies)
        examples = _Examples(states, begins, ends, order) if keyed else None
        yield Section(layer, some, values, plies, np.zeros(len(plies), np.bool_), examples)
        begins = ends


@dataclass(frozen=True, eq=False)
class _Examples:
    """States of a piece that was put together from several shards."""

    states: list[Ordered]
    begins: list[int]
    ends: list[int]
    order: Int64Array | None

    def __getitem__(self, number: int) -> Int64Array:
        place = number if self.order is None else int(self.order[number])
        for states, begin, end in zip(self.states, self.begins, self.ends, strict=True):
            if place < end - begin:
                return states[begin + place]
            place -= end - begin
        raise IndexError(number)


def _limits(keys: list[Int64Array]) -> Iterator[tuple[int, ...] | None]:
    """Keys between which there are about PIECE positions; None at last."""
    step = 1 << 12
    samples = sorted(tuple(row) for rows in keys for row in rows[step::step].tolist())
    yield from samples[PIECE // step :: PIECE // step]
    yield None


def _before(rows: Int64Array, limit: tuple[int, ...]) -> int:
    """How many rows come before that key."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if tuple(rows[middle].tolist()) < limit:
            low = middle + 1
        else:
            high = middle
    return low
