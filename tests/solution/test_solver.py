"""Whole games solved: the compiled way is the textbook's, known numbers come out, nothing is lost."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from spielbaum import Game, load_game
from spielbaum.cli import main
from spielbaum.engine import position_set
from spielbaum.errors import BadInput, BrokenGame, TooLarge, Unfit
from spielbaum.search.retrograde import retrograde
from spielbaum.solution import Solution, graph, sampling, storage
from spielbaum.solution.layers import _spread
from spielbaum.solution.order import order_of
from spielbaum.solution.shards import Step, perform
from spielbaum.solution.solver import How, Progress, pool_for, solve_all
from spielbaum.solution.storage import Storage
from tests.solution.entries import entries_of
from tests.support.patience import PATIENCE
from tests.support.quick import later
from tests.support.random_graph import Truth, random_graph, state_of

MEMORY = 10**9


def solved(game: Game[Any, Any], path: Path, name: str = "", **how: Any) -> Solution:
    solve_all(game, name or game.name, path, How(MEMORY, **how))
    return Solution.open(path, game)


def same_as_the_textbook(game: Game[Any, Any], found: Solution, *, plies: bool = True) -> int:
    """Every position has the entry that retrograde analysis in plain Python gives it; how many there are."""
    truth = retrograde(game).solution
    assert len(found) == len(truth)
    seen, waiting = set(), [game.start]
    while waiting:
        state = waiting.pop()
        if truth.key(state) in seen:
            continue
        seen.add(truth.key(state))
        entry, true = found.look(state), truth.at(state)
        assert entry is not None
        assert (entry.value, entry.cycle) == (true.value, true.cycle)
        if plies:
            assert entry.remoteness == (true.remoteness or 0)
        waiting += [game.play(state, move) for move in game.legal(state)]
    return len(seen)


@pytest.mark.parametrize("kind", ["plain", "banked", "cyclic"])
def test_random_games(kind: str, tmp_path: Path) -> None:
    positions = 0
    for seed in range(25):
        game = replace(random_graph(kind), start=state_of(seed, seed % 16, seed & 1))
        found = solved(game, tmp_path / "random.table", interpreted=True)
        positions += same_as_the_textbook(game, found)
    assert positions > 200


def test_a_key_that_makes_circles(tmp_path: Path) -> None:
    """Waiting leads to a position with the same key: true values for the key, but not as a graph."""
    refused = positions = 0
    for seed in range(40):
        game = replace(random_graph("folded"), start=state_of(seed, seed % 16, seed & 1))
        try:
            found = solved(game, tmp_path / "random.table", interpreted=True)
        except BrokenGame:
            refused += 1
        else:
            truth = Truth(game, game.start)
            for state, value in truth.value.items():
                entry = found.look(state)
                if entry is not None:  # another state with the key of one before it may have been met
                    assert entry.value == (value if game.player(state) == 0 else -value)
                    positions += 1
        unfolded = solved(game, tmp_path / "unfolded.table", interpreted=True, unfolded=True)
        same_as_the_textbook(game.with_hints(key=None), unfolded)
    assert refused
    assert positions


@pytest.mark.parametrize("name", ["hexapawn", later("morris")])
def test_compiled_by_two_threads(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    found = solved(game, tmp_path / "whole.table", name, threads=2)
    assert same_as_the_textbook(game, found) == len(found)


def by_first_player(found: Solution) -> tuple[int, int, int, int]:
    """Positions won, drawn and lost for the first player, and the longest way to a win or loss."""
    counts, longest = [0, 0, 0], 0
    for block in found.blocks():
        assert block.layer is not None
        values = block.values if block.layer % 2 == 0 else -np.asarray(block.values)
        for which, sign in enumerate((1, 0, -1)):
            counts[which] += int((np.sign(values) == sign).sum())
        longest = max(longest, int(block.remoteness[block.values != 0].max(initial=0)))
    return counts[0], counts[1], counts[2], longest


FACTS = [
    ("connect4:width=4,height=4", (36_499, 90_120, 34_410, 13)),
    ("connect4:width=5,height=4", (1_372_788, 1_303_636, 1_269_287, 19)),
    ("connect4:width=4,height=5", (553_837, 712_421, 439_997, 17)),
    ("connect4:width=4,height=6", (5_591_943, 5_267_176, 4_976_564, 21)),
]


@pytest.mark.parametrize(
    ("name", "expected"), [FACTS[0], *(pytest.param(*fact, marks=pytest.mark.long) for fact in FACTS[1:])]
)
def test_connect_four_layer_by_layer(name: str, expected: tuple[int, ...], tmp_path: Path) -> None:
    game = load_game(name)
    found = solved(game, tmp_path / "whole.table", name, unfolded=True)
    assert by_first_player(found) == expected
    entry = found.look(game.start)
    assert entry is not None
    assert entry.value == 0


@pytest.mark.parametrize("name", ["connect4:width=3,height=3,k=3", later("connect4:width=3,height=4,k=3")])
def test_layers_in_plain_python(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    found = solved(game, tmp_path / "whole.table", name, interpreted=True)
    assert same_as_the_textbook(game, found) == len(found)


@pytest.mark.parametrize(
    ("name", "interpreted"),
    [("connect4:width=3,height=3,k=3", True), later("connect4:width=4,height=4", False)],
)
def test_layers_and_graph_agree(name: str, interpreted: bool, tmp_path: Path) -> None:
    game = load_game(name)
    how: dict[str, Any] = {"threads": 1 if interpreted else 2, "interpreted": interpreted}
    layers = solved(game, tmp_path / "layers.table", **how)
    graph = solved(game.with_hints(layer=None), tmp_path / "graph.table", **how)
    assert len(layers) == len(graph)
    assert entries_of(layers) == entries_of(graph)


def test_tic_tac_toe(tmp_path: Path) -> None:
    game = load_game("tictactoe")
    found = solved(game, tmp_path / "whole.table", unfolded=True, interpreted=True)
    counts = [0, 0, 0]
    for block in found.blocks():
        for which, sign in enumerate((1, 0, -1)):
            counts[which] += int((np.sign(block.values) == sign).sum())
    assert counts == [2836, 1068, 1574]


class Stops(Progress):
    """Presses Ctrl-C after some news."""

    def __init__(self, after: int) -> None:
        self.after = after
        super().__init__()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "done":
            self.after -= 1
            if self.after == 0:
                raise KeyboardInterrupt


@pytest.mark.parametrize("after", [later(3), 8, later(16)])
def test_an_attempt_that_was_stopped_goes_on(after: int, tmp_path: Path) -> None:
    game = load_game("connect4:width=3,height=3,k=3")
    whole, path = tmp_path / "whole.table", tmp_path / "again.table"
    solve_all(game, game.name, whole, How(MEMORY, interpreted=True))
    with pytest.raises(KeyboardInterrupt):
        solve_all(game, game.name, path, How(MEMORY, interpreted=True), Stops(after))
    assert not path.exists()
    left = sorted(file.name for file in Storage(path).path.glob("*/states.*"))
    assert left
    solve_all(game, game.name, path, How(MEMORY, interpreted=True, resume=True))
    assert path.read_bytes() == whole.read_bytes()
    assert not Storage(path).path.exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="sends signals")
def test_killed_at_twenty_moments(tmp_path: Path) -> None:
    name = "connect4:width=4,height=5"
    whole, path = tmp_path / "whole.table", tmp_path / "killed.table"
    solve_all(load_game(name), name, whole, How(MEMORY))
    random = Random(1)
    begun = monotonic()
    solve_all(load_game(name), name, whole, How(MEMORY))
    seconds = monotonic() - begun
    command = [sys.executable, "-m", "spielbaum", "solve", name, "--all", "-o", str(path), "--resume"]
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sleep(2 + random.random() * seconds)  # a moment, whichever it is
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        if path.exists():
            assert entries_of(Solution.open(path)) == entries_of(Solution.open(whole))
            path.unlink()
    subprocess.run(
        command, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert entries_of(Solution.open(path)) == entries_of(Solution.open(whole))
    assert {*tmp_path.iterdir()} == {whole, path}


def test_too_large(tmp_path: Path) -> None:
    """It names the limit, what was seen, and that there is more."""
    game = load_game("nim:heaps=30-40-50")
    told = (
        r"found so far, which take \d.\d MB, and the moves of [\d,]+ of them were not tried .* 0.1 MB for it"
    )
    with pytest.raises(TooLarge, match=told):
        solve_all(game, game.name, tmp_path / "nim.table", How(100_000, interpreted=True))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "forward", "positions"),
    [("tictactoe", True, 5_478), ("connect4:width=4,height=4", True, 161_029), ("morris", False, 540)],
)
def test_how_many_positions_there_are_at_least(name: str, forward: bool, positions: int) -> None:
    """Never more than there are, and not far below, from samples much smaller than the game."""
    pool = pool_for(load_game(name), How(MEMORY, interpreted=True, unfolded=forward))
    by_ply = sampling.least_by_ply(pool, size=600, moves=40_000)
    least = sum(by_ply) if forward else max(by_ply)
    assert positions / 6 < least <= positions


def test_a_graph_that_would_not_fit_is_noticed_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the memory is full: what it would need is told from samples."""
    monkeypatch.setattr(sampling, "FIRST_LOOK", 2_000)
    monkeypatch.setattr(sampling, "PER_SAMPLED", 2)
    monkeypatch.setattr(sampling, "TRIED", 50)
    monkeypatch.setattr(position_set, "FIRST_SLOTS", 1 << 10)
    monkeypatch.setattr(position_set, "FIRST_ROWS", 1 << 6)
    monkeypatch.setattr(graph, "ROUND", 64)
    game, path = load_game("connect4:width=4,height=4").with_hints(layer=None), tmp_path / "four.table"
    told = r"there are at least [\d,]+, as samples of it show. They need at least 0.\d MB of memory"
    with pytest.raises(TooLarge, match=told) as raised:
        solve_all(game, game.name, path, How(250_000, interpreted=True, unfolded=True))
    count, least = raised.value.fields["count"], raised.value.fields["least"]
    assert isinstance(count, int)
    assert isinstance(least, int)
    assert count < least <= 161_029
    assert "mindestens" in raised.value.sentence("de")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_too_small_is_noticed_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "FIRST_LOOK", 2_000)
    monkeypatch.setattr(sampling, "PER_SAMPLED", 4)
    monkeypatch.setattr(sampling, "TRIED", 50)
    monkeypatch.setattr(storage, "free_room", lambda _: (storage.LEAST_FREE, storage.LEAST_FREE))
    game, path = load_game("connect4:width=4,height=4"), tmp_path / "four.table"
    told = r"On the disk with .* they need at least .* MB, and there are 0.\d MB"
    with pytest.raises(TooLarge, match=told) as raised:
        solve_all(game, game.name, path, How(MEMORY, interpreted=True, unfolded=True))
    count, least = raised.value.fields["count"], raised.value.fields["least"]
    assert isinstance(count, int)
    assert isinstance(least, int)
    assert count < least <= 161_029
    assert list(tmp_path.iterdir()) == []


