"""The rules of a game for whoever drives its WebAssembly module: one question at a time, compiled.

Positions and moves are words in memory, as in the rows of a search (`layout.py`); answers are written to
`out`.
"""

from __future__ import annotations

from spielbaum.engine.kernels import Kernel
from spielbaum.engine.slots import (
    MOVE_WORDS,
    Int64Array,
    candidates,
    check_and_place,
    ended,
    evaluate,
    moves,
    pack,
    plain,
    play,
    player,
    put_move,
    rest_and_place,
    take_move,
    unpack,
    urgent,
    utility,
)

#: What can be asked, by the names that the module exports; `ask` takes their numbers.
QUESTIONS = (
    "moves",
    "candidates",
    "play",
    "player",
    "ended",
    "utility",
    "evaluate",
    "urgent",
    "key",
    "rest_key",
)
(
    ASK_MOVES,
    ASK_CANDIDATES,
    ASK_PLAY,
    ASK_PLAYER,
    ASK_ENDED,
    ASK_UTILITY,
    ASK_EVALUATE,
    ASK_URGENT,
    ASK_KEY,
    ASK_REST_KEY,
) = range(len(QUESTIONS))


def ask(question: int, state: Int64Array, move: Int64Array, out: Int64Array) -> None:
    """Write the answer about the position to `out`.

    Of moves first how many there are, then as many of them as there is room for.
    """
    s = unpack(state)
    if question == ASK_MOVES:
        count = 0
        for found in moves(s):
            if 1 + (count + 1) * MOVE_WORDS <= len(out):
                put_move(found, out, 1 + count * MOVE_WORDS)
            count += 1
        out[0] = count
    elif question == ASK_CANDIDATES:
        count = 0
        for found in candidates(s):
            if 1 + (count + 1) * MOVE_WORDS <= len(out):
                put_move(found, out, 1 + count * MOVE_WORDS)
            count += 1
        out[0] = count
    elif question == ASK_PLAY:
        pack(plain(play(s, take_move(move, 0))), out)
    elif question == ASK_PLAYER:
        out[0] = player(s)
    elif question == ASK_ENDED:
        out[0] = 1 if ended(s) else 0
    elif question == ASK_UTILITY:
        out[0] = utility(s)
    elif question == ASK_EVALUATE:
        out[0] = evaluate(s)
    elif question == ASK_URGENT:
        out[0] = 1 if urgent(s) else 0
    elif question == ASK_KEY:
        out[0], out[1] = check_and_place(s)
    elif question == ASK_REST_KEY:
        out[0], out[1] = rest_and_place(s)


RULES_KERNEL = Kernel("rules", (ask,))
