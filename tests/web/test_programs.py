"""Nobody starts a program or opens a file on this machine from the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Client


@pytest.mark.parametrize("kind", ["bot", "uci", "table"])
def test_a_visitor_starts_no_program(client: Client, kind: str, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    answer = client.post("/api/think", json={"game": "tictactoe", "player": f"{kind}:touch {mark}"})
    assert answer.status_code == 422
    assert not mark.exists()
