"""How much of a language model's output could be scored: its words, its mentions, and scores without what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscope.basics.codes import LOST
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import CORPORA, MENTION_TYPES, Score
from corefscope.model import TOKENS, Corpus, Integers
from corefscope.problems import Notices, PairingError
from corefscope.scoring.score import align, count, prepare
from corefscope.scoring.steps import Run, Sides
from corefscope.scoring.totals import scores_of
from corefscope.settings import MATCHINGS
from corefscope.text import MentionStrings

if TYPE_CHECKING:
    from corefscope.alignment.texts import AlignedTexts, InCharacters
    from corefscope.alignment.texts.word_diff import Change

Span = tuple[int, int, int]  # the document, and the first and the last position, of a mention
WORDS = ("copied", "changed", "missing", "invented")


@dataclass(frozen=True)
class ModelOutput:
    """Counts of one response whose text may differ from the key's, and three more scores for each metric.

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
    scores: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)  # `repaired`, `aligned` and `given`
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


def to_characters(sides: Sides, run: Run, notices: Notices) -> Sides:
    """Align the texts, and count the mentions of both sides in characters of the key's."""
    from corefscope.alignment.texts import align_texts, in_characters

    settings, response = run.settings, sides.response
    if sides.gold.windows is not None:
        fact = "--window: the response has other words than the key, and windows are counted in the key's tokens"
        raise PairingError("different-units", fact, response.source, hint="score it without windows")
    key = sides.key
    has_parameters = any(metric.values for metric in run.metrics)
    syntax = (
        MATCHINGS[settings.match].syntax or has_parameters or not run.needs.keys().isdisjoint((MENTION_TYPES, CORPORA))
    )
    aligned = align_texts(key, response, sides.partner, notices)
    both = begin_as_in_key(in_characters(key, response, aligned, notices, syntax), response, sides.partner)
    texts = ModelTexts(aligned, both, syntax, sides) if response.inexact_text else None
    return replace(sides, key=both.key, response=both.response, texts=texts)


def begin_as_in_key(both: InCharacters, response: Corpus, partner: Integers) -> InCharacters:
    """Give mentions that are known by their ends the beginnings of the key's."""
    rows = [number for number, document in enumerate(response.document.tolist()) if has_ends_only(response, document)]
    if not rows:
        return both
    start = both.response.start.astype(np.int64)
    document, end = partner[response.document], both.response.end
    spans = {row: (int(document[row]), int(start[row]), int(end[row])) for row in rows}
    columns = (both.key.document.tolist(), both.key.start.tolist(), both.key.end.tolist())
    for row, begin in begins_in_key(spans, zip(*columns, strict=True)).items():
        start[row] = begin
    return both._replace(response=replace(both.response, start=start))


def begins_in_key(spans: Mapping[int, Span], key: Iterable[Span]) -> dict[int, int]:
    """Return where mentions begin in the key, by row: the shortest as the shortest that ends there, and so on.

    Without one in the key they stay as they are, and count as wrong.
    """
    begins: dict[tuple[int, int], list[int]] = {}
    for document, start, end in sorted(key):
        begins.setdefault((document, end), []).append(start)
    rows = sorted(spans, key=lambda row: -spans[row][1])
    ends = {row: begins.get((spans[row][0], spans[row][2])) for row in rows}
    return {row: of_key.pop() for row, of_key in ends.items() if of_key}


def warn_failed_windows(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Count the mentions of the key with words that only windows without an answer have."""
    for document, of_key in enumerate(partner.tolist()):
        text = response.text(document)
        failed = text[0].failed.get(text[1]) if text is not None and isinstance(text[0], MentionStrings) else None
        if failed and of_key >= 0 and key.unit == TOKENS:
            rows = np.flatnonzero(key.document == of_key)
            spans = zip(key.start[rows].tolist(), key.end[rows].tolist(), strict=True)
            if lost := sum(not failed.isdisjoint(range(*span)) for span in spans):
                fact = f"{lost:,} of the {len(rows):,} mentions of {quoted(key.names[of_key])}"
                notices.add("key-in-failed-windows", fact, response.sources[document], None, lost)


def has_ends_only(response: Corpus, document: int) -> bool:
    """Test whether the answer for a document says only where its mentions end."""
    text = response.text(document)
    return text is not None and isinstance(text[0], MentionStrings) and text[1] in text[0].ends


class ModelTexts(NamedTuple):
    """A response whose text may differ from the key's: the alignment of the texts, and both sides in characters."""

    aligned: AlignedTexts
    sides: InCharacters
    syntax: bool
    before: Sides  # in the words of each side

    def output(self, run: Run, scores: Mapping[str, Score], notices: Notices) -> ModelOutput:
        """Return what became of words and mentions."""
        from corefscope.alignment.texts import in_characters
        from corefscope.conventions.selection import select_response

        quiet, sides, partner, before = Notices(), self.sides, self.aligned.partner, self.before
        key, response = before.gold.corpus, before.response

        def rescored(key: Corpus, response: Corpus, run: Run = run) -> Mapping[str, Score]:
            evidence = align(replace(before, key=key, response=response), run, quiet)
            return scores_of(count(evidence, run), run.metrics, run.settings.average, evidence.alignment.units)

        placed = int((sides.response_placed & (partner[response.document] >= 0)).sum())
        more, repaired = {"repaired": scores, "aligned": scores}, 0
        if response.repaired is not None or not sides.response_placed.all():
            if response.repaired is not None:
                response = prepare(response.repaired, run, quiet, key)
                if run.settings.drop != "none":
                    response = select_response(replace(before, response=response), run, quiet).response
            moved = in_characters(key, response, self.aligned.repaired(response), quiet, self.syntax)
            moved = begin_as_in_key(moved, response, partner)
            repaired = int((moved.response_placed & (partner[response.document] >= 0)).sum()) - placed
            more["repaired"] = rescored(moved.key, moved.response)
        if not (sides.key_aligned.all() and sides.response_placed.all()):
            more["aligned"] = rescored(sides.key.keep(sides.key_aligned), sides.response.keep(sides.response_placed))
        warn_failed_windows(key, before.response, partner, notices)
        shared = replace(run, settings=replace(run.settings, mentions="shared"), changed=run.changed | {"mentions"})
        more["given"] = rescored(sides.key, sides.response, shared)
        missing = np.setdiff1d(np.arange(key.document_count), partner).tolist()
        pairs = zip(partner.tolist(), self.aligned.differences, strict=True)
        compared = {number: each for number, each in pairs if each is not None}
        truncated = sum(notice.count for notice in notices if notice.code == "truncated-output")
        words = {name: sum(getattr(each, name) for each in compared.values()) for name in WORDS}
        words["missing"] += sum(len(self.aligned.keys[number].words().words) for number in missing)
        return ModelOutput(
            **words,
            placed=placed,
            lost={notice.code: notice.count for notice in notices if notice.code in LOST},
            repaired=repaired,
            aligned=int(sides.key_aligned.sum()),
            missing_documents=len(missing),
            # A list of strings that is cut off has no text that could end early.
            cut_off=max(sum(each.ends_early for each in compared.values()), truncated),
            scores=more,
            changes={number: each.changes for number, each in compared.items() if each.changes},
        )
