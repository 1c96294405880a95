"""The compiled search: the rules of a game, specialised to machine code, under one strong searcher.

    engine = Engine(game, table_mb=64, threads=2)
    result = engine.search(state, seconds=1.0)         # or depth=…, nodes=…; any combination, one at least
    result.move, result.value, result.view, result.proof, result.moves, result.depth, result.nodes

    thinking = engine.start(state, seconds=30)         # does not block; without a limit: until stopped
    thinking.info                                      # the result as far as it is known; None at first
    thinking.stop(); result = thinking.result()        # a legal move at once
    async for info in thinking: ...                    # each time something new is known
    engine.start(state, only=moves, lines=3)           # the best three of these moves: result.lines

    engine.solve(state, every_move=True)               # exact: value, distance, line; a line for each move
    engine.solve_many(states)                          # an iterator of results, in order
    engine.perft(state, depth)                         # [games of length 1, of length 2, …]
    engine.search(state, depth=4, trace=10_000)        # result.trace: at most that many events
    engine.warm()                                      # compile now rather than at the first search
    engine.save(path); engine.load(path)               # the table, with a check that the rules are the same

Games with chance are searched in the same way (`chance.py`), with two players and zero sum or with one player
against nature; values are expected pay-offs then, lines end where nature moves, and there is no trace.

`state` is a state of the game, a `Position` (its history counts where positions may repeat), or None for
the start. Values are in points from the side of the player to move (`result.view`). One engine does one
thing at a time; its table lives as long as it does. `Engine(…, techniques=Techniques(killers=False))`
switches a technique off, `announce=` is called with the name of the game when something must be compiled,
`book=True` lets `solve` look into the opening book that comes with the package, where there is one for these
rules, `solution=` names positions that are known already (`spielbaum.solution.load_solution`) and proven
wherever the search meets them, `interpreted=True` runs the same search in plain Python where Numba cannot
compile the rules, `checked=True` compiles rules that raise where compiled code would do something unseen: an
index outside an array, an overflow, a shift beyond the word.

Importing this package loads neither Numba nor NumPy's compiled companions; the first engine does.
"""

from spielbaum.engine.engine import Engine
from spielbaum.engine.limits import Limits
from spielbaum.engine.techniques import Techniques
from spielbaum.engine.thinking import Thinking

__all__ = ["Engine", "Limits", "Techniques", "Thinking"]
