"""Answers to windows of a document, joined into one answer: by mentions that two windows have, or by names."""

from __future__ import annotations

from itertools import accumulate, pairwise

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.llm.answers import AnswerRow, AnswerText, Documents, Parsed
from corefscope.model import Mention
from corefscope.problems import Notices

SURE = 12  # letters that two windows have to share where no offset says that they overlap


def joined(documents: Documents, by_name: bool, source: Source, notices: Notices) -> Documents:
    """Return one answer for each document, with the words that its windows have."""
    by_document: dict[str, list[tuple[AnswerText, Parsed]]] = {}
    for answer, parsed in documents:
        by_document.setdefault(answer.name, []).append((answer, parsed))
    for name, windows in by_document.items():
        if all(answer.place is not None for answer, _ in windows):
            windows.sort(key=lambda window: window[0].place or 0)
        first, lengths = windows[0][0], [len((answer.given or "").split()) for answer, _ in windows]
        if failed := [length for length, (_, parsed) in zip(lengths, windows, strict=True) if not parsed.words]:
            share = f" ({sum(failed):,} of {sum(lengths):,} words)" if any(failed) else ""
            fact = f"{len(failed)} of {len(windows)} windows of {quoted(name)} have no answer"
            fact += f": their text{share} counts as missing"
            notices.add("window-failed", fact, source.path, first.line, len(failed))
        if zeros := sum(len(row.mention) > 2 for _, parsed in windows for row in parsed.rows):
            notices.add("lost-zero", f"in windows of {quoted(name)}", source.path, first.line, zeros)
    return [
        (windows[0][0], _join(windows, by_name)._replace(failed=_words_of(windows, False) - _words_of(windows, True)))
        for windows in by_document.values()
    ]


def _words_of(windows: Documents, is_answered: bool) -> frozenset[int]:
    """Return the words of the document in the windows that have an answer, or in those that have none."""
    chosen = [answer for answer, parsed in windows if bool(parsed.words) == is_answered and answer.has_offset]
    spans = [(answer.place or 0, len((answer.given or "").split())) for answer in chosen]
    return frozenset(word for start, length in spans for word in range(start, start + length))


def _join(windows: Documents, by_name: bool) -> Parsed:
    """Join texts letter by letter, so that it does not matter where each window splits its words."""
    text, borders = "", {0}
    rows: dict[tuple[int, int], AnswerRow] = {}  # by first and last letter
    same: dict[str, str] = {}
    end: int | None = None  # of the window before, in words of the document
    for number, (answer, parsed) in enumerate(windows):
        letters = "".join(parsed.words)
        length = len((answer.given or "").split()) or len(parsed.words)
        overlaps = answer.place is None or not answer.has_offset or end is None or answer.place < end
        sizes = range(min(len(text), len(letters)) if overlaps else 0, 0 if answer.has_offset else SURE - 1, -1)
        shared = next((size for size in sizes if text.endswith(letters[:size])), 0)
        start = len(text) - shared
        end = answer.place + length if answer.place is not None else None
        text += letters[shared:]
        ends = [start + each for each in accumulate(map(len, parsed.words), initial=0)]
        borders.update(ends)
        for row in parsed.rows:
            if len(row.mention) == 2:  # without empty nodes
                row = row._replace(entity=row.entity if by_name else f"{number}.{row.entity}")
                before = rows.setdefault((ends[row.mention.start], ends[row.mention.end]), row)
                same[_root(same, row.entity)] = _root(same, before.entity)
    places = sorted(borders)
    index = {place: number for number, place in enumerate(places)}
    merged = [
        row._replace(mention=Mention(index[start], index[end]), entity=_root(same, row.entity))
        for (start, end), row in sorted(rows.items())
    ]
    words = [text[start:end] for start, end in pairwise(places)]
    return Parsed(words, merged, has_ends_only=windows[0][1].has_ends_only)


def _root(same: dict[str, str], entity: str) -> str:
    while same.get(entity, entity) != entity:
        same[entity] = same.get(same[entity], same[entity])
        entity = same[entity]
    return entity
