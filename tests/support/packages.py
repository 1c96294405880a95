"""Installed packages that are not there: only what an installer writes about them."""

from __future__ import annotations

from pathlib import Path


def describe_package(folder: Path, name: str, game: str) -> None:
    """As if `name` had been installed in `folder`, with the entry point `game`, as in `coin = coins:coin`."""
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[spielbaum.games]\n{game}\n", "utf-8")
