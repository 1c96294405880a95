"""A figure with all its steps as one JSON document, for pages that repaint it without a server.

    {"format": "spielbaum-scene", "version": 1,
     "language": "en", "algorithm": "alphabeta", "caption": "…", "width": 640, "height": 320,
     "svg": "<svg …>",               the figure at step 0, laid out for all steps
     "nodes": [{"path": "0.2", "parent": "0", "kind": "max", "name": "E", "edge": "", "mover": "MAX",
                "hidden": "", "x": 120, "y": 200, "width": 48, "height": 44}, …],
     "steps": [{"current": null, "changes": {"": {…}, …}},           step 0: every node
               {"current": "0", "changes": {"0": {…}}}, …]}          step k: what the k-th event changed

A change is the whole face of a node: `state` (plain, unvisited, open, done, cut), `value`, `window`,
`number` (texts, empty where there is none), `chosen`, `crossed`, `current`, and `class`, the class
attribute that says all of this to the style sheet. The figure at step k is that of step k − 1 with the
changes of step k; going back means starting from 0 or keeping the faces of each step.

To paint a face: in the SVG set `class` on the two groups `[data-path="0.2"]` (shape and texts) and
`[data-branch="0.2"]` (the line above it), and in the first one the text of the elements with
`data-slot="value"`, `"window"` and `"number"`. Lines of the best variation are drawn last: move the branch
group to the end of the branches when it becomes chosen. A reader must refuse another `version`.
"""

from __future__ import annotations

from typing import Any

from spielbaum.draw.figure import figure_of
from spielbaum.draw.scene import Face, Node, Scene
from spielbaum.draw.svg import class_of, tree_svg

FORMAT = "spielbaum-scene"
VERSION = 1


def scene_json(scene: Scene, *, scope: str | None = None) -> dict[str, Any]:
    """The scene as a document; `scope` is the id of the picture, to be unique on a page."""
    figure = figure_of(scene)
    steps: list[dict[str, Any]] = []
    current: str | None = None
    for frame in scene.frames:
        changes = {}
        for number, face in sorted(frame.faces.items()):
            node = scene.nodes[number]
            changes[node.address] = _face_json(node, face)
            if face.current:
                current = node.address
        if current in changes and not changes[current]["current"]:
            current = None  # an event about no node: a new iteration
        steps.append({"current": current, "changes": changes})
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": scene.options.language,
        "algorithm": scene.algorithm,
        "caption": scene.caption(),
        "width": round(figure.width, 2),
        "height": round(figure.height, 2),
        "svg": tree_svg(scene, 0, scope=scope, live=True, figure=figure),
        "nodes": [
            {
                "path": node.address,
                "parent": None if node.parent is None else scene.nodes[node.parent].address,
                "kind": node.kind,
                "name": node.name,
                "edge": node.edge,
                "mover": node.mover,
                "hidden": node.hidden,
                "x": round(x, 2),
                "y": round(y, 2),
                "width": round(block.width, 2),
                "height": round(block.height, 2),
            }
            for node, (x, y), block in zip(scene.nodes, figure.at, figure.blocks, strict=True)
        ],
        "steps": steps,
    }


def _face_json(node: Node, face: Face) -> dict[str, Any]:
    return {
        "state": face.state,
        "value": face.value,
        "window": face.window,
        "number": face.number,
        "chosen": face.chosen,
        "crossed": face.crossed,
        "current": face.current,
        "class": class_of(node, face),
    }
