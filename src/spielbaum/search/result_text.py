"""Results in words and as JSON, with the names that the tree or the game uses."""

from __future__ import annotations

from typing import Any

from spielbaum.language import grouped, say
from spielbaum.result import Bound, Line, Result, line_json
from spielbaum.search.retrograde import Solution, Solved
from spielbaum.search.value_iteration import Iterated
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
    if isinstance(result, Iterated) and result.error:
        count = grouped(len(result.expected), language)
        error = f"{result.error:.1g}"
        sentences.append(say("answer.error", language, error=error, sweeps=result.sweeps, positions=count))
    if isinstance(result, Solved) and result.proven:  # estimates do not say who wins
        sentences += _solution_sentences(result.solution, language)
    return "\n".join(sentences)


def _solution_sentences(solution: Solution, language: str) -> list[str]:
    """How many positions have which value, and how many are settled in each round."""
    counts = {
        "count": len(solution),
        "won": solution.won,
        "drawn": solution.drawn,
        "lost": solution.lost,
        "cycles": solution.cycles,
    }
    words = {name: grouped(count, language) for name, count in counts.items()}
    sentences = [say("answer.positions", language, **words)]
    if solution.rounds:
        rounds = ", ".join(f"{n}: {grouped(count, language)}" for n, count in enumerate(solution.rounds))
        sentences.append(say("answer.rounds", language, rounds=rounds))
    return sentences


def result_json(result: Result[Any], space: SearchSpace) -> dict[str, Any]:
    """The same as a JSON document."""
    line = result.in_words(line_texts(result, space))
    document = {
        "algorithm": result.algorithm,
        "move": line.move,
        **line_json(line),
        "leaves": result.leaves,
        "seconds": round(result.seconds, 6),
    }
    if isinstance(result, Solved) and result.proven:
        found = result.solution
        document["positions"] = {
            "won": found.won,
            "drawn": found.drawn,
            "lost": found.lost,
            "drawn_by_cycle": found.cycles,
            "rounds": list(found.rounds),
        }
    return document
