"""GAP, WinoBias, Winogender and WinoPron as they are published: does this pronoun refer to this phrase?"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from corefscope.basics.arguments import path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.basics.writing import write_file, write_folder
from corefscope.challenges.rule import set_named
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.sources import find
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import FormatError, Notices


class CharacterSpan(NamedTuple):
    """Characters of the question's text; the end is exclusive."""

    start: int
    end: int


class Phrase(NamedTuple):
    """A name or noun phrase, and whether the pronoun refers to it."""

    span: CharacterSpan
    right: bool


@dataclass(frozen=True)
class Question:
    """One text, its pronouns, and the phrases that each of them may refer to.

    `labels` say what the answer is reported by, such as `gender`; questions of one `group` are about the same words
    and are resampled together. `aliases` are other names that a response may know the text by.
    """

    id: str
    text: str
    pronouns: tuple[CharacterSpan, ...]
    phrases: tuple[Phrase, ...]
    labels: Mapping[str, str]
    group: str
    source: str
    line: int
    aliases: tuple[str, ...] = ()
    stratum: str = ""  # the set has so many questions of it by design: resamples have as many


@dataclass(frozen=True)
class QuestionSet:
    """All questions of a challenge set, as they were read."""

    name: str
    path: str
    questions: tuple[Question, ...]
    files: tuple[ReadFile, ...]
    notices: Notices

    def corpus(self) -> Corpus:
        """The right answers as a key in characters: each question's pronouns with the phrase they refer to."""
        builder = CorpusBuilder(self.path, CHARACTERS)
        for question in self.questions:
            builder.add_document(question.id, question.line, raw=question.text)
            right = [phrase.span for phrase in question.phrases if phrase.right]
            builder.add_entity("1", [*right, *question.pronouns], question.line)
        return builder.corpus("questions", Notices())


