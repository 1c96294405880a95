"""`spielbaum tree` on the command line: what it prints, and what it says about mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.search import ALGORITHMS
from spielbaum.tree import Tree
from tests.support.trees import LECTURE


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPIELBAUM_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["tree", *words], input=stdin, prog_name="spielbaum")


def output(*words: str, stdin: str | None = None) -> str:
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(*words: str) -> Any:
    return json.loads(output(*words))


def test_the_hand_simulation() -> None:
    text = output("trace", LECTURE, "--algorithm", "alphabeta")
    assert "C (MIN) is entered with the window (3, +∞)." in text
    assert "cut: G." in text
    assert "Value: 3 for MAX (proven)." in text
    assert "Best move: B; line: B → B.3." in text
    assert text.endswith("Leaves: 10 of 15 visited, 5 skipped.\n")
    assert max(map(len, text.splitlines())) <= 80


def test_order_matters() -> None:
    text = output("trace", LECTURE, "--order", "C: F E G")
    assert "cut: E, G." in text
    assert "Leaves: 7 of 15 visited, 8 skipped." in text
    assert "Leaves: 7 of 15" in output("trace", LECTURE, "--order", "C: 2 1 3; B: 1 2 3")
    assert "Leaves: 13 of 15 visited, 2 skipped." in output("trace", LECTURE, "--order", "A: D C B")


def test_in_german() -> None:
    text = output("trace", LECTURE, "--lang", "de")
    assert "abgeschnitten: D.2, D.3." in " ".join(text.split())
    assert "Blätter: 10 von 15 besucht, 5 übersprungen." in text
    assert "Wert: 3 für MAX (bewiesen)." in text


def test_the_document_of_a_trace() -> None:
    found = document("trace", LECTURE, "--json")
    assert (found["value"], found["move"], found["line"]) == (3, "B", ["B", "B.3"])
    assert (found["leaves_seen"], found["leaves_skipped"]) == (10, 5)
    assert found["results"]["C"] == {"value": 2, "result": "at most"}
    assert found["results"]["F"] == {"value": 2, "result": "exact"}
    assert found["results"]["G"] == {"value": None, "result": "cut"}
    assert found["results"]["G.1"] == {"value": None, "result": "unvisited"}
    assert len(found["results"]) == len(found["nodes"]) == Tree.read(LECTURE).size
    assert found["events"][0] == {
        "event": "enter",
        "node": "A",
        "path": [],
        "player": 1,
        "alpha": "-inf",
        "beta": "inf",
    }
    cut = [event for event in found["events"] if event["event"] == "cutoff"]
    assert [(event["node"], event["skipped"], event["against"]) for event in cut] == [
        ("C", [3], []),
        ("D", [2, 3], []),
    ]
    assert len(found["protocol"]) == len(found["events"])


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_algorithm_can_be_traced(name: str) -> None:
    tree = "A(3 B*(4 8))" if ALGORITHMS[name].one_player else LECTURE
    text = output("trace", tree, "-a", name, "--depth", "2")
    assert text
    assert document("trace", tree, "-a", name, "--json")["algorithm"] == name


def test_a_search_of_a_game() -> None:
    text = output("trace", "--game", "takeaway", "--position", "2", "-a", "minimax")
    assert "1.2 is a leaf with the value −1." in text
    assert "Value: −1 for White (proven)." in text
    found = document("trace", "--game", "connect4", "--depth", "2", "--json")
    assert found["proof"] == "estimate"
    assert found["leaves_seen"] + found["leaves_skipped"] == 49


def test_options_of_the_algorithms() -> None:
    assert "Leaves: 4 of 4" in output("trace", "((3 4) (3 1))", "--strict")
    assert "at least 5 for MAX (a proven bound)" in output("value", "(5 7)", "--window", "3,4")
    assert "at least 4 for MAX (a proven bound)" in output("value", "(5 7)", "--window", "3,4", "--fail-hard")
    assert "window (−∞, 5)" in output("trace", "(1 0)", "--window", "-inf,5")
    assert "at least 4?" in output("trace", "(1 7)", "-a", "mtdf", "--guess", "4")
    triples = "A(B(5,2,2 1,1,1) C(4,5,0 9,0,0 2,2,2))"
    assert "leaves at most 4" in output("trace", triples, "--total", "9", "--least", "0")
    assert "(4, 5, 0)" in output("value", triples, "--teams", "1+2")
    assert "an estimate" in output("value", "--game", "kalah", "-a", "iterative", "--seconds", "0")
    assert "Value:" in output("value", "--game", "connect4", "--depth", "3", "--sort", "evaluator+killers")
    assert "Value:" in output("value", "--game", "kalah", "--depth", "2", "--quiescence", "4")


def test_value_as_json() -> None:
    found = document("value", LECTURE, "--json")
    assert (found["value"], found["view"], found["move"], found["proof"]) == (3, 0, "B", "proven")
    assert found["leaves"] == 10
    assert document("value", "(1,2,6 3,4,5)", "--json")["value"] == [3, 4, 5]


def test_trees_from_stdin_and_files(tmp_path: Path) -> None:
    (tmp_path / "tree.txt").write_text(LECTURE, encoding="utf-8")
    assert output("show", "@tree.txt") == output("show", "-", stdin=LECTURE) == output("show", LECTURE)


def test_show_in_every_form() -> None:
    assert output("show", LECTURE, "--format", "notation") == LECTURE + "\n"
    assert json.loads(output("show", LECTURE, "--format", "lists"))[0] == [8, 7, 3]
    assert Tree.read(output("show", LECTURE, "--json")) == Tree.read(LECTURE)
    text = output("show", LECTURE, "--values")
    assert "A  MAX  = 3" in text
    assert "│  ├─ E  MAX  = 9" in text
    assert "= 3" not in output("show", LECTURE)
    assert document("show", LECTURE, "--json", "--values")["minimax"] == 3
    assert "player 2" in output("show", "((1,2,3 3,2,1) 1,1,1)")
    assert "Spieler 2" in output("show", "((1,2,3 3,2,1) 1,1,1)", "--lang", "de")
    assert output("show", "((1 2) (3 4))", "--depth", "1") == "MAX\n├─ MIN  …\n└─ MIN  …\n"


def test_leaves_from_the_side_of_the_mover() -> None:
    negamax = "A(B(3 -5) C(-2 D(1 2)))"
    for language, words in (("en", "sign was changed"), ("de", "Vorzeichen gewechselt")):
        result = run("value", negamax, "--leaves", "mover", "--lang", language)
        assert result.stdout.startswith(("Value: −2", "Wert: −2"))
        assert words in result.stderr
        assert "A(B(3 -5) C(-2 D(-1 -2)))" in result.stderr
    assert (
        output("show", negamax, "--leaves", "mover", "--format", "notation") == "A(B(3 -5) C(-2 D(-1 -2)))\n"
    )
    assert "D.2 is a leaf with the value −2." in output(
        "trace", negamax, "--leaves", "mover", "-a", "minimax"
    )
    assert output("show", negamax) == output("show", negamax, "--leaves", "max")


def test_the_complete_tree_of_take_away() -> None:
    text = output("grow", "takeaway", "--values")
    lines = text.splitlines()
    assert lines[0] == "White  = 1"
    assert lines[1] == "├─ 1/4  Black  = 1"
    assert "│  ├─ 1/3  White  = 1" in lines
    assert lines[-1] == "Nodes: 20; leaves: 8; depth: 5."
    assert "Weiß" in output("grow", "takeaway", "--lang", "de")
    notation = output("grow", "takeaway", "--format", "notation")
    assert "Leaves: 8 of 8" in output("trace", notation, "-a", "minimax")


def test_a_part_of_a_large_tree() -> None:
    assert "Nodes: 8;" in output("grow", "connect4", "--depth", "1")
    assert "Nodes: 8;" in output("grow", "connect4", "4455", "--depth", "1")
    lively = output("grow", "tictactoe", "a1 b2 a2", "--depth", "0", "--lively")
    assert "Nodes: 1;" not in lively
    assert "Nodes: 6;" in output("grow", "nim:heaps=2-3", "--depth", "0", "--lively")
    assert "Nodes: 1;" in output("grow", "nim:heaps=2-3", "--depth", "0")


def test_a_strategy() -> None:
    text = output("show", LECTURE, "--strategy", "2", "--values")
    assert "├─ C  MIN  = 2  ◆" in text
    assert "│  ├─ E  MAX  = 9\n" in text
    assert "all replies; 10 of 22 nodes, 5 leaves, at least −3 for MIN" in text
    assert output("show", LECTURE, "--strategy", "1", "--only", "--format", "notation") == "A(B(8 7 3))\n"
    german = output("grow", "takeaway", "--strategy", "1", "--only", "--lang", "de")
    assert (
        "Strategie von Weiß: ein eigener Zug, alle Antworten; 8 von 20 Knoten, 2 Blätter, mindestens 1"
        in german
    )
    assert "◆" not in german
    assert "an estimate" in output("grow", "connect4", "--depth", "2", "--strategy", "2", "--only")
    assert "not all of which have a value" in output("grow", "takeaway", "--depth", "2", "--strategy", "1")
    found = document("show", LECTURE, "--strategy", "1", "--json")
    assert [child["strategy"] for child in found["children"]] == [True, False, False]
    for form in ("svg", "tikz", "mermaid", "figure"):
        assert output("show", LECTURE, "--strategy", "1", "--format", form) != output(
            "show", LECTURE, "--strategy", "2", "--format", form
        )
    triples = "((1,2,6 4,3,2) (6,1,2 7,4,1))"
    assert "Strategy of player 2" in output("show", triples, "--strategy", "2")


def test_random_trees() -> None:
    first = output("random", "--branching", "3", "--depth", "3", "--seed", "7")
    assert first == output("random", "--seed", "7")
    assert Tree.read(first).size == 40
    assert Tree.read(output("random", "--players", "3")).players == 3
    assert output("random", "--names", "--depth", "1").startswith("A(")
    assert "MAX" in output("random", "--format", "text", "--uneven", "--distinct", "--values")


def test_cost() -> None:
    text = output("cost", "--branching", "3", "--depth", "4", "--trees", "2", "--seed", "5")
    assert "alphabeta, best first" in text
    assert "Minimal tree, b^⌈d/2⌉ + b^⌊d/2⌋ − 1: 17" in text
    assert max(map(len, text.splitlines())) <= 90
    found = document("cost", "--branching", "5", "--depth", "6", "--trees", "1", "--equal", "--json")
    leaves = {row["name"]: row["leaves"] for row in found["algorithms"]}
    assert found["theory"]["minimal"] == 249
    assert leaves == {
        "minimax": 15625,
        "alphabeta": 249,
        "alphabeta, best first": 249,
        "pvs": 249,
        "mtdf": 249,
        "sss": 249,
    }
    assert "Verzweigung" in output("cost", "--depth", "2", "--trees", "1", "--lang", "de")


MISTAKES: list[tuple[list[str], str, str]] = [
    (["trace", "(1 2"], "never closed", "nie geschlossen"),
    (["trace", ""], "empty", "leer"),
    (["show", "(1 x)"], "the leaf x is not a number", "ist keine Zahl"),
    (["value", "(1,2 1,2,3)"], "expected 2 numbers", "2 Zahlen erwartet"),
    (["trace"], "either a TREE or --game", "entweder einen TREE oder --game"),
    (["trace", "(1 2)", "--game", "nim"], "either a TREE or --game", "entweder"),
    (["trace", "(1 2)", "--position", "1"], "--position is for --game", "--position gehört zu --game"),
    (
        ["trace", "--game", "nim", "--order", "A: B"],
        "--order is for a TREE",
        "--order gehört zu einem TREE",
    ),
    (["value", "--game", "nim", "--leaves", "mover"], "--leaves is for a TREE", "--leaves gehört zu"),
    (["value", "(1,2,3 3,2,1)", "--leaves", "mover"], "one number per leaf", "eine Zahl pro Blatt"),
    (["show", "(1 2)", "--strategy", "3"], "no player 3", "Spieler 3 gibt es"),
    (["show", "(1 2)", "--only"], "--only is for --strategy", "--only gehört zu --strategy"),
    (["show", "(1 2)", "--strategy", "1", "--format", "lists"], "add --only", "mit --only"),
    (["trace", "--game", "nimm"], "did you mean: nim", "meinten Sie: nim"),
    (["trace", "--game", "connect4", "--position", "9"], "legal moves: 1, 2", "erlaubt sind: 1, 2"),
    (["grow", "connect4:wdth=3"], "did you mean: width", "meinten Sie: width"),
    (["trace", "(1 2)", "-a", "alfabeta"], "did you mean: alphabeta", "meinten Sie: alphabeta"),
    (
        ["trace", "(1 2)", "-a", "minimax", "--window", "1,2"],
        "minimax has no option window",
        "kennt die Option window nicht",
    ),
    (["trace", "(1,2,3 3,2,1)", "-a", "alphabeta"], "use maxn or paranoid", "Nehmen Sie maxn oder paranoid"),
    (["value", "--game", "trio", "-a", "pvs"], "trio has 3 players", "trio hat 3 Spieler"),
    (["value", "(1,2 3,4)", "-a", "minimax"], "is not zero-sum", "ist keines"),
    (["trace", "(1 2)", "--window", "3"], "written like 3,9", "schreibt man wie 3,9"),
    (["trace", "(1 2)", "--window", "5,5"], "α < β", "α < β"),
    (["trace", "(1,2,3 3,2,1)", "--teams", "1+9"], "no player 9", "Spieler 9 gibt es"),
    (["trace", "(1 2)", "--order", "A"], "written like", "schreibt man wie"),
    (["trace", "A(1 2)", "--order", "B: 1 2"], "no node called B", "keinen Knoten namens B"),
    (
        ["trace", "A(1 2)", "--order", "A: 1 1"],
        "expected A.1 A.2, given 1 1",
        "erwartet A.1 A.2, angegeben 1 1",
    ),
    (["trace", "(1 2)", "--limit", "2"], "more than 2 events", "mehr als 2 Ereignisse"),
    (["trace", "--game", "kalah", "--sort", "killer"], "did you mean: killers", "meinten Sie: killers"),
    (["grow", "connect4"], "raise the limit", "erhöhen Sie die Grenze"),
    (
        ["grow", "takeaway", "--depth", "1", "--lively"],
        "takeaway does not say which positions",
        "takeaway gibt nicht an, welche Stellungen",
    ),
    (["grow", "takeaway", "--lively"], "--lively needs --depth", "--lively braucht --depth"),
    (["random", "--depth", "30"], "more than the limit of 10000", "mehr als die Grenze von 10000"),
    (["show", "@nothing.txt"], "nothing.txt cannot be read", "lässt sich nicht lesen"),
    (["show", "@."], "cannot be read", "lässt sich nicht lesen"),
    (["show", "@bytes.txt"], "not text in UTF-8", "kein Text in UTF-8"),
    (["value", "(1 2)", "-a", "depth-first"], "finds no value", "findet keinen Wert"),
    (["traec", "(1 2)"], "did you mean: tree trace", "meinten Sie: tree trace"),
]


@pytest.mark.parametrize(("words", "english", "german"), MISTAKES, ids=[" ".join(m[0]) for m in MISTAKES])
def test_mistakes(
    words: list[str], english: str, german: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"(1 \xff)")
    for language, sentence in (("en", english), ("de", german)):
        monkeypatch.setenv("SPIELBAUM_LANG", language)
        result = run(*words)
        assert result.exit_code == 2, result.output
        assert isinstance(result.exception, SystemExit)
        assert sentence in result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert result.stdout == ""


def test_a_text_that_is_too_long() -> None:
    result = run("show", "-", stdin="(" + "1 " * 1_000_001 + ")")
    assert result.exit_code == 2
    assert "2000000 characters" in result.stderr


def test_deep_games_end_in_a_sentence() -> None:
    result = run("value", "--game", "takeaway:matches=20000,most=1")
    assert result.exit_code == 2
    assert "deeper than the search can go" in result.stderr
    assert run("grow", "takeaway:matches=5000,most=1").exit_code == 2
    assert run("value", "--game", "takeaway:matches=1200,most=1").exit_code == 0
