"""What a Python object holds that is given as a side: Documents, records, or clusters of mentions.

Records are dicts as the JSON reader knows them. Of lists the nesting decides (`nesting`). What fits two readings, or
none, is an error that says what the object holds.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.objects.frames import CLUSTER_FIELDS, HUGGING_FACE, Frame, frame, is_frame, of_rows
from corefscope.formats.objects.libraries import LIBRARIES, documents_of, library_spans, package, stanza_sentences
from corefscope.formats.objects.nesting import IDS, SPANS, Clusters, elements, of_documents, of_list, show
from corefscope.formats.table.header import ENTITY
from corefscope.model import Document
from corefscope.problems import FormatError, Notice, Notices

OURS = "corefscope."


@dataclass(frozen=True)
class ListedDocuments:
    """Documents as `read` gives them, or made of the objects of another library."""

    listed: list[Document]
    library: str | None = None
    heads_only: bool = False  # whether mentions are nothing but heads
    notices: tuple[Notice, ...] = ()
    has_spans: ClassVar[bool] = True


@dataclass(frozen=True)
class Records:
    """Dicts with a field of clusters, one a document, as JSON Lines would hold them."""

    listed: list[Mapping[str, Any]]
    has_spans: ClassVar[bool] = True


Shape = ListedDocuments | Records | Clusters | Frame
AnySide = TypeVar("AnySide")


def shape(side: Any, source: str, field: str | None = None, nesting: str | None = None) -> Shape:
    """Return what an object holds, taken out of its iterables once.

    `field` is the one that the user named for clusters, `nesting` what innermost lists are, if the user said so.
    """
    if isinstance(side, Document):
        return ListedDocuments([side])
    if isinstance(side, Mapping):
        return _of_dict(side, source, field, nesting)
    _check_not_ours([side], source)
    if isinstance(side, io.IOBase):
        raise FormatError("wrong-type", "an open file is no list of clusters", source, hint="give its path")
    if package(side) in LIBRARIES:
        return _of_library([side], source, field)
    if is_frame(side):
        rows = frame(side, source)
        return rows if isinstance(rows, Frame) else Records(rows)
    listed = elements(side, "clusters", source)
    kinds = set(map(type, listed))
    if any(kind.__module__.startswith(OURS) for kind in kinds):
        _check_not_ours((each for each in listed if not isinstance(each, Document)), source)
    if any(kind.__module__.partition(".")[0] in LIBRARIES for kind in kinds):
        return _of_library(listed, source, field)
    if any(issubclass(kind, Iterator | Set) for kind in kinds):
        listed = [list(each) if isinstance(each, Iterator | Set) else each for each in listed]
    if spans := library_spans(listed, source):
        return ListedDocuments(spans, library="spacy")
    notices = Notices()
    if sentences := stanza_sentences(listed, source, notices):
        return ListedDocuments(sentences, library="stanza", notices=tuple(notices))
    if any(issubclass(kind, Document) for kind in kinds):
        return ListedDocuments(_all_of(Document, "Documents", listed, source))
    if any(issubclass(kind, Mapping) for kind in kinds):
        rows = _all_of(Mapping, "records", listed, source)
        are_mentions = ENTITY in rows[0] and CLUSTER_FIELDS.isdisjoint(rows[0])
        return of_rows(rows, source) if are_mentions else Records(rows)
    return of_list(listed, source, nesting)


def _all_of(kind: type, what: str, listed: list[Any], source: str) -> list[Any]:
    for each in listed:
        if not isinstance(each, kind):
            raise FormatError("mixed-formats", f"a list of {what} also holds {show(each)}", source)
    return listed


def _check_not_ours(listed: Iterable[Any], source: str) -> None:
    """Refuse results, which iterate over names of metrics, and mentions that are in no cluster."""
    for each in listed:
        if type(each).__module__.startswith(OURS):
            hint = "a side is Documents, records or lists of clusters"
            raise FormatError("wrong-type", f"{show(each)} is no list of clusters", source, hint=hint)


def _of_library(listed: list[Any], source: str, field: str | None) -> ListedDocuments:
    notices = Notices()
    documents, library, heads_only = documents_of(listed, source, field, notices)
    return ListedDocuments(documents, library, heads_only, tuple(notices))


def _of_dict(side: Mapping[Any, Any], source: str, field: str | None, nesting: str | None) -> Shape:
    """Return one record, or the documents that a dict has by name."""
    values = list(side.values())
    if side and all(isinstance(each, Document) or package(each) in LIBRARIES for each in values):
        listed = shape(values, source, field)
        if not isinstance(listed, ListedDocuments):
            return listed
        names = zip(side, listed.listed, strict=True)
        return replace(listed, listed=[replace(document, name=str(name)) for name, document in names])
    # Clusters are iterables: if something else is among the values, the JSON reader says which fields are missing.
    are_fields = any(not isinstance(value, Iterable) or isinstance(value, str | bytes) for value in values)
    if field in side or not CLUSTER_FIELDS.isdisjoint(side) or are_fields:
        return Records([side])
    sets = [str(name) for name, each in side.items() if package(each) == HUGGING_FACE]
    if sets:
        fact = f"there are several data sets: {', '.join(sets[:12])}"
        raise FormatError("ambiguous-clusters", fact, source, hint=f"give one of them, as data[{sets[0]!r}]")
    documents = []
    for name, clusters in side.items():
        label = quoted(cut(str(name)))
        if isinstance(clusters, Mapping):
            fields = ", ".join(cut(str(each)) for each in list(clusters)[:12])
            hint = "give records as a list; a dict goes from document name to clusters"
            fact = f"the document {label} is a dict with {fields}"
            raise FormatError("ambiguous-clusters", fact, source, hint=hint)
        documents.append((str(name), elements(clusters, f"the clusters of {label}", source)))
    return of_documents(documents, source, nesting)


def alike(sides: Sequence[AnySide], names: Sequence[str]) -> list[AnySide]:
    """Return the sides if ids are not to be compared with spans; a list without mentions is what the other side is."""
    clusters = [(side, name) for side, name in zip(sides, names, strict=True) if isinstance(side, Clusters)]
    for one, name in clusters:
        for other, other_name in clusters:
            if (one.holds, other.holds) == (IDS, SPANS):
                fact = (
                    f"the mentions are ids, such as {show(one.first())}, and those of {other_name} are spans, such as"
                )
                hint = "give both sides the same way; clusters of spans have one level more than clusters of ids"
                raise FormatError("ambiguous-clusters", f"{fact} {show(other.first())}", name, hint=hint)
    counts = {len(side.documents) for side, _ in clusters if side.holds and not side.documents[0][0]}
    return [
        replace(side, documents=[("", [])] * side.empty_lists)
        if isinstance(side, Clusters) and side.empty_lists and counts == {side.empty_lists}
        else side
        for side in sides
    ]


def is_whole_side(side: Any) -> bool:
    """Whether an object is a side by itself, and not a list or dict of several."""
    if isinstance(side, Mapping):
        return not CLUSTER_FIELDS.isdisjoint(side)
    return isinstance(side, Document) or package(side) in LIBRARIES or is_frame(side)


def is_documents(side: Sequence[Any]) -> bool:
    """Whether a list holds several documents, each a record or an object."""
    return len(side) > 1 and not any(map(is_frame, side)) and all(map(is_whole_side, side))


def is_object(side: Any) -> bool:
    """Whether a value can be a side at all, if it is no path."""
    if is_whole_side(side):
        return True
    return isinstance(side, Iterable) and not isinstance(side, bytes)
