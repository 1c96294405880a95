"""What a run was made with."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from spielbaum import __version__
from spielbaum.language import fixed, say

#: What is told of it, in this order.
TOLD = (
    "date",
    "spielbaum",
    "commit",
    "python",
    "numpy",
    "numba",
    "system",
    "processor",
    "cores",
    "workers",
    "load",
    "cluster",
)


def environment(workers: int, cluster: str = "") -> dict[str, Any]:
    """Of this machine; workers of a cluster have the same Spielbaum, but processors of their own."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "spielbaum": __version__,
        "commit": _commit(Path(__file__).resolve().parents[3]),
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "numba": _version("numba"),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "workers": workers,
        # Thinking times mean little on a machine that was busy with something else.
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "cluster": cluster or None,
    }


def machine_facts(environments: Sequence[Mapping[str, Any]], language: str) -> list[tuple[str, str]]:
    """Names and texts of what a run was begun and resumed with; what did not change is told once."""
    facts = []
    for key in TOLD:
        texts = [_text(key, each.get(key), language) for each in environments]
        values = list(dict.fromkeys(filter(None, texts)))
        if key == "date" and len(values) > 1:
            values = [f"{values[0]} … {values[-1]}"]
        if values:
            facts.append(
                (say(f"report.fact.{key}", language), ("; " if key == "load" else ", ").join(values))
            )
    return facts


def _text(key: str, value: object, language: str) -> str:
    if isinstance(value, list) and all(isinstance(each, int | float) for each in value):
        return " / ".join(fixed(each, 2, language) for each in value)
    text = "" if value is None else str(value)
    if key == "date":
        return text.replace("T", " ").replace("+00:00", " UTC")
    return text[:12] if key == "commit" else text


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """The processor's own name where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _commit(root: Path) -> str | None:
    """The state of the sources, where they are a checkout."""
    if not (root / ".git").exists():
        return None
    try:
        asked = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return asked.stdout.strip() or None
