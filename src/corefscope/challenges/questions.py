"""GAP, WinoBias, Winogender and WinoPron as they are published: does this pronoun refer to this phrase?"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from corefscope.basics.arguments import path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.basics.writing import write_file, write_folder
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.sources import Source, find
from corefscope.formats.files.text import decoded, lines_of
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import FormatError, Notices, UnknownName

Row = dict[str, str]
Columns = tuple[str, ...]


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

    `labels` are the categories of the report, such as `gender`; questions of one `group` are about the same words
    and are resampled together. `aliases` are other names that a response may know the text by.
    """

    id: str
    text: str
    pronouns: tuple[CharacterSpan, ...]
    phrases: tuple[Phrase, ...]
    labels: Mapping[str, str]
    group: str
    aliases: tuple[str, ...] = ()
    stratum: str = ""  # the set fixes the size of a stratum, so resamples keep it
    source: str = ""
    line: int = 0


@dataclass(frozen=True)
class QuestionSet:
    """All questions of a challenge set, as they were read."""

    name: str
    path: str
    questions: tuple[Question, ...]
    files: tuple[ReadFile, ...]
    notices: Notices

    def corpus(self, all_phrases: bool = False) -> Corpus:
        """Return the right answers as a key in characters: pronouns with the phrases they refer to."""
        builder = CorpusBuilder(self.path, CHARACTERS)
        for question in self.questions:
            builder.add_document(question.id, question.line, raw=question.text)
            phrases = [phrase.span for phrase in question.phrases if phrase.right or all_phrases]
            builder.add_entity("1", [*phrases, *question.pronouns], question.line)
        return builder.corpus("questions", Notices())


