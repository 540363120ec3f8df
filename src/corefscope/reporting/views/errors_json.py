"""An explanation as one JSON object: a list of rows for each part."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence

from corefscope._version import __version__
from corefscope.analysis.mistakes.explanation import Explanation
from corefscope.reporting.views.error_rows import PARTS
from corefscope.scoring.saved import as_object as of_result

SCHEMA = 1


def render(explanation: Explanation, parts: Sequence[str], top: int) -> str:
    """Scores and sides as `score -o json` has them, then the parts."""
    result, language = of_result(explanation.result), explanation.options.language
    out = {
        "schema": SCHEMA,
        "signature": result["signature"],
        "version": __version__,
        "language": {
            name: " ".join(sorted(value)) if isinstance(value, frozenset) else value
            for name, value in dataclasses.asdict(language).items()
        },
        "types": {system.name: dict(system.errors.info.rules) for system in explanation.systems},
        "counts": {system.name: system.errors.counts for system in explanation.systems},
        "key": result["key"],
        "systems": result["systems"],
        **{part: list(PARTS[part](explanation, top)) for part in parts},
    }
    return json.dumps(out, ensure_ascii=False, indent=1) + "\n"
