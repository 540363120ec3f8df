"""A CAS of UIMA: a text, and feature structures of named types that point to each other by id.

Offsets count UTF-16 code units, as in Java, and ends are exclusive. If the CAS has tokens, mentions are counted in
them; otherwise in characters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any, NamedTuple

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.model import Mention, empty_position
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
Spans = list[tuple[Any, Any, int]]  # begin, end and line of annotations without anything else, as the file has them


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
class Cas:
    """What a file holds: its text, tokens and sentences as offsets, and all other structures by id and by type."""

    text: str = ""
    sofa: str = ""
    tokens: Spans = field(default_factory=list)
    sentences: Spans = field(default_factory=list)
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


class Places:
    """From offsets to positions: of tokens where there are any, else of characters."""

    def __init__(self, cas: Cas, reader: FileReader) -> None:
        self.reader, self.length = reader, len(cas.text)
        self.characters: list[int] | None = None  # by UTF-16 offset, where the two differ
        if not cas.text.isascii() and max(cas.text) > "\uffff":
            units = ([number] if each <= "\uffff" else [number, -1] for number, each in enumerate(cas.text))
            self.characters = [*chain.from_iterable(units), self.length]
        tokens = self._spans(cas.tokens)
        for (_, end, _), (begin, _, line) in pairwise(tokens):
            if end > begin:
                raise reader.source.error("bad-element", f"two tokens overlap at character {begin}", line)
        self.begins, self.ends = [begin for begin, _, _ in tokens], [end for _, end, _ in tokens]
        self.words = [cas.text[begin:end] for begin, end, _ in tokens] or None
        starts = [bisect_left(self.begins, begin) for begin, _, _ in self._spans(cas.sentences)]
        firsts = sorted({0, *starts} - {len(self.begins)})
        bounds = zip(firsts, [*firsts[1:], len(self.begins)], strict=True) if firsts and starts else None
        self.sentences = None if bounds is None else list(bounds)

    def _spans(self, found: Spans) -> list[tuple[int, int, int]]:
        """Begins, ends (in characters) and lines of annotations that are not empty, in the order of the text."""
        spans = []
        for begin, end, line in found:
            try:
                start, stop = self.span(begin, end, line)
            except FormatError as error:
                self.reader.notices.refuse(error)
                continue
            if start < stop:
                spans.append((start, stop, line))
        return sorted(spans)

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
        place: int = offset if self.characters is None else self.characters[offset]
        if place < 0:
            fact = f"the offset {offset} lies within a character"
            raise self.reader.source.error("bad-element", fact, line, "offsets count UTF-16 code units")
        return place

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
