"""What numbers are computed from: the two corpora, which of their mentions are the same, and the Table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from corefscope.alignment.mentions import Alignment
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices
from corefscope.table import Table


@dataclass(frozen=True)
class Evidence:
    """What the numbers were computed from, for whoever asks why."""

    key: Corpus
    response: Corpus
    partner: Integers
    matched_key: Corpus  # the two without units that have no Table; the rows of the alignment count in these
    matched_response: Corpus
    alignment: Alignment
    table: Table
    zeros: str = "linear"  # how empty nodes were matched, for a metric that matches anew
    only_shared: bool = False  # whether mentions that one side lacks were left out
    notices: Notices | None = field(default=None, compare=False, repr=False)  # where a metric puts its warnings

    @cached_property
    def shared_table(self) -> Table:
        """The Table of the mentions that both sides have."""
        return Table.from_alignment(self.alignment.shared())
