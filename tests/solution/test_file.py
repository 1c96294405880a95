"""What was written is what is read, and a file that is not what it should be is refused by name."""

from __future__ import annotations

import errno
import os
import struct
import weakref
import zlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.game import Game
from spielbaum.games import load_game
from spielbaum.solution import Entry, Section, Solution, facts_of, write_solution
from spielbaum.solution.format import BLOCK, EXPECTED_VERSION, FOOTER, PREFIX, pack_block, unpack_block
from spielbaum.solution.position_words import PositionWords
from tests.support.damage import damaged_bytes
from tests.support.solved_files import positions, solved_file

WORD = st.integers(-(2**63), 2**63 - 1) | st.integers(-300, 300)


def section(solved: Mapping[Any, Entry], words: int, layer: int | None = None) -> Section:
    keys = sorted(solved)
    columns = list(zip(*(solved[key] for key in keys), strict=True)) or [(), (), ()]
    return Section(
        layer, np.array(keys, np.int64).reshape(-1, words), *(np.array(column, int) for column in columns)
    )


def wide_game(words: int) -> Game[tuple[int, ...], int]:
    """A game whose state takes that many words; it is over at once."""
    return Game(f"wide{words}", (0,) * words, lambda _s: (), lambda s, _m: s, lambda _s: 0, lambda _s: 0)


# --- what was written is what is read -----------------------------------------------------------------------


@settings(max_examples=40)
@given(st.data(), st.integers(1, 3))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, words: int) -> None:
    numbers = st.tuples(st.integers(-(2**33), 2**33) | st.integers(-1, 1), st.integers(0, 400))
    entries = numbers.map(lambda pair: Entry(*pair)) | st.just(Entry(0, 0, True))
    solved = data.draw(st.dictionaries(st.tuples(*[WORD] * words), entries, max_size=60))
    cut = data.draw(st.integers(0, len(solved)))
    path = tmp_path_factory.getbasetemp() / "round-trip.table"
    game = wide_game(words)
    parts = [dict(list(solved.items())[:cut]), dict(list(solved.items())[cut:])]
    write_solution(path, facts_of(game, game.name), (section(part, words, n) for n, part in enumerate(parts)))
    solution = Solution.open(path, game)
    assert len(solution) == len(solved)
    assert {key: solution.look(key) for key in solved} == solved
    found = {
        tuple(key.tolist()): Entry(int(value), int(plies), bool(cycle))
        for block in solution.blocks()
        for key, value, plies, cycle in zip(
            block.keys, block.values, block.remoteness, block.cycle, strict=True
        )
    }
    assert found == solved
    for other in data.draw(st.lists(st.tuples(*[WORD] * words), max_size=5)):
        assert solution.look(other) == solved.get(other)


def test_many_blocks_and_codes_of_two_bytes(tmp_path: Path) -> None:
    """More than 256 different entries, and every key of several blocks is found."""
    random = Random(1)
    keys = sorted(random.sample(range(-(2**61), 2**61), 3 * BLOCK + 5))
    solved = {(key,): Entry(1 + number % 700, number % 3) for number, key in enumerate(keys)}
    game = wide_game(1)
    write_solution(tmp_path / "t", facts_of(game, game.name), [section(solved, 1, 7)], threads=2)
    solution = Solution.open(tmp_path / "t", game)
    assert solution.block_count == 4
    assert [solution.look_key(key) for key in solved] == list(solved.values())
    assert {block.layer for block in solution.blocks()} == {7}


@pytest.mark.parametrize(("widest", "width"), [(127, 1), (128, 2), (2**31, 8), (2**63 - 1, 8)])
def test_differences_take_as_few_bytes_as_they_need(widest: int, width: int) -> None:
    keys = np.array([[-1], [-1 + widest]], np.int64)
    data = pack_block(keys, np.array([3, 255]))
    assert len(data) == 2 + 2 * (1 + width)
    back, codes = unpack_block(data, 2, keys[0], expected=False)
    assert (back.tolist(), codes.tolist()) == (keys.tolist(), [3, 255])


