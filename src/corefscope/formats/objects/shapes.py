"""The kinds of Python objects that can be a side: Documents, records, a table, or clusters of mentions.

Records are dicts as the JSON reader knows them, and tables are frames of pandas, polars and pyarrow, data sets of
Hugging Face, and lists of dicts: with a column `entity` they have a row for each mention, otherwise a record in each
row. None of the libraries is imported; columns come by the Arrow stream protocol where pyarrow is installed, else as
lists. Of lists the nesting decides (`nesting`). What fits two readings, or none, is an error.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, ClassVar, TypeVar

from corefscope.basics.escaping import quoted, short_repr
from corefscope.formats.json.variants import CLUSTER_FIELDS
from corefscope.formats.objects.labels import Labels, check_labels, labels_of, labels_of_dict
from corefscope.formats.objects.libraries import (
    HUGGING_FACE,
    LIBRARIES,
    documents_of,
    is_span,
    package,
    span_documents,
    stanza_sentences,
)
from corefscope.formats.objects.nesting import IDS, NESTING_PLAIN, SPANS, Clusters, elements, of_documents, of_list
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import TableColumns, of_arrow, of_lists
from corefscope.formats.table.header import ENTITY
from corefscope.model import Document
from corefscope.problems import FormatError, Notice, Notices

# Items are never named like a record's fields, so a record without clusters does not look like labels.
RECORD_FIELDS = CLUSTER_FIELDS | {"doc_key", "doc_id", "id", "name", "text", "tokens", "sentences", "words"}


@dataclass(frozen=True)
class Objects:
    """A side other than clusters: one of the first three."""

    documents: list[Document] | None = None  # as `read` gives them, or made of the objects of another library
    records: list[Mapping[str, Any]] | None = None  # dicts with a field of clusters, one per document
    table: TableColumns | None = None  # with a row for each mention
    library: str | None = None
    notices: tuple[Notice, ...] = ()
    has_spans: ClassVar[bool] = True


Shape = Objects | Clusters | Labels
AnySide = TypeVar("AnySide")


def shape(side: Any, source: str, field: str | None = None, nesting: str | None = None) -> Shape:
    """Return the contents of an object; each iterable is consumed once.

    `field` is the one that the user named for clusters, `nesting` what innermost lists are, if the user said so.
    """
    if isinstance(side, Mapping):
        return _of_dict(side, source, field, nesting)
    is_nested = type(side) is list and bool(side) and isinstance(side[0], list | tuple | set)
    if not is_nested and (labels := labels_of(side, source)) is not None:
        return labels
    listed = side
    if type(side) is not list:
        of_library = package(side) in LIBRARIES
        if not of_library and is_frame(side):
            return _of_frame(side, source)
        if isinstance(side, io.IOBase):
            raise FormatError("wrong-type", "an open file is not a list of clusters", source, hint="give its path")
        _check_not_ours([side], source)
        listed = [side] if of_library or isinstance(side, Document) else elements(side, "clusters", source)
    kinds = set(map(type, listed))
    if not kinds <= {list, tuple}:
        _check_not_ours(listed, source)
        if any(kind.__module__.partition(".")[0] in LIBRARIES for kind in kinds):
            notices = Notices()
            documents, library = documents_of(listed, source, field, notices)
            return Objects(documents, library=library, notices=tuple(notices))
        for kind, name in ((Document, "Documents"), (Mapping, "records")):
            if any(issubclass(each, kind) for each in kinds):
                return _of_kind(listed, kind, name, source)
        listed = [list(each) if isinstance(each, Iterator | Set) else each for each in listed]
    first = next((each[0] for each in listed if isinstance(each, list | tuple) and each), None)
    if type(first) not in NESTING_PLAIN and is_span(first):
        Options(field).refuse_clusters("a list of Spans", source)
        return Objects(span_documents(listed, source), library="spacy")
    if isinstance(first, dict) and {"id", "text"} <= first.keys():
        notices = Notices()
        return Objects(stanza_sentences(listed, source, notices), library="stanza", notices=tuple(notices))
    return of_list(listed, source, nesting)


def _of_kind(listed: list[Any], kind: type, name: str, source: str) -> Objects:
    """Return a list of only Documents, or only dicts (records or the rows of a table)."""
    for each in listed:
        if not isinstance(each, kind):
            raise FormatError("mixed-formats", f"a list of {name} also holds {short_repr(each)}", source)
    if kind is Document:
        return Objects(listed)
    if ENTITY not in listed[0] or not CLUSTER_FIELDS.isdisjoint(listed[0]):
        return Objects(records=listed)
    for number, row in enumerate(listed, 1):
        missing = next((name for name in listed[0] if name not in row), None)
        if missing is not None:
            raise FormatError("bad-row", f"the row has no {quoted(str(missing))}, which the first has", source, number)
    return Objects(table=of_lists({str(name): [row[name] for row in listed] for name in listed[0]}, source))


def _check_not_ours(listed: Iterable[Any], source: str) -> None:
    """Refuse results, which iterate over names of metrics, and mentions that are in no cluster."""
    for each in listed:
        if type(each).__module__.startswith("corefscope.") and not isinstance(each, Document):
            hint = "a side is Documents, records or lists of clusters"
            raise FormatError("wrong-type", f"{short_repr(each)} is not a list of clusters", source, hint=hint)


def _of_dict(side: Mapping[Any, Any], source: str, field: str | None, nesting: str | None) -> Shape:
    """Return one record, or the documents that a dict has by name."""
    values = list(side.values())
    if side and all(isinstance(each, Document) or package(each) in LIBRARIES for each in values):
        objects = shape(values, source, field)
        if not isinstance(objects, Objects) or objects.documents is None:
            return objects
        names = zip(side, objects.documents, strict=True)
        return replace(objects, documents=[replace(document, name=str(name)) for name, document in names])
    if any(map(is_frame, values)):
        fact = f"a dict of {type(values[0]).__name__} is several sides"
        raise FormatError("wrong-type", fact, source, hint=f"give one of them, such as data[{next(iter(side))!r}]")
    # Clusters are iterables: if something else is among the values, the JSON reader says which fields are missing.
    are_fields = any(not isinstance(value, Iterable) or isinstance(value, str | bytes) for value in values)
    labels = labels_of_dict(side, source) if RECORD_FIELDS.isdisjoint(side) and field not in side else None
    if labels is not None:
        return labels
    if field in side or not CLUSTER_FIELDS.isdisjoint(side) or are_fields:
        return Objects(records=[side])
    documents = []
    for name, clusters in side.items():
        documents.append((str(name), elements(clusters, f"the clusters of {quoted(name, 40)}", source)))
    return of_documents(documents, source, nesting)


# ---------------------------------------------------------------- tables


def is_frame(data: Any) -> bool:
    """Return whether an object is a table: by the Arrow stream protocol, or by columns with names."""
    if isinstance(data, Mapping | list | tuple | str):
        return False
    of_library = {"polars": "collect", "pyarrow": "iterchunks", HUGGING_FACE: "with_format"}.get(package(data))
    if hasattr(data, "__arrow_c_stream__") or (of_library and hasattr(data, of_library)):
        return True
    names = getattr(data, "columns", None)
    return isinstance(names, Iterable) and hasattr(data, "__getitem__") and not isinstance(names, str)


def _of_frame(data: Any, source: str) -> Shape:
    """Return the rows of a frame: mentions, or records."""
    if package(data) == HUGGING_FACE:
        if not hasattr(data, "__len__"):  # a stream
            return Objects(records=list(data))
        data = data.with_format("arrow")[:]
    if package(data) == "polars" and hasattr(data, "collect"):  # a lazy frame
        data = data.collect()
    if any(name is not None for name in getattr(getattr(data, "index", None), "names", ())):
        data = data.reset_index()  # the index of pandas may be the document
    table = _arrow(data)
    if table is not None:
        columns = of_arrow(table, source)
        return Objects(table=columns) if columns.documents is None else Objects(records=list(columns.documents()))
    if not hasattr(data, "columns"):
        hint = "give a frame with columns entity and mention, or entity, start and end"
        raise FormatError("wrong-type", f"{type(data).__name__} is one column, not a table", source, hint=hint)
    lists = {str(name): _listed(data[name]) for name in data.columns}
    firsts = [values[0] for values in lists.values() if values]
    is_nested = any(isinstance(value, Iterable) and not isinstance(value, str) for value in firsts)
    if is_nested and ENTITY not in (name.strip().lower() for name in lists):
        return Objects(records=[dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)])
    return Objects(table=of_lists(lists, source))


def _arrow(data: Any) -> Any | None:
    """Return the frame as a table of pyarrow; None if that is not installed or cannot hold it."""
    try:
        arrow = import_module("pyarrow")
    except ImportError:
        return None
    if isinstance(data, arrow.Table):
        return data
    try:
        return arrow.table(data) if hasattr(data, "__arrow_c_stream__") else None
    except (arrow.ArrowException, TypeError, ValueError):
        return None  # a column of Python objects, which Arrow has no type for


def _listed(column: Any) -> list[Any]:
    methods = (getattr(column, name, None) for name in ("to_list", "tolist", "to_pylist"))
    return list(next((method() for method in methods if callable(method)), column))


# ---------------------------------------------------------------- several sides


def check_comparable(sides: Sequence[AnySide], names: Sequence[str]) -> list[AnySide]:
    """Return the sides; refuse ids against spans. A list without mentions is of the other side's kind."""
    if Labels in map(type, sides):
        sides = check_labels(sides, names)
    clusters, has_empty = [], False
    first: dict[str, tuple[Clusters, str]] = {}  # the first side of ids, and that of spans
    for side, name in zip(sides, names, strict=True):
        if isinstance(side, Clusters):
            clusters.append(side)
            has_empty |= side.empty_lists > 0
            if side.holds is not None:
                first.setdefault(side.holds, (side, name))
    if len(first) > 1:
        (ids, of_ids), (spans, of_spans) = first[IDS], first[SPANS]
        fact = f"the mentions are ids, such as {short_repr(ids.first())}, and those of {of_spans} are spans, such as"
        hint = "give both sides the same way; clusters of spans have one level more than clusters of ids"
        raise FormatError("ambiguous-clusters", f"{fact} {short_repr(spans.first())}", of_ids, hint=hint)
    if not has_empty:
        return list(sides)
    counts = {len(side.documents) for side in clusters if side.holds and not side.documents[0][0]}
    return [
        replace(side, documents=[("", [])] * side.empty_lists)
        if isinstance(side, Clusters) and side.empty_lists and counts == {side.empty_lists}
        else side
        for side in sides
    ]


def is_whole_side(side: Any) -> bool:
    """Return whether an object is one side, not a list or dict of several."""
    if isinstance(side, Mapping):
        return not CLUSTER_FIELDS.isdisjoint(side)
    return isinstance(side, Document) or package(side) in LIBRARIES or is_frame(side)


def is_documents(side: Sequence[Any]) -> bool:
    """Return whether a list holds several documents, each a record or an object."""
    return len(side) > 1 and not any(map(is_frame, side)) and all(map(is_whole_side, side))


def is_object(side: Any) -> bool:
    """Return whether a value other than a path can be a side."""
    return is_whole_side(side) or (isinstance(side, Iterable) and not isinstance(side, bytes))