def test_positions_of_every_shard_are_looked_at() -> None:
    assert _spread(0, 5) == []
    assert _spread(1, 5) == [0]
    assert _spread(3, 5) == [0, 1, 2]
    assert _spread(101, 5) == [0, 25, 50, 75, 100]


def test_what_cannot_be_solved_as_a_whole(tmp_path: Path) -> None:
    for name in ("trio", "chess"):
        with pytest.raises(Unfit):
            solve_all(load_game(name), name, tmp_path / "whole.table", How(MEMORY, interpreted=True))


def test_layers_that_are_none(tmp_path: Path) -> None:
    game = load_game("nim:heaps=1-2-3")
    broken = game.with_hints(layer=lambda s: s.heaps)
    with pytest.raises(BrokenGame, match="every move has to lead to the next layer"):
        solve_all(broken, game.name, tmp_path / "nim.table", How(MEMORY, interpreted=True))


@pytest.mark.parametrize("paid", [(1, -1), "won"])
def test_pay_offs_that_are_no_numbers(paid: Any, tmp_path: Path) -> None:
    """In plain Python the rules are looked at as they are before compiling."""
    game = replace(load_game("nim:heaps=1-2-3"), utility=lambda _s: paid)
    with pytest.raises(BrokenGame, match="utility of nim must return"):
        solve_all(game, game.name, tmp_path / "n.table", How(MEMORY, interpreted=True))
    assert list(tmp_path.iterdir()) == []


