"""Objects of other libraries as Documents, recognised by the package of their class; none of them is imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from corefscope.formats.files.sources import Source
from corefscope.formats.json.variants import show_name
from corefscope.formats.objects import spacy_docs
from corefscope.formats.objects.values import show
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, Document, Mention, empty_position
from corefscope.problems import FormatError, Notices


@dataclass(frozen=True)
class LibraryDocuments:
    """What a list of objects of one library holds."""

    documents: list[Document]
    library: str
    heads_only: bool = False


def documents_of(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> LibraryDocuments:
    """The documents of objects that all come from one library."""
    library = next(package(each) for each in listed if package(each) in LIBRARIES)
    for each in listed:
        if package(each) != library:
            raise FormatError("mixed-formats", f"a list of objects of {library} also holds {show(each)}", source)
    return LIBRARIES[library](listed, source, field, notices)


def package(given: Any) -> str:
    """The package that the class of an object comes from."""
    return type(given).__module__.partition(".")[0]


def _of_spacy(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> LibraryDocuments:
    wrong = next((each for each in listed if not hasattr(each, "spans")), None)
    if wrong is not None:
        raise _unknown(wrong, source, "give Docs, or lists of clusters of Spans")
    found, heads_only = spacy_docs.read(listed, source, field, notices)
    return LibraryDocuments(found, "spacy", heads_only)


def library_spans(listed: Sequence[Any], source: str) -> list[Document]:
    """One document, if a list holds clusters of spaCy's Spans; their equality depends on the Doc they belong to."""
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
    """The document of what `to_dict` of a Stanza Document gives: a list of sentences, which are lists of dicts."""
    words = next((each for each in listed if isinstance(each, list) and each), ())
    if not words or not isinstance(words[0], dict) or not {"id", "text"} <= words[0].keys():
        return []
    import json

    from corefscope.formats.tools import stanza_json

    try:
        content = json.dumps(listed, default=lambda value: value.to_json()).encode()
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise FormatError("bad-record", f"not what Stanza's to_dict gives: {error}", source) from None
    corpus = stanza_json.read(content, Source(source, "document"), notices, Options())
    notices.stop()
    return corpus.documents()


def _of_stanza(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> LibraryDocuments:
    """Words, not tokens: multi-word tokens are split. A zero stands before the word whose number it has."""
    documents: list[Document] = []
    for document in listed:
        if not hasattr(document, "sentences") or not hasattr(document, "coref"):
            raise _unknown(document, source, "give Documents")
        bounds: list[tuple[int, int]] = []
        words: list[str] = []
        for sentence in document.sentences:
            spoken = [word.text for word in sentence.words]
            bounds.append((len(words), len(words) + len(spoken)))
            words += spoken
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
    return LibraryDocuments(documents, "stanza")


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


def _of_fastcoref(listed: Sequence[Any], source: str, field: Any, notices: Notices) -> LibraryDocuments:
    """Characters of a text, or words of a list, the end excluded; a mention that has no place is None."""
    documents = []
    for number, result in enumerate(listed, 1):
        if not hasattr(result, "get_clusters"):
            raise _unknown(result, source, "give what predict returns")
        entities = []
        for cluster in result.get_clusters(as_strings=False):
            placed = [span for span in cluster if span is not None and None not in span]
            if len(placed) < len(cluster):
                text = f"document {number}: a cluster has None instead of a span"
                notices.add("mention-without-place", text, source, count=len(cluster) - len(placed))
            entities.append([Mention(int(start), int(end)) for start, end in placed])
        kept = [entity for entity in entities if entity]
        if isinstance(result.text, str):
            documents.append(Document("", kept, unit=CHARACTERS, raw_text=result.text))
        else:
            documents.append(Document("", kept, words=list(result.text)))
    return LibraryDocuments(documents, "fastcoref")


def _name(document: Any) -> str:
    """What a document is called in its comments or attributes, if anything."""
    name = getattr(document, "doc_id", None) or getattr(document, "name", None)
    return name if isinstance(name, str) else ""


def _unknown(given: Any, source: str, hint: str) -> FormatError:
    kind = f"{type(given).__module__}.{type(given).__qualname__}"
    return FormatError("wrong-type", f"an object of {show_name(kind)} holds no clusters", source, hint=hint)


# By the package of their class.
LIBRARIES: dict[str, Callable[[Sequence[Any], str, Any, Notices], LibraryDocuments]] = {
    "spacy": _of_spacy,
    "stanza": _of_stanza,
    "fastcoref": _of_fastcoref,
}
