"""Match the mentions of key and response, and record the outcome as an Alignment.

Code after the Alignment needs no spans.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.model import SMALL_NUMBER, Corpus, Integers, narrow
from corefscope.problems import Notices
from corefscope.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from corefscope.anaphora.sets import Sets


class Pairs(NamedTuple):
    """Matched mentions of key and response, as rows of the two corpora."""

    key: Integers
    response: Integers


@dataclass(frozen=True)
class Alignment:
    """One row per mention of key or response: its unit, key entity and response entity (-1 if absent).

    `key_row` and `response_row` are its rows in the two corpora.
    """

    units: int
    unit: Integers
    key_entity: Integers
    response_entity: Integers
    key_entity_unit: Integers
    response_entity_unit: Integers
    key_row: Integers
    response_row: Integers
    type: NDArray[np.int8] | None = None  # the key's type of a matched mention, else the mention's own
    key_entity_type: NDArray[Any] | None = None  # of each entity, as its own side has it; empty where unknown
    response_entity_type: NDArray[Any] | None = None
    settings: Settings = DEFAULTS  # of the run: some change what metrics count
    sets: Sets | None = None  # of split antecedents; a set counts as one more member of its entity

    def keep(self, rows: NDArray[np.bool_]) -> Alignment:
        """Keep some rows; entities keep their numbers, and may become empty."""
        names = ("unit", "key_entity", "response_entity", "key_row", "response_row")
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in names}
        return replace(self, **columns, type=None if self.type is None else self.type[rows])

    def shared(self) -> Alignment:
        """Keep only the mentions that key and response share."""
        return self.keep((self.key_entity >= 0) & (self.response_entity >= 0))

    def without_singletons(self, sides: Iterable[str]) -> Alignment:
        """Leave out the entities of one mention of these sides; the other side keeps the mention."""
        changes: dict[str, Any] = {}
        for side in sides:
            entity, row = getattr(self, f"{side}_entity"), getattr(self, f"{side}_row")
            size = np.bincount(entity[entity >= 0], minlength=len(getattr(self, f"{side}_entity_unit")))
            alone = np.append(size, 0)[entity] == 1
            changes |= {f"{side}_entity": np.where(alone, -1, entity), f"{side}_row": np.where(alone, -1, row)}
        rest = replace(self, **changes)
        return rest.keep((rest.key_entity >= 0) | (rest.response_entity >= 0))


def align(
    key: Corpus,
    response: Corpus,
    pairs: Pairs,
    key_unit: Integers,
    response_unit: Integers,
    units: int,
    settings: Settings = DEFAULTS,
) -> Alignment:
    """Build the Alignment from matched pairs; `…_unit` is the unit of each entity."""
    kind: Any = np.int32 if max(key.mention_count, response.mention_count) < SMALL_NUMBER else np.int64
    matched = np.full(key.mention_count, -1, kind)
    matched[pairs.key] = pairs.response
    alone: NDArray[np.bool_] = np.ones(response.mention_count, bool)
    alone[pairs.response] = False
    del pairs  # the memory may be needed for the rows
    rest = np.flatnonzero(alone).astype(kind)
    none = np.full(len(rest), -1, kind)
    return Alignment(
        units=units,
        unit=np.concatenate([narrow(key_unit)[key.entity], narrow(response_unit)[response.entity[rest]]]),
        key_entity=np.concatenate([key.entity, none]),
        response_entity=np.concatenate([np.append(response.entity, -1)[matched], response.entity[rest]]),
        key_entity_unit=key_unit,
        response_entity_unit=response_unit,
        key_row=np.concatenate([np.arange(key.mention_count, dtype=kind), none]),
        response_row=np.concatenate([matched, rest]),
        key_entity_type=key.entity_type,
        response_entity_type=response.entity_type,
        settings=settings,
    )


def match(
    key: Corpus, response: Corpus, partner: Integers, how: str, zeros: str, notices: Notices, option: str = "--match {}"
) -> Pairs:
    """Return the matched pairs of a matching mode; `partner` is the key document of each response document.

    `option` is how the user chooses a mode, for messages: `--match {}` on the command line.
    """
    if how == "exact" and zeros != "dependent":
        from corefscope.alignment.mentions import exact

        return exact.pairs(key, response, partner)
    from corefscope.alignment.mentions import tolerant

    return tolerant.pairs(key, response, partner, how, zeros, notices, option)
