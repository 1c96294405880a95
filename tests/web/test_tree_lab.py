"""The interface of the tree lab: searches as documents, figures, exercises, and what it refuses."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from httpx import Client, Response

import spielbaum
from spielbaum.exercise import (
    Kind,
    answer_to_json,
    blank_json,
    exercise_to_json,
    make_exercises,
    solution,
)
from spielbaum.exercise.model import CHANCE_KINDS
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.search import ALGORITHMS
from spielbaum.tree import write_tree
from spielbaum.web.tree_lab import tree_source

pytestmark = pytest.mark.xdist_group("web")

HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
STATIC = Path(spielbaum.__file__).parent / "web"


def trace(client: Client, language: str = "en", **run: Any) -> dict[str, Any]:
    response = client.post("/api/tree-lab/trace", json=run, headers={"Accept-Language": language})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused(response: Response) -> str:
    assert response.status_code == 422, response.text
    sentence: str = response.json()["error"]
    assert sentence.endswith((".", "?"))
    return sentence


# --- traces


def test_the_hand_simulation(client: Client) -> None:
    """Row 1 of the lecture: ten of fifteen leaves; G and the last two leaves of D are cut."""
    answer = trace(client, tree=HAND)
    document = answer["document"]
    assert document["counts"] == {"nodes": 16, "leaves": 10, "cuts": 3, "seen": 10, "skipped": 5}
    assert document["plain"] == {"algorithm": "minimax", "nodes": 22, "leaves": 15}
    assert "Best move: B" in document["answer"]
    cuts = [step for step in document["steps"] if step["kind"] == "cutoff"]
    assert [(cut["node"], cut["path"]) for cut in cuts] == [("C", "1"), ("D", "2")]
    assert all(document["code"][step["line"]] for step in document["steps"])
    assert document["labels"]["1.2"] == "G"
    assert len(document["scene"]["steps"]) == len(document["steps"]) + 1
    assert answer["command"] == f"spielbaum tree trace '{HAND}' --algorithm alphabeta"


def test_leaves_from_the_side_of_the_mover(client: Client) -> None:
    answer = trace(client, tree="Node 0 [Node 3 [], Node (-2) []]", leaves="mover", algorithm="minimax")
    assert answer["document"]["tree"] == "=0(-3 2)"
    assert "Value: 2 for MAX" in answer["document"]["answer"]
    assert "'=0(-3 2)'" in answer["command"]


def test_a_strategy_is_marked_at_the_end(client: Client) -> None:
    steps = trace(client, tree=HAND, strategy=2)["document"]["scene"]["steps"]
    chosen = {path for path, face in steps[-1]["changes"].items() if face["chosen"]}
    assert {"", "0", "0.2", "1", "1.1", "1.1.0", "1.1.1", "1.1.2", "2", "2.1"} == chosen
    assert steps[:-1] == trace(client, tree=HAND)["document"]["scene"]["steps"][:-1]
    response = client.post("/api/tree-lab/trace", json={"tree": HAND, "strategy": 3})
    assert "no player 3" in refused(response)


def test_the_steps_say_why_a_move_comes_first(client: Client) -> None:
    run = {"tree": "A(B=3(8 1) C=5(7 6))", "algorithm": "iterative"}
    for language, words in (("en", "the previous iteration gave it"), ("de", "die vorige Iteration gab")):
        document = trace(client, language, **run)["document"]
        (step,) = [step for step in document["steps"] if step["kind"] == "first"]
        assert (step["node"], step["path"]) == ("A", "")
        assert words in step["sentence"]
        assert document["code"][step["line"]].strip().startswith(("sort", "sortiere"))


def test_order_matters(client: Client) -> None:
    document = trace(client, tree=HAND, order="C: F E G")["document"]
    assert document["counts"]["seen"] == 7


def test_a_second_look_at_a_child_is_not_another_child(client: Client) -> None:
    document = trace(client, tree="((1 2) (3 4) (5 6))", algorithm="pvs")["document"]
    entered = [step["node"] for step in document["steps"] if step["kind"] == "enter"]
    assert len(entered) > len(set(entered))
    rests = [step["rest"] for step in document["steps"] if step["kind"] == "update" and step["path"] == ""]
    assert rests == [True, True, False]


def test_update_tells_whether_children_remain(client: Client) -> None:
    document = trace(client, tree="(3 (5 1))", algorithm="alphabeta")["document"]
    updates = [(s["node"], s["rest"]) for s in document["steps"] if s["kind"] == "update"]
    assert updates == [("the root", True), ("2", True), ("2", False)]


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_every_algorithm_can_be_stepped(client: Client, algorithm: str) -> None:
    tree = HAND if ALGORITHMS[algorithm].zero_sum else "((1,2,6 4,3,2) (6,1,2 7,4,1))"
    if ALGORITHMS[algorithm].one_player:
        tree = "A(3 B*(4 8))"
    document = trace(client, "de", tree=tree, algorithm=algorithm)["document"]
    assert document["title"] == ALGORITHMS[algorithm].title_in("de")
    assert document["language"] == "de"
    paths = {node["path"] for node in document["scene"]["nodes"]}
    assert all(step["path"] in paths for step in document["steps"] if step["kind"] != "iteration")
    assert all(step["line"] is not None for step in document["steps"])


def test_random_trees_come_from_their_seed(client: Client) -> None:
    request = {"branching": 3, "depth": 3, "seed": 7}
    one = trace(client, random=request)["document"]["tree"]
    assert one == trace(client, random=request)["document"]["tree"]
    assert one != trace(client, random=request | {"seed": 8})["document"]["tree"]


def test_retrograde_analysis_searches_the_positions_of_a_game(client: Client) -> None:
    where = {"game": "hexapawn:width=2,height=3", "moves": ["a1a2"]}
    answer = trace(client, game=where, algorithm="retrograde")
    document = answer["document"]
    assert answer["command"] == (
        "spielbaum tree trace --game hexapawn:width=2,height=3 --position a1a2 --algorithm retrograde"
    )
    assert document["tree"] is None
    kinds = {step["kind"] for step in document["steps"]}
    assert {"enter", "leaf", "settle"} <= kinds
    assert all(step["path"] is not None and step["line"] is not None for step in document["steps"])
    assert any("is won for Black in 1 ply" in step["sentence"] for step in document["steps"])
    too_large = {"game": {"game": "connect4"}, "algorithm": "retrograde"}
    assert "more than 1500 positions" in refused(client.post("/api/tree-lab/trace", json=too_large))
    # With a depth it is the tree that was asked for.
    cut = trace(client, game={"game": "connect4", "depth": 2}, algorithm="retrograde")
    assert cut["document"]["tree"] is not None


def test_a_graph_as_text_can_be_stepped(client: Client) -> None:
    document = trace(client, tree="A(B(A 1) C(-1 B))", algorithm="retrograde")["document"]
    assert [node["name"] for node in document["scene"]["nodes"]] == ["A", "B", "↑A", "", "C", "", "↑B"]
    last = document["scene"]["steps"][-1]["changes"]
    assert {last[path]["value"] for path in ("0", "1.1")} == {"0"}  # B, and B again
    assert "Draw by cycle" in document["answer"]


def test_a_position_grows_into_a_tree(client: Client) -> None:
    """Row 3: the complete tree of five matches has 20 nodes, and White wins by taking one."""
    document = trace(client, game={"game": "takeaway"}, algorithm="minimax", numbers=True)["document"]
    assert len(document["scene"]["nodes"]) == 20
    assert document["counts"]["leaves"] == 8
    assert "Best move: 1" in document["answer"]
    cut = trace(client, game={"game": "connect4", "moves": ["44"], "depth": 2})["document"]
    assert len(cut["scene"]["nodes"]) == 57
    # Where no depth is given: as deep as fits.
    fitting = trace(client, game={"game": "connect4", "moves": ["44"]})["document"]
    assert fitting["tree"] == cut["tree"]
    assert {node["edge"] for node in cut["scene"]["nodes"]} > {"1", "7"}


# --- limits


@pytest.mark.parametrize(
    ("run", "words"),
    [
        ({}, "one tree"),
        ({"tree": "(1 2)", "random": {}}, "one tree"),
        ({"tree": "(1 2"}, "column 1"),
        ({"tree": ""}, "empty"),
        ({"tree": "(" + "1 " * 12_000 + ")"}, "20000"),
        ({"tree": "(" + "1 " * 2_000 + ")"}, "1500"),
        ({"tree": "(" * 60 + "1" + ")" * 60}, "40"),
        ({"tree": "[" * 5_000}, "deep"),
        ({"tree": '{"children": ' * 1_500}, "deep"),
        ({"random": {"branching": 20, "depth": 20}}, "1500"),
        ({"random": {"branching": -1}}, "branching"),
        ({"game": {"game": "connect4", "depth": 6}}, "1500"),
        ({"game": {"game": "chess2"}}, "chess2"),
        ({"game": {"game": "connect4", "moves": ["9"]}}, "9"),
        ({"tree": HAND, "algorithm": "quantum"}, "quantum"),
        ({"tree": HAND, "algorithm": "minimax", "fail_hard": True}, "fail_hard"),
        ({"tree": "((1,2,3 3,2,1) 1,1,1)"}, "maxn"),
        ({"tree": HAND, "order": "C: F E"}, "F E"),
        ({"tree": HAND, "scope": "a b"}, "scope"),
        ({"tree": f"({'9' * 320} 2)"}, "is not a number"),
        ({"tree": HAND, "surprise": 1}, "surprise"),
    ],
)
def test_what_is_refused_and_how(client: Client, run: dict[str, Any], words: str) -> None:
    assert words in refused(client.post("/api/tree-lab/trace", json=run))
    german = refused(client.post("/api/tree-lab/trace", json=run, headers={"Accept-Language": "de"}))
    assert german != refused(client.post("/api/tree-lab/trace", json=run))


def test_too_many_events_are_refused(client: Client) -> None:
    assert tree_source.MOST_EVENTS == 6000
    # Deepening goes over the same leaves again and again: many events from few nodes.
    tree = "(" + "1 " * 700 + "(" * 30 + "1 2" + ")" * 31
    sentence = refused(
        client.post("/api/tree-lab/trace", json={"tree": tree, "algorithm": "depth-first-deepening"})
    )
    assert "6000" in sentence


# --- figures


@pytest.mark.parametrize(
    ("form", "head"),
    [
        ("svg", "<svg"),
        ("tikz", "\\documentclass"),
        ("mermaid", "flowchart"),
        ("text", "MAX"),
        ("html", "<!doctype html>"),
        ("json", "{"),
    ],
)
def test_figures_are_files(client: Client, form: str, head: str) -> None:
    kept = client.post("/api/tree-lab/figure", json={"tree": HAND, "format": form, "step": 12}).json()
    assert head in kept["text"][:200]
    assert kept["name"].startswith("alphabeta.")
    assert kept["base64"] is None


def test_binary_figures_and_steps(client: Client) -> None:
    if "png" not in client.get("/api/tree-lab").json()["formats"]:
        pytest.skip("the extra pdf is not installed")
    kept = client.post("/api/tree-lab/figure", json={"tree": HAND, "format": "png"}).json()
    assert base64.b64decode(kept["base64"]).startswith(b"\x89PNG")
    late = client.post("/api/tree-lab/figure", json={"tree": HAND, "format": "svg", "step": 99})
    assert "99" in refused(late)


def test_two_algorithms_in_one_page(client: Client) -> None:
    request = {"tree": HAND, "format": "html", "beside": "minimax", "fail_hard": True}
    text = client.post("/api/tree-lab/figure", json=request).json()["text"]
    data = json.loads(text.partition('id="stepper">')[2].partition("</script>")[0])
    assert [document["algorithm"] for document in data["documents"]] == ["alphabeta", "minimax"]


# --- exercises


def exercise(client: Client, **task: Any) -> dict[str, Any]:
    response = client.post("/api/tree-lab/exercise", json={"tree": HAND} | task)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


RIGHT = {
    "A": {"window": ["-inf", "inf"], "cut": [], "value": 3},
    "B": {"window": ["-inf", "inf"], "cut": [], "value": 3},
    "C": {"window": [3, "inf"], "cut": ["G"], "value": 2},
    "E": {"window": [3, "inf"], "cut": [], "value": 9},
    "F": {"window": [3, 9], "cut": [], "value": 2},
    "D": {"window": [3, "inf"], "cut": ["D.2", "D.3"], "value": 2},
}


def graded(client: Client, task: dict[str, Any], nodes: dict[str, Any]) -> dict[str, Any]:
    answer = {
        "format": "spielbaum-answer",
        "version": 1,
        "exercise": task["exercise"],
        "nodes": nodes,
        "move": "B",
    }
    response = client.post("/api/tree-lab/grade", json={"answer": answer})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_an_exercise_does_not_give_its_solution_away(client: Client) -> None:
    task = exercise(client)
    assert [node["name"] for node in task["nodes"] if node["asked"]] == ["A", "B", "C", "E", "F", "G", "D"]
    assert len(task["scene"]["steps"]) == 1
    faces = task["scene"]["steps"][0]["changes"]
    assert all(not face["window"] and not face["crossed"] for face in faces.values())
    assert {path for path, face in faces.items() if face["value"]} == {
        node["address"] for node in task["nodes"] if node["leaf"]
    }


@pytest.mark.parametrize(
    "kind", ["negamax", "alliance", "cut-order", "killers", "deepening", "remoteness", *CHANCE_KINDS]
)
def test_every_kind_is_set_and_graded(client: Client, kind: Kind) -> None:
    (made,) = make_exercises(kind, 1, 4)
    made = replace(made, subject=None)  # a tree is asked about here
    task = exercise(client, tree=write_tree(made.tree), kind=kind, teams=made.teams)
    assert task["exercise"] == exercise_to_json(made)
    # The figure shows what the sheet shows, in its order and from its side, and nothing else.
    faces = task["scene"]["steps"][0]["changes"]
    for path, node in made.tree.nodes():
        shown = faces[".".join(map(str, path))]["value"]
        given = node.leaf or (kind == "deepening" and bool(path))
        assert bool(shown) == given
        if node.leaf and kind != "alliance":
            assert shown == str(node.value)
    answer = answer_to_json(solution(made), made) | {"exercise": task["exercise"]}
    response = client.post("/api/tree-lab/grade", json={"answer": answer})
    assert response.status_code == 200, response.text
    assert response.json()["grade"]["right"]
    blank = client.post("/api/tree-lab/grade", json={"answer": blank_json(made)}).json()["grade"]
    assert blank["points"] == 0
    assert blank["first"]["sentences"]


def test_right_answers_are_right_and_a_missed_cut_is_found(client: Client) -> None:
    task = exercise(client)
    assert graded(client, task, RIGHT)["grade"]["right"]
    missed = RIGHT | {"C": RIGHT["C"] | {"cut": []}}
    found = graded(client, task, missed)
    first = found["grade"]["first"]
    assert (first["node"], first["verdict"]) == ("C", "missed cut")
    decisive = found["document"]["steps"][first["steps"][-1]]
    assert (decisive["kind"], decisive["node"]) == ("cutoff", "C")


def test_which_of_equals_is_taken(client: Client) -> None:
    tree = "A(B(1,5,0 6,5,1) C(3,2,2 4,1,9))"

    def searched(**run: Any) -> tuple[str, str, str]:
        response = client.post("/api/tree-lab/trace", json={"tree": tree, "algorithm": "maxn"} | run)
        assert response.status_code == 200, response.text
        found = response.json()
        return found["document"]["answer"], " ".join(found["document"]["code"]), found["command"]

    first, last = searched(), searched(ties="last")
    assert "(3, 2, 2)" in first[0]
    assert "w[p] > v[p]" in first[1]
    assert "--ties" not in first[2]
    assert "(6, 5, 1)" in last[0]
    assert "w[p] ≥ v[p]" in last[1]
    assert last[2].endswith("--algorithm maxn --ties last")
    offered = client.get("/api/tree-lab").json()["conventions"]
    assert offered["maxn"] == ["first", "last"]
    assert set(offered) == {"alphabeta", "visited", "maxn"}
    task = exercise(client, tree=tree, kind="maxn", conventions=["last"])
    assert "the last" in task["conventions"]
    nodes = {"A": [6, 5, 1], "B": [6, 5, 1], "C": [3, 2, 2]}
    answer = {
        "format": "spielbaum-answer",
        "version": 1,
        "exercise": task["exercise"],
        "nodes": {name: {"value": value} for name, value in nodes.items()},
        "move": "B",
    }
    graded = client.post("/api/tree-lab/grade", json={"answer": answer}).json()
    assert graded["grade"]["right"]
    assert graded["grade"]["convention"] == "last"
    assert "w[p] ≥ v[p]" in " ".join(graded["document"]["code"])


def test_answers_for_another_exercise_are_refused(client: Client) -> None:
    task = exercise(client)
    other = task["exercise"] | {"tree": "A(B(1 2) C(3 4))"}
    answer = {"format": "spielbaum-answer", "version": 1, "exercise": other, "nodes": {}}
    assert task["exercise"]["id"] in refused(client.post("/api/tree-lab/grade", json={"answer": answer}))
    assert refused(client.post("/api/tree-lab/grade", json={"answer": {}}))
    assert refused(client.post("/api/tree-lab/exercise", json={"tree": HAND, "kind": "maxn"}))


def test_half_characters_are_refused(client: Client) -> None:
    """JSON can write one half of a surrogate pair; no answer could."""
    for path, body in (
        ("trace", '{"tree": "A(\\"\\ud800\\"(1 2) 3)"}'),
        ("grade", '{"answer": {"format": "\\ud800"}}'),
    ):
        assert refused(
            client.post(f"/api/tree-lab/{path}", content=body, headers={"Content-Type": "application/json"})
        )


def test_the_complete_tree_is_not_shown_before_it_is_asked_for(client: Client) -> None:
    sheet = client.post("/api/tree-lab/sheet", json={"kind": "complete-tree", "number": 2}).json()
    assert [variant["scene"] for variant in sheet["variants"]] == [None, None]
    assert all(variant["task"] for variant in sheet["variants"])


def test_sheets_of_a_seed(client: Client) -> None:
    request = {"kind": "alphabeta", "number": 2, "seed": 7, "requirements": {"cuts": [1, 3]}}
    one = client.post("/api/tree-lab/sheet", json=request).json()
    assert one == client.post("/api/tree-lab/sheet", json=request).json()
    assert len(one["variants"]) == 2
    heads = {"latex": "\\documentclass", "html": "<!DOCTYPE html>", "moodle": "<?xml", "json": "{"}
    for form, head in heads.items():
        kept = client.post(
            "/api/tree-lab/sheet/file", json=request | {"format": form, "solutions": True}
        ).json()
        assert head in kept["text"][:400], form
    impossible = request | {"requirements": {"branching": 2, "depth": 1, "cuts": [5, 9]}}
    assert refused(client.post("/api/tree-lab/sheet", json=impossible))


# --- sentences

SCRIPTS = sorted((STATIC / "static" / "js" / "tree_lab").glob("*.js"))
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in [*SCRIPTS, *(STATIC / "tree_lab").glob("*.py")])
TEXT = TEXT.replace('"tree_lab.css"', "")
WHOLE = set(re.findall(r"[\"'`](tree_lab(?:\.[\w-]+)+)[\"'`]", TEXT))
BEGINNINGS = tuple(re.findall(r"[`\"](tree_lab\.[\w.]*)\$?\{", TEXT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_used_exists(language: str) -> None:
    assert WHOLE - set(catalogue(language)) == set()


def test_every_sentence_is_used() -> None:
    keys = {key for key in catalogue("en") if key.startswith("tree_lab.")}
    assert {key for key in keys - WHOLE if not key.startswith(BEGINNINGS)} == set()
