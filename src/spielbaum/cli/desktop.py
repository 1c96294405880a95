"""The browser of whoever sits at this machine, where somebody does."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress


def somebody_looks(
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    terminal: bool | None = None,
) -> bool:
    """Whether a page that is opened here would be seen by whoever started this program.

    That is in a terminal of a desktop: not from another machine (SSH), not in a continuous integration, and
    on Unix only where there is a display.
    """
    if terminal is None:
        terminal = sys.stdin.isatty() and sys.stderr.isatty()
    elsewhere = any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))
    display = platform in ("darwin", "win32") or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return terminal and display and not elsewhere


def open_page(address: str) -> bool:
    """Open the page in a browser with a window; False where there is none."""
    with suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        # Not one that takes over the terminal, such as w3m, unless somebody asked for it by name.
        if type(browser) is not webbrowser.GenericBrowser or os.environ.get("BROWSER"):
            return browser.open(address)
    return False
