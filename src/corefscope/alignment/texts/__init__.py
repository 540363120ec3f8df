"""Align the text of a response with the key's, when their tokens or even their words differ.

Mentions of both sides are then counted in characters of the key's text. A mention whose words are not in the key
cannot match, and counts as wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.texts.letter_text import LetterText, TextWords, letter_text
from corefscope.alignment.texts.mentions import ProjectedMentions, runs_in
from corefscope.alignment.texts.projection import KeyRuns, Projection, lists_strings, place_strings, project, relocated
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, Differences, WordBlock, align_words
from corefscope.arrays import rows_by_group
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.model import TOKENS, Corpus, Integers
from corefscope.problems import Notices
from corefscope.types.mention_types import with_heads_and_types

# A response that lacks this share of the key's words at its end, and at least this many, was cut off.
CUT_OFF, FEWEST_CUT_OFF = 0.02, 5
DIFFERENCES: dict[str, tuple[WarningCode, str]] = {
    INSERTED: ("words-inserted", "not in the key: {words} of {name}"),
    DELETED: ("words-deleted", "missing from {name}: {words} of the key"),
    CHANGED: ("words-changed", "different from the key: {words} of {name}, first {first}"),
}


class AlignedTexts(NamedTuple):
    """The texts of the key's documents, and what each document of the response maps to there."""

    keys: Sequence[LetterText]
    projections: Sequence[Projection | None]  # by document of the response; None if the key lacks it
    differences: Sequence[Differences | None]  # the same; None also if the response has no text
    partner: Integers

    def repaired(self, response: Corpus) -> AlignedTexts:
        """Map mentions that are not in the key's text to the nearest equal words there, in any case.

        The words of this response have the same letters, but may be split elsewhere.
        """
        rows = rows_by_group(response.document, response.document_count)
        projections = list(self.projections)
        for document, projection in enumerate(self.projections):
            if projection is not None:
                text = letter_text(response, document, "response")
                runs = [runs_in(text, response.positions(row)) for row in rows[document].tolist()]
                projections[document] = relocated(replace(projection, text=text), runs)
        return self._replace(projections=projections)


class InCharacters(NamedTuple):
    """Both corpora in characters of the key's text, and which mentions are in the text that both have."""

    key: Corpus
    response: Corpus
    key_aligned: NDArray[np.bool_]  # the response has all letters of the mention
    response_placed: NDArray[np.bool_]  # the mention has a place in the key's text


def align_texts(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> AlignedTexts:
    """Align the texts of all documents, and warn about differences."""
    keys = [letter_text(key, number, "key") for number in range(key.document_count)]
    # Where the key counts characters, its mentions say how far words extend.
    rows = rows_by_group(key.document, key.document_count) if key.unit != TOKENS else None
    projections: list[Projection | None] = [None] * len(partner)
    differences: list[Differences | None] = [None] * len(partner)
    for document, number in enumerate(partner.tolist()):
        if number >= 0:
            runs = None if rows is None else _key_runs(keys[number], key, rows[number])
            projections[document], differences[document] = _align(keys[number], runs, response, document, notices)
    return AlignedTexts(keys, projections, differences, partner)


def _key_runs(text: LetterText, key: Corpus, rows: Integers) -> KeyRuns:
    """The letters of the key's mentions in a document."""
    runs = (run for row in rows.tolist() for run in runs_in(text, key.positions(row)))
    last_letters: dict[int, list[int]] = {}
    for begin, end in sorted({(text.begin[low], text.end[high - 1]) for low, high in runs}):
        if begin < end:
            last_letters.setdefault(begin, []).append(end - 1)
    return last_letters


def _align(
    key: LetterText, key_runs: KeyRuns | None, response: Corpus, document: int, notices: Notices
) -> tuple[Projection, Differences | None]:
    text = letter_text(response, document, "response")
    if lists_strings(response, document):
        return place_strings(text, key, response, document, notices), None
    if text.letters == key.letters:
        return Projection.same(text, key), Differences(copied=len(key.words().words))
    key_words, words = key.words(), text.words()
    blocks = align_words(key_words, words)
    ends_early = warn_differences(blocks, key_words, words, response, document, notices)
    differences = Differences.of(blocks, key, key_words, words, ends_early)
    return project(text, words, key, key_words, blocks, key_runs), differences


def in_characters(
    key: Corpus, response: Corpus, texts: AlignedTexts, notices: Notices, syntax: bool = True
) -> InCharacters:
    """Convert both corpora to characters of the key's text by the alignment of their texts.

    Heads and types come from token columns, so they are computed first, unless `syntax` says they are not needed.
    """
    if syntax:
        key, response = with_heads_and_types(key)[0], with_heads_and_types(response)[0]
    own = ProjectedMentions(key, [Projection.same(text, text) for text in texts.keys])
    theirs = ProjectedMentions(response, texts.projections)
    partner = texts.partner.tolist()
    if syntax and key.unit == TOKENS and key.texts:
        theirs.add_key_heads([key.texts[number] if number >= 0 else None for number in partner])
    plain = [text.text for text in texts.keys]
    placed = np.ones(response.mention_count, bool)
    placed[[row for row, _ in theirs.lost]] = False
    documents = range(key.document_count)
    one = own.in_text(plain, notices, own.zero_places(key, documents, notices))
    in_key = [plain[number] if number >= 0 else None for number in partner]
    two = theirs.in_text(in_key, notices, theirs.zero_places(key, partner, notices))
    covered = np.zeros(key.mention_count, bool)
    by_number = {number: each for number, each in zip(partner, texts.projections, strict=True) if each}
    for row, document in enumerate(key.document.tolist()):
        text, projection = texts.keys[document], by_number.get(document)
        covered[row] = projection is not None and all(
            projection.has_all(text.begin[low], text.end[high - 1]) for low, high in runs_in(text, key.positions(row))
        )
    return InCharacters(one, two, covered, placed)


def warn_differences(
    blocks: Sequence[WordBlock], key: TextWords, response: TextWords, corpus: Corpus, document: int, notices: Notices
) -> bool:
    """Warn about differing words, and about a response that ends before the key does; return that warning."""
    where = (corpus.sources[document], int(corpus.document_line[document]) or None)
    name = quoted(corpus.names[document])
    for kind, (code, text) in DIFFERENCES.items():
        of_kind = [block for block in blocks if block.kind == kind]
        # Punctuation missing from a word, `US` for `U.S`, changes one word.
        count = sum(1 if kind == CHANGED else block.high - block.low + block.stop - block.start for block in of_kind)
        if count:
            _, low, high, start, stop = of_kind[0]
            one, two = "".join(key.words[low:high]), "".join(response.words[start:stop])
            words = f"{count:,} word{'s' * (count > 1)}"
            fact = text.format(words=words, name=name, first=f"{quoted(two)} for {quoted(one)}")
            notices.add(code, fact, *where, count=count)
    low, start = next(((block.high, block.stop) for block in reversed(blocks) if block.kind == EQUAL), (0, 0))
    # The last word may be cut off as well.
    rest = len(key.words) - low
    ends_early = len(response.words) - start <= 1 and rest >= max(FEWEST_CUT_OFF, CUT_OFF * len(key.words))
    if ends_early:
        text = f"{name} ends before the key, which continues with {quoted(' '.join(key.words[low : low + 5]))}"
        notices.add("text-ends-early", text, *where)
    return ends_early
