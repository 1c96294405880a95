"""Results in words and as JSON, with the names that the tree or the game uses."""

from __future__ import annotations

from typing import Any

from spielbaum.language import say
from spielbaum.result import Bound, Line, Result, line_json
from spielbaum.trace import SearchSpace, payoff


def line_texts(line: Line[Any], space: SearchSpace) -> list[str]:
    """The moves of the line as people call them."""
    return [space.move_text(line.moves[:i], move) for i, move in enumerate(line.moves)]


def result_text(result: Result[Any], space: SearchSpace, language: str) -> str:
    """What came out: the value with its side and how sure it is, the move, the line."""
    value = payoff(result.value)
    if result.bound is not Bound.EXACT:
        value = say(f"answer.{result.bound.name.lower()}", language, value=value)
    fields = {"value": value, "proof": say(f"answer.{result.proof.value}", language)}
    if result.view is None:
        sentences = [say("answer.values", language, **fields)]
    else:
        who = space.player_name(result.view, language)
        if not who and space.players == 2:
            who = "MAX" if result.view == 0 else "MIN"
        who = who or say("trace.player", language, number=result.view + 1)
        sentences = [say("answer.value", language, who=who, **fields)]
    if result.cycle is not None:
        sentences.append(say("answer.draw.cycle" if result.cycle else "answer.draw.rule", language))
    moves = line_texts(result, space)
    if moves:
        sentences.append(say("answer.move", language, move=moves[0], line=" → ".join(moves)))
    return "\n".join(sentences)


def result_json(result: Result[Any], space: SearchSpace) -> dict[str, Any]:
    """The same as a JSON document."""
    line = result.in_words(line_texts(result, space))
    return {
        "algorithm": result.algorithm,
        "move": line.move,
        **line_json(line),
        "leaves": result.leaves,
        "seconds": round(result.seconds, 6),
    }
