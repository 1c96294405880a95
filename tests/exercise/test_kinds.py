"""Negamax, alliances, orders with the most cuts, killers, deepening, remoteness: made, graded, explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput, TooLarge
from spielbaum.exercise import (
    Answer,
    DepthAnswer,
    Exercise,
    Grade,
    Kind,
    NodeAnswer,
    TreeRequirements,
    Verdict,
    answer_from_json,
    answer_to_json,
    blank_json,
    exercise_from_json,
    exercise_to_json,
    explain,
    grade,
    make_exercises,
    solution,
    solve,
)
from spielbaum.exercise.cutting import cheapest_order, leaves_visited, right_first
from spielbaum.exercise.follow_through import follow_alphabeta
from spielbaum.exercise.make_positions import position_exercise
from spielbaum.forms import frozen
from spielbaum.game import Game, Position
from spielbaum.games import load_game
from spielbaum.search import alphabeta, negamax, record, retrograde
from spielbaum.tree import Tree, read_tree
from tests.support.quick import later
from tests.support.solved_files import solved_file
from tests.support.trees import random_shape

NEW: tuple[Kind, ...] = ("negamax", "alliance", "cut-order", "killers", "deepening", "remoteness")
R, C, M = Verdict.RIGHT, Verdict.CONSEQUENCE, Verdict.MISSING


def changed(answer: Answer, node: str, **changes: Any) -> Answer:
    return replace(answer, nodes={**answer.nodes, node: replace(answer.at(node), **changes)})


def verdicts(graded: Grade) -> dict[tuple[str, str], Verdict]:
    return {(mark.node, mark.field): mark.verdict for mark in graded.marks}


@pytest.mark.parametrize("kind", NEW)
def test_made_from_a_seed(kind: Kind) -> None:
    one, other = make_exercises(kind, 2, 11), make_exercises(kind, 2, 11)
    assert [e.id for e in one] == [e.id for e in other]
    assert one[0].id != one[1].id
    assert make_exercises(kind, 1, 12)[0].id != one[0].id
    for exercise in one:
        assert grade(exercise, solution(exercise)).right


@pytest.mark.parametrize("kind", NEW)
def test_documents_are_read_again(kind: Kind) -> None:
    (exercise,) = make_exercises(kind, 1, 3)
    assert exercise_from_json(exercise_to_json(exercise)).id == exercise.id
    answer = solution(exercise)
    assert answer_from_json(answer_to_json(answer, exercise), exercise) == answer
    blank = answer_from_json(blank_json(exercise) | {"exercise": exercise.id}, exercise)
    graded = grade(exercise, blank)
    assert graded.points == 0
    assert {mark.verdict for mark in graded.marks} == {M}


# ------------------------------------------------------------------------ negamax


def test_negamax_is_the_search_of_that_name() -> None:
    tree = read_tree("A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))")
    values = {name: said.value for name, said in solution(Exercise("negamax", tree)).nodes.items()}
    assert values == {"A": 3, "B": -3, "C": -2, "E": 9, "F": 2, "G": 6, "D": -1}
    assert negamax(tree).value == 3


def test_a_forgotten_sign_is_a_mistake_and_what_follows_a_consequence() -> None:
    exercise = Exercise("negamax", read_tree("A(B(8 7) C(2 9))"))
    answer = changed(changed(solution(exercise), "B", value=7), "A", value=-2)
    graded = grade(exercise, replace(answer, move="C"))
    assert verdicts(graded) == {
        ("B", "value"): Verdict.WRONG_VALUE,
        ("C", "value"): R,
        ("A", "value"): Verdict.WRONG_VALUE,  # from B = 7 it would follow that A is max(−7, 2) = 2
        ("A", "move"): C,
    }
    assert verdicts(grade(exercise, changed(answer, "A", value=2)))["A", "value"] is C


def test_extra_turns_keep_the_sign() -> None:
    tree = Tree(
        [Tree([Tree(value=4, player=1), Tree(value=6, player=1)], name="B"), Tree(value=5, player=1)],
        name="A",
    )
    exercise = Exercise("negamax", tree)
    assert solution(exercise).nodes["B"].value == solution(exercise).nodes["A"].value == 6


# ----------------------------------------------------------------------- alliance


def test_allies_add_up() -> None:
    exercise = Exercise("alliance", read_tree("A(5,0,0 4,0,9)"), teams="1+3")
    answer = solution(exercise)
    assert answer.nodes["A"].value == (4, 0, 9)
    assert answer.move == "A.2"
    alone = replace(changed(answer, "A", value=(5, 0, 0)), move="A.1")
    assert verdicts(grade(exercise, alone)) == {
        ("A", "value"): Verdict.WRONG_VALUE,
        ("A", "move"): Verdict.WRONG_MOVE,
    }


@pytest.mark.parametrize("players", [3, 4])
def test_an_alliance_makes_a_difference(players: int) -> None:
    for exercise in make_exercises("alliance", 3, 5, TreeRequirements(players=players)):
        solved = solve(exercise)
        assert solved.result.value != record("maxn", exercise.tree)[1].value  # type: ignore[union-attr]
    (chosen,) = make_exercises("alliance", 1, 5, TreeRequirements(teams="2+3"))
    assert chosen.teams == "2+3"


def test_teams_that_do_not_fit() -> None:
    tree = read_tree("A(5,0,0 4,0,9)")
    for kind, teams in (("alliance", ""), ("maxn", "1+2"), ("alliance", "1+4"), ("alliance", "both")):
        with pytest.raises(BadInput):
            Exercise(kind, tree, teams=teams)  # type: ignore[arg-type]
    with pytest.raises(BadInput):
        make_exercises("values", 1, 1, TreeRequirements(teams="1+2"))


# ---------------------------------------------------------------------- cut-order


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_no_order_visits_fewer_leaves(seed: int) -> None:
    """Against all orders, on trees of any shape, with ties and extra turns."""
    random = Random(seed)
    tree = random_shape(random, random.randint(1, 3), random.randint(2, 3))
    inner = [path for path, node in tree.nodes() if not node.leaf]
    assume(inner and prod(factorial(len(tree.at(path).children)) for path in inner) <= 300)
    choices = (permutations(range(len(tree.at(path).children))) for path in inner)
    fewest = min(leaves_visited(tree, dict(zip(inner, each, strict=True))) for each in product(*choices))
    assert leaves_visited(tree, cheapest_order(tree)) == fewest


def test_every_best_order_is_right() -> None:
    """The lecture's tree: only who comes first matters, and not everywhere."""
    exercise = Exercise("cut-order", read_tree("A(C(F(2 14) G(6 19)) B(D(16 12) E(3 10)))"))
    answer = solution(exercise)
    best = leaves_visited(exercise.tree, solve(exercise).orders)
    first = right_first(exercise.tree, solve(exercise).orders)
    for path, node in exercise.tree.nodes():
        name = exercise.names[path]
        for order in permutations(range(len(node.children))) if not node.leaf else ():
            graded = grade(
                exercise, changed(answer, name, order=tuple(exercise.names[(*path, i)] for i in order))
            )
            visits = leaves_visited(exercise.tree, solve(exercise).orders | {path: order})
            assert graded.right == (visits == best) == (order[0] in first[path])
            if not graded.right:
                assert graded.first is not None
                assert graded.first.node == name
                assert f"{visits} leaves; {best}" in " ".join(_explained(graded))


