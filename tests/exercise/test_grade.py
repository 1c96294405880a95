"""The grader: every kind of mistake is put into right answers, and every node must get its verdict."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput
from spielbaum.exercise import (
    CONVENTIONS,
    KIND_CONVENTIONS,
    Answer,
    DepthAnswer,
    Exercise,
    Grade,
    NodeAnswer,
    Verdict,
    explain,
    grade,
    make_exercises,
    mark_sentence,
    solution,
    solve,
)
from spielbaum.exercise.model import CHANCE_KINDS, KINDS, Kind, Path
from spielbaum.search import record
from spielbaum.trace import Cutoff
from spielbaum.tree import Tree, random_tree, read_tree
from tests.support.trees import LECTURE, random_shape

ALL = KIND_CONVENTIONS["alphabeta"]
VALUE_KINDS: tuple[Kind, ...] = (
    "values", "order", "depth-limited", "maxn", "complete-tree", "negamax", "alliance", "expected-values",
)  # fmt: skip
R, C, M = Verdict.RIGHT, Verdict.CONSEQUENCE, Verdict.MISSING

some = settings(max_examples=60)


@st.composite
def exercises(
    draw: st.DrawFn, kinds: tuple[Kind, ...], conventions: tuple[str, ...] = (), *, bushy: bool = False
) -> Exercise:
    """Exercises on trees of any shape, with ties and extra turns; `bushy` ones nearly always have cuts."""
    kind = draw(st.sampled_from(kinds))
    random = Random(draw(st.integers(0, 2**32)))
    depth = draw(st.integers(3 if bushy else 2 if kind == "depth-limited" else 1, 4))
    children = draw(st.integers(3 if bushy else 1, 4))
    if kind in CHANCE_KINDS:
        seed = random.getrandbits(32)
        tree = random_tree(max(children, 2), max(2, depth), seed, uneven=not bushy, chance=True)
        assume(tree.has_chance)
        return Exercise(kind, tree)
    tree = random_shape(random, depth, children, players=3 if kind in ("maxn", "alliance") else 2)
    assume(not tree.leaf and (kind != "depth-limited" or tree.depth > 1))
    limit = None
    if kind == "depth-limited":
        limit = draw(st.integers(1, tree.depth - 1))
        tree = estimated(tree)
    if kind == "deepening":
        tree = estimated(tree)
    teams = draw(st.sampled_from(["1+2", "1+3", "2+3", "1+2+3"])) if kind == "alliance" else ""
    return Exercise(kind, tree, conventions if kind in ("alphabeta", "visited") else (), limit, teams=teams)


def estimated(tree: Tree) -> Tree:
    """Every node has an estimate."""
    return tree.with_(map(estimated, tree.children), value=0 if tree.value is None else tree.value)


def verdicts(graded: Grade) -> dict[tuple[str, str], Verdict]:
    return {(mark.node, mark.field): mark.verdict for mark in graded.marks}


def changed(answer: Answer, node: str, **changes: Any) -> Answer:
    return replace(answer, nodes={**answer.nodes, node: replace(answer.at(node), **changes)})


def only(graded: Grade, item: tuple[str, str], verdict: Verdict) -> None:
    """This item has that verdict, everything else is right, and it is the first mistake."""
    found = verdicts(graded)
    assert found.pop(item) is verdict
    assert set(found.values()) <= {R}
    assert not graded.right
    assert graded.points == graded.most - 2
    assert graded.first is not None
    assert (graded.first.node, graded.first.field) == item


def other(value: Any) -> Any:
    """Some other value."""
    return tuple(v + 1000 for v in value) if isinstance(value, tuple) else value + 1000


# ------------------------------------------------------------------ right answers


@given(exercises(KINDS))
@some
def test_the_solution_is_right(exercise: Exercise) -> None:
    graded = grade(exercise, solution(exercise))
    assert graded.right
    assert graded.points == graded.most > 0
    assert explain(graded) is None


@given(exercises(("alphabeta", "visited"), ALL), st.sampled_from(ALL), st.permutations(ALL))
@some
def test_right_under_any_allowed_convention(exercise: Exercise, name: str, allowed: list[str]) -> None:
    answer = solution(exercise, name)
    assert grade(exercise, answer).right
    # Allowed or not: only the sheet decides, and what it allows is found in any order.
    again = replace(exercise, conventions=tuple(allowed[: allowed.index(name) + 1]))
    assert grade(again, replace(answer, exercise=again.id)).right


def test_which_of_equals_counts_in_maxn() -> None:
    """B is indifferent between its leaves, and A's choice hangs on which of them B takes."""
    tree = read_tree("A(B(1,5,0 6,5,1) C(3,2,2 4,1,9))")
    first, last = Exercise("maxn", tree), Exercise("maxn", tree, ("last",))
    both = Exercise("maxn", tree, ("first", "last"))
    assert Exercise("maxn", tree, ("first",)) == first
    assert Exercise("maxn", tree, ("first",)).id == first.id != last.id != both.id
    answers = {one: {n: said.value for n, said in solution(first, one).nodes.items()} for one in both.counted}
    assert answers["first"] == {"A": (3, 2, 2), "B": (1, 5, 0), "C": (3, 2, 2)}
    assert answers["last"] == {"A": (6, 5, 1), "B": (6, 5, 1), "C": (3, 2, 2)}
    for exercise, right in ((first, {"first"}), (last, {"last"}), (both, {"first", "last"})):
        for name in ("first", "last"):
            answer = replace(solution(first, name), exercise=exercise.id)
            graded = grade(exercise, answer)
            assert graded.right is (name in right)
            if graded.right:
                assert graded.solved.convention.name == name
    # Consequences go by the convention too: the last of equals where the first counts is one mistake.
    wrong = replace(solution(first, "last"), exercise=first.id)
    found = verdicts(grade(first, wrong))
    assert found.pop(("B", "value")) is Verdict.WRONG_VALUE
    assert (found[("A", "value")], found[("A", "move")], found[("C", "value")]) == (C, C, R)