def test_every_position_of_a_game(tmp_path: Path) -> None:
    """Unfolded, folded and cyclic: each state finds the entry that was written for it."""
    for name, folded in (("tictactoe", False), ("tictactoe", True), ("morris", None)):
        game = load_game(name)
        solved = solved_file(tmp_path / "t", name, folded=folded)
        solution = Solution.open(tmp_path / "t")
        words = PositionWords(game, folded=solution.facts.folded)
        states = positions(game, PositionWords(game, folded=False))
        assert {words.of(state): solution.look(state) for state in states.values()} == solved
    assert Solution.open(tmp_path / "t").look(0b111) is None  # three in a row, and nobody else has moved


def test_a_game_that_tells_its_layers(tmp_path: Path) -> None:
    """Found in the section of its layer, or elsewhere where the file was cut in another way."""
    game = wide_game(1)
    parts = [
        section({(10 * layer + n,): Entry(layer, n) for n in range(10)}, 1, layer) for layer in range(1, 6)
    ]
    write_solution(tmp_path / "t", facts_of(game, game.name), parts)
    solution = Solution.open(tmp_path / "t", game)
    for key in range(10, 60):
        for layer in (None, key // 10, 3, 99):
            assert solution.look_key((key,), layer) == Entry(key // 10, key % 10)
    assert solution.look_key((60,), 3) is None


# --- moves --------------------------------------------------------------------------------------------------


def test_moves_are_seen_from_who_makes_them(tables: Path) -> None:
    solution = Solution.open(tables / "tictactoe.table")
    start = solution.game.start
    assert solution.look(start) == Entry(0, 9)
    assert [move.entry for move in solution.moves(start)] == [Entry(0, 9)] * 9


def test_an_extra_turn_keeps_the_sign(tmp_path: Path) -> None:
    """Player 0 moves twice, then the game is over and player 0 has won."""
    game: Game[tuple[int], int] = Game(
        "twice",
        (0,),
        lambda s: (1,) if s[0] < 2 else (),
        lambda s, _m: (s[0] + 1,),
        lambda _s: 1,
        lambda _s: 0,
    )
    solved = {(0,): Entry(1, 2), (1,): Entry(1, 1), (2,): Entry(1, 0)}
    write_solution(tmp_path / "t", facts_of(game, "twice"), [section(solved, 1)])
    solution = Solution.open(tmp_path / "t", game)
    assert [move.entry for move in solution.moves((0,))] == [Entry(1, 2)]


def test_a_draw_by_cycle_has_no_remoteness(tables: Path) -> None:
    solution = Solution.open(tables / "morris.table")
    cycles = [entry for entry in solution.entries if entry.cycle]
    assert cycles == [Entry(0, 0, True)]
    state = solution.example(cycles[0])
    assert Entry(0, 0, True) in [move.entry for move in solution.moves(state)]


# --- files that are refused ---------------------------------------------------------------------------------


def refusal(path: Path, game: Game[Any, Any] | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        list(Solution.open(path, game).blocks())
    assert str(path) in str(caught.value)
    return caught.value.key


def regions(content: bytes) -> list[int]:
    """Where each part of a file begins, and where it ends."""
    _, _, header, _ = PREFIX.unpack_from(content)
    at = len(content) - FOOTER.size
    index, _, _, summary, _, _, _ = FOOTER.unpack_from(content, at)
    return [0, 8, PREFIX.size, PREFIX.size + header, index, summary, at, len(content)]


def test_truncated_anywhere(tables: Path, tmp_path: Path) -> None:
    content = (tables / "nim.table").read_bytes()
    places = {place + step for place in regions(content) for step in (-1, 0, 1)}
    places |= {(one + other) // 2 for one, other in zip(regions(content), regions(content)[1:], strict=False)}
    for place in sorted(places):
        if 0 <= place < len(content):
            (tmp_path / "t").write_bytes(content[:place])
            expected = "table.foreign" if place < 8 else "table.truncated"
            assert refusal(tmp_path / "t") == expected, place


def test_every_byte_counts(tables: Path, tmp_path: Path) -> None:
    content = (tables / "nim.table").read_bytes()
    for place in range(len(content)):
        (tmp_path / "t").write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        assert refusal(tmp_path / "t").startswith("table."), place


def test_damage_of_any_kind(tables: Path, tmp_path: Path) -> None:
    """Refused with a sentence, or, where nothing was changed, read."""
    content = (tables / "folded.table").read_bytes()
    for seed in range(150):
        damaged = damaged_bytes(content, Random(seed))
        if damaged != content:
            (tmp_path / "t").write_bytes(damaged)
            assert refusal(tmp_path / "t").startswith("table."), seed


def test_foreign_files(tmp_path: Path) -> None:
    for name, content in (("empty", b""), ("text", b"spielbaum"), ("short", b"\x89SBTABLE")):
        (tmp_path / name).write_bytes(content)
    assert refusal(tmp_path / "empty") == refusal(tmp_path / "text") == "table.foreign"
    assert refusal(tmp_path / "short") == "table.truncated"
    assert refusal(tmp_path / "missing") == "table.read"
    assert refusal(tmp_path) == "table.read"


@pytest.mark.parametrize(("version", "key"), [(EXPECTED_VERSION, "table.damaged"), (3, "table.version")])
def test_another_version(version: int, key: str, tables: Path, tmp_path: Path) -> None:
    """A newer one is refused as such; one that holds expected values is not what this file holds."""
    content = bytearray((tables / "nim.table").read_bytes())
    struct.pack_into("<I", content, 8, version)
    (tmp_path / "t").write_bytes(content)
    assert refusal(tmp_path / "t") == key


def test_other_rules(tables: Path) -> None:
    assert refusal(tables / "nim.table", load_game("nim")) == "table.rules"
    assert refusal(tables / "nim.table", load_game("tictactoe")) == "table.rules"
    changed = load_game("tictactoe")
    changed = replace(changed, utility=lambda s: -load_game("tictactoe").utility(s))  # type: ignore[operator]
    assert refusal(tables / "folded.table", changed) == "table.rules"


@pytest.mark.parametrize("name", ["os:abort", "evil.py:game", "shutil:rmtree:path=x"])
def test_what_a_file_names_is_not_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\n")
    (tmp_path / "x").mkdir()
    game = wide_game(1)
    write_solution(tmp_path / "t", facts_of(game, name), [section({(0,): Entry(0)}, 1)])
    assert refusal(tmp_path / "t") == "table.which_game"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evil.py", "t", "x"]
    assert Solution.open(tmp_path / "t", game).look((0,)) == Entry(0)


def test_a_block_that_unfolds_without_end(tmp_path: Path) -> None:
    """A block with a right checksum that says it is larger than blocks are."""
    game = wide_game(1)
    write_solution(tmp_path / "t", facts_of(game, game.name), [section({(0,): Entry(0)}, 1)])
    content = (tmp_path / "t").read_bytes()
    _, _, _, begin, index, summary, at, _ = regions(content)
    bomb = zlib.compress(bytes(1 << 24))
    line = bytearray(content[index:summary])
    struct.pack_into("<QIII", line, 8, begin, len(bomb), zlib.crc32(bomb), 1)
    parts = [content[:begin], bomb, bytes(line), content[summary:at]]
    places = [begin + len(bomb), len(line), zlib.crc32(bytes(line))]
    footer = FOOTER.pack(*places, places[0] + len(line), at - summary, zlib.crc32(parts[3]), content[:8])
    (tmp_path / "t").write_bytes(b"".join([*parts, footer]))
    assert refusal(tmp_path / "t", game) == "table.damaged"


# --- writing ------------------------------------------------------------------------------------------------


def test_a_full_disk_leaves_the_old_file(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t"
    path.write_bytes((tables / "nim.table").read_bytes())
    before = path.read_bytes()
    written = os.write

    def full(descriptor: int, data: Any) -> int:
        if len(data) > 20 and bytes(data[:8]) != before[:8]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(descriptor, data)

    monkeypatch.setattr("spielbaum.atomic.os.write", full)
    with pytest.raises(SpielbaumError) as caught:
        solved_file(path, "nim:heaps=1-2-3")
    monkeypatch.undo()
    assert caught.value.key == "error.write.full"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "keys", [[[1, 5], [1, 4]], [[2, 0], [1, 9]], [[1, 1], [1, 1]], [[0, 0], [2**62, 0], [-(2**62), 0]]]
)
def test_keys_must_ascend(keys: list[list[int]], tmp_path: Path) -> None:
    """The last: differences that only ascend modulo 2⁶⁴."""
    none = np.zeros(len(keys), int)
    wrong = Section(3, np.array(keys, np.int64), none, none, none)
    with pytest.raises(BadInput) as caught:
        write_solution(tmp_path / "t", facts_of(wide_game(2), "wide2"), [wrong])
    assert caught.value.key == "table.section.order"
    assert not list(tmp_path.iterdir())


def test_columns_must_fit(tmp_path: Path) -> None:
    none = np.zeros(1, int)
    for keys in (np.zeros((1, 1), np.int64), np.zeros((2, 2), np.int64), np.zeros((1, 2), np.int32)):
        with pytest.raises(BadInput) as caught:
            write_solution(
                tmp_path / "t",
                facts_of(wide_game(2), "wide2"),
                [Section(0, keys, none, none, none)],  # type: ignore[arg-type]
            )
        assert caught.value.key == "table.section.shape"


def test_keys_must_ascend_from_block_to_block(tmp_path: Path) -> None:
    keys = np.arange(2 * BLOCK, dtype=np.int64)[:, None]
    keys[BLOCK:] -= 1
    none = np.zeros(len(keys), int)
    with pytest.raises(BadInput) as caught:
        write_solution(tmp_path / "t", facts_of(wide_game(1), "wide1"), [Section(0, keys, none, none, none)])
    assert caught.value.key == "table.section.order"


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    game = wide_game(1)

    def parts() -> Any:
        yield section({(0,): Entry(0)}, 1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_solution(tmp_path / "t", facts_of(game, game.name), parts())
    assert not list(tmp_path.iterdir())


def test_one_section_is_held_at_a_time(tmp_path: Path) -> None:
    game = wide_game(1)
    made: list[weakref.ref[Section]] = []

    def parts() -> Any:
        for key in range(3):
            assert not any(one() for one in made)
            part = section({(key,): Entry(0)}, 1)
            made.append(weakref.ref(part))
            yield part
            del part

    write_solution(tmp_path / "t", facts_of(game, game.name), parts())
    assert len(made) == 3


def test_of_two_writers_the_last_one_is_kept_whole(tmp_path: Path) -> None:
    game, path = wide_game(1), tmp_path / "t"

    def parts() -> Any:
        yield section({(0,): Entry(1)}, 1)
        write_solution(path, facts_of(game, game.name), [section({(0,): Entry(-1)}, 1)])
        assert Solution.open(path, game).look((0,)) == Entry(-1)
        yield section({(1,): Entry(1)}, 1)

    write_solution(path, facts_of(game, game.name), parts())
    solution = Solution.open(path, game)
    assert [solution.look((number,)) for number in (0, 1, 2)] == [Entry(1), Entry(1), None]


def test_a_solution_that_is_open_stays_when_its_file_is_replaced(tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes((tables / "nim.table").read_bytes())
    solution = Solution.open(path)
    before = solution.look(solution.game.start)
    solved_file(path, "tictactoe")
    assert solution.look(solution.game.start) == before
    assert asdict(Solution.open(path).facts)["game"] == "tictactoe"


def test_facts_say_what_tells_positions_apart() -> None:
    assert facts_of(load_game("tictactoe"), "tictactoe").words == 1
    assert facts_of(load_game("tictactoe"), "tictactoe", folded=False).words == 3
    with pytest.raises(BadInput) as caught:
        facts_of(wide_game(1), "wide1", folded=True)
    assert caught.value.key == "table.no_key"
