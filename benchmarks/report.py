"""What a benchmark answers, and how the answers become a table."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("spielbaum", "numba", "llvmlite", "numpy", "bitbully", "easyAI", "open_spiel", "chess", "sunfish")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass(frozen=True, slots=True)
class Target:
    """`at most` or `at least` that number; of the ratio where there is one, else of our own figure."""

    least: float | None = None
    most: float | None = None

    def __str__(self) -> str:
        return f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}"

    def met_by(self, figure: float) -> bool:
        return figure >= self.least if self.least is not None else figure <= (self.most or 0.0)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: our figure, a peer's in the same run where there is one, and their ratio."""

    question: str
    case: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    target: Target | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.target.met_by(self.ours if self.ratio is None else self.ratio)


@dataclass(slots=True)
class Answer:
    """The rows of one question, when they were measured and how busy the machine was then."""

    question: str
    title: str
    rows: list[Row] = field(default_factory=list)
    began: str = ""
    load: tuple[float, float] = (0.0, 0.0)
    missing: str = ""


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def load_average() -> float:
    """Processes that wanted to run, on average over the last minute."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0


def surroundings() -> dict[str, Any]:
    """Machine and versions."""
    found: dict[str, str | None] = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": found,
        "date": now(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def _memory() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return None


def as_json(answers: Iterable[Answer], about: dict[str, Any]) -> str:
    document = {
        "machine": about,
        "questions": [
            asdict(answer)
            | {
                "rows": [
                    {**asdict(row), "target": row.target and str(row.target), "met": row.met}
                    for row in answer.rows
                ]
            }
            for answer in answers
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_markdown(answers: Iterable[Answer], about: dict[str, Any]) -> str:
    versions = " · ".join(f"{name} {found or 'not installed'}" for name, found in about["versions"].items())
    lines = [
        f"{about['processor']}, {about['cores']} cores, {about['memory_gb']} GB, {about['system']} · "
        f"Python {about['python']} · {versions} · {about['date']}",
        "",
    ]
    for answer in answers:
        lines += [f"### {answer.title}", ""]
        if answer.missing:
            lines += [f"Not measured: {answer.missing}", ""]
            continue
        before, after = answer.load
        cores = about["cores"] or 1
        # Afterwards the load is partly our own: all cores in matches, and a little for who drives them.
        disturbed = (
            " **The machine was busy with other work.**" if before > cores or after > 1.25 * cores else ""
        )
        lines += [f"`--only {answer.question}`, {answer.began}, load {before} to {after}.{disturbed}", ""]
        lines += ["| case | Spielbaum | peer | ratio | target | met |", "|---|---|---|---|---|---|"]
        for row in answer.rows:
            peer = f"{row.peer}: {figure(row.theirs)} {row.unit}" if row.theirs is not None else row.peer
            ratio = "" if row.ratio is None else figure(row.ratio)
            met = {None: "", True: "yes", False: "**no**"}[row.met]
            case = f"{row.case} ({row.note})" if row.note else row.case
            ours = f"{figure(row.ours)} {row.unit}"
            lines.append(f"| {case} | {ours} | {peer} | {ratio} | {row.target or ''} | {met} |")
        lines.append("")
    return "\n".join(lines)


def figure(number: float | None) -> str:
    """Three significant digits, large numbers with spaces between thousands."""
    if number is None:
        return ""
    if abs(number) >= 1000:
        return f"{round(number):,}".replace(",", " ")
    return f"{number:.3g}"


def put_into(path: Path, table: str) -> None:
    """Put the table between the marks of a page.

    Its sections take the place of those with the same heading; the others stay, as long as they were
    measured on the same machine.
    """
    page = path.read_text(encoding="utf-8")
    head, begin, rest = page.partition(BEGIN)
    old, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} has no place for the table between {BEGIN} and {END}")
    before, kept = _sections(old)
    machine, new = _sections(table)
    if before.split(" · ")[0] != machine.split(" · ")[0]:
        kept = {}
    text = "\n\n".join([machine, *(kept | new).values()])
    path.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def _sections(table: str) -> tuple[str, dict[str, str]]:
    """The line about the machine, and the sections by their headings."""
    machine, *sections = table.strip().split("\n### ")
    return machine.strip(), {text.split("\n")[0]: f"### {text.strip()}" for text in sections}
