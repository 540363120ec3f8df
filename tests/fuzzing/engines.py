"""Campaign: random and damaged tables, in memory and through DuckDB: the same counts, or refused by both."""

from __future__ import annotations

from pathlib import Path
from random import Random

import corefscope as cs
from corefscope.engines import score_tables
from fuzzing.harness import Finding
from fuzzing.reading import check_message
from support.inputs.random_tables import random_table_pair

METRICS = ("mentions", "muc", "b3", "ceafe")
# Memory pairs documents without names by their order, with a warning; engines pair by name only, and say so.
BY_NAME = "has no column 'document', but the"


def case(chance: Random, folder: Path) -> str:
    paths = []
    ending = chance.choice(("csv", "tsv", "csv"))
    for name, content in zip(("key", "response"), random_table_pair(chance), strict=True):
        path = folder / f"{name}.{ending}"
        path.write_bytes(content)
        paths.append(str(path))
    memory = _outcome(lambda: cs.score(*paths, metrics=METRICS))
    engine = _outcome(lambda: score_tables(*paths, metrics=METRICS, engine="duckdb"))
    if isinstance(engine, str) and BY_NAME in engine:
        return "without names"
    if isinstance(memory, str) or isinstance(engine, str):
        if isinstance(memory, str) != isinstance(engine, str):
            raise Finding(f"in memory {memory}, in DuckDB {engine}")
        return "refused"
    if memory != engine:
        raise Finding(f"in memory {memory}, in DuckDB {engine}")
    return "scored"


def _outcome(score):  # type: ignore[no-untyped-def]
    """The counts of every metric, or the words of the error."""
    try:
        result = score()
    except cs.CorefscopeError as error:
        check_message(str(error))
        return str(error)
    return {
        metric: {name: round(float(count), 9) for name, count in result.scores[metric].counts.items()}
        for metric in METRICS
    }
