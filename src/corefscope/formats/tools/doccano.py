"""doccano's JSON Lines (or JSON): a text, its entities by offsets, and relations between them.

    {"id": 1, "text": "Ann ran. She won.",
     "entities": [{"id": 10, "label": "PER", "start_offset": 0, "end_offset": 3}, …],
     "relations": [{"id": 1, "from_id": 11, "to_id": 10, "type": "coref"}]}

Offsets count characters (code points), and the end is exclusive. Entities that relations connect are one entity, others
are singletons. Each annotator has a file, and the ZIP that doccano exports has all of them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from corefscope.formats.annotations import AnnotatedText, Annotations, Link
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.tools.records import TextRecord, as_text, records, warn_of_missing
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import Notices


class _Entity(msgspec.Struct):
    id: int | str
    start_offset: int
    end_offset: int
    label: str | None = None


class _Relation(msgspec.Struct):
    from_id: int | str
    to_id: int | str
    type: str | None = None


class _DoccanoText(TextRecord, kw_only=True):
    entities: list[_Entity]
    relations: tuple[_Relation, ...] | None = None
    username: Any = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The texts of the file; each is named by its `doc_key`, `doc_id` or `filename`, in `meta` too, else its `id`."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    texts = []
    texts_by_line = list(records(content, source, _DoccanoText))
    warn_of_missing(reader, texts_by_line, "relations")
    for line, record in texts_by_line:
        name = record.name("doc_key", "doc_id", "filename", otherwise=record.id)
        text = AnnotatedText(name, line, record.text, as_text(record.username))
        for each in record.entities:
            place = each.start_offset, each.end_offset
            reader.add_span(text.spans, str(each.id), [place], text.text, line, each.label or "")
        text.links = [
            Link(each.type or "", str(each.from_id), str(each.to_id), line) for each in record.relations or ()
        ]
        texts.append(text)
    return reader.add_texts(texts, "text")
