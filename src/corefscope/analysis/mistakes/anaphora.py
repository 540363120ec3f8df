"""Errors beside the entities: of split antecedents, of bridging, and of markables that refer to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corefscope.alignment.mentions.coverage import runs
from corefscope.analysis.mistakes.anaphora_findings import (
    BRIDGING,
    NONREFERRING,
    OTHER_KIND,
    RIGHT,
    SETS,
    Ends,
    Finding,
    findings,
)
from corefscope.anaphora.sets import Place
from corefscope.metrics.evidence import Evidence
from corefscope.model import CHARACTERS, Corpus, Mention, in_text_order


class AnaphoraError(NamedTuple):
    """An error at a mention: what it is about, and what key and response have there, in words."""

    what: str
    kind: str
    document: str
    mention: Mention | None
    text: str
    key: str  # the antecedent, the members of a set, or the kind where it is another in the response
    response: str
    finding: Finding


def anaphora_errors(evidence: Evidence, found: Iterable[Finding] | None = None) -> list[AnaphoraError]:
    """All of them, by what they are about and in text order; none where the sides have no such annotation."""
    words = _Words(evidence)
    wrong = [each for each in (findings(evidence) if found is None else found) if each.verdict != RIGHT]
    order = {name: place for place, name in enumerate((SETS, BRIDGING, NONREFERRING))}
    nowhere = Mention(0, 1)
    return sorted(
        (_error(finding, evidence, words) for finding in wrong),
        key=lambda error: (order[error.what], error.document, in_text_order(error.mention or nowhere)),
    )


def _error(finding: Finding, evidence: Evidence, words: _Words) -> AnaphoraError:
    side, ends = ("key", finding.key[0]) if finding.key else ("response", finding.response[0])
    mention = ends.anaphor[1] if ends.anaphor else None
    shown = words.shown(finding, "key", finding.key), words.shown(finding, "response", finding.response)
    name = evidence.key.names[finding.document]
    return AnaphoraError(
        finding.what, finding.verdict, name, mention, words.of(side, ends.anaphor), *shown, finding=finding
    )


class _Words:
    """The words of mentions of both sides; nothing where the text is not known."""

    def __init__(self, evidence: Evidence) -> None:
        self._corpora = {"key": evidence.key, "response": evidence.response}
        self._partner = evidence.partner
        self._words: dict[tuple[str, int], Sequence[str] | None] = {}

    def shown(self, finding: Finding, side: str, given: Sequence[Ends]) -> str:
        """What one side has at an anaphor, in words."""
        if not given or finding.what == NONREFERRING:
            return given[0].label if finding.verdict == OTHER_KIND else ""
        return " + ".join(self.of(side, place) or "?" for place in given[0].others) or "?"

    def of(self, side: str, place: Place | None) -> str:
        if place is None:
            return ""
        document, mention = place
        words = self._text(side, document)
        if words is None and side == "response":
            words = self._text("key", int(self._partner[document]))
        if words is None:
            return ""
        if isinstance(words, str):
            return " … ".join(words[first:end] if first >= 0 else "∅" for first, end in runs(mention.covered))
        return " ".join("∅" if place < 0 else words[place] for place in mention.covered if place < len(words))

    def _text(self, side: str, document: int) -> Sequence[str] | None:
        if (side, document) not in self._words:
            corpus: Corpus = self._corpora[side]
            text = corpus.raw_text(document) if corpus.unit == CHARACTERS else corpus.words(document)
            self._words[side, document] = text
        return self._words[side, document]
