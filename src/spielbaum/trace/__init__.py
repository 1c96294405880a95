"""What a search did, step by step: for the protocol in words, drawings, steppers and graders."""

from spielbaum.trace.document import (
    event_from_json,
    event_json,
    node_json,
    path_json,
    step_json,
    trace_from_json,
    trace_to_json,
)
from spielbaum.trace.events import (
    Cutoff,
    Enter,
    Event,
    First,
    Iteration,
    Leaf,
    Leave,
    Path,
    Reason,
    TableHit,
    Update,
)
from spielbaum.trace.nodes import NodeResult, Status, all_results, leaf_counts
from spielbaum.trace.replay import NodeState, Replayed, replay
from spielbaum.trace.scene import ROOT, Scene
from spielbaum.trace.trace import Step, Trace
from spielbaum.trace.words import number, payoff, window

__all__ = [
    "ROOT",
    "Cutoff",
    "Enter",
    "Event",
    "First",
    "Iteration",
    "Leaf",
    "Leave",
    "NodeResult",
    "NodeState",
    "Path",
    "Reason",
    "Replayed",
    "Scene",
    "Status",
    "Step",
    "TableHit",
    "Trace",
    "Update",
    "all_results",
    "event_from_json",
    "event_json",
    "leaf_counts",
    "node_json",
    "number",
    "path_json",
    "payoff",
    "replay",
    "step_json",
    "trace_from_json",
    "trace_to_json",
    "window",
]
