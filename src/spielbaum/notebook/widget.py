"""The widget: a page in a frame of the notebook, answered by the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import traitlets
from anywidget import AnyWidget

from spielbaum.draw import Options
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.language import say, system_language
from spielbaum.notebook.addresses import address_of, position_at, tree_address
from spielbaum.notebook.answering import PageAnswers
from spielbaum.notebook.frame import frame_html
from spielbaum.play.describe import game_title
from spielbaum.play.record import game_spec
from spielbaum.result import Result
from spielbaum.trace import Step, Trace
from spielbaum.tree import Tree, write_tree
from spielbaum.web.bundle import STATIC
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.tree_lab.stand_alone import stand_alone
from spielbaum.web.tree_lab.stepper_document import stepper_document

#: Pixels; the frame can be drawn larger.
HEIGHT = 760
#: A search may think as long as somebody looks at it.
SECONDS = 3600.0


class Widget(AnyWidget):
    """A game or position to play and analyse, a tree to search, or a recorded search to step through.

    `thing` is a game (or what `load_game` reads), a position, a tree, a trace, a step of one, or a result
    whose search was recorded. `players` are who plays: people, where nobody is named (`"engine:level=3"`).
    """

    _esm: ClassVar[Any] = STATIC / "js" / "notebook" / "widget.js"
    label = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(HEIGHT).tag(sync=True)
    #: What the page shows, as its address says it; changes with every move.
    address = traitlets.Unicode()

    def __init__(
        self,
        thing: str | Game[Any, Any] | Position[Any, Any] | Tree | Trace | Step | Result[Any],
        *,
        players: Sequence[str] = (),
        language: str | None = None,
        height: int = HEIGHT,
    ) -> None:
        language = Options(language=language or system_language()).language
        self._language = language
        self._games: GameCatalog | None = None
        self._page = ""
        self._html: str | None = None
        self._answers: PageAnswers | None = None
        if isinstance(thing, str):
            thing = load_game(thing)
        if isinstance(thing, Game):
            thing = Position(thing, thing.start)
        if isinstance(thing, Position):
            label, address = self._board(thing, players)
        elif isinstance(thing, Tree):
            label, address = self._tree(thing)
        else:
            label, address = self._search(thing), ""
        super().__init__(label=label, height=height, address=address)
        if self._games is not None:
            self._answers = PageAnswers(self._games, self._page, self._say)
        self.on_msg(self._hear)

    # --- what is shown

    def _board(self, position: Position[Any, Any], players: Sequence[str]) -> tuple[str, str]:
        game = position.game
        self._page, self._games = "play", catalog_of(game)
        people = ("human",) * game.facts.players
        whole = (*players, *people[len(players) :])
        return game_title(game, self._language), address_of(spec_of(game), position, whole, self._language)

    def _tree(self, tree: Tree) -> tuple[str, str]:
        self._page, self._games = "tree_lab", GameCatalog(limits=ServerLimits(seconds=SECONDS))
        return say("web.page.tree_lab", self._language), tree_address(write_tree(tree), self._language)

    def _search(self, thing: Trace | Step | Result[Any]) -> str:
        """A recorded search asks nothing, so it needs no answers."""
        result = thing if isinstance(thing, Result) else None
        trace = thing.trace if isinstance(thing, (Result, Step)) else thing
        if trace is None:
            raise BadInput("notebook.no_trace")
        document = stepper_document(trace, result, Options(language=self._language))
        step = thing.number + 1 if isinstance(thing, Step) else 0
        self._html = stand_alone([document], step=step)
        return str(document["title"])

    @property
    def position(self) -> Position[Any, Any]:
        """What is on the board now; setting it puts another position there."""
        if self._page != "play" or self._games is None:
            raise BadInput("notebook.no_board")
        return position_at(self.address, self._games)

    @position.setter
    def position(self, position: Position[Any, Any]) -> None:
        now = self.position
        if spec_of(position.game) != spec_of(now.game):
            raise BadInput("notebook.other_game", game=now.game.name, given=position.game.name)
        self.address = address_of(
            spec_of(now.game), position, ("human",) * now.game.facts.players, self._language
        )
        self.send({"show": self.address})

    # --- what the page says

    def _hear(self, _widget: object, message: Mapping[str, Any], _buffers: object) -> None:
        view = str(message["view"])
        if "open" in message:
            html = self._html or frame_html(self._page, self.address, self._language)
            self.send({"view": view, "page": html})
        elif "address" in message:
            self.address = str(message["address"])
        elif self._answers is not None and "ask" in message:
            self._answers.ask(view, message["ask"])
        elif self._answers is not None and "stop" in message:
            self._answers.stop(view, int(message["stop"]))

    def _say(self, message: dict[str, Any]) -> None:
        self.send(message)

    def close(self) -> None:
        """End what the page searches, and take the widget away."""
        if self._answers is not None:
            self._answers.close()
        super().close()


def spec_of(game: Game[Any, Any]) -> str:
    """What pages ask for the game as."""
    name = re.sub(r"[^A-Za-z0-9_-]", "_", game.name)[:64]
    return game_spec(name, game.presentation.parameters)


def catalog_of(game: Game[Any, Any]) -> GameCatalog:
    """The registered games and this one, which may be nobody else's."""
    spec = spec_of(game)
    name = spec.partition(":")[0]
    registered = name in GameCatalog().names()
    given = {spec: game} if registered else {name: game, spec: game}
    return GameCatalog(limits=ServerLimits(seconds=SECONDS, workers=1), given=given)
