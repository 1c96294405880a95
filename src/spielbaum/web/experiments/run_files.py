"""Files that tell of a run: the same that `spielbaum runs report` and `runs export` write."""

from __future__ import annotations

from pathlib import Path

from spielbaum.web.experiments.messages import FileOf, RunFile
from spielbaum.web.game_catalog import GameCatalog


def run_file(asked: FileOf, _shelf: GameCatalog, language: str) -> RunFile:
    folder, kind = Path(asked.folder), asked.kind
    if kind in ("csv", "json"):
        from spielbaum.experiments.export import choose_table, export, tables_of

        name, rows = choose_table(tables_of(folder), "")
        media = {"csv": "text/csv", "json": "application/json"}[kind]
        text = export(rows, kind).decode()
        return RunFile(name=f"{folder.name}-{name}.{kind}", media=media, text=text)
    from spielbaum.experiments.report import report_html, report_of, slides_html

    report = report_of(folder, language, asked.server)
    text = slides_html(report) if kind == "slides" else report_html(report)
    return RunFile(name=f"{folder.name}-{kind}.html", media="text/html", text=text)
