"""Build the documentation as a site, in both languages: `python -m tools.site FOLDER [--beside-pages]`.

With `--beside-pages` it links to the pages of `spielbaum site --docs FOLDER`, in whose folder it will lie,
and is as strict as they are about where things come from. Nothing is inline, as hosts may forbid that.
Warnings are errors. What has not changed since the last build is not read again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from spielbaum.site.build import POLICY
from tools.finish import finish

DOCS = Path(__file__).resolve().parent.parent / "docs"
#: The folder of each language's pages, and where its site lies.
PARTS = {"en": ".", "de": "de"}
#: Where the pages are, seen from the first page of each part.
PAGES = {"en": "../", "de": "../../"}


def build(site: Path, doctrees: Path, beside_pages: bool) -> int:
    """Build all parts into the folder `site`; the exit code of the first that fails, else 0."""
    for language, part in PARTS.items():
        arguments = [
            "-b",
            "html",
            "-c",
            str(DOCS),
            "-d",
            str(doctrees / language),
            "-D",
            f"language={language}",
        ]
        arguments += ["-A", f"pages={PAGES[language]}"] if beside_pages else []
        arguments += ["--quiet", "--fail-on-warning", "--keep-going", str(DOCS / part), str(site / part)]
        code = sphinx(arguments)
        if code:
            return code
    finish(site, POLICY if beside_pages else None)
    return 0


def main() -> None:
    site, *options = sys.argv[1:]
    place = Path(site)
    code = build(place, place.with_name(f"{place.name}.cache"), "--beside-pages" in options)
    if code == 0:
        print(f"The documentation is in {(place / 'index.html').resolve()}")
    sys.exit(code)


if __name__ == "__main__":
    main()
