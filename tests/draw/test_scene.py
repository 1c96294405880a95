"""What a figure says at each step."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum import Position, Tree, load_game
from spielbaum.draw import Face, Options, Scene, draw, scene_json, scene_of
from spielbaum.draw.figure import figure_of
from spielbaum.errors import BadInput, UnknownName
from spielbaum.search import record
from spielbaum.trace import Cutoff, Enter, Iteration, Leaf, Leave, Update, trace_from_json, trace_to_json
from spielbaum.tree import grow, read_tree, tree_from_lists
from tests.draw.samples import HAND, hand_trace, take_away_trace, triples_trace


def faces_by_name(scene: Scene, step: int | None = None) -> dict[str, Face]:
    return {n.name: f for n, f in zip(scene.nodes, scene.faces(step), strict=True) if n.name}


def after(scene: Scene, kind: type, name: str, count: int = 1) -> dict[str, Face]:
    """The faces after the n-th event of that kind at the node of that name."""
    path = next(node.path for node in scene.nodes if node.name == name)
    steps = [
        i
        for i, frame in enumerate(scene.frames)
        if isinstance(frame.event, kind) and getattr(frame.event, "path", None) == path
    ]
    return faces_by_name(scene, steps[count - 1])


def test_the_hand_simulation_at_its_end() -> None:
    scene = scene_of(hand_trace())
    faces = faces_by_name(scene)
    assert list(faces) == list("ABCEFGD")
    assert [face.value for face in faces.values()] == ["3", "3", "≤ 2", "9", "2", "", "≤ 2"]
    assert faces["C"].window == "(3, +∞)"
    assert [name for name, face in faces.items() if face.state == "cut"] == ["G"]
    assert [name for name, face in faces.items() if face.crossed] == ["G"]
    assert [name for name, face in faces.items() if face.chosen] == ["A", "B"]
    assert not any(face.current for face in faces.values())
    leaves = [f for n, f in zip(scene.nodes, scene.faces(), strict=True) if n.kind == "leaf"]
    assert sum(face.state == "done" for face in leaves) == 10
    assert sum(face.state == "cut" for face in leaves) == 5
    # The three leaves below G are unreachable, but only the branch to G and two at D are crossed.
    assert sum(face.crossed for face in leaves) == 2
    assert scene.levels == ("MAX", "MIN", "MAX", "")


def test_windows_and_bounds_on_the_way() -> None:
    scene = scene_of(hand_trace())
    begin = faces_by_name(scene, 0)
    assert {face.state for face in begin.values()} == {"unvisited"}
    updated = after(scene, Update, "A")
    assert updated["A"].value == "≥ 3"
    assert updated["A"].window == "(3, +∞)"
    assert updated["A"].current
    assert updated["B"].window == "(−∞, +∞)"  # as it was entered
    assert after(scene, Update, "C")["C"].value == "≤ 9"
    assert after(scene, Update, "C")["C"].window == "(3, 9)"
    assert after(scene, Enter, "F")["F"].window == "(3, 9)"
    assert after(scene, Cutoff, "C")["G"].state == "cut"
    assert after(scene, Leave, "C")["C"].window == "(3, +∞)"


def test_a_value_that_proves_nothing_is_only_the_best_so_far() -> None:
    """C is MAX below A (3, …): its first child is cut at ≤ 2, which is no lower bound for C."""
    tree = read_tree("((3 (5)) (((2 9) (1 4)) 7))")
    trace, _ = record("alphabeta", tree)
    scene = scene_of(trace)
    shown = [face.value for frame in scene.frames for face in frame.faces.values()]
    assert not any(text.startswith("≥ 2") for text in shown)


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "negamax_alphabeta", "pvs", "mtdf"])
@given(st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14))
@settings(max_examples=15)
def test_whatever_a_figure_claims_is_true(algorithm: str, lists: object) -> None:
    """Every value shown at every step is a true statement about the minimax value of its node."""
    tree = tree_from_lists(lists if isinstance(lists, list) else [lists])

    def value(node: Tree) -> int:
        if node.leaf:
            assert isinstance(node.value, int)
            return node.value
        return (max if node.player == 0 else min)(map(value, node.children))

    trace, _ = record(algorithm, tree)
    scene = scene_of(trace)
    for frame in scene.frames:
        for number, face in frame.faces.items():
            node = tree.at(scene.nodes[number].path)
            if not face.value or face.value.endswith("…"):
                continue
            sign = -1 if trace.view == "mover" and node.player == 1 and not _known_leaf(node, face) else 1
            true = sign * value(node)
            relation, _, text = face.value.rpartition(" ")
            claimed = int(text.replace("−", "-"))
            ok = {"": true == claimed, "≥": true >= claimed, "≤": true <= claimed}
            assert ok[relation], (algorithm, scene.nodes[number].path, face, true)


def _known_leaf(node: Tree, face: Face) -> bool:
    """The leaves of an explicit tree are given before the search, from the point of view of player 0."""
    return node.leaf and face.state in ("unvisited", "cut", "open")


def test_three_players() -> None:
    scene = scene_of(triples_trace(), Options(language="de"))
    assert scene.levels[:2] == ("Spieler 1", "Spieler 2")
    assert {node.kind for node in scene.nodes} == {"player", "leaf"}
    assert faces_by_name(scene)["A"].value.startswith("(")


def test_a_search_of_a_game_shows_what_it_saw() -> None:
    scene = scene_of(take_away_trace(), Options(language="de"))
    assert scene.nodes[1].edge == "1/3"
    assert scene.levels[:2] == ("MAX · Weiß", "MIN · Schwarz")
    assert len(scene.nodes) == 1 + sum(isinstance(e, Enter) for e in take_away_trace().events[1:])


def test_iterations_begin_anew() -> None:
    trace, _ = record("iterative", load_game("takeaway:matches=4"))
    scene = scene_of(trace)
    begins = [i for i, frame in enumerate(scene.frames) if isinstance(frame.event, Iteration)]
    assert len(begins) > 1
    assert {face.state for face in scene.faces(begins[-1])} == {"unvisited"}
    assert not any(face.current or face.chosen for face in scene.faces(begins[-1]))


def test_estimates_say_so() -> None:
    trace, _ = record("minimax", load_game("tictactoe"), depth=1)
    scene = scene_of(trace)
    judged = [m for m in scene.frames if isinstance(m.event, Leaf)]
    assert judged
    assert all(any(face.value.startswith("≈ ") for face in m.faces.values()) for m in judged)


def test_a_trace_from_a_document_is_drawn_alike() -> None:
    scene = scene_of(trace_from_json(json.loads(json.dumps(trace_to_json(hand_trace())))))
    assert faces_by_name(scene)["C"].value == "≤ 2"
    assert len(scene.nodes) == len(scene_of(hand_trace()).nodes)


def test_switches() -> None:
    bare = Options(
        names=False, values=False, windows=False, cuts=False, chosen=False, players=False, edges=False
    )
    scene = scene_of(take_away_trace(), bare)
    assert all(not (n.name or n.edge or n.mover) for n in scene.nodes)
    assert {(f.value, f.window, f.chosen, f.crossed) for f in scene.faces()} == {("", "", False, False)}
    numbered = scene_of(hand_trace(), Options(numbers=True))
    assert sorted(int(f.number) for f in numbered.faces() if f.number) == list(range(1, 17))
    assert not any(f.state == "cut" for f in scene_of(hand_trace(), Options(cuts=False)).faces())


def test_boards_inside_nodes() -> None:
    game = load_game("tictactoe")
    scene = scene_of(grow(game), Options(boards=2, limit=30), game=game)
    assert all(
        (node.board is not None) == (len(node.path) < 2) for node in scene.nodes if node.kind != "more"
    )


@given(st.integers(1, 60), st.sampled_from(["tictactoe", "nim"]))
@settings(max_examples=12)
def test_a_large_tree_is_collapsed(limit: int, name: str) -> None:
    """The number of nodes is kept, and what is drawn and what is hidden make up every family."""
    tree = grow(load_game(name))
    scene = scene_of(tree, Options(limit=limit))
    assert len(scene.nodes) <= max(limit, 2)
    assert any(node.kind == "more" for node in scene.nodes)
    for number, node in enumerate(scene.nodes):
        below = [n for n in scene.nodes if n.parent == number]
        if node.kind != "more" and not tree.at(node.path).leaf:
            assert below
            if not any(n.kind == "more" for n in below):
                assert len(below) == len(tree.at(node.path).children)


def test_hidden_nodes_are_counted() -> None:
    tree = read_tree("A(B(1 2 3) C(4 5 6) D(7 8 9))")
    scene = scene_of(tree, Options(limit=7))
    shown = sum(node.kind != "more" for node in scene.nodes)
    assert shown + sum(int(node.hidden) for node in scene.nodes if node.hidden) == tree.size == 13


def test_the_best_line_is_never_hidden() -> None:
    tree = Tree([Tree([Tree(value=10 * i + j) for j in range(5)], player=1) for i in range(9)])
    trace, result = record("minimax", tree)
    assert result is not None
    assert result.move == 8
    scene = scene_of(trace, Options(limit=12))
    assert [n.path for n, f in zip(scene.nodes, scene.faces(), strict=True) if f.chosen][:2] == [(), (8,)]
    assert len(scene.nodes) <= 12


@pytest.mark.parametrize("limit", [1, 5, 30, 200])
def test_a_long_best_line_ends_in_a_triangle(limit: int) -> None:
    trace, _ = record("alphabeta", load_game("takeaway:matches=100,most=1"))
    drawn = len(scene_of(trace, Options(limit=limit)).nodes)
    most = min(101, max(limit, 2))
    assert most - 2 <= drawn <= most


def test_steps_inside_a_collapsed_subtree_show_at_its_triangle() -> None:
    trace, _ = record("minimax", read_tree("A(B(1 2 3) C(4 5 6) D(7 8 9))"))
    scene = scene_of(trace, Options(limit=4))
    for step in range(1, scene.steps + 1):
        assert sum(face.current for face in scene.faces(step)) == 1


def test_a_triangle_is_cut_only_where_nothing_in_it_was_visited() -> None:
    scene = scene_of(hand_trace(), Options(limit=8))
    states = {n.path: f.state for n, f in zip(scene.nodes, scene.faces(), strict=True) if n.kind == "more"}
    assert set(states.values()) == {"done"}  # below C and D something was visited before the cut
    below_g = scene_of(record("alphabeta", read_tree("((3 4) (2 (5 6 7 8) (1 9)))"))[0], Options(limit=11))
    hidden = [f for n, f in zip(below_g.nodes, below_g.faces(), strict=True) if n.kind == "more"]
    assert "cut" in {face.state for face in hidden}


def test_the_layout_is_the_same_at_every_step() -> None:
    document = scene_json(scene_of(hand_trace(), Options(numbers=True)))
    assert document["version"] == 1
    assert document["format"] == "spielbaum-scene"
    scene = scene_of(hand_trace(), Options(numbers=True))
    figure = figure_of(scene)
    assert [(n["x"], n["y"]) for n in document["nodes"]] == [(round(x, 2), round(y, 2)) for x, y in figure.at]
    # Merging the changes gives the faces of every step.
    known: dict[str, dict[str, object]] = {}
    for number, step in enumerate(document["steps"]):
        known |= step["changes"]
        for node, face in zip(scene.nodes, scene.faces(number), strict=True):
            shown = known[node.address]
            assert (shown["state"], shown["value"], shown["window"], shown["number"]) == (
                face.state,
                face.value,
                face.window,
                face.number,
            )
            assert (shown["chosen"], shown["crossed"], shown["current"]) == (
                face.chosen,
                face.crossed,
                face.current,
            )
        current = [n.address for n, f in zip(scene.nodes, scene.faces(number), strict=True) if f.current]
        assert step["current"] == (current[0] if current else None)
    for node in document["nodes"]:
        assert f'data-path="{node["path"]}"' in document["svg"]


@pytest.mark.parametrize("step", [-1, 1000])
def test_no_such_step(step: int) -> None:
    with pytest.raises(BadInput, match=r"There is no step .*0 \(before it\) to 43"):
        draw(hand_trace(), "svg", step=step)


def test_no_such_option() -> None:
    with pytest.raises(UnknownName, match="no theme called neon; there are"):
        Options(theme="neon")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="no format called gif"):
        draw(hand_trace(), "gif")
    with pytest.raises(BadInput, match="at least 1 node"):
        Options(limit=0)
    with pytest.raises(UnknownName, match="no language xx"):
        Options(language="xx")


def test_every_text_has_its_size() -> None:
    """Texts are measured for the layout, so none may be left to the size that a program takes by default."""
    drawn = str(draw(take_away_trace(), "svg", Options(numbers=True, title="Title")))
    for kind in set(re.findall(r'<text [^>]*class="([a-z]+)', drawn)):
        assert re.search(rf"text\.{kind}\{{font-size:\d+px\}}", drawn), kind


def test_things_show_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_LANG", "de")
    assert "<svg" in str(read_tree(HAND)._repr_svg_())
    assert "durchsucht mit alphabeta" in str(hand_trace()._repr_svg_())
    assert hand_trace()[11]._repr_svg_() == hand_trace().to_svg(12, language="de")
    assert r"\begin{forest}" in hand_trace().to_tikz(step=3)
    assert "flowchart" in read_tree(HAND).to_mermaid()
    assert hand_trace().to_text(theme="print").startswith("MAX")
    position = Position.of(load_game("connect4"), "44")
    assert 'class="b-last"' in str(position._repr_svg_())
    _, result = record("alphabeta", read_tree(HAND))
    assert result is not None
    assert "bester Zug" in result._repr_html_()
    assert "<svg" in result._repr_html_()


def test_the_size_of_a_node_does_not_tell_its_value() -> None:
    # B will show 1000, C a cut and D one figure; before the search they look alike and stand alike.
    trace, _ = record("alphabeta", read_tree("A(B(1000 2000) C(1 7) D(5000 6000))"))
    figure = figure_of(scene_of(trace))
    inner = {(block.form, block.width, block.left, block.right) for block in figure.blocks[1:]}
    forms = {form: sum(one[0] == form for one in inner) for form, *_ in inner}
    assert all(count <= 2 for count in forms.values()), inner  # names stand on either side
    widths = {(block.form, block.width) for block in figure.blocks}
    assert len(widths) == len({form for form, _ in widths})
