"""Reports of runs: a page to read, or slides to present; each is one HTML file that needs nothing else.

report = report_of(folder, "de")
report_html(report), slides_html(report)
talk_html("my_game.py", "de")                # about the game itself
"""

from spielbaum.experiments.report.page import report_html
from spielbaum.experiments.report.report import SERVER, Demonstration, Report, Section, report_of
from spielbaum.experiments.report.slides import slides_html
from spielbaum.experiments.report.talk import talk_html

__all__ = [
    "SERVER",
    "Demonstration",
    "Report",
    "Section",
    "report_html",
    "report_of",
    "slides_html",
    "talk_html",
]
