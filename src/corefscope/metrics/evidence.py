"""What metrics count in: a Table, the alignment behind it, or the mentions themselves."""

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
    """Both sides before entities are left out, with their relations and what refers to nothing."""

    key: Corpus
    response: Corpus
    unit_of_document: Integers  # of the key's documents


def whole_of(evidence: Evidence) -> Whole:
    """Both sides with what stands beside their entities; an error where it was not kept."""
    if evidence.whole is None:
        fact = "bridging and markables that refer to nothing are known only where such a metric is scored"
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
    """What the numbers were computed from: the two corpora, which of their mentions are the same, and the Table."""

    key: Corpus
    response: Corpus
    partner: Integers
    matched_key: Corpus  # the two without units that have no Table; the rows of the alignment count in these
    matched_response: Corpus
    alignment: Alignment
    table: Table
    repeating: NDArray[np.bool_]  # the units in which a mention still occurs twice: they have no Table
    settings: Settings = DEFAULTS  # how mentions were matched, for a metric that matches others
    notices: Notices | None = field(default=None, compare=False, repr=False)  # where a metric puts its warnings
    whole: Whole | None = field(default=None, compare=False, repr=False)  # where a metric needs relations
    lengths: Integers | None = field(default=None, compare=False, repr=False)  # tokens of the key's documents, as given


HasAlignment = AlignmentOnly | Evidence  # every mention by itself, and which entity it has on either side
HasTable = TableOnly | HasAlignment  # what nearly every metric needs, and all that an engine keeps
