"""Many documents of CorefUD at once, as arrays, where nothing in them is unusual."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import Flags
from corefscope.formats.corefud.brackets import Header
from corefscope.formats.corefud.columns import Columns, parsed_header
from corefscope.formats.corefud.mentions import Mentions, NodePlace, mentions
from corefscope.formats.corefud.scan import COLUMNS, FIELDS, NEW_DOCUMENT, SPEAKER, Comment, are_usual, group
from corefscope.formats.corefud.spans import Nodes
from corefscope.formats.corefud.text import ConlluText
from corefscope.formats.fingerprints import fingerprint_of
from corefscope.model import EMPTY_NODES, Integers


class DocumentRows:
    """The documents of some rows; `usual` says which can be had from here.

    Rows before the first `# newdoc` are one document without a name if there is a sentence among them. If not, they
    are the `preface`, which is read line by line.
    """

    def __init__(self, columns: Columns, header: Header | None) -> None:
        self._columns = columns
        begins, words, form = columns.documents, columns.document_word, columns.document_form
        first = int(begins[0]) if len(begins) else columns.rows
        self.is_headless = bool(len(columns.sentences)) and int(columns.sentences[0]) < first
        if self.is_headless:
            begins, words, form = np.append(0, begins), np.append(0, words), np.append(0, form)
        self.count = len(begins)
        self.preface = 0 if self.is_headless else first  # rows
        self._begins = begins
        self.row = np.append(begins, columns.rows)  # where each document begins, and the end
        self.word = np.append(words, len(columns.words))
        self._form = np.append(form, len(columns.forms))
        self.first_line = self.row.tolist()  # with which each document begins
        if self.is_headless:
            self.first_line[0] = int(columns.sentences[0])
        self.sentence = np.searchsorted(columns.sentences, self.row)  # the first of each document, and the end
        unusual = np.zeros(self.count, bool)
        self.names = [""] if self.is_headless else []  # by document, like the next
        self.groups: list[dict[str, str]] = [{} for _ in self.names]
        self._headers = [header]
        self._header_row: list[int] = []  # of all headers but the first
        self._speaker_comments: list[Comment] = []
        self._read_comments(unusual)
        unusual[self._document(columns.unusual)] = True
        self.mentions = self._mentions(unusual) if self.count else None
        self.usual = ~unusual

    def _document(self, row: Integers) -> Integers:
        return np.searchsorted(self._begins, row, "right") - 1

    def _read_comments(self, unusual: Flags) -> None:
        for comment in self._columns.comments:
            key, value = comment.key, comment.value
            if key in NEW_DOCUMENT:
                self.names.append(value.decode("utf-8"))
                self.groups.append({})
            elif key == FIELDS:
                self._header_row.append(comment.row)
                self._headers.append(parsed_header(value))
                if self._headers[-1] is None:
                    unusual[max(len(self.names) - 1, 0) :] = True
            elif not self.names:
                continue
            elif key == COLUMNS and not are_usual(value):
                unusual[len(self.names) - 1] = True
            elif key == SPEAKER:
                self._speaker_comments.append(comment)
            elif name := group(key):
                self.groups[-1][name] = value.decode("utf-8")

    def _nodes(self) -> tuple[Nodes, NDArray[np.int32]]:
        """The words and empty nodes, and their rows."""
        columns, first_word = self._columns, int(self.word[0])
        rows, empty_row = columns.words[first_word:], columns.empty.astype(np.int32)
        if len(empty_row):
            rows = np.concatenate([rows, empty_row])
            rows.sort()
        is_word = np.ones(len(rows), bool)
        empty = np.searchsorted(rows, empty_row)
        is_word[empty] = False
        place = np.cumsum(is_word) - is_word if len(empty) else np.arange(len(rows))  # words before, in the document
        size = np.diff(np.searchsorted(rows, self.row))
        place -= np.repeat(self.word[:-1] - first_word, size)
        position = place
        if len(empty_row):
            sentence = np.searchsorted(columns.sentences, empty_row, "right") - 1
            opens = columns.empty_word == columns.sentence_word[sentence]
            half = np.where(opens, EMPTY_NODES // 2, 0)
            position = place.copy()
            position[empty] = -(place[empty] * EMPTY_NODES + columns.empty_number + half) - 1
        self._empty_position = position[~is_word]
        return Nodes(position, place, is_word, size), rows

    def _mentions(self, unusual: Flags) -> Mentions | None:
        columns, rows = self._columns, self._columns.annotated
        nodes, node_row = self._nodes()
        if columns.items is None:
            return None
        document = self._document(rows)
        # All brackets were read by one header; where another is in force, documents are unusual.
        row = np.array(self._header_row, np.int64)
        is_same = np.array([each == columns.header for each in self._headers])
        of = document[columns.items.node]
        unusual[of[~is_same[np.searchsorted(row, rows[columns.items.node])]]] = True
        unusual[of[~is_same[np.searchsorted(row, self.row[1:])[of]]]] = True
        node = np.searchsorted(node_row, rows)
        place = NodePlace(node, document, np.searchsorted(columns.sentences, rows, "right"), rows)
        self._columns = replace(columns, items=None)  # which take as much memory as their mentions
        return mentions(columns.items, place, nodes, unusual)

    def runs(self) -> Iterator[tuple[int, int]]:
        """Documents, from one to another, that are all usual or all not; those with relations end a run."""
        first = 0
        usual = self.usual.tolist()
        for last in range(1, len(usual) + 1):
            if last == len(usual) or usual[last] != usual[first] or last - 1 in self.relations:
                yield first, last
                first = last

    @property
    def preface_is_usual(self) -> bool:
        """Whether the preface says nothing but which fields brackets have."""
        comments = [comment for comment in self._columns.comments if comment.row < self.preface]
        return all(comment.key == FIELDS and parsed_header(comment.value) for comment in comments)

    def header_at(self, row: int) -> Header | None:
        """The header in force there."""
        return self._headers[bisect_left(self._header_row, row)]

    @cached_property
    def relations(self) -> dict[int, list[tuple[str, bytes, int]]]:
        """Kind, text and row of each, by document."""
        found: dict[int, list[tuple[str, bytes, int]]] = {}
        document = self._document(np.array([relation.node for relation in self._columns.relations], np.int64))
        for relation, number in zip(self._columns.relations, document.tolist(), strict=True):
            texts = relation.value.split(b",")
            found.setdefault(number, []).extend((relation.kind, text, relation.node) for text in texts)
        return found

    @cached_property
    def _speakers(self) -> list[tuple[int, str]]:
        """Who speaks, by sentence: a comment tells it of the sentence that begins behind it, before a blank line."""
        rows, blanks_before = self._columns.sentences.tolist(), self._columns.sentence_group.tolist()
        begins = self._begins.tolist()
        latest = {}
        for comment in self._speaker_comments:
            sentence = bisect_left(rows, comment.row)
            is_before = sentence < len(rows) and blanks_before[sentence] == comment.group
            if is_before and bisect_right(begins, comment.row) == bisect_right(begins, rows[sentence]):
                latest[sentence] = comment.value.decode("utf-8")
        return [(number, name) for number, name in latest.items() if name]

    def add_text(self, first: int, last: int, text: ConlluText) -> None:
        """Add the words, sentences and speakers of these documents."""
        columns = self._columns
        low, high = int(self.word[first]), int(self.word[last])
        shift = len(text.word_line) - low
        text.word_line.frombytes(columns.words[low:high].tobytes())
        text.first_word.extend((self.word[first + 1 : last + 1] + shift).tolist())
        sentences = slice(int(self.sentence[first]), int(self.sentence[last]))
        more = len(text.sentence_start) - sentences.start
        text.sentence_start.extend((columns.sentence_word[sentences] + shift).tolist())
        text.first_sentence.extend((self.sentence[first + 1 : last + 1] + more).tolist())
        if self._speaker_comments:
            begin = bisect_left(self._speakers, (sentences.start, ""))
            end = bisect_left(self._speakers, (sentences.stop, ""))
            text.speakers.update((number + more, name) for number, name in self._speakers[begin:end])
        empty = np.searchsorted(columns.empty, self.row[first : last + 1]).tolist()
        form = self._form[first : last + 1].tolist()
        for number in range(last - first):
            nodes = slice(empty[number], empty[number + 1])
            lines = columns.empty[nodes].tolist()
            text.empty_line.append(dict(zip(self._empty_position[nodes].tolist(), lines, strict=True)))
            words = int(self.word[first + number + 1] - self.word[first + number])
            text.fingerprints.append(fingerprint_of(columns.forms[form[number] : max(form[number + 1] - 1, 0)], words))
