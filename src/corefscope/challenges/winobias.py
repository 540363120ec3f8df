"""WinoBias (Zhao et al. 2018): an occupation and its pronouns, in sentences that follow a stereotype or contradict it.

Files are the set's own: `pro_stereotyped_type1.txt.dev` with coreferent words in brackets, or its CoNLL files; or the
rows of `wino_bias` on the Hugging Face Hub, as a file or in Python. Only the right phrase is marked; the other one is
the other occupation of the set that the sentence names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from corefscope.challenges.questions import DataFile, Phrase, Question, QuestionSet, Span, data_files, finished
from corefscope.challenges.winobias_clusters import Sentence, sentences
from corefscope.model import Corpus
from corefscope.problems import CorefscopeError, FormatError, Notices
from corefscope.scoring.inputs import corpora
from corefscope.settings import Settings

_NAME = re.compile(r"(pro|anti)_stereotyped_type([12])\.txt\.(dev|test)$")
_ROW = re.compile(r"(\d+)\s(.*)")
_BRACKET = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
_OFFICIAL = {"pro": "stereotype", "anti": "not_stereotype"}  # in the names of its CoNLL files
PRONOUNS = frozenset(("he", "him", "his", "himself", "she", "her", "hers", "herself"))
HINT = "expected pro_stereotyped_type1.txt.dev and its like, by a pattern such as '*.dev', or rows of wino_bias"


def read(data: Any) -> QuestionSet:
    notices = Notices()
    if not isinstance(data, str | os.PathLike):
        return _of_clusters("rows", _corpus(data), notices)
    path = os.fspath(data)
    files, read = data_files(path, notices)
    named = [(file, match) for file in files if (match := _NAME.search(file.source.path))]
    if not named:
        try:
            corpus = _corpus(path)
        except CorefscopeError as error:
            fact = f"no file is named as those of WinoBias, and as clusters it cannot be read: {error.message}"
            raise FormatError("not-the-challenge", fact, path, hint=HINT) from None
        return _of_clusters(path, corpus, notices)
    folder = os.path.dirname(named[0][0].source.path)
    _check_splits({match[3] for _, match in named}, path, folder)
    questions = [question for file, match in named for question in _questions(file, *match.groups())]
    notices.stop()
    return finished("winobias", path, _with_others(questions, notices), read, notices)


def _corpus(data: Any) -> Corpus:
    return corpora([data], ["data"], Settings(), lambda step: None)[0]


def _of_clusters(path: str, corpus: Corpus, notices: Notices) -> QuestionSet:
    """The questions of a corpus whose clusters are the marked words."""
    listed = sentences(corpus)
    _check_splits({each.split for each in listed}, path, os.path.dirname(path))
    questions = []
    for each in listed:
        try:
            questions.append(_question(each))
        except ValueError as error:
            notices.refuse(FormatError("bad-question", str(error), each.source, each.line or None))
    notices.stop()
    return finished("winobias", path, _with_others(questions, notices), list(corpus.files), notices)


def _check_splits(splits: set[str], path: str, folder: str) -> None:
    if len(splits) > 1:
        fact = f"the files are of the splits {' and '.join(sorted(splits))}"
        example = os.path.join(folder, f"*.{min(splits)}")
        raise FormatError("several-splits", fact, path, hint=f"name one of them by a pattern: '{example}'")


def _questions(file: DataFile, condition: str, kind: str, split: str) -> list[Question]:
    found = []
    for line, text in file.lines("winobias"):
        match = _ROW.fullmatch(text.rstrip())
        if match is None:
            file.refuse("bad-question", "the line does not begin with a number and a blank", line)
            continue
        sentence, spans = _unbracketed(match[2])
        try:
            if re.search(r"[\[\]]", sentence):
                raise ValueError("a bracket is not closed, or stands in another")
            place = (condition, kind, split, int(match[1]), file.source.path, line)
            found.append(_question(Sentence(sentence, spans, *place)))
        except ValueError as error:
            file.refuse("bad-question", str(error), line)
    return found


def _question(asked: Sentence) -> Question:
    pronouns = tuple(span for span in asked.marked if asked.text[slice(*span)].lower() in PRONOUNS)
    phrases = [span for span in asked.marked if span not in pronouns]
    if len(phrases) != 1 or not pronouns:
        fact = f"{len(phrases)} phrases and {len(pronouns)} pronouns in brackets, not one phrase and its pronouns"
        raise ValueError(fact)
    return Question(
        f"{asked.split}-type{asked.kind}-{asked.condition}-{asked.number}",
        asked.text,
        pronouns,
        (Phrase(phrases[0], True),),
        {"condition": asked.condition, "type": asked.kind},
        f"type{asked.kind}/{asked.number}",
        asked.source,
        asked.line,
        (f"nw/{asked.split}_type{asked.kind}/{_OFFICIAL[asked.condition]}//{asked.number - 1}",),
        asked.kind,
    )


def _unbracketed(text: str) -> tuple[str, list[Span]]:
    """The sentence without brackets, and where they were.

    >>> _unbracketed("[The nurse] left because [ she] was ill.")
    ('The nurse left because she was ill.', [Span(start=0, end=9), Span(start=23, end=26)])
    """
    plain, spans, last = "", [], 0
    for match in _BRACKET.finditer(text):
        plain += text[last : match.start()]
        spans.append(Span(len(plain), len(plain) + len(match[1])))
        plain += match[1]
        last = match.end()
    return plain + text[last:], spans


def _with_others(questions: Iterable[Question], notices: Notices) -> list[Question]:
    """Add the phrases that are wrong: the other occupations of the set, with their articles, in the sentence."""
    listed = list(questions)
    nouns = {_noun(question.text[slice(*question.phrases[0].span)]) for question in listed}
    alternatives = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True))
    pattern = re.compile(rf"\b(?:the|an|a)\s+({alternatives})\b", re.IGNORECASE)
    found = []
    for question in listed:
        right = question.phrases[0].span
        noun = _noun(question.text[slice(*right)])
        others = [match for match in pattern.finditer(question.text) if match[1].lower() != noun]
        wrong = (Phrase(Span(*match.span()), False) for match in others)
        question = replace(question, phrases=(*question.phrases, *wrong))
        if not others:
            text = "no other occupation is in the sentence, so only the right one is asked for"
            notices.add("one-phrase-only", text, question.source, question.line)
        found.append(question)
    return found


def _noun(phrase: str) -> str:
    return re.sub(r"^(?:the|an|a)\s+", "", phrase.lower())
