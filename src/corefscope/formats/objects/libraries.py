"""Objects of other libraries as Documents, recognised by the package of their class; none of them is imported.

A spaCy Doc has clusters as span groups, as spacy-experimental writes them, or in `doc._.coref_clusters`, where
fastcoref keeps characters.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from operator import index
from typing import Any

from corefscope.basics.escaping import cut, quoted, short_repr
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, Document, Mention, empty_position
from corefscope.problems import FormatError, Notices, some

HUGGING_FACE = "datasets"
GROUPS = "coref_clusters"  # the prefix of span groups, which are numbered
FASTCOREF = "fastcoref"
LIBRARY_NAMES = ("doc_key", "id", "doc_id", "document_id", "name")


def documents_of(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> tuple[list[Document], str]:
    """Return the documents of objects of one library, and its name."""
    library = next(package(each) for each in listed if package(each) in LIBRARIES)
    attributes, hint, read = LIBRARIES[library]
    for each in listed:
        if package(each) != library:
            raise FormatError("mixed-formats", f"a list of objects of {library} also holds {short_repr(each)}", source)
        if not all(hasattr(each, name) for name in attributes):
            kind = cut(f"{type(each).__module__}.{type(each).__qualname__}", 40)
            raise FormatError("wrong-type", f"an object of {kind} holds no clusters", source, hint=hint)
    return read(listed, source, field, notices), library


def package(value: Any) -> str:
    """Return the package that the class of an object comes from."""
    return type(value).__module__.partition(".")[0]


# ---------------------------------------------------------------- Stanza and fastcoref


def stanza_sentences(listed: Sequence[Any], source: str, notices: Notices) -> list[Document]:
    """Return the document of Stanza's `to_dict`: a list of sentences, which are lists of dicts."""
    from corefscope.formats.tools import stanza_json

    try:
        content = json.dumps(listed, default=lambda value: value.to_json()).encode()
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise FormatError("bad-record", f"not what Stanza's to_dict gives: {error}", source) from None
    corpus = stanza_json.read(content, Source(source, "document"), notices, Options())
    notices.stop()
    return corpus.documents()


