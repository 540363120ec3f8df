"""Every number of the four papers that can be recomputed, beside ours: the papers' definitions put to the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from corefscope._version import __version__
from corefscope.lab.papers.items import Item, Section
from corefscope.lab.papers.printed import KnownDifference, known_differences
from corefscope.lab.papers.recomputed import sections
from corefscope.lab.published.checks import checks
from corefscope.lab.published.tables import PAPERS
from corefscope.problems import UnknownName

AGREES, KNOWN_DIFFERENCE, DIFFERS = "agrees", "known difference", "differs"


@dataclass(frozen=True)
class Reproduction:
    """Sections in the order of the papers, and the list of known differences."""

    sections: tuple[Section, ...]
    known: tuple[KnownDifference, ...] = field(default_factory=known_differences)

    def why(self, section: Section, item: Item) -> KnownDifference | None:
        """Return the known difference that explains an item, or None."""
        place = (section.paper, section.name, item.row, item.column, item.printed, item.ours)
        return next((row for row in self.known if row[:-1] == place), None)

    def verdict(self, section: Section, item: Item) -> str:
        if item.agrees:
            return AGREES
        return KNOWN_DIFFERENCE if self.why(section, item) else DIFFERS

    def counts(self, sections: Sequence[Section] | None = None) -> Counter[str]:
        chosen = self.sections if sections is None else sections
        return Counter(self.verdict(section, item) for section in chosen for item in section.all())

    @property
    def unexplained(self) -> list[tuple[Section, Item]]:
        """The differences that are not on the list: a mistake of ours, or one of a paper that is not explained yet."""
        return [
            (section, item)
            for section in self.sections
            for item in section.all()
            if self.verdict(section, item) == DIFFERS
        ]

    @property
    def papers(self) -> dict[str, list[Section]]:
        """The sections by paper."""
        found: dict[str, list[Section]] = {}
        for section in self.sections:
            found.setdefault(section.paper, []).append(section)
        return found

    def as_object(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "counts": dict(self.counts()),
            "sections": [
                {
                    "paper": section.paper,
                    "section": section.name,
                    "title": section.title,
                    "note": section.note,
                    "numbers": [self._item(section, item) for item in section.items],
                    "statements": [self._item(section, item) for item in section.claims],
                }
                for section in self.sections
            ],
        }

    def _item(self, section: Section, item: Item) -> dict[str, Any]:
        difference = self.why(section, item)
        out: dict[str, Any] = {"row": item.row, "column": item.column, "printed": item.printed, "ours": item.ours}
        if item in section.claims:
            out = {"statement": item.column, "ours": item.ours}
        return {**out, "verdict": self.verdict(section, item), **({"why": difference.why} if difference else {})}


def recompute(papers: Sequence[str] = ()) -> Reproduction:
    """Recompute these papers, or all: by the metrics where they give partitions, by arithmetic where only scores."""
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    arithmetic = checks()
    wanted = [name for name in PAPERS if not papers or name in papers]
    return Reproduction(
        tuple(
            section
            for name in wanted
            for section in (*sections(name), *(part for part in arithmetic if part.paper == name))
        )
    )
