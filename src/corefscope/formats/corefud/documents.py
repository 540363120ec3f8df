"""Many documents of CorefUD at once, as arrays, where nothing in them is unusual."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress

import numpy as np

from corefscope.formats.corefud.brackets import ENTITY_KEY, Header
from corefscope.formats.corefud.comments import COLUMNS, FIELDS, SPEAKER, are_usual, group
from corefscope.formats.corefud.items import Flags, RelationText, Values, items, values
from corefscope.formats.corefud.mentions import Mentions, Place, mentions
from corefscope.formats.corefud.scan import ANNOTATED, COMMENT, EMPTY, FIRST, JOINED, NEW_DOCUMENT, Scan, comment_key
from corefscope.formats.corefud.spans import Nodes
from corefscope.formats.corefud.text import DEPS, UNREADABLE_DEPENDENCY, ConlluText
from corefscope.formats.fingerprints import fingerprint_of
from corefscope.model import EMPTY_NODES, Integers
from corefscope.problems import FormatError


@dataclass
class _Comments:
    """What comments say, from the first document on."""

    names: list[str] = field(default_factory=list)  # by document
    groups: list[dict[str, str]] = field(default_factory=list)
    headers: list[Header | None] = field(default_factory=list)
    header_row: list[int] = field(default_factory=list)  # where all but the first of these stand
    speakers: list[tuple[int, str]] = field(default_factory=list)  # by row
    unusual: list[int] = field(default_factory=list)  # documents


class Documents:
    """The documents of a scanned piece that begins in none of them; `usual` says which can be had from here."""

    def __init__(self, block: Scan, header: Header | None) -> None:
        self.block = block
        count = len(block.named)
        self.row = np.append(block.named, block.lines)  # where each document begins, and the end
        self.word = np.append(block.words_before[block.named], len(block.word_line))
        unusual = np.zeros(count, bool)
        begun = block.event >= block.named[0]
        self._event, self._why = block.event[begun], block.why[begun]
        self.sentence_row = self._event[self._why & FIRST > 0]
        self.sentence = np.searchsorted(self.sentence_row, self.row)  # the first of each document, and the end
        self._comments = self._read_comments(header)
        unusual[self._comments.unusual] = True
        self._mark_ranges(unusual)
        self.empty_row = self._event[self._why & EMPTY > 0]
        self._mark_dependencies(unusual)
        nodes, node_row = self._nodes()
        self.mentions, self._relations = self._annotations(nodes, node_row, unusual)
        self.usual = ~unusual

    def _document(self, row: Integers) -> Integers:
        return np.searchsorted(self.block.named, row, "right") - 1

    def _read_comments(self, header: Header | None) -> _Comments:
        found = _Comments(headers=[header])
        parsed: dict[bytes, Header] = {}
        for row in self._event[self._why & COMMENT > 0].tolist():
            key, value = comment_key(self.block.line(row))
            if key in NEW_DOCUMENT:
                found.names.append(value.decode("utf-8"))
                found.groups.append({})
            elif key == FIELDS:
                found.header_row.append(row)
                try:
                    parsed[value] = parsed.get(value) or Header.parse(value)
                    found.headers.append(parsed[value])
                except FormatError:
                    found.headers.append(None)
                    found.unusual.extend(range(len(found.names) - 1, len(self.block.named)))
            elif key == COLUMNS and not are_usual(value):
                found.unusual.append(len(found.names) - 1)
            elif key == SPEAKER:
                found.speakers.append((row, value.decode("utf-8")))
            elif name := group(key):
                found.groups[-1][name] = value.decode("utf-8")
        return found

    def _mark_ranges(self, unusual: Flags) -> None:
        """Two words written as one should have no annotation of their own."""
        rows = self._event[self._why & JOINED > 0]
        wrong = [row for row in rows.tolist() if ENTITY_KEY.search(self.block.line(row))]
        unusual[self._document(np.array(wrong, np.int64))] = True

    def _mark_dependencies(self, unusual: Flags) -> None:
        cells = ((row, self.block.line(row).split(b"\t", DEPS + 1)[DEPS]) for row in self.empty_row.tolist())
        wrong = [row for row, cell in cells if cell != b"_" and UNREADABLE_DEPENDENCY.search(b"|" + cell)]
        unusual[self._document(np.array(wrong, np.int64))] = True

    def _nodes(self) -> tuple[Nodes, Integers]:
        """The words and empty nodes, and their rows."""
        block = self.block
        rows = block.word_line[self.word[0] :].astype(np.int64)
        if len(self.empty_row):
            rows = np.concatenate([rows, self.empty_row])
            rows.sort()
        before = block.words_before[rows]
        bound = np.searchsorted(rows, self.row)
        size = np.diff(bound)
        place = before - np.repeat(self.word[:-1], size)
        position = place.copy()
        is_word = np.ones(len(rows), bool)
        if len(self.empty_row):
            empty = np.searchsorted(rows, self.empty_row)
            is_word[empty] = False
            sentence = np.searchsorted(self.sentence_row, self.empty_row, "right") - 1
            opens = before[empty] == block.words_before[self.sentence_row[sentence]]
            minor = block.empty_number[len(block.empty_number) - len(empty) :]
            position[empty] = -(place[empty] * EMPTY_NODES + minor + np.where(opens, EMPTY_NODES // 2, 0)) - 1
        self._empty_position = position[~is_word]
        return Nodes(position, place, is_word, size), rows

    def _annotations(
        self, nodes: Nodes, node_row: Integers, unusual: Flags
    ) -> tuple[Mentions | None, list[tuple[int, RelationText]]]:
        block = self.block
        rows = self._event[(self._why & ANNOTATED > 0) & (self._why & JOINED == 0)]
        found = values(np.frombuffer(block.content, np.uint8), block.misc[rows] - 1, block.end[rows])
        document = self._document(rows)
        unusual[document[found.unusual]] = True
        header = self._header(found, rows, document, unusual)
        sentence = np.searchsorted(self.sentence_row, rows, "right")
        relations = [(int(rows[one.node]), one) for one in found.relations]
        if header is None or not len(found.node):
            return None, relations
        brackets = items(found, header)
        unusual[document[brackets.unusual]] = True
        node = np.searchsorted(node_row, rows) if len(self.empty_row) else block.words_before[rows] - self.word[0]
        place = Place(node, document, sentence, rows)
        return mentions(brackets, place, nodes, unusual), relations

    def _header(self, found: Values, rows: Integers, document: Integers, unusual: Flags) -> Header | None:
        """The one that all brackets are read by; where another is in force, documents are unusual."""
        headers, row = self._comments.headers, np.array(self._comments.header_row, np.int64)
        number = np.searchsorted(row, rows[found.node])
        header = next((headers[each] for each in number.tolist() if headers[each]), None)
        is_same = np.array([each == header and each is not None for each in headers])
        of = document[found.node]
        unusual[of[~is_same[number]]] = True
        at_end = np.searchsorted(row, self.row[1:])
        unusual[of[~is_same[at_end[of]]]] = True
        return header

    def runs(self) -> Iterator[tuple[int, int]]:
        """Documents, from one to another, that are all usual or all not; those with relations end a run."""
        first = 0
        usual = self.usual.tolist()
        for last in range(1, len(usual) + 1):
            if last == len(usual) or usual[last] != usual[first] or last - 1 in self.relations:
                yield first, last
                first = last

    def names_in(self, document: int) -> set[bytes]:
        """The entities of a document."""
        return set(self.mentions.of(document, document + 1).entity_name) if self.mentions else set()

    def header_after(self, document: int) -> Header | None:
        return self._comments.headers[bisect_left(self._comments.header_row, int(self.row[document + 1]))]

    def name(self, document: int) -> str:
        return self._comments.names[document]

    def groups(self, document: int) -> dict[str, str]:
        return self._comments.groups[document]

    @cached_property
    def relations(self) -> dict[int, list[tuple[str, bytes, int]]]:
        """Kind, text and row of each, by document."""
        found: dict[int, list[tuple[str, bytes, int]]] = {}
        document = self._document(np.array([row for row, _ in self._relations], np.int64))
        for (row, relation), number in zip(self._relations, document.tolist(), strict=True):
            texts = relation.value.split(b",")
            found.setdefault(number, []).extend((relation.kind, text, row) for text in texts)
        return found

    @cached_property
    def _speakers(self) -> list[tuple[int, str]]:
        """Who speaks, by sentence: a comment tells it of the sentence that begins behind it, before a blank line."""
        if not len(self.sentence_row):
            return []
        rows = np.array([row for row, _ in self._comments.speakers], np.int64)
        sentence = np.searchsorted(self.sentence_row, rows)
        within = np.minimum(sentence, len(self.sentence_row) - 1)
        first = self.sentence_row[within]
        known = (first > rows) & (self.block.group[first] == self.block.group[rows])
        known &= self._document(first) == self._document(rows)
        latest = {}
        for number, (_, name) in zip(within[known].tolist(), compress(self._comments.speakers, known), strict=True):
            latest[number] = name
        return [(number, name) for number, name in latest.items() if name]

    def add_text(self, first: int, last: int, text: ConlluText, lines_before: int) -> None:
        """Adds what is known of the words of these documents, before which the block has so many lines."""
        block = self.block
        low, high = int(self.word[first]), int(self.word[last])
        shift = len(text.word_line) - low
        text.word_line.frombytes((block.word_line[low:high] + np.int32(lines_before)).tobytes())
        text.first_word.extend((self.word[first + 1 : last + 1] + shift).tolist())
        sentences = slice(int(self.sentence[first]), int(self.sentence[last]))
        more = len(text.sentence_start) - sentences.start
        text.sentence_start.extend((block.words_before[self.sentence_row[sentences]] + shift).tolist())
        text.first_sentence.extend((self.sentence[first + 1 : last + 1] + more).tolist())
        if self._comments.speakers:
            begin = bisect_left(self._speakers, (sentences.start, ""))
            end = bisect_left(self._speakers, (sentences.stop, ""))
            text.speakers.update((number + more, name) for number, name in self._speakers[begin:end])
        empty = np.searchsorted(self.empty_row, self.row[first : last + 1]).tolist()
        form = block.form_start[self.word[first : last + 1]].tolist()
        for number in range(last - first):
            nodes = slice(empty[number], empty[number + 1])
            lines = (self.empty_row[nodes] + lines_before).tolist()
            text.empty_line.append(dict(zip(self._empty_position[nodes].tolist(), lines, strict=True)))
            words = int(self.word[first + number + 1] - self.word[first + number])
            text.fingerprints.append(fingerprint_of(block.forms[form[number] + 1 : form[number + 1]], words))
