"""Winogender (Rudinger et al. 2018) and WinoPron (Gautam et al. 2024): occupation or participant?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import (
    DataFile,
    Phrase,
    Question,
    QuestionSet,
    Span,
    data_files,
    find_phrase,
    find_word,
    finished,
)
from corefscope.problems import CorefscopeError, Notices

CASES = {"nominative": 0, "accusative": 1, "possessive": 2}
FORMS = {
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "they": ("they", "them", "their"),
    "xe": ("xe", "xem", "xyr"),
}
GENDERS = {"male": "he", "female": "she", "neutral": "they"}
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


def read(path: str) -> QuestionSet:
    """Winogender's all_sentences.tsv."""
    notices = Notices()
    files, read = data_files(path, notices)
    found = [(file, line, each) for file in files for line, each in _winogender(file)]
    cases = _cases([each for _, _, each in found])
    questions = [
        asked
        for file, line, each in found
        for asked in _asked(file, line, each._replace(labels={**each.labels, "case": cases[_template(each)]}))
    ]
    return finished("winogender", path, questions, read, notices)


def _winogender(file: DataFile) -> Iterator[tuple[int, _Sentence]]:
    for line, row in file.rows("winogender", ("sentid", "sentence"), "all_sentences.tsv"):
        parts = row["sentid"].strip().removesuffix(".txt").split(".")
        if len(parts) != 4 or parts[2] not in ("0", "1") or parts[3] not in GENDERS:
            fact = f"{quoted(row['sentid'])} is not OCCUPATION.PARTICIPANT.ANSWER.GENDER.txt"
            file.refuse("bad-question", fact, line, "the answer is 0 or 1, the gender male, female or neutral")
            continue
        occupation, participant, answer, gender = parts
        labels = {"pronouns": GENDERS[gender], "participant": participant}
        try:
            pronoun = find_word(row["sentence"], FORMS[GENDERS[gender]])
        except CorefscopeError as error:
            file.refuse(error.code, error.message, line)
            continue
        form = row["sentence"][slice(*pronoun)].lower() if pronoun else FORMS[GENDERS[gender]][0]
        id = row["sentid"].strip()
        yield line, _Sentence(id, row["sentence"], (occupation, participant), int(answer), form, labels)


def _template(sentence: _Sentence) -> tuple[tuple[str, str], int]:
    return sentence.nouns, sentence.answer


def _cases(sentences: list[_Sentence]) -> dict[tuple[tuple[str, str], int], str]:
    """The case of each template: `her` alone does not tell, but the same sentence with `him` or `his` does."""
    cases: dict[tuple[tuple[str, str], int], str] = {}
    for sentence in sentences:
        forms = FORMS[sentence.labels["pronouns"]]
        possible = [case for case, place in CASES.items() if forms[place] == sentence.pronoun]
        known = cases.get(_template(sentence), "unknown")
        cases[_template(sentence)] = possible[0] if len(possible) == 1 else known
    return cases


def read_winopron(path: str) -> QuestionSet:
    """WinoPron's sentences (double.tsv, single.tsv), or its templates, filled in here."""
    notices = Notices()
    files, read = data_files(path, notices)
    questions = [asked for file in files for line, each in _winopron(file) for asked in _asked(file, line, each)]
    return finished("winopron", path, questions, read, notices)


def _winopron(file: DataFile) -> Iterator[tuple[int, _Sentence]]:
    rows = list(file.rows("winopron", ("answer", "pronoun_type"), "double.tsv or new_templates.tsv"))
    is_template = bool(rows) and "template" in rows[0][1]
    needed = TEMPLATES if is_template else WINOPRON
    for name in needed if rows else ():
        if name not in rows[0][1]:
            fact = f"the first line has no column {quoted(name)}"
            raise file.source.error("not-the-challenge", fact, 1, f"expected {', '.join(needed)}")
    for line, row in rows:
        kind = row["pronoun_type"].strip()
        nouns = (row[needed[0]].strip(), row[needed[1]].strip())
        answers = ("0", "1") if is_template else nouns
        if kind not in PLACEHOLDERS or row["answer"] not in answers:
            fact = f"{quoted(kind)} is no pronoun type" if kind not in PLACEHOLDERS else ""
            file.refuse("bad-question", fact or f"the answer {quoted(row['answer'])} is none of {answers}", line)
            continue
        case, answer = PLACEHOLDERS[kind], answers.index(row["answer"])
        if not is_template:
            sets = {forms[CASES[case]]: name for name, forms in FORMS.items()}
            pronoun = row["pronoun"].strip()
            if pronoun not in sets:
                file.refuse("bad-question", f"{quoted(pronoun)} is none of {', '.join(sets)}", line)
                continue
            yield line, _winopron_sentence(row["sentence"], nouns, answer, pronoun, sets[pronoun], case)
            continue
        text = row["template"].strip().replace("$OCCUPATION", nouns[0]).replace("$PARTICIPANT", nouns[1])
        for name, forms in FORMS.items():
            form = forms[CASES[case]]
            yield line, _winopron_sentence(text.replace(kind, form), nouns, answer, form, name, case)


def _winopron_sentence(
    text: str, nouns: tuple[str, str], answer: int, pronoun: str, pronouns: str, case: str
) -> _Sentence:
    id = f"{'.'.join(nouns)}.{answer}.{case}.{pronouns}"
    return _Sentence(id, text, nouns, answer, pronoun, {"pronouns": pronouns, "case": case})


def _asked(file: DataFile, line: int, sentence: _Sentence) -> Iterator[Question]:
    """The question about a sentence; an error if its words cannot be found."""
    try:
        pronoun = find_word(sentence.text, [sentence.pronoun])
        spans = [find_phrase(sentence.text, noun) for noun in sentence.nouns]
    except CorefscopeError as error:
        file.refuse(error.code, error.message, line)
        return
    if pronoun is None or spans[sentence.answer] is None:
        absent = sentence.pronoun if pronoun is None else sentence.nouns[sentence.answer]
        file.refuse("bad-question", f"{quoted(absent)} is not in the sentence", line)
        return
    phrases = tuple(
        Phrase(Span(*span), place == sentence.answer) for place, span in enumerate(spans) if span is not None
    )
    answer = ROLES[sentence.answer]
    # Sentences of one template differ in the pronoun only, those of one pair in the answer only.
    template = ".".join((*sentence.nouns, answer, sentence.labels["case"]))
    pair = ".".join((*sentence.nouns, sentence.labels["case"], sentence.labels["pronouns"]))
    labels = {**sentence.labels, "answer": answer, "template": template, "pair": pair}
    yield Question(
        sentence.id,
        sentence.text,
        (pronoun,),
        phrases,
        labels,
        sentence.nouns[0],
        file.source.path,
        line,
        (sentence.id.removesuffix(".txt"),),
    )
