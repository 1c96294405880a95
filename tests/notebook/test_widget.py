"""The kernel's side of widgets: what is shown, what is answered, what the kernel knows of it."""

from __future__ import annotations

from dataclasses import replace
from queue import Queue
from typing import Any

import pytest

from spielbaum import Facts, Game, Position, Result, Trace, Tree, load_game
from spielbaum.errors import BadInput
from spielbaum.notebook import Widget
from spielbaum.notebook.addresses import address_of, position_at
from spielbaum.notebook.answering import PageAnswers
from spielbaum.notebook.widget import catalog_of, spec_of
from spielbaum.play.engine_store import EngineStore
from spielbaum.search import record
from spielbaum.trace import Step
from spielbaum.web.game_catalog import GameCatalog
from tests.support.patience import PATIENCE

Message = dict[str, Any]


class View:
    """A page, as far as the kernel can tell."""

    def __init__(self, widget: Widget, name: str = "view") -> None:
        self.heard: Queue[Message] = Queue()
        self.widget, self.name, self.count = widget, name, 0
        widget.send = self.heard.put

    def say(self, **message: Any) -> None:
        self.widget._hear(self.widget, {"view": self.name, **message}, [])

    def start(self, path: str, body: Message | None = None) -> int:
        self.count += 1
        self.say(ask={"number": self.count, "path": path, "body": body or {}, "language": "en"})
        return self.count

    def last(self) -> Message:
        """The last word of the question at hand."""
        while True:
            message = self.heard.get(timeout=PATIENCE)
            assert (message["view"], message["number"]) == (self.name, self.count)
            if "done" in message or "problem" in message:
                return message

    def ask(self, path: str, body: Message | None = None) -> Any:
        self.start(path, body)
        message = self.last()
        return message.get("done", message.get("problem"))


def countdown() -> Game[int, int]:
    """A game of nobody else's: take one or two, whoever takes the last wins."""
    return Game(
        name="my countdown",
        start=7,
        moves=lambda left: [taken for taken in (1, 2) if taken <= left],
        play=lambda left, taken: left - taken,
        utility=lambda _left: -1,
        facts=Facts(values=(-1, 1)),
    )


def test_a_page_is_opened_and_asks_what_it_needs() -> None:
    view = View(Widget("tictactoe", language="de"))
    view.say(open=True)
    html = view.heard.get(timeout=PATIENCE)["page"]
    assert 'data-page="play"' in html
    assert "lang=de" in html
    about = view.ask("/api/about")
    assert about["pages"] == ["play"]
    assert view.ask("/api/catalogue/de")["web.page.play"] == "Spielen"
    assert "tictactoe" in [game["name"] for game in view.ask("/api/games")["games"]]
    position = view.ask("/api/position", {"game": "tictactoe", "start": "", "moves": ["b2"]})
    assert len(position["legal_moves"]) == 8
    move = {"game": "tictactoe", "start": "", "moves": ["b2"], "player": "alphabeta:depth=2", "seed": 1}
    assert view.ask("/api/think", move)["move"] in position["legal_moves"]
    assert "status" in view.ask("/api/position", {"game": "nothing", "start": "", "moves": []})
    view.widget.close()


def test_a_game_of_ones_own_is_what_is_played() -> None:
    game = load_game("takeaway")
    own = replace(game, name="mine", start=replace_heap(game))
    view = View(Widget(Position(own, own.start)))
    spec = spec_of(own)
    facts = view.ask(f"/api/games/{spec.replace(':', '%3A')}")
    assert (facts["name"], facts["spec"]) == ("mine", spec)
    here = {"game": spec, "start": "", "moves": []}
    assert view.ask("/api/position", here)["legal_moves"] == [
        own.move_name(own.start, move) for move in own.legal(own.start)
    ]
    assert view.widget.position == Position(own, own.start)
    view.widget.close()


def replace_heap(game: Game[Any, Any]) -> Any:
    """The position after the first move."""
    return game.play(game.start, game.legal(game.start)[0])


def test_a_registered_game_that_was_changed_is_not_taken_for_the_usual_one() -> None:
    usual = load_game("tictactoe")
    changed = replace(usual, start=usual.play(usual.start, usual.legal(usual.start)[0]))
    games = catalog_of(changed)
    assert games.game(spec_of(changed)) is changed
    assert "tictactoe" in games.names()


def test_positions_go_to_the_page_and_come_back() -> None:
    game = load_game("connect4")
    widget = Widget(Position.of(game, "4455"))
    view = View(widget)
    assert widget.position == Position.of(game, "4455")
    view.say(address=widget.address.replace("moves=4%2C4%2C5%2C5", "moves=445566&at=5"))
    assert widget.position == Position.of(game, "44556")
    widget.position = Position.of(game, "1")
    assert view.heard.get(timeout=PATIENCE) == {"show": widget.address}
    assert widget.position == Position.of(game, "1")
    with pytest.raises(BadInput, match="widget of its own"):
        widget.position = Position.of(load_game("tictactoe"))


@pytest.mark.parametrize("moves", [["a,b", "~", "~."], ["~~.,"], ["4"]])
def test_moves_with_commas_are_the_same_again(moves: list[str]) -> None:
    game: Game[int, str] = Game(
        name="words",
        start=0,
        moves=lambda state: [moves[state]] if state < len(moves) else [],
        play=lambda state, _move: state + 1,
        utility=lambda _state: 0,
    )
    position = Position(game, 0, tuple(moves))
    games = GameCatalog(given={"words": game})
    assert position_at(address_of("words", position, (), "en"), games) == position


def test_positions_that_cannot_be_written_are_refused() -> None:
    game = countdown()
    with pytest.raises(BadInput, match="writes no positions"):
        Widget(Position(game, 3))


def test_a_search_that_is_no_longer_wanted_ends() -> None:
    view = View(Widget("connect4"))
    spec = spec_of(load_game("connect4"))
    endless = {"game": spec, "start": "", "moves": [], "player": "alphabeta:seconds=3000", "seed": 1}
    view.say(stop=view.start("/api/think", endless))
    assert view.last()["done"]["move"] in "1234567"
    view.widget.close()


def test_what_cells_announce_is_left_alone() -> None:
    before = EngineStore.announce, EngineStore.solution
    answers = PageAnswers(GameCatalog(), "play", lambda _message: None)
    assert (EngineStore.announce, EngineStore.solution) == before
    answers.close()


def test_searches_are_shown_with_their_steps() -> None:
    tree = Tree.read("A(B(3 5) C(2 9))")
    trace, result = record("alphabeta", tree)
    assert result is not None
    things: tuple[Trace | Step | Result[Any], ...] = (trace, result, trace[3])
    for thing in things:
        view = View(Widget(thing))
        view.say(open=True)
        html = view.heard.get(timeout=PATIENCE)["page"]
        assert '"format": "spielbaum-stepper"' in html or '"format":"spielbaum-stepper"' in html
        with pytest.raises(BadInput, match="no board"):
            _ = view.widget.position
    with pytest.raises(BadInput, match="not recorded"):
        Widget(replace(result, trace=None))


def test_a_tree_opens_the_tree_lab() -> None:
    view = View(Widget(Tree.read("A(B(3 5) C(2 9))")))
    view.say(open=True)
    assert 'data-page="tree_lab"' in view.heard.get(timeout=PATIENCE)["page"]
    assert "algorithms" in view.ask("/api/tree-lab")
    run = {"tree": "A(B(3 5) C(2 9))", "algorithm": "alphabeta"}
    assert view.ask("/api/tree-lab/trace", run)["document"]["steps"]
    view.widget.close()
