"""The Python for browsers is kept in a folder, checked, and fetched where it is missing."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from spielbaum.errors import BadInput
from spielbaum.site import runtime
from spielbaum.site.runtime import Package, find_runtime


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files in place of those of megabytes."""

    def package(file: str) -> Package:
        return Package("x", file, sha256(file.encode()).hexdigest())

    monkeypatch.setattr(runtime, "PARTS", (package("a.mjs"),))
    monkeypatch.setattr(runtime, "WHEELS", (package("b.whl"),))


@pytest.mark.usefixtures("small")
def test_what_is_kept_is_not_fetched(tmp_path: Path) -> None:
    for name in ("a.mjs", "b.whl"):
        (tmp_path / name).write_text(name)
    heard: list[tuple[str, str]] = []
    found = find_runtime(tmp_path, lambda *told: heard.append(told))
    assert found.parts == {"a.mjs": b"a.mjs"}
    assert found.wheels == (b"b.whl",)
    assert heard == []


@pytest.mark.usefixtures("small")
def test_a_damaged_file_is_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.mjs").write_text("a.m")
    (tmp_path / "b.whl").write_text("b.whl")

    def fetched(place: Path) -> Path:
        (place / "a.mjs").write_text("a.mjs")
        return place

    monkeypatch.setattr(runtime, "_pyodide", fetched)
    assert find_runtime(tmp_path).parts == {"a.mjs": b"a.mjs"}
    assert (tmp_path / "a.mjs").read_text() == "a.mjs"


@pytest.mark.usefixtures("small")
def test_other_content_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetched(place: Path) -> Path:
        (place / "a.mjs").write_text("something else")
        return place

    monkeypatch.setattr(runtime, "_pyodide", fetched)
    with pytest.raises(BadInput, match=r"a\.mjs"):
        find_runtime(tmp_path)
    assert not (tmp_path / "a.mjs").exists()


@pytest.mark.usefixtures("small")
def test_nobody_to_fetch_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(BadInput, match="npm"):
        find_runtime(tmp_path)
