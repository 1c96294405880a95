"""The documentation as a site: no warnings, every link leads somewhere, German keeps in step with English."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import spielbaum
from tests.support.docs import blocks
from tools.finish import strict_page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GERMAN = sorted((DOCS / "de").rglob("*.md"))
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "tools.site", str(folder)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().endswith(str(folder / "index.html"))
    return folder


# --- links --------------------------------------------------------------------------------------------------


@dataclass
class Page(HTMLParser):
    """What a page links to and what can be linked to in it."""

    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {name for key in ("id", "name") if (name := found.get(key))}
        self.links += [link for key in ("href", "src") if (link := found.get(key))]


def page(path: Path) -> Page:
    parsed = Page()
    parsed.feed(path.read_text(encoding="utf-8"))
    return parsed


def test_every_link_leads_somewhere(site: Path) -> None:
    """Inside the site; what lies outside is not fetched."""
    pages = {path: page(path) for path in site.rglob("*.html")}
    assert len(pages) > 30
    broken = []
    for path, here in pages.items():
        for link in here.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            anchors = pages[target].anchors if target in pages and parts.fragment else {parts.fragment}
            if not target.is_file() or unquote(parts.fragment) not in {unquote(one) for one in anchors}:
                broken.append((str(path.relative_to(site)), link))
    assert broken == []


def test_each_language_has_its_own_search(site: Path) -> None:
    for part, stemmer in ((".", "EnglishStemmer"), ("de", "GermanStemmer")):
        assert (site / part / "searchindex.js").is_file()
        assert stemmer in (site / part / "_static" / "language_data.js").read_text(encoding="utf-8")


def test_every_page_leads_to_the_other_language(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if 'class="sidebar-brand"' in text:
            assert 'class="site-language"' in text, path


def test_nothing_is_inline_as_hosts_may_forbid_it(site: Path) -> None:
    """Neither in the pages of Sphinx nor in reports; and each page shows what it showed."""
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script>|<style|<[^<>]+ (style|on\w+)=|unsafe-inline", text), path
        for name in re.findall(r'<link rel="stylesheet" href="([^"]*inline/[^"]*)"', text):
            assert (path.parent / name).stat().st_size > 0
        assert re.search(r'src="[^"]*inline/\w+\.js"', text), path


def test_styles_become_classes(tmp_path: Path) -> None:
    page = '<head></head><b class="x" id="y" style="width: 3%; color: red;">1</b><br style="top: 0"/>'
    text = strict_page(page, tmp_path / "a", tmp_path)
    assert re.fullmatch(
        r'<head><link rel="stylesheet" href="\.\./inline/\w+\.css"></head>'
        r'<b class="x (style-\w+)" id="y">1</b><br class="style-\w+"/>',
        text,
    )
    (sheet,) = (tmp_path / "inline").iterdir()
    assert "{ width: 3% !important; color: red !important; }" in sheet.read_text()


# --- German and English -------------------------------------------------------------------------------------


def outline(path: Path) -> list[str]:
    """The levels of the headings, and for each block of code what it does."""
    text = path.read_text(encoding="utf-8")
    code = {line: block for block in blocks(text) for line in (block.line - 1,)}
    inside: set[int] = set()
    for block in blocks(text):
        inside |= set(range(block.line - 1, block.line + block.text.count("\n") + 2))
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if number in code:
            found.append(deed(code[number].language, code[number].text))
        elif number not in inside and (heading := re.match(r"#+ ", line)):
            found.append(heading[0])
    return found


def deed(language: str, text: str) -> str:
    """A block without its output and without what is in the reader's language, as names of files are."""
    if language == "console":
        lines = [line.split() for line in text.splitlines() if line.startswith("$ ")]
        return "; ".join(
            " ".join([*words[1:4], *(word for word in words[4:] if word.startswith("-"))])
            for words in ([word for word in line if word not in ("--lang", "de", "en")] for line in lines)
        )
    return text.replace('"de"', '"en"') if language == "python" else language


def twin(path: Path) -> Path:
    return DOCS / path.relative_to(DOCS / "de")


def test_what_german_students_read_is_there() -> None:
    pages = {path.relative_to(DOCS / "de").as_posix() for path in GERMAN}
    assert pages >= {
        "index.md",
        "tutorial.md",
        "lecture.md",
        "howto/exercises.md",
        "howto/lesson.md",
        "howto/play.md",
    }


@pytest.mark.parametrize(
    "path",
    [path for path in GERMAN if path.name != "index.md"],
    ids=lambda path: path.relative_to(DOCS).as_posix(),
)
def test_german_keeps_in_step_with_english(path: Path) -> None:
    english = twin(path)
    assert english.exists()
    assert outline(path) == outline(english)
    for here, there in ((path, english), (english, path)):
        assert f"]({os.path.relpath(there, here.parent)})" in here.read_text(encoding="utf-8")


# --- the reference ------------------------------------------------------------------------------------------


def test_everything_that_is_exported_is_documented() -> None:
    """A section per name, with an example, which `test_docs.py` runs, and what Sphinx makes of the code."""
    text = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
    sections = dict(part.split("\n", 1) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:])
    assert sorted(sections) == sorted(spielbaum.__all__)
    for name, section in sections.items():
        (example, *_) = (block.text for block in blocks(section) if block.language == "python")
        assert re.search(rf"\b{name}\b", example), name
        assert re.search(rf":: spielbaum\.{name}$", section, re.MULTILINE), name


# --- where things go ----------------------------------------------------------------------------------------


def test_the_places_that_contributing_names_are_there() -> None:
    """Paths below the folders of the repository, in backquotes; names in capitals stand for one's own."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:src|tests|docs|tools|benchmarks|examples)/[\w./-]*)`", text))
    assert len(named) > 30
    assert sorted(name for name in named if not (ROOT / name).exists()) == []
    for module in re.findall(r"`python -m\s+([\w.]+)`", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").exists(), module
