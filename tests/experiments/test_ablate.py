"""Techniques on and off: values agree, and where they do not it is seen."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from spielbaum.cli import main
from spielbaum.cli import run as running
from spielbaum.engine import Techniques
from spielbaum.experiments.ablate import settings as ablate
from spielbaum.experiments.ablate import tasks
from spielbaum.experiments.ablate.settings import AblateSettings, Search, variants_for
from spielbaum.experiments.ablate.summary import AblateSummary, summarise
from spielbaum.experiments.ablate.techniques import techniques_of
from spielbaum.experiments.folder import read_summary
from spielbaum.experiments.openings import Positions
from spielbaum.experiments.per_position import PerPosition
from spielbaum.games import load_game
from spielbaum.search import alphabeta
from tests.experiments.made import make_ablate
from tests.experiments.measuring import entries, measure, record, threads_executor, whole_json


def small(**changes: Any) -> PerPosition:
    settings: dict[str, Any] = {"depth": 4, "positions": 6, "position_text": "random:1-3", "seed": 1}
    return make_ablate("tictactoe", **settings | changes)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[PerPosition, Path, AblateSummary]:
    folder = tmp_path_factory.mktemp("ablate") / "run"
    experiment = small()
    summary = measure(experiment, folder)
    assert isinstance(summary, AblateSummary)
    return experiment, folder, summary


def test_sound_techniques_change_no_value(done: tuple[PerPosition, Path, AblateSummary]) -> None:
    _, folder, summary = done
    assert summary.agree is True
    assert summary.disagreements == ()
    sound = [each for each in summary.variants if each.sound]
    assert summary.compared == 6 * (len(sound) - 1)
    assert [each.name for each in sound][:1] + [each.name for each in sound][-1:] == ["reference", "bare"]
    for each in summary.variants:
        assert each.complete == each.searched == each.compared == 6
        assert each.nodes > 0
    assert sound[-1].nodes > sound[0].nodes  # a search without anything needs more nodes
    assert sound[-1].ratio is not None
    assert sound[-1].ratio > 1
    assert sound[0].ratio == 1
    assert set(sound[-1].off) == set(ablate.SOUND)
    assert read_summary(folder) == summary
    whole_json(summary)


def test_the_values_are_those_of_the_textbook(done: tuple[PerPosition, Path, AblateSummary]) -> None:
    """Without quiescence the engine answers the textbook's question."""
    experiment, folder, _ = done
    game = load_game("tictactoe")
    compared = 0
    for each in entries(folder).values():
        if each["variant"] == "-quiescence":
            position = experiment.positions[each["position"]].position(game)
            expected = alphabeta(game, position.state, depth=4).value_for(position.player)
            assert each["value"] == pytest.approx(expected)
            compared += 1
    assert compared == 6


def test_the_same_settings_count_the_same_nodes(
    done: tuple[PerPosition, Path, AblateSummary], tmp_path: Path
) -> None:
    measure(small(), tmp_path / "again", number=2)
    assert entries(tmp_path / "again") == entries(done[1])


