"""The runs in docs/runs are what they say: complete and readable; their summaries follow from the records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spielbaum.experiments.ablate.summary import AblateSummary
from spielbaum.experiments.folder import RUN, read_summary
from spielbaum.experiments.growth.summary import GrowthSummary
from spielbaum.experiments.kind import document

RUNS = sorted(path.parent for path in (Path(__file__).parents[2] / "docs" / "runs").glob(f"*/{RUN}"))
#: Bytes; a repository is no place for more.
MOST = 200_000


def test_there_are_some() -> None:
    assert {"growth-connect4", "sweep-connect4-nodes"} <= {folder.name for folder in RUNS}


@pytest.mark.parametrize("folder", RUNS, ids=lambda folder: folder.name)
def test_a_run(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.iterdir() if path.suffix.startswith(".json")) < MOST
    summary = read_summary(folder)
    assert summary.state.complete
    assert not summary.state.unscored
    written = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(document(summary))) == written
    if isinstance(summary, AblateSummary):
        assert summary.agree
    if isinstance(summary, GrowthSummary):
        assert not summary.disagreements
