"""Derive answers from the clusters of a response: a rule decides which mentions represent a pronoun or a phrase.

The texts of both sides are aligned as with `--align characters`, so tokens need not be the same. A mention that is
not in the question's text represents nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscope.alignment.texts import align_texts
from corefscope.alignment.texts.letter_text import LetterText, letter_text
from corefscope.alignment.texts.mentions import runs_in
from corefscope.alignment.texts.projection import Projection
from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import CharacterSpan, QuestionSet
from corefscope.challenges.rule import Rule
from corefscope.formats.document_names import canonical
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, PairingError

Answer = tuple[tuple[bool, ...], ...]  # for each pronoun: does it refer to each phrase?


class MentionPart(NamedTuple):
    """A run of letters of the question's text that a mention covers."""

    first: int
    stop: int
    size: int  # in tokens, or in characters if the response counts characters
    is_whole: bool  # whether it is the whole mention
    entity: int

    @property
    def letters(self) -> tuple[int, int]:
        return self.first, self.stop


def answer(
    parts: Sequence[MentionPart], pronouns: Sequence[CharacterSpan], phrases: Sequence[CharacterSpan], rule: Rule
) -> Answer:
    """Return whether each pronoun refers to each phrase; spans are letters of the question."""
    of_phrases = [_representing(parts, rule.rule, span) for span in phrases]
    if rule.rule == "smallest":  # a mention that contains two phrases represents neither
        ambiguous = [any(set(mine) & set(other) for other in of_phrases if other is not mine) for mine in of_phrases]
        of_phrases = [[] if several else mine for mine, several in zip(of_phrases, ambiguous, strict=True)]
    of_pronouns = [_representing(parts, rule.of_pronoun, span) for span in pronouns]
    return tuple(tuple(_corefer(mine, theirs, rule.shared == "yes") for theirs in of_phrases) for mine in of_pronouns)


def _representing(parts: Sequence[MentionPart], rule: str, span: CharacterSpan) -> list[MentionPart]:
    """Return the mentions that represent letters of the question, under one of ANSWER_RULES."""
    if rule == "exact":
        return [part for part in parts if part.letters == span and part.is_whole]
    around = [part for part in parts if part.first <= span.start and part.stop >= span.end]
    if rule == "containment":
        return around + [part for part in parts if part.first >= span.start and part.stop <= span.end]
    smallest = min(around, key=lambda part: part.size, default=None)
    return [part for part in around if smallest is not None and part.letters == smallest.letters]


def _corefer(mine: Sequence[MentionPart], theirs: Sequence[MentionPart], shared: bool) -> bool:
    """Return whether two parts are in one entity; two parts with the same letters count as one mention."""
    pairs = ((one, two) for one in mine for two in theirs)
    return any(one.entity == two.entity and (shared or one.letters != two.letters) for one, two in pairs)


def answers_of(quiz: QuestionSet, response: Corpus, rule: Rule) -> tuple[list[Answer | None], Corpus, Notices]:
    """Return the answer to each question (or None), and the answering documents, named after their questions."""
    notices = Notices()
    notices.extend(response.notices)
    if response.label is not None:
        fact = "the mentions of the response are only ids, so they cannot be located in the texts"
        raise PairingError("mentions-without-place", fact, response.source)
    key = quiz.corpus(all_phrases=True)
    partner = _questions_of(quiz, key, response, notices)
    texts = align_texts(key, response, partner, notices)
    answers: list[Answer | None] = [None] * len(quiz.questions)
    rows = rows_by_group(response.document, response.document_count)
    for document, projection in enumerate(texts.projections):
        if projection is not None:
            question, letters = quiz.questions[partner[document]], projection.key
            parts = _parts(response, rows[document], projection, notices)
            pronouns = [_in_letters(span, letters) for span in question.pronouns]
            phrases = [_in_letters(phrase.span, letters) for phrase in question.phrases]
            answers[partner[document]] = answer(parts, pronouns, phrases, rule)
    for question, each in zip(quiz.questions, answers, strict=True):
        if each is None:
            notices.add("question-without-answer", f"{quoted(question.id)} is not in the response", response.source)
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", response.source)
    elif not any(any(verdict) for each in answers if each is not None for verdict in each):
        fact = "every answer is no: no pronoun is linked to a phrase of its question"
        notices.add("nothing-linked", fact, response.source)
    names = [quiz.questions[number].id if number >= 0 else response.names[at] for at, number in enumerate(partner)]
    return answers, replace(response, names=names, notices=()).of_documents(partner >= 0), notices


def _questions_of(quiz: QuestionSet, key: Corpus, response: Corpus, notices: Notices) -> Integers:
    """Return the question of each document (or -1): by name, or by text if no name is known."""
    questions = quiz.questions
    by_name = {canonical(name): number for number, each in enumerate(questions) for name in (each.id, *each.aliases)}
    partner = [by_name.get(canonical(name), -1) for name in response.names]
    if max(partner, default=-1) < 0 and any(response.texts):
        first = {letter_text(key, number, "set").letters: number for number in reversed(range(len(questions)))}
        letters = (letter_text(response, document, "response").letters for document in range(response.document_count))
        partner = [first.get(text, -1) for text in letters]
        if max(partner) >= 0:
            notices.add("paired-by-text", f"no document has the name of a question, e.g. {quoted(questions[0].id)}")
    if max(partner, default=-1) < 0:
        begin = quoted(response.names[0]) if response.names else "nothing"
        fact = f"no document is a question: the response begins with {begin}"
        hint = f"the first question is {quoted(questions[0].id)}; --make-texts writes all texts with their names"
        raise PairingError("no-common-document", fact, response.source, hint=hint)
    documents: dict[int, int] = {}  # the first of each question
    for document, number in enumerate(partner):
        where = response.sources[document], int(response.document_line[document]) or None
        if number < 0:
            notices.add("document-only-in-response", f"{quoted(response.names[document])} is not a question", *where)
        elif documents.setdefault(number, document) != document:
            fact = f"two documents answer the question {quoted(questions[number].id)}"
            other = f"the other is {response.names[documents[number]]}"
            raise PairingError("ambiguous-document", fact, *where, other)
    return np.array(partner, np.int64)


def _parts(response: Corpus, rows: Integers, projection: Projection, notices: Notices) -> list[MentionPart]:
    """Return the mentions of one document in letters of the question, those with gaps last."""
    text, parts = projection.text, []
    for row in rows.tolist():
        if response.start[row] < 0 or response.end[row] > len(text.begin):
            notices.add("mention-outside-document", response.describe_mention(row), *response.where(row))
            continue
        spans = runs_in(text, response.positions(row))
        for start, end in spans:
            letters = projection.run(start, end)
            if letters is not None:
                whole = len(spans) == 1
                parts.append(MentionPart(letters[0], letters[1] + 1, end - start, whole, int(response.entity[row])))
            elif text.begin[start] < text.end[end - 1]:  # a run of blanks has no letters
                lost = f"{response.describe_mention(row)} is not in the question's text"
                notices.add("lost-in-alignment", lost, *response.where(row))
    return sorted(parts, key=lambda part: not part.is_whole)


def _in_letters(span: CharacterSpan, text: LetterText) -> CharacterSpan:
    return CharacterSpan(text.begin[span.start], text.end[span.end - 1])
