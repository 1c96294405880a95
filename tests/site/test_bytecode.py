"""Sources become bytecode that does the same; it is kept until a source changes."""

from __future__ import annotations

import gzip
import json
import subprocess
import traceback
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from spielbaum.site import bytecode
from spielbaum.site.build import FOLDER, Plan, site_files
from spielbaum.site.bytecode import LOCK, compiled
from spielbaum.site.compile_archive import add, compile_archive
from spielbaum.site.programs import runner
from spielbaum.web.messages import PositionRequest
from spielbaum.web.play.positions import show_position
from tests.support.patience import PATIENCE
from tests.support.site import runtime

SOURCES = {
    "own_pack/__init__.py": b"def fail():\n    raise ValueError('no')\n",
    "own_pack/words.json": b"{}",
    "own_used.py": b"x = [y * 2 for y in range(3)]\n",
    "own_unused.py": b"x = 1\n",
}


def archive(files: Mapping[str, bytes]) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as opened:
        for name, text in files.items():
            add(opened, name, text)
    return content.getvalue()


def test_bytecode_does_what_its_source_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compile_archive(archive(SOURCES), "own_pack", {"own_used"})
    with ZipFile(BytesIO(made)) as opened:
        names = opened.namelist()
    assert names == ["own_pack/__init__.pyc", "own_pack/words.json", "own_used.pyc", "own_unused.py"]
    (tmp_path / "made.zip").write_bytes(made)
    monkeypatch.syspath_prepend(str(tmp_path / "made.zip"))
    import own_pack  # type: ignore[import-not-found]
    import own_used  # type: ignore[import-not-found]

    assert own_used.x == [0, 2, 4]
    # There are no line numbers; what prints errors has to live with that.
    with pytest.raises(ValueError, match="no") as caught:
        own_pack.fail()
    assert "ValueError: no" in "".join(traceback.format_exception(caught.value))


def test_bytecode_is_kept_until_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = 0

    def compile_here(archives: Mapping[str, bytes], *_where: object) -> dict[str, bytes]:
        nonlocal runs
        runs += 1
        return {name: compile_archive(content, "own_pack", ()) for name, content in archives.items()}

    monkeypatch.setattr(bytecode, "_by_pyodide", compile_here)
    monkeypatch.setattr(bytecode, "runner", lambda: ["node"])
    archives = {"a.zip": archive(SOURCES), "b.zip": archive({})}
    first = compiled(archives, tmp_path)
    assert compiled(archives, tmp_path) == first
    assert runs == 1
    path = tmp_path / "bytecode-a.zip"
    path.write_bytes(path.read_bytes().replace(b"no", b"on", 1)[:-3])
    assert compiled(archives, tmp_path) == first
    assert runs == 2
    compiled(archives | {"b.zip": archive({"x.py": b""})}, tmp_path)
    assert runs == 3
    monkeypatch.setattr(bytecode, "runner", lambda: None)
    assert compiled({"a.zip": archive({})}, tmp_path) is None


ASK = """
import { readFileSync } from "node:fs";
import process from "node:process";
const [site, folder, lock, ask] = process.argv.slice(2);
const { loadPyodide } = await import(`${site}/python/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: `${site}/python/`, lockFileContents: lock });
const packages = new Uint8Array(readFileSync(`${site}/python/packages.zip`));
pyodide.unpackArchive(packages, "zip", { extractDir: folder });
pyodide.runPython(`import sys; sys.path.insert(0, "${folder}")`);
const start = pyodide.runPython("from spielbaum.site.answering import start; start");
const { python } = JSON.parse(readFileSync(`${site}/site.json`));
const answer = start(JSON.stringify(python), () => false, () => undefined, () => undefined, () => undefined);
answer("/api/position", ask, "de", (text) => console.log(text));
// What fails without lines of its own can still be told.
console.log(pyodide.runPython(`
import json, traceback
try:
    json.loads("{")
except ValueError:
    told = traceback.format_exc()
told.splitlines()[-1]
`));
"""


@pytest.mark.long
def test_the_python_of_a_site_answers_as_ours(tmp_path: Path) -> None:
    """Without a browser: what is in the folder of a site, run by Node or Deno."""
    found = runtime()
    command = runner()
    assert command is not None  # Deno comes with the environment
    plan = Plan(("nim",))
    for name, content in site_files(plan, found).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    for packed in (tmp_path / "python").glob("*.bin"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    with ZipFile(tmp_path / "python" / "packages.zip") as packages:
        assert "spielbaum/site/answering.pyc" in packages.namelist()
    ask = PositionRequest(game="nim", start="", moves=["c2"])
    words = (str(tmp_path), FOLDER, json.dumps(LOCK), ask.model_dump_json())
    script = tmp_path / "ask.mjs"
    script.write_text(ASK, "utf-8")
    done = subprocess.run(
        [*command, str(script), *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    view = show_position(ask, plan.catalog, "de")
    *messages, error = done.stdout.splitlines()
    assert json.loads(messages[-1]) == {"done": view.model_dump(mode="json")}
    assert error.startswith("json.decoder.JSONDecodeError")