def test_a_rule_that_raises_is_named(tmp_path: Path) -> None:
    game = load_game("nim:heaps=1-2-3")

    def utility(s: Any) -> int:
        return (1, -1)[s.player + 5]

    with pytest.raises(BrokenGame, match="utility of nim raised"):
        solve_all(
            replace(game, utility=utility), game.name, tmp_path / "n.table", How(MEMORY, interpreted=True)
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--moves", "--no-book", "--table-mb=5"])
def test_options_that_do_not_go_with_all(option: str) -> None:
    done = CliRunner().invoke(main, ["solve", "nim", "--all", option, "--lang", "en"])
    assert done.exit_code == 2
    assert f"{option.partition('=')[0]} does not go with --all" in done.stderr


@pytest.mark.parametrize("option", ["--unfolded", "--resume", "--memory=1GB", "--threads=1", "-o x"])
def test_options_of_all_alone(option: str) -> None:
    done = CliRunner().invoke(main, ["solve", "nim", *option.split(), "--lang", "en"])
    assert done.exit_code == 2
    assert "belongs to --all" in done.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["nim", "--workers=2"], "nim does not say in which layer a position lies"),
        (["connect4", "--workers=2", "--threads=2"], "--threads does not go with --workers"),
        (["connect4", "--cluster=x"], "tcp://"),
    ],
)
def test_workers_that_cannot_help(options: list[str], sentence: str, tmp_path: Path) -> None:
    command = ["solve", "--all", *options, "-o", str(tmp_path / "t"), "--lang", "en"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("height", [3, later(4)])
def test_layers_in_shards(height: int, tmp_path: Path) -> None:
    """Little memory cuts layers into shards; what comes out is the same."""
    game = load_game(f"connect4:width=3,height={height},k=3")
    whole = solved(game, tmp_path / "whole.table", interpreted=True)
    for shards in (1, 3):
        path = tmp_path / f"{shards}.table"
        done: list[Step] = []

        def by_turns(steps: Sequence[Step], hear: Callable[[Step, int], None]) -> None:
            pool, storage = pool_for(game, How(0, interpreted=True)), Storage(path)  # noqa: B023
            for step in reversed(steps):  # in any order
                hear(step, perform(pool, storage, step, MEMORY))
                done.append(step)  # noqa: B023

        solve_all(game, game.name, path, How(MEMORY, interpreted=True, perform=by_turns, shards=shards))
        assert max(step.number for step in done) == shards - 1
        assert entries_of(Solution.open(path, game)) == entries_of(whole)


@pytest.mark.parametrize(("after", "lost"), [later(3, False), (8, False), later(16, False), (8, True)])
def test_workers_go_on_where_one_process_stopped(after: int, lost: bool, tmp_path: Path) -> None:
    """`lost`: it was ended after the notes of the last layer so far, before the positions of the next one."""
    game = load_game("connect4:width=3,height=3,k=3")
    whole = solved(game, tmp_path / "whole.table", interpreted=True)
    path = tmp_path / "again.table"
    with pytest.raises(KeyboardInterrupt):
        solve_all(game, game.name, path, How(MEMORY, interpreted=True), Stops(after))
    if lost:
        for file in sorted(Storage(path).path.glob("*/states.*"))[3:]:
            file.unlink()

    def by_turns(steps: Sequence[Step], hear: Callable[[Step, int], None]) -> None:
        pool = pool_for(game, How(0, interpreted=True))
        for step in steps:
            hear(step, perform(pool, Storage(path), step, MEMORY))

    solve_all(game, game.name, path, How(MEMORY, interpreted=True, resume=True, perform=by_turns, shards=3))
    assert entries_of(Solution.open(path, game)) == entries_of(whole)


def test_too_little_memory_for_a_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_set, "FIRST_SLOTS", 1 << 10)
    monkeypatch.setattr(position_set, "FIRST_ROWS", 1 << 6)
    game = load_game("connect4:width=4,height=3,k=4")
    whole = solved(game, tmp_path / "whole.table", interpreted=True)
    path = tmp_path / "little.table"
    seen: set[str] = set()

    class Looks(Progress):
        def begin(self, stage: str, total: int) -> None:
            seen.update(file.name for file in Storage(path).path.glob("*/*"))
            super().begin(stage, total)

    solve_all(game, game.name, path, How(90_000, interpreted=True), Looks())
    assert entries_of(Solution.open(path, game)) == entries_of(whole)
    assert any(name.startswith("states.1.") for name in seen)
    assert any(name.startswith("states.0.") for name in seen)


