"""Is a game sound? The rules are played, compared with the facts and searched for contradictions."""

from spielbaum.conformance.check import check_game
from spielbaum.conformance.faults import Fault, Outcome, Report, Status

__all__ = ["Fault", "Outcome", "Report", "Status", "check_game"]