def make_texts(quiz: QuestionSet, target: str | os.PathLike[str]) -> int:
    """Write the texts: into a `.jsonl` file with `doc_key` and `text`, or as `.txt` files into a folder."""
    place = path(target, "the target")
    if place.endswith(".jsonl"):
        rows = ({"doc_key": each.id, "text": each.text} for each in quiz.questions)
        write_file(place, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    else:
        write_folder(place, {f"{each.id.removesuffix('.txt')}.txt": each.text for each in quiz.questions})
    return len(quiz.questions)


def questions(set: str, data: str | os.PathLike[str]) -> QuestionSet:
    """Read the questions of a challenge set from its own files."""
    if not isinstance(set, str) or set not in SETS:
        raise UnknownName("challenge set", set, SETS)
    name, notices, place = set, Notices(), path(data, "data")
    parse, tables = SETS[name]
    listed: list[Question] = []
    files = []
    for source in find(place, Notices(), any_suffix=True):
        if name == "winobias" and not _WINOBIAS_FILE.search(source.path):
            continue
        blocks = Blocks(source)
        text = decoded(blocks.whole(), source.path, notices)
        files.append(blocks.record(name))
        notices.stop()
        lines = [(line, text) for line, text in lines_of(text) if text.strip()]
        if name == "winobias":
            rows = [(line, {"path": source.path, "line": text}) for line, text in lines]
        else:
            rows = list(_rows(source, lines, tables))
        if name == "winogender":
            _add_cases([row for _, row in rows])
        for line, row in rows:
            try:
                listed += [replace(question, source=source.path, line=line) for question in parse(row)]
            except ValueError as error:
                raise source.error("bad-question", str(error), line) from None
    if not listed:
        hint = "WinoBias' files have names such as pro_stereotyped_type1.txt.dev" if name == "winobias" else None
        raise FormatError("no-question", "the file holds no question", place, hint=hint)
    if name == "winobias":
        listed = _with_other_phrases(listed, place, notices)
    first: dict[str, Question] = {}
    for question in listed:
        other = first.setdefault(question.id, question)
        if other is not question:
            fact, hint = f"the question {quoted(question.id)} occurs twice", f"first at {other.source}:{other.line}"
            raise FormatError("repeated-question", fact, question.source, question.line, hint)
    return QuestionSet(name, place, tuple(listed), tuple(files), notices)


def _rows(source: Source, lines: Sequence[tuple[int, str]], tables: Iterable[Columns]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a tab-separated table without quoting, by the names in its first line."""
    first, names = lines[0] if lines else (1, "")
    columns = [name.strip() for name in names.split("\t")]
    missing = {table: [name for name in table if name not in columns] for table in tables}
    table, absent = min(missing.items(), key=lambda each: len(each[1]))
    if absent:
        hint = f"expected {', '.join(table)}; DATA comes before RESPONSE"
        raise source.error("not-the-challenge", f"the first line has no column {quoted(absent[0])}", first, hint)
    for line, text in lines[1:]:
        cells = text.split("\t")
        if len(cells) != len(columns):
            fact = f"the row has {len(cells)} cells, the first line {len(columns)}"
            raise source.error("bad-question", fact, line)
        yield line, dict(zip(columns, cells, strict=True))


# GAP (Webster et al. 2018): a pronoun and two names in a text from Wikipedia, in a file such as gap-test.tsv.

GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine"}
GENDERS |= {"she": "feminine", "her": "feminine", "hers": "feminine"}


def _gap(row: Row) -> Iterator[Question]:
    id, text, gender = row["ID"].strip(), row["Text"], GENDERS.get(row["Pronoun"].lower())
    spans = []
    for name in ("Pronoun", "A", "B"):
        words, offset = row[name], row[f"{name}-offset"].strip()
        if not re.fullmatch("[0-9]{1,9}", offset):
            raise ValueError(f"{name}-offset is {quoted(offset)}, not a whole number")
        span = CharacterSpan(int(offset), int(offset) + len(words))
        if not words or text[slice(*span)] != words:
            there = quoted(text[slice(*span)]) if span.start < len(text) else "nothing"
            raise ValueError(f"at {name}-offset {offset} the text has {there}, not {quoted(words)}")
        spans.append(span)
    if gender is None:
        raise ValueError(f"the pronoun {quoted(row['Pronoun'])} is none of {', '.join(GENDERS)}")
    phrases = []
    for span, answer in zip(spans[1:], (row["A-coref"], row["B-coref"]), strict=True):
        if answer.strip().lower() not in ("true", "false"):
            raise ValueError(f"{quoted(answer)} is neither TRUE nor FALSE")
        phrases.append(Phrase(span, answer.strip().lower() == "true"))
    yield Question(id, text, tuple(spans[:1]), tuple(phrases), {"gender": gender}, id, stratum=gender)


# WinoBias (Zhao et al. 2018): an occupation and its pronouns, in sentences that follow a stereotype or contradict it.
# The files have names such as pro_stereotyped_type1.txt.dev; coreferent words are in brackets. Only the right
# phrase is marked; the other one is the other occupation of the set that the sentence names.

_WINOBIAS_FILE = re.compile(r"(pro|anti)_stereotyped_type([12])\.txt\.(dev|test)$")
_NUMBERED = re.compile(r"(\d+)\s(.*)")
_BRACKET = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
_OFFICIAL = {"pro": "stereotype", "anti": "not_stereotype"}  # in the names of its CoNLL files
PRONOUNS = frozenset(("he", "him", "his", "himself", "she", "her", "hers", "herself"))


def _winobias(row: Row) -> Iterator[Question]:
    condition, kind, split = _WINOBIAS_FILE.findall(row["path"])[0]
    match = _NUMBERED.fullmatch(row["line"].rstrip())
    if match is None:
        raise ValueError("the line does not begin with a number and a blank")
    number, (text, spans) = int(match[1]), _unbracketed(match[2])
    pronouns = tuple(span for span in spans if text[slice(*span)].lower() in PRONOUNS)
    phrases = tuple(Phrase(span, True) for span in spans if span not in pronouns)
    if len(phrases) != 1 or not pronouns:
        fact = f"{len(phrases)} phrases and {len(pronouns)} pronouns in brackets, not one phrase and its pronouns"
        raise ValueError(fact)
    official = f"nw/{split}_type{kind}/{_OFFICIAL[condition]}//{number - 1}"
    id, labels = f"{split}-type{kind}-{condition}-{number}", {"condition": condition, "type": kind}
    yield Question(id, text, pronouns, phrases, labels, f"type{kind}/{number}", (official,), kind)


def _unbracketed(text: str) -> tuple[str, list[CharacterSpan]]:
    """Return the sentence without brackets, and the spans inside them.

    >>> _unbracketed("[The nurse] left because [ she] was ill.")[1]
    [CharacterSpan(start=0, end=9), CharacterSpan(start=23, end=26)]
    """
    plain, spans, last = "", [], 0
    for match in _BRACKET.finditer(text):
        plain += text[last : match.start()]
        spans.append(CharacterSpan(len(plain), len(plain) + len(match[1])))
        plain += match[1]
        last = match.end()
    plain += text[last:]
    if "[" in plain or "]" in plain:
        raise ValueError("a bracket is not closed, or is inside another one")
    return plain, spans


def _with_other_phrases(listed: Sequence[Question], place: str, notices: Notices) -> list[Question]:
    """Add the wrong phrases: the other occupations of the set in the sentence, with their articles."""
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


# Winogender (Rudinger et al. 2018) and WinoPron (Gautam et al. 2024): occupation or participant? The files are
# all_sentences.tsv, and double.tsv, single.tsv or new_templates.tsv, whose templates are filled in here.

CASES = {"nominative": 0, "accusative": 1, "possessive": 2}
FORMS = {
    "he": ("he", "him", "his"), "she": ("she", "her", "her"), "they": ("they", "them", "their"),
    "xe": ("xe", "xem", "xyr"),
}  # fmt: skip
PRONOUN_SETS = {"male": "he", "female": "she", "neutral": "they"}
PLACEHOLDERS = {"$NOM_PRONOUN": "nominative", "$ACC_PRONOUN": "accusative", "$POSS_PRONOUN": "possessive"}
ROLES = ("occupation", "participant")
SENTENCES = ("occupation", "participant", "sentence", "pronoun_type", "pronoun", "answer")
TEMPLATES = ("occupation(0)", "other-participant(1)", "answer", "pronoun_type", "template")


def _add_cases(rows: Sequence[Row]) -> None:
    """Add the case of each pronoun: `her` is ambiguous, but the same sentence with `him` or `his` is not."""
    cases: dict[str, str] = {}
    for row in rows:
        row["template"], _, row["gender"] = row["sentid"].strip().removesuffix(".txt").rpartition(".")
        forms = FORMS.get(PRONOUN_SETS.get(row["gender"], ""), ())
        words = [word.lower() for word in re.findall(r"\w+", row["sentence"]) if word.lower() in forms]
        possible = [case for case, place in CASES.items() if words and forms[place] == words[0]]
        if len(possible) == 1:
            cases[row["template"]] = possible[0]
    for row in rows:
        row["case"] = cases.get(row["template"], "unknown")


def _winogender(row: Row) -> Iterator[Question]:
    text, template, gender = row["sentence"], row["template"], row["gender"]
    occupation, participant, answer = (*template.split("."), "", "", "")[:3]
    if template.count(".") != 2 or answer not in ("0", "1") or gender not in PRONOUN_SETS:
        form = "OCCUPATION.PARTICIPANT.ANSWER.GENDER.txt"
        raise ValueError(f"{quoted(row['sentid'])} is not {form}, with 0 or 1 and male, female or neutral")
    forms = FORMS[PRONOUN_SETS[gender]]
    span = _only(f"(?:{'|'.join(forms)})", text, " or ".join(forms))
    form = text[slice(*span)] if span else forms[0]
    labels = {"pronouns": PRONOUN_SETS[gender], "participant": participant, "case": row["case"]}
    yield _of_occupation(row["sentid"].strip(), text, (occupation, participant), int(answer), form.lower(), labels)


def _winopron(row: Row) -> Iterator[Question]:
    occupation, participant, *_ = TEMPLATES if "template" in row else SENTENCES
    kind, nouns = row["pronoun_type"].strip(), (row[occupation].strip(), row[participant].strip())
    answers = ("0", "1") if "template" in row else nouns
    if kind not in PLACEHOLDERS:
        raise ValueError(f"{quoted(kind)} is not a pronoun type")
    if row["answer"] not in answers:
        raise ValueError(f"the answer {quoted(row['answer'])} is none of {answers}")
    case, answer = PLACEHOLDERS[kind], answers.index(row["answer"])
    forms = {each[CASES[case]]: name for name, each in FORMS.items()}
    if "template" in row:
        text = row["template"].strip().replace("$OCCUPATION", nouns[0]).replace("$PARTICIPANT", nouns[1])
        texts = {form: text.replace(kind, form) for form in forms}
    else:
        texts = {row["pronoun"].strip(): row["sentence"]}
    for form, text in texts.items():
        if form not in forms:
            raise ValueError(f"{quoted(form)} is none of {', '.join(forms)}")
        id, labels = f"{'.'.join(nouns)}.{answer}.{case}.{forms[form]}", {"pronouns": forms[form], "case": case}
        yield _of_occupation(id, text, nouns, answer, form, labels)


def _of_occupation(
    id: str, text: str, nouns: tuple[str, str], answer: int, form: str, labels: Mapping[str, str]
) -> Question:
    """Return the question about a sentence; `answer` says whether the pronoun is the occupation or the participant."""
    pronoun, spans = _only(re.escape(form), text, form), [find_phrase(text, noun) for noun in nouns]
    if pronoun is None or spans[answer] is None:
        raise ValueError(f"{quoted(form if pronoun is None else nouns[answer])} is not in the sentence")
    phrases = tuple(Phrase(span, place == answer) for place, span in enumerate(spans) if span is not None)
    # Sentences of one template differ only in the pronoun, those of one pair only in the answer.
    template, pair = (*nouns, ROLES[answer], labels["case"]), (*nouns, labels["case"], labels["pronouns"])
    labels = {**labels, "answer": ROLES[answer], "template": ".".join(template), "pair": ".".join(pair)}
    return Question(id, text, (pronoun,), phrases, labels, nouns[0], (id.removesuffix(".txt"),))


def find_phrase(text: str, noun: str) -> CharacterSpan | None:
    """Return the place of a noun with its article; None if it does not occur, ValueError if it occurs twice.

    >>> find_phrase("The nurse thanked the patient.", "patient")
    CharacterSpan(start=18, end=29)
    """
    return _only(rf"(?:(?:the|an|a)\s+)?{re.escape(noun)}", text, noun)


def _only(pattern: str, text: str, what: str) -> CharacterSpan | None:
    spans = [CharacterSpan(*match.span()) for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE)]
    if len(spans) > 1:
        raise ValueError(f"{quoted(what)} occurs {len(spans)} times in the sentence")
    return spans[0] if spans else None


# The parser of a row of each set, and the columns that its table may have; WinoBias has no table.
GAP_COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")
SETS: dict[str, tuple[Callable[[Row], Iterator[Question]], tuple[Columns, ...]]] = {
    "gap": (_gap, (GAP_COLUMNS,)),
    "winobias": (_winobias, ()),
    "winogender": (_winogender, (("sentid", "sentence"),)),
    "winopron": (_winopron, (TEMPLATES, SENTENCES)),
}