@given(exercises(("maxn",)), st.sampled_from(KIND_CONVENTIONS["maxn"]))
@some
def test_maxn_is_right_under_any_allowed_convention(exercise: Exercise, name: str) -> None:
    for allowed in ((name,), ("first", "last"), ("last", "first")):
        again = replace(exercise, conventions=allowed)
        graded = grade(again, solution(again, name))
        assert graded.right
        # Equals stand in the leaves below; the follow-through of the right answer is the search itself.
        assert graded.points == graded.most


def test_a_convention_that_is_not_allowed_is_marked() -> None:
    exercise = Exercise("alphabeta", read_tree("A(B(5 7) C(D(1 2) E(9 3)))"))
    hard = solution(exercise, "hard")
    assert hard != solution(exercise)
    assert not grade(exercise, hard).right
    assert grade(replace(exercise, conventions=("soft", "hard")), replace(hard, exercise=replace(
        exercise, conventions=("soft", "hard")).id)).right  # fmt: skip


@given(exercises(KINDS))
@some
def test_an_empty_answer_has_no_points(exercise: Exercise) -> None:
    graded = grade(exercise, Answer(exercise.id))
    assert graded.points == 0
    assert {mark.verdict for mark in graded.marks} == {M}
    first = explain(graded)
    assert first is not None
    assert all(first.sentences)


def test_equally_good_moves_are_right() -> None:
    exercise = Exercise("values", read_tree("A(B(3 4) C(3 9) D(1 2))"))
    answer = solution(exercise)
    assert answer.move == "B"
    assert grade(exercise, replace(answer, move="C")).right
    only(grade(exercise, replace(answer, move="D")), ("A", "move"), Verdict.WRONG_MOVE)


def test_equal_children_may_come_in_any_order() -> None:
    exercise = Exercise("order", read_tree("A(B(3 3 1) C(2 4 5))"))
    answer = solution(exercise)
    assert grade(exercise, changed(answer, "B", order=("B.3", "B.2", "B.1"))).right
    for wrong in (("B.1", "B.2", "B.3"), ("B.3", "B.1"), ("B.3", "B.3", "B.1")):
        only(grade(exercise, changed(answer, "B", order=wrong)), ("B", "order"), Verdict.WRONG_ORDER)


# ------------------------------------------------------------- one mistake, alone


@given(exercises(VALUE_KINDS), st.randoms(use_true_random=False))
@some
def test_one_wrong_or_missing_value(exercise: Exercise, random: Random) -> None:
    answer = solution(exercise)
    node = random.choice(sorted(answer.nodes))
    value = answer.nodes[node].value
    only(grade(exercise, changed(answer, node, value=other(value))), (node, "value"), Verdict.WRONG_VALUE)
    only(grade(exercise, changed(answer, node, value=None)), (node, "value"), M)