def _explained(graded: Grade) -> tuple[str, ...]:
    found = explain(graded)
    assert found is not None
    return found.sentences


def test_orders_that_are_none() -> None:
    (exercise,) = make_exercises("cut-order", 1, 3)
    answer = solution(exercise)
    wrong = changed(answer, "A", order=("B", "B"))
    assert verdicts(grade(exercise, wrong))["A", "order"] is Verdict.WRONG_ORDER
    assert "each of its children once" in " ".join(_explained(grade(exercise, wrong)))


# ------------------------------------------------------------------------ killers

KILLERS = Exercise("killers", read_tree("A(B(8 7 9) C(13 4 0) D(17 1 14))"))


def test_a_killer_is_tried_first() -> None:
    answer = solution(KILLERS)
    assert answer.nodes["C"].order == ("C.1", "C.2", "C.3")
    assert answer.nodes["C"].cut == ("C.3",)
    assert answer.nodes["D"].order == ("D.2", "D.1", "D.3")
    assert answer.nodes["D"].cut == ("D.1", "D.3")


def test_forgotten_killers_are_explained() -> None:
    wrong = changed(solution(KILLERS), "D", order=("D.1", "D.2", "D.3"), cut=("D.3",))
    graded = grade(KILLERS, wrong)
    found = verdicts(graded)
    assert found["D", "order"] is Verdict.WRONG_ORDER
    assert found["D", "cut"] is C  # right for the order that was given
    sentences = " ".join(_explained(graded))
    assert "the latest first: 2" in sentences
    assert "D.2, D.1, D.3" in sentences


