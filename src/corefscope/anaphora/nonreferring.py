"""Non-referring markables: expletives, predicates, quantifiers … that a system should not take for mentions."""

from __future__ import annotations

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.mentions import Pairs, match
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import BETA, CORPORA, RELATIONS, Family, Parameter, Tally
from corefscope.metrics.evidence import Evidence, whole_of
from corefscope.model import NONREFERRING as ANNOTATION
from corefscope.model import Corpus
from corefscope.problems import Notices, SettingsError

ALL = "all"


def nonreferring(evidence: Evidence, kind: str = ALL) -> Tally:
    """Markables that both sides mark as referring to nothing (Yu et al. 2022), of all kinds or of one.

    A markable of another kind in the response is right if all kinds count, and wrong if one does.
    """
    whole = whole_of(evidence)
    key, response, pairs = nonreferring_pairs(evidence)
    if evidence.notices is not None:
        for name, side in (("key", key), ("response", response)):
            if not side.mention_count:
                evidence.notices.add("nothing-annotated", f"nonreferring: the {name} has no such markable")
    mine, theirs = (np.full(side.mention_count, kind == ALL) for side in (key, response))
    if kind != ALL:
        kinds = [kinds_of(side) for side in (key, response)]
        mine, theirs = (np.array([each == kind for each in side], bool) for side in kinds)
        known = sorted({each for side in kinds for each in side if each})
        if not mine.any() and not theirs.any():
            fact = f"nonreferring: no markable is of the kind {quoted(kind)}"
            raise SettingsError("bad-parameter", fact, hint=f"the kinds here are {', '.join(known) or 'not known'}")
    units = evidence.alignment.units
    key_unit = whole.unit_of_document[key.document]
    response_unit = whole.unit_of_document[evidence.partner[response.document]]
    right = mine[pairs.key] & theirs[pairs.response]
    found, key_count, response_count = (
        np.bincount(unit[rows], minlength=units).astype(np.int64)
        for unit, rows in ((key_unit[pairs.key], right), (key_unit, mine), (response_unit, theirs))
    )
    return Tally.of(recall=(found, key_count), precision=(found, response_count))


def nonreferring_pairs(evidence: Evidence) -> tuple[Corpus, Corpus, Pairs]:
    """The markables of both sides that refer to nothing, and which of them are the same, as the run matches."""
    whole = whole_of(evidence)
    sides = []
    for side, corpus in (("key", whole.key), ("response", whole.response)):
        found = corpus.annotation(ANNOTATION)
        if side == "response":
            found = found.keep(evidence.partner[found.document] >= 0)
        found = resolve_repeats(found, "first", Notices())
        sides.append(found.keep(~found.is_zero()) if evidence.zeros == "drop" else found)
    key, response = sides
    return key, response, match(key, response, evidence.partner, evidence.match, evidence.zeros, Notices())


def kinds_of(corpus: Corpus) -> list[str]:
    """The kind of each markable, such as expletive; empty where unknown."""
    if corpus.entity_type is None:
        return [""] * corpus.mention_count
    return [str(kind) for kind in corpus.entity_type[corpus.entity]]


def _kind(text: str) -> str:
    if not text:
        raise ValueError("a kind such as expletive")
    return text


NONREFERRING = Family(
    "nonreferring",
    "Non-referring",
    "markables that refer to nothing",
    ("yu2022", "yu2023"),
    nonreferring,
    parameters={
        "kind": Parameter(ALL, _kind, "all, or a kind such as expletive", changes_counts=True),
        "beta": BETA,
    },
    needs=frozenset({CORPORA, RELATIONS}),
)
