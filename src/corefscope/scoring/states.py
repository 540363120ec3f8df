"""Many versions of one alignment counted together: prefixes of texts, or clusters under rising thresholds.

Matching is done once. A version changes which rows of the alignment are there and which entities they are in; the units
that it changes are stacked into one Table, and all others keep the counts that they had in the version before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.arrays import distinct
from corefscope.metrics import Metric, Tally
from corefscope.metrics.base import ENTITY_TYPES
from corefscope.metrics.evidence import Aligned, HasMentions
from corefscope.model import Integers
from corefscope.problems import SettingsError
from corefscope.scoring.totals import tallies_of

AT_ONCE = 1 << 20  # rows that are stacked before they are counted


class State(NamedTuple):
    """Some rows of an alignment, whole units of it, and their entities on both sides: -1 where a side lacks the row."""

    rows: Integers
    key: Integers
    response: Integers
    units: Integers  # that are counted anew, ascending


def without_alone(label: Integers) -> Integers:
    """The entities without those of one row."""
    size = np.append(np.bincount(label[label >= 0], minlength=1), 0)
    return np.where(size[label] == 1, -1, label)


def check_countable(metrics: Iterable[Metric], what: str) -> None:
    """Refuse metrics that look at the mentions themselves, or at types of entities."""
    for metric in metrics:
        if metric.input is HasMentions or ENTITY_TYPES in metric.needs:
            raise SettingsError("metric-cannot", f"{metric.name} is not counted {what}", hint="leave it out")


def counted_states(
    alignment: Alignment, states: Iterable[State], metrics: Sequence[Metric]
) -> Iterator[dict[str, Tally]]:
    """The tallies of each state, in their order."""
    columns: dict[str, dict[str, NDArray[Any]]] = {}
    batch: list[State] = []
    for state in states:
        batch.append(state)
        if sum(len(each.rows) for each in batch) > AT_ONCE:
            yield from _counted(alignment, batch, metrics, columns)
            batch = []
    yield from _counted(alignment, batch, metrics, columns)


def _counted(
    alignment: Alignment,
    batch: Sequence[State],
    metrics: Sequence[Metric],
    columns: dict[str, dict[str, NDArray[Any]]],
) -> Iterator[dict[str, Tally]]:
    if not batch:
        return
    tallies = tallies_of(Aligned(_stacked(alignment, batch)), metrics)
    first = 0
    for state in batch:
        rows = np.arange(first, first + len(state.units))
        first += len(state.units)
        for name, tally in tallies.items():
            for column, values in tally.columns.items():
                old = columns.setdefault(name, {}).get(column)
                new = np.zeros(alignment.units, values.dtype) if old is None else old.copy()
                new[state.units] = values[rows]
                columns[name][column] = new
        yield {name: Tally(dict(found)) for name, found in columns.items()}


def _stacked(alignment: Alignment, batch: Sequence[State]) -> Alignment:
    """One alignment of all states: each unit of each state is a unit."""
    rows = np.concatenate([state.rows for state in batch])
    number = np.repeat(np.arange(len(batch)), [len(state.rows) for state in batch])
    bases = np.cumsum([0, *(len(state.units) for state in batch)])
    unit = np.concatenate(
        [
            base + np.searchsorted(state.units, alignment.unit[state.rows])
            for base, state in zip(bases[:-1], batch, strict=True)
        ]
    )
    found: dict[str, Any] = {}
    for side in ("key", "response"):
        label = np.concatenate([getattr(state, side) for state in batch]).astype(np.int64)
        there = label >= 0
        width = int(label.max(initial=0)) + 1
        first, code = distinct(number[there] * width + label[there])
        entity = np.full(len(label), -1, np.int64)
        entity[there] = code
        found |= {f"{side}_entity": entity, f"{side}_entity_unit": unit[there][first]}
    return replace(
        alignment,
        units=int(bases[-1]),
        unit=unit,
        key_row=alignment.key_row[rows],
        response_row=alignment.response_row[rows],
        type=None if alignment.type is None else alignment.type[rows],
        key_entity_type=None,
        response_entity_type=None,
        **found,
    )
