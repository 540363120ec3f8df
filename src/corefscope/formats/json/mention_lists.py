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
from corefscope.formats.json.record import excerpt
from corefscope.formats.registry import Options, SeveralFields
from corefscope.formats.table.columns import of_lists
from corefscope.formats.table.reader import from_columns
from corefscope.model import LARGEST, Corpus, Mention
from corefscope.problems import Notices

NOT_PREDICTED = (None, "UNK")  # in all mentions, before a system has filled the field
CHAINS = ("coref_chain", "predicted_coref_chain", "cluster_id")
IDS = ("mention_id", "m_id", "doc_id", "topic_id", "topic", "subtopic", "sent_id", "mention_type", *CHAINS)
TOKENS = ("tokens_number", "tokens_ids")
_SHAPE = "a list of mentions with 'doc_id', 'mention_id' or 'm_id', and 'coref_chain' or 'cluster_id'"
_Id = str | int | float | None
_FIELDS: list[Any] = [
    *((name, _Id, None) for name in (*IDS, "named")),
    *((name, list[int] | None, None) for name in TOKENS),
]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents that the mentions of one file belong to; `options.clusters` names the field of the chain."""
    if content.lstrip()[:1] != b"[":
        content = b"[" + b",\n".join(line for line in content.splitlines() if line.strip()) + b"]"
    own = options.clusters or ""
    can_be_renamed = own not in (*IDS, *TOKENS) and not re.search(r'["\\\x00-\x1f]', own)  # msgspec
    row_type: Any = msgspec.defstruct("_Row", _FIELDS, gc=False, rename={"named": own if can_be_renamed else ""})
    rows = parsed(content, source, list[row_type], hint=_SHAPE)
    if not rows:
        raise source.error("empty-file", "the file holds no mention")
    if all(row.doc_id is None for row in rows):
        raise source.error("bad-record", "no object of the file has a 'doc_id'", 1, f"expected {_SHAPE}")
    chains = _chains(rows, options.clusters, source)
    has_spans = any(row.tokens_ids for row in rows)
    for number, (row, chain) in enumerate(zip(rows, chains, strict=True), 1):
        required = {"chain": chain, "'doc_id'": row.doc_id, "'tokens_ids'": row.tokens_ids or None if has_spans else ()}
        missing = next((name for name, value in required.items() if value is None), None)
        if missing is not None:
            hint = "every mention has one; that of a singleton has no other mention" if missing == "chain" else None
            notices.refuse(source.error("bad-record", f"mention {number} has no {missing}", 1, hint))
    if has_spans:
        return _spans(rows, chains, source, notices)
    columns: dict[str, list[Any]] = {
        "document": [_document(row) for row in rows],
        "mention": [_mention(row) for row in rows],
        "entity": chains,
        "topic": [row.topic if row.topic_id in (None, -1, "-1") else row.topic_id for row in rows],
        "entity_type": [row.mention_type if isinstance(row.mention_type, str) else None for row in rows],
    }
    filled = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    return from_columns(of_lists(filled, source.path), source, notices, Options())


def _chains(rows: list[Any], name: str | None, source: Source) -> list[Any]:
    """Return the chain of each mention, in the field that the user named, or else in the only one that is filled."""
    fields = CHAINS if name is None else (name if name in IDS else "named",)
    filled = [field for field in fields if any(getattr(row, field) not in NOT_PREDICTED for row in rows)]
    if len(filled) > 1:
        fact = f"the mentions have both {quoted(filled[0])} and {quoted(filled[1])}"
        raise SeveralFields.of(fact, filled, source.path, 1)
    if not filled:
        fact = f"no mention has a {quoted(name or CHAINS[0])}"
        raise source.error("no-cluster-field", fact, 1, f"all are null; known: {', '.join(CHAINS)}")
    return [getattr(row, filled[0]) for row in rows]


def _document(row: Any) -> str:
    return re.sub(r"(\.xml)+\Z", "", str(row.doc_id))


def _mention(row: Any) -> str:
    """Return the id of a mention; without one, its place, as WEC's code makes ids."""
    if row.mention_id is not None or row.m_id is not None:
        return str(row.m_id if row.mention_id is None else row.mention_id)
    return "_".join(map(str, [row.doc_id, row.sent_id, *(row.tokens_number or [])]))


def _spans(rows: list[Any], chains: list[Any], source: Source, notices: Notices) -> Corpus:
    builder = CorpusBuilder(source.path)
    documents: dict[str, tuple[dict[str, str], dict[str, list[Mention]]]] = {}  # groups and entities
    for number, (row, chain) in enumerate(zip(rows, chains, strict=True), 1):
        tokens = row.tokens_ids or []
        if tokens and not 0 < min(tokens) <= max(tokens) < LARGEST:
            fact = f"mention {number} has the tokens {excerpt(tokens)}"
            notices.refuse(source.error("bad-record", fact, 1, "tokens are counted from 1 in the document"))
        elif tokens:
            groups = {name: str(getattr(row, name)) for name in ("topic", "subtopic") if getattr(row, name) is not None}
            _, entities = documents.setdefault(_document(row), (groups, {}))
            entities.setdefault(str(chain), []).append(Mention.at(token - 1 for token in tokens))
    for name, (groups, entities) in documents.items():
        builder.add_document(name, 1, groups=groups)
        for entity, mentions in entities.items():
            builder.add_entity(entity, mentions, 1)
    return builder.corpus(source.stem, notices)
