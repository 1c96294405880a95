"""What a search did, step by step: for the protocol in words, drawings, steppers and graders."""

from spielbaum.trace.events import (
    Again,
    Cutoff,
    Enter,
    Event,
    First,
    Iteration,
    Leaf,
    Leave,
    Narrow,
    Outcome,
    Path,
    Reason,
    Settle,
    Settled,
    TableHit,
    Update,
)
from spielbaum.trace.node_results import NodeResult, Status, all_results, leaf_counts
from spielbaum.trace.node_states import NodeState, Replayed, replay
from spielbaum.trace.search_space import ROOT, SearchSpace
from spielbaum.trace.sentences import number, payoff, window
from spielbaum.trace.trace import Step, Trace
from spielbaum.trace.trace_json import (
    event_from_json,
    event_json,
    node_json,
    path_json,
    step_json,
    trace_from_json,
    trace_to_json,
)

__all__ = [
    "ROOT",
    "Again",
    "Cutoff",
    "Enter",
    "Event",
    "First",
    "Iteration",
    "Leaf",
    "Leave",
    "Narrow",
    "NodeResult",
    "NodeState",
    "Outcome",
    "Path",
    "Reason",
    "Replayed",
    "SearchSpace",
    "Settle",
    "Settled",
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
