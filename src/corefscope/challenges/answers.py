"""From the clusters of a response to answers: which of its mentions stand for a pronoun or a phrase, under a rule.

Both texts are compared by their letters, that is without blanks, so tokens need not be the same. Where the letters
differ, words are aligned, and what is not in the question's text stands for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.texts import warn_differences
from corefscope.alignment.texts.letter_text import LetterText, letter_text
from corefscope.alignment.texts.projection import KeyRuns, project
from corefscope.alignment.texts.word_alignment import align_words
from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import CharacterSpan, Question, QuestionSet
from corefscope.challenges.rule import Rule
from corefscope.formats.document_names import canonical
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import Notices, PairingError
from corefscope.types.heads import require_heads

Answer = tuple[tuple[bool, ...], ...]  # for each pronoun: does it refer to each phrase?


class MentionPart(NamedTuple):
    """A run of letters of the question's text that a mention covers."""

    first: int
    stop: int
    size: int  # tokens, or characters of a response that counts these
    head: int  # the last letter of the mention's head; -1 without one
    is_whole: bool  # whether it is all of the mention
    entity: int

    @property
    def letters(self) -> tuple[int, int]:
        return self.first, self.stop


def answer(
    parts: Sequence[MentionPart], pronouns: Sequence[CharacterSpan], phrases: Sequence[CharacterSpan], rule: Rule
) -> Answer:
    """Whether each pronoun refers to each phrase; spans are letters of the question."""
    standing = [_standing(parts, rule.rule, span) for span in phrases]
    if rule.rule == "smallest":  # a mention that contains two phrases tells them not apart
        ambiguous = [any(set(mine) & set(other) for other in standing if other is not mine) for mine in standing]
        standing = [[] if several else mine for mine, several in zip(standing, ambiguous, strict=True)]
    verdicts = []
    for pronoun in pronouns:
        mine = _standing(parts, rule.of_pronoun, pronoun)
        verdicts.append(tuple(_corefer(mine, theirs, rule.shared == "yes") for theirs in standing))
    return tuple(verdicts)


def _standing(parts: Sequence[MentionPart], rule: str, span: CharacterSpan) -> list[MentionPart]:
    """The mentions that stand for letters of the question, under one of RULES."""
    if rule == "exact":
        return [part for part in parts if part.letters == span and part.is_whole]
    if rule == "head":
        return [part for part in parts if part.head == span.end - 1]
    inside = [part for part in parts if part.first <= span.start and part.stop >= span.end]
    if rule == "containment":
        return inside + [part for part in parts if part.first >= span.start and part.stop <= span.end]
    smallest = min(inside, key=lambda part: part.size, default=None)
    return [part for part in inside if smallest is not None and part.letters == smallest.letters]


def _corefer(mine: Iterable[MentionPart], theirs: Iterable[MentionPart], shared: bool) -> bool:
    """Whether two parts are of one entity; two parts of the same letters count as one mention."""
    pairs = ((one, two) for one in mine for two in theirs)
    return any(one.entity == two.entity and (shared or one.letters != two.letters) for one, two in pairs)


def answers_of(
    asked: QuestionSet, response: Corpus, letters: Sequence[LetterText], rule: Rule
) -> tuple[list[Answer | None], Corpus, Notices]:
    """The answers of clusters, None where there is none, and the documents that answer questions, named as these.

    `letters` are those of the questions.
    """
    notices = Notices()
    notices.extend(response.notices)
    if response.label is not None:
        fact = "the mentions of the response are only ids, so nothing can be found in the texts"
        raise PairingError("mentions-without-place", fact, response.source)
    document_of = _documents(asked.questions, response, letters, notices)
    needs_heads = "head" in (rule.rule, rule.of_pronoun)
    headed = require_heads(response, "response", "head", "--rule {}") if needs_heads else response
    answers: list[Answer | None] = [None] * len(asked.questions)
    rows = rows_by_group(response.document, response.document_count)
    for number, document in document_of.items():
        question, text = asked.questions[number], letters[number]
        spans = [*question.pronouns, *(phrase.span for phrase in question.phrases)]
        in_letters = [CharacterSpan(text.begin[start], text.end[end - 1]) for start, end in spans]
        parts = _parts(headed, document, rows[document].tolist(), text, in_letters, notices)
        count = len(question.pronouns)
        answers[number] = answer(parts, in_letters[:count], in_letters[count:], rule)
    for question, each in zip(asked.questions, answers, strict=True):
        if each is None:
            notices.add("question-without-answer", f"{quoted(question.id)} is not in the response", response.source)
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", response.source)
    elif not any(any(verdict) for each in answers if each is not None for verdict in each):
        fact = "every question is answered by no: no pronoun is linked to a phrase that is asked about"
        notices.add("nothing-linked", fact, response.source)
    names = list(response.names)
    for number, document in document_of.items():
        names[document] = asked.questions[number].id
    has_question = np.isin(np.arange(response.document_count), list(document_of.values()))
    return answers, replace(response, names=names, notices=()).of_documents(has_question), notices


