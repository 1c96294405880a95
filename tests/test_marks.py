"""Marks mean what they say: a browser test without a browser is never silently passed over, groups hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import CHROMIUM, pytest_runtest_setup


@pytest.fixture
def browser_test(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> pytest.Item:
    """A test marked `browser` where no program can be found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    item = request.node
    assert isinstance(item, pytest.Item)
    item.add_marker("browser")
    return item


def test_skipped_without_chromium(browser_test: pytest.Item) -> None:
    with pytest.raises(pytest.skip.Exception, match="Chromium is missing"):
        pytest_runtest_setup(browser_test)


def test_failed_without_chromium_on_ci(browser_test: pytest.Item, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="Chromium is missing"):
        pytest_runtest_setup(browser_test)


@pytest.mark.parametrize("name", CHROMIUM)
def test_run_with_chromium(browser_test: pytest.Item, tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch(mode=0o755)
    pytest_runtest_setup(browser_test)


@pytest.mark.xdist_group("marks")
def test_groups_reach_the_scheduler(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("only with several workers and --dist=loadgroup")
    assert request.node.nodeid.endswith("@marks")
