"""What holds for all tests."""

from __future__ import annotations

import os
import shutil
import signal

import pytest
from hypothesis import HealthCheck, settings

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

#: Groups of browser tests of about the same length, by their files; what is not named is one more.
BROWSER_GROUPS = {
    "play": ("test_play",),
    "boards": ("test_chance_boards", "test_chess", "test_dice", "test_look", "test_moving"),
    "tree lab": ("test_tree_lab", "test_where_people_look"),
}

# No test says how long something takes: the machine may be busy with something else.
settings.register_profile("spielbaum", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("spielbaum")


def pytest_configure(config: pytest.Config) -> None:
    """Compiled games are kept beside pytest's own cache, for all workers and the next run.

    Ctrl-C arrives also where the tests run in the background: shells start such commands with it ignored,
    and what they start inherits that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    cache = getattr(config, "cache", None)
    if cache is not None:
        os.environ.setdefault("SPIELBAUM_CACHE", str(cache.mkdir("spielbaum")))


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests are few groups, as each has a server and a browser; but not one, as the others would wait
    for it.
    """
    groups = {stem: name for name, stems in BROWSER_GROUPS.items() for stem in stems}
    for item in items:
        if item.get_closest_marker("browser") is not None:
            item.add_marker(pytest.mark.xdist_group(f"browser {groups.get(item.path.stem, 'others')}"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test needs the system's Chromium: skipped without it, but failed where CI=true."""
    if item.get_closest_marker("browser") is None or any(shutil.which(name) for name in CHROMIUM):
        return
    reason = "Chromium is missing; tools/chromium.sh installs it as root"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
