"""Record the outcome of every command line: `python tests/cli`; review the difference before you commit it."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from cli.recording import Outcome, outcomes, write

groups: dict[str, dict[str, Outcome]] = defaultdict(dict)
for group, line, outcome in outcomes():
    groups[group][line] = outcome
write(groups)
print(f"{sum(map(len, groups.values()))} command lines")
