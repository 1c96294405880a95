"""Traces are well-formed, true, and survive JSON; every step has a sentence and a line of code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from spielbaum.errors import BadInput, TooLarge
from spielbaum.games import load_game
from spielbaum.language import LANGUAGES
from spielbaum.search import ALGORITHMS, Algorithm, line_number, minimax, pseudocode, record
from spielbaum.trace import (
    Cutoff,
    Enter,
    Event,
    First,
    Iteration,
    Leaf,
    Leave,
    Path,
    Status,
    TableHit,
    Trace,
    Update,
    event_from_json,
    event_json,
    leaf_counts,
    step_json,
    trace_from_json,
    trace_to_json,
)
from spielbaum.tree import Tree
from tests.support.trees import LECTURE, depths, trees, true_values

#: Trees of two players; what is for one player is tested with chance.
every_algorithm = pytest.mark.parametrize(
    "algorithm", [one for one in ALGORITHMS.values() if not one.one_player], ids=lambda a: a.name
)
MINIMAX = [algorithm for algorithm in ALGORITHMS.values() if algorithm.minimax]


def check_grammar(trace: Trace, algorithm: Algorithm) -> None:
    """(Iteration? node)+, where node = Enter (Leaf | TableHit | (node | Update | Cutoff)* Leave).

    A search that jumps about only keeps the order of each node: entered first, left at most once.
    """
    if algorithm.nested:
        stack: list[Path] = []
        updated: dict[Path, set[Any]] = {}
        cut: set[Path] = set()
        for event in trace.events:
            if isinstance(event, Iteration):
                assert not stack
                continue
            if isinstance(event, Enter):
                assert event.path[:-1] == stack[-1] if stack else event.path == ()
                assert not stack or stack[-1] not in cut, "nothing is entered below a cut"
                stack.append(event.path)
                updated[event.path] = set()
                cut.discard(event.path)
                continue
            assert event.path == stack[-1]
            if isinstance(event, Leaf | Leave | TableHit):
                stack.pop()
            elif isinstance(event, Cutoff):
                assert event.skipped
                assert event.against is None or event.path[: len(event.against)] == event.against
                assert updated[event.path], "a cut-off needs a value"
                cut.add(event.path)
            else:
                assert isinstance(event, First | Update)
                updated[event.path].add(event.move)
        assert not stack
        return
    entered: set[Path] = set()
    left: set[Path] = set()
    for event in trace.events:
        assert not isinstance(event, Iteration | TableHit)
        if isinstance(event, Enter):
            assert event.path not in entered
            assert not event.path or event.path[:-1] in entered
            entered.add(event.path)
        else:
            assert event.path in entered - left
            if isinstance(event, Leaf | Leave):
                left.add(event.path)


@every_algorithm
@given(tree=trees(), depth=depths)
@settings(max_examples=60)
def test_traces_are_well_formed(algorithm: Algorithm, tree: Tree, depth: int | None) -> None:
    trace, result = record(algorithm, tree, depth=depth)
    check_grammar(trace, algorithm)
    entered = [event for event in trace.events if isinstance(event, Enter)]
    assert all(event.player == tree.at(event.path).player for event in entered)
    if result is not None:
        assert result.nodes == len(entered)
        assert result.leaves == sum(isinstance(event, Leaf) for event in trace.events)


@pytest.mark.parametrize("algorithm", MINIMAX, ids=lambda a: a.name)
@given(tree=trees(), depth=depths)
@settings(max_examples=60)
def test_what_a_trace_says_of_a_node_is_true(algorithm: Algorithm, tree: Tree, depth: int | None) -> None:
    trace, result = record(algorithm, tree, depth=depth)
    assert result is not None
    truth = true_values(tree, result.depth)
    for path, node in trace.results.items():
        if node.value is None:
            anew = algorithm.name == "iterative" and node.status is Status.UNVISITED
            assert anew or node.status in (Status.CUT, Status.VISITED)
            continue
        value: Any = node.value
        m = truth[path]
        if trace.view == "mover" and tree.at(path).player == 1:
            m = -m
        true = {Status.EXACT: m == value, Status.AT_LEAST: m >= value, Status.AT_MOST: m <= value}
        assert true[node.status], (algorithm.name, path, node, m)
    assert trace.results[()].status is Status.EXACT


@every_algorithm
@given(tree=trees(depth=3), depth=depths)
@settings(max_examples=25)
def test_json_there_and_back(algorithm: Algorithm, tree: Tree, depth: int | None) -> None:
    trace, _ = record(algorithm, tree, depth=depth)
    document = json.loads(json.dumps(trace_to_json(trace), allow_nan=False))
    again = trace_from_json(document)
    assert again.events == trace.events
    assert trace_to_json(again) == document
    for language in LANGUAGES:
        assert again.text(language) == trace.text(language)


@every_algorithm
@given(tree=trees(depth=3), depth=depths)
@settings(max_examples=25)
def test_every_step_has_a_sentence_and_a_line_of_code(
    algorithm: Algorithm, tree: Tree, depth: int | None
) -> None:
    trace, _ = record(algorithm, tree, depth=depth)
    for step in trace:
        assert trace[step.number] is step
        assert line_number(algorithm.name, step.line) is not None, step.line
        english, german = step.sentence("en"), step.sentence("de")
        assert english != german
        assert step.node().lower() in english.lower()
        json.dumps(step_json(step, "de"), allow_nan=False)


@every_algorithm
def test_pseudocode_in_both_languages(algorithm: Algorithm) -> None:
    english, german = pseudocode(algorithm.name), pseudocode(algorithm.name, "de")
    assert [line.events for line in english] == [line.events for line in german]
    assert all(line.text.strip() and "{" not in line.text for line in (*english, *german))
    assert english != german


def cuts(trace: Trace) -> Iterator[tuple[str, list[str], str | None]]:
    for event in trace.events:
        if isinstance(event, Cutoff):
            skipped = [trace.label((*event.path, move)) for move in event.skipped]
            yield (
                trace.label(event.path),
                skipped,
                None if event.against is None else trace.label(event.against),
            )


def windows(trace: Trace) -> dict[str, tuple[Any, Any]]:
    return {
        trace.label(event.path): (event.alpha, event.beta)
        for event in trace.events
        if isinstance(event, Enter) and len(event.path) < 3 and trace.space.legal_moves(event.path)
    }


def test_the_hand_simulation_of_the_lecture() -> None:
    inf = float("inf")
    trace, result = record("alphabeta", Tree.read(LECTURE))
    assert result is not None
    assert (result.value, result.moves, result.leaves) == (3, (0, 2), 10)
    assert list(cuts(trace)) == [("C", ["G"], "A"), ("D", ["D.2", "D.3"], "A")]
    assert windows(trace) == {
        "A": (-inf, inf),
        "B": (-inf, inf),
        "C": (3, inf),
        "E": (3, inf),
        "F": (3, 9),
        "D": (3, inf),
    }
    results = {trace.label(path): (node.value, node.status.value) for path, node in trace.results.items()}
    assert {name: results[name] for name in "ABCDEFG"} == {
        "A": (3, "exact"),
        "B": (3, "exact"),
        "C": (2, "at most"),
        "D": (2, "at most"),
        "E": (9, "exact"),
        "F": (2, "exact"),
        "G": (None, "cut"),
    }
    assert leaf_counts(trace, 1000) == (10, 5)
    updates = [event for event in trace.events if isinstance(event, Update) and event.path == ()]
    assert [(event.move, event.value, event.alpha) for event in updates] == [(0, 3, 3)]


def test_minimax_annotates_the_lecture_tree() -> None:
    trace, _ = record("minimax", Tree.read(LECTURE))
    values = {trace.label(path): node.value for path, node in trace.results.items()}
    assert {name: values[name] for name in "ABCDEFG"} == dict(
        zip("ABCDEFG", (3, 3, 2, 1, 9, 2, 6), strict=True)
    )


def test_the_negamax_form_says_the_same_from_the_movers_side() -> None:
    trace, result = record("negamax-alphabeta", Tree.read(LECTURE))
    assert result is not None
    assert (result.value, result.leaves) == (3, 10)
    assert windows(trace)["C"] == (-float("inf"), -3)
    assert list(cuts(trace)) == [("C", ["G"], "A"), ("D", ["D.2", "D.3"], "A")]
    assert trace.results[(1,)].value == -2


def test_a_deep_cut_names_the_ancestor_that_holds_the_bound() -> None:
    # The root has 5; three plies below, MIN's 4 is enough to cut although the parent knows nothing yet.
    trace, _ = record("alphabeta", Tree.read("A(5 B(C(D(4 9) 6) 7))"))
    deep = next(event for event in trace.events if isinstance(event, Cutoff))
    assert trace.label(deep.path) == "D"
    assert deep.against == ()
    assert "A already has α = 5" in trace.text("en")


def test_the_protocol_in_words() -> None:
    english = record("alphabeta", Tree.read(LECTURE))[0].text("en")
    assert "C (MIN) is entered with the window (3, +∞)." in english
    assert (
        "C is worth at most 2, but A already has α = 3 (2 ≤ 3), so C will not be chosen; cut: G." in english
    )
    german = record("alphabeta", Tree.read(LECTURE))[0].text("de")
    assert "C (MIN) wird mit dem Fenster (3, +∞) betreten." in german
    assert "abgeschnitten: D.2, D.3." in german
    wrapped = record("alphabeta", Tree.read(LECTURE))[0].text("de", 60)
    assert max(map(len, wrapped.splitlines())) <= 60
    assert " ".join(wrapped.split()) == " ".join(german.split())


def test_min_moves_beta_also_where_it_meets_alpha() -> None:
    trace, _ = record("alphabeta", Tree.read("A(B(3 5) C(2 9))"), window=(3, 4))
    assert "B.1 brings B to 3, the smallest value so far; β becomes 3, the window (3, 3)." in trace.text()


def test_a_node_after_a_step() -> None:
    trace, _ = record("alphabeta", Tree.read(LECTURE))
    for number in range(len(trace)):
        now = trace.at_step(number)
        assert set(now) <= set(trace.results)
        assert sum(n.number is not None for n in now.values()) <= trace[number].nodes
    assert trace.at_step(len(trace) - 1) == trace.results


def test_labels_never_collide() -> None:
    for text in (
        'A(A(1 2) B(3 4) "B.1"=5)',
        '"1"("1"(1 2) (3 4))',
        '("1"(7 8) (5 6) "2.1"=3)',
        '("1.1"(7 8) (5 6))',
        '(("#1.1"=3 "1.1"=2) 4)',
    ):
        tree = Tree.read(text)
        space = record("minimax", tree)[0].space
        labels = [space.label(path) for path, _ in tree.nodes()]
        assert len(set(labels)) == len(labels), labels


def test_traces_of_games_are_named_by_their_moves() -> None:
    trace, result = record("alphabeta", load_game("takeaway"))
    assert result is not None
    assert result.move == 1
    assert trace.label((1, 2)) == "1.2"
    assert trace.label((), "de") == "die Wurzel"
    document = json.loads(json.dumps(trace_to_json(trace)))
    assert trace_to_json(trace_from_json(document)) == document
    assert trace_from_json(document).text() == trace.text()


def test_the_number_of_events_is_limited() -> None:
    with pytest.raises(TooLarge, match="10 events"):
        record("minimax", Tree.read(LECTURE), limit=10)


@pytest.mark.parametrize(
    "document", [None, {}, {"event": "jump"}, {"event": "leaf", "path": 3}, {"event": "enter", "path": []}]
)
def test_what_is_no_event_is_refused(document: object) -> None:
    with pytest.raises(BadInput, match="not an event"):
        event_from_json(document)
    with pytest.raises(BadInput, match="not an event"):
        trace_from_json(document)


def test_events_one_by_one() -> None:
    space = record("minimax", Tree.read(LECTURE))[0].space
    events: list[Event] = [
        Enter((1, 0), 0, -float("inf"), 3),
        Leaf((0, 2), 3, final=False),
        Update((), 1, 2.5, 2.5, float("inf")),
        Cutoff((1,), "alpha", 2, 3, (), (2,)),
        Cutoff((1,), "alpha", 2, 3, None, (2,)),
        Leave((1,), None),
        TableHit((1,), 2),
        Iteration(3),
        Iteration(None, 4),
    ]
    for event in events:
        assert event_from_json(json.loads(json.dumps(event_json(event, space)))) == event


def test_a_search_without_a_recorder_has_no_trace() -> None:
    assert minimax(Tree.read(LECTURE)).trace is None


def test_a_step_of_sss_keeps_the_merit_its_node_was_entered_with() -> None:
    """Updates of SSS* tell no window; the merit, an upper limit, holds until the node is left."""
    trace, _ = record("sss", Tree.read(LECTURE))
    merits: dict[tuple[int, ...], float | None] = {}
    for step in trace:
        if isinstance(step.event, Enter):
            merits[step.event.path] = step.event.beta
        elif isinstance(step.event, Update):
            assert (step.alpha, step.beta) == (None, merits[step.event.path])
