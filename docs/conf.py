"""How Sphinx makes the site of these pages; `tools/site.py` builds it, once for each language.

The English site is made of `docs/`, the German one of `docs/de/`, each with a search in its own language. The
German page of `docs/X.md` is `docs/de/X.md`. Pages link to each other and to files as they lie in the
repository, so that the links also work where the Markdown is read as it is; `linked` turns those that lead
out of the site that is being built into addresses.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

import spielbaum

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
GERMAN = "de"
#: Pages whose text lies outside of `docs/`.
ELSEWHERE = {
    "index": ROOT / "README.md",
    "contributing": ROOT / "CONTRIBUTING.md",
    "changes": ROOT / "CHANGELOG.md",
}
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^(\s*)(```+|~~~+).*?^\1\2\s*$", re.MULTILINE | re.DOTALL)

project = "Spielbaum"
version = release = spielbaum.__version__
project_copyright = "Spielbaum contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
templates_path = ["_site"]
highlight_language = "none"
suppress_warnings = ["config.cache"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
default_role = "code"  # docstrings put names into single backquotes
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries = False

html_theme = "furo"
html_title = "Spielbaum"
html_logo = html_favicon = "../src/spielbaum/web/static/icon.svg"
html_static_path = ["_site/site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "pages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2b4db3", "color-brand-content": "#2b4db3"},
    "dark_css_variables": {"color-brand-primary": "#8fb0ff", "color-brand-content": "#8fb0ff"},
}


def setup(app: Sphinx) -> None:
    if Path(app.srcdir).name == GERMAN:
        app.config.html_static_path += ["_site/search_words.js"]
        app.add_js_file("search_words.js", priority=900)  # after Sphinx's own words
    else:
        app.config.exclude_patterns += [GERMAN, "_site"]
    app.connect("source-read", read_page)
    app.connect("html-page-context", name_twin)
    app.connect("build-finished", copy_files)


def read_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """The text of a page, with the text that lies elsewhere, and links that lead out of the site."""
    page = page_file(app, docname)
    text = linked(app, page, docname, source[0])
    elsewhere = ELSEWHERE.get(docname)
    if elsewhere is not None and page.parent == DOCS:
        text = linked(app, elsewhere, docname, elsewhere.read_text(encoding="utf-8")) + "\n\n" + text
    source[0] = text


def page_file(app: Sphinx, docname: str) -> Path:
    return Path(app.srcdir) / f"{docname}.md"


def linked(app: Sphinx, file: Path, docname: str, text: str) -> str:
    """The text of a file, its links made for the page `docname`; code stays as it is."""
    here = page_file(app, docname).parent
    code = [match.span() for match in FENCE.finditer(text)]

    def address(match: re.Match[str]) -> str:
        words, target, anchor = match[1], (file.parent / match[2]).resolve(), match[3] or ""
        if any(begin <= match.start() < end for begin, end in code) or not target.exists():
            return match[0]
        for name, elsewhere in ELSEWHERE.items():
            if target == elsewhere:
                target = DOCS / f"{name}.md"
        own = target.is_relative_to(app.srcdir) and target.suffix == ".md"
        if own and not (Path(app.srcdir) == DOCS and target.is_relative_to(DOCS / GERMAN)):
            return f"[{words}]({os.path.relpath(target, here)}{anchor})"
        return f'<a href="{site_address(app, target, docname)}{anchor}">{words}</a>'

    def picture(match: re.Match[str]) -> str:
        return f"![{match[1]}]({os.path.relpath((file.parent / match[2]).resolve(), here)})"

    return re.sub(r"!\[([^\]]*)\]\(([^)\s:]+)\)", picture, LINK.sub(address, text))


def site_address(app: Sphinx, target: Path, docname: str) -> str:
    """Where a page of the other language or a file is found on the site; files are copied there."""
    place = (
        target.relative_to(DOCS) if target.is_relative_to(DOCS) else Path("files", target.relative_to(ROOT))
    )
    if target.suffix == ".md":
        place = place.with_suffix(".html")
    else:
        files(app)[place] = target
    return os.path.relpath(Path("/") / place, (Path("/") / site_folder(app) / docname).parent)


def site_folder(app: Sphinx) -> Path:
    """The part of the site that is being built: nothing, or `de`."""
    return Path(app.srcdir).relative_to(DOCS)


def files(app: Sphinx) -> dict[Path, Path]:
    """The files to copy, by their place on the site; kept with what was read, as pages are not read twice."""
    if not hasattr(app.env, "linked_files"):
        app.env.linked_files = {}  # type: ignore[attr-defined]
    found: dict[Path, Path] = app.env.linked_files  # type: ignore[attr-defined]
    return found


def copy_files(app: Sphinx, error: Exception | None) -> None:
    if error is not None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    root = (
        Path(app.outdir).parents[len(site_folder(app).parts) - 1]
        if site_folder(app).parts
        else Path(app.outdir)
    )
    for place, file in files(app).items():
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


def name_twin(app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """For the link to the same page in the other language; where there is none, to its first page."""
    german = site_folder(app) == Path(GERMAN)
    other = DOCS if german else DOCS / GERMAN
    same = (other / f"{pagename}.md").exists()
    twin = other.relative_to(DOCS) / f"{pagename if same else 'index'}.html"
    context["twin"] = os.path.relpath(Path("/") / twin, (Path("/") / site_folder(app) / pagename).parent)
    context["twin_language"] = ("en", "English") if german else ("de", "Deutsch")