def _documents(
    questions: Sequence[Question], response: Corpus, letters: Sequence[LetterText], notices: Notices
) -> dict[int, int]:
    """The document of each question, found by its name, or by its text where no name is known."""
    by_name = {canonical(name): number for number, each in enumerate(questions) for name in (each.id, *each.aliases)}
    numbers = [by_name.get(canonical(name)) for name in response.names]
    if all(number is None for number in numbers):
        by_text = {text.letters: number for number, text in reversed(list(enumerate(letters)))}
        if response.texts and (response.unit != CHARACTERS or response.raw_text(0) is not None):
            texts = (letter_text(response, document, "response") for document in range(response.document_count))
            numbers = [by_text.get(text.letters) for text in texts]
        if all(number is None for number in numbers):
            first = quoted(response.names[0]) if response.names else "nothing"
            fact = f"no document of the response is a question: it begins with {first}"
            hint = f"the first question is {quoted(questions[0].id)}; --make-texts writes all texts with their names"
            raise PairingError("no-common-document", fact, response.source, hint=hint)
        notices.add("paired-by-text", f"no document is named as a question, as {quoted(questions[0].id)}")
    document_of: dict[int, int] = {}
    for document, number in enumerate(numbers):
        where = response.sources[document], int(response.document_line[document]) or None
        if number is None:
            notices.add("document-only-in-response", f"{quoted(response.names[document])} is no question", *where)
        elif number in document_of:
            fact = f"two documents answer the question {quoted(questions[number].id)}"
            other = f"the other is {response.names[document_of[number]]}"
            raise PairingError("ambiguous-document", fact, *where, other)
        else:
            document_of[number] = document
    return document_of


def _parts(
    response: Corpus,
    document: int,
    rows: Sequence[int],
    question: LetterText,
    asked: Sequence[CharacterSpan],
    notices: Notices,
) -> list[MentionPart]:
    """The mentions of one document in letters of the question, those with gaps last."""
    text = question  # characters of a text that is not known are taken for the question's
    if response.unit != CHARACTERS or response.raw_text(document) not in (None, question.text):
        text = letter_text(response, document, "response")
    place = _placing(response, document, text, question, asked, notices)
    whole: list[MentionPart] = []
    gapped: list[MentionPart] = []
    for row in rows:
        if response.start[row] < 0 or response.end[row] > len(text.begin):
            notices.add("mention-outside-document", response.describe_mention(row), *response.where(row))
            continue
        positions, head = response.positions(row), response.head_of(row)
        of_head = place(head, head + 1) if head is not None and 0 <= head < len(text.begin) else None
        spans = runs(positions if isinstance(positions, range) else [each for each in positions if each >= 0])
        for start, end in spans:
            letters = place(start, end)
            if letters is None:
                lost = f"{response.describe_mention(row)} is not in the question's text"
                notices.add("lost-in-alignment", lost, *response.where(row))
            elif letters[0] <= letters[1]:  # a run of blanks has no letters
                first, stop, head_letter = letters[0], letters[1] + 1, of_head[1] if of_head else -1
                part = MentionPart(first, stop, end - start, head_letter, len(spans) == 1, int(response.entity[row]))
                (whole if isinstance(positions, range) else gapped).append(part)
    return whole + gapped


def _placing(
    response: Corpus,
    document: int,
    text: LetterText,
    question: LetterText,
    asked: Sequence[CharacterSpan],
    notices: Notices,
) -> Callable[[int, int], tuple[int, int] | None]:
    """A function from positions of the response to the first and last letter of the question; None if it lacks them."""
    if text.letters == question.letters:
        return lambda start, end: (text.begin[start], text.end[end - 1] - 1)
    mine, theirs = question.words(), text.words()
    aligned = align_words(mine, theirs)
    warn_differences(aligned, mine, theirs, response, document, notices)
    asked_runs = KeyRuns((span.start, span.end - 1) for span in asked)
    return project(text, theirs, question, mine, aligned, asked_runs).run
