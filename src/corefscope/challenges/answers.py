"""From the clusters of a response to answers: which of its mentions stand for a pronoun or a phrase, under a rule.

Both texts are compared by their letters, that is without blanks, so tokens need not be the same. Where the letters
differ, words are aligned, and what is not in the question's text stands for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.texts import warn_differences
from corefscope.alignment.texts.letter_text import LetterText, letter_text
from corefscope.alignment.texts.projection import KeyRuns, Projection, project
from corefscope.alignment.texts.word_alignment import align_words
from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import Question, QuestionSet, Span
from corefscope.challenges.rule import Rule
from corefscope.formats.document_names import canonical
from corefscope.model import CHARACTERS, UNKNOWN, Corpus, Integers
from corefscope.problems import Notices, PairingError
from corefscope.types.heads import require_heads

Answer = tuple[tuple[bool, ...], ...]  # for each pronoun: does it refer to each phrase?


@dataclass(frozen=True)
class PlacedMentions:
    """The mentions of one text in letters of the question: a row for each run of letters that a mention covers."""

    first: Integers
    stop: Integers
    size: Integers  # tokens, or characters of a response that counts these
    head: Integers  # the last letter of the head; -1 without one
    whole: Integers  # whether the row is all of the mention
    entity: Integers

    def standing(self, rule: str, span: Span) -> Integers:
        """The rows that stand for letters of the question, under one of RULES."""
        inside = (self.first <= span.start) & (self.stop >= span.end)
        if rule == "exact":
            return np.flatnonzero((self.first == span.start) & (self.stop == span.end) & self.whole)
        if rule == "head":
            return np.flatnonzero(self.head == span.end - 1)
        if rule == "containment":
            return np.flatnonzero(inside | ((self.first >= span.start) & (self.stop <= span.end)))
        rows = np.flatnonzero(inside)
        if not len(rows):
            return rows
        best = rows[np.argmin(self.size[rows])]
        equal: Integers = rows[(self.first[rows] == self.first[best]) & (self.stop[rows] == self.stop[best])]
        return equal


def answer(mentions: PlacedMentions, pronouns: Sequence[Span], phrases: Sequence[Span], rule: Rule) -> Answer:
    """Whether each pronoun refers to each phrase; spans are letters of the question."""
    standing = [mentions.standing(rule.rule, span) for span in phrases]
    if rule.rule == "smallest":  # a mention that contains two phrases tells them not apart
        taken = [set(rows.tolist()) for rows in standing]
        twins = [any(mine & other for other in taken if other is not mine) for mine in taken]
        standing = [rows[:0] if twin else rows for rows, twin in zip(standing, twins, strict=True)]
    verdicts = []
    for pronoun in pronouns:
        mine = mentions.standing(rule.of_pronoun, pronoun).tolist()
        verdicts.append(tuple(_corefer(mentions, mine, rows.tolist(), rule.shared == "yes") for rows in standing))
    return tuple(verdicts)


def _corefer(mentions: PlacedMentions, mine: Sequence[int], theirs: Sequence[int], shared: bool) -> bool:
    """Whether two rows are of one entity; two rows of the same letters count as one mention."""
    first, stop, entity = mentions.first, mentions.stop, mentions.entity
    return any(
        entity[one] == entity[two] and (shared or first[one] != first[two] or stop[one] != stop[two])
        for one in mine
        for two in theirs
    )


class Answers(NamedTuple):
    """What a system answered, by question; None where it has no answer."""

    given: tuple[Answer | None, ...]
    notices: Notices

    @property
    def missing(self) -> int:
        return sum(each is None for each in self.given)

    def counted(self, asked: QuestionSet, missing: str) -> list[Answer | None]:
        """The answers, with no to everything for missing ones if these count as that."""
        if missing != "no":
            return list(self.given)
        no = (((False,) * len(each.phrases),) * len(each.pronouns) for each in asked.questions)
        return [default if each is None else each for each, default in zip(self.given, no, strict=True)]


def answers_of(
    asked: QuestionSet, response: Corpus, letters: Sequence[LetterText], rule: Rule
) -> tuple[Answers, Corpus]:
    """The answers of clusters, and the documents that answer questions, named as these.

    `letters` are those of the questions.
    """
    notices = Notices()
    notices.extend(response.notices)
    if response.label is not None:
        fact = "the mentions of the response are only ids, so nothing can be found in the texts"
        raise PairingError("mentions-without-place", fact, response.source)
    own: dict[int, LetterText] = {}  # of documents, where they are known already
    document_of = _documents(asked.questions, response, letters, own, notices)
    needs_heads = "head" in (rule.rule, rule.of_pronoun)
    headed = require_heads(response, "response", "head", "--rule {}") if needs_heads else response
    given: list[Answer | None] = [None] * len(asked.questions)
    rows = rows_by_group(response.document, response.document_count)
    for number, document in document_of.items():
        question, text = asked.questions[number], letters[number]
        theirs = own.get(document) or _letters(response, document, text)
        spans = [Span(text.begin[start], text.end[end - 1]) for start, end in _spans(question)]
        placed = _placed(headed, document, rows[document], theirs, text, spans, notices)
        count = len(question.pronouns)
        given[number] = answer(placed, spans[:count], spans[count:], rule)
    for question, each in zip(asked.questions, given, strict=True):
        if each is None:
            notices.add("question-without-answer", f"{quoted(question.id)} is not in the response", response.source)
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", response.source)
    elif not any(any(verdict) for each in given if each is not None for verdict in each):
        fact = "every question is answered by no: no pronoun is linked to a phrase that is asked about"
        notices.add("nothing-linked", fact, response.source)
    return Answers(tuple(given), notices), _renamed(asked, response, document_of)


def _renamed(asked: QuestionSet, response: Corpus, document_of: Mapping[int, int]) -> Corpus:
    names = list(response.names)
    for number, document in document_of.items():
        names[document] = asked.questions[number].id
    wanted = np.zeros(response.document_count, bool)
    wanted[list(document_of.values())] = True
    return replace(response, names=names, notices=()).of_documents(wanted)


def _spans(question: Question) -> list[Span]:
    return [*question.pronouns, *(phrase.span for phrase in question.phrases)]


def _letters(response: Corpus, document: int, question: LetterText) -> LetterText:
    """The letters of a response's text; characters of a text that is not known are taken for the question's."""
    if response.unit == CHARACTERS and response.raw_text(document) in (None, question.text):
        return question
    return letter_text(response, document, "response")


def _documents(
    questions: Sequence[Question],
    response: Corpus,
    letters: Sequence[LetterText],
    own: dict[int, LetterText],
    notices: Notices,
) -> dict[int, int]:
    by_name = {canonical(name): number for number, each in enumerate(questions) for name in (each.id, *each.aliases)}
    found = [by_name.get(canonical(name)) for name in response.names]
    if all(number is None for number in found):
        by_text: dict[str, int] = {}
        for number, text in enumerate(letters):
            by_text.setdefault(text.letters, number)
        known = response.unit != CHARACTERS or response.raw_text(0) is not None
        if known and response.texts:
            own.update({number: letter_text(response, number, "response") for number in range(len(found))})
            found = [by_text.get(own[number].letters) for number in range(len(found))]
        if all(number is None for number in found):
            first = quoted(response.names[0]) if response.names else "nothing"
            fact = f"no document of the response is a question: it begins with {first}"
            hint = f"the first question is {quoted(questions[0].id)}; --make-texts writes all texts with their names"
            raise PairingError("no-common-document", fact, response.source, hint=hint)
        notices.add("paired-by-text", f"no document is named as a question, as {quoted(questions[0].id)}")
    partner: dict[int, int] = {}
    for document, place in enumerate(found):
        line = int(response.document_line[document]) or None
        where = response.sources[document], line
        if place is None:
            notices.add("document-only-in-response", f"{quoted(response.names[document])} is no question", *where)
        elif place in partner:
            fact = f"two documents answer the question {quoted(questions[place].id)}"
            raise PairingError("ambiguous-document", fact, *where, f"the other is {response.names[partner[place]]}")
        else:
            partner[place] = document
    return partner


def _placed(
    response: Corpus,
    document: int,
    rows: Integers,
    text: LetterText,
    question: LetterText,
    asked: Sequence[Span],
    notices: Notices,
) -> PlacedMentions:
    """The mentions of one document in letters of the question."""
    count = len(text.begin)
    start, end = response.start[rows], response.end[rows]
    outside = (start < 0) | (end > count)
    plain = ~outside & (end > start)
    if response.shape is not None:
        plain &= response.shape[rows] < 0
    pieces = [
        (row, *run)
        for row in rows[~plain & ~outside].tolist()
        for run in runs(place for place in response.positions(row) if place >= 0)
    ]
    for row in rows[outside].tolist():
        notices.add("mention-outside-document", response.describe_mention(row), *response.where(row))
    row = np.concatenate([rows[plain], np.array([each[0] for each in pieces], np.int64)])
    begin = np.concatenate([start[plain], np.array([each[1] for each in pieces], np.int64)])
    stop = np.concatenate([end[plain], np.array([each[2] for each in pieces], np.int64)])
    head = np.full(len(row), UNKNOWN) if response.head is None else response.head[row]
    if text.letters == question.letters:
        begins, ends = np.asarray(text.begin, np.int64), np.asarray(text.end, np.int64)
        first, last = begins[begin], ends[stop - 1]
        of_head = np.where((head >= 0) & (head < count), ends[np.clip(head, 0, count - 1)] - 1, -1)
    else:
        projection = _projection(response, document, text, question, asked, notices)
        found = [projection.run(*each) for each in zip(begin.tolist(), stop.tolist(), strict=True)]
        # What is not in the question's text lies before it.
        first = np.array([-2 if each is None else each[0] for each in found], np.int64)
        last = np.array([-1 if each is None else each[1] + 1 for each in found], np.int64)
        heads = [projection.run(place, place + 1) if 0 <= place < count else None for place in head.tolist()]
        of_head = np.array([-1 if each is None else each[1] for each in heads], np.int64)
        for place in np.flatnonzero(first < 0).tolist():
            lost = response.describe_mention(int(row[place]))
            notices.add("lost-in-alignment", f"{lost} is not in the question's text", *response.where(int(row[place])))
    parts = Counter(each[0] for each in pieces)
    whole = ~np.isin(row, [each for each, times in parts.items() if times > 1])
    some = last > first  # a run of blanks has no letters
    columns = (first, last, stop - begin, of_head, whole, response.entity[row])
    return PlacedMentions(*(column[some] for column in columns))


def _projection(
    response: Corpus,
    document: int,
    text: LetterText,
    question: LetterText,
    asked: Sequence[Span],
    notices: Notices,
) -> Projection:
    mine, theirs = question.words(), text.words()
    aligned = align_words(mine, theirs)
    warn_differences(aligned, mine, theirs, response, document, notices)
    known = KeyRuns((span.start, span.end - 1) for span in asked)
    return project(text, theirs, question, mine, aligned, known)
