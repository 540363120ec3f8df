"""What a Python object holds that is given as a side: Documents, records, or clusters of mentions.

Records are dicts as the JSON reader knows them. Of lists the nesting decides (`nesting`). What fits two readings, or
none, is an error that says what was found.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from corefscope.basics.escaping import quoted
from corefscope.formats.json.variants import show_name
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


def shape(given: Any, source: str, field: str | None = None, nesting: str | None = None) -> Shape:
    """What an object holds, taken out of its iterables once.

    `field` is the one that the user named for clusters, `nesting` what innermost lists are, if that was said.
    """
    if isinstance(given, Document):
        return ListedDocuments([given])
    if isinstance(given, Mapping):
        if given and all(isinstance(each, Document) or package(each) in LIBRARIES for each in given.values()):
            return _named(given, shape(list(given.values()), source, field))
        return Records([given]) if is_record(given, field) else _by_name(given, source, nesting)
    _check_not_ours([given], source)
    if isinstance(given, io.IOBase):
        raise FormatError("wrong-type", "an open file is no list of clusters", source, hint="give its path")
    if package(given) in LIBRARIES:
        return _of_library([given], source, field)
    if is_frame(given):
        found = frame(given, source)
        return found if isinstance(found, Frame) else Records(found)
    listed = elements(given, "clusters", source)
    kinds = set(map(type, listed))
    if any(kind.__module__.startswith(OURS) and not issubclass(kind, Document) for kind in kinds):
        _check_not_ours([each for each in listed if not isinstance(each, Document)], source)
    if any(kind.__module__.partition(".")[0] in LIBRARIES for kind in kinds):
        return _of_library(listed, source, field)
    if any(issubclass(kind, Iterator | Set) for kind in kinds):
        listed = [list(each) if isinstance(each, Iterator | Set) else each for each in listed]
    if spans := library_spans(listed, source):
        return ListedDocuments(spans, library="spacy")
    notices = Notices()
    if sentences := stanza_sentences(listed, source, notices):
        return ListedDocuments(sentences, library="stanza", notices=tuple(notices))
    for kind, made in ((Document, ListedDocuments), (Mapping, Records)):
        if any(issubclass(each, kind) for each in kinds):
            others = [each for each in listed if not isinstance(each, kind)]
            if others:
                what = "Documents" if kind is Document else "records"
                raise FormatError("mixed-formats", f"a list of {what} also holds {show(others[0])}", source)
            if kind is Mapping and are_mentions(listed):
                return of_rows(listed, source)
            return made(listed)
    return of_list(listed, source, nesting)


def _check_not_ours(listed: Iterable[Any], source: str) -> None:
    """Refuse results, which iterate over names of metrics, and mentions that are in no cluster."""
    for each in listed:
        if type(each).__module__.startswith(OURS):
            fact = f"{show(each)} is no list of clusters"
            raise FormatError("wrong-type", fact, source, hint="a side is Documents, records or lists of clusters")


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


def are_mentions(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether rows are mentions, as those of a frame, and not documents."""
    return ENTITY in rows[0] and CLUSTER_FIELDS.isdisjoint(rows[0])


def _of_library(listed: list[Any], source: str, field: str | None) -> ListedDocuments:
    notices = Notices()
    found = documents_of(listed, source, field, notices)
    return ListedDocuments(found.documents, found.library, found.heads_only, tuple(notices))


def is_whole_side(given: Any) -> bool:
    """Whether an object is a side by itself, and not a list or dict of several."""
    if isinstance(given, Mapping):
        return not CLUSTER_FIELDS.isdisjoint(given)
    return isinstance(given, Document) or package(given) in LIBRARIES or is_frame(given)


def is_documents(given: Sequence[Any]) -> bool:
    """Whether a list holds several documents, each a record or an object."""
    return len(given) > 1 and not any(map(is_frame, given)) and all(map(is_whole_side, given))


def is_object(given: Any) -> bool:
    """Whether a value can be a side at all, if it is no path."""
    if is_whole_side(given):
        return True
    return isinstance(given, Iterable) and not isinstance(given, bytes)


def is_record(given: Mapping[Any, Any], field: str | None = None) -> bool:
    """Whether a dict is one document and not a dict from document name to clusters."""
    if field in given or not CLUSTER_FIELDS.isdisjoint(given):
        return True
    # Clusters are iterables: where something else is among the values, the JSON reader says which fields it misses.
    return any(not isinstance(value, Iterable) or isinstance(value, str | bytes) for value in given.values())


def _named(names: Iterable[Any], found: Shape) -> Shape:
    """Documents under the names of a dict."""
    if not isinstance(found, ListedDocuments):
        return found
    listed = [replace(document, name=str(name)) for name, document in zip(names, found.listed, strict=True)]
    return replace(found, listed=listed)


def _by_name(given: Mapping[Any, Any], source: str, nesting: str | None) -> Clusters:
    documents = []
    splits = [str(name) for name, each in given.items() if package(each) == HUGGING_FACE]
    if splits:
        fact = f"there are several data sets: {', '.join(splits[:12])}"
        raise FormatError("ambiguous-clusters", fact, source, hint=f"give one of them, as data[{splits[0]!r}]")
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
