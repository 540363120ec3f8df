"""A CAS of UIMA: a text, and feature structures of named types that point to each other by id.

Offsets count UTF-16 code units, as in Java, and ends are exclusive. If the CAS has tokens, mentions are counted in
them; otherwise in characters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from corefscope.arrays import decimals
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.model import LARGEST, Integers, Mention, empty_position
from corefscope.problems import FormatError

TOKEN, SENTENCE = ".segmentation.type.Token", ".segmentation.type.Sentence"
SOFA = "uima.cas.Sofa"
METADATA = ".metadata.type.DocumentMetaData"
INITIAL_VIEW = "_InitialView"
# Types that have nothing to do with coreference, and of which there are several for each token.
IGNORED = (".lexmorph.type.", ".segmentation.type.Lemma", ".segmentation.type.Stem", ".syntax.type.", "uima.cas.View")
# The features of every annotation.
PLAIN = ("sofa", "begin", "end")
FURTHEST = 9  # digits of an offset


class Structure(NamedTuple):
    """A feature structure: its type, its id, its line, and its features; references are ids."""

    type: str
    id: str
    line: int
    features: dict[str, Any]

    def label(self, *without: str) -> str:
        """The value of its first feature that is text, as WebAnno shows it: a name before others by alphabet."""
        named = ("value", "label", "Label", "identifier")
        for name in (*named, *sorted(self.features.keys() - {*named, *PLAIN, *without})):
            found = self.features.get(name)
            if isinstance(found, str) and found and (name in named or not found.isdigit()):  # digits refer to others
                return found
        return ""


@dataclass
class Spans:
    """The offsets and the lines of annotations without anything else: numbers, or what the file has in their place."""

    begins: Sequence[Any] | Integers
    ends: Sequence[Any] | Integers
    lines: Sequence[int] | Integers

    @classmethod
    def of(cls, listed: Sequence[tuple[Any, Any, int]]) -> Spans:
        return cls(*zip(*listed, strict=True)) if listed else cls((), (), ())

    def rows(self) -> Iterator[tuple[Any, Any, int]]:
        """Begin, end and line of each."""
        columns = (self.begins, self.ends, self.lines)
        return zip(*(each.tolist() if isinstance(each, np.ndarray) else each for each in columns), strict=True)


@dataclass
class Cas:
    """What a file holds: its text, tokens and sentences as offsets, and all other structures by id and by type."""

    text: str = ""
    sofa: str = ""
    tokens: Spans = field(default_factory=lambda: Spans((), (), ()))
    sentences: Spans = field(default_factory=lambda: Spans((), (), ()))
    by_id: dict[str, Structure] = field(default_factory=dict)
    by_type: dict[str, list[Structure]] = field(default_factory=dict)
    sofas: list[Structure] = field(default_factory=list)

    def add(self, found: Structure) -> None:
        self.by_type.setdefault(found.type, []).append(found)
        self.by_id[found.id] = found

    def choose_view(self, source: Source) -> None:
        """Keep the text of the initial view, or of the only one that has any."""
        texts = [sofa for sofa in self.sofas if isinstance(sofa.features.get("sofaString"), str)]
        initial = [sofa for sofa in texts if sofa.features.get("sofaID") == INITIAL_VIEW] or texts
        if len(initial) != 1:
            fact = "the CAS has no text" if not texts else f"the CAS has {len(texts)} views with a text"
            raise source.error("missing-text", fact, hint=f"expected a sofaString in the view {INITIAL_VIEW}")
        self.text, self.sofa = initial[0].features["sofaString"], initial[0].id

    def of(self, type: str) -> list[Structure]:
        """The structures of a type in the chosen view."""
        return [each for each in self.by_type.get(type, []) if str(each.features.get("sofa", self.sofa)) == self.sofa]

    def ends_with(self, name: str) -> list[Structure]:
        """The structures of the types whose names end so."""
        return [each for type in self.by_type if type.endswith(name) for each in self.of(type)]

    def listed(self, value: Any) -> list[str]:
        """The ids that a feature of several values points to: itself, or those of the array it names."""
        ids = [str(each) for each in value] if isinstance(value, list) else str(value or "").split()
        found = []
        for each in ids:
            array = self.by_id.get(each)
            if array is not None and array.type.startswith("uima.cas.FSArray"):
                found += self.listed(array.features.get("elements"))
            else:
                found.append(each)
        return found

    def name(self) -> str:
        """The title of the document without the ending of a file name, or its id; empty without metadata."""
        for found in self.ends_with(METADATA):
            for feature in ("documentTitle", "documentId"):
                if isinstance(value := found.features.get(feature), str) and value.strip():
                    stem, _, ending = value.rpartition(".")
                    return stem if stem and ending.lower() in ENDINGS else value
        return ""


ENDINGS = ("txt", "xmi", "xml", "tsv", "json", "conll", "conllu", "html", "htm", "pdf", "zip")


def numbers(given: Sequence[Any] | Integers) -> Integers | None:
    """Offsets that are numbers, or digits, as numbers; None if one is not."""
    if isinstance(given, np.ndarray):
        return given
    kinds = set(map(type, given))
    if kinds == {int} and max(map(abs, given)) < LARGEST:
        return np.array(given, np.int64)
    return digits("\n".join(given).encode("utf-8", "surrogatepass"), len(given)) if kinds == {str} else None


def digits(lines: bytes, count: int) -> Integers | None:
    """The numbers in so many lines of at most `FURTHEST` digits; None if one line is anything else."""
    text = np.frombuffer(lines, np.uint8)
    ends = np.append(np.flatnonzero(text == ord("\n")), len(text))
    found = decimals(text, np.append(0, ends[:-1] + 1), ends, FURTHEST)
    return found if len(found) == count and found.min() >= 0 else None


class Places:
    """From offsets to positions: of tokens where there are any, else of characters."""

    def __init__(self, cas: Cas, reader: FileReader) -> None:
        self.reader, self.length = reader, len(cas.text)
        self.characters: Any = None  # by UTF-16 offset, where the two differ
        if not cas.text.isascii() and max(cas.text) > "\uffff":
            points = np.frombuffer(cas.text.encode("utf-32-le", "surrogatepass"), np.uint32)
            ends = np.cumsum(1 + (points > 0xFFFF))
            self.characters = np.full(int(ends[-1]) + 1, -1)
            self.characters[np.concatenate([[0], ends])] = np.arange(len(points) + 1)
        tokens = self._spans(cas.tokens)
        self.begins, self.ends = tokens[:2].tolist()
        overlaps = np.flatnonzero(tokens[1, :-1] > tokens[0, 1:])
        if len(overlaps):
            begin, _, line = tokens[:, overlaps[0] + 1].tolist()
            raise reader.source.error("bad-element", f"two tokens overlap at character {begin}", line)
        spans = zip(self.begins, self.ends, strict=True)
        self.words = [cas.text[begin:end] for begin, end in spans] if self.begins else None
        self.tokens = tokens[:2]
        starts = np.searchsorted(tokens[0], self._spans(cas.sentences)[0]).tolist()
        firsts = sorted({0, *starts} - {len(self.begins)})
        bounds = zip(firsts, [*firsts[1:], len(self.begins)], strict=True) if firsts and starts else None
        self.sentences = None if bounds is None else list(bounds)

    def _spans(self, found: Spans) -> Integers:
        """Begins, ends (in characters) and lines of annotations that are not empty, in the order of the text."""
        offsets = self._characters(found.begins, found.ends)
        if offsets is None or (offsets[0] >= offsets[1]).any():
            spans = []
            for begin, end, line in found.rows():
                try:
                    start, stop = self.span(begin, end, line)
                except FormatError as error:
                    self.reader.notices.refuse(error)
                    continue
                if start < stop:
                    spans.append((start, stop, line))
            listed = np.array(spans, np.int64).reshape(-1, 3).T
        else:
            listed = np.array([*offsets, np.asarray(found.lines, np.int64)])
        if (listed[0, 1:] < listed[0, :-1]).any():
            listed = listed[:, np.lexsort(listed[::-1])]
        return listed

    def _characters(self, begins: Sequence[Any] | Integers, ends: Sequence[Any] | Integers) -> Integers | None:
        """Offsets of many annotations in characters; None if one of them is not as it should be."""
        if not len(begins):
            return np.zeros((2, 0), np.int64)
        columns = [numbers(each) for each in (begins, ends)]
        if any(each is None for each in columns):
            return None
        offsets = np.array(columns, np.int64)
        last = self.length if self.characters is None else len(self.characters) - 1
        if offsets.min() < 0 or offsets.max() > last:
            return None
        if self.characters is not None:
            offsets = self.characters[offsets]
        return offsets if offsets.min() >= 0 else None

    def plain(self, found: Sequence[Structure]) -> dict[str, tuple[int, int]]:
        """The mentions of annotations by id, if they are whole tokens (or characters); others have to be looked at."""
        offsets = self._characters(*([each.features.get(end) for each in found] for end in ("begin", "end")))
        if offsets is None:
            return {}
        begins, ends = offsets
        fits = begins < ends
        if self.words is not None:
            first, last = np.searchsorted(self.tokens[0], begins), np.searchsorted(self.tokens[1], ends)
            kept = np.minimum(first, len(self.words) - 1), np.minimum(last, len(self.words) - 1)
            fits &= (self.tokens[0][kept[0]] == begins) & (self.tokens[1][kept[1]] == ends)
            begins, ends = first, last + 1
        pairs = zip(begins.tolist(), ends.tolist(), strict=True)
        return {each.id: pair for each, pair, fit in zip(found, pairs, fits.tolist(), strict=True) if fit}

    def span(self, begin: Any, end: Any, line: int) -> tuple[int, int]:
        """Offsets as characters."""
        start, stop = self._character(begin, line), self._character(end, line)
        if start > stop:
            fact = f"an annotation ends at {end}, before its begin {begin}"
            raise self.reader.source.error("bad-element", fact, line)
        return start, stop

    def _character(self, offset: Any, line: int) -> int:
        if type(offset) is not int:
            text = str(offset)
            if not (text.isascii() and text.isdigit() and len(text) <= FURTHEST):
                fact = "an annotation has " + ("no offset" if offset is None else f"the offset {shown(text)}")
                raise self.reader.source.error("bad-element", fact, line, "begin and end count characters from 0")
            offset = int(text)
        last = self.length if self.characters is None else len(self.characters) - 1
        if not 0 <= offset <= last:
            fact = f"an annotation reaches to {offset}, the text to {last}"
            raise self.reader.source.error("mention-outside-text", fact, line, "offsets count UTF-16 code units")
        place = offset if self.characters is None else int(self.characters[offset])
        if place < 0:
            fact = f"the offset {offset} lies within a character"
            raise self.reader.source.error("bad-element", fact, line, "offsets count UTF-16 code units")
        return int(place)

    def mention(self, parts: list[tuple[Any, Any]], line: int) -> Mention | None:
        """The mention of one or several spans; None with a warning for one without characters."""
        spans = [self.span(begin, end, line) for begin, end in parts]
        filled = [(start, stop) for start, stop in spans if start < stop]
        if self.words is None:
            if not filled:
                self.reader.warn("mention-without-place", "it has no characters, and the file no tokens", line)
                return None
            if len(filled) == 1:
                return Mention(*filled[0])
            return Mention.at(place for span in filled for place in range(*span))
        if not filled:
            return Mention.at([empty_position(bisect_left(self.begins, spans[0][0]), 1)])
        positions: list[int] = []
        for start, stop in filled:
            first, behind = bisect_right(self.ends, start), bisect_left(self.begins, stop)
            if first >= behind:
                fact = f"an annotation at characters {start}–{stop - 1} covers no token"
                raise self.reader.source.error("bad-element", fact, line)
            if self.begins[first] < start or self.ends[behind - 1] > stop:
                text = f"{shown(self.words[first])} is read as the whole token"
                self.reader.warn("part-of-a-token", text, line)
            if len(filled) == 1:
                return Mention(first, behind)
            positions.extend(range(first, behind))
        return Mention.at(positions)