def test_a_missed_cut_leaves_no_killer() -> None:
    """Whoever misses the cut at C has no killer at D, and that counts as a consequence."""
    wrong = changed(changed(solution(KILLERS), "C", cut=()), "D", order=("D.1", "D.2", "D.3"), cut=("D.3",))
    assert {
        item: verdict for item, verdict in verdicts(grade(KILLERS, wrong)).items() if verdict is not R
    } == {
        ("C", "cut"): Verdict.MISSED_CUT,
        ("D", "order"): C,
        ("D", "cut"): C,
    }


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_following_the_right_answer_is_the_search_itself(seed: int) -> None:
    random = Random(seed)
    tree = random_shape(random, random.randint(1, 4), random.randint(2, 4))
    assume(not tree.leaf)
    exercise = Exercise("killers", tree)
    solved = solve(exercise)
    own = follow_alphabeta(exercise, lambda path: solved.answer.at(exercise.names[path]), solved, "killers")
    assert {path: mine.order for path, mine in own.items()} == solved.tried
    assert {path: mine.cut for path, mine in own.items() if mine.cut} == solved.cuts


def test_killers_that_are_made_save_leaves() -> None:
    for exercise in make_exercises("killers", 5, 2):
        assert len(solve(exercise).visited) < alphabeta(exercise.tree).leaves


# ---------------------------------------------------------------------- deepening

DEEPER = Exercise("deepening", read_tree("A(B=5(3 9) C=4(6 8))"))


def test_a_move_after_each_depth() -> None:
    assert solution(DEEPER).depths == {1: DepthAnswer(5, "B"), 2: DepthAnswer(6, "C")}
    wrong = replace(solution(DEEPER), depths={1: DepthAnswer(5, "C"), 2: DepthAnswer(3, None)})
    graded = grade(DEEPER, wrong)
    assert [(mark.depth, mark.field, mark.verdict) for mark in graded.marks] == [
        (1, "value", R),
        (1, "move", Verdict.WRONG_MOVE),
        (2, "value", Verdict.WRONG_VALUE),
        (2, "move", M),
    ]
    assert _explained(graded) == (
        "With depth 1 C is not the best move; right is B.",
        "With depth 1 the moves are worth B = 5, C = 4; A is MAX and chooses the largest.",
    )


def test_it_is_what_iterative_deepening_says() -> None:
    for exercise in make_exercises("deepening", 4, 9):
        for depth, (value, best) in solve(exercise).iterations.items():
            _, result = record("iterative", exercise.tree, depth=depth)
            assert result is not None
            assert result.value == value
            assert result.moves[0] in best
        assert len({said.move for said in solution(exercise).depths.values()}) > 1


def test_every_node_needs_an_estimate() -> None:
    with pytest.raises(BadInput, match="C needs an estimate"):
        Exercise("deepening", read_tree("A(B=5(3 9) C(6 8))"))


@pytest.mark.parametrize(
    "depths", [{"3": {}}, {"1": 5}, {"1": {"worth": 1}}, {"1": {"value": "x"}}, {"1": {"move": "Z"}}, []]
)
def test_depths_that_cannot_be_read(depths: Any) -> None:
    document = answer_to_json(solution(DEEPER), DEEPER) | {"depths": depths}
    if depths == []:
        assert not answer_from_json(document, DEEPER).depths
        return
    with pytest.raises(BadInput):
        answer_from_json(document, DEEPER)


# --------------------------------------------------------------------- remoteness


def asked_about(name: str, notation: str) -> Exercise:
    """The exercise about a position of a small game."""
    game = load_game(name)
    return position_exercise(game, retrograde(game).solution, Position.of(game, notation).state)


def said(exercise: Exercise, value: int | None, plies: int | None, *keep: str) -> Grade:
    root = exercise.names[()]
    return grade(
        exercise, Answer(exercise.id, {root: NodeAnswer(value, remoteness=plies, keep=keep or None)})
    )


def test_a_won_position() -> None:
    """Hexapawn after a1a2: taking wins in three plies, everything else loses."""
    exercise = asked_about("hexapawn", "ppp/P../.PP b")
    assert solution(exercise).nodes["root"] == NodeAnswer(1, remoteness=3, keep=("b3a2",))
    assert said(exercise, 1, 3, "b3a2").right
    assert verdicts(said(exercise, 1, 5, "b3a2", "b3b2")) == {
        ("root", "value"): R,
        ("root", "remoteness"): Verdict.WRONG_REMOTENESS,
        ("root", "keep"): Verdict.WRONG_KEEP,
    }


