"""WinoBias (Zhao et al. 2018): an occupation and its pronouns, in sentences that follow a stereotype or contradict it.

Files are the set's own: `pro_stereotyped_type1.txt.dev` with coreferent words in brackets. Only the right phrase is
marked; the other one is the other occupation of the set that the sentence names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace

from corefscope.challenges.questions import DataFile, Phrase, Question, QuestionSet, Span, data_files, finished
from corefscope.problems import FormatError, Notices

_NAME = re.compile(r"(pro|anti)_stereotyped_type([12])\.txt\.(dev|test)$")
_ROW = re.compile(r"(\d+)\s(.*)")
_BRACKET = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
_OFFICIAL = {"pro": "stereotype", "anti": "not_stereotype"}  # in the names of its CoNLL files
PRONOUNS = frozenset(("he", "him", "his", "himself", "she", "her", "hers", "herself"))
HINT = "expected files such as pro_stereotyped_type1.txt.dev; choose a split by a pattern, as '*.dev'"


def read(path: str) -> QuestionSet:
    notices = Notices()
    files, read = data_files(path, notices)
    named = [(file, match) for file in files if (match := _NAME.search(file.source.path))]
    if not named:
        raise FormatError("not-the-challenge", "no file is named as those of WinoBias", path, hint=HINT)
    splits = sorted({match[3] for _, match in named})
    if len(splits) > 1:
        fact = f"the files are of the splits {' and '.join(splits)}"
        folder = os.path.dirname(named[0][0].source.path)
        example = os.path.join(folder, f"*.{splits[0]}")
        raise FormatError("several-splits", fact, path, hint=f"name one of them by a pattern: '{example}'")
    questions = [question for file, match in named for question in _questions(file, *match.groups())]
    notices.stop()
    return finished("winobias", path, _with_others(questions, notices), read, notices)


def _questions(file: DataFile, condition: str, kind: str, split: str) -> list[Question]:
    found = []
    for line, text in file.lines("winobias"):
        match = _ROW.fullmatch(text.rstrip())
        if match is None:
            file.refuse("bad-question", "the line does not begin with a number and a blank", line)
            continue
        sentence, spans = _unbracketed(match[2])
        pronouns = tuple(span for span in spans if sentence[slice(*span)].lower() in PRONOUNS)
        phrases = [span for span in spans if span not in pronouns]
        if len(phrases) != 1 or not pronouns or re.search(r"[\[\]]", sentence):
            fact = f"{len(phrases)} phrases and {len(pronouns)} pronouns in brackets, not one phrase and its pronouns"
            file.refuse("bad-question", fact, line)
            continue
        number = int(match[1])
        labels = {"condition": condition, "type": kind}
        official = f"nw/{split}_type{kind}/{_OFFICIAL[condition]}//{number - 1}"
        found.append(
            Question(
                f"{split}-type{kind}-{condition}-{number}",
                sentence,
                pronouns,
                (Phrase(phrases[0], True),),
                labels,
                f"type{kind}/{number}",
                file.source.path,
                line,
                (official,),
                kind,
            )
        )
    return found


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
