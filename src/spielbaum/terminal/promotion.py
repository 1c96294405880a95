"""A figure arrives where it becomes another: which one?"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from spielbaum.board import PieceSet, Step
from spielbaum.language import say
from spielbaum.terminal.steps import GLYPHS


class PromotionScreen(ModalScreen[str | None]):
    """Answers the text of the chosen move, or None."""

    DEFAULT_CSS = """
    PromotionScreen { align: center middle; }
    PromotionScreen Vertical { width: 54; height: auto; padding: 1 2; border: round $primary;
                               background: $surface; }
    """

    def __init__(self, steps: Sequence[Step], player: int, pieces: PieceSet, language: str) -> None:
        super().__init__()
        self.pieces = pieces
        self.steps = tuple(steps)
        self.player = player
        self.language = language
        self.at = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(say("terminal.promotion", self.language), "bold"))
            yield Static(id="figures")
            yield Static(Text(say("terminal.promotion.keys", self.language), "dim"))

    def on_mount(self) -> None:
        self._show()

    def name_of(self, step: Step) -> str:
        return say(f"figure.{self.pieces}.{step.becomes}", self.language).capitalize()

    def _show(self) -> None:
        text = Text("\n", no_wrap=True)
        for index, step in enumerate(self.steps):
            glyphs = GLYPHS.get(step.becomes or "", "") if self.pieces == "chess" else ""
            words = f"{glyphs[self.player]} {self.name_of(step)}" if glyphs else self.name_of(step)
            text.append(
                f"[{words}]" if index == self.at else f" {words} ", "reverse" if index == self.at else ""
            )
        text.append("\n")
        self.query_one("#figures", Static).update(text)

    def on_key(self, event: events.Key) -> None:
        """Letters are those of the language: Q or D for the queen."""
        event.stop()
        step = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1, "shift+tab": -1}.get(event.key)
        letter = (event.character or "").upper()
        named = [one for one in self.steps if letter and letter in (one.becomes, self.name_of(one)[0])]
        if step is not None:
            self.at = (self.at + step) % len(self.steps)
            self._show()
        elif event.key in ("enter", "space"):
            self.dismiss(self.steps[self.at].move)
        elif named:
            self.dismiss(named[0].move)
