"""The inputs of metrics: a Table, the alignment behind it, or the mentions themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Alignment
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.settings import DEFAULTS, Settings
from corefscope.table import Table


class Whole(NamedTuple):
    """Both sides before entities are left out, with their relations and non-referring markables."""

    key: Corpus
    response: Corpus
    unit_of_document: Integers  # of the key's documents


def whole_of(evidence: Evidence) -> Whole:
    """Return both sides with all annotation; raise an error if it was not kept."""
    if evidence.whole is None:
        fact = "bridging and non-referring markables are kept only if such a metric is scored"
        raise SettingsError("metric-cannot", fact)
    return evidence.whole


class TableOnly(NamedTuple):
    """A Table and nothing else, such as an engine gives."""

    table: Table


@dataclass(frozen=True)
class AlignmentOnly:
    """An alignment without its mentions, such as an experiment that changes which mentions are in one entity."""

    alignment: Alignment

    @cached_property
    def table(self) -> Table:
        return Table.from_alignment(self.alignment)


@dataclass(frozen=True)
class Evidence:
    """The evidence behind the numbers: the two corpora, their matched mentions, and the Table."""

    key: Corpus
    response: Corpus
    partner: Integers
    matched_key: Corpus  # both without the units that have no Table; the alignment refers to their rows
    matched_response: Corpus
    alignment: Alignment
    table: Table
    repeating: NDArray[np.bool_]  # the units in which a mention still occurs twice: they have no Table
    settings: Settings = DEFAULTS  # how mentions were matched, for a metric that matches others
    notices: Notices | None = field(default=None, compare=False, repr=False)  # where a metric puts its warnings
    whole: Whole | None = field(default=None, compare=False, repr=False)  # where a metric needs relations
    lengths: Integers | None = field(default=None, compare=False, repr=False)  # tokens of the key's documents


HasAlignment = AlignmentOnly | Evidence  # every mention by itself, and which entity it has on either side
HasTable = TableOnly | HasAlignment  # enough for nearly every metric, and all that an engine keeps
