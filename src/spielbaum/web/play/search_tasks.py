"""What a page wants to be searched, as a task of `JobRunner`; refused where nobody could do it."""

from __future__ import annotations

from typing import Any

from spielbaum.errors import BadInput
from spielbaum.play.clock import TimeControl
from spielbaum.play.specs import Spec, parse_player
from spielbaum.web.messages import PositionRequest
from spielbaum.web.play import messages
from spielbaum.web.server_limits import ServerLimits

#: The messages that ask for a search, by address.
SEARCHES: dict[str, type[PositionRequest]] = {
    "/api/think": messages.MoveRequest,
    "/api/review": messages.ReviewRequest,
    "/api/hint": messages.ValueRequest,
    "/api/analyse": messages.AnalysisRequest,
}
#: Kinds of searches that go on in the background: they give way to all others.
BACKGROUND = frozenset({"analyse", "review"})


def task_of(
    kind: str, ask: PositionRequest, language: str, limits: ServerLimits
) -> tuple[dict[str, Any], float | None]:
    """The task, and the thinking time that is wanted (None: as long as is allowed)."""
    task = ask.model_dump() | {"kind": kind, "language": language}
    match ask:
        case messages.MoveRequest():
            spec = capped(ask.player, limits)
            budget = TimeControl.parse(ask.clock).budget(ask.left) if ask.clock else None
            wanted = [seconds for seconds in (spec.options.get("seconds"), budget) if seconds is not None]
            return task | {"player": str(spec)}, min(wanted, default=None)
        case messages.ReviewRequest():
            most = sum(len(item) for item in ask.moves)  # or fewer, where one text holds one long move
            last = most if ask.last is None else min(ask.last, most)
            # Each position once, the one after the last ply too, and some moves beside their alternatives.
            return task, 2 * ask.seconds * (max(last - ask.first, 0) + 2)
        case messages.AnalysisRequest():
            return task, None
        case messages.ValueRequest():
            return task, ask.seconds
    raise AssertionError(kind)


def refuse_unsearchable(checked: messages.Checked, ask: PositionRequest) -> None:
    """Raise where the game is over or nature moves; only a review looks at such positions."""
    if isinstance(ask, messages.ReviewRequest):
        return
    if checked.over:
        raise BadInput("web.error.over")
    if checked.chance:
        raise BadInput("web.error.chance")


def capped(text: str, limits: ServerLimits) -> Spec:
    """The player as it was read, within the caps."""
    spec = parse_player(text)
    if spec.name == "human":
        raise BadInput("web.error.human")
    if spec.local:  # a visitor must not start programs on this machine
        raise BadInput("error.player.program", player=spec.name)
    for option, value in spec.options.items():
        most = limits.of_option(option)
        if most is not None and value > most:
            raise BadInput("web.error.cap", option=option, most=f"{most:g}", given=f"{value:g}")
    return spec