def test_a_technique_that_is_not_sound_is_found_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`killers` off is made to switch quiescence off too: that changes values, and the experiment sees it."""

    def wrong(variant: str) -> Techniques:
        return techniques_of("-quiescence" if variant == "-killers" else variant)

    monkeypatch.setattr(tasks, "techniques_of", wrong)
    experiment = small(variants=("-killers", "-table"), positions=30, depth=2)
    summary = measure(experiment, tmp_path / "run")
    assert isinstance(summary, AblateSummary)
    assert summary.agree is False
    assert {each.variant for each in summary.disagreements} == {"-killers"}
    for each in summary.disagreements:
        assert each.expected != each.found
    # The command says so and ends with 3.
    monkeypatch.setattr(running, "opened_executor", threads_executor)
    arguments = ["ablate", "tictactoe", "--variants=-killers", "--depth", "2", "--positions", "30"]
    arguments += ["--plies", "random:1-3", "--seed", "1"]
    told = CliRunner().invoke(main, arguments, prog_name="spielbaum")
    assert told.exit_code == 3
    assert "DISAGREE, though they must not: position" in told.stdout


def test_a_search_that_hits_its_limit_proves_nothing(tmp_path: Path) -> None:
    summary = measure(small(nodes=5), tmp_path / "run")
    assert isinstance(summary, AblateSummary)
    assert summary.agree is None
    assert summary.compared == 0
    assert all(each.complete == 0 and each.ratio is None for each in summary.variants)
    whole_json(summary)


def test_which_variants_a_game_has() -> None:
    names = variants_for(load_game("tictactoe"))
    assert names[0] == "reference"
    assert "-quiescence" in names  # the game says which positions are lively
    assert not {"+reductions", "+null_move", "-repetition", "full"} & set(names)
    reference, off = asdict(techniques_of("reference")), asdict(techniques_of("-history"))
    assert {name for name in reference if reference[name] != off[name]} == {"history"}
    assert not any(reference[name] for name in ("reductions", "null_move", "futility", "deeper_entries"))
    # Every switch of the engine is sound, or part of the question, or off in the reference.
    assert {*ablate.SOUND, *ablate.QUESTION, *ablate.UNSOUND} == reference.keys()
    assert set(ablate.CHANGING) | {"deeper_entries"} == {*ablate.QUESTION, *ablate.UNSOUND}
    assert {"-star", "-probing"} <= set(variants_for(load_game("pig"))) - set(names)
    lively = variants_for(load_game("chess"))
    assert {"-quiescence", "-repetition", "-extensions", "+null_move", "full"} <= set(lively)


def test_positions_of_a_record_made_by_hand() -> None:
    variants = ("reference", "-table", "-quiescence")
    settings = AblateSettings("tictactoe", 3, 100, Positions("random:2", 2, ""), variants)

    def search(variant: str, position: int, value: float, nodes: int, complete: bool = True) -> Search:
        return Search(variant, position, complete, 3, value, "a1", nodes, 0.5)

    made = [
        search("reference", 0, 0.5, 8), search("-table", 0, 0.5, 64), search("-quiescence", 0, 0.25, 8),
        search("reference", 1, 1.0, 27), search("-table", 1, -1.0, 30, complete=False),
    ]  # fmt: skip
    summary = summarise(settings, record(dict(enumerate(made))))
    reference, table, quiescence = summary.variants
    assert summary.agree is True  # an unfinished search has no value to disagree with
    assert summary.state.done == 5
    assert not summary.state.complete
    assert reference.branching == pytest.approx((2 * 3) ** 0.5, abs=1e-4)
    assert (table.ratio, table.complete, table.compared, table.nodes) == (8, 1, 1, 64)
    assert (quiescence.sound, quiescence.same_value) == (False, 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ablate", "tictactoe", "--variants=-tabel"], "did you mean: -table"),
        (["ablate", "trio"], "trio"),
        (["ablate", "tictactoe", "--plies", "random:9"], "no opening"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    told = CliRunner().invoke(main, arguments, prog_name="spielbaum")
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert sentence in told.stderr


def test_the_command_in_german(tmp_path: Path) -> None:
    arguments = [
        "ablate",
        "tictactoe",
        "--depth",
        "3",
        "--positions",
        "2",
        "--plies",
        "random:2",
        "--lang",
        "de",
    ]
    arguments += ["--workers", "1", "--variants", "bare", "--out", str(tmp_path / "run")]
    told = CliRunner().invoke(main, arguments, prog_name="spielbaum")
    assert told.exit_code == 0, told.stderr
    assert "Alle 2 verglichenen Werte stimmen überein" in told.stdout
    document = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert (document["kind"], document["agree"]) == ("ablate", True)
