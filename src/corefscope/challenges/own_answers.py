"""Answers in a set's own format: GAP's table of booleans, and the generations of WinoPron's scripts."""

from __future__ import annotations

from collections.abc import Mapping

from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.challenges import gap
from corefscope.challenges.answers import Answer, Answers
from corefscope.challenges.questions import DataFile, QuestionSet
from corefscope.challenges.winogender import WINOPRON
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.sources import Source
from corefscope.problems import CorefscopeError, Notices, PairingError


def read(asked: QuestionSet, path: str) -> tuple[Answers, tuple[ReadFile, ...]] | None:
    """The answers of a file in the set's own format; None if it is none."""
    source, notices = Source(path, path), Notices()
    try:
        head = Blocks(source).head
    except CorefscopeError:
        return None  # what reads clusters says what is wrong with it
    data = DataFile(source, notices, [])
    if asked.name == "gap" and gap.is_answers(head):
        found = {id: (line, (answers,)) for id, (line, answers) in gap.read_answers(data).items()}
        return _matched(asked, {each.id: each.id for each in asked.questions}, found, path, notices), tuple(data.read)
    if asked.name == "gap" and gap.is_questions(head):
        hint = "give clusters over its texts, or a table of id, TRUE or FALSE, TRUE or FALSE"
        raise source.error("bad-answer", "these are questions of GAP, not answers", 1, hint)
    names = head.split(b"\n")[0].decode("utf-8", "replace").strip().split("\t")
    if asked.name == "winopron" and {"sentence", "generation"} <= {*names}:
        texts = {each.id: each.text for each in asked.questions}
        return _matched(asked, texts, _generations(asked, data), path, notices), tuple(data.read)
    return None


def _generations(asked: QuestionSet, file: DataFile) -> dict[str, tuple[int, Answer]]:
    """The one of occupation and participant that a generated text names; neither where it names both or none.

    As WinoPron's compute_performance.py finds it: among the words of the text, without quotes and full stops.
    """
    phrases = {each.text: each.phrases for each in asked.questions}
    found: dict[str, tuple[int, Answer]] = {}
    for line, row in file.rows("winopron-answers", (*WINOPRON, "generation"), "what WinoPron's scripts write"):
        nouns = (row["occupation"], row["participant"])
        words = {word.lower().replace('"', "").replace(".", "") for word in row["generation"].split()}
        named = words.intersection(nouns)
        wanted = next(iter(named)) if len(named) == 1 else None
        right = wanted == row["answer"]
        verdict = tuple(wanted is not None and phrase.right == right for phrase in phrases.get(row["sentence"], ()))
        before = found.setdefault(row["sentence"], (line, (verdict,)))
        if before[0] != line:
            file.refuse("bad-answer", "the sentence is answered twice", line, f"first at line {before[0]}")
    file.notices.stop()
    return found


def _matched(
    asked: QuestionSet, keys: Mapping[str, str], found: Mapping[str, tuple[int, Answer]], path: str, notices: Notices
) -> Answers:
    """The answers in the order of the questions; what answers no question is a warning."""
    known = {*keys.values()}
    if not known & {*found}:
        fact = f"no row answers a question: it begins with {quoted(next(iter(found), ''))}"
        raise PairingError(
            "no-common-document", fact, path, hint=f"the first question is {quoted(asked.questions[0].id)}"
        )
    for key, (line, _) in found.items():
        if key not in known:
            notices.add("document-only-in-response", f"{quoted(key)} is no question", path, line)
    given = tuple(found[keys[each.id]][1] if keys[each.id] in found else None for each in asked.questions)
    for question, answer in zip(asked.questions, given, strict=True):
        if answer is None:
            notices.add("question-without-answer", f"{quoted(question.id)} is not in the response", path)
    return Answers(given, notices)