@pytest.mark.parametrize(
    ("name", "memory"),
    [("nim:heaps=7-9-11", 38_000), ("hexapawn:width=4,height=4", 180_000), ("morris", 39_000)],
)
def test_a_graph_that_does_not_fit(
    name: str, memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States, keys and edges go to the disk; what comes out is the same."""
    game = load_game(name)
    whole = solved(game, tmp_path / "whole.table", name, interpreted=True)
    moved: list[int] = []
    scratch = Storage.scratch

    def counted(self: Storage, count: int, content: Any) -> Any:
        moved.append(count)
        return scratch(self, count, content)

    monkeypatch.setattr(Storage, "scratch", counted)
    monkeypatch.setattr(position_set, "FIRST_SLOTS", 1 << 10)
    monkeypatch.setattr(position_set, "FIRST_ROWS", 1 << 6)
    monkeypatch.setattr(position_set, "ROUND", 64)
    monkeypatch.setattr(graph, "ROUND", 64)
    path = tmp_path / "little.table"
    solve_all(game, name, path, How(memory, interpreted=True))
    assert moved
    assert entries_of(Solution.open(path, game)) == entries_of(whole)


def test_a_round_that_is_through_does_not_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that runs out at the end of a round: its edges are written once all the same."""
    game = load_game("morris")
    whole = solved(game, tmp_path / "whole.table", interpreted=True)
    moved: list[bool] = []
    move_to_disk = position_set.PositionSet.move_to_disk

    def counted(self: position_set.PositionSet, *given: Any) -> bool:
        moved.append(move_to_disk(self, *given))
        return moved[-1]

    monkeypatch.setattr(position_set.PositionSet, "move_to_disk", counted)
    path = tmp_path / "little.table"
    solve_all(game, "morris", path, How(position_set.FIRST_SLOTS * 8 + 5_000, interpreted=True))
    assert moved
    assert entries_of(Solution.open(path, game)) == entries_of(whole)


def test_what_an_earlier_attempt_left_is_replaced(tmp_path: Path) -> None:
    """Another attempt may find a copy more or less, so its files have other lengths."""
    for count in (3, 2, 5, 4, 1):
        folder = Storage(tmp_path / "x.table")
        folder.prepare("digest", resume=True)
        folder.write(1, "keys.0", np.arange(count))
        assert len(folder.read(1, "keys.0", np.int64)) == count
        with storage.EdgeFile(folder, 1) as edges:
            edges.write([[np.arange(count, dtype=np.int32)]], np.zeros(1, np.int64))
            edges.finish(count)
        assert len(folder.read(1, "edges.0", np.int32)) == count
        folder.release()


@pytest.mark.skipif(sys.platform == "win32", reason="no flock")
@pytest.mark.parametrize("resume", [False, True])
def test_two_processes_and_one_file(resume: bool, tmp_path: Path) -> None:
    """The second one is refused and takes nothing away from the first."""
    game, path = load_game("nim:heaps=1-2"), tmp_path / "nim.table"
    first = Storage(path)
    first.prepare("digest", resume=False)
    first.write(0, "keys.0", np.arange(3))
    with pytest.raises(BadInput, match="Another process is at work"):
        solved(game, path, interpreted=True, resume=resume)
    assert first.has(0, "keys.0")
    first.release()
    assert solved(game, path, interpreted=True, resume=resume)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("paid", [1 << 30, -(1 << 30), 1 << 31, (1 << 32) + 1])
def test_pay_offs_that_do_not_fit(paid: int, tmp_path: Path) -> None:
    nim = load_game("nim:heaps=1-2")
    game = replace(
        nim, utility=lambda s: paid * nim.utility(s), facts=replace(nim.facts, values=(-abs(paid), abs(paid)))
    )
    with pytest.raises(Unfit, match="pays more than 1073741823 points"):
        solved(game, tmp_path / "nim.table", interpreted=True)
    assert list(tmp_path.iterdir()) == []


def test_pay_offs_that_just_fit(tmp_path: Path) -> None:
    nim, paid = load_game("nim:heaps=1-2"), (1 << 30) - 1
    game = replace(
        nim, utility=lambda s: paid * nim.utility(s), facts=replace(nim.facts, values=(-paid, paid))
    )
    found = solved(game, tmp_path / "nim.table", interpreted=True)
    assert {abs(entry.value) for entry in found.entries} == {paid}


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "free_room", lambda _: (10**9, 1 << 30))
    game = load_game("nim")
    with pytest.raises(BadInput, match=r"has .* free, but .* are needed"):
        solve_all(game, "nim", tmp_path / "nim.table", How(MEMORY, interpreted=True))
    assert not (tmp_path / "nim.table").exists()


