"""Names with special characters come out as text in every format, and as nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spielbaum.draw import Options, draw, scene_json, scene_of, shown_html
from spielbaum.draw.latex import KNOWN, escaped
from spielbaum.draw.wording import clean, shortened
from spielbaum.result import Proof, Result
from spielbaum.tree import Tree
from tests.draw.samples import NASTY, nasty_trace, nasty_tree
from tests.support.patience import PATIENCE

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "style", "rect", "g", "path", "text", "circle", "ellipse"}
#: What the escaped text may call.
COMMANDS = set(
    re.findall(
        r"\w+",
        """
        textbackslash textasciicircum textasciitilde textasciigrave textquotesingle textendash texttt char
        ensuremath geq leq approx infty uparrow alpha beta cdot times ldots sbchar
        ss ae AE oe OE o O l L i j r v c
        """,
    )
)
OPTIONS = Options(title=NASTY[0] + NASTY[4])


def named(text: str) -> Tree:
    return Tree([Tree(value=1, name=text, edge=text)], name=text)


def checked_svg(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ALLOWED
    for element in root.iter():
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    return root


@pytest.mark.parametrize("source", [nasty_tree, nasty_trace])
def test_svg_is_well_formed_and_holds_the_names_as_text(source: type) -> None:
    root = checked_svg(str(draw(source(), "svg", OPTIONS)))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    for text in NASTY:
        if clean(text):
            assert shortened(clean(text)) in texts


@given(st.text())
@settings(max_examples=60)
def test_svg_of_any_name(text: str) -> None:
    root = checked_svg(str(draw(named(text), "svg", Options(title=text))))
    assert len(list(root.iter(f"{SVG}g"))) == 3  # two nodes and a branch


@given(st.text())
@settings(max_examples=60)
def test_text_of_any_name_steers_no_terminal(text: str) -> None:
    drawn = str(draw(named(text), "text"))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", drawn)
    assert str(draw(named(text), "ascii")).isascii()


@given(st.text())
@settings(max_examples=60)
def test_mermaid_of_any_name_has_the_same_lines(text: str) -> None:
    """A name adds no statement: the number of lines and of quotes is that of a harmless one."""
    drawn, plain = str(draw(named(text), "mermaid")), str(draw(named("a"), "mermaid"))
    assert drawn.count("\n") == plain.count("\n")
    if clean(text):
        assert drawn.count('"') == plain.count('"')
    for line in drawn.splitlines()[1:4]:
        labels = re.findall(r'"([^"]*)"', line)
        for label in labels:
            assert not re.search(r"[<>&`\\{}\[\]|]", label.replace("<br/>", ""))


def _groups(text: str) -> int:
    """The depth of open groups at the end; fails where one is closed that was never opened."""
    depth = 0
    for c in re.sub(r"\\[{}\\]", "", text):
        depth += {"{": 1, "}": -1}.get(c, 0)
        assert depth >= 0
    return depth


@given(st.text())
@example("".join(KNOWN))
def test_latex_of_any_text_is_balanced_and_calls_only_known_commands(text: str) -> None:
    written = escaped(text)
    assert written.isascii()
    assert "\n" not in written
    assert _groups(written) == 0
    commands = set(re.findall(r"\\([a-zA-Z]+)", written.replace("\\\\", "")))
    assert commands <= COMMANDS
    assert not re.search(r"(?<!\\)[$%#&_^~]", re.sub(r"\\[\^~]\{", "{", written))


def test_json_and_html() -> None:
    document = json.loads(json.dumps(scene_json(scene_of(nasty_trace()))))
    checked_svg(document["svg"])
    result = Result(1, 0, (NASTY[0],), Proof.PROVEN, algorithm=NASTY[0])
    html = shown_html(result)
    assert "<script" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    options = Options(numbers=True, title="100 % & co", limit=100)
    (tmp_path / "figure.tex").write_text(str(draw(nasty_trace(), "tikz", options)), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "figure.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
    )
    if "File `" in done.stdout and "not found" in done.stdout:
        pytest.skip("this LaTeX has no forest package")
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