def test_what_follows_from_a_wrong_value() -> None:
    """Who takes it for lost, and then finds the longest resistance among the losing moves, errs once."""
    exercise = asked_about("hexapawn", "ppp/P../.PP b")
    graded = said(exercise, -1, 2, "b3b2", "c3c2")
    assert [mark.verdict for mark in graded.marks] == [Verdict.WRONG_VALUE, C, C]
    assert (graded.points, graded.most) == (4, 6)
    first = explain(graded, "en")
    assert first is not None
    assert "b3a2 decides: after it the opponent loses in 2 plies" in " ".join(first.sentences)
    assert "c3c2: loses in 2 plies" in " ".join(first.sentences)


def test_one_move_too_few_brings_half() -> None:
    exercise = asked_about("nim:heaps=2-3-3", "")
    right = solution(exercise).nodes["root"]
    assert right.keep is not None
    assert len(right.keep) == 3
    points = [said(exercise, 1, right.remoteness, *keep).points for keep in (right.keep, right.keep[:2])]
    assert points == [6, 5]
    assert said(exercise, 1, right.remoteness, right.keep[0]).points == 4
    # In whichever order they are named.
    assert said(exercise, 1, right.remoteness, *reversed(right.keep)).right


def test_nobody_is_asked_how_long_a_draw_takes() -> None:
    exercise = asked_about("tictactoe", "a2")
    graded = said(exercise, 0, None, *solution(exercise).nodes["root"].keep or ())
    assert graded.right
    assert [mark.field for mark in graded.marks] == ["value", "keep"]


@pytest.mark.parametrize(
    "name", [later("kalah:houses=3,seeds=2"), "hexapawn", later("morris"), later("tictactoe")]
)
def test_positions_are_worth_what_the_game_says(name: str) -> None:
    """Extra turns, points, draws by cycle: the small tree has the outcome of the whole game."""
    game = load_game(name)
    whole = retrograde(game).solution
    exercises = make_exercises("remoteness", 5, 4, game=name)
    assert len({exercise.id for exercise in exercises}) == 5
    for exercise in exercises:
        (state,) = {
            frozen(state): state for state in states_of(game) if shown(game, state) == where(exercise)
        }.values()
        entry, right = whole.at(state), solution(exercise).nodes["root"]
        assert right.value == entry.value
        assert right.remoteness == (entry.remoteness if entry.value else None)
        assert len(exercise.tree.children) >= 2
        assert entry.remoteness is None or entry.remoteness >= 2


def where(exercise: Exercise) -> tuple[str, int]:
    assert exercise.subject is not None
    return exercise.subject.position, exercise.tree.player


def shown(game: Game[Any, Any], state: Any) -> tuple[str, int]:
    return game.board_text(state), game.player(state)


def states_of(game: Game[Any, Any]) -> Iterator[Any]:
    seen, waiting = {frozen(game.start)}, [game.start]
    while waiting:
        state = waiting.pop()
        yield state
        for after in (game.play(state, move) for move in game.legal(state)):
            if frozen(after) not in seen:
                seen.add(frozen(after))
                waiting.append(after)


def test_games_that_cannot_be_asked_about() -> None:
    with pytest.raises(TooLarge):
        make_exercises("remoteness", game="connect4")
    with pytest.raises(BadInput, match="none was found for variant 1"):
        make_exercises("remoteness", game="takeaway:matches=1")
    with pytest.raises(BadInput, match="complete-tree and remoteness"):
        make_exercises("values", game="hexapawn")


@pytest.mark.parametrize("name", ["hexapawn", later("morris")])
def test_a_solution_in_a_file_does_as_well(name: str, tmp_path: Path) -> None:
    solved_file(tmp_path / "whole.table", name)
    by_file = make_exercises("remoteness", 3, 4, game=str(tmp_path / "whole.table"))
    assert [exercise.id for exercise in by_file] == [
        exercise.id for exercise in make_exercises("remoteness", 3, 4, game=name)
    ]
    with pytest.raises(BadInput, match=r"none\.table cannot be read"):
        make_exercises("remoteness", game=str(tmp_path / "none.table"))


def test_a_tree_is_asked_about_too() -> None:
    """MIN wins by C in three plies; B is quicker, but for MAX."""
    exercise = Exercise("remoteness", read_tree("A@2(B@1(4) C@1(D@2(-2 7) E@2(-1 3)) F@1(0))"))
    assert not exercise.hidden
    assert solution(exercise).nodes["A"] == NodeAnswer(1, remoteness=3, keep=("C",))
