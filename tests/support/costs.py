"""What tests cost: `pytest -p tests.support.costs` lists their processor seconds, those of children included.

By the clock a busy machine makes every test slow; processor time says which ones are. A server or a pool that
several tests share is counted where it ends.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

LISTED = 40


def _spent() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    yield from _counted(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield from _counted(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield from _counted(item)


def _counted(item: pytest.Item) -> Iterator[None]:
    """What is added to a test travels with its reports, from the workers too."""
    before = _spent()
    try:
        yield
    finally:
        item.user_properties.append(("cpu", _spent() - before))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    tests: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "teardown":
                tests[report.nodeid] += sum(cost for name, cost in report.user_properties if name == "cpu")
    files: Counter[str] = Counter()
    for name, seconds in tests.items():
        files[name.partition("::")[0]] += seconds
    terminalreporter.section(f"{sum(tests.values()):.0f} processor seconds")
    for costs in (files, tests):
        for name, seconds in costs.most_common(LISTED):
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")
        terminalreporter.write_line("")