def make_texts(asked: QuestionSet, target: str | os.PathLike[str]) -> int:
    """Write the texts: into a `.jsonl` file with `doc_key` and `text`, or as `.txt` files into a folder."""
    place = path(target, "the target")
    if place.endswith(".jsonl"):
        rows = ({"doc_key": each.id, "text": each.text} for each in asked.questions)
        write_file(place, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    else:
        write_folder(place, {f"{each.id.removesuffix('.txt')}.txt": each.text for each in asked.questions})
    return len(asked.questions)


def questions(set: str, data: str | os.PathLike[str]) -> QuestionSet:
    """Read the questions of a challenge set from its own files."""
    name, notices, place = set_named(set).name, Notices(), path(data, "data")
    files = [DataFile(source, notices) for source in find(place, Notices(), any_suffix=True)]
    listed = [question for file in files for question in READERS[name](file)]
    notices.stop()
    if not listed:
        hint = "WinoBias' files are named as pro_stereotyped_type1.txt.dev" if name == "winobias" else None
        raise FormatError("no-question", "the file holds no question", place, hint=hint)
    if name == "winobias":
        listed = _with_other_phrases(listed, place, notices)
    first: dict[str, Question] = {}
    for question in listed:
        other = first.setdefault(question.id, question)
        if other is not question:
            fact, hint = f"the question {quoted(question.id)} occurs twice", f"first at {other.source}:{other.line}"
            raise FormatError("repeated-question", fact, question.source, question.line, hint)
    read = tuple(file.read for file in files if file.read is not None)
    return QuestionSet(name, place, tuple(listed), read, notices)


class DataFile(FileReader):
    """One file of a challenge set: its lines, and errors by line."""

    read: ReadFile | None = None

    def lines(self, format: str) -> Iterator[tuple[int, str]]:
        """The lines that are not empty, with their numbers."""
        blocks = Blocks(self.source)
        text = self.decode(blocks.whole())
        self.read = blocks.record(format)
        return ((number, line) for number, line in lines_of(text) if line.strip())

    def rows(self, format: str, columns: Sequence[str], known: str) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows of a table with tabs, by the names in its first line; no quotes, as the sets are written.

        `known` names a file that has these columns, for the hint.
        """
        names: list[str] = []
        for number, line in self.lines(format):
            cells = line.split("\t")
            if names and len(cells) != len(names):
                fact = f"the row has {len(cells)} cells, the first line {len(names)}"
                raise self.source.error("bad-question", fact, number)
            if names:
                yield number, dict(zip(names, cells, strict=True))
                continue
            names = [name.strip() for name in cells]
            for column in columns:
                if column not in names:
                    hint = f"expected {', '.join(columns)}, as {known} has them; DATA stands before RESPONSE"
                    fact = f"the first line has no column {quoted(column)}"
                    raise self.source.error("not-the-challenge", fact, number, hint)

    def error(self, error: ValueError, line: int, hint: str | None = None) -> FormatError:
        """What is wrong with a row, at its line."""
        return self.source.error("bad-question", str(error), line, hint)


# GAP (Webster et al. 2018): a pronoun and two names in a text of Wikipedia.

GAP_COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")
GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine"}
GENDERS |= {"she": "feminine", "her": "feminine", "hers": "feminine"}
BOOLEANS = {"true": True, "false": False}


def _gap(file: DataFile) -> Iterator[Question]:
    """The questions of gap-test.tsv and the like."""
    for line, row in file.rows("gap", GAP_COLUMNS, "gap-test.tsv"):
        id, gender = row["ID"].strip(), GENDERS.get(row["Pronoun"].lower())
        try:
            pronoun, *spans = (_gap_span(row, name) for name in ("Pronoun", "A", "B"))
            for text in (row["A-coref"], row["B-coref"]):
                if text.strip().lower() not in BOOLEANS:
                    raise ValueError(f"{quoted(text)} is neither TRUE nor FALSE")
            if gender is None:
                raise ValueError(f"the pronoun {quoted(row['Pronoun'])} is none of {', '.join(GENDERS)}")
        except ValueError as error:
            raise file.error(error, line, f"question {quoted(row['ID'])}") from None
        rights = (BOOLEANS[row[f"{name}-coref"].strip().lower()] for name in "AB")
        phrases, labels = tuple(map(Phrase, spans, rights)), {"gender": gender}
        yield Question(id, row["Text"], (pronoun,), phrases, labels, id, file.source.path, line, stratum=gender)


def _gap_span(row: Mapping[str, str], name: str) -> CharacterSpan:
    text, words = row["Text"], row[name]
    try:
        start = int(row[f"{name}-offset"])
    except ValueError:
        raise ValueError(f"{name}-offset is {quoted(row[f'{name}-offset'])}, not a whole number") from None
    if start < 0 or not words or text[start : start + len(words)] != words:
        there = quoted(text[start : start + len(words)]) if 0 <= start < len(text) else "nothing"
        raise ValueError(f"at {name}-offset {start} the text has {there}, not {quoted(words)}")
    return CharacterSpan(start, start + len(words))


# WinoBias (Zhao et al. 2018): an occupation and its pronouns, in sentences that follow a stereotype or contradict it.
# Coreferent words stand in brackets. Only the right phrase is marked; the other one is the other occupation of the set
# that the sentence names.

_WINOBIAS_FILE = re.compile(r"(pro|anti)_stereotyped_type([12])\.txt\.(dev|test)$")
_ROW = re.compile(r"(\d+)\s(.*)")
_BRACKET = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
_OFFICIAL = {"pro": "stereotype", "anti": "not_stereotype"}  # in the names of its CoNLL files
PRONOUNS = frozenset(("he", "him", "his", "himself", "she", "her", "hers", "herself"))


def _winobias(file: DataFile) -> Iterator[Question]:
    """The questions of pro_stereotyped_type1.txt.dev and the like."""
    match = _WINOBIAS_FILE.search(file.source.path)
    if match is None:
        return
    condition, kind, split = match.groups()
    for line, text in file.lines("winobias"):
        try:
            row = _ROW.fullmatch(text.rstrip())
            if row is None:
                raise ValueError("the line does not begin with a number and a blank")
            sentence, pronouns, phrase = _unbracketed(row[2])
        except ValueError as error:
            raise file.error(error, line) from None
        number, official = int(row[1]), f"nw/{split}_type{kind}/{_OFFICIAL[condition]}//{int(row[1]) - 1}"
        id, group, labels = f"{split}-type{kind}-{condition}-{number}", f"type{kind}/{number}", (condition, kind)
        named = dict(zip(("condition", "type"), labels, strict=True))
        phrases = (Phrase(phrase, True),)
        yield Question(id, sentence, pronouns, phrases, named, group, file.source.path, line, (official,), kind)


def _unbracketed(text: str) -> tuple[str, tuple[CharacterSpan, ...], CharacterSpan]:
    """The sentence without brackets, the pronouns that were in them, and the phrase.

    >>> _unbracketed("[The nurse] left because [ she] was ill.")[0::2]
    ('The nurse left because she was ill.', CharacterSpan(start=0, end=9))
    """
    plain, spans, last = "", [], 0
    for match in _BRACKET.finditer(text):
        plain += text[last : match.start()]
        spans.append(CharacterSpan(len(plain), len(plain) + len(match[1])))
        plain += match[1]
        last = match.end()
    plain += text[last:]
    if "[" in plain or "]" in plain:
        raise ValueError("a bracket is not closed, or stands in another")
    pronouns = tuple(span for span in spans if plain[slice(*span)].lower() in PRONOUNS)
    phrases = [span for span in spans if span not in pronouns]
    if len(phrases) != 1 or not pronouns:
        fact = f"{len(phrases)} phrases and {len(pronouns)} pronouns in brackets, not one phrase and its pronouns"
        raise ValueError(fact)
    return plain, pronouns, phrases[0]


def _with_other_phrases(listed: Sequence[Question], place: str, notices: Notices) -> list[Question]:
    """Add the phrases that are wrong: the other occupations of the set, with their articles, in the sentence."""
    splits = sorted({question.id.partition("-")[0] for question in listed})
    if len(splits) > 1:
        hint = f"name one of them by a pattern: '{os.path.join(os.path.dirname(listed[0].source), f'*.{splits[0]}')}'"
        raise FormatError("several-splits", f"the files are of the splits {' and '.join(splits)}", place, hint=hint)
    article = r"(?:the|an|a)\s+"
    nouns = [re.sub(f"^{article}", "", each.text[slice(*each.phrases[0].span)].lower()) for each in listed]
    alternatives = "|".join(sorted(map(re.escape, dict.fromkeys(nouns)), key=len, reverse=True))
    pattern = re.compile(rf"\b{article}({alternatives})\b", re.IGNORECASE)
    complete = []
    for question, noun in zip(listed, nouns, strict=True):
        others = [match.span() for match in pattern.finditer(question.text) if match[1].lower() != noun]
        wrong = [Phrase(CharacterSpan(*span), False) for span in others]
        complete.append(replace(question, phrases=(*question.phrases, *wrong)))
        if not others:
            text = "no other occupation is in the sentence, so only the right one is asked for"
            notices.add("one-phrase-only", text, question.source, question.line)
    return complete


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


def _winogender(file: DataFile) -> Iterator[Question]:
    """The questions of all_sentences.tsv."""
    sentences = []
    for line, row in file.rows("winogender", ("sentid", "sentence"), "all_sentences.tsv"):
        parts = row["sentid"].strip().removesuffix(".txt").split(".")
        if len(parts) != 4 or parts[2] not in ("0", "1") or parts[3] not in PRONOUN_SETS:
            fact = ValueError(f"{quoted(row['sentid'])} is not OCCUPATION.PARTICIPANT.ANSWER.GENDER.txt")
            raise file.error(fact, line, "the answer is 0 or 1, the gender male, female or neutral")
        forms = FORMS[PRONOUN_SETS[parts[3]]]
        try:
            span = _only(f"(?:{'|'.join(forms)})", row["sentence"], " or ".join(forms))
        except ValueError as error:
            raise file.error(error, line) from None
        sentences.append((line, row, parts, row["sentence"][slice(*span)].lower() if span else forms[0]))
    # `her` alone does not tell the case of a template, but the same sentence with `him` or `his` does.
    cases: dict[tuple[str, ...], str] = {}
    for _, _, parts, form in sentences:
        possible = [case for case, place in CASES.items() if FORMS[PRONOUN_SETS[parts[3]]][place] == form]
        template = tuple(parts[:3])
        cases[template] = possible[0] if len(possible) == 1 else cases.get(template, "unknown")
    for line, row, (occupation, participant, answer, gender), form in sentences:
        case, nouns = cases[occupation, participant, answer], (occupation, participant)
        labels = {"pronouns": PRONOUN_SETS[gender], "participant": participant, "case": case}
        yield _occupation_question(file, line, row["sentid"].strip(), row["sentence"], nouns, int(answer), form, labels)


def _winopron(file: DataFile) -> Iterator[Question]:
    """The questions of double.tsv and single.tsv, or of templates, filled in here."""
    rows = list(file.rows("winopron", ("answer", "pronoun_type"), "double.tsv or new_templates.tsv"))
    is_template = bool(rows) and "template" in rows[0][1]
    columns = TEMPLATES if is_template else WINOPRON
    for name in columns if rows else ():
        if name not in rows[0][1]:
            fact = f"the first line has no column {quoted(name)}"
            raise file.source.error("not-the-challenge", fact, 1, f"expected {', '.join(columns)}")
    for line, row in rows:
        kind, nouns = row["pronoun_type"].strip(), (row[columns[0]].strip(), row[columns[1]].strip())
        answers = ("0", "1") if is_template else nouns
        if kind not in PLACEHOLDERS:
            raise file.error(ValueError(f"{quoted(kind)} is no pronoun type"), line)
        if row["answer"] not in answers:
            raise file.error(ValueError(f"the answer {quoted(row['answer'])} is none of {answers}"), line)
        case, answer = PLACEHOLDERS[kind], answers.index(row["answer"])
        forms = {each[CASES[case]]: name for name, each in FORMS.items()}
        if is_template:
            text = row["template"].strip().replace("$OCCUPATION", nouns[0]).replace("$PARTICIPANT", nouns[1])
            texts = {form: text.replace(kind, form) for form in forms}
        else:
            texts = {row["pronoun"].strip(): row["sentence"]}
        for form, text in texts.items():
            if form not in forms:
                raise file.error(ValueError(f"{quoted(form)} is none of {', '.join(forms)}"), line)
            id, labels = f"{'.'.join(nouns)}.{answer}.{case}.{forms[form]}", {"pronouns": forms[form], "case": case}
            yield _occupation_question(file, line, id, text, nouns, answer, form, labels)


def _occupation_question(
    file: DataFile,
    line: int,
    id: str,
    text: str,
    nouns: tuple[str, str],  # occupation, participant
    answer: int,  # which of them
    form: str,
    labels: Mapping[str, str],
) -> Question:
    """The question about a sentence; an error if its words cannot be found."""
    role = ROLES[answer]
    try:
        pronoun = _only(re.escape(form), text, form)
        spans = [find_phrase(text, noun) for noun in nouns]
        if pronoun is None or spans[answer] is None:
            raise ValueError(f"{quoted(form if pronoun is None else nouns[answer])} is not in the sentence")
    except ValueError as error:
        raise file.error(error, line) from None
    phrases = tuple(Phrase(span, place == answer) for place, span in enumerate(spans) if span is not None)
    # Sentences of one template differ in the pronoun only, those of one pair in the answer only.
    template, pair = (*nouns, role, labels["case"]), (*nouns, labels["case"], labels["pronouns"])
    labels = {**labels, "answer": role, "template": ".".join(template), "pair": ".".join(pair)}
    aliases = (id.removesuffix(".txt"),)
    return Question(id, text, (pronoun,), phrases, labels, nouns[0], file.source.path, line, aliases)


def find_phrase(text: str, noun: str) -> CharacterSpan | None:
    """The one place of a noun with its article; None if it is not there, ValueError if it is there twice.

    >>> find_phrase("The nurse thanked the patient.", "patient")
    CharacterSpan(start=18, end=29)
    """
    return _only(rf"(?:(?:the|an|a)\s+)?{re.escape(noun)}", text, noun)


def _only(pattern: str, text: str, what: str) -> CharacterSpan | None:
    spans = [CharacterSpan(*match.span()) for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE)]
    if len(spans) > 1:
        raise ValueError(f"{quoted(what)} occurs {len(spans)} times in the sentence")
    return spans[0] if spans else None


READERS: dict[str, Callable[[DataFile], Iterator[Question]]] = {
    "gap": _gap,
    "winobias": _winobias,
    "winogender": _winogender,
    "winopron": _winopron,
}
