"""Rules go along with the work, and a run notices that they have changed."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from spielbaum.errors import BadInput, SpielbaumError, UnknownName
from spielbaum.experiments import PortableRules
from tests.experiments.machines import ROOT
from tests.experiments.support import moves, play, small_plan

DOTS = (ROOT / "examples" / "dots.py").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "mine.py"
    path.write_text(DOTS, encoding="utf-8")
    return path


def test_a_run_notices_that_the_rules_have_changed(file: Path, tmp_path: Path) -> None:
    play(small_plan(2, game=str(file)), tmp_path / "run")
    file.write_text(DOTS + "\n# no change that matters, but who knows\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other rules: the source of .*mine\.py has changed since it began"):
        play(small_plan(2, game=str(file)), tmp_path / "run")
    file.write_bytes(DOTS.encode().replace(b"\n", b"\r\n"))  # as another system writes it
    assert play(small_plan(2, game=str(file)), tmp_path / "run").complete


def test_changed_while_a_run_goes_on(file: Path, tmp_path: Path) -> None:
    """All games of a run follow the rules it began with."""
    plan = small_plan(4, game=str(file))
    play(plan, tmp_path / "one")
    file.write_text("def broken(:", encoding="utf-8")
    play(plan, tmp_path / "two")
    assert moves(tmp_path / "one") == moves(tmp_path / "two")


def test_rules_from_what_came_along(file: Path, tmp_path: Path) -> None:
    rules = PortableRules.of(f"{file}:dots:width=3,height=1")
    file.unlink()
    game = pickle.loads(pickle.dumps(rules)).load()  # noqa: S301 - our own
    assert game.presentation.parameters["width"] == 3
    assert [path.read_text(encoding="utf-8") for path in (tmp_path / "cache").rglob("mine.py")] == [DOTS]
    with pytest.raises(SpielbaumError, match="not the same here"):
        replace(rules, source=rules.source + b"#").load()


def test_a_cache_that_cannot_be_written(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PortableRules.of(str(file))
    file.unlink()
    (tmp_path / "taken").write_text("a file, no folder", encoding="utf-8")
    monkeypatch.setenv("SPIELBAUM_CACHE", str(tmp_path / "taken"))
    with pytest.raises(SpielbaumError, match="SPIELBAUM_CACHE can name"):
        rules.load()


def test_rules_of_packages() -> None:
    rules = PortableRules.of("mnk:width=5")
    assert rules.spec.startswith("mnk:width=5,height=4")
    assert rules.source == b""
    assert rules.load().name == "mnk"
    assert PortableRules.of("kalah").digest != rules.digest
    with pytest.raises(SpielbaumError, match="not the same here"):
        replace(rules, digest=PortableRules.of("kalah").digest).load()
    with pytest.raises(BadInput, match="There is no file"):
        PortableRules.of("no/such/file.py")


def test_rules_in_several_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change in a module that only another one imports is a change of the rules."""
    package = tmp_path / "ourdots"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "numbers.py").write_text("WORTH = 1\n", encoding="utf-8")
    (package / "more.py").write_text("from .numbers import WORTH\n", encoding="utf-8")
    late = "def unused():\n    import ourdots.more\n"  # loaded or not, it counts
    (package / "rules.py").write_text(f"{DOTS}\n{late}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = PortableRules.of("ourdots.rules:dots")
    assert rules.load().name == "dots"
    (package / "numbers.py").write_text("WORTH = 2  # no longer 1\n", encoding="utf-8")
    with pytest.raises(SpielbaumError, match="not the same here"):
        rules.load()


def test_errors_travel_between_processes() -> None:
    for error in (
        BadInput("error.run.none", path="somewhere"),
        UnknownName("game", "connect5", ["connect4"]),
        SpielbaumError("error.openings.line", path="x", line=1, why=BadInput("error.run.none", path="y")),
    ):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        assert type(again) is type(error)
        assert again.sentence("de") == error.sentence("de")
