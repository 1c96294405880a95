"""The recorded games still go as recorded; `playthroughs.py` says how to record them anew."""

from __future__ import annotations

import pytest

from spielbaum.games import built_in_names
from tests.golden.playthroughs import FOLDER, SPECS, file_of, playthrough


@pytest.mark.parametrize("spec", SPECS)
def test_playthrough(spec: str) -> None:
    assert playthrough(spec) == file_of(spec).read_text(encoding="utf-8")


def test_every_game_is_recorded_and_nothing_else() -> None:
    assert {spec.partition(":")[0] for spec in SPECS} == set(built_in_names())
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(spec).name for spec in SPECS}
