"""What the runs of the experiments hold: `sweep`, `ablate`, `growth`, `tune`.

A run is a folder as `folder.py` says, with the record in `measurements.jsonl`, one line a finished task:

    {"task": 17, "measurement": {"kind": "choices", "algorithm": "engine", "rung": 2, …}}
    {"task": 18, "unscored": "why this task could not be done"}

For each kind of run there are three layers, each a frozen dataclass and each JSON by `document`:

    settings       `run.json`: what makes the run this one and no other; all tasks follow from it
    measurements   the record: what was seen, raw, so that other questions can be asked of it later
    summary        `summary.json`: a function of settings and record alone (`summarise` of each experiment),
                   so a reader needs neither rules nor an engine: `read_experiment(folder)` gives the summary

Lists are tuples here. Limits of thinking (*rungs* of a ladder) are known by their index in `ladder`,
positions and openings by their number. Nothing holds an infinity: what no number expresses is None, as in
`Interval`.

Each kind of run has a file, `shared.py` holds what several have, `documents.py` knows the way to JSON and
back. Names are imported from the package, not from its files.
"""

from spielbaum.experiments.measurements.ablate import (
    AblateSettings,
    AblateSummary,
    Disagreement,
    Search,
    Variant,
)
from spielbaum.experiments.measurements.documents import (
    SETTINGS,
    Measurement,
    Settings,
    Summary,
    document,
    measurement_of,
    settings_of,
)
from spielbaum.experiments.measurements.growth import (
    Bounds,
    Curve,
    Fit,
    GrowthSettings,
    GrowthSummary,
    Point,
    Series,
)
from spielbaum.experiments.measurements.shared import Contest, Limit, Positions, Row, State, Step
from spielbaum.experiments.measurements.sweep import (
    Choices,
    Quality,
    Solved,
    Strength,
    SweepSettings,
    SweepSummary,
)
from spielbaum.experiments.measurements.tune import Lesson, Loss, TuneSettings, TuneSummary

__all__ = [
    "SETTINGS",
    "AblateSettings",
    "AblateSummary",
    "Bounds",
    "Choices",
    "Contest",
    "Curve",
    "Disagreement",
    "Fit",
    "GrowthSettings",
    "GrowthSummary",
    "Lesson",
    "Limit",
    "Loss",
    "Measurement",
    "Point",
    "Positions",
    "Quality",
    "Row",
    "Search",
    "Series",
    "Settings",
    "Solved",
    "State",
    "Step",
    "Strength",
    "Summary",
    "SweepSettings",
    "SweepSummary",
    "TuneSettings",
    "TuneSummary",
    "Variant",
    "document",
    "measurement_of",
    "settings_of",
]
