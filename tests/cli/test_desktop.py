"""When a page is opened in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from spielbaum.cli.desktop import open_page, somebody_looks

DESKTOP = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("environment", "platform", "terminal", "looks"),
    [
        (DESKTOP, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({}, "linux", True, False),
        ({"DISPLAY": ""}, "linux", True, False),
        (DESKTOP, "linux", False, False),
        (DESKTOP | {"CI": "true"}, "linux", True, False),
        (DESKTOP | {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "linux", True, False),
        ({"SSH_TTY": "/dev/pts/1"}, "darwin", True, False),
    ],
)
def test_only_where_somebody_sees_it(
    environment: dict[str, str], platform: str, terminal: bool, looks: bool
) -> None:
    assert somebody_looks(environment, platform, terminal) is looks


def test_a_program_for_the_terminal_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("false"))
    assert not open_page("http://127.0.0.1:1/")


def test_no_browser_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", nothing)
    assert not open_page("http://127.0.0.1:1/")


def test_the_page_goes_to_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(script))
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser([str(script), "%s"]))
    assert open_page("http://127.0.0.1:1/")
    assert seen.read_text() == "http://127.0.0.1:1/\n"
