"""Results in words and as JSON, with the names that the tree or the game uses."""

from __future__ import annotations

from typing import Any

from spielbaum.language import say
from spielbaum.result import Bound, Payoff, Result
from spielbaum.trace import Path, Scene, number_json, payoff
from spielbaum.tree import Tree, fold


def line_texts(result: Result, scene: Scene) -> list[str]:
    """The moves of the line as people call them."""
    return [scene.move_text(result.line[:i], move) for i, move in enumerate(result.line)]


def result_text(result: Result, scene: Scene, language: str) -> str:
    """What came out: the value with its side and how sure it is, the move, the line."""
    value = payoff(result.value)
    if result.bound is not Bound.EXACT:
        value = say(f"answer.{result.bound.name.lower()}", language, value=value)
    fields = {"value": value, "proof": say(f"answer.{result.proof.value}", language)}
    if result.view is None:
        sentences = [say("answer.values", language, **fields)]
    else:
        who = scene.player_name(result.view, language)
        if not who and scene.players == 2:
            who = "MAX" if result.view == 0 else "MIN"
        who = who or say("trace.player", language, number=result.view + 1)
        sentences = [say("answer.value", language, who=who, **fields)]
    moves = line_texts(result, scene)
    if moves:
        sentences.append(say("answer.move", language, move=moves[0], line=" → ".join(moves)))
    return "\n".join(sentences)


def result_json(result: Result, scene: Scene) -> dict[str, Any]:
    """The same as a JSON document; `view` is the player, from 1, whose side the value is from."""
    moves = line_texts(result, scene)
    return {
        "algorithm": result.algorithm,
        "value": number_json(result.value),
        "view": None if result.view is None else result.view + 1,
        "move": moves[0] if moves else None,
        "line": moves,
        "proof": result.proof.value,
        "bound": result.bound.value,
        "depth": result.depth,
        "distance": result.distance,
        "nodes_entered": result.nodes,
        "leaves_judged": result.leaves,
        "seconds": round(result.seconds, 6),
    }


def tree_values(tree: Tree) -> dict[Path, Payoff]:
    """The value of every node: minimax, or max^n where pay-offs have several numbers (first of equals).

    Where the tree was cut, its estimates count; a cut leaf without one is worth 0, as for the searchers.
    """
    several = tree.payoffs not in (None, 1)
    nothing: Payoff = (0,) * tree.players if several else 0
    values: dict[int, Payoff] = {}

    def value(node: Tree, _: int, below: list[Payoff]) -> Payoff:
        best = nothing if node.value is None else node.value
        if below:
            best = _best(node.player, below)
        values[id(node)] = best
        return best

    fold(value, tree)
    return {path: values[id(node)] for path, node in tree.nodes()}


def _best(player: int, values: list[Payoff]) -> Payoff:
    def worth(value: Payoff) -> float:
        if isinstance(value, tuple):
            return value[player]
        return value if player == 0 else -value

    return max(values, key=worth)
