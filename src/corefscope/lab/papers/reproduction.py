"""Every number of the four papers that can be recomputed, beside ours: the papers' definitions put to the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from corefscope._version import __version__
from corefscope.lab.papers import examples, tables
from corefscope.lab.papers.numbers import Item, Section
from corefscope.lab.papers.printed import PAPERS, KnownDifference, known_differences
from corefscope.problems import UnknownName

AGREES, KNOWN_DIFFERENCE, DIFFERS = "agrees", "known difference", "differs"


@dataclass(frozen=True)
class Reproduction:
    """Sections in the order of the papers, and the list of known differences."""

    sections: tuple[Section, ...]
    known: tuple[KnownDifference, ...] = field(default_factory=known_differences)

    def why(self, section: Section, item: Item) -> str:
        """Return the arithmetic of a known difference; empty if the item is none."""
        place = (section.paper, section.name, item.row, item.column, item.printed, item.ours)
        return next((row.why for row in self.known if row[:-1] == place), "")

    def verdict(self, section: Section, item: Item) -> str:
        return AGREES if item.agrees else KNOWN_DIFFERENCE if self.why(section, item) else DIFFERS

    def counts(self, paper: str = "") -> Counter[str]:
        """Count the verdicts, of one paper or of all."""
        of_paper = [section for section in self.sections if paper in ("", section.paper)]
        return Counter(self.verdict(section, item) for section in of_paper for item in section.all())

    @property
    def unexplained(self) -> list[tuple[Section, Item]]:
        """The differences that are not on the list: a mistake of ours, or one of a paper that is not explained yet."""
        items = [(section, item) for section in self.sections for item in section.all()]
        return [(section, item) for section, item in items if self.verdict(section, item) == DIFFERS]

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
                    "numbers": [
                        {"row": item.row, "column": item.column, "printed": item.printed, **self._ours(section, item)}
                        for item in section.items
                    ],
                    "statements": [{"statement": item.column, **self._ours(section, item)} for item in section.claims],
                }
                for section in self.sections
            ],
        }

    def _ours(self, section: Section, item: Item) -> dict[str, str]:
        why = "" if item.agrees else self.why(section, item)
        return {"ours": item.ours, "verdict": self.verdict(section, item), **({"why": why} if why else {})}


def recompute(papers: Sequence[str] = ()) -> Reproduction:
    """Recompute these papers, or all: by the metrics where they give partitions, by arithmetic where only scores."""
    for name in papers:
        if name not in PAPERS:
            raise UnknownName("paper", name, PAPERS)
    arithmetic = tables.sections()
    return Reproduction(
        tuple(
            section
            for name in PAPERS
            if not papers or name in papers
            for section in (*examples.sections(name), *(part for part in arithmetic if part.paper == name))
        )
    )
