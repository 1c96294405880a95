"""A learned evaluation: the weights of a network for one game, as they are kept in a file and in memory.

A file is one line of JSON (format, version, game, digests, sizes, how it was made) and the weights as numbers
of 16 bits, little-endian; its checksum covers both. Nothing in it is ever run. Weights of another game, or of
other features, are refused.

    network = load_network("connect4.weights", game)
    engine = Engine(game, evaluation=network)
    alphabeta(network.applied(game), …)            # the textbook with the same evaluation
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spielbaum.atomic import write_file
from spielbaum.documents import Natural, Whole, parse_json, read_head
from spielbaum.engine.features import Features, features_of
from spielbaum.engine.network import BIAS, LOGIT, ONE, OUTPUT, OWN, ROWS_AT, SIZE, SOFTNESS, memory_words
from spielbaum.engine.rules import Rules, rules_of
from spielbaum.errors import BadInput
from spielbaum.game import Game

if TYPE_CHECKING:
    import numpy.typing as npt

FORMAT = "spielbaum weights"
VERSION = 1
#: The ending of the names of such files.
SUFFIX = ".weights"
#: No file is larger.
MOST_BYTES = 1 << 26
#: What sizes of the hidden layer there are: multiples of what a processor adds at once.
HIDDEN_SIZES = (8, 16, 32, 64, 128)
#: An estimate is told in so many parts of a point, where the game has no margins of its own.
UNITS = 1 << 12
#: The logarithm of the odds that is told as half a point, usually.
SOFT = 4.0


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a file."""

    game: str
    parameters: dict[str, Any]
    #: Tells the rules and the features from others.
    features: str
    count: Natural
    views: Natural
    hidden: Natural
    #: Units of a point, and how soft the bend towards it is (see `network.py`).
    unit: Natural
    softness: Natural
    bias: Whole
    #: How it was made, for people.
    recipe: dict[str, Any]
    sha256: str
    #: What a unit of the game's own evaluation adds to the total.
    own: Natural = 0


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a game's network: `rows` for features and movers, `output` for each view."""

    game: Game[Any, Any]
    features: Features
    rows: npt.NDArray[np.int16]
    output: npt.NDArray[np.int16]
    bias: int
    softness: int
    unit: int
    recipe: dict[str, Any] = field(default_factory=dict)
    #: What a unit of the game's own evaluation adds to the total; 0 where that is not asked.
    own: int = 0

    def __repr__(self) -> str:
        return f"<Network of {self.game.name}: {self.features.count} features, {self.hidden} hidden>"

    @property
    def hidden(self) -> int:
        return int(self.rows.shape[1])

    # --- judging, in plain Python

    def total(self, state: Any) -> int:
        """The logarithm of the odds of the player to move, in parts of `LOGIT`."""
        me = self.game.player(state)
        total = self.bias
        rows, output = self.rows.astype(np.int64), self.output.astype(np.int64)
        for view in range(self.features.views):
            active = self.features.active(state, me if view == 0 else 1 - me)
            sums = rows[self.features.count + me] + rows[active].sum(axis=0)
            lit = np.clip(sums, 0, ONE)
            total += int((lit * lit * output[view]).sum())
        if self.own:
            assert self.game.evaluate is not None
            judged = self.game.evaluate(state)
            assert isinstance(judged, int), "of two players and zero sum"
            total += self.own * (judged if me == 0 else -judged)
        return total

    def evaluate(self, state: Any) -> int:
        """E(s) from the side of player 0, in 1/`unit` points: what the kernels say."""
        total = self.total(state)
        size = (self.unit - 1) * abs(total) // (self.softness + abs(total))
        return size if (total >= 0) == (self.game.player(state) == 0) else -size

    def applied(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with this evaluation instead of its own, in plain Python."""
        self.check_fit(game)
        # What is told of an evaluation is true of the game's own.
        shown = game.with_presentation(parts=None, units_per_point=0)
        return replace(shown.with_facts(unit=self.unit), evaluate=self.evaluate)

    # --- for an engine

    @cached_property
    def words(self) -> npt.NDArray[np.int64]:
        """As the kernels read it."""
        numbers = np.concatenate([self.rows.reshape(-1), self.output.reshape(-1)])
        words = np.zeros(ROWS_AT + -(-len(numbers) // 4), np.int64)
        words[BIAS], words[SOFTNESS], words[SIZE] = self.bias, self.softness, self.hidden
        words[OWN] = self.own
        words[ROWS_AT:].view(np.int16)[: len(numbers)] = numbers
        return words

    @property
    def address(self) -> int:
        return int(self.words.ctypes.data)

    def new_scratch(self) -> npt.NDArray[np.int64]:
        """Memory of a thread: see `network.py`."""
        active = self.features.room
        return np.zeros(2 * memory_words(active, self.hidden) + active + self.hidden // 2, np.int64)

    def check_fit(self, game: Game[Any, Any]) -> None:
        """Say so where these are the weights of another game."""
        if game.has_chance:
            raise BadInput("network.chance", game=game.name)
        if game is not self.game and features_of(rules_of(game)).digest != self.features.digest:
            raise BadInput("network.foreign", game=game.name, other=self.game.name)

    def within(self, game: Game[Any, Any], *, checked: bool = False) -> Rules:
        """The rules for kernels that judge positions by this network; `checked` compare sums as they go."""
        self.check_fit(game)
        if self.own:  # an engine may be given the game with another evaluation
            game = replace(game, evaluate=self.game.evaluate)
        rules = rules_of(game.with_facts(unit=self.unit))
        sizes = {"FEATURES": self.features.count, "VIEWS": self.features.views, "HIDDEN": self.hidden}
        learned = {
            "LEARNED": True,
            **self.features.in_code,
            "OWN_TOO": self.own > 0,
            "COMPARED": checked,
        }
        return replace(rules, names={**rules.names, **sizes, **learned})

    # --- files

    def content(self) -> bytes:
        """What the file of this network contains."""
        body = _bytes(self.rows) + _bytes(self.output)
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "parameters": self.game.rule_parameters,
            "features": self.features.digest,
            "count": self.features.count,
            "views": self.features.views,
            "hidden": self.hidden,
            "unit": self.unit,
            "softness": self.softness,
            "bias": self.bias,
            "recipe": self.recipe,
            **({"own": self.own} if self.own else {}),
        }
        return json.dumps(head | {"sha256": _checksum(head, body)}).encode() + b"\n" + body

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all."""
        write_file(Path(path), self.content())


def load_network(path: str | Path, game: Game[Any, Any]) -> Network:
    """The network in the file, which must be one for this game."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput("network.read", path=path, why=error.strerror or error) from error
    return network_of(content, game, path)


def network_of(content: bytes, game: Game[Any, Any], path: Path | str = "") -> Network:
    """The network in the content of a file, which `path` names for people."""
    line, _, body = content.partition(b"\n")
    head = read_head(line, Head, mark=FORMAT, version=VERSION, refusal="network.file", path=path)
    without = {name: value for name, value in parse_json(line).items() if name != "sha256"}
    size = 2 * head.hidden * (head.count + 2 + head.views)
    if len(body) != size or _checksum(without, body) != head.sha256:
        raise BadInput("network.file.damaged", path=path)
    if head.hidden not in HIDDEN_SIZES or head.views not in (1, 2) or head.softness < 1 or head.unit < 2:
        raise BadInput("network.file.damaged", path=path)
    if head.own and game.evaluate is None:
        raise BadInput("network.file.damaged", path=path)
    if head.game != game.name:
        raise BadInput("network.other", path=path, game=game.name, other=head.game)
    if head.parameters != game.rule_parameters:
        raise BadInput(
            "network.parameters", path=path, given=_told(head.parameters), game=_told(game.rule_parameters)
        )
    features = features_of(rules_of(game))
    if (head.features, head.count) != (features.digest, features.count):
        raise BadInput("network.rules", path=path, game=game.name)
    numbers = np.frombuffer(body, "<i2").astype(np.int16).reshape(-1, head.hidden)
    rows, output = numbers[: head.count + 2], numbers[head.count + 2 :]
    return Network(game, features, rows, output, head.bias, head.softness, head.unit, head.recipe, head.own)


def quantised(
    game: Game[Any, Any],
    features: Features,
    rows: npt.NDArray[np.float64],
    output: npt.NDArray[np.float64],
    bias: float,
    recipe: dict[str, Any] | None = None,
    softness: float = SOFT,
    own: float = 0.0,
) -> Network:
    """The network of weights as they were fitted: `rows[features + 2, hidden]`, `output[views, hidden]`.

    `softness` is the logarithm of the odds that makes half a point. Where the game has margins in units of
    its own evaluation (`swing`) it keeps its units, and the softness makes estimates as large as they were.
    `own` is the logarithm of the odds that a unit of the game's own evaluation adds.
    """
    if not all(np.isfinite(each).all() for each in (rows, output, np.array(bias))):
        raise BadInput("network.infinite", game=game.name)
    unit = game.facts.unit if game.hints.swing is not None else max(game.facts.unit, UNITS)
    return Network(
        game,
        features,
        _shorts(rows * ONE),
        _shorts(output * OUTPUT),
        round(bias * LOGIT),
        softness=max(round(softness * LOGIT), 1),
        unit=unit,
        recipe=recipe or {},
        own=round(own * LOGIT),
    )


def _shorts(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    return np.clip(np.rint(numbers), -(1 << 15), (1 << 15) - 1).astype(np.int16)


def _bytes(numbers: npt.NDArray[np.int16]) -> bytes:
    return (numbers if sys.byteorder == "little" else numbers.byteswap()).tobytes()


def _checksum(head: dict[str, Any], body: bytes) -> str:
    return hashlib.sha256(json.dumps(head).encode() + body).hexdigest()


def _told(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items()) or "–"
