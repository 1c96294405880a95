"""Build the documentation as a site, in both languages: `python tools/site.py FOLDER`.

Warnings are errors. What has not changed since the last build is not read again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

DOCS = Path(__file__).resolve().parent.parent / "docs"
#: The folder of each language's pages, and where its site lies.
PARTS = {"en": ".", "de": "de"}


def build(site: Path, doctrees: Path) -> int:
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
        arguments += ["--quiet", "--fail-on-warning", "--keep-going", str(DOCS / part), str(site / part)]
        code = sphinx(arguments)
        if code:
            return code
    return 0


def main() -> None:
    site = Path(sys.argv[1])
    code = build(site, site.with_name(f"{site.name}.cache"))
    if code == 0:
        print(f"The documentation is in {(site / 'index.html').resolve()}")
    sys.exit(code)


if __name__ == "__main__":
    main()
