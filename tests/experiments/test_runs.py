"""Runs: the same games again, nothing lost, nothing played twice, nobody blamed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments import (
    Sprt,
    Tally,
    cores,
    local_executor,
    open_run,
    read_summary,
    total,
)
from spielbaum.experiments.executor import limited
from spielbaum.experiments.folder import RUN
from spielbaum.experiments.kind import GAMES, MEASUREMENTS
from spielbaum.experiments.match.findings import remarks, status
from spielbaum.experiments.match.tasks import cores_each
from tests.experiments.made import make_sweep
from tests.experiments.measuring import measure
from tests.experiments.support import (
    always_dies,
    dies_in_game_3,
    fails_in_game_3,
    lines,
    moves,
    play,
    small_plan,
    threads,
)


def test_same_seed_same_games(tmp_path: Path) -> None:
    plan = small_plan(players=["random", "alphabeta:nodes=40"], seed=3)
    one = play(plan, tmp_path / "one", threads(1))
    other = play(plan, tmp_path / "other", threads(3))
    assert one.complete
    assert moves(tmp_path / "one") == moves(tmp_path / "other")
    assert one.document() == other.document() == read_summary(tmp_path / "one").document()
    play(small_plan(players=["random", "alphabeta:nodes=40"], seed=4), tmp_path / "third")
    assert moves(tmp_path / "third") != moves(tmp_path / "one")


def test_same_seed_same_games_with_compiled_players(tmp_path: Path) -> None:
    """Tables and random numbers of one game leave no trace in the next, whoever plays it after what."""
    plan = small_plan(players=["engine:nodes=300", "mcts:playouts=40"], games=8, openings="random:2")
    play(plan, tmp_path / "one", threads(1))
    play(plan, tmp_path / "other", threads(3))
    assert moves(tmp_path / "one") == moves(tmp_path / "other")


def test_openings_are_played_in_pairs_with_sides_swapped(tmp_path: Path) -> None:
    plan = small_plan()
    board = play(plan, tmp_path)
    games = {line["game"]: line["record"] for line in lines(tmp_path)}
    begun = set()
    for pair in range(6):
        first, second = games[2 * pair], games[2 * pair + 1]
        assert (first["players"], second["players"]) == (["random", "first"], ["first", "random"])
        opening = [ply["move"] for ply in first["plies"][:4]]
        assert opening == [ply["move"] for ply in second["plies"][:4]]
        begun.add(tuple(opening))
    assert len(begun) == 6
    # The tally once more, from the records alone.
    points = {0: 0.0, 1: 0.0}
    pairs = []
    for pair in range(6):
        scores = []
        for side in (0, 1):
            winners = games[2 * pair + side]["outcome"]["winners"]
            scores.append(0.5 if len(winners) == 2 else float(winners == [side]))
            points[side] += scores[-1]
        pairs.append(Tally.pair(*scores))
    assert board.tallies[0, 1] == total(pairs)
    assert board.tallies[0, 1].points == sum(points.values())


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    plan = small_plan()
    play(plan, tmp_path)
    whole = (tmp_path / GAMES).read_bytes()
    expected = moves(tmp_path)
    for cut in (1, 2, 40, 700):
        (tmp_path / GAMES).write_bytes(whole[:-cut])
        kept = whole[:-cut].count(b"\n")
        assert read_summary(tmp_path).played == kept
        board = play(plan, tmp_path)
        assert board.played == 12
        assert moves(tmp_path) == expected
        assert (tmp_path / GAMES).read_bytes().startswith(whole[: whole[:-cut].rfind(b"\n") + 1])


def test_a_finished_run_plays_nothing(tmp_path: Path) -> None:
    plan = small_plan()
    play(plan, tmp_path)
    before = (tmp_path / GAMES).read_bytes()

    def never(_task: object) -> None:
        raise AssertionError

    assert play(plan, tmp_path, task=never).complete
    assert (tmp_path / GAMES).read_bytes() == before


def test_other_settings_are_refused(tmp_path: Path) -> None:
    play(small_plan(), tmp_path)
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(BadInput, match="seed is 0 there, but 5 here"):
        play(small_plan(seed=5), tmp_path)
    with pytest.raises(BadInput, match=r'players is \["random", "first"\] there'):
        play(small_plan(players=["first", "random"]), tmp_path)
    sweep = make_sweep("tictactoe", "depth", [1, 2], players=("alphabeta",), games=2)
    with pytest.raises(BadInput, match="kind is match there, but sweep here"):
        measure(sweep, tmp_path)
    assert (tmp_path / GAMES).read_bytes() == before
    assert not (tmp_path / MEASUREMENTS).exists()


def test_changed_openings_are_other_settings(tmp_path: Path) -> None:
    file = tmp_path / "openings"
    file.write_text("a1\n", encoding="utf-8")
    play(small_plan(openings=f"file:{file}", games=2), tmp_path / "run")
    file.write_text("b2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="opening_digest"):
        play(small_plan(openings=f"file:{file}", games=2), tmp_path / "run")


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    plan = small_plan()
    with pytest.raises(BadInput, match="There is no run"):
        read_summary(tmp_path)
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="other files"):
        play(plan, tmp_path)
    run = tmp_path / "run"
    play(plan, run)
    games = (run / GAMES).read_bytes()
    (run / GAMES).write_bytes(games + games.splitlines(keepends=True)[0])
    with pytest.raises(BadInput, match="line 13 is game"):
        play(plan, run)
    (run / GAMES).write_bytes(b"{}\n" + games)
    with pytest.raises(BadInput, match="line 1 is not a finished game"):
        read_summary(run)
    (run / GAMES).write_bytes(games.replace(b'"game":11,', b'"game":12,'))
    with pytest.raises(BadInput, match="only 12 were planned"):
        read_summary(run)
    settings = (run / RUN).read_text(encoding="utf-8")
    (run / RUN).write_text(settings.replace('"version": 1', '"version": 99'), encoding="utf-8")
    with pytest.raises(BadInput, match="version 99"):
        play(plan, run)
    (run / RUN).write_text("[]", encoding="utf-8")
    with pytest.raises(BadInput, match="does not hold a run"):
        read_summary(run)


def test_a_run_is_for_one_process_at_a_time(tmp_path: Path) -> None:
    plan = small_plan()
    with (
        open_run(tmp_path, plan.settings, {}),
        pytest.raises(BadInput, match="in use"),
        open_run(tmp_path, plan.settings, {}),
    ):
        pass


def test_a_game_that_keeps_failing_is_unscored(tmp_path: Path) -> None:
    board = play(small_plan(), tmp_path, task=fails_in_game_3)
    assert board.unscored == {3: "OSError: no luck"}
    assert board.complete
    assert board.tallies[0, 1].games == 11
    assert sum(board.tallies[0, 1].pairs) == 5
    assert read_summary(tmp_path).document() == board.document()


def test_a_failure_that_passes_costs_nothing(tmp_path: Path) -> None:
    seen: set[int] = set()

    def fails_once(task: object) -> object:
        number = task.number  # type: ignore[attr-defined]
        if number not in seen:
            seen.add(number)
            raise OSError
        return fails_in_game_3(task) if number != 3 else None  # type: ignore[arg-type]

    board = play(small_plan(), tmp_path, threads(3), fails_once)
    assert list(board.unscored) == [3]
    assert board.tallies[0, 1].games == 11


def test_a_worker_that_dies_takes_no_other_game_with_it(tmp_path: Path) -> None:
    board = play(small_plan(games=8), tmp_path, local_executor(2), dies_in_game_3)
    assert list(board.unscored) == [3]
    assert board.played == 8
    play(small_plan(games=8), tmp_path / "healthy")
    healthy = moves(tmp_path / "healthy")
    (tmp_path / GAMES).write_text(
        "".join(
            line
            for line in (tmp_path / GAMES).read_text().splitlines(keepends=True)
            if "unscored" not in line
        )
    )
    assert moves(tmp_path) == {number: game for number, game in healthy.items() if number != 3}


@pytest.mark.long
def test_workers_that_never_live_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(SpielbaumError, match="broke down 10 times"):
        play(small_plan(), tmp_path, local_executor(1), always_dies)


def test_the_sequential_test_ends_a_match(tmp_path: Path) -> None:
    plan = small_plan(
        players=["alphabeta:depth=4", "random"], games=400, openings="random:2", sprt=Sprt(0, 200)
    )
    board = play(plan, tmp_path, threads(1))
    assert board.verdict == "H1"
    assert board.played < 100
    assert board.complete
    # Pairs are judged by number, whatever order they came in.
    scrambled = sorted((tmp_path / GAMES).read_bytes().splitlines(keepends=True), key=hash)
    (tmp_path / GAMES).write_bytes(b"".join(scrambled))
    assert read_summary(tmp_path).document() == board.document()
    # A terminal of 80 columns shows how the test goes.
    for language in ("de", "en"):
        assert re.search(r"LLR \S+ \(\S+ \S+\)", f"40 of 400 · {status(board, language)}"[:79])


def test_openings_come_again_only_where_they_did(tmp_path: Path) -> None:
    """The test stops before the openings are through, though the plan has more games than openings."""
    players = ["alphabeta:depth=4", "random"]
    plan = small_plan(players=players, games=400, openings="all:2", sprt=Sprt(0, 200))
    assert 2 * len(plan.openings) < plan.settings.games
    board = play(plan, tmp_path / "stopped", threads(1))
    assert board.played <= 2 * len(plan.openings)
    assert not any("more than once" in line for line in remarks(board, "en"))
    again = play(small_plan(games=4, openings="start"), tmp_path / "again", threads(1))
    assert any("more than once" in line for line in remarks(again, "en"))


def test_tournaments(tmp_path: Path) -> None:
    players = ["alphabeta:depth=3", "first", "random"]
    board = play(small_plan(players=players, games=4), tmp_path / "all")
    assert {pairing: tally.games for pairing, tally in board.tallies.items()} == {
        (0, 1): 4, (0, 2): 4, (1, 2): 4,
    }  # fmt: skip
    document = board.document()
    assert sum(player["points"] for player in document["ratings"]) == 12
    assert document["ratings"][0]["elo"]["value"] == max(p["elo"]["value"] for p in document["ratings"])
    gauntlet = play(small_plan(players=players, games=2, form="gauntlet"), tmp_path / "gauntlet")
    assert list(gauntlet.tallies) == [(0, 1), (0, 2)]


@pytest.mark.parametrize(
    ("players", "clock", "needed"),
    [
        (["random", "alphabeta:depth=2"], "", 0),
        (["random", "alphabeta:depth=2"], "60+1", 1),
        (["random", "alphabeta:seconds=1"], "", 1),
        (["random", "engine:threads=2"], "", 2),
        (["random", "engine:threads=2,nodes=100"], "", 0),
    ],
)
def test_timed_games_have_cores_of_their_own(players: list[str], clock: str, needed: int) -> None:
    assert cores_each(small_plan(players=players, clock=clock).settings) == needed


def test_no_more_timed_games_than_cores() -> None:
    assert limited(None, 0) == cores()
    assert limited(100, 0) == 100
    assert limited(100, 1) == cores()
    assert limited(100, cores() + 1) == 1
    assert limited(1, 1) == 1


def test_what_cannot_be_played() -> None:
    for text, changes in (
        ("must be even", {"games": 7}),
        ("a match needs 3 players, but 2 were given", {"game": "trio"}),
        ("at least two players", {"players": ["random"]}),
        ("use spielbaum play", {"players": ["human", "random"]}),
        ("ELO0 below ELO1", {"sprt": Sprt(5, 5)}),
    ):
        with pytest.raises(BadInput, match=text):
            small_plan(**changes)
