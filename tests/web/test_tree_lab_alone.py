"""Steppers in a file of their own: complete, and safe whatever the nodes are called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.cli import main
from spielbaum.draw.svg_text import json_in_html
from spielbaum.web.bundle import bundle
from spielbaum.web.tree_lab.stand_alone import ENTRY
from tests.support.patience import PATIENCE

HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
NASTY = r'A("</script><script>alert(1)</script>"(1 2) "<!--<script>"(3 "]]>\u2028&"=4))'


def page(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["tree", "trace", *arguments, "--format", "html"])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_everything_is_in_the_file() -> None:
    text = page(HAND)
    assert not re.search(
        r"(src|href)=|https?://(?!www\.w3\.org/2000/svg)|@import|^import |^export ", text, re.M
    )
    assert text.count("<script") == text.count("</script>") == 2
    assert text.count("</style>") == 1
    for language, words in (("en", "What happens and why"), ("de", "Was geschieht und warum")):
        assert words in page(HAND, "--lang", language)


def test_names_cannot_leave_their_place() -> None:
    text = page(NASTY)
    assert text.count("<script") == text.count("</script>") == 2
    assert "alert(1)" in text
    data = json.loads(text.partition('id="stepper">')[2].partition("</script>")[0])
    assert "</script><script>alert(1)</script>" in data["documents"][0]["labels"].values()
    title = page(HAND, "--title", "</title><script>x")
    assert "<title>&lt;/title&gt;&lt;script&gt;x</title>" in title


@given(st.text())
@settings(max_examples=60)
def test_json_in_a_script_element(text: str) -> None:
    written = json_in_html({"name": text})
    assert "<" not in written
    assert json.loads(written) == {"name": text}


def test_every_module_is_bundled_once_before_it_is_used() -> None:
    text = bundle(ENTRY)
    made = re.findall(r"^const (module_\w+) = \(", text, re.M)
    assert len(made) == len(set(made))
    parts = {"dom", "language", "tree_lab_stepper", "tree_lab_tree_picture"}
    assert {f"module_{part}" for part in parts} <= set(made)
    for user, used in re.findall(r"^const (module_\w+) = \(|= (module_\w+);$", text, re.M):
        if used:
            assert text.index(f"const {used} = (") < text.index(f"= {used};"), user
    assert "api" not in "".join(made)


def test_a_game_and_a_step(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    arguments = ["--game", "takeaway", "-a", "minimax", "--step", "7", "-o", str(file)]
    assert page(*arguments) == ""
    data = json.loads(
        file.read_text(encoding="utf-8").partition('id="stepper">')[2].partition("</script>")[0]
    )
    document = data["documents"][0]
    assert data["step"] == 7
    assert len(document["scene"]["nodes"]) == 20
    # A search of a game names nodes by moves, the figure by numbers of children: both must agree.
    places = {node["path"] for node in document["scene"]["nodes"]}
    assert set(document["labels"]) == places
    for step, scene in zip(document["steps"], document["scene"]["steps"][1:], strict=True):
        assert step["path"] == scene["current"]


@pytest.mark.parametrize("arguments", [["--frames", "-o", "x"], ["--step", "999"]])
def test_what_a_page_cannot_be(arguments: list[str]) -> None:
    done = CliRunner().invoke(main, ["tree", "trace", HAND, "--format", "html", *arguments])
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_the_extra_web_is_not_needed() -> None:
    modules = "sys, spielbaum.web.tree_lab.stand_alone, spielbaum.web.tree_lab.stepper_document"
    code = f"import {modules}; print('fastapi' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout == "False\n"
