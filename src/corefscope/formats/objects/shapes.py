"""What a Python object holds that is given as a side: Documents, records, or clusters of mentions.

Records are dicts as the JSON reader knows them. Of lists the nesting decides (`nesting`). What fits two readings, or
none, is an error that says what was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from corefscope.basics.escaping import quoted
from corefscope.formats.json.variants import E2E, VARIANTS, show_name
from corefscope.formats.objects.nesting import IDS, SPANS, Clusters, elements, of_documents, of_list
from corefscope.formats.objects.values import show
from corefscope.model import Document
from corefscope.problems import FormatError

CLUSTER_FIELDS = frozenset(field for variant in (E2E, *VARIANTS) for field in variant.fields)


@dataclass(frozen=True)
class ListedDocuments:
    """Documents as `read` gives them."""

    listed: list[Document]
    has_spans: ClassVar[bool] = True


@dataclass(frozen=True)
class Records:
    """Dicts with a field of clusters, one a document, as JSON Lines would hold them."""

    listed: list[Mapping[str, Any]]
    has_spans: ClassVar[bool] = True


Shape = ListedDocuments | Records | Clusters


def shape(given: Any, source: str, field: str | None = None, nesting: str | None = None) -> Shape:
    """What an object holds, taken out of its iterables once.

    `field` is the one that the user named for clusters, `nesting` what innermost lists are, if that was said.
    """
    if isinstance(given, Document):
        return ListedDocuments([given])
    if isinstance(given, Mapping):
        return Records([given]) if is_record(given, field) else _by_name(given, source, nesting)
    listed = elements(given, "clusters", source)
    kinds = set(map(type, listed))
    for kind, made in ((Document, ListedDocuments), (Mapping, Records)):
        if any(issubclass(each, kind) for each in kinds):
            others = [each for each in listed if not isinstance(each, kind)]
            if others:
                what = "Documents" if kind is Document else "records"
                raise FormatError("mixed-formats", f"a list of {what} also holds {show(others[0])}", source)
            return made(listed)
    return of_list(listed, source, nesting)


AnySide = TypeVar("AnySide")


def alike(sides: Sequence[AnySide], names: Sequence[str]) -> list[AnySide]:
    """The sides, if ids are not to be compared with spans; lists without mentions are what the other side's are."""
    clusters = [(side, name) for side, name in zip(sides, names, strict=True) if isinstance(side, Clusters)]
    for one, name in clusters:
        for other, called in clusters:
            if (one.holds, other.holds) == (IDS, SPANS):
                fact = f"the mentions are ids, such as {show(one.first())}, and those of {called} are spans, such as"
                hint = "give both sides the same way; clusters of spans have one level more than clusters of ids"
                raise FormatError("ambiguous-clusters", f"{fact} {show(other.first())}", name, hint=hint)
    counts = {len(side.documents) for side, _ in clusters if side.holds and not side.documents[0][0]}
    return [
        replace(side, documents=[("", [])] * side.empty_lists)
        if isinstance(side, Clusters) and side.empty_lists and counts == {side.empty_lists}
        else side
        for side in sides
    ]


def is_record(given: Mapping[Any, Any], field: str | None = None) -> bool:
    """Whether a dict is one document and not a dict from document name to clusters."""
    if field in given or not CLUSTER_FIELDS.isdisjoint(given):
        return True
    # Clusters are iterables: where something else is among the values, the JSON reader says which fields it misses.
    return any(not isinstance(value, Iterable) or isinstance(value, str | bytes) for value in given.values())


def _by_name(given: Mapping[Any, Any], source: str, nesting: str | None) -> Clusters:
    documents = []
    for name, clusters in given.items():
        if isinstance(clusters, Mapping):
            fields = ", ".join(show_name(str(field)) for field in list(clusters)[:12])
            hint = "give records as a list; a dict goes from document name to clusters"
            raise FormatError(
                "ambiguous-clusters",
                f"the document {quoted(show_name(str(name)))} is a dict with {fields}",
                source,
                hint=hint,
            )
        what = f"the clusters of {quoted(show_name(str(name)))}"
        documents.append((str(name), elements(clusters, what, source)))
    return of_documents(documents, source, nesting)


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