def _of_stanza(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> list[Document]:
    """Read words, not tokens: multi-word tokens are split. A zero precedes the word whose number it has."""
    documents: list[Document] = []
    for document in listed:
        words = [word.text for sentence in document.sentences for word in sentence.words]
        bounds = list(pairwise(accumulate((len(sentence.words) for sentence in document.sentences), initial=0)))
        if document.coref is None:
            fact = f"document {len(documents) + 1} of {len(listed)} has no coreference"
            raise FormatError("no-cluster-field", fact, source, hint="run a pipeline with the processor coref")
        zeros: dict[int, set[tuple[int, int]]] = {}  # of each sentence: words before the zero, and its number
        for number, sentence in enumerate(document.sentences):
            zeros[number] = {each.id for each in getattr(sentence, "empty_words", None) or ()}
        for mention in (mention for chain in document.coref for mention in chain.mentions):
            if isinstance(mention.start_word, tuple):
                zeros.setdefault(mention.sentence, set()).add(mention.start_word)
        entities = [[_stanza_mention(each, bounds, zeros) for each in chain.mentions] for chain in document.coref]
        ids = [str(chain.index) for chain in document.coref]
        name = getattr(document, "doc_id", None) or getattr(document, "name", None)
        documents.append(Document(name if isinstance(name, str) else "", entities, ids, words, bounds))
    return documents


def _stanza_mention(mention: Any, bounds: Sequence[tuple[int, int]], zeros: dict[int, set[tuple[int, int]]]) -> Mention:
    """A zero is known by its rank at its place, since Stanza numbers those of a sentence; spans cover those within."""
    first = bounds[mention.sentence][0]
    ordered = sorted(zeros[mention.sentence])

    def position(zero: tuple[int, int]) -> int:
        rank = 1 + sum(each[0] == zero[0] for each in ordered[: ordered.index(zero)])
        return empty_position(first + zero[0], rank, zero[0] == 0)

    if isinstance(mention.start_word, tuple):
        return Mention.at([position(mention.start_word)])
    start, end = mention.start_word, mention.end_word
    within = [position(zero) for zero in ordered if start < zero[0] < end]
    return Mention.at([*range(first + start, first + end), *within]) if within else Mention(first + start, first + end)


def _of_fastcoref(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> list[Document]:
    """Read characters of a text, or words of a list, the end excluded."""
    documents = []
    for number, result in enumerate(listed, 1):
        clusters = [
            _placed(cluster, f"document {number}: ", source, notices)
            for cluster in result.get_clusters(as_strings=False)
        ]
        entities = [[Mention(start, end) for start, end in cluster] for cluster in clusters if cluster]
        if isinstance(result.text, str):
            documents.append(Document("", entities, unit=CHARACTERS, raw_text=result.text))
        else:
            documents.append(Document("", entities, words=list(result.text)))
    return documents


def _placed(cluster: Any, where: str, source: str, notices: Notices) -> list[tuple[int, int]]:
    """Return the pairs of numbers of a cluster; fastcoref writes None for a mention that has no place."""
    placed = [span for span in cluster if span is not None and None not in span]
    if len(placed) < len(cluster):
        text = f"{where}a cluster has None instead of a span"
        notices.add("mention-without-place", text, source, count=len(cluster) - len(placed))
    return [(index(start), index(end)) for start, end in placed]


# ---------------------------------------------------------------- spaCy


def _of_spacy(docs: Sequence[Any], source: str, field: Any, notices: Notices) -> list[Document]:
    """Return the documents; `field` is a prefix of span groups, or fastcoref."""
    in_attribute = any(_extension(doc, "coref_clusters") for doc in docs)
    in_groups = any(_groups(doc, field or GROUPS) for doc in docs)
    if field is None and in_groups and in_attribute:
        hint = f"say which with key_clusters= or response_clusters=: {GROUPS}, the prefix of the groups, or {FASTCOREF}"
        fact = "the Docs have clusters both in span groups and in doc._.coref_clusters"
        raise FormatError("several-cluster-fields", fact, source, hint=hint)
    names = sorted({str(name) for doc in docs for name in doc.spans})
    if not in_groups and (names if field not in (None, FASTCOREF) else field is None and not in_attribute):
        fact = "no Doc has clusters" if field is None else f"no span group is called {quoted(field)}_1"
        hint = f"the Docs have the span groups {some(names) or '(none)'}; name their prefix, or {FASTCOREF}, "
        raise FormatError("no-cluster-field", fact, source, hint=hint + "with key_clusters= or response_clusters=")
    if field == FASTCOREF or (field is None and in_attribute):
        clusters = [_of_characters(doc, source, notices) for doc in docs]
    else:
        clusters = [[list(map(_mention, group)) for group in _groups(doc, field or GROUPS)] for doc in docs]
    return [_document(doc, list(filter(None, each))) for doc, each in zip(docs, clusters, strict=True)]


def _extension(doc: Any, name: str) -> Any | None:
    return getattr(doc._, name) if doc.has_extension(name) else None


def _groups(doc: Any, prefix: str) -> list[Any]:
    """Return the span groups of a prefix, underscore and number, in order of their numbers."""
    matches = (re.fullmatch(f"{re.escape(prefix)}_([0-9]+)", name) for name in doc.spans)
    return [doc.spans[name] for _, name in sorted((int(match[1]), match[0]) for match in matches if match)]


def _of_characters(doc: Any, source: str, notices: Notices) -> list[list[Mention]]:
    """Return fastcoref's clusters of characters as tokens, all that they touch."""
    attribute, tokens = _extension(doc, "coref_clusters") or (), list(doc)
    try:
        clusters = [_placed(cluster, "", source, notices) for cluster in attribute]
    except (TypeError, ValueError):
        fact = f"doc._.coref_clusters has {short_repr(attribute)}, not what {FASTCOREF} writes"
        raise FormatError("bad-record", fact, source) from None

    def mention(start: int, end: int) -> Mention:
        first = bisect_right(tokens, start, key=lambda token: token.idx + len(token))
        after = bisect_left(tokens, end, key=lambda token: token.idx)
        if not 0 <= start < end or not first < after:
            fact = f"a mention reaches from character {start} to {end} of {len(doc.text)}"
            raise FormatError("mention-outside-text", fact, source)
        span = doc[first:after]
        if (span.start_char, span.end_char) != (start, end):
            notices.add("widened-to-tokens", f"{quoted(doc.text[start:end])} is not whole tokens", source)
        return _mention(span)

    return [[mention(*pair) for pair in pairs] for pairs in clusters]


def is_span(value: Any) -> bool:
    """Return whether an object is a Span of spaCy."""
    return package(value) == "spacy" and hasattr(value, "start_char")


def span_documents(listed: Sequence[Any], source: str) -> list[Document]:
    """Return the document of clusters of Spans, whose equality depends on their Doc."""
    doc = next(cluster[0] for cluster in listed if isinstance(cluster, list | tuple) and cluster).doc
    for span in (span for cluster in listed for span in cluster):
        if getattr(span, "doc", None) is not doc or not is_span(span):
            fact = f"{short_repr(span)} is not a Span of the first mention's Doc"
            raise FormatError("mixed-formats", fact, source, hint="give Docs, or the clusters of one Doc")
    return [_document(doc, [list(map(_mention, cluster)) for cluster in listed])]


def _mention(span: Any) -> Mention:
    """Return a Span with its head where the Doc has a parse."""
    return Mention(span.start, span.end, head=span.root.i if span.doc.has_annotation("DEP") else None)


def _document(doc: Any, entities: list[list[Mention]]) -> Document:
    """Return a Doc with its words and, where they are known, its sentences."""
    sentences = [(each.start, each.end) for each in doc.sents] if doc.has_annotation("SENT_START") else None
    names = (doc.user_data.get(name) for name in LIBRARY_NAMES)
    name = next((each for each in names if isinstance(each, str)), "")
    return Document(name, entities, words=[token.text for token in doc], sentences=sentences)


# By the package of their class: what such objects have, what to give instead of others, and their reader.
_Reader = Callable[[Sequence[Any], str, Any, Notices], list[Document]]
LIBRARIES: dict[str, tuple[tuple[str, ...], str, _Reader]] = {
    "spacy": (("spans",), "give Docs, or lists of clusters of Spans", _of_spacy),
    "stanza": (("sentences", "coref"), "give Documents", _of_stanza),
    "fastcoref": (("get_clusters",), "give what predict returns", _of_fastcoref),
}
