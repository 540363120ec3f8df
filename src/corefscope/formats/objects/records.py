"""Records that a program holds: dicts with a field of clusters, read as the JSON reader reads their lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.json.variants import E2E, VARIANTS, show_name
from corefscope.formats.json.whole_documents import CORENLP
from corefscope.formats.objects.values import show
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices

CLUSTER_FIELDS = frozenset((CORENLP, *(field for variant in (E2E, *VARIANTS) for field in variant.fields)))


def read_records(records: Sequence[Mapping[str, Any]], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of records; the line of a message is the number of a record."""
    from corefscope.formats.json import reader

    block = Block.of(json_lines(records, source.path, options.clusters))
    return reader.read(iter([block]), source, notices, options)


def json_lines(records: Iterable[Mapping[str, Any]], source: str, field: str | None) -> bytes:
    """Records as a file would hold them, one a line; what only Python can hold is left out if nobody reads it."""
    return b"".join(_json(record, number, source, field) + b"\n" for number, record in enumerate(records, 1))


def _json(record: Mapping[str, Any], number: int, source: str, field: str | None) -> bytes:
    try:
        return json.dumps(dict(record), default=_plain).encode()
    except (TypeError, ValueError, RecursionError):
        kept = {}
        for name, value in record.items():
            try:
                kept[str(name)] = json.loads(json.dumps(value, default=_plain))
            except (TypeError, ValueError, RecursionError) as error:
                if name == field or name in CLUSTER_FIELDS:
                    text = f"the field {quoted(show_name(str(name)))} cannot be read: {error}"
                    raise FormatError(
                        "bad-record", text, source, number, "take plain lists and numbers, as with .tolist()"
                    ) from None
        return json.dumps(kept).encode()


def _plain(value: Any) -> Any:
    if callable(getattr(value, "tolist", None)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return list(value)
    raise TypeError(f"{show(value)} is no list, number or string")
