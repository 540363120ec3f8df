"""Scored links: JSON Lines of a document's mentions, antecedents and how sure a system is of each link.

    {"doc_key": "a", "links": [[[5, 5], [0, 1], 0.93], …], "mentions": [[0, 1], [5, 5], [7, 8]]}

A link is a mention, an antecedent and a score; a mention is its first and its last token. What `mentions` lists is
there without a link; without that field a mention is there as soon as one of its links is. Instead of links, a document
may have the antecedent scores of span rankers.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import find
from corefscope.lab.antecedent_scores import has_antecedents, likeliest_links
from corefscope.model import LARGEST, Document, Mention
from corefscope.problems import FormatError, Notices

LINKS, MENTIONS = "links", "mentions"
Span = tuple[int, int]
Link = tuple[int, int, float]  # places among the mentions of a document, and the score
LAYOUT = '{"doc_key": …, "links": [[[first, last], [first, last], score], …], "mentions": [[first, last], …]}'


@dataclass(frozen=True)
class LinkedDocument:
    """A document's mentions, which of them are there without a link, and its links."""

    name: str
    mentions: tuple[Span, ...]  # first token, and the token after the last
    given: frozenset[int]
    links: tuple[Link, ...]
    words: list[str] | None

    def document(self) -> Document:
        """Every mention alone in its entity."""
        return Document(self.name, [[Mention(*span)] for span in self.mentions], words=self.words)


def read_links(given: str | os.PathLike[str] | Iterable[Mapping[str, Any]]) -> list[LinkedDocument]:
    """The scored links of a file, or of records that a program holds."""
    if not isinstance(given, str | os.PathLike):
        return [_document(record, "the response", number) for number, record in enumerate(given, 1)]
    found = []
    notices = Notices()
    for source in find(os.fspath(given), notices, any_suffix=True):
        content = b"".join(bytes(block.content) for block in Blocks(source).of(ANY_LINE_ONCE))
        for number, line in enumerate(content.decode("utf-8-sig", "surrogateescape").splitlines(), 1):
            if line.strip():
                try:
                    record = json.loads(line)
                except ValueError as error:
                    fact = f"not a line of JSON: {error}"
                    raise FormatError("not-json", fact, source.path, number, f"expected {LAYOUT}") from None
                found.append(_document(record, source.path, number))
    return found


def _document(record: Any, source: str, line: int) -> LinkedDocument:
    def refuse(fact: str) -> FormatError:
        return FormatError("bad-links", fact, source, line, f"expected {LAYOUT}")

    if isinstance(record, Mapping) and LINKS not in record and has_antecedents(record):
        record = {**record, LINKS: likeliest_links(record, refuse)}
    if not isinstance(record, Mapping) or not isinstance(record.get(LINKS), list | tuple):
        raise refuse("the document has no list of links, and no antecedent scores")
    places: dict[Span, int] = {}

    def place(span: Any) -> int:
        numbers = list(span) if isinstance(span, list | tuple) else []
        whole = all(isinstance(each, int) and not isinstance(each, bool) for each in numbers)
        if len(numbers) != 2 or not whole or not 0 <= numbers[0] <= numbers[1] < LARGEST:
            raise refuse(f"{cut(repr(span))} is not the first and the last token of a mention")
        return places.setdefault((numbers[0], numbers[1] + 1), len(places))

    given = frozenset(place(span) for span in record.get(MENTIONS) or ())
    links: list[Link] = []
    for link in record[LINKS]:
        if not isinstance(link, list | tuple) or len(link) != 3:
            raise refuse(f"{cut(repr(link))} is not a mention, an antecedent and a score")
        one, two, score = place(link[0]), place(link[1]), link[2]
        if not isinstance(score, int | float) or isinstance(score, bool) or not math.isfinite(score):
            raise refuse(f"the score {cut(repr(score))} of a link is not a number")
        if one == two:
            raise refuse(f"the mention {cut(repr(link[0]))} is linked to itself")
        links.append((one, two, float(score)))
    name = record.get("doc_key")
    if not isinstance(name, str):
        raise refuse(f"its doc_key is {quoted(str(name))}" if name is not None else "it has no doc_key")
    sentences = record.get("sentences") or [record.get("document")]  # AllenNLP has the words in `document`
    words = None
    if isinstance(sentences, list) and all(isinstance(each, list) for each in sentences):
        words = [str(word) for sentence in sentences for word in sentence]
    return LinkedDocument(name, tuple(places), given, tuple(links), words)
