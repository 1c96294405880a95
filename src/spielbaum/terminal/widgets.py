"""The parts of the full screen: the board, the players and their clocks, the engine's thoughts, the moves."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import Any

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from spielbaum.board import SYMBOLS, Board, Cell, Step, piece_letters, place_name
from spielbaum.language import compact, say
from spielbaum.play import Session, Task, line_words, move_rows, player_name, spec_words, value_words
from spielbaum.play.describe import local_move
from spielbaum.result import Result
from spielbaum.terminal.commands import minutes
from spielbaum.terminal.paint import SHAPES, Painting, View, changed_cells, paint, widths
from spielbaum.terminal.paint_steps import figure_sign, figure_widths, paint_figures
from spielbaum.terminal.steps import (
    Hand,
    pieces_move,
    place_names,
    places,
    sequence,
    turned,
    turned_place,
    with_places,
)

STYLES = {
    "player0": "bold #e5b80b",
    "player1": "bold #e0524d",
    "player2": "bold #3aa0e0",
    "player3": "bold #46b06a",
    "cursor": "bold reverse",
    "arrow": "bold",
    "last": "underline",
    "win": "bold reverse",
    "value": "#7aa2c8",
    "name": "dim",
    "line": "dim",
}
#: Squares of a board with figures: light, dark, goal, danger, cursor.
GROUNDS = dict(zip("01234", ("#ead9b5", "#bf9a6b", "#9fd3a5", "#e8897c", "#fffdf0"), strict=True))
INK = "#111111"


def has_stones(session: Session) -> bool:
    picture = session.game.presentation.picture
    return picture is not None and picture(session.position.state).kind in ("grid", "points", "columns")


def signs_of(session: Session) -> tuple[str, ...]:
    """Letters where the players are called by them, figures where there are some, shapes otherwise."""
    picture = session.game.presentation.picture
    letters = piece_letters(picture(session.game.start)) if picture is not None else []
    if picture is not None and letters:
        board = picture(session.game.start)
        first, second = (figure_sign(board, Cell(player, piece=letters[0]), SHAPES) for player in range(2))
        return first, second
    names = [player_name(session.game, player, "en") for player in range(session.game.facts.players)]
    return SYMBOLS if tuple(names) == SYMBOLS[: len(names)] else SHAPES


def style_of(names: str) -> str:
    return " ".join(_style(name) for name in names.split())


def _style(name: str) -> str:
    """One style; `ground-0` is a square, `edge-0-1` a row whose halves belong to two."""
    match name.split("-"):
        case ["ground", ground]:
            return f"bold {INK} on {GROUNDS[ground]}"
        case ["edge", above, below] if above in GROUNDS and below in GROUNDS:
            return f"{GROUNDS[below]} on {GROUNDS[above]}"
        case ["edge", above, below]:
            return GROUNDS[below if above not in GROUNDS else above]
    return STYLES[name]


class BoardView(Widget, can_focus=True):
    """The board; arrow keys and mouse choose a place, Enter and a click play there.

    Where pieces move, a place is a square and not a move: the first one picks a piece up, the second one
    puts it down.
    """

    DEFAULT_CSS = "BoardView { height: 1fr; width: 1fr; text-wrap: nowrap; text-overflow: clip; }"

    cursor: reactive[str | None] = reactive(None)
    badges: reactive[dict[str, str]] = reactive(dict)

    class Played(Message):
        """A person chose this place on the board."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self, session: Session, language: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.session = session
        self.language = language
        self._painting = Painting()
        self._corner = (0, 0)
        self.hand = Hand()

    @property
    def board(self) -> Board | None:
        picture = self.session.game.presentation.picture
        return None if picture is None else picture(self.session.position.state)

    def chosen(self, place: str) -> list[Step] | str:
        """What choosing a place means: a move, or the ways in which the figure in hand can go there."""
        board = self.board
        if board is None or not pieces_move(board) or place not in place_names(board):
            return place
        move = next((board.cell(one).move for one in places(board) if place_name(board, one) == place), None)
        if move is not None:
            return move
        steps = self.hand.choose(board, place)
        self.refresh()
        return steps

    def point_at(self, move: str) -> None:
        """Show a move as if it was about to be played."""
        board = self.board
        step = None if board is None else next((one for one in board.steps if one.move == move), None)
        if board is None or step is None:
            self.cursor = move
            return
        *self.hand.chosen, self.cursor = sequence(board, step)

    def let_go(self) -> None:
        self.hand.let_go()
        self.refresh()

    @property
    def _from_behind(self) -> bool:
        """A person who plays the second side alone sits on that side."""
        return not self.session.is_human(0) and self.session.is_human(1)

    def render(self) -> Text:
        position = self.session.position
        picture = self.session.game.presentation.picture
        board = None if picture is None else picture(position.state)
        last: frozenset[tuple[int, int]] = frozenset()
        if picture is not None and board is not None and self.session.plies:
            last = changed_cells(picture(self.session.positions[-2].state), board)
        yours = self.session.human_to_move
        view = View(self.cursor if yours else None, last, self.badges, signs_of(self.session))
        legal = position.legal_texts if yours or board is None else []
        if board is not None and pieces_move(board):
            shown = {step.move for step in board.steps} | {cell.move for row in board.rows for cell in row}
            legal = [move for move in legal if move not in shown]
            view, board = self._with_hand(view, board)
            self._painting = paint_figures(board, legal, view, self.size.width, self.size.height)
        else:
            text = self.session.game.board_text(position.state)
            self._painting = paint(board, text, legal, view, self.size.width, self.size.height)
        if self._too_small:
            return self._say_too_small()
        self._corner = (
            max((self.size.width - self._painting.width) // 2, 0),
            max((self.size.height - self._painting.height) // 2, 0),
        )
        return self._as_text()

    @property
    def widths(self) -> tuple[int, int]:
        """The columns that the board needs: to be read with ease, and at least."""
        board = self.board
        return figure_widths(board) if board is not None and pieces_move(board) else widths(board)

    @property
    def _too_small(self) -> bool:
        width, height = self._painting.needs
        return width > self.size.width or height > self.size.height

    def _say_too_small(self) -> Text:
        """Half a board would only mislead: say how much room it takes. Moves can still be typed."""
        width, height = self._painting.needs
        self._painting = Painting()
        columns, rows = self.size
        lines: list[str] = []
        # A sentence that is cut off says nothing; the second one is as short as can be.
        for key in ("terminal.too_small", "terminal.too_small.short"):
            words = say(key, self.language, width=width, height=height, columns=columns, rows=rows)
            lines = wrap(words, max(columns - 1, 1))
            if len(lines) <= rows:
                break
        return Text("\n".join(lines), "bold")

    def _with_hand(self, view: View, board: Board) -> tuple[View, Board]:
        """The squares as places, from the person's side."""
        view = replace(
            view,
            chosen=frozenset(self.hand.chosen),
            reach=self.hand.goals(board),
            covers=self.hand.covers(board),
            badges=self.hand.badges(board, view.badges),
            square_badges=self.hand.square_badges(board, view.badges),
        )
        board = with_places(board)
        if self._from_behind:
            last = frozenset(turned_place(board, place) for place in view.last)
            return replace(view, last=last), turned(board)
        return view, board

    def _as_text(self) -> Text:
        left, top = self._corner
        text = Text("\n" * top, no_wrap=True, end="")
        for line in self._painting.lines:
            text.append(" " * left)
            for words, style in line:
                text.append(words, style_of(style))
            text.append("\n")
        return text

    def move_cursor(self, dx: int, dy: int) -> None:
        if self.session.human_to_move:
            self.cursor = self._painting.next_to(self.cursor, dx, dy) or self.cursor

    def settle_cursor(self) -> None:
        """Keep the cursor on a legal move: where it is if possible, else in the middle."""
        self.hand.let_go()
        board = self.board
        if board is not None and pieces_move(board):
            starts = [step.origin for step in board.steps]
            starts += [place for place in places(board) if board.cell(place).move is not None]
            if starts and self.cursor not in place_names(board):
                self.cursor = place_name(board, starts[len(starts) // 2])
            return
        legal = self.session.position.legal_texts if self.session.human_to_move else []
        if legal and self.cursor not in legal:
            self.cursor = legal[len(legal) // 2]

    def _move_at(self, event: events.MouseEvent) -> str | None:
        left, top = self._corner
        return self._painting.at(event.x - left, event.y - top) if self.session.human_to_move else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        move = self._move_at(event)
        if move is not None:
            self.cursor = move

    def on_click(self, event: events.Click) -> None:
        move = self._move_at(event)
        if move is not None:
            self.post_message(self.Played(move))


class Players(Widget):
    """Who plays, whose turn it is, and the clocks."""

    DEFAULT_CSS = "Players { height: auto; width: 1fr; }"

    def __init__(self, session: Session, language: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.session = session
        self.language = language

    def render(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        signs, faces = signs_of(self.session), self.session.clocks()
        stones = has_stones(self.session)
        for player, (who, face) in enumerate(zip(self.session.players, faces, strict=True)):
            name = player_name(self.session.game, player, self.language)
            sign = f"{signs[player]} " if stones and name != signs[player] else ""
            time = minutes(face.used if face.left is None else face.left)
            label = f"{'▶' if face.running else ' '} {sign}{name}"
            width = max(self.size.width, 20)
            text.append(
                label.ljust(width - len(time) - 1)[: width - len(time) - 1], f"{STYLES[f'player{player}']}"
            )
            text.append(f" {time}\n", "bold" if face.running else "")
            if self.screen.has_class("low"):  # the engine's thoughts and the moves need the rows
                continue
            for line in wrap(spec_words(who.spec, self.language, self.session.game), width - 4):
                text.append(f"    {line}\n", "dim")
        return text


class Thoughts(Widget):
    """What the engine thinks, live."""

    DEFAULT_CSS = "Thoughts { height: 7; width: 1fr; }"

    def __init__(self, session: Session, language: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.session = session
        self.language = language
        self._shown: tuple[Task, Result[Any]] | None = None
        self.busy = False

    def show(self, task: Task, result: Result[Any]) -> None:
        self._shown = task, result
        self.refresh()

    def clear(self) -> None:
        self._shown = None
        self.refresh()

    def render(self) -> Text:
        text = Text()
        if self.busy:
            text.append(say("terminal.thinking", self.language) + "\n", "bold")
        if self._shown is None:
            if not self.busy:
                text.append(say("terminal.no_thoughts", self.language), "dim")
            return text
        task, result = self._shown
        game, position = self.session.game, task.position
        if not self.busy:
            text.append(say(f"terminal.thought.{task.kind}", self.language) + "\n", "bold")
        text.append(value_words(game, result, self.language, position.state) + "\n")
        speed = result.nodes / result.seconds if result.seconds else 0.0
        facts = say(
            "terminal.facts",
            self.language,
            depth="–" if result.depth is None else result.depth,
            nodes=compact(result.nodes, self.language),
            speed=compact(speed, self.language),
        )
        text.append(facts + "\n", "dim")
        text.append(local_move(game, line_words(position, result.moves[:12]), self.language))
        return text


class Moves(Widget):
    """The moves so far; the last ones where there are more than fit."""

    DEFAULT_CSS = "Moves { height: 1fr; width: 1fr; }"

    def __init__(self, session: Session, language: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.session = session
        self.language = language

    def render(self) -> Text:
        game = self.session.game
        rows = [local_move(game, row, self.language) for row in move_rows(self.session.record(), game)]
        return Text("\n".join(rows[-max(self.size.height, 1) :]), no_wrap=True, overflow="ellipsis")
