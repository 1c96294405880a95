"""What is asked of every page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def complaints(page: Page) -> list[str]:
    """What the browser complains about from now on: blocked by the policy, failed, raised."""
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    return heard


def forget_refusals(heard: list[str]) -> None:
    """The browser notes what a server refuses, and nothing where Python inside the page does."""
    assert all(words.startswith("Failed to load resource") for words in heard), heard
    heard.clear()


def faults(page: Page) -> list[str]:
    """What axe calls serious or critical, in both themes: they differ in nothing but their colours."""
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) != light
    found += Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