def test_of_a_small_disk_little_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tic-Tac-Toe is solved in a container whose disk is smaller than what is left alone elsewhere."""
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(total=1 << 24, free=1 << 22))
    assert storage.free_room(Path()) == (1 << 22, 1 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(total=1 << 40, free=1 << 35))
    assert storage.free_room(Path()) == (1 << 35, 1 << 30)


def test_what_was_enumerated_outlives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = load_game("morris"), tmp_path / "morris.table"

    def settled(_pool: Any, stored: Storage, *_given: Any) -> None:
        stored.check_room(1 << 60)

    monkeypatch.setattr(graph, "_settled", settled)
    with pytest.raises(BadInput, match=r"has .* free, but .* are needed"):
        solve_all(game, "morris", path, How(MEMORY, interpreted=True))
    monkeypatch.undo()
    monkeypatch.setattr(graph, "_enumerate", None)  # it is not needed any more
    solve_all(game, "morris", path, How(MEMORY, interpreted=True, resume=True))
    assert len(Solution.open(path, game)) == 540
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "rows",
    [[[5], [-(2**63)], [2**63 - 1], [-1], [5]], [[3, -1], [3, -2], [-4, 7], [3, -1]], [[-7], [-9], [2]]],
)
def test_keys_of_all_64_bits_are_sorted(rows: list[list[int]]) -> None:
    pool = pool_for(load_game("nim"), How(MEMORY, interpreted=True))
    keys = np.array(rows, np.int64)
    ordered = keys[order_of(keys, pool)].tolist()
    assert ordered == [list(row) for row in sorted({tuple(row) for row in rows})]
