"""The places in the kernels where the rules of a game go.

The kernels import these names; `specialise.py` puts the game's own functions and facts in their place
before anything runs. What a game does not declare gets a default (`rules.py`). All values that rules
return are from the side of player 0, in points, and of `evaluate` in 1/UNIT points, as the game writes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Int64Array = npt.NDArray[np.int64]
    Int32Array = npt.NDArray[np.int32]
    Float64Array = npt.NDArray[np.float64]
    UInt8Array = npt.NDArray[np.uint8]
    State = Any
else:
    # Names for signatures (`kernels.py`), so that whoever drives kernels elsewhere needs no NumPy.

    class Int64Array:
        """Words in a row, or rows of words."""

    class Int32Array:
        """Numbers of 32 bits."""

    class Float64Array:
        """Real numbers."""

    class UInt8Array:
        """Bytes."""

    class State:
        """A state of the game; what kind of thing that is depends on it."""


def _empty(name: str) -> Any:
    raise NotImplementedError(f"the kernel has not been specialised: {name}")


def pack(state: Any, row: Int64Array) -> None:
    """Write the state into the first WORDS words of the row."""
    _empty("pack")


def unpack(row: Int64Array) -> Any:
    return _empty("unpack")


def plain(state: Any) -> Any:
    """The state with parts of the types they have at the start."""
    return _empty("plain")


def identity(move: Any) -> int:
    """A number for the move, for killers and history."""
    return int(_empty("identity"))


def put_move(move: Any, memory: Int64Array, at: int) -> None:
    """Write the move into MOVE_WORDS words."""
    _empty("put_move")


def take_move(memory: Int64Array, at: int) -> Any:
    return _empty("take_move")


def moves(state: Any) -> Iterable[Any]:
    return list(_empty("moves"))


def play(state: Any, move: Any) -> Any:
    return _empty("play")


def player(state: Any) -> int:
    return int(_empty("player"))


def ended(state: Any) -> bool:
    return bool(_empty("ended"))


def utility(state: Any) -> int:
    return int(_empty("utility"))


def evaluate(state: Any) -> int:
    return int(_empty("evaluate"))


def write_features(state: Any, side: int, memory: Int64Array, at: int) -> int:
    """Write the numbers of the features that are active as `side` sees the position; the word after them."""
    return int(_empty("write_features"))


def write_sets(state: Any, memory: Int64Array, at: int) -> int:
    """Write down how each player looks at the board, and the sets of features; the word after them."""
    return int(_empty("write_sets"))


def order(state: Any, move: Any) -> int:
    return int(_empty("order"))


def weight(state: Any, move: Any) -> int:
    return int(_empty("weight"))


def dynamic(state: Any) -> bool:
    return bool(_empty("dynamic"))


def noisy(state: Any) -> Iterable[Any]:
    return list(_empty("noisy"))


def write_moves(state: Any, rows: Int64Array, at: int, room: int) -> int:
    """Write all moves down from the word `at` on; the word after the last, or FULL (see `writing.py`)."""
    return int(_empty("write_moves"))


def write_noisy(state: Any, rows: Int64Array, at: int, room: int) -> int:
    return int(_empty("write_noisy"))


def candidates(state: Any) -> Iterable[Any]:
    return list(_empty("candidates"))


def settle(state: Any) -> tuple[Any, int, int]:
    return tuple(_empty("settle"))


def skip(state: Any) -> Any:
    return _empty("skip")


def moment(state: Any) -> int:
    return int(_empty("moment"))


def urgent(state: Any) -> bool:
    return bool(_empty("urgent"))


def check_and_place(state: Any) -> tuple[int, int]:
    """Two words for the table: what tells the position from others, and where its entry lies."""
    return tuple(_empty("check_and_place"))


def start_of(number: int) -> Any:
    """A state that a whole solution begins at."""
    return _empty("start_of")


def layer(state: Any) -> int:
    """How far the game is."""
    return int(_empty("layer"))


def men(state: Any) -> int:
    return int(_empty("men"))


def clock_left(state: Any) -> int:
    return int(_empty("clock_left"))


def solved_place(state: Any) -> tuple[int, int]:
    """What tells the position from others in a table of solved positions, and where its entry lies."""
    return tuple(_empty("solved_place"))


def hash_key(words: Int64Array) -> tuple[int, int]:
    """The same by the words of its key."""
    return tuple(_empty("hash_key"))


def write_key(state: Any, memory: Int64Array, at: int) -> None:
    """Write the KEY_WORDS words that tell the position from others."""
    _empty("write_key")


def banked(state: Any) -> int:
    return int(_empty("banked"))


def rest_and_place(state: Any) -> tuple[int, int]:
    """The same for exact solving, where points that are sure already do not count."""
    return tuple(_empty("rest_and_place"))


#: Words of a packed state.
WORDS = 0
#: Words of a key.
KEY_WORDS = 1
#: Words of a move.
MOVE_WORDS = 1
#: Units of `evaluate` a point.
UNIT = 1
#: By how many units one ply seldom changes the estimate more.
SWING = 0
#: Least and greatest pay-off of player 0, in points.
LEAST, GREATEST = -1, 1
#: A value is points times UNIT times NEAR, less the plies to the end of a won game: so of two equal wins
#: the nearer one is larger. A power of two; 1 where the pay-off itself tells how good a win is.
NEAR = 1
#: The same for exact solving; 1 where the plies to the end are not a matter of the position alone.
SPAN = 1
#: What the game declares.
KNOWS_OVER = False
#: A generator of moves may hold memory, which compiled code gives back only at its end: see `writing.py`.
MOVES_ALLOCATE = False
HAS_DYNAMIC = False
HAS_NOISY = False
HAS_SKIP = False
HAS_URGENT = False
HAS_MOMENT = False
HAS_SWING = False
HAS_BANKED = False
HAS_CHANCE = False
HAS_ORDER = False
HAS_EVALUATE = False
HAS_SETTLE = False
REDUCIBLE = False
REPEATS = False
HAS_MEN = False
HAS_CLOCK_LEFT = False
#: The game is drawn when a position has come some times, not only if nobody does anything else.
BY_REPETITION = False
#: How often it has to come for that; 0 where repetition is no rule.
REPETITIONS = 0
#: Whether there are solved positions to be looked up: see `solved.py`.
SOLVED = False
#: Whether a network judges positions, and its sizes: see `network.py`.
LEARNED = False
FEATURES, VIEWS, HIDDEN, ACTIVE = 0, 1, 1, 1
#: Whether the network adds to the game's own evaluation.
OWN_TOO = False
#: Whether features come as sets of 64, a word for each.
IN_SETS = False
#: Whether its sums are compared with those added up anew.
COMPARED = False
#: Whether events are written down.
TRACE = False
#: Whether the place of an entry follows from its check, so that the table can grow.
GROWS = False

# --- for games with any number of players, see `uct.py`

#: The number of players.
PLAYERS = 2
#: More plies than a game is expected to have.
LONGEST = 1000
#: Whether nature moves at some positions.
HAS_CHANCE = False


def payoffs(state: Any, out: Int64Array) -> None:
    """Write the pay-off of each player; the game is over."""
    _empty("payoffs")
