"""Answers to windows of a document, joined into one answer: by mentions that two windows have, or by names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.llm.answers import Answer, Entities, Marked
from corefscope.model import Mention
from corefscope.problems import Notices

SURE = 12  # letters that two windows have to share where no offset says that they overlap
Documents = Sequence[tuple[Answer, Marked]]


def joined(documents: Documents, by_name: bool, source: Source, notices: Notices) -> list[tuple[Answer, Marked]]:
    """Return one answer for each document, with the words that its windows have."""
    windows: dict[str, list[tuple[Answer, Marked]]] = {}
    for answer, marked in documents:
        windows.setdefault(answer.name, []).append((answer, marked))
    joined_answers = []
    for name, listed in windows.items():
        if all(answer.place is not None for answer, _ in listed):
            listed.sort(key=lambda window: window[0].place or 0)
        words = [(len((answer.given or "").split()), bool(marked.words)) for answer, marked in listed]
        failed = sum(not is_answered for _, is_answered in words)
        if failed:
            lost, total = (
                sum(count for count, is_answered in words if not is_answered),
                sum(count for count, _ in words),
            )
            share = f" ({lost:,} of {total:,} words)" if lost else ""
            text = f"{failed} of {len(listed)} windows of {quoted(name)} have no answer: "
            text += f"their text{share} counts as missing"
            notices.add("window-failed", text, source.path, listed[0][0].line, failed)
        plain, repaired = _join(listed, by_name), None
        if any(marked.repaired for _, marked in listed):
            repaired = _join([(answer, marked.repaired or marked) for answer, marked in listed], by_name)
        joined_answers.append((listed[0][0], plain._replace(repaired=repaired)))
    return joined_answers


def _join(windows: Documents, by_name: bool) -> Marked:
    """Join texts letter by letter, so that it does not matter where each window splits its words."""
    text, borders = "", {0}
    entity_of: dict[tuple[int, int], str] = {}  # of each mention, in letters
    lines: dict[tuple[int, int], int] = {}
    same: dict[str, str] = {}
    end: int | None = None  # of the window before, in words of the document
    for number, (answer, marked) in enumerate(windows):
        letters = "".join(marked.words)
        length = len((answer.given or "").split()) or len(marked.words)
        overlaps = answer.place is None or not answer.has_offset or end is None or answer.place < end
        shared = _shared(text[-len(letters) :] if letters else "", letters) if overlaps else 0
        shared = shared if answer.has_offset or shared >= SURE else 0
        start = len(text) - shared
        end = answer.place + length if answer.place is not None else None
        text += letters[shared:]
        ends = [start + each for each in accumulate(map(len, marked.words), initial=0)]
        borders.update(ends)
        for name, mentions in marked.entities.items():
            entity = name if by_name else f"{number}.{name}"
            for mention, line in mentions:
                if len(mention) == 2:  # without empty nodes
                    span = ends[mention.start], ends[mention.end]
                    lines.setdefault(span, line)
                    before = entity_of.setdefault(span, entity)
                    same[_root(same, entity)] = _root(same, before)
    places = sorted(borders)
    index = {place: number for number, place in enumerate(places)}
    entities: Entities = {}
    for span in sorted(entity_of):
        mention = Mention(index[span[0]], index[span[1]])
        entities.setdefault(_root(same, entity_of[span]), []).append((mention, lines[span]))
    return Marked([text[start:end] for start, end in pairwise(places)], entities)


def _root(same: dict[str, str], entity: str) -> str:
    while same.get(entity, entity) != entity:
        same[entity] = same.get(same[entity], same[entity])
        entity = same[entity]
    return entity


def _shared(before: str, after: str) -> int:
    """Return the length of the longest end of a text with which the next one begins.

    >>> _shared("the old dog", "dog barked"), _shared("abab", "ab"), _shared("a", "b")
    (3, 2, 0)
    """
    joined_text = f"{after}\0{before}"
    length = [0] * len(joined_text)
    for place in range(1, len(joined_text)):
        size = length[place - 1]
        while size and joined_text[place] != joined_text[size]:
            size = length[size - 1]
        length[place] = size + (joined_text[place] == joined_text[size])
    return length[-1] if before else 0
