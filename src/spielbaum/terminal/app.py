"""The full screen: one game, played with arrow keys, mouse or typed moves."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from spielbaum.errors import SpielbaumError
from spielbaum.game import Position
from spielbaum.language import in_language, say
from spielbaum.play import (
    Session,
    Task,
    game_title,
    outcome_words,
    player_name,
    value_badge,
    value_words,
)
from spielbaum.play.describe import local_move
from spielbaum.play.engine_store import Announce, EngineStore
from spielbaum.result import CHANCE, Result
from spielbaum.terminal.commands import command_of, command_word
from spielbaum.terminal.help_screen import HelpScreen
from spielbaum.terminal.promotion import PromotionScreen
from spielbaum.terminal.review import review_rows
from spielbaum.terminal.steps import pieces_move
from spielbaum.terminal.widgets import BoardView, Moves, Players, Thoughts

#: Keys and what they do; the words come from the catalogue.
KEYS = (
    ("question_mark", "?", "help"),
    ("q", "q", "quit"),
    ("h", "h", "hint"),
    ("v", "v", "eval"),
    ("u", "u", "undo"),
    ("r", "r", "redo"),
    ("m", "m", "now"),
    ("n", "n", "new"),
    ("s", "s", "save"),
    ("l", "l", "load"),
    ("x", "x", "resign"),
)
#: Where pieces move, these letters begin a move (h4, nf3, qh5, Sf3), and what they do elsewhere …
MOVE_LETTERS = frozenset("hlnqrs")
#: … has another key, or is written as a word after /.
HINT = ("asterisk", "*", "hint")
QUIT = ("ctrl+q", "^Q", "quit")
WORD = ("slash", "/", "line")
#: These end a game that goes on; one wrong key must not.
ENDING = frozenset({"resign", "new"})
#: The panel beside the board: columns at least, and where there is room.
PANEL = (24, 33)
#: In a window with fewer rows the engine's thoughts take less of the panel, and players only their names.
LOW = 22


class PlayApp(App[None]):
    """Shows a session and passes on what people do; all thinking runs in threads."""

    CSS = """
    Screen { layout: vertical; }
    #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #main { height: 1fr; }
    #side { width: 33; min-width: 24; padding: 0 1; border-left: solid $panel-lighten-2; }
    #side Static { height: 1; color: $text-muted; text-style: bold; }
    #message { height: auto; max-height: 3; padding: 0 1; }
    #line { height: 1; border: none; padding: 0 1; display: none; }
    #line.open { display: block; }
    #keys { height: 1; padding: 0 1; color: $text-muted; }
    .low Thoughts { height: 4; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"press('{shown}', '{name}')", show=False) for key, shown, name in (*KEYS, HINT)),
        Binding("f1", "do('help')", show=False),
        Binding("left,shift+tab", "point(-1, 0)", show=False),
        Binding("right,tab", "point(1, 0)", show=False),
        Binding("up", "point(0, -1)", show=False),
        Binding("down", "point(0, 1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("space", "choose(' ')", show=False),
        Binding("slash", "type('')", show=False),
        Binding("escape", "leave_line", show=False, priority=True),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, session: Session, language: str, *, seconds: float = 1.0) -> None:
        """`seconds` is the time for hints; the values of all moves get twice as much."""
        super().__init__()
        self.session = session
        self.language = language
        self.seconds = seconds
        self._thinking: Task | None = None
        self._asked: Task | None = None
        self._announced: Announce | None = None
        self._leave_review = Event()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            yield BoardView(self.session, self.language, id="board")
            with Vertical(id="side"):
                yield Players(self.session, self.language, id="players")
                yield Static(self._words("heading.engine"))
                yield Thoughts(self.session, self.language, id="thoughts")
                yield Static(self._words("heading.moves"))
                yield Moves(self.session, self.language, id="moves")
        yield Static(id="message")
        yield Input(id="line", select_on_focus=False)
        yield Static(id="keys")

    def on_mount(self) -> None:
        # Whoever asks something else of the engine than a move may have to wait for the compiler once more.
        self._announced, EngineStore.announce = EngineStore.announce, self._announce
        self.query_one("#board").focus()
        self.set_interval(0.2, self._tick)
        self._say(self._welcome())
        self._changed()

    def on_resize(self) -> None:
        # When the window has its new size for everybody.
        self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        """Share the window out: the board first, then the panel beside it, as wide as both can be."""
        easy, least = self.query_one(BoardView).widths
        room = self.size.width
        beside = room - easy if room - easy >= PANEL[0] else room - least
        side = self.query_one("#side")
        side.display = beside >= PANEL[0]
        side.styles.width = min(PANEL[1], beside)
        self.screen.set_class(self.size.height < LOW, "low")
        self.query_one(Players).refresh(layout=True)
        self.query_one("#keys", Static).update(self._key_line(room - 2))

    def _key_line(self, width: int) -> Text:
        """The keys that fit; ? shows all of them."""
        keys = Text()
        for _, key, name in self._keys:
            words = f" {self._words(f'key.{name}')}"
            if len(keys) + len(key) + len(words) > width:
                break
            keys.append(key, "bold")
            keys.append(f"{words}  ")
        return keys

    def on_unmount(self) -> None:
        EngineStore.announce = self._announced
        self._leave_review.set()
        self.session.close()

    def _announce(self, game: str) -> None:
        self._from_thread(self._say, self._words("compiling", game=game))

    # ------------------------------------------------------------------ the game goes on

    def _changed(self) -> None:
        """The position is another one: show it, and let a program think where it is its turn."""
        board = self.query_one(BoardView)
        board.badges = {}
        board.settle_cursor()
        board.refresh()
        self._arrange()
        for part in (Players, Moves):
            self.query_one(part).refresh(layout=True)
        session = self.session
        if session.outcome is not None:
            self._say(outcome_words(session.game, session.outcome, self.language))
        self._show_title()
        self._thinking = session.think()
        self.query_one(Thoughts).busy = self._thinking is not None
        self.query_one(Thoughts).refresh()
        if self._thinking is not None:
            self._think(self._thinking)

    def _show_title(self) -> None:
        session = self.session
        title = game_title(session.game, self.language)
        if session.over:
            status = self._words("status.over")
        else:
            who = player_name(session.game, session.position.player, self.language)
            status = self._words("status.to_move", player=who)
        self.query_one("#title", Static).update(f"{title} – {status}")

    @work(thread=True, group="thinking")
    def _think(self, task: Task) -> None:
        answer = task.run(report=lambda result: self._from_thread(self._report, task, result))
        self._from_thread(self._answered, task, answer)

    def _from_thread(self, callback: Any, *arguments: Any) -> None:
        if self.is_running:
            self.call_from_thread(callback, *arguments)

    def _report(self, task: Task, result: Result[Any]) -> None:
        if task in (self._thinking, self._asked) and not self._ending:
            self.query_one(Thoughts).show(task, result)

    def _answered(self, task: Task, answer: Any) -> None:
        if self._ending or not self.session.accept(task, answer):
            return
        if task.kind != "move":
            self._insight(task, answer)
            return
        self.query_one(Thoughts).clear()
        if isinstance(getattr(answer, "result", None), Result):
            self.query_one(Thoughts).show(task, answer.result)
        if self.session.outcome is None and self.session.plies:
            ply = self.session.plies[-1]
            name = player_name(self.session.game, ply.player, self.language)
            key = "thrown" if ply.player == CHANCE else "plays"
            move = local_move(self.session.game, ply.move, self.language)
            self._say(self._words(key, player=name, move=move))
        self._changed()

    def _insight(self, task: Task, answer: Any) -> None:
        self._asked = None
        thoughts = self.query_one(Thoughts)
        thoughts.busy = False
        if not isinstance(answer, Result):
            self._fail(answer)
            return
        thoughts.show(task, answer)
        game, state = self.session.game, task.position.state
        words = value_words(game, answer, self.language, state)
        board = self.query_one(BoardView)
        if task.kind == "hint":
            move = game.move_name(state, answer.move)
            board.point_at(move)
            self._say(self._words("hint", move=local_move(game, move, self.language), value=words))
        else:
            board.badges = {
                game.move_name(state, line.moves[0]): value_badge(
                    game, line, task.player, self.language, state
                )
                for line in answer.lines
            }
            self._say(words)

    def _tick(self) -> None:
        if self._ending:
            return
        if self.session.tick():
            self._changed()
        self.query_one(Players).refresh()

    @property
    def _ending(self) -> bool:
        """The widgets are gone already, while timers and threads may still call."""
        return not self.query(BoardView)

    # ------------------------------------------------------------------ what people do

    def action_point(self, dx: int, dy: int) -> None:
        self.query_one(BoardView).move_cursor(dx, dy)

    def action_choose(self, character: str = "") -> None:
        if self._line.has_class("open"):
            if not self._typed_on(character):
                self._obey(self._line.value)
            return
        cursor = self.query_one(BoardView).cursor
        if self.session.human_to_move and cursor is not None:
            self._choose(cursor)

    def on_board_view_played(self, message: BoardView.Played) -> None:
        self._choose(message.move)

    def _choose(self, place: str) -> None:
        """A place on the board: a move, or one end of it."""
        view = self.query_one(BoardView)
        chosen, board = view.chosen(place), view.board
        if isinstance(chosen, str):
            self._move(chosen)
        elif len(chosen) == 1:
            self._move(chosen[0].move)
        elif chosen and board is not None:
            player = self.session.position.player
            screen = PromotionScreen(chosen, player, board.pieces, self.language)
            self.push_screen(screen, self._promoted)

    def _promoted(self, move: str | None) -> None:
        if move is not None:
            self._move(move)

    def _move(self, text: str) -> None:
        try:
            self.session.move(text)
        except SpielbaumError as error:
            self._fail(error)
            return
        self._say("")
        self._changed()

    def _welcome(self) -> str:
        figures = pieces_move(self.query_one(BoardView).board)
        if not figures:
            return self._words("welcome")
        game = self.session.game
        return self._words("welcome.steps", move=Position(game, game.start).legal_texts[-1])

    @property
    def _keys(self) -> tuple[tuple[str, str, str], ...]:
        """The keys that mean something in this game."""
        if not pieces_move(self.query_one(BoardView).board):
            return KEYS
        others = {other[2]: other for other in (HINT, QUIT)}
        found = (others.get(key[2], key) for key in KEYS)
        return (*(key for key in found if key[1] not in MOVE_LETTERS), WORD)

    def action_press(self, character: str, name: str) -> None:
        """A key that does something, unless it is part of a typed move."""
        if self._typed_on(character):
            return
        if character in MOVE_LETTERS and pieces_move(self.query_one(BoardView).board):
            self.action_type(character)
        else:
            self.action_do(name)

    def action_do(self, name: str) -> None:
        if name in ENDING and self.session.plies and not self.session.over:
            self._say(self._words("sure"))
            self.action_type(command_word(name, self.language))
            return
        try:
            getattr(self, f"_do_{name}")("")
        except SpielbaumError as error:
            self._fail(error)

    def _do_help(self, _argument: str) -> None:
        text = Text()
        text.append(game_title(self.session.game, self.language) + "\n", "bold")
        text.append(in_language(self.session.game.presentation.rules, self.language) + "\n\n")
        text.append(self._words("keys.board") + "\n")
        if pieces_move(self.query_one(BoardView).board):
            text.append(self._words("keys.steps") + "\n")
        text.append("\n")
        keys = [(key, name) for _, key, name in self._keys if name != WORD[2]]
        named = {name for _, name in keys}
        keys += [(f"/{command_word(name, self.language)}", name) for _, _, name in KEYS if name not in named]
        width = max(len(key) for key, _ in keys)
        for key, name in keys:
            text.append(f" {key:<{width}}  ", "bold")
            text.append(self._words("help.help_key" if name == "help" else f"help.{name}") + "\n")
        self.push_screen(HelpScreen(text))

    def _do_hint(self, _argument: str) -> None:
        self._ask(self.session.hint(self.seconds))

    def _do_eval(self, _argument: str) -> None:
        board = self.query_one(BoardView)
        if board.badges:
            board.badges = {}
        else:
            self._ask(self.session.values(2 * self.seconds))

    def _do_review(self, _argument: str) -> None:
        self._say(self._words("review.runs", count=self.session.position.plies + 1))
        self._leave_review.set()
        self._leave_review = Event()
        self._review(self._leave_review)

    @work(thread=True, group="review")
    def _review(self, stop: Event) -> None:
        rows = review_rows(self.session, self.seconds, self.language, stop)
        if not stop.is_set():
            self._from_thread(self.push_screen, HelpScreen(Text("\n\n".join(rows))))
            self._from_thread(self._say, "")

    def _ask(self, task: Task) -> None:
        if self._asked is not None:
            self._asked.stop()
        self._asked = task
        self.query_one(Thoughts).busy = True
        self.query_one(Thoughts).clear()
        self._think(task)

    def _do_undo(self, _argument: str) -> None:
        self._say(self._words("undone", count=self.session.undo()))
        self._changed()

    def _do_redo(self, _argument: str) -> None:
        self._say(self._words("redone", count=self.session.redo()))
        self._changed()

    def _do_now(self, _argument: str) -> None:
        for task in (self._thinking, self._asked):
            if task is not None:
                task.stop()

    def _do_new(self, _argument: str) -> None:
        self.session.restart()
        self.query_one(Thoughts).clear()
        self._say(self._welcome())
        self._changed()

    def _do_save(self, argument: str) -> None:
        if not argument:
            self.action_type(f"{command_word('save', self.language)} {self.session.game.name}.json")
            return
        self.session.save(Path(argument))
        self._say(self._words("saved", path=argument))

    def _do_load(self, argument: str) -> None:
        if not argument:
            self.action_type(f"{command_word('load', self.language)} {self.session.game.name}.json")
            return
        self.session.load(Path(argument))
        self._say(self._words("loaded", path=argument))
        self._changed()

    def _do_resign(self, _argument: str) -> None:
        self.session.resign()
        self._changed()

    def _do_quit(self, _argument: str) -> None:
        self.exit()

    # ------------------------------------------------------------------ the typed line

    def on_key(self, event: events.Key) -> None:
        """A digit begins a move; it is played at once where no move of this game has more of them.

        Where pieces move, every letter begins one that is no key for something else.
        """
        if event.character is None or isinstance(self.screen, ModalScreen):
            return
        if event.character in {" ", *(key for _, key, _ in (*KEYS, HINT))}:
            return  # bound: the action knows what to do
        if event.is_printable and self._typed_on(event.character):
            event.stop()
            return
        letters = event.character.isalpha() and pieces_move(self.query_one(BoardView).board)
        if self._line.has_class("open") or not (event.character.isdigit() or letters):
            return
        event.stop()
        if event.character in self.session.position.legal_texts and self._moves_are_single:
            self._move(event.character)
        else:
            self.action_type(event.character)

    @property
    def _moves_are_single(self) -> bool:
        """Whether all moves have one character, those that are no longer possible included.

        Who types 1 for 10 on a board with ten columns means 10 when that one is full, too.
        """
        game = self.session.game
        positions = (Position(game, game.start), *self.session.positions)
        return all(len(move) == 1 for position in positions for move in position.legal_texts)

    def _typed_on(self, character: str) -> bool:
        """A key that was pressed before the open line had the focus belongs to it all the same."""
        late = bool(character) and self._line.has_class("open") and not self._line.has_focus
        if late:
            self._line.insert_text_at_cursor(character)
        return late

    @property
    def _line(self) -> Input:
        return self.query_one("#line", Input)

    def action_type(self, text: str) -> None:
        self._line.value = text
        self._line.placeholder = self._words("line")
        self._line.add_class("open")
        self._line.focus()
        self._line.cursor_position = len(text)

    def action_leave_line(self) -> None:
        if isinstance(self.screen, PromotionScreen | HelpScreen):
            self.screen.dismiss(None)
            return
        if not self._line.has_class("open"):
            self.query_one(BoardView).let_go()
        self._line.remove_class("open")
        self.query_one(BoardView).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._obey(event.value)

    def _obey(self, text: str) -> None:
        """A move or a command."""
        self.action_leave_line()
        text = text.strip()
        word, _, argument = text.partition(" ")
        command = command_of(word, self.language)
        if not text:
            return
        if command is None or text in self.session.position.legal_texts:
            self._move(text)
        elif hasattr(self, f"_do_{command}"):
            try:
                getattr(self, f"_do_{command}")(argument.strip())
            except SpielbaumError as error:
                self._fail(error)

    # ------------------------------------------------------------------ saying things

    def _words(self, key: str, **fields: object) -> str:
        return say(f"terminal.{key}", self.language, **fields)

    def _say(self, sentence: str) -> None:
        self.query_one("#message", Static).update(Text(sentence))

    def _fail(self, error: Exception) -> None:
        sentence = error.sentence(self.language) if isinstance(error, SpielbaumError) else str(error)
        self.query_one("#message", Static).update(Text(sentence, "bold"))
