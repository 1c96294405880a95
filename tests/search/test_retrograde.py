"""Retrograde analysis agrees with values by their definition, on graphs that go in circles and on games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spielbaum.errors import TooLarge, TreeSyntaxError
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints
from spielbaum.game_space import GameSpace
from spielbaum.games import load_game
from spielbaum.language import LANGUAGES
from spielbaum.play.describe import value_words
from spielbaum.result import Line, Proof, Value
from spielbaum.search import Entry, minimax, record, retrograde
from spielbaum.search.result_text import result_json, result_text
from spielbaum.trace import Again, Enter, Leaf, Settle, trace_from_json, trace_to_json
from spielbaum.tree import Tree, read_tree, write_tree
from tests.support.trees import trees

# --------------------------------------------------------------------------- the oracle


@dataclass(frozen=True)
class Graph:
    """Positions by number; each has a player and moves, or a pay-off for player 0."""

    players: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    payoffs: tuple[int, ...]

    def ended(self, position: int) -> bool:
        return not self.moves[position]

    def game(self) -> Game[int, int]:
        return Game(
            "graph",
            start=0,
            moves=lambda s: range(len(self.moves[s])),
            play=lambda s, move: self.moves[s][move],
            utility=lambda s: self.payoffs[s],
            player=lambda s: self.players[s],
            facts=Facts(values=(-3, 3)),
        )

    def relative(self) -> Game[tuple[int, int], int]:
        """A game of positions (s, player), which look the same to whoever is to move: so the key is s.

        Pay-offs are for the player to move, and some moves give an extra turn.
        """

        def play(s: tuple[int, int], move: int) -> tuple[int, int]:
            extra = (2 * s[0] + move) % 3 == 0
            return self.moves[s[0]][move], s[1] if extra else 1 - s[1]

        return Game(
            "relative",
            start=(0, 0),
            moves=lambda s: range(len(self.moves[s[0]])),
            play=play,
            utility=lambda s: self.payoffs[s[0]] * (1 - 2 * s[1]),
            player=lambda s: s[1],
            facts=Facts(values=(-3, 3)),
            hints=Hints(key=lambda s: s[0]),
        )


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 9))
    places = st.integers(0, size - 1)
    moves = draw(st.lists(st.lists(places, max_size=3), min_size=size, max_size=size))
    players = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    payoffs = draw(st.lists(st.sampled_from((-3, -1, 0, 0, 1, 2)), min_size=size, max_size=size))
    return Graph(tuple(players), tuple(map(tuple, moves)), tuple(payoffs))


def forced(graph: Graph, player: int, goal: Iterable[int], allowed: set[int]) -> dict[int, int]:
    """Where the player can force one of the goals within `allowed`, and in how many plies: ply by ply."""
    found = dict.fromkeys(goal, 0)
    for plies in range(1, 2 * len(allowed) + 2):
        before = dict(found)
        for position in allowed - set(before):
            ways = [child in before for child in graph.moves[position] if child in allowed]
            if ways and (any if graph.players[position] == player else all)(ways):
                found[position] = plies
    return found


def definition(graph: Graph) -> dict[int, Entry]:
    """Every position by the definition of its value, its remoteness by iteration of what it depends on."""
    everything = set(range(len(graph.moves)))
    ends = {position for position in everything if graph.ended(position)}
    values: dict[int, Value] = dict.fromkeys(everything, 0)  # for player 0
    for t in sorted({abs(graph.payoffs[end]) for end in ends} - {0}):
        for player, sign in ((0, 1), (1, -1)):
            goal = {end for end in ends if sign * graph.payoffs[end] >= t}
            for position in forced(graph, player, goal, everything):
                values[position] = sign * t
    remoteness: dict[int, float] = {position: 0 if position in ends else inf for position in everything}
    for _ in range(len(everything) + 1):
        for position in everything - ends:
            if values[position] == 0:
                continue
            best = [remoteness[c] for c in graph.moves[position] if values[c] == values[position]]
            winning = values[position] * (1 if graph.players[position] == 0 else -1) > 0
            remoteness[position] = 1 + (min if winning else max)(best)
    drawn = {position for position in everything if values[position] == 0}
    quickest = [forced(graph, player, drawn & ends, drawn) for player in (0, 1)]
    entries = {}
    for position in everything:
        value = values[position] if graph.players[position] == 0 else -values[position]
        if position in drawn:
            plies = [found[position] for found in quickest if position in found]
            entries[position] = Entry(0, min(plies, default=None), not plies)
        else:
            assert remoteness[position] < inf
            entries[position] = Entry(value, int(remoteness[position]))
    return entries


# --------------------------------------------------------------------------------- graphs


@given(graphs())
@settings(max_examples=400)
def test_every_position_of_a_graph(graph: Graph) -> None:
    expected = definition(graph)
    result = retrograde(graph.game())
    reached = {0}
    for _ in graph.moves:
        reached |= {child for position in reached for child in graph.moves[position]}
    assert dict(result.solution) == {position: expected[position] for position in reached}
    root = expected[0]
    assert (result.value, result.view, result.proof) == (root.value, graph.players[0], Proof.PROVEN)
    assert result.cycle == (root.cycle if root.value == 0 else None)
    assert result.distance == root.remoteness
    walked = [0]
    for move in result.moves:
        walked.append(graph.moves[walked[-1]][move])
    signs = [1 if graph.players[position] == graph.players[0] else -1 for position in walked]
    assert {sign * expected[p].value for sign, p in zip(signs, walked, strict=True)} == {root.value}
    if root.cycle:
        assert walked[-1] in walked[:-1]
        assert all(expected[position].cycle for position in walked)
    else:
        assert graph.ended(walked[-1])


@given(graphs())
@example(Graph((0, 0, 0, 0, 0), ((0, 4), (), (), (), (4, 2)), (-3, -3, 0, -3, -3)))
@settings(max_examples=150)
def test_a_key_that_leaves_out_who_is_who(graph: Graph) -> None:
    game = graph.relative()
    folded, unfolded = retrograde(game), retrograde(game.with_hints(key=None))
    for state, entry in unfolded.solution.items():
        assert folded.solution.at(state) == entry
    assert folded.distance == unfolded.distance
    assert (folded.value, folded.cycle) == (unfolded.value, unfolded.cycle)


@given(graphs())
@settings(max_examples=100)
def test_the_trace_settles_every_position_once(graph: Graph) -> None:
    trace, _ = record("retrograde", graph.game())
    space = trace.space
    assert isinstance(space, GameSpace)
    solution = retrograde(graph.game()).solution
    places = {event.path: space.state(event.path) for event in trace.events if isinstance(event, Enter)}
    settled = [event for event in trace.events if isinstance(event, Settle | Leaf)]
    assert sorted((places[event.path] for event in settled), key=str) == sorted(solution, key=str)
    known: dict[Any, Entry] = {}
    for event in settled:
        entry = solution[places[event.path]]
        assert event.value == entry.value
        assert trace.results[event.path].value == entry.value
        if isinstance(event, Settle):
            assert event.remoteness == entry.remoteness
            assert (event.why == "cycle") == entry.cycle == (event.successor is None)
            if event.successor is not None:  # it was known before, and is one ply nearer to the end
                assert graph.moves[places[event.path]][event.move] == places[event.successor]
                assert entry.remoteness is not None
                near = known[event.successor].remoteness
                assert near == entry.remoteness - 1 or (event.why == "rule" and near is not None)
        known[event.path] = entry
    for again in trace.events:
        if isinstance(again, Again):
            assert space.state(again.path) == space.state(again.known)
            assert trace.results[again.path].again == again.known
    for language in LANGUAGES:
        assert all(step.sentence(language) for step in trace.steps)
    assert trace_from_json(trace_to_json(trace)).text() == trace.text()


# ---------------------------------------------------------------------------------- trees


@given(trees())
@settings(max_examples=150)
def test_a_tree_has_its_minimax_value(tree: Tree) -> None:
    result = retrograde(tree)
    assert result.value_for(0) == minimax(tree).value
    assert result.cycle in (None, False)
    assert len(result.solution) == tree.size
    assert result.solution.cycles == 0


def test_a_graph_in_the_notation_of_trees() -> None:
    tree = read_tree("A(B(A 1) C(-1 B))")
    assert read_tree(write_tree(tree)) == tree
    trace, result = record("retrograde", tree)
    assert result is not None
    assert (result.value, result.cycle, result.moves, result.distance) == (0, True, (0, 0), None)
    text = trace.text()
    assert "B.1 is the position A again." in text
    assert "Round 1: C is won for MIN in 1 ply: there is a move to C.1, which is lost for MAX." in text
    assert "A is drawn by cycle: neither side can force an end." in text
    assert "Draw by cycle: neither side can force an end." in result_text(result, trace.space, "en")
    assert "Remis durch Kreislauf" in result_text(result, trace.space, "de")
    assert result_json(result, trace.space)["cycle"] is True
    assert result_json(result, trace.space)["line"] == ["B", "A"]
    # To the other searchers nothing is known below such a leaf.
    assert minimax(tree).proof is Proof.ESTIMATE


def test_a_line_goes_on_where_a_node_comes_again() -> None:
    # B is named before it is drawn; MAX wins by way of B.
    trace, result = record("retrograde", read_tree("A(C(B) D(-1 B(1)))"))
    assert result is not None
    assert (result.value, result.distance) == (1, 3)
    assert result_text(result, trace.space, "en").split("\n")[1].endswith("line: C → B → B.1.")
    assert "Round 1: B is won for MAX in 1 ply" in trace.text()
    assert "Round 2: C is lost for MIN in 2 plies: its last way out, B, is won for MAX." in trace.text()


def test_a_draw_by_rule_is_told_from_one_by_cycle() -> None:
    trace, result = record("retrograde", read_tree("A(B(A D(0 C)) C(-1 B))"))
    assert result is not None
    assert (result.value, result.cycle, result.distance) == (0, False, 3)
    assert "A is drawn by rule: MIN can force a drawn end in 3 plies, here through B." in trace.text()
    assert "A ist remis nach den Regeln" in trace.text("de")


def test_the_line_of_a_draw_by_cycle_stays_in_the_cycle() -> None:
    # At D the other player may end the game with a draw, but need not: nobody can force it from B.
    result = retrograde(read_tree("B(D(0 B) A(B))"))
    assert (result.value, result.cycle, result.moves) == (0, True, (1, 0))


def test_an_extra_turn_keeps_the_sign() -> None:
    trace, result = record("retrograde", read_tree("A(B@1(5 A) -7)"))
    assert result is not None
    assert (result.value, result.moves) == (5, (0, 0))
    assert (
        "Round 2: A is won for MAX (5) in 2 plies: there is a move to B, where MAX moves again and wins."
    ) in trace.text()


def test_a_depth_limit_makes_it_an_estimate() -> None:
    trace, result = record("retrograde", read_tree("A(B=2(D(1) 4) C(1 3))"), depth=1)
    assert result is not None
    assert (result.value, result.proof, result.cycle) == (2, Proof.ESTIMATE, None)
    assert "which is lost for MIN. This depends on an estimate." in trace.text()
    assert "Positions" not in result_text(result, trace.space, "en")
    assert "positions" not in result_json(result, trace.space)
    game = load_game("takeaway:matches=8")
    limited = retrograde(game, depth=3)
    assert limited.value == minimax(game, depth=3).value * (1 if limited.view == 0 else -1)
    assert limited.solution.at(game.start).value == limited.value


def test_a_name_that_no_inner_node_bears_is_no_leaf() -> None:
    for text in ("A(B(1 2) X)", "A(B(1) B(2) B)"):
        with pytest.raises(TreeSyntaxError):
            read_tree(text)


# ---------------------------------------------------------------------------------- games


def test_tic_tac_toe() -> None:
    game = load_game("tictactoe")
    solution = retrograde(game.with_hints(key=None)).solution
    assert (len(solution), solution.won, solution.drawn, solution.lost) == (5478, 2836, 1068, 1574)
    assert solution.cycles == 0
    assert retrograde(game).cycle is False
    assert solution.rounds[0] == 942  # of the 958 ends 16 are drawn
    assert sum(solution.rounds) == solution.won + solution.lost


def test_hexapawn_is_won_by_the_second_player() -> None:
    result = retrograde(load_game("hexapawn"))
    assert (result.value, result.view, result.proof) == (-1, 0, Proof.PROVEN)
    assert result.value == minimax(load_game("hexapawn")).value
    assert result.solution.drawn == 0


def test_three_mens_morris_goes_in_circles() -> None:
    game = load_game("morris")
    result = retrograde(game)
    solution = result.solution
    assert result.distance == solution.at(game.start).remoteness == len(result.moves)
    # No end is a draw, so whatever is drawn goes on for ever; and every end is lost for the player to move.
    assert solution.drawn == solution.cycles > 0
    assert all(entry.value == -1 for entry in solution.values() if entry.remoteness == 0)
    # Along the line every position is one ply nearer to the end.
    state, entries = game.start, [solution.at(game.start)]
    for move in result.moves:
        state = game.play(state, move)
        entries.append(solution.at(state))
    assert [entry.remoteness for entry in entries] == list(range(len(result.moves), -1, -1))


def test_too_many_positions() -> None:
    with pytest.raises(TooLarge, match=r"more than 100 positions: that many were seen within \d"):
        retrograde(load_game("tictactoe"), most=100)
    assert len(retrograde(load_game("tictactoe"), most=765).solution) == 765


def test_draws_in_the_words_of_a_game() -> None:
    game = load_game("morris")
    by_cycle = Line[Any](0, 0, (), Proof.PROVEN, cycle=True)
    assert value_words(game, by_cycle, "en") == "draw by cycle: neither side can force an end (proven)"
    by_rule = Line[Any](0, 0, (), Proof.PROVEN, cycle=False)
    assert value_words(game, by_rule, "en") == "draw by rule (proven)"
    assert "remis nach den Regeln" in value_words(game, by_rule, "de")
    assert value_words(game, Line[Any](0, 0, (), Proof.PROVEN), "en") == "draw (proven)"
