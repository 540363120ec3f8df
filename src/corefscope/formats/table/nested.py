"""Write Parquet with a row for each document, as data sets on the Hugging Face Hub have it: `doc_key`, `sentences` of
words, and `clusters` of [first token, last token]."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from corefscope.formats.builder import GROUPS
from corefscope.formats.json.writer import record
from corefscope.formats.standoff.brat_writer import note_rest
from corefscope.formats.table.columns import INSTALL
from corefscope.model import Document
from corefscope.problems import CorefscopeError, Notices


def write(documents: Sequence[Document], notices: Notices) -> bytes:
    """One row per document; groups such as genre are columns where a document has them."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise CorefscopeError("not-installed", "Parquet needs pyarrow, which is not installed", hint=INSTALL) from None
    for document in documents:
        note_rest(document, notices, types=False)
    rows = [record(replace(document, relations=[], annotations={}), notices) for document in documents]
    text, number = arrow.string(), arrow.int64()
    columns = {
        "doc_key": text,
        "sentences": arrow.list_(arrow.list_(text)),
        "clusters": arrow.list_(arrow.list_(arrow.list_(number))),
    }
    columns |= {name: text for name in GROUPS if any(name in row for row in rows)}
    try:
        table = arrow.Table.from_pylist(rows, schema=arrow.schema(list(columns.items())))
    except UnicodeEncodeError:
        fact = "a word holds half a surrogate pair, which UTF-8 cannot express"
        raise CorefscopeError("cannot-express", fact) from None
    target = io.BytesIO()
    parquet.write_table(table, target)
    return target.getvalue()
