"""The explorer of a whole solution on the full screen: arrow keys choose moves and go back and forward."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from spielbaum.language import grouped, say
from spielbaum.play import game_title
from spielbaum.solution import MoveEntry
from spielbaum.solution.statistics import statistics_of
from spielbaum.solution.walk import best_line, only_winning_move, ranked_moves
from spielbaum.solution.wording import Outcome, entry_words, outcome_of, state_text
from spielbaum.terminal.explorer import MOST_PLIES, Walk, plot_of, signed_move, signed_words, status_words
from spielbaum.terminal.help_screen import HelpScreen

#: Keys, how they are shown, and the command of the line explorer that they stand for.
KEYS = (
    ("left,backspace", "←", "back"),
    ("right", "→", "forward"),
    ("b", "b", "best"),
    ("l,space", "l", "line"),
    ("o", "o", "only"),
    ("g", "g", "longest"),
    ("p", "p", "plot"),
    ("s,home", "s", "start"),
    ("question_mark,f1", "?", "help"),
    ("q,ctrl+c", "q", "quit"),
)
STYLES: dict[Outcome, str] = {
    "win": "green",
    "draw": "yellow",
    "cycle": "cyan",
    "loss": "red",
    "expected": "cyan",
    "unknown": "dim",
}
#: Seconds per move of the line of best play.
BEAT = 0.7


class ExplorerApp(App[None]):
    """Shows where a walk is; Enter plays the chosen move."""

    CSS = """
    #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #main { height: 1fr; }
    #place { width: 1fr; padding: 1 2; }
    #moves { width: 1fr; max-width: 44; height: 1fr; border: none; }
    #message { height: auto; max-height: 3; padding: 0 1; }
    #keys { height: auto; padding: 0 1; color: $text-muted; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"do('{name}')", show=False, priority=True) for key, _, name in KEYS
    ]

    def __init__(self, walk: Walk, language: str, *, seed: int = 1, beat: float = BEAT) -> None:
        super().__init__()
        self.walk = walk
        self.solution = walk.solution
        self.game = walk.solution.game
        self.language = language
        self._random = Random(seed)
        self._beat = beat
        self._moves: list[MoveEntry] = []
        #: What is still to be played of the line of best play, and what plays it.
        self._line: list[MoveEntry] = []
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            with VerticalScroll(id="place"):
                yield Static(id="board", markup=False)
            yield OptionList(id="moves", markup=False)
        yield Static(id="message", markup=False)
        yield Static(self._key_line(), id="keys")

    def on_mount(self) -> None:
        count = grouped(len(self.solution), self.language)
        title = game_title(self.game, self.language)
        self.query_one("#title", Static).update(self._words("title", game=title, count=count))
        self.query_one("#moves").focus()
        self._show()

    # --- what people do

    def action_do(self, name: str) -> None:
        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
            return
        playing = self._stop()
        if name != "line" or not playing:  # the same key again stops it
            getattr(self, f"_do_{name}")()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._stop()
        self._go(self._moves[event.option_index].after)

    def _do_back(self) -> None:
        self._show("" if self.walk.back() else self._words("no_back"))

    def _do_forward(self) -> None:
        self._show("" if self.walk.forward() else self._words("no_forward"))

    def _do_start(self) -> None:
        self._go(self.game.start)

    def _do_best(self) -> None:
        self._line = best_line(self.solution, self.walk.state, 1)
        if self._line:
            self._step()
        else:
            self._show(self._words("over"))

    def _do_line(self) -> None:
        self._line = best_line(self.solution, self.walk.state, MOST_PLIES)
        if self._line:
            self._timer = self.set_interval(self._beat, self._step)
        else:
            self._show(self._words("over"))

    def _do_only(self) -> None:
        if self.solution.expected:
            self._show(self._words("no_wins"))
            return
        state = only_winning_move(self.solution, self._random)
        if state is None:
            self._show(self._words("no_only"))
        else:
            self._go(state, self._words("only"))

    def _do_longest(self) -> None:
        if self.solution.expected:
            self._show(self._words("no_wins"))
            return
        found = statistics_of(self.solution)
        if found.longest is None or found.longest_state is None:
            self._show(self._words("no_longest"))
        else:
            words = entry_words(found.longest, self.game, self.language)
            self._go(found.longest_state, self._words("longest", entry=words))

    def _do_plot(self) -> None:
        lines = plot_of(self.solution, self.language)
        self.push_screen(HelpScreen(Text("\n".join(lines))))

    def _do_help(self) -> None:
        lines = [f"{shown}  {self._words(f'help.{name}')}" for _, shown, name in KEYS]
        self.push_screen(HelpScreen(Text("\n".join(["↑ ↓ ⏎  " + self._words("help.choose"), *lines]))))

    def _do_quit(self) -> None:
        self.exit()

    # --- the line of best play, a move at a time

    def _step(self) -> None:
        step = self._line.pop(0)
        move = self.game.move_name(self.walk.state, step.move)
        if not self._line:
            self._stop()
        self._go(step.after, self._words("played", move=move))

    def _stop(self) -> bool:
        """Stop playing the line; whether it was being played."""
        playing = self._timer is not None
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._line = None, []
        return playing

    # --- what people see

    def _go(self, state: Any, message: str = "") -> None:
        self.walk.go(state)
        self._show(message)

    def _show(self, message: str = "") -> None:
        state = self.walk.state
        entry = self.solution.look(state) or self.solution.end(state)
        words = signed_words(entry, self.game, self.language)
        text = Text(self.game.board_text(state) + "\n\n")
        if self.game.presentation.notation is not None:
            text.append(state_text(self.game, state) + "\n", "dim")
        text.append(status_words(self.game, state, words, self.language))
        text.highlight_words([words], STYLES[outcome_of(entry, self.game)])
        self.query_one("#board", Static).update(text)
        self._moves = ranked_moves(self.solution, state)
        names = [self.game.move_name(state, each.move) for each in self._moves]
        width = max(map(len, names), default=0)
        options = self.query_one("#moves", OptionList)
        options.clear_options()
        for name, each in zip(names, self._moves, strict=True):
            line = Text(f"{name:<{width}}  ")
            style = STYLES[outcome_of(each.entry, self.game)]
            line.append(signed_move(each, self.game, self.language), style)
            options.add_option(Option(line))
        if names:
            options.highlighted = 0
        self.query_one("#message", Static).update(message)

    def _key_line(self) -> Text:
        """All keys in two lines, so that none is torn from its word."""
        keys = Text()
        for number, (_, shown, name) in enumerate(KEYS, start=1):
            keys.append(shown, "bold")
            keys.append(f" {say(f'explorer.command.{name}', self.language)}")
            keys.append("\n" if number == len(KEYS) // 2 else "  ")
        return keys

    def _words(self, key: str, **fields: object) -> str:
        return say(f"explorer.{key}", self.language, **fields)
