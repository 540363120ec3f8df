"""How much of a language model's output could be scored: its words, its mentions, and scores without what was lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscope.alignment.cleanup import PreparedCorpus
from corefscope.basics.codes import LOST
from corefscope.metrics.base import Score
from corefscope.model import Corpus
from corefscope.problems import Notices
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.alignment.texts import AlignedTexts, InCharacters
    from corefscope.alignment.texts.differences import Change

WORDS = ("copied", "changed", "missing", "invented")


@dataclass(frozen=True)
class ModelOutput:
    """Counts of one response whose text may differ from the key's, and two more scores for each metric.

    `copied`, `changed` and `missing` words add up to those of the key's documents; `invented` ones are only in the
    response. They count words and punctuation marks, and are 0 where mentions are listed without a text. `repaired`
    scores have lost mentions where the text tells their place; `aligned` ones leave out key mentions of which the
    response lacks a letter, and response mentions without a place in the key's text.
    """

    copied: int
    changed: int
    missing: int
    invented: int
    placed: int  # mentions with a place in the key's text
    lost: Mapping[str, int]  # by code of the warning
    repaired: int  # mentions that have a place only after repair
    aligned: int  # mentions of the key in the text that both have
    missing_documents: int
    cut_off: int  # documents whose text ends before the key's
    scores: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)  # `repaired` and `aligned`
    changes: Mapping[int, tuple[Change, ...]] = field(default_factory=dict, repr=False)  # by document of the key

    @property
    def written(self) -> int:
        """The mentions that the output marks, lost ones included."""
        return self.placed + sum(self.lost.values())

    def counts(self) -> dict[str, Any]:
        """All counts, as the JSON has them."""
        return {
            "words": {name: getattr(self, name) for name in WORDS},
            "mentions": {
                "written": self.written,
                "placed": self.placed,
                "lost": dict(self.lost),
                "repaired": self.repaired,
                "aligned": self.aligned,
            },
            "documents": {"missing": self.missing_documents, "cut_off": self.cut_off},
        }


class ModelTexts(NamedTuple):
    """A response whose text may differ from the key's: the alignment of the texts, and both sides in characters."""

    aligned: AlignedTexts
    sides: InCharacters
    syntax: bool
    response: PreparedCorpus  # with the mentions that count
    select: Callable[[PreparedCorpus], PreparedCorpus]  # those of another version of the response

    def measured(
        self,
        key: Corpus,
        settings: Settings,
        scores: Mapping[str, Score],
        rescored: Callable[..., Mapping[str, Score]],
        notices: Notices,
    ) -> ModelOutput:
        """Return what became of words and mentions; `rescored` gives the scores of other mentions."""
        from corefscope.alignment.texts import in_characters
        from corefscope.scoring.inputs import prepared

        quiet, sides, partner, side = Notices(), self.sides, self.aligned.partner, self.response
        placed = int((sides.response_placed & (partner[side.corpus.document] >= 0)).sum())
        found, repaired = {"repaired": scores, "aligned": scores}, 0
        if side.corpus.repaired is not None or not sides.response_placed.all():
            other = side
            if side.corpus.repaired is not None:
                other = self.select(prepared(side.corpus.repaired, settings, quiet, key))
            again = self.aligned.repaired(other.corpus)
            moved = in_characters(key, other.corpus, again, quiet, self.syntax)
            repaired = int((moved.response_placed & (partner[other.corpus.document] >= 0)).sum()) - placed
            found["repaired"] = rescored(moved.key, moved.response, partner, other.repeating, quiet)
        if not (sides.key_aligned.all() and sides.response_placed.all()):
            kept = sides.key.keep(sides.key_aligned), sides.response.keep(sides.response_placed)
            found["aligned"] = rescored(*kept, partner, side.repeating, quiet)
        missing = np.setdiff1d(np.arange(key.document_count), partner).tolist()
        known = [each for each in self.aligned.differences if each is not None]
        truncated = sum(notice.count for notice in notices if notice.code == "truncated-output")
        words = {name: sum(getattr(each, name) for each in known) for name in WORDS}
        words["missing"] += sum(len(self.aligned.keys[number].words().words) for number in missing)
        return ModelOutput(
            **words,
            placed=placed,
            lost={notice.code: notice.count for notice in notices if notice.code in LOST},
            repaired=repaired,
            aligned=int(sides.key_aligned.sum()),
            missing_documents=len(missing),
            # A list of strings that is cut off has no text that could end early.
            cut_off=max(sum(each.ends_early for each in known), truncated),
            scores=found,
            changes={
                number: each.changes
                for number, each in zip(partner.tolist(), self.aligned.differences, strict=True)
                if each is not None and each.changes
            },
        )
