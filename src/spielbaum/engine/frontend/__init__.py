"""The front end of the compiler: rules as people write them, as Numba compiles them.

`lower` takes the rules of a game and gives them back in the part of Python that Numba knows. What it does
not need to touch it leaves alone. Every function that it writes is plain Python with the same results, so it
can be read (`Lowered.sources`), run without Numba, and compared with the original.

    source.py     a function's syntax tree, and whether it is really that function's
    frontend.py   which functions need it; methods, partial functions, helpers, one after the other
    lowering.py   one function rewritten
    tables.py     lists, ragged tuples and dictionaries as constants
    shapes.py     NamedTuples and dataclasses: fields, methods, mirrors
    library.py    functions that rewritten rules call; overloads.py: how Numba compiles them
    refusals.py   what stays refused, and the way round it
"""

from spielbaum.engine.frontend.frontend import Lowered, lower
from spielbaum.engine.frontend.refusals import Refused, explain

__all__ = ["Lowered", "Refused", "explain", "lower"]
