"""Reports of runs: a page to read, or slides to present; each is one HTML file that needs nothing else.

story = story_of(folder, "de")
report_html(story), slides_html(story)
talk_html("my_game.py", "de")                # about the game itself
"""

from spielbaum.experiments.report.page import report_html
from spielbaum.experiments.report.slides import slides_html
from spielbaum.experiments.report.stories import story_of
from spielbaum.experiments.report.story import SERVER, Demonstration, Story, Table
from spielbaum.experiments.report.talk import talk_html

__all__ = ["SERVER", "Demonstration", "Story", "Table", "report_html", "slides_html", "story_of", "talk_html"]
