"""Lists of mentions for coreference across documents: a JSON array, or JSON Lines, with an object for each mention.

    {"mention_id": "77", "doc_id": "House of Pain", "coref_chain": 2293469, "predicted_coref_chain": null, …}    WEC-Eng
    {"doc_id": "1_10ecb.xml", "m_id": "26", "tokens_ids": [4, 5], "cluster_id": 8, "topic": "1", …}         Cattan

The chain is an id that documents share. WEC's tokens count in a context of the mention, so its mentions are ids; the
tokens of Cattan's dumps count from 1 in the document, so these mentions are spans. The same file is key and response by
`--key-clusters coref_chain --response-clusters predicted_coref_chain`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import parsed
from corefscope.formats.json.variants import show
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import of_lists
from corefscope.formats.table.reader import from_columns
from corefscope.model import LARGEST, Corpus, Mention
from corefscope.problems import Notices

NOT_PREDICTED = (None, "UNK")  # in all mentions, before a system has filled the field
CHAINS = ("coref_chain", "predicted_coref_chain", "cluster_id")
_SHAPE = "a list of mentions with 'doc_id', 'mention_id' or 'm_id', and 'coref_chain' or 'cluster_id'"
Id = str | int | float | None


class _Mention(msgspec.Struct, gc=False):
    mention_id: Id = None
    m_id: Id = None
    doc_id: Id = None
    topic_id: Id = None
    topic: Id = None
    subtopic: Id = None
    sent_id: Id = None
    tokens_number: list[int] | None = None
    tokens_ids: list[int] | None = None
    mention_type: Id = None
    coref_chain: Id = None
    predicted_coref_chain: Id = None
    cluster_id: Id = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents that the mentions of one file belong to."""
    if content.lstrip()[:1] != b"[":
        content = b"[" + b",\n".join(line for line in content.splitlines() if line.strip()) + b"]"
    rows = parsed(content, source, list[_Mention], hint=_SHAPE)
    if not rows:
        raise source.error("empty-file", "the file holds no mention")
    if all(row.doc_id is None for row in rows):
        raise source.error("bad-record", "no object of the file has a 'doc_id'", 1, f"expected {_SHAPE}")
    chains = _chains(content, rows, options.clusters, source)
    has_spans = any(row.tokens_ids for row in rows)
    for number, (row, chain) in enumerate(zip(rows, chains, strict=True), 1):
        if chain is None:
            hint = "every mention has one; that of a singleton has no other mention"
            notices.refuse(source.error("bad-record", f"mention {number} has no chain", 1, hint))
        elif row.doc_id is None:
            notices.refuse(source.error("bad-record", f"mention {number} has no 'doc_id'", 1))
        elif has_spans and not row.tokens_ids:
            hint = "other mentions of the file have them"
            notices.refuse(source.error("bad-record", f"mention {number} has no 'tokens_ids'", 1, hint))
    if has_spans:
        return _spans(rows, chains, source, notices)
    columns: dict[str, list[Any]] = {
        "document": [_document(row) for row in rows],
        "mention": [_mention(row) for row in rows],
        "entity": chains,
    }
    columns["topic"] = [row.topic if row.topic_id in (None, -1, "-1") else row.topic_id for row in rows]
    columns["entity_type"] = [row.mention_type if isinstance(row.mention_type, str) else None for row in rows]
    filled = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    return from_columns(of_lists(filled, source.path), source, notices)


def _chains(content: bytes, rows: list[_Mention], named: str | None, source: Source) -> list[Any]:
    """The chain of each mention, in the field that the user named, else in the only one that is filled."""
    filled = [name for name in CHAINS if any(getattr(row, name) not in NOT_PREDICTED for row in rows)]
    if named is None and len(filled) > 1:
        fact = f"the mentions have both {quoted(filled[0])} and {quoted(filled[1])}"
        hint = "say which one with --response-clusters or --key-clusters"
        raise source.error("several-cluster-fields", fact, 1, hint)
    if not filled or (named in CHAINS and named not in filled):
        raise source.error("no-cluster-field", f"no mention has a {quoted(named or CHAINS[0])}", 1, "all are null")
    if named is None or named in CHAINS:
        return [getattr(row, named or filled[0]) for row in rows]
    chains: list[Any] = []
    if not re.search(r'["\\\x00-\x1f]', named):  # msgspec knows no such names
        kind = msgspec.defstruct("Chain", [("chain", Id, None)], rename={"chain": named}, gc=False)
        chains = [row.chain for row in parsed(content, source, list[kind], hint=_SHAPE)]  # type: ignore[valid-type]
    if all(chain is None for chain in chains):
        raise source.error(
            "no-cluster-field", f"no mention has a field {quoted(named)}", 1, f"known: {', '.join(CHAINS)}"
        )
    return chains


def _document(row: _Mention) -> str:
    name = str(row.doc_id)
    while name.endswith(".xml"):
        name = name[:-4]
    return name


def _mention(row: _Mention) -> str:
    """The id of a mention; without one, its place, as WEC's code makes ids."""
    if row.mention_id is not None or row.m_id is not None:
        number = row.m_id if row.mention_id is None else row.mention_id
        return str(number)
    return "_".join(map(str, [row.doc_id, row.sent_id, *(row.tokens_number or [])]))


def _spans(rows: list[_Mention], chains: list[Any], source: Source, notices: Notices) -> Corpus:
    builder = CorpusBuilder(source.path)
    documents: dict[str, dict[str, list[Mention | tuple[int, int]]]] = {}
    groups: dict[str, dict[str, str]] = {}
    previous: Id = None
    entities: dict[str, list[Mention | tuple[int, int]]] = {}
    for number, (row, chain) in enumerate(zip(rows, chains, strict=True), 1):
        tokens = row.tokens_ids
        if not tokens:
            continue
        first, last = tokens[0] - 1, tokens[-1]
        is_run = last - first == len(tokens) and tokens == list(range(first + 1, last + 1))
        lowest, highest = (first + 1, last) if is_run else (min(tokens), max(tokens))
        if not 0 < lowest <= highest < LARGEST:
            hint = "tokens are counted from 1 in the document"
            notices.refuse(source.error("bad-record", f"mention {number} has the tokens {show(tokens)}", 1, hint))
            continue
        if row.doc_id != previous or not isinstance(previous, str):  # rows of a document mostly follow each other
            name, previous = _document(row), row.doc_id
            if name not in documents:
                documents[name] = {}
                known = {"topic": row.topic, "subtopic": row.subtopic}
                groups[name] = {key: str(value) for key, value in known.items() if value is not None}
            entities = documents[name]
        mention = (first, last) if is_run else Mention.at(token - 1 for token in tokens)
        entities.setdefault(str(chain), []).append(mention)
    for name, entities in documents.items():
        builder.add_document(name, 1, groups=groups[name])
        for entity, mentions in entities.items():
            builder.add_entity(entity, mentions, 1)
    return builder.corpus(source.stem, notices)
