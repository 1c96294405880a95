"""How long tests wait for something that must happen.

A safety net for what never comes, far beyond what anything takes on a busy machine: no test may fail because
it was slow. Whoever looks for a mistake shortens it with SPIELBAUM_PATIENCE. `tests/test_patience.py` holds
the tests to it.
"""

from __future__ import annotations

import os

#: Seconds.
PATIENCE = float(os.environ.get("SPIELBAUM_PATIENCE", "600"))
