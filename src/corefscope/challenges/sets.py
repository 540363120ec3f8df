"""GAP, WinoBias, Winogender and WinoPron as they are published, read as questions."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from corefscope.basics.arguments import path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import DataFile, Phrase, Question, QuestionSet, Span
from corefscope.challenges.rule import set_named
from corefscope.formats.files.sources import find
from corefscope.model import Corpus
from corefscope.problems import CorefscopeError, FormatError, Notices
from corefscope.scoring.inputs import Input, read_all
from corefscope.settings import Settings


def questions(set: str, data: Input) -> QuestionSet:
    """Read the questions of a challenge set; of WinoBias also the rows of a data set, in Python."""
    name, notices = set_named(set).name, Notices()
    is_path = name != "winobias" or data is None or isinstance(data, str | os.PathLike)
    place = path(data, "data") if is_path else "rows"
    files = [DataFile(source, notices) for source in find(place, Notices(), any_suffix=True)] if is_path else []
    read: tuple[ReadFile, ...] = ()
    if name == "winobias" and not any(_WINOBIAS_FILE.search(file.source.path) for file in files):
        corpus = _clusters(data, place if is_path else None)
        listed, read = _winobias_clusters(corpus, notices), corpus.files
    else:
        listed = [question for file in files for question in READERS[name](file)]
    notices.stop()
    if name == "winobias":
        listed = _with_others(listed, place, notices)
    read = read or tuple(file.read for file in files if file.read is not None)
    return QuestionSet(name, place, _unique(listed, place, notices), read, notices)


def _unique(listed: Sequence[Question], place: str, notices: Notices) -> tuple[Question, ...]:
    """Refuse what cannot be asked: a repeated id, or no question at all."""
    first: dict[str, Question] = {}
    for question in listed:
        other = first.setdefault(question.id, question)
        if other is not question:
            fact, hint = f"the question {quoted(question.id)} occurs twice", f"first at {other.source}:{other.line}"
            notices.refuse(FormatError("repeated-question", fact, question.source, question.line, hint))
    notices.stop()
    if not listed:
        raise FormatError("no-question", "the file holds no question", place)
    return tuple(listed)


# GAP (Webster et al. 2018): a pronoun and two names in a text of Wikipedia.

GAP_COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")
GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine"}
GENDERS |= {"she": "feminine", "her": "feminine", "hers": "feminine"}
BOOLEANS = {"true": True, "false": False}


def _gap(file: DataFile) -> Iterator[Question]:
    """The questions of gap-test.tsv and the like."""
    for line, row in file.rows("gap", GAP_COLUMNS, "gap-test.tsv"):
        try:
            pronoun, *spans = (_gap_span(row, name) for name in ("Pronoun", "A", "B"))
            rights = [_gap_boolean(row[f"{name}-coref"]) for name in "AB"]
            if row["Pronoun"].lower() not in GENDERS:
                raise ValueError(f"the pronoun {quoted(row['Pronoun'])} is none of {', '.join(GENDERS)}")
        except ValueError as error:
            file.refuse("bad-question", str(error), line, f"question {quoted(row['ID'])}")
            continue
        gender, id = GENDERS[row["Pronoun"].lower()], row["ID"].strip()
        phrases, labels = tuple(map(Phrase, spans, rights)), {"gender": gender}
        yield Question(id, row["Text"], (pronoun,), phrases, labels, id, file.source.path, line, stratum=gender)


def _gap_span(row: dict[str, str], name: str) -> Span:
    text, words = row["Text"], row[name]
    try:
        start = int(row[f"{name}-offset"])
    except ValueError:
        raise ValueError(f"{name}-offset is {quoted(row[f'{name}-offset'])}, not a whole number") from None
    if start < 0 or not words or text[start : start + len(words)] != words:
        there = quoted(text[start : start + len(words)]) if 0 <= start < len(text) else "nothing"
        raise ValueError(f"at {name}-offset {start} the text has {there}, not {quoted(words)}")
    return Span(start, start + len(words))


def _gap_boolean(text: str) -> bool:
    value = BOOLEANS.get(text.strip().lower())
    if value is None:
        raise ValueError(f"{quoted(text)} is neither TRUE nor FALSE")
    return value


# WinoBias (Zhao et al. 2018): an occupation and its pronouns, in sentences that follow a stereotype or contradict it.
# Files are the set's own: `pro_stereotyped_type1.txt.dev` with coreferent words in brackets, or its CoNLL files; or the
# rows of `wino_bias` on the Hugging Face Hub. Only the right phrase is marked; the other one is the other occupation of
# the set that the sentence names.

_WINOBIAS_FILE = re.compile(r"(pro|anti)_stereotyped_type([12])\.txt\.(dev|test)$")
_WINOBIAS_DOCUMENT = re.compile(r"(dev|test)_type([12])/(not_)?stereotype//(\d+)")  # nw/dev_type1/not_stereotype//17
_ROW = re.compile(r"(\d+)\s(.*)")
_BRACKET = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
_NO_BLANK_BEFORE = re.compile(r"[.,;:!?]|'.*|n't", re.IGNORECASE)
_OFFICIAL = {"pro": "stereotype", "anti": "not_stereotype"}  # in the names of its CoNLL files
PRONOUNS = frozenset(("he", "him", "his", "himself", "she", "her", "hers", "herself"))


def _winobias(file: DataFile) -> Iterator[Question]:
    match = _WINOBIAS_FILE.search(file.source.path)
    for line, text in file.lines("winobias") if match else ():
        row = _ROW.fullmatch(text.rstrip())
        try:
            if row is None:
                raise ValueError("the line does not begin with a number and a blank")
            sentence, spans = _unbracketed(row[2])
            if re.search(r"[\[\]]", sentence):
                raise ValueError("a bracket is not closed, or stands in another")
            condition, kind, split = match.groups()  # type: ignore[union-attr]
            yield _winobias_question(sentence, spans, condition, kind, split, int(row[1]), file.source.path, line)
        except ValueError as error:
            file.refuse("bad-question", str(error), line)


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


def _winobias_question(
    text: str, marked: Sequence[Span], condition: str, kind: str, split: str, number: int, source: str, line: int
) -> Question:
    pronouns = tuple(span for span in marked if text[slice(*span)].lower() in PRONOUNS)
    phrases = [span for span in marked if span not in pronouns]
    if len(phrases) != 1 or not pronouns:
        fact = f"{len(phrases)} phrases and {len(pronouns)} pronouns in brackets, not one phrase and its pronouns"
        raise ValueError(fact)
    return Question(
        f"{split}-type{kind}-{condition}-{number}",
        text,
        pronouns,
        (Phrase(phrases[0], True),),
        {"condition": condition, "type": kind},
        f"type{kind}/{number}",
        source,
        line,
        (f"nw/{split}_type{kind}/{_OFFICIAL[condition]}//{number - 1}",),
        kind,
    )


def _clusters(data: Input, place: str | None) -> Corpus:
    """WinoBias as clusters over tokens."""
    try:
        return read_all([data], ["data"], Settings(), lambda step: None)[0]
    except CorefscopeError as error:
        if place is None:
            raise
        fact = f"no file is named as those of WinoBias, and as clusters it cannot be read: {error.message}"
        hint = "expected pro_stereotyped_type1.txt.dev and its like, by a pattern such as '*.dev', or rows of wino_bias"
        raise FormatError("not-the-challenge", fact, place, hint=hint) from None


def _winobias_clusters(corpus: Corpus, notices: Notices) -> list[Question]:
    """The questions of a corpus whose clusters are the marked words."""
    rows: list[list[int]] = [[] for _ in range(corpus.document_count)]
    for row, document in enumerate(corpus.document.tolist()):
        rows[document].append(row)
    listed = []
    for document, name in enumerate(corpus.names):
        match, words = _WINOBIAS_DOCUMENT.search(name), corpus.words(document)
        source, line = corpus.sources[document], int(corpus.document_line[document])
        if match is None or words is None or corpus.label is not None:
            fact = f"{quoted(name)} is not the name of a sentence of WinoBias" if match is None else "it has no words"
            hint = "they are named as nw/dev_type1/not_stereotype//17"
            raise FormatError("not-the-challenge", fact, source, line or None, hint)
        text, begins = _joined(words)
        spans = sorted((int(corpus.start[row]), int(corpus.end[row])) for row in rows[document])
        marked = [Span(begins[start], begins[end - 1] + len(words[end - 1])) for start, end in spans]
        split, kind, condition, number = match[1], match[2], "anti" if match[3] else "pro", int(match[4]) + 1
        try:
            listed.append(_winobias_question(text, marked, condition, kind, split, number, source, line))
        except ValueError as error:
            notices.refuse(FormatError("bad-question", str(error), source, line or None))
    return listed


def _joined(words: list[str]) -> tuple[str, list[int]]:
    """The words as a sentence, and where each begins.

    >>> _joined(["She", "left", "."])
    ('She left.', [0, 4, 8])
    """
    text, begins = "", []
    for word in words:
        text += "" if not text or _NO_BLANK_BEFORE.fullmatch(word) else " "
        begins.append(len(text))
        text += word
    return text, begins


def _with_others(listed: Sequence[Question], place: str, notices: Notices) -> list[Question]:
    """Add the phrases that are wrong: the other occupations of the set, with their articles, in the sentence."""
    splits = sorted({question.id.partition("-")[0] for question in listed})
    if len(splits) > 1:
        fact = f"the files are of the splits {' and '.join(splits)}"
        hint = f"name one of them by a pattern: '{os.path.join(os.path.dirname(listed[0].source), f'*.{splits[0]}')}'"
        raise FormatError("several-splits", fact, place, hint=hint)
    nouns = {_noun(question.text[slice(*question.phrases[0].span)]) for question in listed}
    alternatives = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True))
    pattern = re.compile(rf"\b(?:the|an|a)\s+({alternatives})\b", re.IGNORECASE)
    questions = []
    for question in listed:
        noun = _noun(question.text[slice(*question.phrases[0].span)])
        others = [match for match in pattern.finditer(question.text) if match[1].lower() != noun]
        wrong = (Phrase(Span(*match.span()), False) for match in others)
        questions.append(replace(question, phrases=(*question.phrases, *wrong)))
        if not others:
            text = "no other occupation is in the sentence, so only the right one is asked for"
            notices.add("one-phrase-only", text, question.source, question.line)
    return questions


def _noun(phrase: str) -> str:
    return re.sub(r"^(?:the|an|a)\s+", "", phrase.lower())


# Winogender (Rudinger et al. 2018) and WinoPron (Gautam et al. 2024): occupation or participant?

CASES = {"nominative": 0, "accusative": 1, "possessive": 2}
FORMS = {
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "they": ("they", "them", "their"),
    "xe": ("xe", "xem", "xyr"),
}
PRONOUN_SETS = {"male": "he", "female": "she", "neutral": "they"}
PLACEHOLDERS = {"$NOM_PRONOUN": "nominative", "$ACC_PRONOUN": "accusative", "$POSS_PRONOUN": "possessive"}
ROLES = ("occupation", "participant")
WINOPRON = ("occupation", "participant", "sentence", "pronoun_type", "pronoun", "answer")
TEMPLATES = ("occupation(0)", "other-participant(1)", "answer", "pronoun_type", "template")


class _Sentence(NamedTuple):
    """What both sets say of a sentence."""

    id: str
    text: str
    nouns: tuple[str, str]  # occupation, participant
    answer: int  # which of them
    pronoun: str
    labels: dict[str, str]


def _winogender(file: DataFile) -> Iterator[Question]:
    """The questions of all_sentences.tsv."""
    sentences = []
    for line, row in file.rows("winogender", ("sentid", "sentence"), "all_sentences.tsv"):
        parts = row["sentid"].strip().removesuffix(".txt").split(".")
        if len(parts) != 4 or parts[2] not in ("0", "1") or parts[3] not in PRONOUN_SETS:
            fact = f"{quoted(row['sentid'])} is not OCCUPATION.PARTICIPANT.ANSWER.GENDER.txt"
            file.refuse("bad-question", fact, line, "the answer is 0 or 1, the gender male, female or neutral")
            continue
        occupation, participant, answer, gender = parts
        text, forms = row["sentence"], FORMS[PRONOUN_SETS[gender]]
        try:
            span = find_word(text, forms)
        except ValueError as error:
            file.refuse("bad-question", str(error), line)
            continue
        form = text[slice(*span)].lower() if span else forms[0]
        labels = {"pronouns": PRONOUN_SETS[gender], "participant": participant}
        id, nouns = row["sentid"].strip(), (occupation, participant)
        sentences.append((line, _Sentence(id, text, nouns, int(answer), form, labels)))
    # `her` alone does not tell the case of a template, but the same sentence with `him` or `his` does.
    cases: dict[tuple[tuple[str, str], int], str] = {}
    for _, each in sentences:
        forms, template = FORMS[each.labels["pronouns"]], (each.nouns, each.answer)
        possible = [case for case, place in CASES.items() if forms[place] == each.pronoun]
        cases[template] = possible[0] if len(possible) == 1 else cases.get(template, "unknown")
    for line, each in sentences:
        labels = {**each.labels, "case": cases[each.nouns, each.answer]}
        yield from _asked(file, line, each._replace(labels=labels))


def _winopron(file: DataFile) -> Iterator[Question]:
    """The questions of double.tsv and single.tsv, or of templates, filled in here."""
    rows = list(file.rows("winopron", ("answer", "pronoun_type"), "double.tsv or new_templates.tsv"))
    is_template = bool(rows) and "template" in rows[0][1]
    needed = TEMPLATES if is_template else WINOPRON
    for name in needed if rows else ():
        if name not in rows[0][1]:
            fact = f"the first line has no column {quoted(name)}"
            raise file.source.error("not-the-challenge", fact, 1, f"expected {', '.join(needed)}")
    for line, row in rows:
        kind, nouns = row["pronoun_type"].strip(), (row[needed[0]].strip(), row[needed[1]].strip())
        answers = ("0", "1") if is_template else nouns
        if kind not in PLACEHOLDERS or row["answer"] not in answers:
            fact = f"{quoted(kind)} is no pronoun type" if kind not in PLACEHOLDERS else ""
            file.refuse("bad-question", fact or f"the answer {quoted(row['answer'])} is none of {answers}", line)
            continue
        case, answer = PLACEHOLDERS[kind], answers.index(row["answer"])
        forms = {each[CASES[case]]: name for name, each in FORMS.items()}
        if is_template:
            text = row["template"].strip().replace("$OCCUPATION", nouns[0]).replace("$PARTICIPANT", nouns[1])
            texts = {form: text.replace(kind, form) for form in forms}
        else:
            texts = {row["pronoun"].strip(): row["sentence"]}
        for form, text in texts.items():
            if form not in forms:
                file.refuse("bad-question", f"{quoted(form)} is none of {', '.join(forms)}", line)
                continue
            id = f"{'.'.join(nouns)}.{answer}.{case}.{forms[form]}"
            labels = {"pronouns": forms[form], "case": case}
            yield from _asked(file, line, _Sentence(id, text, nouns, answer, form, labels))


def _asked(file: DataFile, line: int, sentence: _Sentence) -> Iterator[Question]:
    """The question about a sentence; an error if its words cannot be found."""
    nouns, role = sentence.nouns, ROLES[sentence.answer]
    try:
        pronoun = find_word(sentence.text, [sentence.pronoun])
        spans = [find_phrase(sentence.text, noun) for noun in nouns]
        if pronoun is None or spans[sentence.answer] is None:
            absent = sentence.pronoun if pronoun is None else nouns[sentence.answer]
            raise ValueError(f"{quoted(absent)} is not in the sentence")
    except ValueError as error:
        file.refuse("bad-question", str(error), line)
        return
    phrases = tuple(Phrase(span, place == sentence.answer) for place, span in enumerate(spans) if span is not None)
    # Sentences of one template differ in the pronoun only, those of one pair in the answer only.
    case, pronouns = sentence.labels["case"], sentence.labels["pronouns"]
    template, pair = (*nouns, role, case), (*nouns, case, pronouns)
    labels = {**sentence.labels, "answer": role, "template": ".".join(template), "pair": ".".join(pair)}
    aliases = (sentence.id.removesuffix(".txt"),)
    yield Question(sentence.id, sentence.text, (pronoun,), phrases, labels, nouns[0], file.source.path, line, aliases)


def find_phrase(text: str, noun: str) -> Span | None:
    """The one place of a noun with its article; None if it is not there, ValueError if it is there twice.

    >>> find_phrase("The nurse thanked the patient.", "patient")
    Span(start=18, end=29)
    """
    return _only(rf"(?:(?:the|an|a)\s+)?{re.escape(noun)}", text, noun)


def find_word(text: str, forms: Sequence[str]) -> Span | None:
    """The one place of a word, of which there may be several forms."""
    return _only(f"(?:{'|'.join(map(re.escape, forms))})", text, " or ".join(forms))


def _only(pattern: str, text: str, what: str) -> Span | None:
    spans = [Span(*match.span()) for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE)]
    if len(spans) > 1:
        raise ValueError(f"{quoted(what)} occurs {len(spans)} times in the sentence")
    return spans[0] if spans else None


READERS: dict[str, Callable[[DataFile], Iterator[Question]]] = {
    "gap": _gap,
    "winobias": _winobias,
    "winogender": _winogender,
    "winopron": _winopron,
}
