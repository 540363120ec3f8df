"""GAP (Webster et al. 2018): a pronoun and two names in a text of Wikipedia."""

from __future__ import annotations

from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import DataFile, Phrase, Question, QuestionSet, Span, data_files, finished
from corefscope.problems import Notices

COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")
GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine"}
GENDERS |= {"she": "feminine", "her": "feminine", "hers": "feminine"}
BOOLEANS = {"true": True, "false": False}


def read(path: str) -> QuestionSet:
    """The questions of gap-test.tsv and the like."""
    notices = Notices()
    files, read = data_files(path, notices)
    questions = [question for file in files for question in _questions(file)]
    return finished("gap", path, questions, read, notices)


def _questions(file: DataFile) -> list[Question]:
    found = []
    for line, row in file.rows("gap", COLUMNS, "gap-test.tsv"):
        try:
            spans = [_span(row, name) for name in ("Pronoun", "A", "B")]
            rights = [_boolean(row[f"{name}-coref"]) for name in "AB"]
            if row["Pronoun"].lower() not in GENDERS:
                raise ValueError(f"the pronoun {quoted(row['Pronoun'])} is none of {', '.join(GENDERS)}")
        except ValueError as error:
            file.refuse("bad-question", str(error), line, f"question {quoted(row['ID'])}")
            continue
        phrases = tuple(map(Phrase, spans[1:], rights))
        gender, id = GENDERS[row["Pronoun"].lower()], row["ID"].strip()
        asked = (id, row["Text"], (spans[0],), phrases, {"gender": gender}, id, file.source.path, line)
        found.append(Question(*asked, stratum=gender))
    return found


def _span(row: dict[str, str], name: str) -> Span:
    text, words = row["Text"], row[name]
    try:
        start = int(row[f"{name}-offset"])
    except ValueError:
        raise ValueError(f"{name}-offset is {quoted(row[f'{name}-offset'])}, not a whole number") from None
    if start < 0 or not words or text[start : start + len(words)] != words:
        there = quoted(text[start : start + len(words)]) if 0 <= start < len(text) else "nothing"
        raise ValueError(f"at {name}-offset {start} the text has {there}, not {quoted(words)}")
    return Span(start, start + len(words))


def _boolean(text: str) -> bool:
    found = BOOLEANS.get(text.strip().lower())
    if found is None:
        raise ValueError(f"{quoted(text)} is neither TRUE nor FALSE")
    return found