@given(exercises(("alphabeta",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some
def test_one_wrong_item_of_alphabeta(exercise: Exercise, name: str, random: Random) -> None:
    exercise = replace(exercise, conventions=(name,))
    answer = solution(exercise)
    node = random.choice(sorted(answer.nodes))
    said = answer.nodes[node]
    assert said.window is not None
    wrong = changed(answer, node, value=other(said.value))
    only(grade(exercise, wrong), (node, "value"), Verdict.WRONG_VALUE)
    wrong = changed(answer, node, window=(said.window[0], 999))
    only(grade(exercise, wrong), (node, "window"), Verdict.WRONG_WINDOW)
    for field in ("value", "window"):
        only(grade(exercise, changed(answer, node, **{field: None})), (node, field), M)
    only(grade(exercise, replace(answer, move=None)), (exercise.names[()], "move"), M)


@given(exercises(("alphabeta",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some
def test_a_missed_cut(exercise: Exercise, name: str, random: Random) -> None:
    exercise = replace(exercise, conventions=(name,))
    answer = solution(exercise)
    cut = sorted(node for node, said in answer.nodes.items() if said.cut)
    assume(cut)
    node = random.choice(cut)
    only(grade(exercise, changed(answer, node, cut=())), (node, "cut"), Verdict.MISSED_CUT)
    shorter = answer.nodes[node].cut[1:]
    only(grade(exercise, changed(answer, node, cut=shorter)), (node, "cut"), Verdict.MISSED_CUT)


@given(exercises(("alphabeta",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some
def test_a_cut_too_early(exercise: Exercise, name: str, random: Random) -> None:
    exercise = replace(exercise, conventions=(name,))
    solved, answer = solve(exercise), solution(exercise)
    chances = [p for p in solved.results if len(p) and p[-1] > 0]
    assume(chances)
    first = random.choice(chances)
    node, names = first[:-1], exercise.names
    children = range(first[-1], len(exercise.tree.at(node).children))
    skipped = [(*node, i) for i in children]
    kept = {n: said for n, said in answer.nodes.items() if exercise.paths[n][: len(first)] not in skipped}
    wrong = changed(replace(answer, nodes=kept), names[node], cut=tuple(names[p] for p in skipped))
    found = verdicts(graded := grade(exercise, wrong))
    assert found.pop((names[node], "cut")) is Verdict.CUT_TOO_EARLY
    for (name_, _), verdict in found.items():
        below = exercise.paths[name_][: len(first)] in skipped
        assert verdict is (C if below else R)
    assert graded.first is not None
    assert graded.first.verdict is Verdict.CUT_TOO_EARLY
    explanation = explain(graded, "de")
    assert explanation is not None
    assert names[first] in explanation.sentences[-1]


@given(exercises(("visited",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some
def test_leaves_let_in_and_kept_out(exercise: Exercise, name: str, random: Random) -> None:
    exercise = replace(exercise, conventions=(name,))
    solved, names = solve(exercise), exercise.names
    leaves = [path for path, _ in exercise.tree.leaves()]

    def judged(seen: set[Path]) -> dict[Path, Verdict]:
        graded = grade(exercise, Answer(exercise.id, visited=tuple(names[p] for p in leaves if p in seen)))
        return {mark.path: mark.verdict for mark in graded.marks if mark.path is not None}

    cuts = [event for event in solved.trace.events if isinstance(event, Cutoff)]
    if cuts:  # one cut is missed: all leaves below its first child are looked at
        event = random.choice(cuts)
        top = (*event.path, event.skipped[0])
        added = [p for p in leaves if p[: len(top)] == top]
        found = judged(set(solved.visited) | set(added))
        assert [found.pop(p) for p in added] == [Verdict.MISSED_CUT, *[C] * (len(added) - 1)]
        assert set(found.values()) <= {R}
    later = [p for p in solved.results if p and p[-1] > 0]
    if later:  # a node is cut too early: from one of its children on nothing is looked at
        first = random.choice(later)
        gone = [
            p for p in solved.visited if p[: len(first) - 1] == first[:-1] and p[len(first) - 1] >= first[-1]
        ]
        found = judged(set(solved.visited) - set(gone))
        assert [found.pop(p) for p in gone] == [Verdict.CUT_TOO_EARLY, *[C] * (len(gone) - 1)]
        assert set(found.values()) <= {R}


# ----------------------------------------------------------------- follow-through


def grafted(tree: Tree, path: Path, value: Any) -> Tree:
    """The tree with a leaf of that value in place of the node: what somebody sees who got it wrong."""
    if not path:
        return tree.with_((), value=value)
    children = list(tree.children)
    children[path[0]] = grafted(children[path[0]], path[1:], value)
    return tree.with_(children)


@given(exercises(("values", "depth-limited", "maxn", "order"), bushy=True), st.randoms(use_true_random=False))
@some
def test_what_follows_from_a_wrong_value_is_a_consequence(exercise: Exercise, random: Random) -> None:
    """The oracle is the exercise on a tree in which the wrong value is true."""
    paths = [p for p in exercise.names if p and exercise.inner(p)]
    assume(paths)
    path = random.choice(paths)
    truth = solution(exercise)
    wrong = other(truth.at(exercise.names[path]).value)
    tree = grafted(exercise.tree, path, wrong)
    assume(exercise.depth is None or tree.depth > exercise.depth)
    mine = Exercise(exercise.kind, tree, (), exercise.depth)
    believed = {mine.paths[n]: said for n, said in solution(mine).nodes.items()}
    nodes = dict(truth.nodes)
    for p, said in believed.items():
        order = None if said.order is None else tuple(exercise.names[mine.paths[n]] for n in said.order)
        nodes[exercise.names[p]] = replace(said, order=order)
    nodes[exercise.names[path]] = replace(truth.at(exercise.names[path]), value=wrong)
    move = solution(mine).move
    move = None if move is None else exercise.names[mine.paths[move]]
    graded = grade(exercise, Answer(exercise.id, nodes, move=move))
    found = verdicts(graded)
    assert found.pop((exercise.names[path], "value")) is Verdict.WRONG_VALUE
    assert set(found.values()) <= {R, C}
    for mark in graded.marks:
        above = mark.path is not None and path[: len(mark.path)] == mark.path and mark.path != path
        assert mark.verdict is not C or above
    # The mistake counts once; half or the whole of what rests on it only where that is chosen.
    followed = list(found.values()).count(C)
    assert graded.points == graded.most - 2
    for consequences, lost in (("full", 0), ("half", 1), ("none", 2)):
        again = grade(exercise, Answer(exercise.id, nodes, move=move), consequences)  # type: ignore[arg-type]
        assert again.points == again.most - 2 - lost * followed


@given(exercises(("alphabeta",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@settings(max_examples=120)
def test_alphabeta_goes_on_from_a_wrong_value(exercise: Exercise, name: str, random: Random) -> None:
    exercise = replace(exercise, conventions=(name,))
    names, truth = exercise.names, solution(exercise)
    paths = [exercise.paths[n] for n in truth.nodes if exercise.paths[n]]
    assume(paths)
    path = random.choice(paths)
    value = truth.at(names[path]).value
    assert isinstance(value, int | float)
    wrong = value + random.choice([-7, 7])
    mine = Exercise("alphabeta", grafted(exercise.tree, path, wrong), (name,))
    believed = solution(mine)
    nodes: dict[str, NodeAnswer] = {}
    for n, said in believed.nodes.items():
        cut = tuple(names[mine.paths[child]] for child in said.cut)
        nodes[names[mine.paths[n]]] = replace(said, cut=cut)
    # The node itself, and what was done below it before it went wrong.
    nodes |= {n: said for n, said in truth.nodes.items() if exercise.paths[n][: len(path)] == path}
    nodes[names[path]] = replace(truth.at(names[path]), value=wrong)
    assert believed.move is not None
    graded = grade(exercise, Answer(exercise.id, nodes, move=names[mine.paths[believed.move]]))
    found = verdicts(graded)
    assert found.pop((names[path], "value")) is Verdict.WRONG_VALUE
    assert set(found.values()) <= {R, C}
    assert graded.first is not None
    assert graded.first.node == names[path]


@given(exercises(("alphabeta",), bushy=True), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some
def test_alphabeta_goes_on_from_a_wrong_window(exercise: Exercise, name: str, random: Random) -> None:
    """The oracle is a search of the node with the wrong window, then one with what came out as a leaf."""
    exercise = replace(exercise, conventions=(name,))
    names, truth = exercise.names, solution(exercise)
    paths = [exercise.paths[n] for n in truth.nodes if exercise.paths[n]]
    assume(paths)
    path = random.choice(paths)
    low = random.randint(-8, 8)
    window = (low, low + random.randint(1, 8))
    assume(window != truth.at(names[path]).window)
    convention = CONVENTIONS[name]
    rules = {"strict": convention.strict, "fail_hard": convention.fail_hard}
    trace, result = record("alphabeta", exercise.tree.at(path), window=window, **rules)
    assert result is not None
    nodes: dict[str, NodeAnswer] = {}
    skipped = {event.path: event.skipped for event in trace.events if isinstance(event, Cutoff)}
    for below, found in trace.results.items():
        if found.number is not None and not found.leaf:
            assert found.alpha is not None
            assert found.beta is not None
            cut = tuple(names[(*path, *below, i)] for i in skipped.get(below, ()))
            nodes[names[(*path, *below)]] = NodeAnswer(found.value, (found.alpha, found.beta), cut)
    mine = Exercise("alphabeta", grafted(exercise.tree, path, result.value), (name,))
    believed = solution(mine)
    for n, said in believed.nodes.items():
        cut = tuple(names[mine.paths[child]] for child in said.cut)
        nodes[names[mine.paths[n]]] = replace(said, cut=cut)
    assert believed.move is not None
    graded = grade(exercise, Answer(exercise.id, nodes, move=names[mine.paths[believed.move]]))
    marks = verdicts(graded)
    assert marks.pop((names[path], "window")) is Verdict.WRONG_WINDOW
    assert set(marks.values()) <= {R, C}


def test_the_lecture_tree_node_by_node() -> None:
    """B is taken for 4 instead of 3; everything after that is done right with it."""
    exercise = Exercise("alphabeta", read_tree(LECTURE))
    right = solution(exercise)
    assert {n: (said.value, said.cut) for n, said in right.nodes.items()} == {
        "A": (3, ()), "B": (3, ()), "C": (2, ("G",)), "E": (9, ()), "F": (2, ()), "D": (2, ("D.2", "D.3")),
    }  # fmt: skip
    inf = float("inf")
    nodes = {
        "A": NodeAnswer(4, (-inf, inf)),
        "B": NodeAnswer(4, (-inf, inf)),
        "C": NodeAnswer(2, (4, inf), ("G",)),
        "E": NodeAnswer(9, (4, inf)),
        "F": NodeAnswer(2, (4, 9)),
        "D": NodeAnswer(2, (4, inf), ()),
    }
    graded = grade(exercise, Answer(exercise.id, nodes, move="C"))
    assert verdicts(graded) == {
        ("A", "window"): R, ("A", "cut"): R, ("A", "value"): C, ("A", "move"): Verdict.WRONG_MOVE,
        ("B", "window"): R, ("B", "cut"): R, ("B", "value"): Verdict.WRONG_VALUE,
        ("C", "window"): C, ("C", "cut"): R, ("C", "value"): R,
        ("E", "window"): C, ("E", "cut"): R, ("E", "value"): R,
        ("F", "window"): C, ("F", "cut"): R, ("F", "value"): R,
        ("D", "window"): C, ("D", "cut"): Verdict.MISSED_CUT, ("D", "value"): R,
    }  # fmt: skip
    answer = Answer(exercise.id, nodes, move="C")
    assert (graded.points, graded.most) == (16 * 2, 38)
    assert grade(exercise, answer, "half").points == 11 * 2 + 5
    assert grade(exercise, answer, "none").points == 11 * 2
    with pytest.raises(BadInput, match="no rule for consequences called some"):
        grade(exercise, answer, "some")  # type: ignore[arg-type]
    assert graded.nodes == {
        "A": Verdict.WRONG_MOVE, "B": Verdict.WRONG_VALUE, "C": C, "E": C, "F": C, "D": Verdict.MISSED_CUT,
    }  # fmt: skip
    first = explain(graded)
    assert first is not None
    assert first.sentences[0] == "B does not have the value 4; right is 3."
    assert first.sentences[-1] == "B has the value 3."
    trace, _ = record("alphabeta", exercise.tree)
    assert [trace[i].sentence() for i in first.steps] == list(first.sentences[1:])


@pytest.mark.parametrize("language", ["de", "en"])
def test_windows_are_explained_by_what_set_them(language: str) -> None:
    exercise = Exercise("alphabeta", read_tree(LECTURE))
    answer = changed(solution(exercise), "F", window=(0, 9))
    first = explain(grade(exercise, answer), language)
    assert first is not None
    steps = solve(exercise).trace.steps
    assert [(steps[i].kind, steps[i].path) for i in first.steps] == [
        ("update", ()),
        ("update", (1,)),
        ("enter", (1, 1)),
    ]
    assert "(3, 9)" in first.sentences[0]


def test_what_was_not_reached_because_of_a_mistake_brings_nothing() -> None:
    """Whoever cuts too early has said nothing about the nodes below, so they cannot be right."""
    exercise = Exercise("alphabeta", read_tree("A(B(8 7 3) C(5 9))"))
    inf = float("inf")
    nodes = {"A": NodeAnswer(3, (-inf, inf), ("C",)), "B": NodeAnswer(3, (-inf, inf))}
    graded = grade(exercise, Answer(exercise.id, nodes, move="B"))
    found = verdicts(graded)
    assert found[("A", "cut")] is Verdict.CUT_TOO_EARLY
    assert {found[("C", field)] for field in ("window", "cut", "value")} == {C}
    assert found[("A", "value")] is found[("A", "move")] is C
    assert (graded.points, graded.most) == (12, 20)


# -------------------------------------------------------------------- odd answers


def test_nodes_that_are_not_visited() -> None:
    exercise = Exercise("alphabeta", read_tree(LECTURE))
    answer = solution(exercise)
    graded = grade(exercise, changed(answer, "G", value=6))
    assert verdicts(graded)[("G", "value")] is Verdict.NEEDLESS
    assert not graded.right
    assert graded.points == graded.most
    # Where the cut was missed, what was worked out below it is judged, but brings nothing.
    late = changed(changed(answer, "C", cut=()), "G", value=6, window=(3, 2))
    found = verdicts(graded := grade(exercise, late))
    assert found[("C", "cut")] is Verdict.MISSED_CUT
    assert found[("G", "value")] is found[("G", "window")] is C
    assert graded.points == graded.most - 2
    assert verdicts(grade(exercise, changed(late, "G", value=5)))[("G", "value")] is Verdict.WRONG_VALUE


def test_a_drawn_node_that_does_not_exist() -> None:
    (exercise,) = make_exercises("complete-tree", game="takeaway:matches=3")
    answer = solution(exercise)
    assert answer.move == "2"
    graded = grade(exercise, changed(answer, "3", value=1))
    assert verdicts(graded)[("3", "value")] is Verdict.NO_SUCH_NODE
    assert graded.points == graded.most
    assert not graded.right


def test_answers_for_another_exercise_are_refused() -> None:
    one, two = make_exercises("values", 2)
    with pytest.raises(BadInput, match=two.id):
        grade(two, solution(one))


@given(exercises(KINDS), st.randoms(use_true_random=False), st.sampled_from(["de", "en"]))
@some
def test_any_answer_gets_a_grade_and_sentences(exercise: Exercise, random: Random, language: str) -> None:
    """Answers at random: nothing fails, points stay in their range, every mark can be said."""
    names = exercise.names
    nodes: dict[str, NodeAnswer] = {}
    players = exercise.tree.payoffs or 1

    def number() -> Any:
        return random.randint(-3, 3) if players == 1 else tuple(random.randint(-3, 3) for _ in range(players))

    for path, name in names.items():
        fields = exercise.asked(path)
        children = [names[(*path, i)] for i in range(len(exercise.tree.at(path).children))]
        nodes[name] = NodeAnswer(
            number() if "value" in fields and random.random() < 0.8 else None,
            (random.randint(-3, 0), random.randint(-1, 3)) if "window" in fields else None,
            tuple(c for c in children if random.random() < 0.3) if "cut" in fields else (),
            tuple(random.sample(children, len(children))) if "order" in fields else None,
        )
    leaves = [names[p] for p, _ in exercise.tree.leaves() if random.random() < 0.5]
    answer = Answer(exercise.id, nodes, move=names[(0,)])
    if exercise.kind == "visited":
        answer = Answer(exercise.id, visited=tuple(leaves))
    if exercise.kind == "deepening":
        depths = {d: DepthAnswer(number(), names[(0,)]) for d in exercise.depths if random.random() < 0.8}
        answer = Answer(exercise.id, depths=depths)
    graded = grade(exercise, answer)
    assert 0 <= graded.points <= graded.most
    assert all(mark_sentence(mark, language) for mark in graded.marks)
    assert (explain(graded, language) is None) == (graded.first is None)
