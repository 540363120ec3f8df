"""Objects of other libraries as Documents, recognised by the package of their class; none of them is imported."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from corefscope.basics.escaping import cut
from corefscope.formats.files.sources import Source
from corefscope.formats.objects import spacy_docs
from corefscope.formats.objects.nesting import show
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, Document, Mention, empty_position
from corefscope.problems import FormatError, Notices


def documents_of(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> tuple[list[Document], str, bool]:
    """Return the documents of objects of one library, its name, and whether mentions are nothing but heads."""
    library = next(package(each) for each in listed if package(each) in LIBRARIES)
    attributes, hint, read = LIBRARIES[library]
    for each in listed:
        if package(each) != library:
            raise FormatError("mixed-formats", f"a list of objects of {library} also holds {show(each)}", source)
        if not all(hasattr(each, name) for name in attributes):
            kind = cut(f"{type(each).__module__}.{type(each).__qualname__}")
            raise FormatError("wrong-type", f"an object of {kind} holds no clusters", source, hint=hint)
    documents, heads_only = read(listed, source, field, notices)
    return documents, library, heads_only


def package(value: Any) -> str:
    """Return the package that the class of an object comes from."""
    return type(value).__module__.partition(".")[0]


def library_spans(listed: Sequence[Any], source: str) -> list[Document]:
    """Return one document if a list holds clusters of spaCy's Spans, whose equality depends on their Doc."""
    mentions = next((each for each in listed if isinstance(each, list | tuple) and each), ())
    if not mentions or package(mentions[0]) != "spacy" or not hasattr(mentions[0], "start_char"):
        return []
    doc = mentions[0].doc
    for span in (span for cluster in listed for span in cluster):
        if getattr(span, "doc", None) is not doc or not hasattr(span, "start_char"):
            fact = f"{show(span)} is no Span of the Doc that the first mention belongs to"
            raise FormatError("mixed-formats", fact, source, hint="give Docs, or the clusters of one Doc")
    return [spacy_docs.document(doc, [[spacy_docs.mention(span) for span in cluster] for cluster in listed])]


def stanza_sentences(listed: Sequence[Any], source: str, notices: Notices) -> list[Document]:
    """Return the document of what Stanza's `to_dict` gives: a list of sentences, which are lists of dicts."""
    words = next((each for each in listed if isinstance(each, list) and each), ())
    if not words or not isinstance(words[0], dict) or not {"id", "text"} <= words[0].keys():
        return []
    from corefscope.formats.tools import stanza_json

    try:
        content = json.dumps(listed, default=lambda value: value.to_json()).encode()
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise FormatError("bad-record", f"not what Stanza's to_dict gives: {error}", source) from None
    corpus = stanza_json.read(content, Source(source, "document"), notices, Options())
    notices.stop()
    return corpus.documents()


def _of_stanza(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> tuple[list[Document], bool]:
    """Read words, not tokens: multi-word tokens are split. A zero stands before the word whose number it has."""
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
        documents.append(Document(_name(document), entities, ids, words, bounds))
    return documents, False


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


def _of_fastcoref(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> tuple[list[Document], bool]:
    """Read characters of a text, or words of a list, the end excluded; a mention that has no place is None."""
    documents = []
    for number, result in enumerate(listed, 1):
        entities = []
        for cluster in result.get_clusters(as_strings=False):
            placed = [span for span in cluster if span is not None and None not in span]
            if len(placed) < len(cluster):
                text = f"document {number}: a cluster has None instead of a span"
                notices.add("mention-without-place", text, source, count=len(cluster) - len(placed))
            entities.append([Mention(int(start), int(end)) for start, end in placed])
        filled = [entity for entity in entities if entity]
        if isinstance(result.text, str):
            documents.append(Document("", filled, unit=CHARACTERS, raw_text=result.text))
        else:
            documents.append(Document("", filled, words=list(result.text)))
    return documents, False


def _name(document: Any) -> str:
    """Return what a document is called in its comments or attributes, if anything."""
    name = getattr(document, "doc_id", None) or getattr(document, "name", None)
    return name if isinstance(name, str) else ""


# By the package of their class: what such objects have, what to give instead of others, and their reader.
LIBRARIES: dict[
    str, tuple[tuple[str, ...], str, Callable[[Sequence[Any], str, Any, Notices], tuple[list[Document], bool]]]
] = {
    "spacy": (("spans",), "give Docs, or lists of clusters of Spans", spacy_docs.read),
    "stanza": (("sentences", "coref"), "give Documents", _of_stanza),
    "fastcoref": (("get_clusters",), "give what predict returns", _of_fastcoref),
}
