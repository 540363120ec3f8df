"""A language model's answer about one document, in Python: its mentions in the document's tokens, and a reward."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.alignment.texts import align_texts
from corefscope.alignment.texts.letter_text import LetterText
from corefscope.alignment.texts.projection import lists_strings
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats import load
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.metrics import Metric
from corefscope.metrics import metric as metric_named
from corefscope.metrics.evidence import AlignmentOnly
from corefscope.model import TOKENS, Corpus, Document, Mention
from corefscope.problems import CorefscopeError, FormatError, Notice, Notices, quiet_doubts
from corefscope.scoring.model_output import begins_in_key, has_ends_only
from corefscope.scoring.score import score
from corefscope.scoring.totals import rescored

AnyDocument = Document | Mapping[str, Any]  # a Document, or a record with a field of clusters
ANSWER = "answer"  # what messages call the text


class Answer(NamedTuple):
    """The document with the entities of an answer, and what the answer lost or changed."""

    document: Document
    losses: tuple[Notice, ...]


def read_answer(text: str, document: AnyDocument, form: str | None = None) -> Answer:
    """Read a model's answer about a document: the same words, with the entities that the answer marks or lists.

    `form` names the form of the answer, which is found in it otherwise; `corefscope list formats` shows all. What
    cannot be read is a FormatError; mentions without a place in the document are left out and counted in `losses`.

    >>> story = Document("story", [], words="Ann saw her dog .".split())
    >>> read_answer("[Ann](#1) saw [[her](#1) dog](#2).", story).document.entities
    [[Mention(0, 1), Mention(2, 3)], [Mention(2, 4)]]
    """
    return _read_answer(text, _document(document), form)


def reward(text: str, document: AnyDocument, metric: str | Metric = "conll") -> float:
    """Return the F1 of a model's answer, from 0 to 1; 0.0 for one that cannot be read.

    >>> story = Document("story", [[Mention(0, 1), Mention(2, 3)]], words="Ann saw her dog .".split())
    >>> reward("[Ann](#1) saw [her](#1) dog .", story, "b3"), reward("I am sorry.", story)
    (1.0, 0.0)
    """
    own, scored = _document(document), metric_named(metric)
    try:
        answer = _read_answer(text, own, None)
    except CorefscopeError:
        return 0.0
    entity_of = {mention: number for number, entity in enumerate(own.entities) for mention in entity}
    if scored.needs or len(entity_of) < own.mention_count:
        with quiet_doubts():
            return score([own], [answer.document], metrics=scored).f1[scored.name]
    of_answer = {mention: number for number, entity in enumerate(answer.document.entities) for mention in entity}
    rows = [(entity_of.get(mention, -1), of_answer.get(mention, -1)) for mention in {**entity_of, **of_answer}]
    columns = np.array(rows, np.int64).reshape(-1, 2)
    unit, row = np.zeros(len(rows), np.int64), np.arange(len(rows))
    of_key, of_response = (np.zeros(len(each.entities), np.int64) for each in (own, answer.document))
    alignment = Alignment(1, unit, columns[:, 0], columns[:, 1], of_key, of_response, row, row)
    return rescored(AlignmentOnly(alignment), [scored], "micro")[scored.name].f1


def _document(document: AnyDocument) -> Document:
    documents = [document] if isinstance(document, Document) else load.read([document])
    if len(documents) != 1:
        raise FormatError("several-documents", f"expected one document, not {len(documents)}", load.PYTHON_OBJECT)
    return documents[0]


def _read_answer(text: str, document: Document, form: str | None) -> Answer:
    if not isinstance(text, str):
        raise FormatError("wrong-type", f"an answer is a string, not {type(text).__name__}", ANSWER)
    notices = Notices()
    source = Source(ANSWER, document.name)
    response = load.read_content(text.encode(errors="replace"), source, notices, Options(), form, answers_only=True)
    notices.extend(response.notices)
    notices.stop()
    if response.document_count > 1:
        mask = np.array([name == document.name for name in response.names])
        if mask.sum() != 1:
            fact = f"the answer holds {response.document_count} documents"
            raise FormatError("several-documents", fact, ANSWER, hint="give the answer for one document")
        response = response.of_documents(mask)
    entities: dict[str, list[Mention]] = {}
    met = set[Mention]()
    for row, mention in enumerate(_mentions(document, response, notices)):
        if mention in met:
            notices.add("lost-in-alignment", f"tokens {mention.start}–{mention.end - 1} are a mention already", ANSWER)
        elif mention is not None:
            met.add(mention)
            entities.setdefault(str(response.entity_id[response.entity[row]]), []).append(mention)
    own = replace(document, entities=list(entities.values()), entity_ids=list(entities), entity_types=[], relations=[])
    return Answer(own, tuple(notices))


def _mentions(document: Document, response: Corpus, notices: Notices) -> list[Mention | None]:
    """Return the mentions of a response in positions of the document, None for those without a place there."""
    if not response.document_count or not response.mention_count:
        return []
    words, listed = response.words(0), lists_strings(response, 0)
    spans = list(zip(response.start.tolist(), response.end.tolist(), strict=True))
    is_plain = response.shape is None and not has_ends_only(response, 0) and not listed
    letters = "".join(words or ())
    if is_plain and words and letters == "".join(document.words or ()) and not any(map(str.isspace, letters)):
        # Nearly all answers copy the text.
        ends = list(accumulate(map(len, words), initial=0))
        own_ends = list(accumulate(map(len, document.words or ())))
        return [
            Mention(bisect_right(own_ends, ends[start]), bisect_left(own_ends, ends[end]) + 1) for start, end in spans
        ]
    key = load.read_corpus([document])
    if words is None and response.raw_text(0) is None:  # JSON of spans
        if response.label is not None or response.unit != key.unit or response.end.max() > key.tokens[0] >= 0:
            raise FormatError("mention-outside-text", "the spans of the answer lie outside the document", ANSWER)
        return [response.mention(row) for row in range(response.mention_count)]
    aligned = align_texts(key, response, np.zeros(1, np.int64), notices)
    projection, text = aligned.projections[0], aligned.keys[0]
    mentions: list[Mention | None] = []
    for row, (start, end) in enumerate(spans):
        is_zero = response.shape is not None and response.shape[row] >= 0
        place = None if is_zero or projection is None else projection.run(start, end)
        if place is None:
            code: WarningCode = "lost-zero" if is_zero else "lost-not-in-text" if listed else "lost-in-alignment"
            notices.add(code, quoted(" ".join((words or [])[start:end])[:40]), ANSWER)
        mentions.append(None if place is None else _in_positions(text, key.unit, *place))
    if not has_ends_only(response, 0):
        return mentions
    placed = {row: (0, mention.start, mention.end) for row, mention in enumerate(mentions) if mention is not None}
    begins = begins_in_key(placed, key)
    return [mention and Mention(begins.get(row, mention.start), mention.end) for row, mention in enumerate(mentions)]


def _in_positions(text: LetterText, unit: str, first: int, last: int) -> Mention:
    if unit != TOKENS:
        return Mention(*text.spans([(first, last)])[0])
    return Mention(bisect_right(text.end, first), bisect_right(text.end, last) + 1)
